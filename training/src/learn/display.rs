//! Progress display: a bar on a terminal, and one line per completed stage.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Resolution of the bar.
const PARTS: u64 = 1000;

/// Progress display of a run. Write errors are ignored.
#[derive(Debug)]
pub struct Display {
    bar: ProgressBar,
    silent: bool,
}

/// Progress of a stage.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Completed part, from 0 to 1.
    pub part: f64,
    /// Estimated time until the stage ends, in seconds.
    pub left: f64,
    /// Time until the run ends, in seconds, where known.
    pub all: Option<f64>,
}

impl Default for Display {
    fn default() -> Self {
        Self::new()
    }
}

impl Display {
    /// Draws a bar on standard error, if that is a terminal, and writes lines to standard output.
    pub fn new() -> Self {
        let is_terminal = io::stderr().is_terminal();
        let target =
            if is_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(PARTS), target);
        // The template is valid, and the default bar would do as well.
        if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {percent}%\n{msg}") {
            bar.set_style(style);
        }
        Display { bar, silent: false }
    }

    /// Returns a display without output.
    #[cfg(test)]
    pub fn silent() -> Self {
        Display { bar: ProgressBar::hidden(), silent: true }
    }

    /// Shows the start of a stage.
    pub fn stage(&self, name: &str) {
        if self.bar.is_hidden() {
            self.line(&format!("{name} ..."));
        }
        self.bar.set_message("");
        self.bar.set_position(0);
        self.bar.set_prefix(name.to_owned());
        self.bar.tick();
    }

    /// Shows the progress of a stage.
    pub fn show(&self, progress: Progress, text: &str) {
        let Progress { part, left, all } = progress;
        self.bar.set_position((part.clamp(0.0, 1.0) * PARTS as f64) as u64);
        let human = |seconds: f64| {
            HumanDuration(Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or_default())
        };
        let all = all.map_or(String::new(), |all| format!(", {} in all", human(all)));
        self.bar.set_message(format!("{text}   {} left{all}", human(left)));
    }

    /// Prints a permanent line.
    pub fn line(&self, text: &str) {
        if !self.silent {
            // A run continues without a reader.
            self.bar.suspend(|| drop(writeln!(io::stdout(), "{text}")));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
