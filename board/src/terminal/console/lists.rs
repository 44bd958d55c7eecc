//! Lists in a game of typed lines: moves, levels, rules, commands.

use std::io::{self, Write};

use engine::strength::LEVELS;
use protocol::text::printable;
use variants::Color;

use super::Console;
use crate::table::TableError;
use crate::terminal::columns::{columns, wrap};
use crate::terminal::command::COMMANDS;
use crate::terminal::moves::list;

impl Console {
    /// Lists the legal moves that begin with a text.
    pub(super) fn list_moves(&self, begin: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.table.end.is_some() {
            return self.refuse(&TableError::Ended, out);
        }
        let width = self.window.width();
        let text = list(self.table.game(), &self.steps(), begin, width);
        if text.is_empty() && !begin.is_empty() {
            return writeln!(out, "No legal move begins with '{}'.", printable(begin));
        }
        write!(out, "{text}")?;
        if self.table.view(self.now(), false).position.may_end {
            writeln!(out, "end (ends the turn)")?;
        }
        Ok(())
    }

    /// Lists the levels.
    pub(super) fn list_levels(&self, out: &mut dyn Write) -> io::Result<()> {
        for (level, name) in (1..).zip(LEVELS) {
            let mark = if level == self.table.setup.level { '>' } else { ' ' };
            writeln!(out, "{mark} {level:>2} {name}")?;
        }
        Ok(())
    }

    /// States the rules and lists the pieces.
    pub(super) fn list_rules(&self, out: &mut dyn Write) -> io::Result<()> {
        let definition = self.table.game().definition();
        let width = self.window.width() - 1;
        let sentences = definition.sentences();
        let description = Some(&definition.description).filter(|text| !text.is_empty());
        for text in description.into_iter().chain(&sentences) {
            self.say(text, out)?;
        }
        let kinds = definition.piece_types().map(|kind| definition.piece(kind));
        let pieces: Vec<String> = kinds
            .map(|piece| {
                let letters = [Color::White, Color::Black].map(|color| piece.fen(color)).join(" ");
                format!("{letters} {}", printable(&piece.name))
            })
            .collect();
        write!(out, "\n{}", columns(&pieces, width))
    }
}

/// Shows how moves are typed, and the commands.
pub(super) fn help(out: &mut dyn Write, width: usize) -> io::Result<()> {
    let about = "A move is typed in any notation that the game knows: e2e4, e4, Nf3, 32-28, \
                 c3e5,e5g7. A turn of several steps is typed step by step, or whole with commas. \
                 Upper-case letters are White's pieces, lower-case ones Black's. Scores are \
                 White's. Tab completes moves and commands; Ctrl-C stops the engine.";
    for line in wrap(about, width - 1) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for (name, argument, text) in COMMANDS.iter().filter(|(.., text)| !text.is_empty()) {
        writeln!(out, "  {:<16}{text}", format!("{name} {argument}").trim_end())?;
    }
    Ok(())
}
