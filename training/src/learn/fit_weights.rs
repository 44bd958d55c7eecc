//! Fit of HCE weights to the first round's games, where a variant has none of its own. It needs far
//! fewer games than a network, and improves the pretraining of the first one.

use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use search::Weights;

use super::display::Progress;
use super::folder::Folder;
use super::rounds::Rounds;
use super::stage_timer::StageTimer;
use super::state::{FittedWeights, Games};
use super::train::sources;
use super::{LearnError, Result};
use crate::tune::{FitSettings, fit, positions};
use engine::evaluation::weights;
use engine::files::{FileError, read_text, write};

/// Maximum number of positions per second of the round.
const SECOND: f64 = 500.0;
/// Maximum number of positions: with some 600 bytes each, less than a gigabyte.
const MOST: usize = 1_000_000;
/// Weight of the result relative to the search score, epochs, and scale of the prior: as in `tune
/// eval`.
const RESULT: f64 = 0.6;
const EPOCHS: u32 = 60;
const FREEDOM: f64 = 1.0;
/// Fraction of the round for the SPRT match.
const TEST: f64 = 0.05;
/// Seed offset: the SPRT match has openings of its own.
const SEED: u64 = 1 << 33;

/// Fits weights, if the variant has neither weights nor a network, and they are not fitted yet.
///
/// # Errors
/// When data sets are damaged, the weights cannot be written, or the user interrupts.
pub fn fit_weights(run: &mut Rounds<'_>) -> Result<()> {
    let (learn, index) = (run.learn, run.last());
    let definition = learn.variant.definition();
    let own = run.hce().weights.is_some_and(|weights| !weights.is_generic(definition));
    let known = learn.from.is_some() || own;
    if index > 0 || run.state.weights.is_some() || known {
        return Ok(());
    }
    let round = &run.state.rounds[index];
    let (length, timer) = (round.length, StageTimer::after(round.seconds));
    learn.display.stage("Weights");
    let most = ((length * SECOND) as usize).clamp(1, MOST);
    let sources = sources(run, index);
    let paths: Vec<&Path> = sources.iter().map(|source| source.path.as_path()).collect();
    let start = Weights::generic(learn.variant.definition());
    let found = positions(learn.variant, &paths, &start, most, learn.stop)?;
    let (positions, games) = found.ok_or(LearnError::Interrupted)?;
    if positions.is_empty() {
        return Err(LearnError::NoPositions);
    }
    let settings =
        FitSettings { result: RESULT, freedom: FREEDOM, epochs: EPOCHS, seed: learn.settings.seed };
    let begun = timer.seconds();
    let fitted = fit(&positions, &start, &settings, &mut |part| {
        if learn.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let left = (timer.seconds() - begun) * (1.0 - part) / part.max(1e-3);
        let progress = Progress { part, left, all: run.left(timer.seconds()) };
        learn.display.show(progress, &format!("{} positions", positions.len()));
        ControlFlow::Continue(())
    });
    run.note(timer.seconds())?;
    run.check()?;
    let fitted = fitted.ok_or(LearnError::FitStopped)?;
    let text = weights::write(&fitted.weights, &learn.settings.variant);
    restart_test(&learn.folder, &text)?;
    write(&learn.folder.weights(), text.as_bytes())?;
    let (losses, data) = (fitted.validation, Games { games, positions: positions.len() });
    let [before, after] = losses;
    learn.display.line(&format!(
        "Weights fitted to {} positions, validation loss {before:.5}, then {after:.5}",
        data.positions
    ));
    // Lower loss does not always mean stronger play.
    let (new, last) = (run.fitted()?, run.hce());
    let (path, time) = (learn.folder.weights_test(), TEST * length);
    let about = ("Test of the weights", "generic ones");
    let test = run.compare([&new, &last], SEED, &path, (time, None), about)?;
    let fitted = FittedWeights { data, losses, test };
    run.state.weights = Some(fitted);
    run.done("weights", &fitted)
}

/// Deletes the games of an interrupted test if they were played with other weights than these.
///
/// # Errors
/// When they cannot be deleted.
fn restart_test(folder: &Folder, weights: &str) -> Result<()> {
    if read_text(&folder.weights()).is_ok_and(|old| old == weights) {
        return Ok(());
    }
    let path = folder.weights_test();
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(FileError::io("delete", &path, error).into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_goes_on_with_the_same_weights_alone() {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::new(root.path().to_owned());
        restart_test(&folder, "first").unwrap();
        write(&folder.weights(), b"first").unwrap();
        write(&folder.weights_test(), b"games").unwrap();
        restart_test(&folder, "first").unwrap();
        assert!(folder.weights_test().exists());
        restart_test(&folder, "second").unwrap();
        assert!(!folder.weights_test().exists());
    }
}
