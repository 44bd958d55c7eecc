//! How far a run has come.

use std::fs;
use std::io::ErrorKind;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::folder::Folder;
use super::plan::Settings;
use super::score::Score;
use engine::files::write;

/// The format of the file.
const FORMAT: u32 = 2;

/// What every format has.
#[derive(Deserialize)]
struct Numbered {
    format: u32,
}

/// How far a run has come: what is here is done, and its files are whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    format: u32,
    /// What must stay the same.
    pub settings: Settings,
    /// The commands that were given, one after the other.
    pub commands: Vec<String>,
    /// The weights that were fitted to the first round's games; `None`: not yet, or the game has
    /// weights of its own.
    pub weights: Option<FittedWeights>,
    /// The rounds. All but the last are done.
    pub rounds: Vec<Round>,
    /// Games of nets against the hand-made evaluation, beside the tests of the rounds.
    pub proofs: Vec<FinalMatch>,
    /// Seconds spent on those.
    pub proof_seconds: f64,
}

/// One round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// How many seconds it may take.
    pub length: f64,
    /// How many it has taken.
    pub seconds: f64,
    /// The games, when they are played.
    pub games: Option<Games>,
    /// Times that the training goes through all positions, when that is settled.
    pub epochs: Option<u32>,
    /// The net, when it is trained.
    pub net: Option<Trained>,
    /// What it is worth, when that is known.
    pub test: Option<Test>,
}

/// The games of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Their number.
    pub games: usize,
    /// Their positions that can be learnt from.
    pub positions: usize,
}

/// Weights that were fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedWeights {
    /// What they were fitted to.
    pub data: Games,
    /// How far the evaluation was from positions of other games, before and after.
    pub losses: [f64; 2],
    /// What they are worth beside those before.
    pub test: Test,
}

/// The net of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trained {
    /// Its checksum.
    pub checksum: String,
    /// What it was trained with, of this round and others.
    pub data: Games,
    /// Centipawns in which the odds to win grow e-fold.
    pub scale: f32,
    /// After each epoch: how far it is from the positions that it was trained with, and from others.
    pub losses: Vec<[f64; 2]>,
}

/// The test of a round's net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Against the best before.
    pub score: Score,
    /// Whether it is the best now.
    pub kept: bool,
}

/// What a net is worth beside the hand-made evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalMatch {
    /// The net's round.
    pub round: usize,
    /// The games.
    pub score: Score,
}

impl Trained {
    /// The epoch that the net is of, from 1, and its losses: the first of those that foretold other
    /// games best; where no games were held out, the last.
    pub fn chosen(&self) -> (usize, [f64; 2]) {
        let all = || self.losses.iter().copied().zip(1..).map(|(losses, epoch)| (epoch, losses));
        let held_out = self.losses.iter().any(|losses| losses[1] > 0.0);
        let best = all().min_by(|(_, a), (_, b)| a[1].total_cmp(&b[1]));
        best.filter(|_| held_out).or_else(|| all().last()).unwrap_or_default()
    }
}

impl State {
    /// A run that begins.
    pub fn new(settings: Settings) -> Self {
        State {
            format: FORMAT,
            settings,
            commands: Vec::new(),
            weights: None,
            rounds: Vec::new(),
            proofs: Vec::new(),
            proof_seconds: 0.0,
        }
    }

    /// How far the run of a folder has come, which must be of these settings.
    ///
    /// # Errors
    /// When its state cannot be read, is damaged, or is of another run.
    pub fn open(folder: &Folder, settings: &Settings) -> Result<Self> {
        let path = folder.state();
        let shown = path.display();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(State::new(settings.clone()));
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {shown}")),
        };
        let damaged =
            || format!("{shown} is damaged: put back a copy of it, or begin anew in another --dir");
        let Numbered { format } = serde_json::from_slice(&bytes).with_context(damaged)?;
        ensure!(
            format == FORMAT,
            "{shown} is of another version of the engine (format {format}, not {FORMAT}): begin anew \
             in another --dir"
        );
        let state: State = serde_json::from_slice(&bytes).with_context(damaged)?;
        if let Some(difference) = state.settings.difference(settings) {
            bail!(
                "{} is of a run with other settings ({difference}): give the same, or another --dir",
                folder.root().display()
            );
        }
        state.check().with_context(damaged)?;
        Ok(state)
    }

    /// Whether stages follow upon each other.
    fn check(&self) -> Result<()> {
        for (index, round) in self.rounds.iter().enumerate() {
            let number = index + 1;
            let is_last = number == self.rounds.len();
            let Round { length, seconds, games, net, test, .. } = round;
            let sound = *length >= 0.0 && *seconds >= 0.0;
            ensure!(sound, "round {number}: {seconds} seconds of {length}");
            let in_order = (net.is_none() || games.is_some()) && (test.is_none() || net.is_some());
            ensure!(in_order, "round {number}: a stage is missing");
            ensure!(is_last || test.is_some(), "round {number} is not done");
        }
        let tests = self.rounds.iter().filter_map(|round| round.test);
        let tests = tests.chain(self.weights.map(|weights| weights.test)).map(|test| test.score);
        let mut scores = tests.chain(self.proofs.iter().map(|proof| proof.score));
        ensure!(scores.all(|score| score.is_sound()), "a score of more games than can be played");
        let known = |proof: &FinalMatch| proof.round < self.rounds.len();
        ensure!(self.proofs.iter().all(known), "a proof of a net that does not exist");
        Ok(())
    }

    /// Puts the state into its file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, folder: &Folder) -> Result<()> {
        write(&folder.state(), &serde_json::to_vec_pretty(self)?)
    }

    /// How many rounds are done.
    pub fn done(&self) -> usize {
        self.rounds.iter().filter(|round| round.test.is_some()).count()
    }

    /// How many rounds' nets have finished a game of their test, at least.
    pub fn tested(&self) -> usize {
        let games = |round: &&Round| round.test.is_some_and(|test| !test.score.is_empty());
        self.rounds.iter().filter(games).count()
    }

    /// Seconds that all of it has taken.
    pub fn seconds(&self) -> f64 {
        self.seconds_before(self.rounds.len())
    }

    /// The same before a round.
    pub fn seconds_before(&self, round: usize) -> f64 {
        self.rounds.iter().take(round).map(|round| round.seconds).sum::<f64>() + self.proof_seconds
    }

    /// The weights that were fitted, if they are better than those before.
    pub fn better_weights(&self) -> Option<&FittedWeights> {
        self.weights.as_ref().filter(|weights| weights.test.kept)
    }

    /// The round of the best net among the first rounds; `None`: none was better than what it all
    /// began with.
    pub fn best(&self, rounds: usize) -> Option<usize> {
        let kept = |round: &Round| round.test.is_some_and(|test| test.kept);
        self.rounds.iter().take(rounds).rposition(kept)
    }

    /// What a round's net is worth beside the hand-made evaluation, if it has met that.
    pub fn against_hand_made(&self, round: usize) -> Option<Score> {
        let proof = self.proofs.iter().find(|proof| proof.round == round);
        let is_first = self.best(round).is_none()
            && self.better_weights().is_none()
            && self.settings.from.is_none();
        let test = self.rounds.get(round).and_then(|round| round.test).filter(|_| is_first);
        proof.map(|proof| proof.score).or_else(|| test.map(|test| test.score))
    }
}
