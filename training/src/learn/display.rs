//! What the user sees meanwhile: on a terminal a bar, and a line for each stage that is done.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Parts of a bar.
const PARTS: u64 = 1000;

/// The display of a run. Nothing that it writes to can fail it.
#[derive(Debug)]
pub struct Display {
    bar: ProgressBar,
    silent: bool,
}

/// How far a stage has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// From 0 to 1.
    pub part: f64,
    /// Seconds until the stage ends, as it seems.
    pub left: f64,
    /// Seconds until all ends, where that is known.
    pub all: Option<f64>,
}

impl Default for Display {
    fn default() -> Self {
        Self::new()
    }
}

impl Display {
    /// A bar on the standard error output, if that is a terminal, and lines on the standard output.
    pub fn new() -> Self {
        let is_terminal = io::stderr().is_terminal();
        let target =
            if is_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(PARTS), target);
        // The template is right, and a plain bar would do as well.
        if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {percent}%\n{msg}") {
            bar.set_style(style);
        }
        Display { bar, silent: false }
    }

    /// Nothing at all.
    #[cfg(test)]
    pub fn silent() -> Self {
        Display { bar: ProgressBar::hidden(), silent: true }
    }

    /// A stage begins.
    pub fn stage(&self, name: &str) {
        if self.bar.is_hidden() {
            self.line(&format!("{name} ..."));
        }
        self.bar.set_message("");
        self.bar.set_position(0);
        self.bar.set_prefix(name.to_owned());
        self.bar.tick();
    }

    /// How far it has come.
    pub fn show(&self, progress: Progress, text: &str) {
        let Progress { part, left, all } = progress;
        self.bar.set_position((part.clamp(0.0, 1.0) * PARTS as f64) as u64);
        let human = |seconds: f64| {
            HumanDuration(Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or_default())
        };
        let all = all.map_or(String::new(), |all| format!(", {} in all", human(all)));
        self.bar.set_message(format!("{text}   {} left{all}", human(left)));
    }

    /// A line that stays.
    pub fn line(&self, text: &str) {
        if !self.silent {
            // A run goes on without a reader.
            self.bar.suspend(|| drop(writeln!(io::stdout(), "{text}")));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
