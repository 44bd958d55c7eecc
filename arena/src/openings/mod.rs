//! Openings: the start position, random turns, or those of a file.

mod file;
mod games;
mod line;
mod random;
mod source;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rand::seq::SliceRandom;
use variants::{Variant, counted};

use super::random::{Purpose, random_stream};
use super::{OpeningOrder, OpeningSource};
use random::Generator;
pub use random::{OpeningReport, imbalance, random_line, random_opening};

pub use line::{LineError, read_line};
pub(super) use source::MAX_PLIES;
pub use source::{DEFAULT_BOUND, parse_openings};

/// Opening of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Position before the first turn, as a FEN of six fields; `None` is the variant's start.
    pub fen: Option<String>,
    /// Turns from there, in the engine's own notation. The game is not over after them.
    pub turns: Vec<String>,
}

impl Opening {
    /// Formats the opening as a line of a file, which [`read_line`] reads.
    #[must_use]
    pub fn line(&self) -> String {
        let turns = self.turns.join(" ");
        match (&self.fen, turns.is_empty()) {
            (None, true) => "startpos".to_owned(),
            (None, false) => turns,
            (Some(fen), true) => format!("fen {fen}"),
            (Some(fen), false) => format!("fen {fen} moves {turns}"),
        }
    }
}

/// Error of the openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// File that cannot be read.
    #[error("openings: cannot read {}: {error}", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        error: std::io::Error,
    },
    /// File that is too large.
    #[error("openings: {} is larger than {} MB", path.display(), file::MAX_FILE >> 20)]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
    },
    /// Lines that are not valid openings of the variant.
    #[error("openings: {}", list(path, faults, *more))]
    Lines {
        /// Path of the file.
        path: PathBuf,
        /// Line numbers, from 1, and errors.
        faults: Vec<(usize, LineError)>,
        /// Number of further errors.
        more: usize,
    },
    /// File without any opening.
    #[error("openings: {} has no opening", path.display())]
    NoLines {
        /// Path of the file.
        path: PathBuf,
    },
    /// Random opening after which the game is over in every attempt.
    #[error("openings: random:{plies}: the game was over in each of {attempts} attempts")]
    TooLong {
        /// Turns of the opening.
        plies: usize,
        /// Number of attempts.
        attempts: usize,
    },
    /// Engine of the balance check that cannot be set up.
    #[error("openings: {0}")]
    Engine(search::EngineError),
}

/// Formats one line per error.
fn list(path: &std::path::Path, faults: &[(usize, LineError)], more: usize) -> String {
    let path = path.display();
    let mut lines: Vec<String> =
        faults.iter().map(|(line, fault)| format!("{path}: line {line}: {fault}")).collect();
    if more > 0 {
        lines.push(format!("and {}", counted(more, "fault more", "faults more")));
    }
    lines.join("\n")
}

/// Openings of a match, which follow from its settings alone: the opening of a round is the same
/// whenever and by whichever thread it is requested.
#[derive(Debug)]
pub struct Openings(Kind);

#[derive(Debug)]
enum Kind {
    Start,
    /// Openings in order; at least one.
    Lines(Vec<Opening>),
    /// Random openings, generated on demand.
    Random(Box<Mutex<Generator>>),
}

impl Openings {
    /// Returns the openings of a match. A file is read at once.
    ///
    /// # Errors
    /// When the file cannot be read, a line of it is invalid, or the game is over after random
    /// turns.
    pub fn new(source: &OpeningSource, variant: &Variant, seed: u64) -> Result<Self, OpeningError> {
        Self::make(source, variant, seed, None)
    }

    /// Returns the openings of a match as [`new`](Self::new) does. Whenever the search for random ones takes
    /// some seconds, `report` gets the number of those found so far.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub fn reporting(
        source: &OpeningSource,
        variant: &Variant,
        seed: u64,
        report: OpeningReport,
    ) -> Result<Self, OpeningError> {
        Self::make(source, variant, seed, Some(report))
    }

    fn make(
        source: &OpeningSource,
        variant: &Variant,
        seed: u64,
        report: Option<OpeningReport>,
    ) -> Result<Self, OpeningError> {
        Ok(Openings(match source {
            OpeningSource::Start => Kind::Start,
            OpeningSource::Random { plies, bound, either_begins } => {
                let mut generator = Generator::new(variant, *plies, *bound, seed)?;
                if *either_begins {
                    generator.begin_with_either();
                }
                if let Some(report) = report {
                    generator.report_to(report);
                }
                // Errors are found before the match begins.
                generator.get(0)?;
                Kind::Random(Box::new(Mutex::new(generator)))
            }
            OpeningSource::File { path, order } => {
                let mut lines = file::read(path, variant)?;
                if *order == OpeningOrder::Random {
                    lines.shuffle(&mut random_stream(seed, Purpose::Order, 0));
                }
                Kind::Lines(lines)
            }
        }))
    }

    /// Returns the opening of a round, counted from 0. The first request for a random opening takes
    /// some time.
    ///
    /// # Errors
    /// When the game is over after the random turns in every attempt.
    pub fn get(&self, round: usize) -> Result<Opening, OpeningError> {
        Ok(match &self.0 {
            Kind::Start => Opening::default(),
            Kind::Lines(lines) => {
                lines.get(round % lines.len().max(1)).cloned().unwrap_or_default()
            }
            Kind::Random(generator) => {
                generator.lock().unwrap_or_else(PoisonError::into_inner).get(round)?
            }
        })
    }

    /// Returns a pending warning. The first opening that is less balanced than requested, and the
    /// first duplicate, give one each.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let Kind::Random(generator) = &self.0 else { return None };
        generator.lock().unwrap_or_else(PoisonError::into_inner).warning()
    }

    /// Counts the generated openings that are unbalanced or duplicates, as text; `None` if there
    /// are none.
    #[must_use]
    pub fn lacking(&self) -> Option<String> {
        let Kind::Random(generator) = &self.0 else { return None };
        generator.lock().unwrap_or_else(PoisonError::into_inner).lacking()
    }

    /// Returns the number of distinct openings, where it is known.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match &self.0 {
            Kind::Start => Some(1),
            Kind::Lines(lines) => Some(lines.len()),
            Kind::Random(_) => None,
        }
    }
}
