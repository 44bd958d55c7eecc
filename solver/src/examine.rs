//! The value of one position, from the values of those that its moves lead to.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU16, Ordering};

use variants::{PieceType, Position, Square};

use crate::ends::{own_value, value_of};
use crate::error::SolveError;
use crate::index::Index;
use crate::placement::Placement;
use crate::probe::value;
use crate::reach::Reach;
use crate::squares::{all_pieces, passes};
use crate::sum::{Known, Sum};
use crate::tables::Tables;
use crate::turns::Turns;
use crate::value::{DRAWN, ILLEGAL, UNDECIDED, Value, distance, is_win};

/// The most plies in a row that captures en passant can be asked for.
const MOST_EN_PASSANT: u32 = 32;

/// The level of the first look at a position, before all plies.
pub(crate) const FIRST_LOOK: i32 = -1;

/// The part of the moves that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// All.
    Value,
    /// Those up to the first that does not lose.
    Loss,
}

/// Values with distances to the end.
pub(crate) type Whole<'a> = &'a (dyn Fn(&Placement) -> Option<Value> + Sync);

/// A table in the making.
pub(crate) struct Workshop<'a> {
    pub(crate) index: &'a Index,
    pub(crate) tables: &'a Tables,
    pub(crate) codes: Vec<AtomicU16>,
    /// Values with distances to the end, where plies are counted up to the conversion alone.
    whole: Option<Whole<'a>>,
    /// Kinds whose moves can make a capture en passant possible.
    passes: [bool; PieceType::MAX],
}

/// Data of a thread.
pub(crate) struct Worker<P: Position> {
    pub(crate) position: P,
    pub(crate) steps: Vec<P::Step>,
    pub(crate) turns: Turns<P>,
    pub(crate) reach: Reach,
}

impl<P: Position> Worker<P> {
    pub(crate) fn new(template: &P, index: &Index) -> Self {
        Worker {
            position: template.clone(),
            steps: Vec::new(),
            turns: Turns::default(),
            reach: Reach::new(index),
        }
    }
}

/// Result of a look at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Examined {
    /// Its code.
    pub(crate) code: u16,
    /// Whether some move leads to a position with a capture en passant, so that it has to be looked at
    /// after each ply.
    pub(crate) passes: bool,
}

impl<'a> Workshop<'a> {
    pub(crate) fn new<P: Position>(
        template: &P,
        index: &'a Index,
        tables: &'a Tables,
        whole: Option<Whole<'a>>,
    ) -> Self {
        let definition = &template.common().definition;
        let mut can_pass = [false; PieceType::MAX];
        for piece in all_pieces(definition) {
            can_pass[piece.kind().index()] |= passes(definition, piece);
        }
        let codes = (0..index.len()).map(|_| AtomicU16::new(UNDECIDED)).collect();
        Workshop { index, tables, codes, whole, passes: can_pass }
    }

    /// A table of the same positions in which plies are counted up to the conversion.
    pub(crate) fn to_conversion(&'a self, whole: Whole<'a>) -> Self {
        let codes = self.codes.iter().map(|_| AtomicU16::new(UNDECIDED)).collect();
        Workshop { codes, whole: Some(whole), ..*self }
    }

    /// Values with distances to the end, where the table counts plies up to the conversion alone.
    pub(crate) fn whole(&self) -> Option<Whole<'a>> {
        self.whole
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

    /// The value of a placement that is solved: in this table, or in another.
    pub(crate) fn solved(&self, placement: &Placement) -> Option<Value> {
        match self.index.entry(placement) {
            Some(entry) => Some(Value::of_code(self.code(entry))),
            None => self.tables.stored(placement).ok().flatten(),
        }
    }

    /// Looks at the moves of a position, with the values that are known after `level` plies.
    pub(crate) fn examine<P: Position>(
        &self,
        worker: &mut Worker<P>,
        placement: &Placement,
        level: i32,
        aim: Aim,
    ) -> Result<Examined, SolveError> {
        if let Some(code) = self.set_up(worker, placement) {
            return Ok(Examined { code, passes: false });
        }
        let mut sum = Sum::default();
        let mut passes = false;
        if worker.position.has_long_turns() {
            self.add_turns(worker, placement, level, &mut sum)?;
        } else {
            for place in 0..worker.steps.len() {
                let step = worker.steps[place];
                if let Some((from, to)) = self.quiet(&mut worker.position, step) {
                    sum.add(self.after_quiet(worker, placement, step, from, to, level)?);
                } else {
                    let position = &mut worker.position;
                    let undo = position.play(step);
                    passes |= !position.is_plain();
                    let known = self.after(position, level);
                    position.undo(step, undo);
                    sum.add(known?);
                }
                if aim == Aim::Loss && !sum.may_be_lost() {
                    return Ok(Examined { code: UNDECIDED, passes });
                }
            }
        }
        Ok(Examined { code: sum.code(), passes })
    }

    /// Adds the turns of a position, of several steps each.
    fn add_turns<P: Position>(
        &self,
        worker: &mut Worker<P>,
        placement: &Placement,
        level: i32,
        sum: &mut Sum,
    ) -> Result<(), SolveError> {
        let Worker { position, turns, reach, .. } = worker;
        let is_first = level == FIRST_LOOK;
        let flow = turns.walk(position, &mut |position, _| {
            if is_first && let Some(after) = Placement::of(position.board(), position.side()) {
                reach.note_turn(self.index, placement, &after);
            }
            match self.after(position, level) {
                Ok(known) => sum.add(known),
                Err(error) => return ControlFlow::Break(Some(error)),
            }
            // No win is quicker, and the first look has to see all turns.
            let is_enough = !is_first && sum.wins_in(level + 1);
            if is_enough { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        });
        match flow {
            ControlFlow::Break(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }

    /// The squares of a step that moves one piece, takes nothing, and after which the position has
    /// no state beside the pieces.
    #[inline]
    fn quiet<P: Position>(&self, position: &mut P, step: P::Step) -> Option<(Square, Square)> {
        let info = position.step_info(step)?;
        if info.captures || info.castles || info.drops || info.promotion.is_some() {
            return None;
        }
        if self.whole.is_some() || self.passes[info.piece.kind().index()] {
            let undo = position.play(step);
            let is_quiet = position.is_plain() && (self.whole.is_none() || position.clock() > 0);
            position.undo(step, undo);
            if !is_quiet {
                return None;
            }
        }
        Some((info.from, info.to))
    }

    /// State of a quiet step, which the first look takes down and leaves open.
    #[inline]
    fn after_quiet<P: Position>(
        &self,
        worker: &mut Worker<P>,
        placement: &Placement,
        step: P::Step,
        from: Square,
        to: Square,
        level: i32,
    ) -> Result<Known, SolveError> {
        if level == FIRST_LOOK {
            let piece = worker.position.step_info(step).map(|info| info.piece);
            if let Some(group) = piece.and_then(|piece| self.index.group(piece)) {
                worker.reach.note(group, from, to);
            }
            return Ok(Known::Open);
        }
        let entry = self.index.entry(&placement.after(from, to));
        entry.map(|entry| self.seen(entry, level)).ok_or(SolveError::Index)
    }

    /// Whether a piece can move so, and the position has no state beside the pieces then.
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

    /// The value of an entry, if it is certain after `level` plies.
    #[inline]
    fn seen(&self, entry: u64, level: i32) -> Known {
        let code = self.code(entry);
        match distance(code) {
            Some(plies) if i32::from(plies) <= level => Known::Final(Value::of_code(code)),
            None if code == DRAWN => Known::Final(Value::Draw),
            _ => Known::Open,
        }
    }

    /// State of a move that has led to a position.
    fn after<P: Position>(&self, position: &mut P, level: i32) -> Result<Known, SolveError> {
        match self.whole {
            Some(whole) if position.clock() == 0 => {
                let value = value(position, whole, None);
                let value = value.ok_or_else(|| SolveError::missing(position))?;
                Ok(Known::Final(value.at_once()))
            }
            _ => self.resolve(position, level, 0),
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
        // A blast can leave an empty board, for which there is no table.
        if placement.men().is_empty() {
            let value = own_value(position, &mut Vec::new());
            return value.map(Known::Final).ok_or(SolveError::Index);
        }
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
        let mut sum = Sum::default();
        for step in steps {
            let undo = position.play(step);
            let known = self.resolve(position, level, depth + 1);
            position.undo(step, undo);
            sum.add(known?);
        }
        let code = sum.code();
        // A win may still be found to be shorter.
        let is_sure = !is_win(code) || !sum.is_open() || sum.wins_in(level + 1);
        let is_sure = is_sure && code != UNDECIDED;
        Ok(if is_sure { Known::Final(Value::of_code(code)) } else { Known::Open })
    }
}
