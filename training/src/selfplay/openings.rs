//! Random openings, reproducible from the random numbers.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use protocol::Score;
use rand_chacha::ChaCha8Rng;
use search::Limits;
use variants::Variant;

use super::{Players, SelfplayError, Side, play};
use arena::{Opening, random_turn};

/// Maximum score of a balanced opening, in centipawns.
pub(super) const UNEVEN: i32 = 300;
/// Nodes of the balance check.
const NODES: u64 = 2000;
/// Number of openings checked before an unbalanced one is accepted: a variant may be uneven by
/// itself.
const LOOKS: usize = 10;
/// Number of attempts before an error: every game may be over.
const ATTEMPTS: usize = 1000;

/// Plays random turns from the start; returns `None` if the game is over after them.
pub(super) fn by_chance(
    variant: &Variant,
    plies: u32,
    numbers: &mut ChaCha8Rng,
) -> Option<Opening> {
    let mut game = variant.start();
    let turns = (0..plies).map(|_| random_turn(&mut game, numbers)).collect::<Option<_>>()?;
    game.outcome().is_none().then_some(Opening { fen: None, turns })
}

/// Plays random turns from the start and checks the balance by a short search of the side's engine.
/// Returns `None` if the game is over in every attempt.
///
/// # Errors
/// When the search fails.
pub fn fair(
    variant: &Variant,
    plies: u32,
    numbers: &mut ChaCha8Rng,
    side: &mut Side<'_>,
) -> Result<Option<Opening>, SelfplayError> {
    let mut last = None;
    let mut looks = 0;
    for _ in 0..ATTEMPTS {
        let Some(opening) = by_chance(variant, plies, numbers) else { continue };
        let mut is_even = false;
        let looker = Side {
            engine: &mut *side.engine,
            limits: Limits::nodes(NODES),
            evaluation: side.evaluation.clone(),
        };
        let stop = AtomicBool::new(false);
        play(variant, &opening, Players::Alone(looker), 1, &stop, &mut |_, answer| {
            is_even =
                matches!(answer.score, Some(Score::Centipawns(score)) if score.abs() <= UNEVEN);
            ControlFlow::Break(())
        })?;
        looks += 1;
        last = Some(opening);
        if is_even || looks == LOOKS {
            break;
        }
    }
    Ok(last)
}
