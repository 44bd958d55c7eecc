//! The engine's moves and hints in a game of typed lines.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use arena::move_text;
use engine::strength::ordering_score;
use variants::Color;

use super::Console;
use crate::limits;
use crate::lines::score_text;
use crate::opponent::Answer;
use crate::table::TableError;

impl Console {
    /// Makes the engine's move and shows the board; returns whether there was one.
    pub(super) fn think(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let is_live = self.window.rows.is_some();
        if is_live {
            write!(out, "thinking (Ctrl-C stops it)")?;
            out.flush()?;
        }
        let found = self.search(limits::play(&self.table, self.now()));
        if is_live {
            write!(out, "\r{:26}\r", "")?;
        }
        let now = self.now();
        let Some((answer, is_stopped)) = found else {
            writeln!(out, "The engine has failed.")?;
            self.is_held = true;
            return Ok(false);
        };
        if self.table.flag(now) {
            self.store(out)?;
            return Ok(false);
        }
        if is_stopped {
            self.is_held = true;
            self.say("Stopped. `go` lets the engine move, `undo` takes your move back.", out)?;
            return Ok(false);
        }
        let Answer { best: Some(turn), score, depth, nodes, has_failed, .. } = answer else {
            self.is_held = true;
            return Ok(false);
        };
        if has_failed {
            self.say(
                "The engine's search failed, an error of the program: it makes any legal move.",
                out,
            )?;
        }
        let is_white = self.table.side() == Color::White;
        let text = move_text(&mut self.table.game().clone(), &turn.text);
        if let Err(error) = self.table.play_turn(&turn.text, now) {
            log::error!("the engine's move {}: {error}", turn.text);
            self.is_held = true;
            return Ok(false);
        }
        self.begun = None;
        self.score = score.map(ordering_score);
        self.table.note(score.map(Into::into), depth, nodes);
        self.store(out)?;
        self.show(out)?;
        let score = score.map(|score| format!("{}, ", score_text(score, is_white)));
        writeln!(out, "Menagerie plays {text} ({}depth {depth})", score.unwrap_or_default())?;
        Ok(true)
    }

    fn search(
        &mut self,
        limits: (engine::strength::Strength, search::Limits),
    ) -> Option<(Answer, bool)> {
        let (begin, table, interrupt) = (self.begin, &self.table, &self.interrupt);
        self.thinker.search(table.game(), limits, self.seed, &mut || {
            let left = table.time_left(begin.elapsed());
            let is_late = left.is_some_and(|left| left[table.side() as usize].is_zero());
            interrupt.swap(false, Ordering::Relaxed) || is_late
        })
    }

    /// Shows the engine's advice for the side to move.
    pub(super) fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.table.end.is_some() {
            return self.refuse(&TableError::Ended, out);
        }
        let found = self.search(limits::hint());
        let Some((Answer { best: Some(turn), score, depth, has_failed: false, .. }, _)) = found
        else {
            return writeln!(out, "The engine has no advice.");
        };
        let is_white = self.table.side() == Color::White;
        let text = move_text(&mut self.table.game().clone(), &turn.text);
        let score = score.map(|score| format!("{}, ", score_text(score, is_white)));
        writeln!(out, "Hint: {text} ({}depth {depth})", score.unwrap_or_default())
    }
}
