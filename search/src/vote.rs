//! Vote of the threads on the best move: each votes for its own, weighted by depth and score (as in
//! Stockfish's lazy SMP, <https://www.chessprogramming.org/Lazy_SMP>).

use crate::iteration::IterationResult;
use crate::score::is_mate;

/// Weight of the worst score, in centipawns.
const LEAST: i64 = 14;

/// Returns the index of the thread whose line is played; the first thread's, unless another has a
/// better one.
pub(crate) fn elect<S: PartialEq>(found: &[IterationResult<S>]) -> usize {
    let worst = found.iter().map(|found| found.value).min().unwrap_or_default();
    let weight = |found: &IterationResult<S>| {
        i64::from(found.value - worst + LEAST as i32) * i64::from(found.depth.max(0))
    };
    let votes = |candidate: &IterationResult<S>| -> i64 {
        found.iter().filter(|other| other.line.first() == candidate.line.first()).map(weight).sum()
    };
    let mut elected = 0;
    for (index, candidate) in found.iter().enumerate().skip(1) {
        let Some(best) = found.get(elected) else { break };
        if candidate.depth < 1 || candidate.line.is_empty() {
            continue;
        }
        // Shorter forced wins are better, and longer forced losses.
        let better = if is_mate(best.value) || (is_mate(candidate.value) && candidate.value > 0) {
            candidate.value > best.value
        } else {
            let (theirs, ours) = (votes(candidate), votes(best));
            theirs > ours || theirs == ours && weight(candidate) > weight(best)
        };
        if better {
            elected = index;
        }
    }
    elected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{loss_in, win_in};

    fn found(step: u8, value: i32, depth: i32) -> IterationResult<u8> {
        IterationResult { line: vec![step], value, depth }
    }

    #[test]
    fn the_first_thread_is_believed_when_all_agree_or_nobody_searched() {
        assert_eq!(elect(&[found(1, 20, 8), found(1, 10, 8)]), 0);
        assert_eq!(elect(&[found(1, 20, 8), found(2, 900, 0)]), 0);
        assert_eq!(elect::<u8>(&[]), 0);
    }

    #[test]
    fn the_deeper_and_the_many_outvote() {
        assert_eq!(elect(&[found(1, 20, 8), found(2, 20, 9)]), 1);
        assert_eq!(elect(&[found(1, 20, 9), found(2, 15, 9), found(2, 18, 9)]), 2);
    }

    #[test]
    fn the_shortest_win_and_the_longest_loss() {
        assert_eq!(elect(&[found(1, 500, 9), found(2, win_in(7), 6), found(3, win_in(5), 5)]), 2);
        assert_eq!(elect(&[found(1, loss_in(4), 9), found(2, loss_in(8), 6)]), 1);
        assert_eq!(elect(&[found(1, win_in(3), 5), found(2, 900, 12)]), 0);
    }
}
