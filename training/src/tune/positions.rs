//! Positions of games, as input of the weight fit.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use search::{Weights, tracer};
use variants::Variant;

use super::Position;
use crate::selfplay::{DataError, GameError, Seen, scan};

/// Maximum absolute score, in centipawns; higher ones are clamped.
const MOST_SCORE: i32 = 2000;

/// Reads the positions of the games in these files, up to a maximum, and the number of their games.
/// Games are taken by number, lowest first, so that the fit does not depend on which game ended
/// first, and each position once. Once the flag is set, the reading ends and `None` is returned.
///
/// # Errors
/// When a file cannot be read, or is damaged or of another variant.
pub fn positions(
    variant: &Variant,
    paths: &[&Path],
    weights: &Weights,
    most: usize,
    stop: &AtomicBool,
) -> Result<Option<(Vec<Position>, usize)>, DataError> {
    let tracer = tracer(&variant.start(), weights);
    let mut positions = Vec::new();
    let mut count = 0;
    let mut seen = Seen::default();
    for path in paths {
        let room = most.saturating_sub(positions.len());
        let (mut games, mut found, mut end) = (BTreeMap::new(), 0, u32::MAX);
        let header = scan(path, &[variant.definition()], &mut |_, game| {
            if stop.load(Ordering::Relaxed) {
                return Ok(ControlFlow::Break(()));
            }
            if game.number > end {
                return Ok(ControlFlow::Continue(()));
            }
            found += game.positions.len();
            games.insert(game.number, game);
            while found > room
                && let Some((number, last)) = games.pop_last()
            {
                found -= last.positions.len();
                end = number;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if header.is_none() {
            return Ok(None);
        }
        for game in games.into_values() {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            count += 1;
            for (fen, score) in &game.positions {
                if !seen.add(fen) {
                    continue;
                }
                let position = variant.game(fen).map_err(|error| GameError::fen(fen, error))?;
                positions.push(Position {
                    trace: tracer(&position).ok_or(GameError::Foreign)?,
                    score: f64::from((*score).clamp(-MOST_SCORE, MOST_SCORE)),
                    result: game.result,
                    game: game.number,
                });
            }
        }
    }
    Ok(Some((positions, count)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use engine::fingerprint::fingerprint;
    use engine::library::Library;

    #[test]
    fn the_order_of_games_does_not_matter() {
        let variant = Library::builtin().variant("chess", None).unwrap();
        let definition = variant.definition();
        let weights = Weights::generic(definition);
        let path = std::env::temp_dir().join(format!("menagerie-fit-{}", std::process::id()));
        let found = |order: [(u32, usize); 4]| {
            let mut text = format!(
                "{{\"variant\":\"chess\",\"fingerprint\":\"{}\",\"nodes\":1,\"opening\":8,\"seed\":1}}\n",
                fingerprint(definition)
            );
            for (number, count) in order {
                // Each position counts once.
                let positions = (0..count).map(|at| {
                    let mut game = variant.start();
                    let file = b"abcdefgh"[2 * number as usize % 8 + at % 2] as char;
                    game.play_turn(&format!("{file}2{file}{}", 3 + at / 2)).unwrap();
                    format!("[\"{}\",7]", game.fen())
                });
                let positions = positions.collect::<Vec<_>>().join(",");
                text += &format!(
                    "{{\"number\":{number},\"result\":1.0,\"positions\":[{positions}]}}\n"
                );
            }
            fs::write(&path, text).unwrap();
            let go = AtomicBool::new(false);
            let found = positions(&variant, &[&path], &weights, 4, &go).unwrap();
            let (positions, games) = found.unwrap();
            (positions.iter().map(|position| position.game).collect::<Vec<_>>(), games)
        };
        // The third does not fit, so the fourth, which would, is left out as well.
        let expected = (vec![0, 0, 1], 2);
        assert_eq!(found([(0, 2), (1, 1), (2, 3), (3, 1)]), expected);
        assert_eq!(found([(2, 3), (1, 1), (3, 1), (0, 2)]), expected);
        assert_eq!(found([(3, 1), (1, 1), (0, 2), (2, 3)]), expected);
        fs::remove_file(&path).unwrap();
    }
}
