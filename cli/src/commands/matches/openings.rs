//! `menagerie match openings`: the openings of a match as a file.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Result;
use arena::{DEFAULT_BOUND, OpeningReport, Openings, parse_openings};
use engine::files;
use engine::library::Library;
use protocol::text::printable;
use variants::counted;

use crate::commands::{self, output};
use crate::{args, exit};

/// Returns a report on stderr on the search for random openings.
pub(super) fn report() -> OpeningReport {
    Box::new(|found| {
        let found = counted(found, "opening", "openings");
        let _ =
            writeln!(io::stderr(), "menagerie: random openings are searched for: {found} so far");
    })
}

/// Writes the openings, one per line.
pub fn write(library: &Library, args: &args::OpeningFile) -> Result<ExitCode> {
    let from = &args.source;
    let variant = commands::variant(library, &from.variant, from.size)?;
    let source =
        parse_openings(&from.openings, from.order, Some(DEFAULT_BOUND)).map_err(exit::usage)?;
    output::check(&args.out, |_| false)?;
    let openings = Openings::reporting(&source, &variant, from.seed, report())?;
    let mut text = format!(
        "# {} {} of {}, seed {}\n",
        args.count,
        from.openings,
        variant.definition().name,
        from.seed
    );
    for round in 0..args.count.get() {
        writeln!(text, "{}", openings.get(round)?.line())?;
        while let Some(warning) = openings.warning() {
            writeln!(io::stderr(), "menagerie: {}", printable(&warning))?;
        }
    }
    if let Some(lacking) = openings.lacking() {
        writeln!(io::stderr(), "menagerie: {lacking}")?;
    }
    output::write_new(&args.out, text.as_bytes())?;
    let count = counted(args.count.get(), "opening", "openings");
    writeln!(io::stdout(), "{count}: {}", files::shown(&args.out))?;
    Ok(ExitCode::SUCCESS)
}
