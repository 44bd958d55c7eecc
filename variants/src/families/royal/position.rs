//! The family behind the trait that search plays by.

use std::cell::{Cell, RefCell};

use std::sync::Arc;

use super::data::Stalemate;
use super::generate::Counter;
use super::rules::RoyalRules;
use super::setup;
use super::state::{EnPassant, Royal, RoyalUndo};
use super::step::{RoyalStep, StepKind};
use crate::{
    Attacks, Bits, Board, Color, Common, Definition, Fen, FenError, Hands, Outcome, Piece,
    Position, Reason, Square, StepInfo,
};

impl<B: Bits> Position for Royal<B> {
    type Bits = B;
    type Step = RoyalStep;
    type Undo = RoyalUndo<B>;
    type Rules = RoyalRules<B>;

    fn compile(definition: Arc<Definition>) -> RoyalRules<B> {
        RoyalRules::new(definition)
    }

    fn from_fen(rules: &Arc<RoyalRules<B>>, fen: &Fen) -> Result<Self, FenError> {
        setup::read(rules, fen)
    }

    fn to_fen(&self) -> Fen {
        setup::write(self)
    }

    fn arrange(&mut self, pieces: &[(Square, Piece)], side: Color) -> bool {
        setup::arrange(self, pieces, side)
    }

    #[inline]
    fn common(&self) -> &Common<B> {
        &self.rules.common
    }

    #[inline]
    fn board(&self) -> &Board<B> {
        &self.board
    }

    #[inline]
    fn hands(&self) -> Option<&Hands> {
        self.rules.hand.as_ref().map(|_| &self.hands)
    }

    #[inline]
    fn hand_key(&self, step: RoyalStep) -> u64 {
        self.rules.hand.as_deref().map_or(0, |hand| self.hand_key_after(hand, step))
    }

    #[inline]
    fn reversible_plies(&self) -> u32 {
        match &self.rules.hand {
            // Captured pieces can come back.
            Some(hand) if hand.captures => u32::MAX,
            _ => self.clock,
        }
    }

    #[inline]
    fn side(&self) -> Color {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key() ^ self.state_key ^ self.en_passant.key
    }

    #[inline]
    fn is_plain(&self) -> bool {
        let rules = &self.rules;
        let has_more = rules.hand.is_some() || rules.counts_checks || rules.turns.is_some();
        let has_more =
            has_more || rules.royal.walls.is_some() || self.passes > 0 || self.gates.any();
        self.castling == 0 && self.en_passant.key == 0 && !has_more
    }

    fn key_from_scratch(&self) -> u64 {
        let Common { definition, zobrist, .. } = self.common();
        let mut fresh = self.clone();
        fresh.find_en_passant_key();
        let side = if self.side == Color::Black { zobrist.side() } else { 0 };
        let pieces = self.board.key_from_scratch(definition.size, zobrist);
        pieces
            ^ side
            ^ self.hands.key(zobrist)
            ^ self.castling_key()
            ^ self.checks_key()
            ^ self.series_key()
            ^ self.gates_key()
            ^ self.walls_key()
            ^ self.passes_key()
            ^ fresh.en_passant.key
    }

    #[inline]
    fn clock(&self) -> u32 {
        self.clock
    }

    #[inline]
    fn decided(&self) -> Option<Outcome> {
        let ends = if self.rules.has_ends { self.decided_by_ends() } else { None };
        if self.rules.turns.is_none() {
            return ends;
        }
        ends.or_else(|| self.stuck_within_turn())
    }

    fn has_long_turns(&self) -> bool {
        self.rules.turns.is_some() || self.series.length > 0
    }

    #[inline]
    fn is_turn_start(&self) -> bool {
        !self.is_within_turn()
    }

    #[inline]
    fn moves_left(&self) -> u32 {
        u32::from(self.series.left).max(1)
    }

    fn drawn(&self, reason: Reason) -> Outcome {
        self.decided_by_points(reason)
    }

    fn outcome_without_steps(&self) -> Outcome {
        if self.in_check(self.side) {
            return self.common().win(!self.side, Reason::Checkmate);
        }
        match self.rules.royal.stalemate[self.side] {
            Stalemate::Draw => Outcome::draw(Reason::Stalemate),
            Stalemate::Loss => self.common().win(!self.side, Reason::Stalemate),
            Stalemate::Win => self.common().win(self.side, Reason::Stalemate),
            Stalemate::Majority => self.stalemate_by_majority(),
        }
    }

    fn plies_of_count(&self) -> Option<u32> {
        self.rules.royal.counting.as_ref()?;
        // A later count, as against a bare king, may be shorter: it is certain there alone.
        let is_bare = Color::ALL.into_iter().any(|side| self.board.side(side).count() == 1);
        if is_bare { self.count.left() } else { Some(0) }
    }

    #[inline]
    fn is_counted_out(&self) -> bool {
        self.count.is_over()
    }

    fn has_insufficient_material(&self) -> bool {
        let royal = &self.rules.royal;
        let others = self.board.occupied() & !self.board.kind(self.rules.king);
        if self.rules.hand.is_some() && self.hands.total() > 0 {
            return false;
        }
        if !royal.dead {
            return self.rules.has_ends && self.are_both_bare();
        }
        let size = self.common().geometry.size();
        let one_color = || {
            let dark = others.iter().filter(|&square| size.is_dark(square)).count() as u32;
            dark == 0 || dark == others.count()
        };
        others.is_empty()
            || !others.has_several() && (others & self.board.kinds(&royal.dead_single)).any()
            || (others & !self.board.kinds(&royal.dead_same_color)).is_empty() && one_color()
    }

    fn generate(&self, steps: &mut Vec<RoyalStep>) {
        if self.is_decided() {
            return;
        }
        if self.is_exact() {
            self.visit(steps, |_| !B::EMPTY);
        } else {
            self.try_each(&|_| true, true, &mut |step| steps.push(step));
        }
    }

    fn generate_while(
        &self,
        steps: &mut Vec<RoyalStep>,
        most: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        /// Moves tried between two questions whether to go on.
        const INTERVAL: u32 = 32;
        let _ = most;
        if self.is_decided() || self.is_exact() {
            return self.generate(steps);
        }
        let goes_on = RefCell::new(goes_on);
        let (tried, is_over, has_step) = (Cell::new(0), Cell::new(false), Cell::new(false));
        let wanted = |_| {
            tried.set(tried.get() + 1);
            if tried.get() % INTERVAL == 0 && !is_over.get() {
                is_over.set(!(goes_on.borrow_mut())());
            }
            !is_over.get() || !has_step.get()
        };
        self.try_each(&wanted, true, &mut |step| {
            has_step.set(true);
            steps.push(step);
        });
    }

    fn generate_tactical(&self, steps: &mut Vec<RoyalStep>) {
        if self.is_decided() {
            return;
        }
        if self.is_exact() {
            let first = steps.len();
            self.visit(steps, |_| B::EMPTY);
            self.keep_tactical(steps, first, false);
        } else {
            self.try_each(&|step| self.is_tactical(step), true, &mut |step| steps.push(step));
        }
    }

    fn generate_tactical_and_checks(&self, steps: &mut Vec<RoyalStep>) {
        if self.is_decided() {
            return;
        }
        if self.is_exact() {
            let first = steps.len();
            self.visit(steps, |kind| self.checks_from(kind));
            self.keep_tactical(steps, first, true);
        } else {
            let wanted = |step| self.is_tactical(step) || self.gives_check(step);
            self.try_each(&wanted, true, &mut |step| steps.push(step));
        }
    }

    fn count(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        let mut counter = Counter::default();
        if self.is_exact() {
            self.visit(&mut counter, |_| !B::EMPTY);
        } else {
            self.try_each(&|_| true, true, &mut |_| counter.0 += 1);
        }
        counter.0
    }

    /// The moves after the first are not looked at.
    fn has_steps(&self) -> bool {
        if self.is_decided() || self.is_exact() {
            return self.count() > 0;
        }
        let found = Cell::new(false);
        self.try_each(&|_| !found.get(), true, &mut |_| found.set(true));
        found.get()
    }

    fn is_forced(&self) -> bool {
        !self.awaits_wall() && (self.in_check(self.side) || self.has_duty())
    }

    #[inline]
    fn play(&mut self, step: RoyalStep) -> RoyalUndo<B> {
        let undo = self.advance(step);
        if undo.passes > 0 && step.kind() != StepKind::Pass {
            self.set_passes(0);
        }
        if self.en_passant.squares.any() {
            self.find_en_passant_key();
        }
        if self.rules.royal.counting.is_some() {
            self.count_move(undo.captured, step.promotion().is_some());
        }
        undo
    }

    #[inline]
    fn undo(&mut self, step: RoyalStep, undo: RoyalUndo<B>) {
        self.restore(&undo);
        if undo.flipped.any() {
            self.turn_around(undo.flipped);
        }
        if matches!(step.kind(), StepKind::Wall | StepKind::Pass) {
            return;
        }
        if step.gated().is_some() {
            self.take_gated(step);
        }
        if step.kind() == StepKind::Castling {
            self.castle(step, true);
            return;
        }
        if self.rules.hand.is_some() {
            if step.kind() == StepKind::Drop {
                self.board.remove(step.to(), &self.rules.common.zobrist);
                if let Some(kind) = step.dropped().filter(|_| !self.is_endless()) {
                    self.hands.add(self.held(kind));
                }
                return;
            }
            if let Some(captured) = undo.captured {
                self.give_back(captured);
            }
        }
        if self.rules.blast.is_some() && undo.captured.is_some() {
            self.restore_debris(step, &undo);
        } else if step.promotion().is_none() {
            self.board.relocate(step.to(), step.from(), &self.rules.common.zobrist);
        } else if let Some(piece) = undo.moved {
            let zobrist = &self.rules.common.zobrist;
            self.board.remove(step.to(), zobrist);
            self.board.put(step.from(), piece, zobrist);
        }
        if let Some(captured) = undo.captured {
            self.board.put(undo.victim, captured, &self.rules.common.zobrist);
        }
    }

    fn set_castling_by_rook(&mut self, on: bool) {
        let by_rook = on || self.rules.royal.shuffled;
        if by_rook != self.castlings.by_rook {
            Arc::make_mut(&mut self.castlings).by_rook = by_rook;
        }
    }

    fn pass(&mut self) -> Option<RoyalUndo<B>> {
        if self.is_forced() || self.has_long_turns() {
            return None;
        }
        let undo = self.undo_data(None, None);
        self.set_passes(0);
        self.en_passant = EnPassant::NONE;
        self.clock += 1;
        self.turn_over();
        Some(undo)
    }

    fn undo_pass(&mut self, undo: RoyalUndo<B>) {
        self.restore(&undo);
    }

    #[inline(always)]
    fn step_info(&self, step: RoyalStep) -> Option<StepInfo> {
        let dropped = step.dropped().map(|kind| Piece::new(self.side, kind));
        Some(StepInfo {
            piece: dropped.or_else(|| self.board.get(step.from()))?,
            from: step.from(),
            to: step.to(),
            promotion: step.promotion(),
            alternates: self.alternates(step),
            captures: self.victim_square(step).is_some(),
            castles: step.kind() == StepKind::Castling,
            drops: dropped.is_some(),
        })
    }

    #[inline]
    fn walls(&self) -> B {
        self.walls
    }

    #[inline]
    fn passes(&self, step: RoyalStep) -> bool {
        step.kind() == StepKind::Pass
    }

    #[inline]
    fn wall(&self, step: RoyalStep) -> Option<Square> {
        (step.kind() == StepKind::Wall).then(|| step.to())
    }

    #[inline]
    fn gated(&self, step: RoyalStep) -> Option<(Square, Piece)> {
        self.piece_gated(step)
    }

    fn debris(&self, step: RoyalStep, mut f: impl FnMut(Square, Piece)) {
        if self.rules.blast.is_some() {
            self.visit_debris(step, &mut f);
        }
    }

    fn victims(&self, step: RoyalStep, mut f: impl FnMut(Square, Piece)) {
        if let Some(square) = self.victim_square(step)
            && let Some(piece) = self.board.get(square)
        {
            f(square, piece);
        }
    }
}
