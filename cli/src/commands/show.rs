//! `menagerie show`: prints a board.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::{open_tables, set_up, style};
use crate::{args, exit};
use engine::describe::describe;
use engine::library::Library;
use protocol::text::printable;
use solver::{Metric, Tables, Value};
use variants::AnyGame;

/// Prints a position.
pub fn show(library: &Library, args: &args::Show) -> Result<ExitCode> {
    let (variant, mut game) = set_up(library, &args.place)?;
    for (number, mv) in (1..).zip(&args.moves) {
        let played = game.play_turn(mv).with_context(|| format!("move {number}"));
        played.map_err(exit::usage)?;
    }
    let tables = args.tables.as_ref().map(|folder| open_tables(folder, variant.definition()));
    let tables = tables.transpose()?;
    let mut out = io::stdout().lock();
    let definition = variant.definition();
    writeln!(out, "{} ({})", printable(&definition.title), definition.size)?;
    if !definition.description.is_empty() {
        writeln!(out, "{}", printable(&definition.description))?;
    }
    for sentence in definition.sentences() {
        writeln!(out, "- {}", printable(&sentence))?;
    }
    writeln!(out, "{}", describe(&mut game, style()))?;
    if let Some(tables) = &tables {
        show_values(tables, &game, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the value of a position by tables, and that of each move, the best first.
fn show_values(tables: &Tables, game: &AnyGame, out: &mut impl Write) -> Result<()> {
    match tables.value_of(game, Metric::End) {
        Some(value) => {
            let conversion = conversion(tables.value_of(game, Metric::Conversion));
            writeln!(out, "{value}{conversion}")?;
        }
        None => writeln!(out, "not in the tables")?,
    }
    let mut turns = tables.turns_of(game, Metric::End).unwrap_or_default();
    turns.sort_by_key(|(_, value)| Reverse(value.rank()));
    let conversions = tables.turns_of(game, Metric::Conversion).unwrap_or_default();
    for (turn, value) in turns {
        let of_turn = conversions.iter().find(|(other, _)| *other == turn);
        let conversion = conversion(of_turn.map(|&(_, value)| value));
        writeln!(out, "  {turn:<8} {value}{conversion}")?;
    }
    Ok(())
}

/// The distance to conversion, after the value; empty where there is none.
fn conversion(value: Option<Value>) -> String {
    let decided = value.filter(|value| value.distance() > 0);
    decided.map_or(String::new(), |value| format!(", conversion in {}", value.length()))
}
