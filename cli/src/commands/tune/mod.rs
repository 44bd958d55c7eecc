//! `menagerie tune`: tuning by games.

mod eval;
mod spsa;
mod wdl;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::Tune;
use engine::library::Library;

/// Runs a subcommand of `tune`.
pub fn tune(library: &Library, args: &Tune) -> Result<ExitCode> {
    match args {
        Tune::Eval(args) => eval::eval(library, args),
        Tune::Search(args) => spsa::search(library, args),
        Tune::Wdl(args) => wdl::wdl(library, args),
    }
}
