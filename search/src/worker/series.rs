//! Exact search for a turn of several moves that wins at once: by mate, or by another end.

use std::collections::HashSet;

use variants::{Game, Outcome, Position};

use crate::hunt::HuntLimit;
use crate::whole_turns::outcome_or_mate;

/// Maximum number of moves tried.
const MOST_TRIED: u64 = 2_000_000;
/// Maximum number of positions that are remembered.
const MOST_SEEN: usize = 1 << 20;

/// State of the search.
struct Hunt<'h, 'a, P: Position> {
    game: Game<P>,
    /// Positions within the turn from which no win was found.
    seen: HashSet<u64>,
    line: Vec<P::Step>,
    tried: u64,
    limit: &'h mut HuntLimit<'a>,
}

/// Returns the shortest turn, or rest of a turn, by which the side to move wins; `None` where there
/// is none, or when the limit is reached.
pub(super) fn winning_series<P: Position>(
    game: &Game<P>,
    limit: &mut HuntLimit<'_>,
) -> Option<Vec<P::Step>> {
    let moves = game.position().moves_left() as usize;
    let (seen, line) = (HashSet::new(), Vec::new());
    let mut hunt = Hunt { game: game.clone(), seen, line, tried: 0, limit };
    for length in 1..=moves {
        hunt.seen.clear();
        match hunt.run(length) {
            Some(true) => return Some(hunt.line),
            Some(false) => {}
            None => break,
        }
    }
    None
}

impl<P: Position> Hunt<'_, '_, P> {
    /// Whether `left` more moves win, the last of which ends the turn; they are then in the line.
    /// `None`: the search gives up.
    fn run(&mut self, left: usize) -> Option<bool> {
        if self.tried > MOST_TRIED || !self.limit.enter() {
            return None;
        }
        let side = self.game.position().side();
        let mut steps = Vec::new();
        self.game.legal_steps(&mut steps);
        self.tried += steps.len() as u64;
        for step in steps {
            if self.limit.is_over() {
                return None;
            }
            self.line.push(step);
            self.game.play(step);
            let won = self.is_won(side, left);
            self.game.undo();
            if won? {
                return Some(true);
            }
            self.line.pop();
        }
        Some(false)
    }

    /// Whether the move made last has won, or `left - 1` more do.
    fn is_won(&mut self, side: variants::Color, left: usize) -> Option<bool> {
        let position = self.game.position();
        if position.is_turn_start() {
            let is_last = left == 1;
            let is_winner = |end: Outcome| end.winner == Some(side);
            return Some(is_last && outcome_or_mate(position).is_some_and(is_winner));
        }
        if left == 1 {
            return Some(position.decided().is_some_and(|o| o.winner == Some(side)));
        }
        let key = position.key();
        if self.seen.contains(&key) {
            return Some(false);
        }
        let won = self.run(left - 1);
        if won == Some(false) && self.seen.len() < MOST_SEEN {
            self.seen.insert(key);
        }
        won
    }
}
