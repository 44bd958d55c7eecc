//! Moves of a node that were searched before a cutoff: their histories get the malus.

use super::history::Slot;
use super::scored_move::ScoredMove;
use variants::PieceType;

/// Moves that were searched before a cutoff, for the malus; at most `N`.
pub(super) struct Tried<const N: usize, T> {
    items: [Option<T>; N],
    count: usize,
}

impl<const N: usize, T: Copy> Tried<N, T> {
    const fn new() -> Self {
        Tried { items: [None; N], count: 0 }
    }

    fn push(&mut self, item: T) {
        if let Some(place) = self.items.get_mut(self.count) {
            *place = Some(item);
            self.count += 1;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items[..self.count].iter().flatten().copied()
    }
}

/// Moves of a node that were searched without a cutoff.
pub(super) struct TriedMoves {
    pub quiets: Tried<64, Slot>,
    pub captures: Tried<32, (Slot, PieceType)>,
}

impl TriedMoves {
    pub const fn new() -> Self {
        TriedMoves { quiets: Tried::new(), captures: Tried::new() }
    }

    #[inline]
    pub fn push<S>(&mut self, scored: &ScoredMove<S>) {
        if scored.quiet {
            self.quiets.push(scored.slot);
        } else if let Some(victim) = scored.victim {
            self.captures.push((scored.slot, victim));
        }
    }
}
