//! `menagerie import` and `menagerie export`: definitions of other programs.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, bail};

use super::output::{check, write_new};
use crate::{args, exit};
use convert::{Exported, Import, read_diagram, read_ini, to_ini, to_toml};
use engine::files::{read_text, shown};
use engine::library::Library;
use protocol::text::{excerpt, printable};
use variants::{counted, suggestion};

/// The most games of a definition file.
const MOST_GAMES: usize = 100;

/// Writes the games of another program's file as definitions.
pub fn import(library: &Library, args: &args::Import) -> Result<ExitCode> {
    if let Some(out) = &args.out {
        check(out, |_| false)?;
    }
    let text = read_text(&args.file)?;
    let file = shown(&args.file);
    if let Some(format) = foreign_format(&text) {
        bail!("{file}: {format}: expected a variants.ini or an Interactive Diagram");
    }
    let is_ini = text.lines().any(|line| line.trim_start().starts_with('['));
    let import: Import = if is_ini {
        read_ini(&text, library.catalog(), &args.game)
    } else {
        let name = args.file.file_stem().map(|name| name.to_string_lossy().to_ascii_lowercase());
        read_diagram(&text, &name.unwrap_or_default(), library.catalog())
    };
    let is_missing = |name: &&String| !import.names.contains(name);
    if let Some(name) = args.game.iter().find(is_missing) {
        let near = suggestion(name, import.names.iter().map(String::as_str));
        bail!("{file}: unknown game '{}'{near}", excerpt(name));
    }
    let mut errors = io::stderr().lock();
    for line in import.lines() {
        writeln!(errors, "{file}: {}", printable(&line))?;
    }
    let toml = import.toml();
    let stated = import.games.iter().filter(|game| game.text.is_some()).count();
    match &args.out {
        Some(out) if stated > 0 => write_new(out, toml.as_bytes())?,
        Some(_) => {}
        None => write!(io::stdout(), "{toml}")?,
    }
    // Those of which not even the base is known are games too.
    let is_wanted = |name: &&String| args.game.is_empty() || args.game.contains(name);
    let all = import.names.iter().filter(is_wanted).count();
    writeln!(errors, "{stated} of {} stated", counted(all, "game", "games"))?;
    if stated > MOST_GAMES {
        writeln!(
            errors,
            "a definition file has at most {MOST_GAMES} games: choose some by --game"
        )?;
    }
    let complete = stated == all && import.faults.is_empty();
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the name of a format that is not converted, if a text has it.
fn foreign_format(text: &str) -> Option<&'static str> {
    text.lines().find_map(|line| match line.split_once('=') {
        Some((key, _)) if matches!(key.trim(), "family" | "inherits") => {
            Some("a definition file (see `menagerie check`)")
        }
        _ if line.trim_start().starts_with("[Event \"") => Some("games in PGN"),
        _ => None,
    })
}

/// Writes a game as a definition, or as a section of Fairy-Stockfish's `variants.ini`.
pub fn export(library: &Library, args: &args::Export) -> Result<ExitCode> {
    let definition = library.definition(&args.variant).map_err(exit::usage)?;
    let name = &definition.name;
    let catalog = library.catalog();
    let exported = if args.ini {
        to_ini(catalog, name).unwrap_or_else(|| Ok(Exported::default()))
    } else {
        Ok(Exported { text: to_toml(catalog, name).unwrap_or_default(), left_out: Vec::new() })
    };
    match exported {
        Ok(Exported { text, left_out }) => {
            for key in left_out {
                let line = key.to_string();
                writeln!(io::stderr(), "menagerie: {name}: left out: {}", printable(&line))?;
            }
            match &args.out {
                Some(out) => write_new(out, text.as_bytes())?,
                None => write!(io::stdout(), "{text}")?,
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(refused) => {
            let mut errors = io::stderr().lock();
            for refusal in refused {
                let line = refusal.to_string();
                writeln!(errors, "menagerie: {name}: cannot be stated: {}", printable(&line))?;
            }
            Ok(ExitCode::FAILURE)
        }
    }
}
