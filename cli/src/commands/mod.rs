//! Commands of the command line.

mod bench;
mod browser;
mod check;
mod data;
mod genfens;
mod import;
mod install;
mod learn;
mod manual;
mod matches;
mod output;
mod perft;
mod play;
mod selfplay;
mod shard;
mod show;
mod solve;
mod terminal;
mod tune;
mod variants;
mod watch;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::variants::{AnyGame, BoardSize, Definition, Style, Variant};
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use protocol::text::{excerpt, printable_lines};
use solver::Tables;

use crate::{args, exit};
use engine::endings::{check_folder, tables_in};
use engine::library::{Library, LibraryError, Loaded};

pub use bench::bench;
pub use check::check;
pub use genfens::genfens;
pub use import::{export, import};
pub use install::{install, uninstall};
pub use learn::learn;
pub use manual::{completions, man};
pub use matches::{guard_match, matches, study};
pub use perft::perft;
pub use play::play;
pub use selfplay::selfplay;
pub use show::show;
pub use solve::solve;
pub use tune::tune;
pub use variants::variants;

/// Loads the built-in variants and those of files. Faults of invalid definitions are printed to
/// standard error.
pub fn library(paths: &[PathBuf]) -> Result<Library> {
    let Loaded { library, faults, .. } = Library::with_files(paths)?;
    for fault in faults {
        writeln!(io::stderr(), "menagerie: {fault}")?;
    }
    Ok(library)
}

/// Returns the game and position given on the command line.
fn set_up(library: &Library, place: &args::Place) -> Result<(Variant, AnyGame)> {
    let variant = variant(library, &place.variant, place.size)?;
    let game = match &place.fen {
        Some(fen) => position(&variant, fen)?,
        None => variant.start(),
    };
    Ok((variant, game))
}

/// Returns a game at the position of `--fen`.
fn position(variant: &Variant, fen: &str) -> Result<AnyGame> {
    let read = variant.game(fen).with_context(|| format!("--fen '{}'", excerpt(fen)));
    read.map_err(exit::usage)
}

/// Returns a game by its name on the command line.
fn variant(library: &Library, name: &str, size: Option<BoardSize>) -> Result<Variant> {
    library.variant(name, size).map_err(|error| match error {
        LibraryError::Unknown { .. } | LibraryError::Size(_) => exit::usage(error),
        error => error.into(),
    })
}

/// Opens the endgame tables of a game below a folder; files that cannot be used are named on stderr.
fn open_tables(folder: &Path, definition: &Arc<Definition>) -> Result<Tables> {
    check_folder(folder)?;
    let (tables, faults) = tables_in(folder, definition);
    for fault in faults {
        writeln!(io::stderr(), "menagerie: {}", printable_lines(&fault.to_string()))?;
    }
    Ok(tables)
}

/// Returns a progress bar over a number of things.
fn bar(length: u64, things: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length).with_message(things);
    // The template is valid, and the default bar would do as well.
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// Style of printed boards: colours on a terminal, unless disabled (<https://no-color.org>).
fn style() -> Style {
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => Style::Plain,
        _ => Style::Color,
    }
}
