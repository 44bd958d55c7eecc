//! Text for people, and reasons why a move is illegal.

use super::explain::{explain, explain_drop};
use super::state::Royal;
use super::step::RoyalStep;
use super::turn_tables::Series;
use crate::explain::Case;
use crate::illegal::Illegal;
use crate::{Bits, Color, Common, Notation, PieceDefinition, PieceType, Position, Square};

impl<B: Bits> Royal<B> {
    /// The sign of a promotion: `+` to a piece's own form or to the only one with `+`, `-` back;
    /// none for others, which differ by their letters.
    fn sign(&self, step: RoyalStep) -> Option<char> {
        let definition = &self.common().definition;
        let target = definition.piece(step.promotion()?);
        let piece = self.board.get(step.from())?;
        let mover = definition.piece(piece.kind());
        let is_own = mover.letter == target.letter;
        match target.promoted {
            true => {
                let kinds =
                    || mover.promotes_of(piece.color()).iter().map(|&k| definition.piece(k));
                let is_only = || kinds().filter(|kind| kind.promoted).count() == 1;
                (is_own || target.reverts.is_some() && is_only()).then_some('+')
            }
            false => (mover.promoted && is_own && !target.is_marked()).then_some('-'),
        }
    }

    /// The promotion to a form with `+`, or back, that a text means: by its sign, or by its letter.
    fn read_promotion(&self, steps: &[RoyalStep], text: &str) -> Option<RoyalStep> {
        let definition = &self.common().definition;
        let (squares, sign) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let name = |square| definition.size.name(square);
        let there = |step: &&RoyalStep| {
            squares.eq_ignore_ascii_case(&(name(step.from()) + &name(step.to())))
        };
        let is_written =
            |step: &&RoyalStep| self.sign(**step).is_some_and(|own| sign.starts_with(own));
        if let Some(step) = steps.iter().filter(there).find(is_written) {
            return Some(*step);
        }
        let is_meant = |step: &&RoyalStep| {
            let target = step.promotion().map(|kind| definition.piece(kind));
            let is_back = self.sign(**step) == Some('-');
            let fits = |target: &PieceDefinition| {
                target.promoted && sign == "+"
                    || (target.promoted || is_back)
                        && sign.eq_ignore_ascii_case(&target.letter.to_string())
            };
            target.is_some_and(fits)
        };
        let mut meant = steps.iter().filter(there).filter(is_meant);
        meant.next().copied().filter(|_| meant.next().is_none())
    }
}

impl<B: Bits> Notation for Royal<B> {
    const HAS_SAN: bool = true;

    fn step_text(&self, step: RoyalStep) -> String {
        let Common { definition, .. } = self.common();
        if let Some(kind) = step.dropped() {
            let piece = definition.piece(kind).fen(Color::White);
            return format!("{piece}@{}", definition.size.name(step.to()));
        }
        let name = |square| definition.size.name(square);
        let mut text = match self.castling_to(step).filter(|_| step.gates_on_rook()) {
            Some(castling) => name(castling.rook_from) + &name(castling.king_from),
            None => name(step.from()) + &name(self.written_target(step)),
        };
        text.extend(step.gated().map(|kind| definition.piece(kind).letter.to_ascii_lowercase()));
        // As other programs write the promoted form of a piece.
        text.extend(step.promotion().map(|kind| {
            let letter = || definition.piece(kind).letter.to_ascii_lowercase();
            self.sign(step).unwrap_or_else(letter)
        }));
        text
    }

    fn notes(&self) -> String {
        let Common { definition, .. } = self.common();
        let royals = self.royals(self.side);
        let them = !self.side;
        let mut seen = self.clone();
        seen.side = them;
        let checkers = self.board.side(them).iter().filter(|&from| {
            self.board.get(from).is_some_and(|piece| {
                let targets = seen.targets(
                    piece.kind(),
                    from,
                    self.board.occupied(),
                    self.board.side(self.side),
                );
                (targets & royals).any()
            })
        });
        let names: Vec<String> = checkers.map(|square| definition.size.name(square)).collect();
        let mut notes = Vec::new();
        // A royal piece that is attacked is not in check if the side has enough others.
        if !names.is_empty() && self.in_check(self.side) {
            notes.push(format!("in check from {}", names.join(", ")));
        }
        if names.is_empty() && self.rules.is_safe_by_turn() && self.in_check(self.side) {
            notes.push("in check from a whole turn".to_owned());
        }
        let Series { length, left, .. } = self.series;
        if self.awaits_wall() {
            notes.push(format!("place {}", self.wall_noun()));
        } else if length > 1 && self.rules.walls.is_none() {
            notes.push(format!("move {} of {length}", length - left + 1));
        }
        if self.has_to_part() {
            notes.push(
                "royal pieces face each other: part them, or pass and end the game".to_owned(),
            );
        } else if self.passes == 1 {
            notes.push("the other side has passed: another pass ends the game".to_owned());
        }
        if self.has_duty() {
            notes.push("must capture".to_owned());
        }
        if self.rules.hand.is_some() {
            for color in Color::ALL.into_iter().filter(|&color| !self.hands.is_empty(color)) {
                let kinds = self.hands.kinds(color).map(|kind| {
                    let name = definition.piece(kind).fen(Color::White);
                    match self.hands.count(color, kind) {
                        1 => name,
                        count => format!("{count}{name}"),
                    }
                });
                notes.push(format!("in {color}'s hand: {}", kinds.collect::<Vec<_>>().join(" ")));
            }
            notes.extend(self.gates_note());
            if self.has_to_drop() {
                notes.push("must drop".to_owned());
            }
        }
        if self.rules.counts_checks {
            let [white, black] = Color::ALL.map(|color| self.checks[color]);
            notes.push(format!("checks to win: white {white}, black {black}"));
        }
        notes.extend(self.count_note());
        notes.join("; ")
    }

    fn castling_text(&self, step: RoyalStep) -> Option<&'static str> {
        self.castling_san(step)
    }

    fn explain_castling(&self, text: &str) -> Illegal {
        self.why_no_castling_san(text)
    }

    fn is_check(&self) -> bool {
        !self.awaits_wall() && self.in_check(self.side)
    }

    fn reads(&self, steps: &[RoyalStep], text: &str) -> Option<RoyalStep> {
        if ["pass", "--", "0000", "@@@@"].contains(&text.to_ascii_lowercase().as_str()) {
            return steps.iter().copied().find(|&step| self.passes(step));
        }
        // The pawn's letter may be left out.
        let Some(square) = text.strip_prefix('@') else {
            let castling = self.read_castling(steps, text);
            let promotion = || self.read_promotion(steps, text);
            return castling.or_else(promotion).or_else(|| self.read_walled(steps, text));
        };
        let written = format!("P@{}", square.to_ascii_lowercase());
        let is_meant =
            |step: &RoyalStep| step.dropped().is_some() && self.step_text(*step) == written;
        steps.iter().copied().find(is_meant)
    }

    fn explain_drop(&self, kind: PieceType, to: Square) -> Illegal {
        explain_drop(self, kind, to)
    }

    fn explain(case: &Case<'_, Self>) -> Illegal {
        explain(case)
    }
}
