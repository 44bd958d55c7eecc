//! Solving ply by ply: from the ends back to the longest wins.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use variants::Position;

use crate::error::SolveError;
use crate::examine::{Aim, Examined, FIRST_LOOK, Worker, Workshop};
use crate::parallel;
use crate::placement::Placement;
use crate::reach::{Origins, Reach};
use crate::settings::{Progress, Settings};
use crate::turns::turns_before;
use crate::value::{ILLEGAL, UNDECIDED, Value, distance, is_win};

/// Number of entries that a thread takes at once.
const CHUNK: u64 = 1 << 12;

/// Solves a table: afterwards every code is final.
pub(crate) fn run<P: Position>(
    shop: &Workshop<'_>,
    template: &P,
    settings: &Settings<'_>,
) -> Result<(), SolveError> {
    let (reach, passing) = first_pass(shop, template, settings)?;
    let origins = reach.origins(shop.index);
    let dirty: Vec<AtomicU64> =
        (0..shop.index.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
    let mut level = 0;
    while let Some((wins, losses)) = remaining(shop, level) {
        if level >= Value::MAX_DISTANCE - 1 {
            return Err(SolveError::TooLong);
        }
        (settings.progress)(Progress::Level { plies: level, positions: wins + losses });
        if wins + losses > 0 {
            let pass = Pass { shop, template, settings, origins: &origins, dirty: &dirty, level };
            pass.mark()?;
            pass.look_again()?;
        }
        again(shop, template, settings, &passing, level)?;
        level += 1;
    }
    Ok(())
}

/// Runs a job for each entry on all threads, with data of each thread.
fn for_each<P: Position>(
    shop: &Workshop<'_>,
    template: &P,
    settings: &Settings<'_>,
    job: impl Fn(&mut Worker<P>, u64) -> Result<(), SolveError> + Sync,
) -> Result<(), SolveError> {
    let len = shop.index.len();
    let worker = || Worker::new(template, shop.index);
    let workers = parallel::for_each(len.div_ceil(CHUNK), worker, |worker, chunk| {
        if settings.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        (chunk * CHUNK..len.min((chunk + 1) * CHUNK)).try_for_each(|entry| job(worker, entry))
    });
    workers.map(drop)
}

/// Looks at all positions once. Returns the moves that were seen, and the positions from which a capture
/// en passant can be made possible.
fn first_pass<P: Position>(
    shop: &Workshop<'_>,
    template: &P,
    settings: &Settings<'_>,
) -> Result<(Reach, Vec<u64>), SolveError> {
    let len = shop.index.len();
    let done = AtomicU64::new(0);
    let pass = |(worker, passing): &mut (Worker<P>, Vec<u64>), chunk: u64| {
        if settings.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        let end = len.min((chunk + 1) * CHUNK);
        for entry in chunk * CHUNK..end {
            let Some(placement) = shop.index.placement(entry) else {
                shop.set(entry, ILLEGAL);
                continue;
            };
            let Examined { code, passes } =
                shop.examine(worker, &placement, FIRST_LOOK, Aim::Value)?;
            shop.set(entry, code);
            if passes {
                passing.push(entry);
            }
        }
        let number = end - chunk * CHUNK;
        let done = done.fetch_add(number, Ordering::Relaxed) + number;
        (settings.progress)(Progress::First { done, of: len });
        Ok(())
    };
    let data = || (Worker::new(template, shop.index), Vec::new());
    let (mut reach, mut passing) = (Reach::new(shop.index), Vec::new());
    for (worker, others) in parallel::for_each(len.div_ceil(CHUNK), data, pass)? {
        reach = reach.merge(&worker.reach);
        passing.extend(others);
    }
    Ok((reach, passing))
}

/// Numbers of positions that are won and lost after exactly `level` plies; `None` when none is that
/// long, or longer.
fn remaining(shop: &Workshop<'_>, level: u16) -> Option<(u64, u64)> {
    let count = |codes: &[std::sync::atomic::AtomicU16]| {
        let (mut wins, mut losses, mut any) = (0u64, 0u64, false);
        for code in codes {
            let code = code.load(Ordering::Relaxed);
            let Some(plies) = distance(code) else { continue };
            any |= plies >= level;
            if plies == level {
                wins += u64::from(is_win(code));
                losses += u64::from(!is_win(code));
            }
        }
        (wins, losses, any)
    };
    let sum = |a: (u64, u64, bool), b: (u64, u64, bool)| (a.0 + b.0, a.1 + b.1, a.2 || b.2);
    let (wins, losses, any) =
        shop.codes.par_chunks(CHUNK as usize).map(count).reduce(|| (0, 0, false), sum);
    any.then_some((wins, losses))
}

/// The positions that are decided at a level, and what follows from them.
struct Pass<'a, P> {
    shop: &'a Workshop<'a>,
    template: &'a P,
    settings: &'a Settings<'a>,
    origins: &'a Origins,
    dirty: &'a [AtomicU64],
    level: u16,
}

impl<P: Position> Pass<'_, P> {
    /// Finds the wins that follow from losses, and marks the positions that have to be looked at again: those
    /// that may be lost, and where turns have several steps all that may be decided.
    fn mark(&self) -> Result<(), SolveError> {
        for_each(self.shop, self.template, self.settings, |worker, entry| {
            let code = self.shop.code(entry);
            if distance(code) != Some(self.level) {
                return Ok(());
            }
            let Some(placement) = self.shop.index.placement(entry) else { return Ok(()) };
            if self.template.has_long_turns() {
                turns_before(self.shop.index, self.origins, &placement, &mut |before| {
                    if let Some(entry) = self.shop.index.entry(before) {
                        self.mark_one(entry);
                    }
                });
                return Ok(());
            }
            let is_win = is_win(code);
            self.before(&placement, |before, from, to| {
                let Some(entry) = self.shop.index.entry(before) else { return };
                let known = self.shop.code(entry);
                if is_win {
                    if known == UNDECIDED {
                        self.mark_one(entry);
                    }
                } else if may_be_won_in(known, self.level + 1)
                    && self.shop.leads(worker, before, from, to)
                {
                    self.shop.set(entry, Value::Win(self.level + 1).code());
                }
            });
            Ok(())
        })
    }

    /// Calls `f` for each position from which one move may lead to another.
    fn before(
        &self,
        placement: &Placement,
        mut f: impl FnMut(&Placement, variants::Square, variants::Square),
    ) {
        for (man, &(to, piece)) in placement.men().iter().enumerate() {
            if piece.color() == placement.side {
                continue;
            }
            let Some(group) = self.shop.index.group(piece) else { continue };
            for &from in self.origins.of(group, to) {
                if !placement.is_occupied(from) {
                    f(&placement.with_man_at(man, from), from, to);
                }
            }
        }
    }

    fn mark_one(&self, entry: u64) {
        if let Some(word) = self.dirty.get((entry / 64) as usize) {
            word.fetch_or(1 << (entry % 64), Ordering::Relaxed);
        }
    }

    /// Looks at the marked positions again.
    fn look_again(&self) -> Result<(), SolveError> {
        let is_long = self.template.has_long_turns();
        let aim = if is_long { Aim::Value } else { Aim::Loss };
        for_each(self.shop, self.template, self.settings, |worker, entry| {
            let Some(word) = self.dirty.get((entry / 64) as usize) else { return Ok(()) };
            let bit = 1 << (entry % 64);
            if word.load(Ordering::Relaxed) & bit == 0 {
                return Ok(());
            }
            word.fetch_and(!bit, Ordering::Relaxed);
            let known = self.shop.code(entry);
            if known == UNDECIDED || is_long && may_be_won_in(known, self.level + 1) {
                look_at(self.shop, worker, entry, self.level, aim)?;
            }
            Ok(())
        })
    }
}

/// Whether a win in `plies` plies is better than what a code says.
fn may_be_won_in(code: u16, plies: u16) -> bool {
    code == UNDECIDED || is_win(code) && distance(code).is_some_and(|known| known > plies)
}

/// Looks at the moves of an entry, and sets its code if it is decided.
fn look_at<P: Position>(
    shop: &Workshop<'_>,
    worker: &mut Worker<P>,
    entry: u64,
    level: u16,
    aim: Aim,
) -> Result<(), SolveError> {
    let Some(placement) = shop.index.placement(entry) else { return Ok(()) };
    let code = shop.examine(worker, &placement, level.into(), aim)?.code;
    if code != UNDECIDED {
        shop.set(entry, code);
    }
    Ok(())
}

/// Looks again at positions from which a capture en passant can be made possible.
fn again<P: Position>(
    shop: &Workshop<'_>,
    template: &P,
    settings: &Settings<'_>,
    passing: &[u64],
    level: u16,
) -> Result<(), SolveError> {
    let chunks: Vec<&[u64]> = passing.chunks(CHUNK as usize).collect();
    let worker = || Worker::new(template, shop.index);
    let workers = parallel::for_each(chunks.len() as u64, worker, |worker, chunk| {
        if settings.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        for &entry in chunks[chunk as usize] {
            if may_be_won_in(shop.code(entry), level + 1) {
                look_at(shop, worker, entry, level, Aim::Value)?;
            }
        }
        Ok(())
    });
    workers.map(drop)
}
