//! Data sets as training samples.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use nets::{Sample, Samples};
use variants::{Definition, Fen};

use super::state::Games;
use crate::selfplay::{DataError, Game, GameError, Seen, scan};

/// Bits for the number of a game within its data set.
const GAME_BITS: u32 = 22;

/// Data set.
#[derive(Clone, Debug)]
pub struct DataSet {
    /// Path of the file.
    pub path: PathBuf,
    /// Stable number, so that its validation games remain the same.
    pub number: u32,
}

/// Reads data sets of variants that share a network, the newest first, up to `most` positions, of
/// which each counts once. Once the flag is set, the reading ends and `None` is returned.
///
/// # Errors
/// When a data set cannot be read, or is damaged or of another variant.
pub fn read(
    definitions: &[&Definition],
    sources: &[DataSet],
    most: usize,
    stop: &AtomicBool,
) -> Result<Option<(Samples, Games)>, DataError> {
    let mut samples = Samples::new();
    let mut games = 0;
    let mut seen = Seen::default();
    for source in sources {
        if samples.len() >= most {
            break;
        }
        let header = scan(&source.path, definitions, &mut |definition, game| {
            if stop.load(Ordering::Relaxed) {
                return Ok(ControlFlow::Break(()));
            }
            if samples.len() < most {
                games += 1;
                add(&mut samples, &mut seen, definition, source.number, &game)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if header.is_none() {
            return Ok(None);
        }
    }
    let data = Games { games, positions: samples.len() };
    Ok(Some((samples, data)))
}

/// Returns the number of a data set's game among those of all data sets.
pub fn game_number(set: u32, game: u32) -> u32 {
    set << GAME_BITS ^ game
}

fn add(
    samples: &mut Samples,
    seen: &mut Seen,
    definition: &Definition,
    set: u32,
    game: &Game,
) -> Result<(), GameError> {
    for (fen, score) in &game.positions {
        let position = Fen::parse(fen, definition).map_err(|error| GameError::fen(fen, error))?;
        if position.pieces.is_empty() {
            return Err(GameError::NoPieces(fen.clone()));
        }
        if !seen.add(fen) {
            continue;
        }
        let sample = Sample {
            side: position.side,
            score: (*score).clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16,
            result: game.result as f32,
            game: game_number(set, game.number),
        };
        let in_hand = nets::held(definition.size, position.hands.as_ref());
        samples.push(position.pieces.iter().copied().chain(in_hand), sample);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use variants::Catalog;

    use super::*;
    use engine::causes::with_causes;
    use engine::fingerprint::fingerprint;

    #[test]
    fn damaged_positions_are_named() {
        let catalog = Catalog::builtin();
        let definition = catalog.get("chess").unwrap();
        let path = std::env::temp_dir().join(format!("menagerie-data-{}", std::process::id()));
        let start = &definition.start;
        let header = format!(
            "{{\"variant\":\"chess\",\"fingerprint\":\"{}\",\"nodes\":1,\"opening\":8,\"seed\":1}}",
            fingerprint(definition)
        );
        let game = |number: u32, fen: &str| {
            format!("{{\"number\":{number},\"result\":1.0,\"positions\":[[\"{fen}\",-40000]]}}\n")
        };
        let sources = [DataSet { path: path.clone(), number: 3 }];
        let go = AtomicBool::new(false);
        let up_to = |most| {
            let found = read(&[definition], &sources, most, &go);
            found.map(Option::unwrap).map_err(|error| with_causes(&error))
        };
        let read = || up_to(9);
        fs::write(&path, format!("{header}\n{}", game(5, start))).unwrap();
        let (samples, data) = read().unwrap();
        assert_eq!((samples.len(), data.games, data.positions), (1, 1, 1));
        let sample = samples.sample(0);
        assert_eq!((sample.score, sample.result, sample.game), (-32767, 1.0, 3 << 22 ^ 5));
        assert_eq!(samples.pieces(0).count(), 32);
        let other = start.replace(" w ", " b ");
        fs::write(&path, format!("{header}\n{}{}", game(5, start), game(6, &other))).unwrap();
        assert_eq!([1, 2, 3].map(|most| up_to(most).unwrap().0.len()), [1, 2, 2]);
        // A position counts once.
        fs::write(&path, format!("{header}\n{}{}", game(5, start), game(6, start))).unwrap();
        let (samples, data) = read().unwrap();
        assert_eq!((samples.len(), data.games, samples.sample(0).game), (1, 2, 3 << 22 ^ 5));
        fs::write(&path, format!("{header}\n{}{}", game(5, start), game(6, "8/8 w"))).unwrap();
        let error = read().unwrap_err();
        assert!(error.contains("line 3") && error.contains("8/8 w"), "{error}");
        assert!(error.contains(&path.display().to_string()), "{error}");
        fs::write(&path, format!("{}\n", header.replace("fingerprint\":\"", "fingerprint\":\"x")))
            .unwrap();
        let error = read().unwrap_err();
        assert!(error.contains("games of another chess"), "{error}");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn games_of_other_rules_are_read_by_those() {
        let catalog = Catalog::builtin();
        let [plain, gollon] = ["pacific", "pacific-gollon"].map(|name| catalog.get(name).unwrap());
        let path = std::env::temp_dir().join(format!("menagerie-kin-{}", std::process::id()));
        let game = format!(
            "{{\"variant\":\"pacific-gollon\",\"fingerprint\":\"{}\",\"nodes\":1,\"opening\":8,\"seed\":1}}\n\
             {{\"number\":0,\"result\":0.5,\"positions\":[[\"{}\",7]]}}\n",
            fingerprint(gollon),
            gollon.start
        );
        fs::write(&path, game).unwrap();
        let sources = [DataSet { path: path.clone(), number: 0 }];
        let go = AtomicBool::new(false);
        let read = |definitions: &[&Definition]| {
            let found = read(definitions, &sources, 9, &go);
            found.map(Option::unwrap).map_err(|error| with_causes(&error))
        };
        assert_eq!(read(&[plain, gollon]).unwrap().0.len(), 1);
        let error = read(&[plain]).unwrap_err();
        assert!(
            error.contains("games of another pacific-gollon: expected pacific on 10x10"),
            "{error}"
        );
        fs::remove_file(&path).unwrap();
    }
}
