//! Entries of the transposition table: one word of data each.

use crate::score::{Bound, MATE_BOUND, MATED_BOUND, Value};

/// Number of generations before the counter wraps around.
pub(super) const GENERATIONS: u8 = 64;
/// Offset that makes all stored depths positive.
const DEPTH_OFFSET: i32 = 8;
/// Marks a missing static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// TT entry: search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Code of the TT move, 0 if there is none.
    pub code: u16,
    /// Value in centipawns, within an `i16`; mates count from this position, in steps.
    pub value: i32,
    /// Static evaluation in centipawns, if there is one.
    pub eval: Option<i32>,
    /// Search depth, from -7 to 247.
    pub depth: i32,
    /// Bound type of the value.
    pub bound: Bound,
}

impl Entry {
    /// Packs the entry into a word, which is never 0.
    pub(super) fn pack(self, generation: u8) -> u64 {
        let eval = self.eval.map_or(NO_EVAL, |eval| eval as i16);
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 255);
        let bound = match self.bound {
            Bound::Exact => 3,
            Bound::Lower => 2,
            Bound::Upper => 1,
        };
        u64::from(self.code)
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | (depth as u64) << 48
            | u64::from(generation << 2 | bound) << 56
    }

    /// Unpacks a word; `None`: empty.
    pub(super) fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            1 => Bound::Upper,
            _ => return None,
        };
        let eval = (data >> 32) as i16;
        Some(Entry {
            code: data as u16,
            value: Value::from((data >> 16) as i16),
            eval: (eval != NO_EVAL).then_some(Value::from(eval)),
            depth: (data >> 48 & 255) as i32 - DEPTH_OFFSET,
            bound,
        })
    }

    /// Converts a value found `ply` steps from the root for storage: mates count from the position.
    pub(crate) fn value_to_keep(value: Value, ply: usize) -> Value {
        match value {
            MATE_BOUND.. => value + ply as Value,
            ..=MATED_BOUND => value - ply as Value,
            _ => value,
        }
    }

    /// Returns the value with mates counted from the root, `ply` steps before.
    pub(crate) fn value_at(&self, ply: usize) -> Value {
        match self.value {
            MATE_BOUND.. => self.value - ply as Value,
            ..=MATED_BOUND => self.value + ply as Value,
            _ => self.value,
        }
    }
}

/// Returns the age of an entry in searches, when `generation` is the present one.
pub(super) fn age(data: u64, generation: u8) -> u8 {
    (generation + GENERATIONS - (data >> 58) as u8) % GENERATIONS
}
