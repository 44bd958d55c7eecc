//! `menagerie tune eval`: tuning of evaluation weights.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use search::Weights;
use variants::Variant;

use crate::args::TuneEval;
use crate::exit::INTERRUPTED;
use crate::interrupt;
use engine::evaluation::{self, weights};
use engine::files::{make_folder, shown, write};
use engine::fingerprint::fingerprint;
use engine::library::Library;
use training::selfplay::{
    DataHeader, GameError, Generation, Seen, Store, Until, evaluation_name, generate,
};
use training::tune::{Fit, Fitted, fit, positions};

/// Resolution of the progress bar.
const PARTS: u32 = 100;

/// Plays games, fits the weights to them and writes the weights.
pub fn eval(library: &Library, args: &TuneEval) -> Result<ExitCode> {
    let variant = library.variant(&args.variant, args.size)?;
    let definition = variant.definition();
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("{}.toml", definition.name)));
    make_folder(&out)?;
    let stop = interrupt::flag()?;
    let paths = gather(&variant, args, &stop)?;
    let interrupted = || {
        writeln!(io::stdout(), "Interrupted: rerun the same command to resume.")?;
        Ok(ExitCode::from(INTERRUPTED))
    };
    if stop.load(Ordering::Relaxed) {
        return interrupted();
    }
    let start = Weights::generic(definition);
    let files: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let Some((positions, games)) = positions(&variant, &files, &start, usize::MAX, &stop)? else {
        return interrupted();
    };
    ensure!(!positions.is_empty(), "no games to fit: expected a file with games");
    let settings =
        Fit { result: args.result, freedom: args.freedom, epochs: args.epochs, seed: args.seed };
    let bar = bar(PARTS, "% fitted");
    let fitted = fit(&positions, &start, &settings, &mut |part| {
        bar.set_position((part * f64::from(PARTS)) as u64);
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let Some(fitted) = fitted else { return interrupted() };
    bar.finish_and_clear();
    write(&out, weights::write(&fitted.weights, &definition.name).as_bytes())?;
    let Fitted { scale, training, validation, .. } = fitted;
    let count = positions.len();
    let mut stdout = io::stdout();
    writeln!(stdout, "Positions   {count} of {games} games")?;
    writeln!(stdout, "Scale       {scale:.0} centipawns")?;
    writeln!(stdout, "Training    {:.6} -> {:.6}", training[0], training[1])?;
    writeln!(stdout, "Validation  {:.6} -> {:.6}", validation[0], validation[1])?;
    writeln!(stdout, "Weights     {}", shown(&out))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the files of the games to fit to, complete unless the user interrupts.
fn gather(variant: &Variant, args: &TuneEval, stop: &AtomicBool) -> Result<Vec<PathBuf>> {
    let definition = variant.definition();
    let path = match args.data.as_slice() {
        [] => PathBuf::from(format!("{}-games.jsonl", definition.name)),
        [path] => path.clone(),
        paths => return Ok(paths.to_vec()),
    };
    let evaluation = evaluation::bundled(definition);
    let header = DataHeader {
        variant: definition.name.clone(),
        fingerprint: fingerprint(definition),
        nodes: args.nodes,
        opening: args.opening,
        seed: args.seed,
        engine: Some(env!("CARGO_PKG_VERSION").to_owned()),
        evaluation: Some(evaluation_name(&evaluation)),
    };
    let seen = Seen::default();
    let store = Store::open(&path, &header, &mut |game| {
        if stop.load(Ordering::Relaxed) {
            return Ok(ControlFlow::Break(()));
        }
        for (fen, _) in &game.positions {
            seen.add(variant.game(fen).map_err(|error| GameError::fen(fen, error))?.key());
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let Some(mut store) = store else { return Ok(vec![path]) };
    let known = store.numbers.clone();
    let bar = bar(args.games, "games");
    bar.set_position(known.iter().filter(|&&number| number < args.games).count() as u64);
    let plan = Generation {
        variant,
        header: &header,
        evaluation: &evaluation,
        games: args.games,
        known: &known,
        seen: &seen,
        concurrency: args.concurrency.get(),
    };
    generate::<anyhow::Error>(&plan, &Until { stop, at: None }, &mut |game| {
        if let Some(game) = game {
            store.add(&game)?;
            bar.inc(1);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    bar.finish_and_clear();
    Ok(vec![path])
}

fn bar(length: u32, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(length)).with_message(what);
    // The template is valid, and the default bar would do as well.
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}, {eta} left") {
        bar.set_style(style);
    }
    bar
}
