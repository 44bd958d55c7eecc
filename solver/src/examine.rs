//! The value of one position, from the values of those that its moves lead to.

use std::sync::atomic::{AtomicU16, Ordering};

use variants::{PieceType, Position, Square};

use crate::ends::{own_value, value_of};
use crate::error::SolveError;
use crate::index::Index;
use crate::placement::Placement;
use crate::reach::Reach;
use crate::squares::{all_pieces, passes};
use crate::tables::Tables;
use crate::value::{DRAWN, ILLEGAL, UNDECIDED, Value, distance, is_win};

/// The most plies in a row that captures en passant can be asked for.
const MOST_EN_PASSANT: u32 = 32;

/// Knowledge about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// The position that it leads to has this value, for its side to move.
    Final(Value),
    /// Nothing yet.
    Open,
}

/// A table in the making.
pub(crate) struct Workshop<'a> {
    pub(crate) index: &'a Index,
    pub(crate) tables: &'a Tables,
    pub(crate) codes: Vec<AtomicU16>,
    /// Kinds whose moves can make a capture en passant possible.
    passes: [bool; PieceType::MAX],
}

/// Data of a thread.
pub(crate) struct Worker<P: Position> {
    pub(crate) position: P,
    pub(crate) steps: Vec<P::Step>,
    pub(crate) reach: Reach,
}

impl<P: Position> Worker<P> {
    pub(crate) fn new(template: &P, index: &Index) -> Self {
        Worker { position: template.clone(), steps: Vec::new(), reach: Reach::new(index) }
    }
}

impl<'a> Workshop<'a> {
    pub(crate) fn new<P: Position>(template: &P, index: &'a Index, tables: &'a Tables) -> Self {
        let definition = &template.common().definition;
        let mut can_pass = [false; PieceType::MAX];
        for piece in all_pieces(definition) {
            can_pass[piece.kind().index()] |= passes(definition, piece);
        }
        let codes = (0..index.len()).map(|_| AtomicU16::new(UNDECIDED)).collect();
        Workshop { index, tables, codes, passes: can_pass }
    }

    #[inline]
    pub(crate) fn code(&self, entry: u64) -> u16 {
        self.codes.get(entry as usize).map_or(ILLEGAL, |code| code.load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn set(&self, entry: u64, code: u16) {
        if let Some(own) = self.codes.get(entry as usize) {
            own.store(code, Ordering::Relaxed);
        }
    }

    /// The squares of a step that moves one piece, takes nothing and leaves nothing to be told beside
    /// the pieces.
    #[inline]
    pub(crate) fn quiet<P: Position>(
        &self,
        position: &mut P,
        step: P::Step,
    ) -> Option<(Square, Square)> {
        let info = position.step_info(step)?;
        if info.captures || info.castles || info.drops || info.promotion.is_some() {
            return None;
        }
        if self.passes[info.piece.kind().index()] {
            let undo = position.play(step);
            let is_plain = position.is_plain();
            position.undo(step, undo);
            if !is_plain {
                return None;
            }
        }
        Some((info.from, info.to))
    }

    /// Looks at a position for the first time. Also returns whether some move leads to a position with
    /// a capture en passant, so that it has to be looked at after each ply.
    pub(crate) fn begin<P: Position>(
        &self,
        worker: &mut Worker<P>,
        placement: &Placement,
    ) -> Result<(u16, bool), SolveError> {
        if let Some(code) = self.set_up(worker, placement) {
            return Ok((code, false));
        }
        let mut passing = false;
        let mut open = false;
        let mut sum = Sum::default();
        for place in 0..worker.steps.len() {
            let step = worker.steps[place];
            if let Some((from, to)) = self.quiet(&mut worker.position, step) {
                let piece = worker.position.step_info(step).map(|info| info.piece);
                if let Some(group) = piece.and_then(|piece| self.index.group(piece)) {
                    worker.reach.note(group, from, to);
                }
                open = true;
                continue;
            }
            let position = &mut worker.position;
            let undo = position.play(step);
            passing |= !position.is_plain();
            let known = self.resolve(position, -1, 0);
            position.undo(step, undo);
            match known? {
                Known::Final(value) => sum.add(value),
                Known::Open => open = true,
            }
        }
        Ok((sum.code(open), passing))
    }

    /// Looks at all moves of a position again, after so many plies.
    pub(crate) fn examine<P: Position>(
        &self,
        worker: &mut Worker<P>,
        placement: &Placement,
        level: i32,
    ) -> Result<u16, SolveError> {
        if let Some(code) = self.set_up(worker, placement) {
            return Ok(code);
        }
        let mut open = false;
        let mut sum = Sum::default();
        for place in 0..worker.steps.len() {
            let step = worker.steps[place];
            match self.child(&mut worker.position, placement, step, level)? {
                Known::Final(value) => sum.add(value),
                Known::Open => open = true,
            }
        }
        Ok(sum.code(open))
    }

    /// The distance after which a position is lost, if all its moves are known to lead to wins of the
    /// other side.
    pub(crate) fn lost<P: Position>(
        &self,
        worker: &mut Worker<P>,
        placement: &Placement,
        level: i32,
    ) -> Result<Option<Value>, SolveError> {
        if self.set_up(worker, placement).is_some() {
            return Ok(None);
        }
        let mut most = 0;
        for place in 0..worker.steps.len() {
            let step = worker.steps[place];
            match self.child(&mut worker.position, placement, step, level)? {
                Known::Final(Value::Win(plies)) => most = most.max(plies),
                _ => return Ok(None),
            }
        }
        Ok(Some(Value::Win(most).before()))
    }

    /// Whether a piece can move so, and nothing but the pieces has to be told then.
    pub(crate) fn leads<P: Position>(
        &self,
        worker: &mut Worker<P>,
        placement: &Placement,
        from: Square,
        to: Square,
    ) -> bool {
        if self.set_up(worker, placement).is_some() {
            return false;
        }
        let Worker { position, steps, .. } = worker;
        steps.iter().any(|&step| {
            let there = position.step_info(step).is_some_and(|s| s.from == from && s.to == to);
            there && self.quiet(position, step).is_some()
        })
    }

    /// Sets a position up and generates its steps; its code, if it has a value by itself.
    #[inline]
    fn set_up<P: Position>(&self, worker: &mut Worker<P>, placement: &Placement) -> Option<u16> {
        let Worker { position, steps, .. } = worker;
        if !position.arrange(placement.men(), placement.side) {
            return Some(ILLEGAL);
        }
        own_value(position, steps).map(Value::code)
    }

    #[inline]
    fn child<P: Position>(
        &self,
        position: &mut P,
        placement: &Placement,
        step: P::Step,
        level: i32,
    ) -> Result<Known, SolveError> {
        if let Some((from, to)) = self.quiet(position, step) {
            let entry = self.index.entry(&placement.after(from, to));
            return entry.map(|entry| self.seen(entry, level)).ok_or(SolveError::Index);
        }
        let undo = position.play(step);
        let known = self.resolve(position, level, 0);
        position.undo(step, undo);
        known
    }

    /// The value of an entry, if it is sure after so many plies.
    #[inline]
    fn seen(&self, entry: u64, level: i32) -> Known {
        let code = self.code(entry);
        match distance(code) {
            Some(plies) if i32::from(plies) <= level => Known::Final(Value::of_code(code)),
            None if code == DRAWN => Known::Final(Value::Draw),
            _ => Known::Open,
        }
    }

    /// The value of a position that a move has led to.
    fn resolve<P: Position>(
        &self,
        position: &mut P,
        level: i32,
        depth: u32,
    ) -> Result<Known, SolveError> {
        if let Some(outcome) = position.decided() {
            return Ok(Known::Final(value_of(outcome, position.side())));
        }
        if !position.is_plain() {
            return self.resolve_deeper(position, level, depth);
        }
        let side = position.side();
        let placement = Placement::of(position.board(), side).ok_or(SolveError::Index)?;
        if placement.men().len() == self.index.material().men()
            && let Some(entry) = self.index.entry(&placement)
        {
            return Ok(self.seen(entry, level));
        }
        match self.tables.stored(&placement)? {
            Some(value) => Ok(Known::Final(value)),
            None => Err(SolveError::missing(position)),
        }
    }

    /// The same, where more than pieces on squares belongs to the position: a capture en passant.
    fn resolve_deeper<P: Position>(
        &self,
        position: &mut P,
        level: i32,
        depth: u32,
    ) -> Result<Known, SolveError> {
        if depth >= MOST_EN_PASSANT {
            return Err(SolveError::Index);
        }
        let mut steps = Vec::new();
        if let Some(value) = own_value(position, &mut steps) {
            return Ok(Known::Final(value));
        }
        let mut open = false;
        let mut sum = Sum::default();
        for step in steps {
            let undo = position.play(step);
            let known = self.resolve(position, level, depth + 1);
            position.undo(step, undo);
            match known? {
                Known::Final(value) => sum.add(value),
                Known::Open => open = true,
            }
        }
        let code = sum.code(open);
        // A win may still be found to be shorter.
        let is_sure =
            !is_win(code) || !open || distance(code).is_some_and(|d| i32::from(d) <= level + 1);
        let is_sure = is_sure && code != UNDECIDED;
        Ok(if is_sure { Known::Final(Value::of_code(code)) } else { Known::Open })
    }
}

/// Summary of the moves that are known.
#[derive(Default)]
struct Sum {
    /// The quickest win.
    win: Option<u16>,
    /// The slowest loss.
    loss: Option<u16>,
    draws: bool,
}

impl Sum {
    /// Adds the value of the position after a move, for the other side.
    fn add(&mut self, value: Value) {
        match value.before() {
            Value::Win(plies) => {
                self.win = Some(self.win.map_or(plies, |least| least.min(plies)));
            }
            Value::Loss(plies) => {
                self.loss = Some(self.loss.map_or(plies, |most| most.max(plies)));
            }
            Value::Draw => self.draws = true,
        }
    }

    /// The code of the position, if some of its moves are still open or none.
    fn code(&self, open: bool) -> u16 {
        match (self.win, self.loss) {
            (Some(plies), _) => Value::Win(plies).code(),
            _ if open => UNDECIDED,
            (None, Some(plies)) if !self.draws => Value::Loss(plies).code(),
            _ => DRAWN,
        }
    }
}
