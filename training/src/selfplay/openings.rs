//! Balanced random openings.

use rand_chacha::ChaCha8Rng;
use variants::Variant;

use super::Side;
use arena::{Opening, imbalance, random_opening};

/// Maximum score of a balanced opening, in centipawns.
pub(super) const UNEVEN: i64 = 300;
/// Nodes of the balance check.
const NODES: u64 = 2000;
/// Number of openings checked before an unbalanced one is accepted: a variant may be uneven by
/// itself.
const CHECKS: usize = 10;
/// Number of attempts before an error: every game may be over.
const ATTEMPTS: usize = 1000;

/// Plays random turns from the start and checks the balance by a short search of the side's engine.
/// Returns `None` if the game is over in every attempt.
pub fn balanced_opening(
    variant: &Variant,
    plies: u32,
    numbers: &mut ChaCha8Rng,
    side: &mut Side<'_>,
) -> Option<Opening> {
    let attempts = (0..ATTEMPTS).filter_map(|_| random_opening(variant, plies as usize, numbers));
    let mut last = None;
    for (opening, game) in attempts.take(CHECKS) {
        last = Some(opening);
        let away = imbalance(side.engine, &game, &side.evaluation, NODES);
        if away.is_some_and(|away| i64::from(away) <= UNEVEN) {
            break;
        }
    }
    last
}
