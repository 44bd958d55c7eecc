//! `menagerie show`: prints a board.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::{set_up, style};
use crate::args;
use engine::describe::describe;
use engine::library::Library;
use protocol::text::printable;

/// Prints a position.
pub fn show(library: &Library, args: &args::Show) -> Result<ExitCode> {
    let (variant, mut game) = set_up(library, &args.place)?;
    for (number, mv) in (1..).zip(&args.moves) {
        game.play_turn(mv).with_context(|| format!("move {number}"))?;
    }
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
    Ok(ExitCode::SUCCESS)
}
