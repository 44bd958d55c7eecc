//! What worked before: quiet steps that refuted others
//! (<https://www.chessprogramming.org/History_Heuristic>,
//! <https://www.chessprogramming.org/Killer_Heuristic>).

use variants::{Color, Facts};

use crate::score::MAX_PLY;

/// No history is larger, either way.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// The statistics of one thread.
pub(crate) struct History {
    squares: usize,
    /// By colour, start and end.
    from_to: Vec<i16>,
    /// The codes of the last two quiet steps that caused a cutoff, by ply.
    killers: Vec<[u16; 2]>,
}

impl History {
    pub(crate) fn new(squares: usize) -> Self {
        History {
            squares,
            from_to: vec![0; 2 * squares * squares],
            killers: vec![[0; 2]; MAX_PLY + 1],
        }
    }

    /// Makes ready for another search: what was learnt counts for less.
    pub(crate) fn age(&mut self) {
        self.from_to.iter_mut().for_each(|value| *value /= 2);
        self.killers.fill([0; 2]);
    }

    /// Where a step's statistics are.
    #[inline]
    pub(crate) fn slot(&self, facts: &Facts) -> u32 {
        let color = usize::from(facts.piece.color() == Color::Black);
        ((color * self.squares + facts.from.index()) * self.squares + facts.to.index()) as u32
    }

    /// How well the steps of a slot did, up to [`MAX_HISTORY`] either way.
    #[inline]
    pub(crate) fn get(&self, slot: u32) -> i32 {
        i32::from(self.from_to[slot as usize])
    }

    /// Moves a value towards its limit, the less the nearer it is.
    pub(crate) fn add(&mut self, slot: u32, bonus: i32) {
        let value = &mut self.from_to[slot as usize];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }

    /// The codes of the last two quiet refutations at a ply.
    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply]
    }

    /// Remembers a quiet refutation.
    pub(crate) fn add_killer(&mut self, ply: usize, code: u16) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_in_range() {
        let mut history = History::new(64);
        for _ in 0..1000 {
            history.add(5, 1200);
        }
        assert!((MAX_HISTORY / 2..=MAX_HISTORY).contains(&history.get(5)));
        for _ in 0..1000 {
            history.add(5, -1200);
        }
        assert!((-MAX_HISTORY..=-MAX_HISTORY / 2).contains(&history.get(5)));
    }

    #[test]
    fn killers_are_the_last_two() {
        let mut history = History::new(64);
        for code in [1, 2, 2, 3] {
            history.add_killer(4, code);
        }
        assert_eq!(history.killers(4), [3, 2]);
    }
}
