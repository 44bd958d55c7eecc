//! `menagerie variants`: table of games.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;

use crate::args;
use engine::library::Library;
use protocol::text::printable;

/// Prints a table of all games.
pub fn variants(library: &Library, args: &args::Variants) -> Result<ExitCode> {
    let mut rows = vec![["NAME", "FAMILY", "BOARD", "OTHER BOARDS", "TITLE"].map(str::to_owned)];
    let mut descriptions = vec![String::new()];
    for name in library.names() {
        let definition = library.definition(&name)?;
        let sizes = definition.sizes();
        let others = match sizes.iter().map(|size| size.squares()).max() {
            Some(most) if sizes.len() > 1 => {
                let largest = sizes.iter().find(|size| size.squares() == most);
                format!("{} up to {}", sizes.len() - 1, largest.unwrap_or(&definition.size))
            }
            _ => "-".to_owned(),
        };
        descriptions.push(printable(&definition.description).into_owned());
        rows.push([
            name,
            definition.family.name().to_owned(),
            definition.size.to_string(),
            others,
            printable(&definition.title).into_owned(),
        ]);
    }
    let widths: [usize; 5] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
    });
    let mut out = io::stdout().lock();
    for (row, description) in rows.iter().zip(&descriptions) {
        let line: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        writeln!(out, "{}", line.join("  ").trim_end())?;
        if args.long && !description.is_empty() {
            writeln!(out, "    {description}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
