//! Counting of the moves of a game, where they are counted in endings.

use super::counting::{Count, CountingRule};
use super::state::Royal;
use crate::{Bits, Color, Piece};

impl<B: Bits> Royal<B> {
    /// Counts a move that has just been made, and begins a count that it makes due.
    #[cold]
    pub(super) fn count_move(&mut self, captured: Option<Piece>, promotes: bool) {
        let Some(counting) = &self.rules.royal.counting else { return };
        let (counts, mover) = (self.side, !self.side);
        let mut count = self.count;
        if count.runs() {
            count.plies = count.plies.saturating_add(1);
        }
        let pieces = |color: Color| self.board.side(color).count();
        let all = self.board.occupied().count();
        let is_asean = counting.rule == CountingRule::Asean;
        // A bare king that takes the last pawn counts at once.
        if !is_asean
            && captured.is_some_and(|piece| counting.pawns.contains(&piece.kind()))
            && pieces(mover) == 1
            && !self.board.kinds(&counting.pawns).any()
        {
            let moves = counting.moves(&self.board, mover);
            if moves > 0 {
                count.begin(moves, 2 * all - 1);
            }
        }
        let begins = !count.runs() || (captured.is_some() || promotes) && pieces(counts) == 1;
        let moves = counting.moves(&self.board, counts);
        if begins && moves > 0 {
            let made = if is_asean || pieces(counts) > 1 { 0 } else { 2 * all };
            count.begin(moves, made);
        }
        self.count = count;
    }

    /// The count, for people.
    pub(super) fn count_note(&self) -> Option<String> {
        let Count { limit, plies } = self.count;
        self.count.runs().then(|| format!("counted plies: {plies} of {limit}"))
    }
}
