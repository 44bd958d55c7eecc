//! What worked before: steps that refuted others
//! (<https://www.chessprogramming.org/History_Heuristic>,
//! <https://www.chessprogramming.org/Killer_Heuristic>,
//! <https://www.chessprogramming.org/Countermove_Heuristic>; continuation histories as in
//! Stockfish: how a step did after another one, one, two and four steps before).

use variants::{Piece, PieceType, Square, StepInfo};

use crate::pages::prefer_large;

/// No history is larger, either way.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// The most entries of the table of continuations: 16 MB a thread. Larger games share rows.
const MAX_CONTINUATIONS: usize = 8 << 20;

/// Moves a value towards its limit, the less the nearer it is.
#[inline]
fn add(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

/// Where a step's statistics are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    /// By colour, start and end.
    pub from_to: u32,
    /// By piece and end: its column among continuations, and its row for the steps after it.
    pub piece_to: u32,
}

/// Where the rows of continuations of the steps 1, 2 and 4 before begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows([usize; 3]);

/// Stands for no step, where one before is asked for.
pub(crate) const NO_STEP: u32 = u32::MAX;

/// The statistics of one thread.
pub(crate) struct History {
    squares: usize,
    kinds: usize,
    from_to: Vec<i16>,
    /// By piece, end and the victim's kind.
    captures: Vec<i16>,
    /// By the row of the step before and the column of the step; the last row, where there is no
    /// step before, stays empty.
    continuations: Vec<i16>,
    rows: usize,
    /// The code of the quiet step that last refuted one, by its row.
    counters: Vec<u16>,
}

impl History {
    /// Empty statistics for a board of so many squares and so many kinds of pieces.
    pub(crate) fn new(squares: usize, kinds: usize) -> Self {
        let columns = 2 * kinds * squares;
        let rows = columns.min(MAX_CONTINUATIONS / columns).max(1);
        let continuations = vec![0; (rows + 1) * columns];
        prefer_large(&continuations);
        History {
            squares,
            kinds,
            from_to: vec![0; 2 * squares * squares],
            captures: vec![0; columns * kinds],
            continuations,
            rows,
            counters: vec![0; columns],
        }
    }

    /// Makes ready for another search: what was learnt counts for less.
    pub(crate) fn age(&mut self) {
        self.from_to.iter_mut().for_each(|value| *value /= 2);
    }

    #[inline]
    fn piece_to(&self, piece: Piece, to: Square) -> u32 {
        (piece.index() * self.squares + to.index()) as u32
    }

    /// Where a step's statistics are.
    #[inline]
    pub(crate) fn slot(&self, step_info: &StepInfo) -> Slot {
        let color = step_info.piece.color() as usize;
        let from_to =
            (color * self.squares + step_info.from.index()) * self.squares + step_info.to.index();
        Slot { from_to: from_to as u32, piece_to: self.piece_to(step_info.piece, step_info.to) }
    }

    /// Where the row of a step before begins.
    #[inline]
    fn row(&self, before: u32) -> usize {
        let row = if before == NO_STEP { self.rows } else { before as usize % self.rows };
        row * self.counters.len()
    }

    /// Where the rows of the steps 1, 2 and 4 before begin.
    #[inline]
    pub(crate) fn rows(&self, before: [u32; 3]) -> Rows {
        Rows(before.map(|before| self.row(before)))
    }

    /// How well a quiet step did after those before it.
    #[inline]
    pub(crate) fn quiet(&self, slot: Slot, rows: Rows) -> i32 {
        let after = |row: usize| i32::from(self.continuations[row + slot.piece_to as usize]);
        let [one, two, four] = rows.0.map(after);
        i32::from(self.from_to[slot.from_to as usize]) + one + two + (four >> 1)
    }

    /// Learns how a quiet step did, whatever came before it.
    pub(crate) fn add_plain(&mut self, slot: Slot, bonus: i32) {
        add(&mut self.from_to[slot.from_to as usize], bonus);
    }

    /// Learns how a quiet step did after those before it.
    pub(crate) fn add_quiet(&mut self, slot: Slot, before: [u32; 3], bonus: i32) {
        self.add_plain(slot, bonus);
        for before in before.into_iter().filter(|&before| before != NO_STEP) {
            let index = self.row(before) + slot.piece_to as usize;
            add(&mut self.continuations[index], bonus);
        }
    }

    #[inline]
    fn capture_index(&self, slot: Slot, victim: PieceType) -> usize {
        slot.piece_to as usize * self.kinds + victim.index()
    }

    /// How well a capture did.
    #[inline]
    pub(crate) fn capture(&self, slot: Slot, victim: PieceType) -> i32 {
        i32::from(self.captures[self.capture_index(slot, victim)])
    }

    /// Learns how a capture did.
    pub(crate) fn add_capture(&mut self, slot: Slot, victim: PieceType, bonus: i32) {
        let index = self.capture_index(slot, victim);
        add(&mut self.captures[index], bonus);
    }

    /// The code of the quiet step that refuted a step last; 0 for none.
    #[inline]
    pub(crate) fn counter(&self, before: u32) -> u16 {
        self.counters.get(before as usize).copied().unwrap_or(0)
    }

    /// Remembers a quiet refutation of a step.
    pub(crate) fn set_counter(&mut self, before: u32, code: u16) {
        if let Some(counter) = self.counters.get_mut(before as usize) {
            *counter = code;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_in_range() {
        let mut history = History::new(64, 6);
        let slot = Slot { from_to: 5, piece_to: 9 };
        let before = [3, NO_STEP, 4];
        for _ in 0..1000 {
            history.add_quiet(slot, before, 1200);
        }
        let most = MAX_HISTORY * 5 / 2;
        assert!((most / 2..=most).contains(&history.quiet(slot, history.rows(before))));
        assert!(history.quiet(slot, history.rows([NO_STEP; 3])) <= MAX_HISTORY);
        for _ in 0..1000 {
            history.add_quiet(slot, before, -1200);
        }
        assert!((-most..=-most / 2).contains(&history.quiet(slot, history.rows(before))));
    }

    #[test]
    fn the_largest_games_share_rows() {
        let mut history = History::new(256, 32);
        let last = Slot { from_to: 2 * 256 * 256 - 1, piece_to: 2 * 32 * 256 - 1 };
        history.add_quiet(last, [last.piece_to; 3], 100);
        assert!(history.quiet(last, history.rows([last.piece_to; 3])) > 0);
        history.set_counter(last.piece_to, 77);
        assert_eq!((history.counter(last.piece_to), history.counter(NO_STEP)), (77, 0));
    }
}
