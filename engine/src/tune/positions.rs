//! Positions of games, as the fit of weights wants them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use search::{Weights, tracer};
use variants::Variant;

use super::Position;
use crate::selfplay::scan;

/// A score beyond this tells no more, in centipawns.
const MOST_SCORE: i32 = 2000;

/// What the positions of the games in these files tell of weights, up to so many, and the
/// number of games that they are of: those with the lowest numbers, so that what is learnt does not
/// depend on which game ended first. `check` is asked after each game whether to go on.
///
/// # Errors
/// When a file cannot be read, is damaged or of another game, or `check` fails.
pub fn positions(
    variant: &Variant,
    paths: &[&Path],
    weights: &Weights,
    most: usize,
    check: &dyn Fn() -> Result<()>,
) -> Result<(Vec<Position>, usize)> {
    let tracer = tracer(&variant.start(), weights);
    let mut positions = Vec::new();
    let mut count = 0;
    for path in paths {
        let room = most.saturating_sub(positions.len());
        let (mut games, mut found) = (BTreeMap::new(), 0);
        scan(path, variant.definition(), &mut |game| {
            check()?;
            found += game.positions.len();
            games.insert(game.number, game);
            while found > room
                && let Some((_, last)) = games.pop_last()
            {
                found -= last.positions.len();
            }
            Ok(())
        })?;
        for game in games.into_values() {
            check()?;
            count += 1;
            for (fen, score) in &game.positions {
                let position = variant.game(fen).with_context(|| format!("'{fen}'"))?;
                positions.push(Position {
                    trace: tracer(&position).context("a position of another game")?,
                    score: f64::from((*score).clamp(-MOST_SCORE, MOST_SCORE)),
                    result: game.result,
                    game: game.number,
                });
            }
        }
    }
    Ok((positions, count))
}
