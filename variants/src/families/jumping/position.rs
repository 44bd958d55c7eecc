//! The family behind the trait that search plays by.

use std::sync::Arc;

use crate::fen::{Fen, FenError};
use crate::{
    Bits, Board, Color, Common, Definition, Outcome, Piece, Position, Reason, Square, StepInfo,
};

use super::held::Held;
use super::{Jumping, JumpingRules, JumpingStep, JumpingUndo};

impl<B: Bits> Jumping<B> {
    /// Whether the game is over by what is on the board.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.rules.has_lost(&self.board, color))
    }

    /// Whether a side can jump.
    pub(super) fn must_jump(&self, color: Color) -> bool {
        match &self.rules.general {
            None => self.view(color).landings().any(),
            Some(general) => self.can_jump(general, color),
        }
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.number += (self.side == Color::Black) as u32;
        self.side = !self.side;
    }

    #[inline]
    fn take_back_turn(&mut self) {
        self.side = !self.side;
        self.number -= (self.side == Color::Black) as u32;
    }

    fn check(&self) -> Result<(), String> {
        if Color::ALL.into_iter().all(|color| self.rules.has_lost(&self.board, color)) {
            return Err("both sides have lost".to_owned());
        }
        let definition = &self.common().definition;
        let most = self.rules.most_pieces;
        for color in Color::ALL {
            let pieces = self.board.side(color).count();
            if pieces > most {
                return Err(format!(
                    "{color} has {pieces} pieces: expected at most {most}, the longest chain of \
                     jumps that this program follows on a board of {}",
                    definition.size
                ));
            }
        }
        for (square, piece) in self.board.iter() {
            let promotes = !definition.piece(piece.kind()).promotes.is_empty();
            if promotes && self.rules.sides[piece.color()].last_rank.contains(square) {
                let name = definition.size.name(square);
                let letter = definition.piece(piece.kind()).fen(piece.color());
                return Err(format!("the {letter} on {name} would have promoted"));
            }
        }
        Ok(())
    }
}

/// Takes what several jumps take: the first piece, and the others from the last to the second.
#[cold]
#[inline(never)]
fn take_chain<B: Bits>(
    board: &mut Board<B>,
    rules: &JumpingRules<B>,
    step: JumpingStep<B>,
) -> (Option<Piece>, Box<[Piece]>) {
    let Common { geometry, zobrist, .. } = &rules.common;
    let mut taken = Vec::with_capacity(step.taken());
    step.victims(geometry.size(), |square| taken.extend(board.remove(square, zobrist)));
    (taken.pop(), taken.into())
}

/// The opposite of [`take_chain`].
#[cold]
#[inline(never)]
fn give_back_chain<B: Bits>(
    board: &mut Board<B>,
    rules: &JumpingRules<B>,
    step: JumpingStep<B>,
    first: Piece,
    others: &[Piece],
) {
    let Common { geometry, zobrist, .. } = &rules.common;
    let mut taken = others.iter().copied().chain([first]);
    step.victims(geometry.size(), |square| {
        if let Some(piece) = taken.next() {
            board.put(square, piece, zobrist);
        }
    });
}

impl<B: Bits> Position for Jumping<B> {
    type Bits = B;
    type Step = JumpingStep<B>;
    type Undo = JumpingUndo;
    type Rules = JumpingRules<B>;

    fn compile(definition: Arc<Definition>) -> JumpingRules<B> {
        JumpingRules::compile(definition)
    }

    fn from_fen(rules: &Arc<JumpingRules<B>>, fen: &Fen) -> Result<Self, FenError> {
        Fen { en_passant: "-".to_owned(), ..fen.clone() }.expect_no_marks()?;
        let mut position = Jumping {
            rules: Arc::clone(rules),
            board: Board::new(&fen.pieces, &rules.common.zobrist),
            side: fen.side,
            clock: fen.clock,
            number: fen.number,
            held: Held::NONE,
        };
        if fen.en_passant != "-" {
            position.read_held(&fen.en_passant)?;
        }
        let variant = || rules.common.definition.name.clone();
        position.check().map_err(|what| FenError::Illegal { variant: variant(), what })?;
        Ok(position)
    }

    fn to_fen(&self) -> Fen {
        let fen = Fen::of_board(&self.board, self.side, self.clock, self.number);
        Fen { en_passant: self.held.field(self.rules.common.definition.size), ..fen }
    }

    fn arrange(&mut self, pieces: &[(Square, Piece)], side: Color) -> bool {
        let zobrist = &self.rules.common.zobrist;
        self.board.arrange(pieces, zobrist);
        self.side = side;
        (self.clock, self.number, self.held) = (0, 1, Held::NONE);
        self.check().is_ok()
    }

    fn common(&self) -> &Common<B> {
        &self.rules.common
    }

    fn board(&self) -> &Board<B> {
        &self.board
    }

    fn side(&self) -> Color {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let zobrist = &self.rules.common.zobrist;
        let key = self.board.key() ^ self.held.key(zobrist);
        match self.side {
            Color::White => key,
            Color::Black => key ^ zobrist.side(),
        }
    }

    fn key_from_scratch(&self) -> u64 {
        let Common { geometry, zobrist, .. } = &self.rules.common;
        let side = if self.side == Color::Black { zobrist.side() } else { 0 };
        self.board.key_from_scratch(geometry.size(), zobrist) ^ side ^ self.held.key(zobrist)
    }

    fn clock(&self) -> u32 {
        self.clock
    }

    #[inline]
    fn decided(&self) -> Option<Outcome> {
        let reason = if self.rules.vital.is_none() { Reason::AllCaptured } else { Reason::Kings };
        Color::ALL
            .into_iter()
            .find(|&color| self.rules.has_lost(&self.board, color))
            .map(|loser| self.common().win(!loser, reason))
    }

    fn outcome_without_steps(&self) -> Outcome {
        self.common().win(!self.side, Reason::Stalemate)
    }

    fn generate(&self, steps: &mut Vec<JumpingStep<B>>) {
        self.generate_into::<false>(steps, usize::MAX, &mut || true);
    }

    fn generate_while(
        &self,
        steps: &mut Vec<JumpingStep<B>>,
        most: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        self.generate_into::<false>(steps, most, goes_on);
    }

    fn generate_tactical(&self, steps: &mut Vec<JumpingStep<B>>) {
        self.generate_into::<true>(steps, usize::MAX, &mut || true);
    }

    fn count(&self) -> u64 {
        self.count_steps()
    }

    fn has_steps(&self) -> bool {
        let mut steps = Vec::new();
        self.generate_while(&mut steps, 1, &mut || false);
        !steps.is_empty()
    }

    fn is_forced(&self) -> bool {
        self.must_jump(self.side)
    }

    #[inline]
    fn move_limit(&self) -> Option<u32> {
        let limit = self.rules.common.definition.move_rule;
        match &self.rules.general {
            None => limit,
            Some(general) => general.move_limit(&self.board, limit),
        }
    }

    fn play(&mut self, step: JumpingStep<B>) -> JumpingUndo {
        let rules = &*self.rules;
        let zobrist = &rules.common.zobrist;
        let piece = self.board.get(step.from);
        let mut undo = JumpingUndo {
            piece,
            taken: None,
            others: Box::default(),
            held: self.held,
            clock: self.clock,
        };
        match step.jumps {
            0 => undo.taken = self.board.remove(step.to, zobrist),
            1 => undo.taken = self.board.remove(step.between(), zobrist),
            _ => (undo.taken, undo.others) = take_chain(&mut self.board, rules, step),
        }
        let progress = piece.is_some_and(|piece| rules.progress[piece.kind().index()]);
        match (piece, step.promotion) {
            (Some(piece), Some(kind)) => {
                self.board.remove(step.from, zobrist);
                self.board.put(step.to, Piece::new(piece.color(), kind), zobrist);
            }
            _ => self.board.relocate(step.from, step.to, zobrist),
        }
        self.clock = match progress || undo.taken.is_some() || step.promotion.is_some() {
            true => 0,
            false => self.clock + 1,
        };
        if rules.counts_king_moves {
            self.count_king_move(undo.taken.is_some(), step);
        }
        self.pass_turn();
        undo
    }

    fn undo(&mut self, step: JumpingStep<B>, undo: JumpingUndo) {
        self.take_back_turn();
        self.clock = undo.clock;
        self.held = undo.held;
        let rules = &*self.rules;
        let zobrist = &rules.common.zobrist;
        match (undo.piece, step.promotion) {
            (Some(piece), Some(_)) => {
                self.board.remove(step.to, zobrist);
                self.board.put(step.from, piece, zobrist);
            }
            _ => self.board.relocate(step.to, step.from, zobrist),
        }
        match (step.jumps, undo.taken) {
            (_, None) => {}
            (0, Some(taken)) => self.board.put(step.to, taken, zobrist),
            (1, Some(taken)) => self.board.put(step.between(), taken, zobrist),
            (_, Some(taken)) => give_back_chain(&mut self.board, rules, step, taken, &undo.others),
        }
    }

    fn pass(&mut self) -> Option<JumpingUndo> {
        // A side that must take after a pass would be worse off than it is.
        if self.is_lost() || Color::ALL.into_iter().any(|color| self.must_jump(color)) {
            return None;
        }
        let undo = JumpingUndo {
            piece: None,
            taken: None,
            others: Box::default(),
            held: self.held,
            clock: self.clock,
        };
        self.clock += 1;
        self.pass_turn();
        Some(undo)
    }

    fn undo_pass(&mut self, undo: JumpingUndo) {
        self.take_back_turn();
        self.clock = undo.clock;
        self.held = undo.held;
    }

    #[inline(always)]
    fn step_info(&self, step: JumpingStep<B>) -> Option<StepInfo> {
        Some(StepInfo {
            piece: self.board.get(step.from)?,
            from: step.from,
            to: step.to,
            promotion: step.promotion,
            alternates: false,
            captures: step.jumps > 0 || self.board.get(step.to).is_some(),
            castles: false,
            drops: false,
        })
    }

    fn victims(&self, step: JumpingStep<B>, mut f: impl FnMut(Square, Piece)) {
        let mut tell = |square| {
            if let Some(piece) = self.board.get(square) {
                f(square, piece);
            }
        };
        if step.jumps == 0 {
            tell(step.to);
        }
        step.victims(self.rules.common.geometry.size(), tell);
    }
}
