//! State of a run.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Result;
use super::folder::Folder;
use super::match_score::MatchScore;
use super::plan::Settings;
use engine::files::write;

/// Error of the state of a run.
#[derive(Debug, Error)]
pub enum StateError {
    /// File that cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// Damaged file.
    #[error("{} is damaged: restore a copy, or start again in another --dir", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: InvalidState,
    },
    /// File of another version of the engine.
    #[error(
        "{} is of another version of the engine (format {found}, expected {FORMAT}): start again \
         in another --dir",
        path.display()
    )]
    Format {
        /// Path of the file.
        path: PathBuf,
        /// Format version of the file.
        found: u32,
    },
    /// Run with other settings.
    #[error(
        "{} is of a run with other settings ({difference}): expected the same, or another --dir",
        folder.display()
    )]
    Settings {
        /// Folder of the run.
        folder: PathBuf,
        /// Difference to the settings that were given.
        difference: String,
    },
}

/// Reason why a state is invalid.
#[derive(Debug, Error)]
pub enum InvalidState {
    /// Invalid JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Invalid time.
    #[error("round {round}: {seconds} seconds of {length}")]
    Time {
        /// Round, from 1.
        round: usize,
        /// Time used.
        seconds: f64,
        /// Time budget.
        length: f64,
    },
    /// Stage without the one before it.
    #[error("round {0}: missing stage")]
    Stage(usize),
    /// Round that was not completed before the next.
    #[error("round {0} is not done")]
    Round(usize),
    /// Impossible score.
    #[error("invalid score: more games than can be played")]
    Score,
    /// Final match of an unknown network.
    #[error("final match of a net that does not exist")]
    FinalMatch,
}

/// Format version of the file.
const FORMAT: u32 = 2;

/// Common part of all format versions.
#[derive(Deserialize)]
struct Numbered {
    format: u32,
}

/// State of a run. Everything recorded is completed, and its files are whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    format: u32,
    /// Settings, which must not change.
    pub settings: Settings,
    /// Command lines of the run, in order.
    pub commands: Vec<String>,
    /// Weights fitted to the first round's games; `None` if not yet fitted, or the variant has
    /// weights of its own.
    pub weights: Option<FittedWeights>,
    /// Rounds. All but the last are complete.
    pub rounds: Vec<Round>,
    /// Final matches of networks against the HCE, besides the SPRT matches of the rounds.
    #[serde(alias = "proofs")]
    pub final_matches: Vec<FinalMatch>,
    /// Time spent on those, in seconds.
    #[serde(alias = "proof_seconds")]
    pub final_match_seconds: f64,
}

/// Round of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Time budget, in seconds.
    pub length: f64,
    /// Time used, in seconds.
    pub seconds: f64,
    /// Self-play games, once complete.
    pub games: Option<Games>,
    /// Number of epochs, once determined.
    pub epochs: Option<u32>,
    /// Network, once trained.
    pub net: Option<Trained>,
    /// Result of the SPRT match, once complete.
    pub test: Option<Test>,
}

/// Games of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Number of games.
    pub games: usize,
    /// Number of training positions.
    pub positions: usize,
}

/// Fitted weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedWeights {
    /// Training data.
    pub data: Games,
    /// Validation loss, before and after.
    pub losses: [f64; 2],
    /// SPRT match against the weights before.
    pub test: Test,
}

/// Network of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trained {
    /// Checksum.
    pub checksum: String,
    /// Training data, of this round and others.
    pub data: Games,
    /// Scale: centipawns per unit of log-odds.
    pub scale: f32,
    /// Training and validation loss after each epoch.
    pub losses: Vec<[f64; 2]>,
}

/// SPRT match of a round's network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Score against the best network before.
    pub score: MatchScore,
    /// Whether it is the best network now.
    pub kept: bool,
    /// Whether the SPRT was decided; `None` in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<bool>,
}

/// Final match of a network against the HCE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalMatch {
    /// Round of the network.
    pub round: usize,
    /// Score of the network.
    pub score: MatchScore,
}

impl Trained {
    /// Returns the chosen epoch, from 1, and its losses: the one with the lowest validation loss;
    /// without validation games, the last.
    pub fn chosen(&self) -> (usize, [f64; 2]) {
        let all = || self.losses.iter().copied().zip(1..).map(|(losses, epoch)| (epoch, losses));
        let held_out = self.losses.iter().any(|losses| losses[1] > 0.0);
        let best = all().min_by(|(_, a), (_, b)| a[1].total_cmp(&b[1]));
        best.filter(|_| held_out).or_else(|| all().last()).unwrap_or_default()
    }
}

impl RunState {
    /// Returns the state of a new run.
    pub fn new(settings: Settings) -> Self {
        RunState {
            format: FORMAT,
            settings,
            commands: Vec::new(),
            weights: None,
            rounds: Vec::new(),
            final_matches: Vec::new(),
            final_match_seconds: 0.0,
        }
    }

    /// Reads the state of the run in a folder, which must have these settings.
    ///
    /// # Errors
    /// When the state cannot be read, is damaged, or is of another run.
    pub fn open(folder: &Folder, settings: &Settings) -> std::result::Result<Self, StateError> {
        let path = folder.state();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(RunState::new(settings.clone()));
            }
            Err(source) => return Err(StateError::Read { path, source }),
        };
        let damaged = |source| StateError::Damaged { path: path.clone(), source };
        let numbered = serde_json::from_slice(&bytes);
        let Numbered { format: found } = numbered.map_err(|error| damaged(error.into()))?;
        if found != FORMAT {
            return Err(StateError::Format { path, found });
        }
        let state = serde_json::from_slice(&bytes);
        let state: RunState = state.map_err(|error| damaged(error.into()))?;
        if let Some(difference) = state.settings.difference(settings) {
            let folder = folder.root().to_owned();
            return Err(StateError::Settings { folder, difference });
        }
        state.check().map_err(damaged)?;
        Ok(state)
    }

    /// Checks that the order of the stages is valid.
    fn check(&self) -> std::result::Result<(), InvalidState> {
        for (index, round) in self.rounds.iter().enumerate() {
            let number = index + 1;
            let is_last = number == self.rounds.len();
            let &Round { length, seconds, ref games, ref net, ref test, .. } = round;
            if !(length >= 0.0 && seconds >= 0.0) {
                return Err(InvalidState::Time { round: number, seconds, length });
            }
            if net.is_some() && games.is_none() || test.is_some() && net.is_none() {
                return Err(InvalidState::Stage(number));
            }
            if !is_last && test.is_none() {
                return Err(InvalidState::Round(number));
            }
        }
        let tests = self.rounds.iter().filter_map(|round| round.test);
        let tests = tests.chain(self.weights.map(|weights| weights.test)).map(|test| test.score);
        let mut scores = tests.chain(self.final_matches.iter().map(|played| played.score));
        if !scores.all(|score| score.is_sound()) {
            return Err(InvalidState::Score);
        }
        let known = |played: &FinalMatch| played.round < self.rounds.len();
        match self.final_matches.iter().all(known) {
            true => Ok(()),
            false => Err(InvalidState::FinalMatch),
        }
    }

    /// Writes the state to its file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, folder: &Folder) -> Result<()> {
        Ok(write(&folder.state(), &serde_json::to_vec_pretty(self)?)?)
    }

    /// Returns the number of completed rounds.
    pub fn done(&self) -> usize {
        self.rounds.iter().filter(|round| round.test.is_some()).count()
    }

    /// Returns the number of rounds whose SPRT match ended without a decision.
    pub fn undecided(&self) -> usize {
        let is_open = |round: &&Round| round.test.is_some_and(|test| test.decided == Some(false));
        self.rounds.iter().filter(is_open).count()
    }

    /// Returns the total time used, in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds_before(self.rounds.len())
    }

    /// Returns the time used before a round, in seconds.
    pub fn seconds_before(&self, round: usize) -> f64 {
        self.rounds.iter().take(round).map(|round| round.seconds).sum::<f64>()
            + self.final_match_seconds
    }

    /// Returns the fitted weights, if they are better than those before.
    pub fn better_weights(&self) -> Option<&FittedWeights> {
        self.weights.as_ref().filter(|weights| weights.test.kept)
    }

    /// Returns the round of the best network among the first rounds; `None` if none was better than
    /// the start of the run.
    pub fn best(&self, rounds: usize) -> Option<usize> {
        let kept = |round: &Round| round.test.is_some_and(|test| test.kept);
        self.rounds.iter().take(rounds).rposition(kept)
    }

    /// Returns the score of a round's network against the HCE, if they have played.
    pub fn against_hand_made(&self, round: usize) -> Option<MatchScore> {
        let played = self.final_matches.iter().find(|played| played.round == round);
        let is_first = self.best(round).is_none()
            && self.better_weights().is_none()
            && self.settings.from.is_none();
        let test = self.rounds.get(round).and_then(|round| round.test).filter(|_| is_first);
        played.map(|played| played.score).or_else(|| test.map(|test| test.score))
    }
}
