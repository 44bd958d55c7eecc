//! `menagerie completions` and `menagerie man`: texts for shells and for `man`.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use engine::files::{self, shown};

use crate::{args, manual};

/// Prints the completions for a shell.
pub fn completions(args: &args::Completions) -> Result<ExitCode> {
    io::stdout().write_all(&manual::completions(args.shell))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes all manual pages to a folder.
pub fn man(args: &args::ManPages) -> Result<ExitCode> {
    let folder = &args.folder;
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder {}", shown(folder)))?;
    for (name, text) in manual::pages() {
        let path = folder.join(name);
        files::write(&path, &text)?;
        writeln!(io::stdout(), "{}", shown(&path))?;
    }
    Ok(ExitCode::SUCCESS)
}
