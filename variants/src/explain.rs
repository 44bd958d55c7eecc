//! Reason why a text is not a legal step, in terms of the rules.
//!
//! This runs for illegal steps alone, so it may be slow: it tries the possible reasons from the
//! plainest to the subtlest, and says so where none applies.

use crate::definition::{ArmiesDefinition, Duty, JumpingDefinition, RoyalDefinition};
use crate::illegal::Illegal;
use crate::legs::{Leg, read_legs};
use crate::{Bits, Definition, Family, Game, Piece, PieceDefinition, Position, Square};

/// Returns the reason why a text is not a legal step of the game.
pub(crate) fn explain<P: Position>(game: &mut Game<P>, text: &str) -> Illegal {
    if let Some(outcome) = game.position().outcome_on_board() {
        return Illegal::GameOver(outcome);
    }
    let size = game.position().common().geometry.size();
    let (legs, promotion) = match read_legs(text, size) {
        Ok(read) => read,
        Err(why) => return why,
    };
    if let Some(pair) = legs.windows(2).find(|pair| pair[0].to != pair[1].from) {
        let [to, from] = [pair[0].to, pair[1].from].map(|square| size.name(square));
        return Illegal::Malformed(format!("a leg ends on {to} and the next begins on {from}"));
    }
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    if steps.is_empty() {
        return Illegal::GameOver(game.position().outcome_without_steps());
    }
    let barred = game.barred_steps();
    let position = game.position();
    let is_text = |&step: &P::Step| position.step_text(step).eq_ignore_ascii_case(text);
    if barred.iter().any(is_text) {
        return Illegal::Repetition;
    }
    let (Some(first), Some(last)) = (legs.first(), legs.last()) else { return Illegal::Other };
    let Some(piece) = position.board().get(first.from) else {
        return Illegal::NoPiece(size.name(first.from));
    };
    if piece.color() != position.side() {
        return Illegal::NotYours { square: size.name(first.from), side: position.side() };
    }
    let legal: Vec<String> = steps
        .iter()
        .filter(|&&step| {
            position.step_info(step).is_some_and(|step_info| step_info.from == first.from)
        })
        .map(|&step| position.step_text(step))
        .collect();
    let bare = written(&legs, position);
    if let Some(why) = nearly(&legal, &bare, promotion, &size.name(last.to)) {
        return why;
    }
    Case { position, legs: &legs, first: *first, last: *last, piece }.why()
}

/// Legs as text.
fn written<P: Position>(legs: &[Leg], position: &P) -> String {
    let size = position.common().geometry.size();
    let legs: Vec<String> =
        legs.iter().map(|leg| size.name(leg.from) + &size.name(leg.to)).collect();
    legs.join(",")
}

/// Legal steps that differ from the text at the end alone. `bare` is the text without a promotion
/// letter, `end` its last square.
fn nearly(legal: &[String], bare: &str, promotion: Option<char>, end: &str) -> Option<Illegal> {
    let mut letters = Vec::new();
    for step in legal {
        if let Some(rest) = step.strip_prefix(bare) {
            match rest.chars().next() {
                None => return promotion.map(Illegal::NoPromotion),
                Some(',') => return Some(Illegal::Unfinished(end.to_owned())),
                Some(letter) if letter.is_ascii_alphabetic() => letters.push(rest.to_owned()),
                // A longer number: another square.
                Some(_) => {}
            }
        } else if bare.strip_prefix(step.as_str()).is_some_and(|rest| rest.starts_with(',')) {
            let digits = step.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            return Some(Illegal::TooLong(step[digits.saturating_sub(1)..].to_owned()));
        }
    }
    if letters.is_empty() {
        return None;
    }
    let expected = letters.join(" ");
    Some(match promotion {
        None => Illegal::PromotionMissing(expected),
        Some(letter) => Illegal::Promotion { letter, expected },
    })
}

/// A well-formed text that begins with a piece of the side to move.
struct Case<'a, P: Position> {
    position: &'a P,
    legs: &'a [Leg],
    first: Leg,
    last: Leg,
    piece: Piece,
}

impl<P: Position> Case<'_, P> {
    fn why(&self) -> Illegal {
        let definition = self.definition();
        match &definition.family {
            Family::Royal(royal) => self.royal(royal),
            Family::Jumping(jumping) => self.jumping(jumping),
            Family::Armies(armies) => self.armies(armies),
        }
    }

    fn definition(&self) -> &Definition {
        &self.position.common().definition
    }

    fn kind(&self) -> &PieceDefinition {
        self.definition().piece(self.piece.kind())
    }

    fn name(&self, square: Square) -> String {
        self.definition().size.name(square)
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.position.board().get(square)
    }

    fn royal(&self, royal: &RoyalDefinition) -> Illegal {
        let size = self.definition().size;
        if self.legs.len() > 1 {
            return Illegal::TooLong(self.name(self.first.to));
        }
        if let Some(castling) = &royal.castling
            && self.kind().royal
            && size.rank(self.first.from) == size.rank(self.last.to)
            && size.file(self.first.from) == castling.king
            && [castling.king_side.king_to, castling.queen_side.king_to]
                .contains(&size.file(self.last.to))
            && !self.reaches(self.last.to, None)
        {
            return Illegal::Castling;
        }
        if self.reaches(self.last.to, Some(royal.initial_rank)) {
            Illegal::Check
        } else {
            self.cannot_go()
        }
    }

    fn jumping(&self, jumping: &JumpingDefinition) -> Illegal {
        let takes_here = self.takes_on_square(self.last.to);
        let jumps = self.jumps_over(self.first).is_some();
        if self.position.is_forced() {
            let must_jump = jumping.duty == Duty::Jumps;
            if must_jump && !jumps {
                return Illegal::JumpAvailable;
            }
            if jumps || takes_here {
                return if self.reaches(self.last.to, None) || self.legs.len() > 1 || jumps {
                    Illegal::TakesTooFew
                } else {
                    self.cannot_go()
                };
            }
            return Illegal::MustCapture;
        }
        self.cannot_go()
    }

    fn takes_on_square(&self, square: Square) -> bool {
        self.legs.len() == 1
            && self.piece_on(square).is_some_and(|victim| victim.color() != self.piece.color())
    }

    /// The enemy that a leg of two squares along a line passes.
    fn jumps_over(&self, leg: Leg) -> Option<Square> {
        let size = self.definition().size;
        let jumps = self.kind().jumps.as_ref()?;
        jumps.paths(size, leg.from, self.piece.color()).into_iter().find_map(|path| {
            let over = *path.squares.first()?;
            let step = |at: Square| (i32::from(size.file(at)), i32::from(size.rank(at)));
            let ((x, y), (over_x, over_y)) = (step(leg.from), step(over));
            let beyond = size.square(2 * over_x - x, 2 * over_y - y)?;
            let enemy = self.piece_on(over).is_some_and(|p| p.color() != self.piece.color());
            (beyond == leg.to && enemy && self.piece_on(beyond).is_none()).then_some(over)
        })
    }

    fn armies(&self, armies: &ArmiesDefinition) -> Illegal {
        let army_of =
            |piece: Piece| armies.armies.iter().find(|army| army.units.contains(&piece.kind()));
        let Some(army) = army_of(self.piece) else { return self.cannot_go() };
        if let Some(moving) = self.position.moving_army().and_then(|index| armies.armies.get(index))
            && moving != army
        {
            let (moving, other) = (moving.name.clone(), army.name.clone());
            return Illegal::OtherArmy { moving, other };
        }
        let board = self.position.board();
        let mut reached = board.pieces(self.piece.color(), army.chief);
        if reached.is_empty() {
            return Illegal::NoChief(army.name.clone());
        }
        let units = army
            .units
            .iter()
            .fold(P::Bits::EMPTY, |set, &kind| set | board.pieces(self.piece.color(), kind));
        loop {
            let wider = self.position.common().geometry.dilate(reached) & units;
            if wider == reached {
                break;
            }
            reached = wider;
        }
        let from = self.first.from;
        if !reached.contains(from) {
            return Illegal::OutOfContact(self.name(from));
        }
        if !self.position.is_turn_start() && self.reaches(self.last.to, None) {
            return Illegal::MovedAlready(self.name(from));
        }
        self.cannot_go()
    }

    /// Whether the piece's moves lead to a square, check and duty apart. Moves from the first
    /// place count on `initial_rank`, counted from the mover's side.
    fn reaches(&self, to: Square, initial_rank: Option<u8>) -> bool {
        let size = self.definition().size;
        let rank = match self.piece.color() {
            crate::Color::White => size.rank(self.first.from),
            crate::Color::Black => size.ranks() - 1 - size.rank(self.first.from),
        };
        let target = self.piece_on(to);
        if target.is_some_and(|piece| piece.color() == self.piece.color()) {
            return false;
        }
        let passant = self.is_en_passant_square(to);
        self.kind().moves.paths(size, self.first.from, self.piece.color()).iter().any(|path| {
            let modes = path.modes;
            let fits = match target {
                Some(_) => modes.capture,
                None => modes.quiet || (modes.en_passant && passant),
            };
            let home = !modes.initial || initial_rank == Some(rank);
            let landing = path.squares.iter().position(|&square| square == to);
            fits && home
                && landing.is_some_and(|at| {
                    at >= path.first_landing
                        && path.squares[..at].iter().all(|&s| self.piece_on(s).is_none())
                })
        })
    }

    fn is_en_passant_square(&self, square: Square) -> bool {
        let field = self.position.to_fen().en_passant;
        let name = self.name(square);
        // `a1` is not in `a10`.
        field.match_indices(&name).any(|(at, _)| {
            !field[at + name.len()..].starts_with(|next: char| next.is_ascii_digit())
        })
    }

    fn cannot_go(&self) -> Illegal {
        let own = |piece: Piece| piece.color() == self.piece.color();
        if self.last.to != self.first.from && self.piece_on(self.last.to).is_some_and(own) {
            return Illegal::OwnPiece(self.name(self.last.to));
        }
        Illegal::CannotGo {
            piece: self.kind().name.clone(),
            from: self.name(self.first.from),
            to: self.name(self.last.to),
        }
    }
}
