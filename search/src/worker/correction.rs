//! Correction history (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>):
//! how far the static evaluation was from what search found in positions that are alike.

use variants::{Bits, Color, Definition, PieceType, Position};

use super::history::NO_STEP;
use crate::score::{EVAL_LIMIT, Value};

/// Entries of each table, for each side to move.
const ENTRIES: usize = 1 << 14;
/// Parts of a centipawn.
const GRAIN: i32 = 128;
/// The most that one table corrects, in centipawns.
const MOST: i32 = 96;
/// How slowly an entry follows: one part in so many.
const SLOWNESS: i32 = 256;

/// Four likenesses: the placement of the pieces that promote, of each side's others, and the step
/// before.
const TABLES: usize = 4;

/// The entries that a position has a part in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorrectionKeys([usize; TABLES]);

/// One thread's tables.
pub(crate) struct Corrections {
    promoting: Vec<PieceType>,
    entries: Vec<i16>,
}

impl Corrections {
    pub(crate) fn new(definition: &Definition) -> Self {
        let promotes = |kind: &PieceType| !definition.piece(*kind).promotes.is_empty();
        Corrections {
            promoting: definition.piece_types().filter(promotes).collect(),
            entries: vec![0; 2 * TABLES * ENTRIES],
        }
    }

    /// Where a position's corrections are; `before` is the row of the step that led to it.
    #[inline]
    pub(crate) fn correction_keys<P: Position>(&self, position: &P, before: u32) -> CorrectionKeys {
        let board = position.board();
        let men = board.kinds(&self.promoting);
        let [white, black] = Color::ALL.map(|color| board.side(color));
        let side = position.side() as usize;
        let place = |table: usize, hash: u64| {
            (2 * table + side) * ENTRIES + (hash >> 32) as usize % ENTRIES
        };
        let structure = (men & white).hash() ^ (men & black).hash().rotate_left(20);
        let before = if before == NO_STEP { 0 } else { u64::from(before) + 1 };
        CorrectionKeys([
            place(0, structure),
            place(1, (white & !men).hash()),
            place(2, (black & !men).hash()),
            place(3, before << 32),
        ])
    }

    /// What to add to a static evaluation, in centipawns; `percent` of it is believed.
    #[inline]
    pub(crate) fn correct(
        &self,
        eval: Value,
        correction_keys: CorrectionKeys,
        percent: i32,
    ) -> Value {
        let sum: i32 = correction_keys.0.iter().map(|&index| i32::from(self.entries[index])).sum();
        (eval + sum * percent / (GRAIN * 100)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Learns that search found an evaluation to be off by `error` centipawns.
    pub(crate) fn learn(&mut self, correction_keys: CorrectionKeys, error: Value, depth: i32) {
        let weight = (depth + 1).min(16) * 2;
        let target = error.clamp(-4 * MOST, 4 * MOST) * GRAIN;
        for index in correction_keys.0 {
            let old = i32::from(self.entries[index]);
            let new = (old * (SLOWNESS - weight) + target * weight) / SLOWNESS;
            self.entries[index] = new.clamp(-MOST * GRAIN, MOST * GRAIN) as i16;
        }
    }
}
