//! Drops: pieces in hand that are put on the board.

use super::castlings::{Castling, home_of};
use super::generate::Counter;
use super::hand_rules::HandRules;
use super::state::{EnPassant, Royal, RoyalUndo};
use super::step::RoyalStep;
use crate::{Attacks, Bits, Piece, PieceType, Position, Square};

impl<B: Bits> Royal<B> {
    /// The rules of hands, if the side to move has anything in hand that it may drop.
    #[inline]
    pub(super) fn dropping(&self) -> Option<&HandRules<B>> {
        let hand = self.rules.hand.as_deref()?;
        (hand.drops && !self.hands.is_empty(self.side)).then_some(hand)
    }

    /// Whether the side to move has to drop a piece.
    pub(super) fn has_to_drop(&self) -> bool {
        self.dropping().is_some_and(|hand| hand.first)
    }

    /// Calls `sink` with each kind in hand and the squares of `targets`, which are empty, where it
    /// may be dropped. `asks_mate`: whether drops that may not give mate are looked at.
    #[inline]
    pub(super) fn visit_drops(
        &self,
        hand: &HandRules<B>,
        targets: B,
        asks_mate: bool,
        mut sink: impl FnMut(PieceType, B),
    ) {
        let targets = self.droppable(hand, targets);
        let forms = |kind| [Some(kind), hand.form_of(kind)].into_iter().flatten();
        for kind in self.hands.kinds(self.side).flat_map(forms) {
            let mut squares = targets & hand.zones[self.side][kind.index()];
            if !hand.is_zone_all(kind) {
                squares = self.unbarred(hand, kind, squares, asks_mate);
            }
            sink(kind, squares);
        }
    }

    /// The squares where a drop breaks no rule about files, check and mate.
    fn unbarred(&self, hand: &HandRules<B>, kind: PieceType, mut squares: B, asks_mate: bool) -> B {
        squares &= !hand.full_files(kind, self.board.pieces(self.side, kind));
        squares &= self.of_both_colors(hand, kind, squares);
        let no_mate = asks_mate && hand.no_mate.contains(&kind);
        if no_mate || !hand.give_check {
            for to in squares.iter() {
                let step = RoyalStep::dropping(kind, to);
                if self.drop_checks(step) && (!hand.give_check || self.mates(step)) {
                    squares &= !B::bit(to);
                }
            }
        }
        squares
    }

    /// The squares, of some empty ones, after a drop on which half of the pieces of each kind of
    /// `two_colors` can stand on squares of each colour.
    fn of_both_colors(&self, hand: &HandRules<B>, kind: PieceType, squares: B) -> B {
        let mut fit = squares;
        for &other in &hand.two_colors {
            let pieces = self.board.pieces(self.side, other);
            let total = pieces.count() + self.hands.count(self.side, other);
            let zone = hand.zones[self.side][other.index()] & !self.board.occupied();
            for color in [hand.dark, !hand.dark] {
                if other == kind {
                    if (pieces & color).count() + 1 > total.div_ceil(2) {
                        fit &= !color;
                    }
                    continue;
                }
                for to in squares.iter() {
                    let left = pieces | zone & !B::bit(to);
                    if (left & color).count() < total / 2 {
                        fit &= !B::bit(to);
                    }
                }
            }
        }
        fit
    }

    /// Gives the castling right of a king and a rook once a drop has put the second of them on its
    /// square.
    #[cold]
    fn gain_rights(&mut self, to: Square) {
        let rules = self.rules.clone();
        let Some(castling) = rules.royal.castling.as_deref() else { return };
        let first = 2 * self.side as usize;
        for index in first..first + 2 {
            let Some(home) = self.castlings.ways[index].as_ref().map(Castling::home) else {
                continue;
            };
            let definition = &rules.common.definition;
            let stands = home_of(index, &self.board, castling, definition) == Some(home);
            if stands && (home.0 == to || home.1 == to) {
                self.state_key ^= self.castling_key();
                self.castling |= 1 << index;
                self.state_key ^= self.castling_key();
            }
        }
    }

    /// Whether a drop gives check, by the piece itself or as a hurdle.
    pub(super) fn drop_checks(&self, step: RoyalStep) -> bool {
        if !self.rules.hops && !self.rules.special {
            return self.gives_check(step);
        }
        let mut after = self.clone();
        after.try_pieces(step);
        after.in_check(!self.side)
    }

    /// Whether a drop that gives check mates. Drops among the answers may mate.
    fn mates(&self, step: RoyalStep) -> bool {
        let mut after = self.clone();
        after.play(step);
        if after.is_decided() {
            return false;
        }
        let mut counter = Counter::default();
        if self.rules.exact {
            after.visit_all(&mut counter, |_| !B::EMPTY, false);
        } else {
            after.try_each(&|_| true, false, &mut |_| counter.0 += 1);
        }
        counter.0 == 0
    }

    /// Calls `sink` for each drop that leaves the king safe, in games whose rules are not exact.
    pub(super) fn try_drops(&self, asks_mate: bool, sink: &mut dyn FnMut(RoyalStep)) {
        let Some(hand) = self.dropping() else { return };
        let in_check = self.in_check(self.side);
        let safe = |kind: PieceType, targets: B| {
            if in_check {
                self.shelter(kind, targets)
            } else if self.rules.hops {
                // It may be the hurdle of an enemy's hopper.
                let risky = targets & self.covers_of_king();
                targets & !risky | self.shelter(kind, risky)
            } else {
                targets
            }
        };
        let mut targets = self.rules.common.geometry.all() & !self.board.occupied();
        // All kinds stand in the way alike, but for hoppers that cannot jump over some.
        let alike = self.rules.royal.bars.is_empty();
        if let Some(kind) = self.hands.kinds(self.side).next().filter(|_| alike) {
            targets = safe(kind, targets);
        }
        self.visit_drops(hand, targets, asks_mate, |kind, squares| {
            let squares = if alike { squares } else { safe(kind, squares) };
            squares.iter().for_each(|to| sink(RoyalStep::dropping(kind, to)));
        });
    }

    /// The squares, of some empty ones on the enemy's ways to the king, where a piece of a kind of the
    /// side to move leaves it safe.
    fn shelter(&self, kind: PieceType, squares: B) -> B {
        let zobrist = &self.rules.common.zobrist;
        let mut trial = self.clone();
        let mut found = B::EMPTY;
        for square in (squares & self.covers_of_king()).iter() {
            trial.board.put(square, Piece::new(self.side, kind), zobrist);
            if !trial.in_check(self.side) {
                found |= B::bit(square);
            }
            trial.board.remove(square, zobrist);
        }
        found
    }

    /// Makes a drop.
    pub(super) fn play_drop(&mut self, step: RoyalStep, kind: PieceType) -> RoyalUndo<B> {
        let (mut undo, mover) = (self.undo_data(None, None), self.side);
        let rules = &*self.rules;
        let piece = Piece::new(self.side, kind);
        let progress = rules.kind(kind).makes_progress();
        self.board.put(step.to(), piece, &rules.common.zobrist);
        self.clock = if progress { 0 } else { self.clock + 1 };
        if !self.is_endless() {
            self.change_hand(self.held(kind), false);
        }
        if self.rules.hand.as_ref().is_some_and(|hand| hand.castles) {
            self.gain_rights(step.to());
        }
        self.flip(step.to(), mover, true, &mut undo);
        if self.gates.any() {
            self.close_gates(B::EMPTY);
        }
        self.en_passant = EnPassant::NONE;
        self.turn_over();
        if self.rules.counts_checks {
            self.count_check(mover);
        }
        undo
    }

    /// Whether drops leave the hand as it is.
    pub(super) fn is_endless(&self) -> bool {
        self.rules.hand.as_ref().is_some_and(|hand| hand.endless)
    }

    /// Puts a piece into its side's hand, or takes it out of it.
    pub(super) fn change_hand(&mut self, piece: Piece, adds: bool) {
        let zobrist = &self.rules.common.zobrist;
        let before = self.hands.key_of(piece, zobrist);
        if adds {
            self.hands.add(piece);
        } else {
            self.hands.take(piece);
        }
        self.state_key ^= before ^ self.hands.key_of(piece, zobrist);
    }

    /// Puts the piece that a captured one becomes into the mover's hand, in games with hands.
    #[inline]
    pub(super) fn gain(&mut self, captured: Piece) {
        let gained = self.rules.hand.as_deref().and_then(|hand| hand.gained(captured));
        if let Some(piece) = gained {
            self.change_hand(piece, true);
        }
    }

    /// Takes such a piece out of the hand again; the key is restored elsewhere.
    #[inline]
    pub(super) fn give_back(&mut self, captured: Piece) {
        let gained = self.rules.hand.as_deref().and_then(|hand| hand.gained(captured));
        if let Some(piece) = gained {
            self.hands.take(piece);
        }
    }

    /// The change of the key by the pieces that a step puts into a hand or takes out of it.
    pub(super) fn hand_key_after(&self, hand: &HandRules<B>, step: RoyalStep) -> u64 {
        let zobrist = &self.rules.common.zobrist;
        let change = |piece: Piece, after: u32| {
            self.hands.key_of(piece, zobrist) ^ zobrist.held(piece, after)
        };
        let count = |piece: Piece| self.hands.count(piece.color(), piece.kind());
        if let Some(kind) = step.dropped() {
            if hand.endless {
                return 0;
            }
            let piece = self.held(kind);
            return change(piece, count(piece).saturating_sub(1));
        }
        let captured = self.victim_square(step).and_then(|square| self.board.get(square));
        if self.rules.blast.is_some() {
            let mut hands = self.hands;
            let mut gain = |piece| hand.gained(piece).into_iter().for_each(|own| hands.add(own));
            captured.into_iter().for_each(&mut gain);
            self.visit_debris(step, &mut |_, piece| gain(piece));
            return self.hands.key(zobrist) ^ hands.key(zobrist);
        }
        let gained = captured.and_then(|captured| hand.gained(captured));
        let gated = step.gated().map(|kind| Piece::new(self.side, kind));
        match (gained, gated) {
            (Some(one), Some(other)) if one == other => 0,
            _ => {
                gained.map_or(0, |piece| change(piece, count(piece) + 1))
                    ^ gated.map_or(0, |piece| change(piece, count(piece).saturating_sub(1)))
            }
        }
    }

    /// Whether the piece that a drop puts on a square of the board as that kind is in hand.
    pub(super) fn is_in_hand(&self, kind: PieceType) -> bool {
        self.hands.count(self.side, self.held(kind).kind()) > 0
    }

    /// The piece in hand that the side to move drops as a kind.
    pub(super) fn held(&self, kind: PieceType) -> Piece {
        let hand = self.rules.hand.as_deref();
        Piece::new(self.side, hand.map_or(kind, |hand| hand.plain_of(kind)))
    }
}
