//! Correction history (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>):
//! the difference of search value and static evaluation in similar positions.

use variants::{Bits, Color, Definition, PieceType};

use super::history::NO_STEP;
use crate::families::SearchFamily;
use crate::score::{EVAL_LIMIT, Value};

/// Entries per table and side to move.
const ENTRIES: usize = 1 << 14;
/// Units per centipawn.
const GRAIN: i32 = 128;
/// Maximum correction of one table, in centipawns.
const MOST: i32 = 96;
/// Divisor of the update weight.
const SLOWNESS: i32 = 256;

/// Number of tables: by pawn structure (pieces that promote), by each side's other pieces, and by
/// the last move.
const TABLES: usize = 4;

/// Entries of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorrectionKeys([usize; TABLES]);

/// Correction history of one thread.
pub(crate) struct Corrections {
    promoting: Vec<PieceType>,
    entries: Vec<i16>,
}

impl Corrections {
    pub(crate) fn new(definition: &Definition) -> Self {
        let promotes = |kind: &PieceType| definition.promotes_for_good(*kind);
        Corrections {
            promoting: definition.piece_types().filter(promotes).collect(),
            entries: vec![0; 2 * TABLES * ENTRIES],
        }
    }

    /// Returns the entries of a position; `before` is the history row of the last move.
    #[inline]
    pub(crate) fn correction_keys<P: SearchFamily>(
        &self,
        position: &P,
        before: u32,
    ) -> CorrectionKeys {
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

    /// Returns the corrected static evaluation, in centipawns; `percent` of the correction is
    /// applied.
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

    /// Updates the entries: search differed from the static evaluation by `error` centipawns.
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
