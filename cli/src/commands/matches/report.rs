//! `menagerie match report`: reports on games.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use variants::counted;

use crate::args;
use crate::commands::output;
use crate::exit::{self, UNDECIDED};
use arena::report::read::{plan_of, read_all};
use arena::report::{Shards, Summary, ranges, svg, table};
use arena::{GameRecord, Match, SprtSpec};
use engine::files;
use engine::library::Library;
use protocol::text::printable;

/// Largest number of ranges of missing games that are listed.
const MAX_RANGES: usize = 20;

/// Prints the report on files of games, and draws it. Games are counted as they are read.
pub fn report(library: &Library, args: &args::Report) -> Result<ExitCode> {
    let test = args.sprt.as_deref().map(SprtSpec::parse).transpose().map_err(exit::usage)?;
    if let Some(path) = &args.svg {
        // The picture of a match that goes on is drawn again.
        output::check(path, |text| text.contains(svg::MARK))?;
    }
    let (mut has_bad_settings, mut doubtful) = (false, 0);
    let mut drawn: Option<GameRecord> = None;
    let mut note = |game: &GameRecord| {
        if drawn.is_none() && args.game == Some(game.number) {
            drawn = Some(game.clone());
        }
    };
    let mut summary = if let Some(shards) = Shards::of(&args.files)? {
        let plan = shards.plan().clone();
        let mut summary = Summary::new(Some(with_test(plan, test)?));
        let merged = shards.read(library, &mut |game| {
            note(&game);
            summary.add(&game);
        })?;
        notes(&merged.notes)?;
        summary.decide_by_all();
        if !merged.missing.is_empty() {
            let count = counted(merged.missing.len(), "game is missing", "games are missing");
            let ranges = ranges(&merged.missing, MAX_RANGES);
            writeln!(io::stderr(), "menagerie: {count}: {ranges}")?;
        }
        summary
    } else {
        // The settings of several matches do not apply to all their games.
        let plan = match args.files.as_slice() {
            [file] => plan_of(file)?,
            _ => None,
        };
        let plan = plan.map(|plan| with_test(plan, test)).transpose()?;
        if plan.is_none() && test.is_some() {
            bail!("--sprt: expected the games of one match, or its shards");
        }
        let mut summary = Summary::new(plan);
        let sources = read_all(&args.files, library, &mut |game| {
            note(&game);
            summary.add(&game);
        })?;
        notes(sources.iter().flat_map(|source| &source.notes))?;
        has_bad_settings = sources.iter().any(|source| source.has_bad_settings);
        doubtful = sources.iter().map(|source| source.doubtful).sum();
        summary
    };
    if test.is_some() {
        summary.decide_by_all();
    }
    write!(io::stdout(), "{}", table::report(&summary))?;
    if doubtful > 0 {
        let count = counted(doubtful, "game", "games");
        writeln!(
            io::stdout(),
            "\nCounted by their tags alone: {count} that cannot be replayed, or that the board decides otherwise"
        )?;
    }
    if let Some(path) = &args.svg {
        let picture = match args.game {
            None => svg::elo_curve(&summary)?,
            Some(number) => svg::score_curve(&drawn.with_context(|| format!("no game {number}"))?)?,
        };
        files::write(path, picture.as_bytes())?;
    }
    let is_open = test.is_some() && summary.statistics().verdict().is_none();
    if has_bad_settings {
        return Ok(ExitCode::FAILURE);
    }
    Ok(if is_open { ExitCode::from(UNDECIDED) } else { ExitCode::SUCCESS })
}

/// Returns settings with a test, if one is given, in place of their own.
fn with_test(plan: Match, test: Option<SprtSpec>) -> Result<Match> {
    let plan = match test {
        Some(test) => Match { sprt: Some(test), ..plan },
        None => plan,
    };
    plan.check()?;
    Ok(plan)
}

fn notes<'a>(notes: impl IntoIterator<Item = &'a String>) -> io::Result<()> {
    for note in notes {
        writeln!(io::stderr(), "menagerie: {}", printable(note))?;
    }
    Ok(())
}

/// Prints the report on the games of a match.
pub fn show(plan: &Match, games: &[GameRecord]) -> Result<()> {
    let mut summary = Summary::new(Some(plan.clone()));
    games.iter().for_each(|game| summary.add(game));
    write!(io::stdout(), "\n{}", table::report(&summary))?;
    Ok(())
}
