//! Leaves below each legal step, counted on all cores, with an optional hash table.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use rayon::prelude::*;

use super::descend;
use crate::Position;

/// First steps that may be too few to keep all threads busy.
const FEW: usize = 1000;

/// A table of counts already known, by position and depth, for [`divide_while`].
///
/// It holds a bounded number of entries; later ones are dropped.
#[derive(Debug)]
pub struct PerftTable {
    counts: DashMap<(u64, u32), u64>,
    capacity: usize,
}

impl PerftTable {
    /// A table of about `megabytes` MB.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        // An entry is 24 bytes, and a map that doubles is between a half and seven eighths full.
        let capacity = megabytes.saturating_mul(1 << 20) / 48;
        PerftTable { counts: DashMap::new(), capacity }
    }
}

/// Counts leaves; too few, if `goes_on` returned false.
fn descend_with_table<P: Position>(
    position: &mut P,
    depth: u32,
    table: &PerftTable,
    goes_on: &dyn Fn() -> bool,
) -> u64 {
    if depth < 2 {
        return descend(position, depth, &mut vec![Vec::new(); depth as usize], goes_on);
    }
    if position.decided().is_some() || !goes_on() {
        return 0;
    }
    let key = (position.key(), depth);
    if let Some(count) = table.counts.get(&key) {
        return *count;
    }
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let mut leaves = 0;
    for step in steps {
        let undo = position.play(step);
        leaves += descend_with_table(position, depth - 1, table, goes_on);
        position.undo(step, undo);
    }
    if table.counts.len() < table.capacity && goes_on() {
        table.counts.insert(key, leaves);
    }
    leaves
}

/// The leaves below each legal step, in the order of generation, on all threads of the rayon pool
/// that it is called in; with a table, positions that come back are counted once. Empty at depth 0
/// and where the game is decided; `None` if `goes_on`, which is called often, returned false.
pub fn divide_while<P: Position>(
    position: &P,
    depth: u32,
    table: Option<&PerftTable>,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<(P::Step, u64)>> {
    let mut steps = Vec::new();
    if depth == 0 || position.decided().is_some() {
        return Some(Vec::new());
    }
    position.generate(&mut steps);
    // Pairs of steps, so that few first steps keep all threads busy too.
    let mut tasks = Vec::new();
    for (index, &step) in steps.iter().enumerate() {
        if !goes_on() {
            return None;
        }
        let mut child = position.clone();
        child.play(step);
        let mut replies = Vec::new();
        if depth > 2 && steps.len() <= FEW && child.decided().is_none() {
            child.generate(&mut replies);
            tasks.extend(replies.into_iter().map(|reply| (index, Some(reply))));
        } else {
            tasks.push((index, None));
        }
    }
    let leaves: Vec<AtomicU64> = steps.iter().map(|_| AtomicU64::new(0)).collect();
    for_each(tasks.len(), &|task| {
        if !goes_on() {
            return;
        }
        let (index, reply) = tasks[task];
        let mut child = position.clone();
        child.play(steps[index]);
        let mut left = depth - 1;
        if let Some(reply) = reply {
            child.play(reply);
            left -= 1;
        }
        let count = match table {
            Some(table) => descend_with_table(&mut child, left, table, goes_on),
            None => descend(&mut child, left, &mut vec![Vec::new(); left as usize], goes_on),
        };
        leaves[index].fetch_add(count, Ordering::Relaxed);
    });
    let leaves = leaves.into_iter().map(AtomicU64::into_inner);
    goes_on().then(|| steps.into_iter().zip(leaves).collect())
}

/// Runs a job for each number below `count` on all threads. Rayon's iterators are compiled anew for
/// each closure; this copy serves all games.
#[inline(never)]
fn for_each(count: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(job);
}
