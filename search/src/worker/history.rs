//! History heuristics: butterfly, capture and continuation histories and counter-moves
//! (<https://www.chessprogramming.org/History_Heuristic>,
//! <https://www.chessprogramming.org/Killer_Heuristic>,
//! <https://www.chessprogramming.org/Countermove_Heuristic>; continuation histories as in
//! Stockfish: by the moves one, two and four plies before).

use variants::{Piece, PieceType, Square, StepInfo};

use crate::pages::prefer_large;

/// Maximum absolute history value.
const MAX_HISTORY: i32 = 16_384;

/// Maximum entries of the continuation history: 16 MB per thread. Larger games share rows.
const MAX_CONTINUATIONS: usize = 8 << 20;

/// Adds a bonus with gravity: the less, the nearer the value is to its limit.
#[inline]
fn add(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

/// Indices of a move's histories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Butterfly index: colour, origin and target.
    pub from_to: u32,
    /// Piece and target: column in the continuation history, and row for the moves after it.
    pub piece_to: u32,
}

/// Starts of the continuation history rows of the moves 1, 2 and 4 plies before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows([usize; 3]);

/// Marks that there was no move before.
pub(crate) const NO_STEP: u32 = u32::MAX;

/// Histories of one thread.
pub(crate) struct History {
    squares: usize,
    kinds: usize,
    from_to: Vec<i16>,
    /// Capture history, by piece, target and captured piece type.
    captures: Vec<i16>,
    /// Continuation history, by the row of the earlier move and the column of the move; the last
    /// row, for no earlier move, stays 0.
    continuations: Vec<i16>,
    rows: usize,
    /// Counter-move codes, by the row of the move that they refuted.
    counters: Vec<u16>,
}

impl History {
    /// Creates empty histories for a board of `squares` squares and `kinds` piece types.
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

    /// Ages the histories for the next search.
    pub(crate) fn age(&mut self) {
        self.from_to.iter_mut().for_each(|value| *value /= 2);
    }

    #[inline]
    fn piece_to(&self, piece: Piece, to: Square) -> u32 {
        (piece.index() * self.squares + to.index()) as u32
    }

    /// Returns the history slot of a move.
    #[inline]
    pub(crate) fn slot(&self, step_info: &StepInfo) -> Slot {
        let color = step_info.piece.color() as usize;
        let from_to =
            (color * self.squares + step_info.from.index()) * self.squares + step_info.to.index();
        Slot { from_to: from_to as u32, piece_to: self.piece_to(step_info.piece, step_info.to) }
    }

    /// Returns the start of the row of an earlier move.
    #[inline]
    fn row(&self, before: u32) -> usize {
        let row = if before == NO_STEP { self.rows } else { before as usize % self.rows };
        row * self.counters.len()
    }

    /// Returns the starts of the rows of the moves 1, 2 and 4 plies before.
    #[inline]
    pub(crate) fn rows(&self, before: [u32; 3]) -> Rows {
        Rows(before.map(|before| self.row(before)))
    }

    /// Returns the history score of a quiet move: butterfly plus continuation histories.
    #[inline]
    pub(crate) fn quiet(&self, slot: Slot, rows: Rows) -> i32 {
        let after = |row: usize| i32::from(self.continuations[row + slot.piece_to as usize]);
        let [one, two, four] = rows.0.map(after);
        i32::from(self.from_to[slot.from_to as usize]) + one + two + (four >> 1)
    }

    /// Updates the butterfly history of a quiet move.
    pub(crate) fn add_plain(&mut self, slot: Slot, bonus: i32) {
        add(&mut self.from_to[slot.from_to as usize], bonus);
    }

    /// Updates butterfly and continuation histories of a quiet move.
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

    /// Returns the capture history score.
    #[inline]
    pub(crate) fn capture(&self, slot: Slot, victim: PieceType) -> i32 {
        i32::from(self.captures[self.capture_index(slot, victim)])
    }

    /// Updates the capture history.
    pub(crate) fn add_capture(&mut self, slot: Slot, victim: PieceType, bonus: i32) {
        let index = self.capture_index(slot, victim);
        add(&mut self.captures[index], bonus);
    }

    /// Returns the code of the counter-move to a move; 0 for none.
    #[inline]
    pub(crate) fn counter(&self, before: u32) -> u16 {
        self.counters.get(before as usize).copied().unwrap_or(0)
    }

    /// Sets the counter-move to a move.
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
