//! Data sets as training samples.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use nets::{Sample, Samples};
use variants::{Definition, Fen};

use super::state::Games;
use crate::selfplay::{Game, scan};

/// Bits for the number of a game within its data set.
const GAME_BITS: u32 = 22;

/// Data set.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path of the file.
    pub path: PathBuf,
    /// Stable number, so that its validation games remain the same.
    pub number: u32,
}

/// Reads data sets of variants that share a network, the newest first, up to `most` positions.
/// `check` is called after each game and may end the reading with an error.
///
/// # Errors
/// When a data set cannot be read, is damaged or of another variant, or `check` fails.
pub fn read(
    definitions: &[&Definition],
    sources: &[Source],
    most: usize,
    check: &dyn Fn() -> Result<()>,
) -> Result<(Samples, Games)> {
    let mut samples = Samples::new();
    let mut games = 0;
    for source in sources {
        if samples.len() >= most {
            break;
        }
        scan(&source.path, definitions, &mut |definition, game| {
            check()?;
            if samples.len() >= most {
                return Ok(());
            }
            games += 1;
            add(&mut samples, definition, source.number, &game)
        })?;
    }
    let data = Games { games, positions: samples.len() };
    Ok((samples, data))
}

/// Returns the number of a data set's game among those of all data sets.
pub fn game_number(set: u32, game: u32) -> u32 {
    set << GAME_BITS ^ game
}

fn add(samples: &mut Samples, definition: &Definition, set: u32, game: &Game) -> Result<()> {
    for (fen, score) in &game.positions {
        let position = Fen::parse(fen, definition).with_context(|| format!("'{fen}'"))?;
        ensure!(!position.pieces.is_empty(), "'{fen}' has no pieces");
        let sample = Sample {
            side: position.side,
            score: (*score).clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16,
            result: game.result as f32,
            game: game_number(set, game.number),
        };
        samples.push(position.pieces, sample);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use variants::Catalog;

    use super::*;
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
        let sources = [Source { path: path.clone(), number: 3 }];
        let up_to = |most| read(&[definition], &sources, most, &|| Ok(()));
        let read = || up_to(9);
        fs::write(&path, format!("{header}\n{}", game(5, start))).unwrap();
        let (samples, data) = read().unwrap();
        assert_eq!((samples.len(), data.games, data.positions), (1, 1, 1));
        let sample = samples.sample(0);
        assert_eq!((sample.score, sample.result, sample.game), (-32767, 1.0, 3 << 22 ^ 5));
        assert_eq!(samples.pieces(0).count(), 32);
        fs::write(&path, format!("{header}\n{}{}", game(5, start), game(6, start))).unwrap();
        assert_eq!([1, 2, 3].map(|most| up_to(most).unwrap().0.len()), [1, 2, 2]);
        fs::write(&path, format!("{header}\n{}{}", game(5, start), game(6, "8/8 w"))).unwrap();
        let error = format!("{:#}", read().unwrap_err());
        assert!(error.contains("line 3") && error.contains("8/8 w"), "{error}");
        assert!(error.contains(&path.display().to_string()), "{error}");
        fs::write(&path, format!("{}\n", header.replace("fingerprint\":\"", "fingerprint\":\"x")))
            .unwrap();
        let error = format!("{:#}", read().unwrap_err());
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
        let sources = [Source { path: path.clone(), number: 0 }];
        let read = |definitions: &[&Definition]| read(definitions, &sources, 9, &|| Ok(()));
        assert_eq!(read(&[plain, gollon]).unwrap().0.len(), 1);
        let error = format!("{:#}", read(&[plain]).unwrap_err());
        assert!(
            error.contains("games of another pacific-gollon, not of pacific on 10x10"),
            "{error}"
        );
        fs::remove_file(&path).unwrap();
    }
}
