//! `menagerie learn`: training of a net by self-play.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use indicatif::HumanDuration;
use nets::Net;

use super::data::Games;
use super::shard::{file, shard};
use crate::exit::{self, INTERRUPTED};
use crate::interrupt;
use crate::{args, commands};
use engine::evaluation::{self, Evaluation};
use engine::files::read_bytes;
use engine::fingerprint::{checksum, fingerprint};
use engine::library::Library;
use search::training_defaults;
use training::learn::{Budget, Display, Folder, Learn, LearnError, Pace, Settings, Summary};
use variants::{Definition, counted};

/// Default hidden layer width and number of output buckets of a new net.
const HIDDEN: usize = 128;
const BUCKETS: usize = 4;

/// Trains a net, or resumes an earlier run, or plays games alone.
pub fn learn(library: &Library, args: &args::Learn) -> Result<ExitCode> {
    if let Some(args::LearnCommand::Games(games)) = &args.command {
        return play_games(library, games);
    }
    // The command line has one where there is no subcommand.
    let name = args.variant.as_deref().context("expected a game")?;
    let variant = commands::variant(library, name, args.size)?;
    let definition = variant.definition();
    let from = args.from.as_deref().map(|name| net(name, definition)).transpose()?;
    let settings = settings(args, definition, from.as_deref())?;
    if from.is_none() && evaluation::bundled(definition).net.is_some() {
        let name = &definition.name;
        writeln!(io::stderr(), "menagerie: {name} has a net; --from builtin continues from it")?;
    }
    let folder = args.dir.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(format!("{}-net", definition.name)));
    let stop = interrupt::flag().context("cannot listen to signals")?;
    let learn = Learn {
        variant: &variant,
        kin: evaluation::kin(library, definition),
        settings,
        from,
        budget: budget(args),
        folder: Folder::new(folder.clone()),
        command: command(),
        stop: &stop,
        display: Display::new(),
    };
    match learn.run() {
        Ok(summary) => {
            write!(io::stdout(), "{}", report(&summary, &folder)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(LearnError::Interrupted) => {
            writeln!(io::stderr(), "menagerie: interrupted; rerun the same command to resume")?;
            Ok(ExitCode::from(INTERRUPTED))
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns what a run is to be resumed with, for a new net or one to go on with.
fn settings(args: &args::Learn, definition: &Definition, from: Option<&Net>) -> Result<Settings> {
    let defaults = training_defaults(definition);
    let shape = from.map_or((HIDDEN, BUCKETS), |net| (net.hidden(), net.buckets()));
    let settings = Settings {
        variant: definition.name.clone(),
        board: definition.size.to_string(),
        fingerprint: fingerprint(definition),
        nodes: args.nodes.unwrap_or(defaults.nodes),
        opening: args.opening,
        hidden: args.hidden.unwrap_or(shape.0),
        buckets: args.buckets.unwrap_or(shape.1),
        lambda: args.lambda as f32,
        blend: args.blend.unwrap_or(defaults.blend),
        seed: args.seed,
        from: from.map(checksum),
        data: args.data.iter().map(|path| whole(path)).collect::<Result<_>>()?,
        pace: match (args.gate_nodes, args.gate_time) {
            (Some(nodes), _) => Pace::Nodes(nodes),
            (None, time) => Pace::Milliseconds(time.unwrap_or(defaults.test_time)),
        },
    };
    settings.check().map_err(exit::usage)?;
    if from.is_some() {
        let Settings { hidden, buckets, .. } = settings;
        ensure!(
            hidden >= shape.0 && buckets >= shape.1,
            "--hidden {hidden} --buckets {buckets}: expected at least {} and {}, as the net of --from has",
            shape.0,
            shape.1
        );
    }
    Ok(settings)
}

/// Returns the limits of a run.
fn budget(args: &args::Learn) -> Budget {
    Budget {
        time: args.time,
        rounds: args.rounds.get(),
        games: args.games,
        epochs: args.epochs,
        positions: args.positions as usize,
        rate: args.rate as f32,
        test_games: args.gate_games,
        concurrency: args.concurrency.map_or_else(threads, usize::from),
    }
}

/// Plays self-play games, all or those of a shard.
fn play_games(library: &Library, args: &args::LearnGames) -> Result<ExitCode> {
    let shard = shard(&args.sharding).map_err(exit::usage)?;
    let variant = commands::variant(library, &args.variant, args.size)?;
    let definition = variant.definition();
    let net = args.from.as_deref().map(|name| net(name, definition)).transpose()?;
    let defaults = training_defaults(definition);
    let evaluation = Evaluation {
        net,
        blend: Some(args.blend.unwrap_or(defaults.blend)),
        ..evaluation::bundled(definition)
    };
    let name = format!("{}-data", definition.name);
    let path = file(args.out.as_deref().unwrap_or(Path::new(&name)), shard);
    let games = Games {
        variant: &variant,
        evaluation: &evaluation,
        games: args.games,
        nodes: args.nodes.unwrap_or(defaults.nodes),
        opening: args.opening,
        seed: args.seed,
        shard,
        concurrency: args.concurrency.map_or_else(threads, usize::from),
    };
    let stop = interrupt::flag().context("cannot listen to signals")?;
    let then = format!("menagerie learn {} --games 0 --data FILE...", args.variant);
    games.play_alone(&path, &stop, &then)
}

/// Returns the number of processors.
fn threads() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Reads the initial net.
fn net(name: &str, definition: &Arc<Definition>) -> Result<Arc<Net>> {
    if name == "builtin" {
        let known = evaluation::bundled(definition).net;
        return known
            .with_context(|| format!("--from builtin: no bundled net for {}", definition.name));
    }
    let net = Net::read(&read_bytes(Path::new(name))?, definition);
    Ok(Arc::new(net.with_context(|| format!("--from {name}"))?))
}

/// Returns an absolute path.
fn whole(path: &Path) -> Result<PathBuf> {
    ensure!(path.is_file(), "{}: no such file", path.display());
    absolute(path).with_context(|| path.display().to_string())
}

/// Returns the command line.
fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = std::iter::once("menagerie".to_owned()).chain(words).collect();
    let joined = shlex::try_join(words.iter().map(String::as_str));
    joined.unwrap_or_else(|_| words.join(" "))
}

/// Formats the final report.
fn report(summary: &Summary, folder: &Path) -> Result<String> {
    let mut text = String::new();
    let taken = HumanDuration(Duration::try_from_secs_f64(summary.seconds).unwrap_or_default());
    writeln!(text, "Rounds     {}, in {taken}", summary.rounds)?;
    let data = summary.data;
    let (net, weights) = (&summary.net, &summary.weights);
    match (net, weights) {
        (Some((net, round)), _) => {
            writeln!(text, "Net        {}, of round {}", net.display(), round + 1)?
        }
        (None, Some(_)) => writeln!(text, "Net        none was better than the weights")?,
        (None, None) => writeln!(text, "Net        none was better than the initial evaluation")?,
    }
    let (undecided, rounds) = (summary.undecided, summary.rounds);
    if undecided > 0 {
        writeln!(
            text,
            "Undecided  {undecided} of {rounds} tests: too few games for a decision, the \
             likelier was kept"
        )?;
    }
    if let Some(weights) = weights {
        writeln!(text, "Weights    {}", weights.display())?;
    }
    let best: Vec<&PathBuf> = weights.iter().chain(net.iter().map(|(net, _)| net)).collect();
    if let Some(last) = best.last() {
        let games = counted(data.games, "game", "games");
        writeln!(text, "Positions  {} of {games}", data.positions)?;
        if let Some(score) = summary.score {
            writeln!(text, "Strength   {score} against the hand-crafted evaluation")?;
        }
        // A separator within a name leaves no way to list both.
        let paths = std::env::join_paths(&best).map_or_else(|_| last.into(), PathBuf::from);
        writeln!(text, "\nTo play with it: setoption name EvalFile value {}", paths.display())?;
    }
    writeln!(text, "Rerun the command with {} to continue in {}.", summary.more, folder.display())?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use training::learn::{Games, More};

    use super::*;

    #[test]
    fn the_report_tells_what_was_decided_and_what_goes_on() {
        let data = Games { games: 10, positions: 200 };
        let more = More { rounds: None, time: Some(Duration::from_secs(4500)) };
        let summary = |rounds, undecided| Summary {
            net: None,
            weights: None,
            data,
            score: None,
            rounds,
            undecided,
            seconds: 60.0,
            more,
        };
        let text = |summary: &Summary| report(summary, Path::new("chess-net")).unwrap();
        let none = text(&summary(1, 1));
        assert!(none.contains("none was better than the initial evaluation"), "{none}");
        assert!(none.contains("Undecided  1 of 1 tests: too few games"), "{none}");
        assert!(!none.contains("To play with"), "{none}");
        assert!(
            none.ends_with("Rerun the command with --time 75m to continue in chess-net.\n"),
            "{none}"
        );
        let net = Some((PathBuf::from("chess-net/chess.net"), 1));
        let best = text(&Summary { net, ..summary(2, 0) });
        let offer = "To play with it: setoption name EvalFile value chess-net/chess.net";
        assert!(best.contains(offer) && !best.contains("ndecided"), "{best}");
    }
}
