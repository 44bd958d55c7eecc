//! `menagerie tune eval`: tuning of evaluation weights.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use arena::Shard;
use search::Weights;
use variants::{Variant, counted};

use crate::args::TuneEval;
use crate::commands::data::Games;
use crate::commands::shard::{file as shard_file, shard};
use crate::commands::{self, bar, output};
use crate::exit::{self, INTERRUPTED};
use crate::interrupt;
use engine::evaluation::{self, Evaluation, weights};
use engine::files::{make_folder, shown, write};
use engine::library::Library;
use training::tune::{FitSettings, Fitted, fit, positions};

/// Resolution of the progress bar.
const PARTS: u32 = 100;

/// Plays games, fits the weights to them and writes the weights.
pub fn eval(library: &Library, args: &TuneEval) -> Result<ExitCode> {
    let variant = commands::variant(library, &args.variant, args.size)?;
    let definition = variant.definition();
    let stop = interrupt::flag()?;
    if let Some(shard) = shard(&args.sharding).map_err(exit::usage)? {
        ensure!(args.data.len() <= 1, "--shard: expected one file of --data");
        let path = shard_file(&file(&variant, args), Some(shard));
        let name = &definition.name;
        let then = format!("menagerie tune eval {name} --data FILE --data FILE...");
        let evaluation = evaluation::bundled(definition);
        return games(&variant, args, &evaluation, Some(shard)).play_alone(&path, &stop, &then);
    }
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("{}.toml", definition.name)));
    // Weights of an earlier run are made again, a file of another kind stays.
    output::check(&out, |text| weights::read(text, definition).is_ok())?;
    make_folder(&out)?;
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
    let settings = FitSettings {
        result: args.result,
        freedom: args.freedom,
        epochs: args.epochs,
        seed: args.seed,
    };
    let bar = bar(u64::from(PARTS), "% fitted");
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
    writeln!(stdout, "Positions   {count} of {}", counted(games, "game", "games"))?;
    writeln!(stdout, "Scale       {scale:.0} centipawns")?;
    writeln!(stdout, "Training    {:.6} -> {:.6}", training[0], training[1])?;
    writeln!(stdout, "Validation  {:.6} -> {:.6}", validation[0], validation[1])?;
    writeln!(stdout, "Weights     {}", shown(&out))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the files of the games to fit to, complete unless the user interrupts.
fn gather(variant: &Variant, args: &TuneEval, stop: &AtomicBool) -> Result<Vec<PathBuf>> {
    if args.data.len() > 1 {
        return Ok(args.data.clone());
    }
    let path = file(variant, args);
    games(variant, args, &evaluation::bundled(variant.definition()), None).play(&path, stop)?;
    Ok(vec![path])
}

/// Returns the file of the games that are played.
fn file(variant: &Variant, args: &TuneEval) -> PathBuf {
    let name = || PathBuf::from(format!("{}-games.jsonl", variant.definition().name));
    args.data.first().cloned().unwrap_or_else(name)
}

fn games<'a>(
    variant: &'a Variant,
    args: &TuneEval,
    evaluation: &'a Evaluation,
    shard: Option<Shard>,
) -> Games<'a> {
    Games {
        variant,
        evaluation,
        games: args.games,
        nodes: args.nodes,
        opening: args.opening,
        seed: args.seed,
        shard,
        concurrency: args.concurrency.get(),
    }
}
