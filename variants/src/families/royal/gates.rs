//! Gates: squares on which a piece in hand is put when the piece that stands there moves for the first
//! time. In games with first moves of pieces that have not moved they mark these pieces.

use super::castlings::{color_of, home_of};
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Color, FenError, Piece, Position, Square};

impl<B: Bits> Royal<B> {
    /// A side's gates.
    #[inline]
    fn gates_of(&self, color: Color) -> B {
        self.gates & self.board.side(color)
    }

    /// Whether the side to move can put a piece in hand on a gate. It has one where it has gates, unless
    /// what it captures comes into its hand.
    #[inline]
    pub(super) fn opens_gates(&self) -> bool {
        self.gates.any()
            && self.rules.royal.unmoved.is_none()
            && self.gates_of(self.side).any()
            && !self.hands.is_empty(self.side)
    }

    /// The piece in hand that a step puts on the board beside the moving one, with its square.
    #[inline]
    pub(super) fn piece_gated(&self, step: RoyalStep) -> Option<(Square, Piece)> {
        let piece = Piece::new(self.side, step.gated()?);
        match step.gates_on_rook() {
            true => Some((self.castling_to(step)?.rook_from, piece)),
            false => Some((step.from(), piece)),
        }
    }

    /// As [`Royal::try_each`], with the moves that put a piece in hand on a gate. They are legal where the
    /// move is without it: no piece comes between a king and its attacker so.
    #[cold]
    pub(super) fn try_gating(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        asks_mate: bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        let is_tried = self.rules.special || self.rules.hops;
        self.try_without_gates(&|_| true, asks_mate, &mut |step| {
            if wanted(step) {
                sink(step);
            }
            self.visit_gatings(step, &mut |gating| {
                if wanted(gating) && (!is_tried || self.is_allowed(gating)) {
                    sink(gating);
                }
            });
        });
    }

    /// The forms of a move that put a piece in hand on a gate.
    fn visit_gatings(&self, step: RoyalStep, sink: &mut dyn FnMut(RoyalStep)) {
        let Some(hand) = self.rules.hand.as_deref() else { return };
        let (gates, from) = (self.gates_of(self.side), step.from());
        let can_promote = || {
            self.board.get(from).is_some_and(|piece| self.rules.kind(piece.kind()).can_promote())
        };
        if step.kind() == StepKind::Drop || !gates.contains(from) || can_promote() {
            return;
        }
        let mut squares = [Some(from), None];
        if let Some(castling) = self.castling_to(step).filter(|_| step.kind() == StepKind::Castling)
        {
            let stays = |square| square == castling.king_to || square == castling.rook_to;
            squares = [from, castling.rook_from].map(|at| Some(at).filter(|&at| !stays(at)));
        }
        for (on_rook, square) in [false, true].into_iter().zip(squares) {
            let Some(square) = square.filter(|&square| gates.contains(square)) else { continue };
            for kind in self.hands.kinds(self.side) {
                if hand.may_drop(self.side, kind, square) {
                    sink(step.gating(kind, on_rook));
                }
            }
        }
    }

    /// Whether a move that puts a piece in hand on a gate attacks a royal piece of the enemy by that
    /// piece or by the one that moves.
    pub(super) fn gating_checks(&self, step: RoyalStep) -> bool {
        let after = self.tried(step);
        let royals = after.royals(!self.side);
        let mut squares = B::bit(step.to());
        squares |= self.piece_gated(step).map_or(B::EMPTY, |(square, _)| B::bit(square));
        let attacks = |at: Square| {
            let piece = after.board.get(at)?;
            Some((after.attacks_from(piece, at, after.board.occupied()) & royals).any())
        };
        squares.iter().any(|at| attacks(at) == Some(true))
    }

    /// Puts the piece that a move brings to the board beside the moving one on its square, and closes
    /// the gates that the move passes.
    #[cold]
    pub(super) fn pass_gates(&mut self, step: RoyalStep, victim: Square) {
        if let Some((square, piece)) = self.piece_gated(step) {
            self.board.put(square, piece, &self.rules.common.zobrist);
            self.change_hand(piece, false);
        }
        let mut passed = B::bit(step.from()) | B::bit(step.to()) | B::bit(victim);
        if let Some(castling) = self.castling_to(step).filter(|_| step.kind() == StepKind::Castling)
        {
            passed |= B::bit(castling.rook_from);
        }
        self.close_gates(passed);
        self.end_first_moves(step);
    }

    /// Closes gates, and all of the side to move if it has nothing to put there any more.
    pub(super) fn close_gates(&mut self, mut squares: B) {
        if !self.can_have_gates(self.side) {
            squares |= self.board.side(self.side);
        }
        self.state_key ^= self.gates_key();
        self.gates &= !squares;
        self.state_key ^= self.gates_key();
    }

    /// Takes the piece that a move has brought to the board beside the moving one back into the hand.
    #[cold]
    pub(super) fn take_gated(&mut self, step: RoyalStep) {
        if let Some((square, piece)) = self.piece_gated(step) {
            self.board.remove(square, &self.rules.common.zobrist);
            self.hands.add(piece);
        }
    }

    /// Zobrist key of the gates.
    pub(super) fn gates_key(&self) -> u64 {
        let zobrist = &self.rules.common.zobrist;
        self.gates.iter().fold(0, |key, square| key ^ zobrist.mark(square).rotate_left(29))
    }

    /// Whether a side has, or can get, something to put on gates; or whether these mark pieces that have not
    /// moved.
    fn can_have_gates(&self, color: Color) -> bool {
        let has_some = || {
            let hand = self.rules.hand.as_ref();
            hand.is_some_and(|hand| hand.gates && (hand.captures || !self.hands.is_empty(color)))
        };
        self.rules.royal.unmoved.is_some() || has_some()
    }

    /// Opens the gates that a castling right implies: those of king and rook.
    pub(super) fn open_by_right(&mut self, index: usize) {
        if self.can_have_gates(color_of(index))
            && let Some(castling) = &self.castlings.ways[index]
        {
            self.gates |= B::bit(castling.king_from) | B::bit(castling.rook_from);
        }
    }

    /// Opens the gate on a file of a side's back rank, as a letter beside the castling rights
    /// states. `None` where such letters are castling rights.
    pub(super) fn open_by_letter(&mut self, letter: char) -> Option<Result<(), FenError>> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        if !self.can_have_gates(color) {
            return None;
        }
        let size = self.common().definition.size;
        let file = letter.to_ascii_lowercase() as u8 - b'a';
        let square = size.square(file.into(), self.gate_rank(color).into())?;
        if !self.board.side(color).contains(square) {
            let expected = format!("expected a piece of {color} on {}", size.name(square));
            return Some(Err(FenError::Castling { found: letter.to_string(), expected }));
        }
        let unmoved = self.rules.royal.unmoved.as_ref();
        let is_marked = |kind| unmoved.is_none_or(|own| own.pieces.contains(&kind));
        if !self.board.get(square).is_some_and(|piece| is_marked(piece.kind())) {
            let found = letter.to_string();
            let expected = "expected the file of a piece with a first move".to_owned();
            return Some(Err(FenError::Castling { found, expected }));
        }
        self.gates |= B::bit(square);
        Some(Ok(()))
    }

    /// Gives the castling rights that gates imply: kings and rooks that have not moved.
    pub(super) fn castle_with_gates(&mut self) {
        let rules = self.rules.clone();
        let (definition, castling) = (&rules.common.definition, rules.royal.castling.as_deref());
        for (index, way) in rules.castlings.ways.iter().enumerate() {
            let Some((way, castling)) = way.as_ref().zip(castling) else { continue };
            let own = B::bit(way.king_from) | B::bit(way.rook_from);
            let stands = home_of(index, &self.board, castling, definition) == Some(way.home());
            if (own & !self.gates).is_empty() && stands {
                self.castling |= 1 << index;
            }
        }
    }

    /// The letters of a side's gates that no castling right implies.
    pub(super) fn gate_letters(&self, color: Color) -> impl Iterator<Item = char> {
        let size = self.common().definition.size;
        let first = 2 * color as usize;
        let held = (first..first + 2).filter(|index| self.castling >> index & 1 == 1);
        let implied = held
            .filter_map(|index| self.castlings.ways[index].as_ref())
            .fold(B::EMPTY, |set, way| set | B::bit(way.king_from) | B::bit(way.rook_from));
        (self.gates_of(color) & !implied).iter().map(move |square| {
            let file = char::from(b'a' + size.file(square));
            if color == Color::White { file.to_ascii_uppercase() } else { file }
        })
    }

    /// The rank of a side's gates: that of castling, or the first.
    fn gate_rank(&self, color: Color) -> u8 {
        let rules = &self.rules;
        let rank = rules.royal.castling.as_ref().map_or(0, |castling| castling.sides[color].rank);
        if color == Color::White { rank } else { rules.common.definition.size.ranks() - 1 - rank }
    }

    /// The gates of the side to move, for people.
    pub(super) fn gates_note(&self) -> Option<String> {
        let size = self.common().definition.size;
        let gates = self.gates_of(self.side).iter().map(|square| size.name(square));
        let names = gates.collect::<Vec<_>>().join(" ");
        self.opens_gates()
            .then(|| format!("pieces in hand can enter on {names}, as the pieces there leave"))
    }
}
