//! `menagerie tune search`: SPSA of search parameters or evaluation weights by self-play.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use indicatif::HumanDuration;
use serde::{Deserialize, Serialize};

use crate::args;
use crate::commands::{self, output};
use crate::exit::{self, INTERRUPTED};
use crate::interrupt;
use arena::statistics::ResultCounts;
use arena::{DEFAULT_BOUND, OpeningOrder, parse_openings};
use engine::evaluation::weights::{self, write};
use engine::files::{self, shown};
use engine::fingerprint::digest;
use engine::library::Library;
use training::tune::params::{self, Spec};
use training::tune::run::{self, EnginePool, Rules, Subject};
use training::tune::spsa::{SpsaSchedule, SpsaState};

/// State of a run, as stored on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Saved {
    rules: Rules,
    plan: SpsaSchedule,
    state: SpsaState,
    results: ResultCounts,
}

/// Tunes parameters, or resumes the run in the file.
pub fn search(library: &Library, args: &args::TuneSearch) -> Result<ExitCode> {
    let variant = commands::variant(library, &args.variant, args.size)?;
    let name = &variant.definition().name;
    let base = args.weights.then(|| run::weights(&variant));
    let specs = base.as_ref().map_or_else(params::of_search, params::of_weights);
    if args.list {
        list(&specs)?;
        return Ok(ExitCode::SUCCESS);
    }
    let subject = match &base {
        Some(base) => Subject::Weights { base: digest(&write(base, name)) },
        None => Subject::Search,
    };
    let (rules, plan) = settings(name, args, &specs, subject).map_err(exit::usage)?;
    let path = args.out.clone().unwrap_or_else(|| file(name, args.weights));
    let fitted = path.with_extension("toml");
    ensure!(
        base.is_none() || fitted != path,
        "--out {}: expected another name: the weights are written there",
        shown(&path)
    );
    if base.is_some() {
        // Those of an earlier run are made again, a file of another kind stays.
        let is_own = |text: &str| weights::read(text, variant.definition()).is_ok();
        output::check(&fitted, is_own)?;
    }
    let saved = begin(&path, rules, plan)?;
    let Saved { rules, plan, mut state, mut results } = saved.clone();
    let table = EnginePool::new(&variant, &rules, &plan, args.concurrency.get())?;
    let stop = interrupt::flag().context("cannot listen to signals")?;
    let (began, before) = (Instant::now(), state.done);
    while let Some(trial) = state.trial(&plan) {
        let Some(found) = table.play(&trial, &stop)? else {
            let (done, file) = (2 * state.done, shown(&path));
            writeln!(
                io::stderr(),
                "menagerie: interrupted after {done} games; rerun the same command to resume from {file}"
            )?;
            return Ok(ExitCode::from(INTERRUPTED));
        };
        state.learn(&plan, &trial, found.difference());
        results += found;
        save(&path, &Saved { state: state.clone(), results, ..saved.clone() })?;
        let pace = began.elapsed() / u32::try_from(state.done - before).unwrap_or(u32::MAX).max(1);
        let left = pace * u32::try_from(plan.comparisons - state.done).unwrap_or(u32::MAX);
        progress(&plan, &state, &HumanDuration(left))?;
    }
    report(&plan, &state, &results)?;
    writeln!(io::stdout(), "State: {}", shown(&path))?;
    if let Some(base) = base {
        let percents = plan.params.iter().map(|param| &*param.name).zip(state.values);
        let text = write(&params::scaled(&base, percents), name);
        files::write(&fitted, text.as_bytes())?;
        writeln!(io::stdout(), "Weights: {}", shown(&fitted))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the tunable parameters.
fn list(specs: &[Spec]) -> Result<()> {
    let mut out = io::stdout().lock();
    for spec in specs {
        let range = format!("{} ({} to {})", spec.value, spec.min, spec.max);
        writeln!(out, "{:<24} {range:<24} {}", spec.name, spec.help)?;
    }
    Ok(())
}

fn file(variant: &str, is_weights: bool) -> PathBuf {
    let what = if is_weights { "weights" } else { "search" };
    format!("{variant}-{what}.json").into()
}

fn settings(
    name: &str,
    args: &args::TuneSearch,
    specs: &[Spec],
    subject: Subject,
) -> Result<(Rules, SpsaSchedule)> {
    let comparisons = args.games.div_ceil(2);
    let rate = args.rate.unwrap_or(1.0 / (comparisons as f64).sqrt());
    ensure!(rate.is_finite() && rate > 0.0, "--rate {rate}: expected a number above 0");
    let rules = Rules {
        variant: name.to_owned(),
        size: args.size.map(|size| size.to_string()),
        nodes: args.nodes,
        openings: parse_openings(&args.openings, OpeningOrder::default(), Some(DEFAULT_BOUND))?,
        max_moves: args.maxmoves,
        subject,
    };
    let params = params::parse(specs, &args.params)?;
    let plan = SpsaSchedule { params, comparisons, batch: args.batch, rate, seed: args.seed };
    Ok((rules, plan))
}

/// Reads the run in a file, which must have these settings; returns a new one where there is no
/// file, and creates the folder for it.
fn begin(path: &Path, rules: Rules, plan: SpsaSchedule) -> Result<Saved> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            files::make_folder(path)?;
            let state = SpsaState::new(&plan);
            return Ok(Saved { rules, plan, state, results: ResultCounts::default() });
        }
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", shown(path)));
        }
    };
    let saved: Saved = serde_json::from_slice(&text)
        .with_context(|| format!("{}: invalid state of a tuning run", shown(path)))?;
    if (&saved.rules, &saved.plan) != (&rules, &plan) {
        bail!(
            "{} is of a run with other settings: expected the same, or another --out",
            shown(path)
        );
    }
    ensure!(saved.state.fits(&saved.plan), "{}: values out of range", shown(path));
    Ok(saved)
}

/// Writes a run to its file, atomically.
fn save(path: &Path, saved: &Saved) -> Result<()> {
    Ok(files::write(path, &serde_json::to_vec_pretty(saved)?)?)
}

/// Formats a line on the progress of a run.
fn progress(plan: &SpsaSchedule, state: &SpsaState, left: &HumanDuration) -> Result<()> {
    let params = plan.params.iter().zip(&state.values);
    let values: Vec<String> =
        params.map(|(param, value)| format!("{} {value:.1}", param.name)).collect();
    let (done, all) = (2 * state.done, 2 * plan.comparisons);
    writeln!(io::stdout(), "{done} of {all} games, {left} left: {}", values.join(", "))?;
    Ok(())
}

/// Prints the result of a run.
fn report(plan: &SpsaSchedule, state: &SpsaState, results: &ResultCounts) -> Result<()> {
    let mut out = io::stdout().lock();
    let ResultCounts { wins, draws, losses } = results;
    writeln!(out, "Games between the two sides: {wins} - {losses} - {draws}\n")?;
    writeln!(out, "{:<24} {:>6} {:>6} {:>9}", "Parameter", "old", "new", "exactly")?;
    for ((param, value), rounded) in plan.params.iter().zip(&state.values).zip(state.rounded()) {
        writeln!(out, "{:<24} {:>6} {rounded:>6} {value:>9.2}", param.name, param.start)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use engine::evaluation::weights::source;

    fn of_search(words: &str) -> Result<(Rules, SpsaSchedule)> {
        settings("chess", &args(words), &params::of_search(), Subject::Search)
    }

    fn args(words: &str) -> args::TuneSearch {
        let words = ["menagerie", "tune", "search"].into_iter().chain(words.split(' '));
        let cli = args::Cli::try_parse_from(words).unwrap();
        let Some(args::Command::Tune(tune)) = cli.command else { panic!("no tune") };
        let args::Tune::Search(args) = tune else { panic!("no search") };
        args
    }

    #[test]
    fn a_run_is_found_again_and_no_other() {
        let folder = std::env::temp_dir().join(format!("menagerie-tune-{}", std::process::id()));
        let path = folder.join("run.json");
        let (rules, plan) = of_search("chess --games 9 --nodes 50").unwrap();
        assert_eq!(plan.comparisons, 5);
        let mut saved = begin(&path, rules.clone(), plan.clone()).unwrap();
        let trial = saved.state.trial(&plan).unwrap();
        saved.state.learn(&plan, &trial, 3.0);
        saved.results.wins = 3;
        for _ in 0..2 {
            save(&path, &saved).unwrap();
            assert_eq!(begin(&path, rules.clone(), plan.clone()).unwrap(), saved);
        }
        let bare = PathBuf::from(format!("menagerie-tune-{}.json", std::process::id()));
        save(&bare, &saved).unwrap();
        assert_eq!(begin(&bare, rules.clone(), plan.clone()).unwrap(), saved);
        fs::remove_file(&bare).unwrap();
        let (_, other) = of_search("chess --games 9 --nodes 50 --seed 2").unwrap();
        assert!(begin(&path, rules.clone(), other).is_err());
        saved.state.values[0] = 1e9;
        save(&path, &saved).unwrap();
        assert!(begin(&path, rules.clone(), plan.clone()).is_err());
        fs::write(&path, "{").unwrap();
        assert!(begin(&path, rules, plan).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn settings_that_make_no_sense() {
        for bad in ["--rate 0", "--rate nan", "--params nothing", "--openings random"] {
            assert!(of_search(&format!("chess {bad}")).is_err(), "{bad}");
        }
    }

    #[test]
    fn weights_that_were_tuned_can_be_read() {
        let folder = std::env::temp_dir().join(format!("menagerie-scale-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let library = Library::builtin();
        let run = |more: &str, out: &str| {
            let words = format!("cheskers --weights --games 8 --nodes 30 {more}");
            let mut args = args(words.trim_end());
            args.out = Some(folder.join(out));
            search(&library, &args)
        };
        run("--params B.value,tempo", "run.json").unwrap();
        let text = fs::read_to_string(folder.join("run.toml")).unwrap();
        let (game, found) = source(&text, &library).unwrap();
        let base = run::weights(&library.variant("cheskers", None).unwrap());
        assert_eq!(game.name, "cheskers");
        let changed = base.layout().groups().iter().filter(|group| {
            let pairs = base.group(group).iter().zip(found.group(group));
            // Files have tenths of a centipawn.
            pairs.into_iter().any(|(old, new)| (old.opening - new.opening).abs() > 0.1)
        });
        let names: Vec<_> = changed.map(|group| group.name).collect();
        assert!(!names.is_empty());
        assert!(names.iter().all(|name| ["value", "tempo"].contains(name)), "{names:?}");
        let error = run("", "run.toml").unwrap_err().to_string();
        assert!(error.contains("run.toml"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
