//! `menagerie check`: validation of a definition file.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;

use super::style;
use crate::args;
use engine::files::{read_text, shown};
use engine::library::Library;
use protocol::text::{printable, printable_lines};
use variants::{Reading, counted};

/// Prints the faults of a file, or its contents.
pub fn check(library: &Library, args: &args::Check) -> Result<ExitCode> {
    let text = read_text(&args.file)?;
    let file = shown(&args.file);
    let mut out = io::stdout().lock();
    let Reading { catalog, names, left_out, faults } = library.check(&text);
    for fault in &faults {
        writeln!(out, "{file}: {}", printable_lines(&fault.to_string()))?;
    }
    let library = Library::of(catalog);
    for name in &names {
        let variant = library.variant(name, None)?;
        let definition = variant.definition();
        let mut game = variant.start();
        writeln!(
            out,
            "{name}: {}\n  family {}, board {}, {}, {} at the start",
            printable(&definition.title),
            definition.family.name(),
            definition.size,
            counted(definition.pieces.len(), "kind of pieces", "kinds of pieces"),
            counted(game.step_count(), "move", "moves"),
        )?;
        if !definition.description.is_empty() {
            writeln!(out, "  {}", printable(&definition.description))?;
        }
        for kind in definition.piece_types() {
            let piece = definition.piece(kind);
            let fen = piece.fen(variants::Color::White);
            write!(out, "  {fen:>2} {:<18} {}", printable(&piece.name), piece.all_moves())?;
            if let Some(jumps) = &piece.jumps {
                write!(out, " jumps {}", jumps.text())?;
            }
            writeln!(out)?;
        }
        for sentence in definition.sentences() {
            writeln!(out, "  {}", printable(&sentence))?;
        }
        for kind in definition.absent_kinds() {
            let piece = definition.piece(kind);
            let (name, fen) = (printable(&piece.name), piece.fen(variants::Color::White));
            writeln!(
                out,
                "  note: {name} ({fen}) is not in the start, and nothing promotes to it"
            )?;
        }
        writeln!(out, "  start {}\n\n{}", definition.start, game.draw(style()))?;
    }
    if faults.is_empty() {
        writeln!(out, "{file}: no faults")?;
        return Ok(ExitCode::SUCCESS);
    }
    if !names.is_empty() && !left_out.is_empty() {
        writeln!(out, "{file}: cannot be played: {}", printable(&left_out.join(", ")))?;
    }
    writeln!(out, "{} found", counted(faults.len(), "fault", "faults"))?;
    Ok(ExitCode::FAILURE)
}
