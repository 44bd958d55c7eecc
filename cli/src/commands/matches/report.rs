//! `menagerie match report`: reports on games.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::args;
use arena::report::read::read_all;
use arena::report::{Summary, svg, table};
use arena::{GameRecord, Match};
use engine::files;
use protocol::text::printable;

/// Prints the report on files of games, and draws it.
pub fn report(args: &args::Report) -> Result<ExitCode> {
    let mut games: Vec<GameRecord> = Vec::new();
    let sources = read_all(&args.files, &mut |game| games.push(game))?;
    for note in sources.iter().flat_map(|source| &source.notes) {
        writeln!(io::stderr(), "menagerie: {}", printable(note))?;
    }
    // The settings of several matches do not apply to all their games.
    let plan = match sources.as_slice() {
        [source] => source.plan.clone(),
        _ => None,
    };
    let mut summary = Summary::new(plan);
    games.iter().for_each(|game| summary.add(game));
    write!(io::stdout(), "{}", table::report(&summary))?;
    if let Some(path) = &args.svg {
        let picture = match args.game {
            None => svg::elo_curve(&summary)?,
            Some(number) => {
                let game = games.iter().find(|game| game.number == number);
                svg::score_curve(game.with_context(|| format!("no game {number}"))?)?
            }
        };
        files::write(path, picture.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the report on the games of a match.
pub fn show(plan: &Match, games: &[GameRecord]) -> Result<()> {
    let mut summary = Summary::new(Some(plan.clone()));
    games.iter().for_each(|game| summary.add(game));
    write!(io::stdout(), "\n{}", table::report(&summary))?;
    Ok(())
}
