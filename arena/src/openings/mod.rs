//! Where games begin: at the start, after turns by chance, or at the lines of a file.

mod file;
mod random;
mod source;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use protocol::text::counted;
use rand::seq::SliceRandom;
use variants::Variant;

use super::chance::{Purpose, chance};
use super::{OpeningOrder, OpeningSource};
use random::Generator;

pub use file::LineError;
#[cfg(test)]
use file::read_line;
pub(super) use source::MAX_PLIES;
pub use source::{DEFAULT_BOUND, parse_openings};

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position before the first turn, as a FEN of six fields; `None`: the variant's start.
    pub fen: Option<String>,
    /// The turns from there, in the engine's own notation. The game is not over after them.
    pub turns: Vec<String>,
}

/// Openings that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("openings: cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is too large.
    #[error("openings: {} is larger than {} MB", path.display(), file::MAX_FILE >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// Lines that are no openings of the game.
    #[error("openings: {}", list(path, faults, *more))]
    Lines {
        /// The file.
        path: PathBuf,
        /// What is wrong: numbers of lines, from 1, and faults.
        faults: Vec<(usize, LineError)>,
        /// How many faults more there are.
        more: usize,
    },
    /// A file without any opening.
    #[error("openings: {} has no opening", path.display())]
    NoLines {
        /// The file.
        path: PathBuf,
    },
    /// The game is always over before the opening is.
    #[error("openings: random:{plies}: the game was over in each of {attempts} attempts")]
    TooLong {
        /// Turns of the opening.
        plies: usize,
        /// How often it was tried.
        attempts: usize,
    },
    /// The search that looks for even positions cannot be set up.
    #[error("openings: {0}")]
    Engine(search::EngineError),
}

/// A line for each fault.
fn list(path: &std::path::Path, faults: &[(usize, LineError)], more: usize) -> String {
    let path = path.display();
    let mut lines: Vec<String> =
        faults.iter().map(|(line, fault)| format!("{path}: line {line}: {fault}")).collect();
    if more > 0 {
        lines.push(format!("and {}", counted(more, "fault more", "faults more")));
    }
    lines.join("\n")
}

/// The openings of a match, which follow from its settings alone: whoever asks for the opening of
/// a round, whenever, gets the same.
#[derive(Debug)]
pub struct Openings(Kind);

#[derive(Debug)]
enum Kind {
    Start,
    /// In the order in which they are taken; at least one.
    Lines(Vec<Opening>),
    /// Made when they are needed.
    Random(Box<Mutex<Generator>>),
}

impl Openings {
    /// The openings of a match. A file is read here and now.
    ///
    /// # Errors
    /// When the file cannot be read, a line of it is no opening, or turns by chance end the game.
    pub fn new(source: &OpeningSource, variant: &Variant, seed: u64) -> Result<Self, OpeningError> {
        Ok(Openings(match source {
            OpeningSource::Start => Kind::Start,
            OpeningSource::Random { plies, bound } => {
                let mut generator = Generator::new(variant, *plies, *bound, seed)?;
                // Faults are found before the match begins.
                generator.get(0)?;
                Kind::Random(Box::new(Mutex::new(generator)))
            }
            OpeningSource::File { path, order } => {
                let mut lines = file::read(path, variant)?;
                if *order == OpeningOrder::Random {
                    lines.shuffle(&mut chance(seed, Purpose::Order, 0));
                }
                Kind::Lines(lines)
            }
        }))
    }

    /// The opening of a round, counted from 0. Openings by chance take some time when they are
    /// asked for first.
    ///
    /// # Errors
    /// When turns by chance end the game again and again.
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

    /// A warning that has not been given yet: the first opening that is not balanced as asked, or that
    /// repeats another, is one.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let Kind::Random(generator) = &self.0 else { return None };
        generator.lock().unwrap_or_else(PoisonError::into_inner).warning()
    }

    /// How many of the openings that were made lack what was asked, as text; `None`: none of them.
    #[must_use]
    pub fn lacking(&self) -> Option<String> {
        let Kind::Random(generator) = &self.0 else { return None };
        generator.lock().unwrap_or_else(PoisonError::into_inner).lacking()
    }

    /// How many different openings there are, where that is known.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match &self.0 {
            Kind::Start => Some(1),
            Kind::Lines(lines) => Some(lines.len()),
            Kind::Random(_) => None,
        }
    }
}
