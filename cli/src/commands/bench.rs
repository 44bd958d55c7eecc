//! `menagerie bench`: search of fixed positions.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use search::Control;

use crate::{args, exit};
use engine::bench::{BenchError, BenchPositions};
use engine::evaluation::Evaluations;
use engine::library::Library;

/// Searches fixed positions.
pub fn bench(library: &Library, args: &args::Bench) -> Result<ExitCode> {
    let plan = BenchPositions::new(library, args.variant.as_deref(), args.depth);
    let plan = plan.map_err(|error| match error {
        BenchError::Library(error) => exit::usage(error),
        error => error.into(),
    })?;
    let mut failed = Ok(());
    let end =
        plan.run(args.threads as usize, &Evaluations::default(), &Control::new(), &mut |line| {
            if failed.is_ok() {
                failed = writeln!(io::stdout(), "{line}");
            }
        })?;
    failed?;
    writeln!(io::stdout(), "{end}")?;
    Ok(ExitCode::SUCCESS)
}
