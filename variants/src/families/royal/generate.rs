//! Legal moves by checks and pins, for games whose attacks are leaps and whole lines.
//!
//! One walk over the position feeds a [`Sink`]: a list of moves, or a counter that never looks at
//! single moves.

use super::attacks::Attackers;
use super::kinds::Kind;
use super::state::{Royal, landings};
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Color, Direction, PieceType, Square};

/// Receiver of generated moves.
pub(super) trait Sink<B: Bits> {
    /// A piece goes from one square to each of a set.
    fn fan(&mut self, from: Square, targets: B);
    /// Pieces come to each of a set of squares from `distance` indices below.
    fn march(&mut self, targets: B, distance: i32, kind: StepKind);
    /// The same, and become any of the kinds.
    fn promote(&mut self, targets: B, distance: i32, kinds: &[PieceType]);
    /// A piece of a kind is dropped on each of a set of squares.
    fn drop(&mut self, kind: PieceType, targets: B);
    /// One move.
    fn step(&mut self, step: RoyalStep);
}

/// Collects moves.
impl<B: Bits> Sink<B> for Vec<RoyalStep> {
    #[inline]
    fn fan(&mut self, from: Square, targets: B) {
        self.extend(targets.iter().map(|to| RoyalStep::new(from, to, StepKind::Plain)));
    }

    #[inline]
    fn march(&mut self, targets: B, distance: i32, kind: StepKind) {
        self.extend(targets.iter().map(|to| RoyalStep::new(back(to, distance), to, kind)));
    }

    fn promote(&mut self, targets: B, distance: i32, kinds: &[PieceType]) {
        for to in targets.iter() {
            let step = RoyalStep::new(back(to, distance), to, StepKind::Plain);
            self.extend(kinds.iter().map(|&kind| step.promoting(kind)));
        }
    }

    #[inline]
    fn drop(&mut self, kind: PieceType, targets: B) {
        self.extend(targets.iter().map(|to| RoyalStep::dropping(kind, to)));
    }

    #[inline]
    fn step(&mut self, step: RoyalStep) {
        self.push(step);
    }
}

/// The square `distance` indices below.
#[inline]
fn back(to: Square, distance: i32) -> Square {
    Square((to.0 as i32 - distance) as u8)
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Counter(pub u64);

impl<B: Bits> Sink<B> for Counter {
    #[inline]
    fn fan(&mut self, _: Square, targets: B) {
        self.0 += targets.count() as u64;
    }

    #[inline]
    fn march(&mut self, targets: B, _: i32, _: StepKind) {
        self.0 += targets.count() as u64;
    }

    #[inline]
    fn promote(&mut self, targets: B, _: i32, kinds: &[PieceType]) {
        self.0 += targets.count() as u64 * kinds.len() as u64;
    }

    #[inline]
    fn drop(&mut self, _: PieceType, targets: B) {
        self.0 += targets.count() as u64;
    }

    #[inline]
    fn step(&mut self, _: RoyalStep) {
        self.0 += 1;
    }
}

/// Limits of moves of pieces other than the king.
#[derive(Clone, Copy)]
struct Limits<B> {
    /// Target squares: not own pieces; in check, the checker or a square between.
    targets: B,
    /// Target squares of moves that neither capture nor promote.
    quiet: B,
    enemy: B,
    occupied: B,
}

impl<B: Bits> Royal<B> {
    /// Feeds legal moves to a sink: all captures and promotions, and of the others those to where
    /// `quiet` lets a kind of pieces go.
    #[inline]
    pub(super) fn visit<S: Sink<B>>(&self, sink: &mut S, quiet: impl Fn(PieceType) -> B) {
        self.visit_all(sink, quiet, true);
    }

    /// The same; drops that may not give mate are looked at if `asks_mate`.
    #[inline]
    pub(super) fn visit_all<S: Sink<B>>(
        &self,
        sink: &mut S,
        quiet: impl Fn(PieceType) -> B,
        asks_mate: bool,
    ) {
        let rules = &*self.rules;
        let us = self.side;
        let (own, enemy) = (self.board.side(us), self.board.side(!us));
        let occupied = own | enemy;
        let king = self.king(us);
        let attackers = Attackers::new(rules, &self.board, !us);
        let reach = rules.common.geometry.all() & !own;

        let leaping = attackers.leapers_on(rules, king);
        let (mut checkers, mut pinned) = (leaping, B::EMPTY);
        let mut targets = reach;
        let snipers = attackers.sliders_towards(rules, king);
        for sniper in snipers.iter() {
            let blockers = rules.between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= B::bit(sniper);
                targets &= rules.between(king, sniper) | B::bit(sniper);
            } else if !blockers.has_several() {
                pinned |= blockers & own;
            }
        }
        // A leaper's check cannot be blocked.
        if leaping.any() {
            targets &= leaping;
        }

        let quiet_king = quiet(rules.king);
        self.visit_king(sink, king, &attackers, reach & (enemy | quiet_king));
        if checkers.has_several() {
            return;
        }
        // No castling is among the checks that a search asks for.
        if checkers.is_empty() && quiet_king == !B::EMPTY {
            self.visit_castlings(sink, &attackers);
        }
        let limits = |name| Limits { targets, quiet: quiet(name), enemy, occupied };
        for &name in &rules.pieces {
            let pieces = self.board.pieces(us, name) & !pinned;
            if pieces.any() {
                let limits = limits(name);
                pieces.iter().for_each(|from| self.visit_piece(sink, name, from, limits));
            }
        }
        for &name in &rules.pawns {
            let pawns = self.board.pieces(us, name) & !pinned;
            self.visit_pawns(sink, name, pawns, limits(name));
        }
        if pinned.any() {
            self.visit_pinned(sink, king, snipers, occupied, limits);
        }
        if self.capturable().any() {
            self.visit_en_passant(&attackers, &mut |step| sink.step(step));
        }
        if let Some(hand) = self.dropping() {
            self.visit_drops(hand, targets & !occupied, asks_mate, |kind, squares| {
                sink.drop(kind, squares & quiet(kind));
            });
        }
    }

    #[inline]
    fn visit_king<S: Sink<B>>(
        &self,
        sink: &mut S,
        king: Square,
        attackers: &Attackers<B>,
        reach: B,
    ) {
        let rules = &*self.rules;
        let kind = rules.kind(rules.king);
        let occupied = self.board.occupied();
        let mut targets = if kind.simple {
            rules.attacks(kind, self.side, king, occupied) & reach
        } else {
            let targets = self.targets(rules.king, king, occupied, self.board.side(!self.side));
            targets & reach & !self.taken_en_passant(kind, king)
        };
        // Behind the king there is no shelter from a slider.
        let vacated = occupied & !B::bit(king);
        for to in targets.iter() {
            if attackers.attack(rules, to, vacated) {
                targets &= !B::bit(to);
            }
        }
        sink.fan(king, targets);
    }

    /// All squares that a piece, not a pawn, may go to by its own moves.
    pub(super) fn targets(&self, name: PieceType, from: Square, occupied: B, enemy: B) -> B {
        let rules = &*self.rules;
        let kind = rules.kind(name);
        let us = self.side;
        let occupied = occupied | self.walls;
        let slides = rules.slides(kind, from, occupied);
        let mut targets = (slides | kind.captures[us][from.index()]) & enemy
            | (slides | kind.quiet[us][from.index()]) & !occupied;
        for path in &kind.paths[us][from.index()] {
            if !self.may_begin(kind, path, us, from)
                || path.modes.initial && kind.unmoved && self.waits_in_check(kind)
            {
                continue;
            }
            for to in self.open_landings(kind, path, occupied) {
                let taking = occupied.contains(to);
                if taking && path.modes.capture || !taking && path.modes.quiet {
                    targets |= B::bit(to);
                }
            }
        }
        targets & !(occupied & !enemy) & !self.untaken(kind)
    }

    #[inline]
    fn visit_piece<S: Sink<B>>(
        &self,
        sink: &mut S,
        name: PieceType,
        from: Square,
        limits: Limits<B>,
    ) {
        let rules = &*self.rules;
        let kind = rules.kind(name);
        if kind.simple {
            let targets = rules.attacks(kind, self.side, from, limits.occupied);
            sink.fan(from, targets & limits.targets & (limits.enemy | limits.quiet));
            return;
        }
        let wanted = limits.targets & (limits.enemy | limits.quiet);
        self.visit_irregular(name, from, limits.occupied, limits.enemy, &mut |step| {
            let promotes = step.promotion().is_some() && limits.targets.contains(step.to());
            if promotes || wanted.contains(step.to()) {
                sink.step(step);
            }
        });
    }

    /// The moves of a piece of a kind that is not simple, by its own moves alone: en passant
    /// captures left out.
    pub(super) fn visit_irregular(
        &self,
        name: PieceType,
        from: Square,
        occupied: B,
        enemy: B,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        let rules = &*self.rules;
        let kind = rules.kind(name);
        let passing = kind.paths[self.side][from.index()]
            .iter()
            .filter(|path| path.modes.passes && self.may_begin(kind, path, self.side, from));
        let passed: B = passing
            .flat_map(|path| landings(path, occupied))
            .fold(B::EMPTY, |set, to| set | B::bit(to))
            & !occupied;
        let targets = self.targets(name, from, occupied, enemy);
        for to in (targets & !self.taken_en_passant(kind, from)).iter() {
            let kind_of_step =
                if passed.contains(to) { StepKind::Passing } else { StepKind::Plain };
            let step = RoyalStep::new(from, to, kind_of_step);
            self.arrive(name, step, enemy.contains(to), sink);
        }
    }

    #[inline]
    fn visit_pawns<S: Sink<B>>(&self, sink: &mut S, name: PieceType, pawns: B, limits: Limits<B>) {
        let rules = &*self.rules;
        let us = self.side;
        let kind = rules.kind(name);
        let geometry = &rules.common.geometry;
        let (promotion, stays) = (kind.promotion[us], kind.stays[us]);
        let empty = geometry.all() & !limits.occupied;
        let files = geometry.size().files() as i32;
        let (forward, sideways, ahead) = match us {
            Color::White => (Direction::North, [Direction::NorthEast, Direction::NorthWest], files),
            Color::Black => {
                (Direction::South, [Direction::SouthEast, Direction::SouthWest], -files)
            }
        };
        let quiet_targets = limits.targets & (promotion | limits.quiet);

        let single = geometry.shift(pawns, forward) & empty & quiet_targets;
        sink.march(single & stays & limits.quiet, ahead, StepKind::Plain);
        if (single & promotion).any() {
            sink.promote(single & promotion, ahead, &kind.promotes[us]);
        }
        let mut front = pawns & kind.initial[us];
        for length in 1..=kind.pawn.unwrap_or(1) as i32 {
            front = geometry.shift(front, forward) & empty;
            if length > 1 {
                let landing = front & quiet_targets;
                sink.march(landing & stays & limits.quiet, length * ahead, StepKind::Passing);
                if (landing & promotion).any() {
                    sink.promote(landing & promotion, length * ahead, &kind.promotes[us]);
                }
            }
        }
        for (direction, side) in sideways.into_iter().zip([1, -1]) {
            let taken = geometry.shift(pawns, direction) & limits.enemy & limits.targets;
            sink.march(taken & stays, ahead + side, StepKind::Plain);
            if (taken & promotion).any() {
                sink.promote(taken & promotion, ahead + side, &kind.promotes[us]);
            }
        }
    }

    /// Pinned pieces, each along its pin.
    fn visit_pinned<S: Sink<B>>(
        &self,
        sink: &mut S,
        king: Square,
        snipers: B,
        occupied: B,
        limits: impl Fn(PieceType) -> Limits<B>,
    ) {
        let own = self.board.side(self.side);
        for sniper in snipers.iter() {
            let between = self.rules.between(king, sniper);
            let blockers = between & occupied;
            if blockers.has_several() || (blockers & own).is_empty() {
                continue;
            }
            let Some(from) = blockers.first() else { continue };
            let Some(piece) = self.board.get(from) else { continue };
            let limits = limits(piece.kind());
            let targets = limits.targets & (between | B::bit(sniper));
            let limits = Limits { targets, ..limits };
            if self.rules.kind(piece.kind()).pawn.is_some() {
                self.visit_pawns(sink, piece.kind(), blockers, limits);
            } else {
                self.visit_piece(sink, piece.kind(), from, limits);
            }
        }
    }

    /// En passant captures, each tried: the piece taken stands elsewhere than the square entered,
    /// so that pins through both squares, and checks by the piece taken, are rare but real.
    pub(super) fn visit_en_passant(
        &self,
        attackers: &Attackers<B>,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        let rules = &*self.rules;
        let us = self.side;
        let king = self.king(us);
        self.en_passant_candidates(&mut |step| {
            let Some(victim) = self.passer(step.to()).map(B::bit) else { return };
            let (from, to) = (B::bit(step.from()), B::bit(step.to()));
            let occupied = (self.board.occupied() ^ from) & !victim | to;
            if !attackers.without(victim).attack(rules, king, occupied) {
                sink(step);
            }
        });
    }

    /// En passant targets of a piece. It does not move there without capturing, if it could: the two
    /// would be written alike.
    fn taken_en_passant(&self, kind: &Kind<B>, from: Square) -> B {
        let mut taken = B::EMPTY;
        if kind.takes_en_passant {
            for to in self.capturable().iter() {
                let step = RoyalStep::new(from, to, StepKind::EnPassant);
                let reaches = kind.en_passant_attackers[self.side][to.index()].contains(from);
                if reaches && self.clone().is_safe_after(step) {
                    taken |= B::bit(to);
                }
            }
        }
        taken
    }

    /// En passant captures whether or not they leave the king in check.
    pub(super) fn en_passant_candidates(&self, sink: &mut dyn FnMut(RoyalStep)) {
        for to in self.capturable().iter() {
            for &name in &self.rules.passing_takers {
                let takers = self.rules.kind(name).en_passant_attackers[self.side][to.index()];
                for from in (takers & self.board.pieces(self.side, name)).iter() {
                    let step = RoyalStep::new(from, to, StepKind::EnPassant);
                    self.arrive(name, step, true, sink);
                }
            }
        }
    }
}
