//! Run in progress, shared by its stages.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use nets::Net;
use serde::Serialize;
use variants::counted;

use super::display::Progress;
use super::folder::read;
use super::job::Learn;
use super::log::log;
use super::match_score::{MatchScore, Prior, SPRT};
use super::sprt_match::Standing;
use super::stage_timer::StageTimer;
use super::state::{RunState, Test};
use super::{LearnError, Result, RunFileError, plot};
use crate::selfplay::Until;
use arena::statistics::SprtDecision;
use engine::evaluation::{self, Evaluation, weights};
use engine::files::FileError;
use engine::fingerprint::checksum;

/// Run in progress.
#[derive(Debug)]
pub struct Rounds<'a> {
    /// Settings of the run.
    pub learn: &'a Learn<'a>,
    /// State of the run.
    pub state: RunState,
}

impl Rounds<'_> {
    /// Plays an SPRT match of two evaluations, with a time limit in seconds; `seed` is an offset to
    /// the seed of the settings. If time or games end before a decision, the first evaluation is
    /// kept if it is expected to be the stronger: by the games and `prior`, or else by its LLR. The
    /// progress display shows its title and opponent.
    ///
    /// # Errors
    /// When games cannot be played or written, or the user interrupts.
    pub fn compare(
        &mut self,
        evaluations: [&Evaluation; 2],
        seed: u64,
        path: &Path,
        (time, prior): (f64, Option<Prior>),
        (title, against): (&str, &str),
    ) -> Result<Test> {
        let learn = self.learn;
        let mut timer = StageTimer::after(self.state.rounds[self.last()].seconds);
        learn.display.stage(title);
        let end = timer.seconds() + time;
        let sprt_match = learn.sprt_match(evaluations, seed, Some(SPRT));
        let until = Until { stop: learn.stop, at: timer.at(end) };
        let standing = sprt_match.play(path, &until, &mut |standing| {
            let seconds = timer.seconds();
            if timer.is_due() {
                self.note(seconds)?;
            }
            let left = (end - seconds).max(0.0);
            let progress = progress(standing, sprt_match.games, left, self.left(seconds));
            learn.display.show(progress, &text(standing));
            Ok(())
        })?;
        self.note(timer.seconds())?;
        if !standing.is_decided() {
            self.check()?;
        }
        let (kept, decided) = (is_kept(&standing, prior), standing.is_decided());
        let verdict = if kept { "kept" } else { "not kept" };
        let games = standing.tally.games();
        let played = counted(games as usize, "game", "games");
        let doubt = match (decided, games >= sprt_match.games as u64) {
            (true, _) => String::new(),
            (false, true) => format!(", undecided after all {played}"),
            (false, false) => format!(", undecided: the time was up after {played}"),
        };
        let expected = match kept && !is_kept(&standing, None) {
            true => ", and nets from more games are better as a rule",
            false => "",
        };
        let score = text(&standing);
        let line = format!("{title} against {against}: {score}: {verdict}{doubt}{expected}");
        learn.display.line(&line);
        Ok(Test { score: MatchScore::from(&standing.tally), kept, decided: Some(decided) })
    }

    /// Returns the index of the current round, from 0.
    pub fn last(&self) -> usize {
        self.state.rounds.len().saturating_sub(1)
    }

    /// Returns the title of a stage in the progress display.
    pub fn title(&self, stage: &str) -> String {
        let (round, rounds) = (self.state.rounds.len(), self.learn.budget.rounds);
        format!("Round {round} of {}, {stage}", rounds.max(round))
    }

    /// Reads the network of a round.
    ///
    /// # Errors
    /// When the file is missing, or is of another network.
    pub fn net(&self, index: usize) -> Result<Net> {
        let path = self.learn.folder.net(index);
        let bytes = read(&path)?;
        let net = match Net::read(&bytes, self.learn.variant.definition()) {
            Ok(net) => net,
            Err(error) => {
                return Err(RunFileError::Net { path, source: Box::new(error) }.into());
            }
        };
        let Some(known) = &self.state.rounds[index].net else {
            return Err(RunFileError::Untrained(path).into());
        };
        let (found, expected) = (checksum(&net), known.checksum.clone());
        if found != expected {
            return Err(RunFileError::Checksum { path, found, expected }.into());
        }
        Ok(net)
    }

    /// Returns the evaluation of a round's network, blended with the best weights.
    ///
    /// # Errors
    /// When the network or the weights cannot be read.
    pub fn evaluation_of(&self, round: usize) -> Result<Evaluation> {
        let net = self.net(round)?;
        Ok(Evaluation { net: Some(net.into()), ..self.best_weights()? })
    }

    /// Returns the best evaluation before a round.
    ///
    /// # Errors
    /// When its network or its weights cannot be read.
    pub fn best(&self, round: usize) -> Result<Evaluation> {
        match (self.state.best(round), &self.learn.from) {
            (Some(best), _) => self.evaluation_of(best),
            (None, Some(net)) => {
                Ok(Evaluation { net: Some(Arc::clone(net)), ..self.best_weights()? })
            }
            (None, None) => self.best_weights(),
        }
    }

    /// Returns the evaluation that plays a round's games: the best before it, or where a turn moves
    /// several units, the network of the previous round, even if it was no better. Among the many
    /// turns there is always one that a network overestimates, and only games of its own correct
    /// that in the next one (as in DAgger, <https://arxiv.org/abs/1011.0686>).
    ///
    /// # Errors
    /// When its network or its weights cannot be read.
    pub fn player(&self, round: usize) -> Result<Evaluation> {
        let defaults = search::training_defaults(self.learn.variant.definition());
        match round.checked_sub(1) {
            Some(last) if defaults.plays_latest => self.evaluation_of(last),
            _ => self.best(round),
        }
    }

    /// Returns the best evaluation without a network.
    ///
    /// # Errors
    /// When its weights cannot be read.
    pub fn best_weights(&self) -> Result<Evaluation> {
        match self.state.better_weights() {
            Some(_) => self.fitted(),
            None => Ok(self.hce()),
        }
    }

    /// Returns the evaluation with the fitted weights.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn fitted(&self) -> Result<Evaluation> {
        let path = self.learn.folder.weights();
        let text = fs::read_to_string(&path);
        let text = text.map_err(|error| FileError::io("read", &path, error))?;
        let weights = weights::read(&text, self.learn.variant.definition());
        let weights =
            weights.map_err(|error| RunFileError::Weights { path, source: Box::new(error) })?;
        Ok(Evaluation { weights: Some(Arc::new(weights)), ..Evaluation::default() })
    }

    /// Returns the variant's hand-crafted evaluation (HCE) before the run.
    pub fn hce(&self) -> Evaluation {
        Evaluation { net: None, ..evaluation::bundled(self.learn.variant.definition()) }
    }

    /// Fails when the user has interrupted the run.
    ///
    /// # Errors
    /// [`LearnError::Interrupted`].
    pub fn check(&self) -> Result<()> {
        match self.learn.stop.load(Ordering::Relaxed) {
            true => Err(LearnError::Interrupted),
            false => Ok(()),
        }
    }

    /// Writes the time used by the round, in seconds.
    ///
    /// # Errors
    /// When the state cannot be written.
    pub fn note(&mut self, seconds: f64) -> Result<()> {
        if let Some(round) = self.state.rounds.last_mut() {
            round.seconds = seconds;
        }
        self.state.save(&self.learn.folder)
    }

    /// Returns the time until the end of the run, in seconds, after this time in the round; `None`
    /// if the run is not limited by time.
    pub fn left(&self, seconds: f64) -> Option<f64> {
        let before = self.state.rounds.last().map_or(0.0, |round| round.seconds);
        let all = self.learn.budget.time.as_secs_f64();
        let by_time = self.learn.budget.games.is_none();
        by_time.then(|| all - (self.state.seconds() - before + seconds))
    }

    /// Records a completed stage of the round.
    ///
    /// # Errors
    /// When the state or the log cannot be written.
    pub fn done(&self, stage: &str, what: &impl Serialize) -> Result<()> {
        let folder = &self.learn.folder;
        self.state.save(folder)?;
        let seconds = self.state.rounds.last().map_or(0.0, |round| round.seconds);
        log(folder, self.last(), stage, seconds, what)?;
        plot::write_picture(&self.state, folder)
    }
}

/// Whether the first evaluation is kept: by the SPRT decision; without one by the games and the
/// prior, or where there is none, by the sign of its LLR.
fn is_kept(standing: &Standing, prior: Option<Prior>) -> bool {
    standing.test.is_some_and(|test| match (test.verdict, prior) {
        (Some(verdict), _) => verdict == SprtDecision::H1,
        (None, Some(prior)) => prior.after(&standing.tally) > 0.0,
        (None, None) => test.llr > 0.0,
    })
}

/// Returns the progress of a match: to its last game, the end of its time, or the SPRT decision.
pub fn progress(standing: &Standing, games: usize, left: f64, all: Option<f64>) -> Progress {
    let played = standing.tally.games() as f64 / games.max(1) as f64;
    let tested = standing.test.map_or(0.0, |test| test.progress());
    Progress { part: played.max(tested), left, all }
}

/// Formats the state of a match, for people.
pub fn text(standing: &Standing) -> String {
    let score = MatchScore::from(&standing.tally);
    match standing.test {
        Some(test) => {
            format!("{score}, LLR {:.2} ({:.2} to {:.2})", test.llr, test.lower, test.upper)
        }
        None => score.to_string(),
    }
}
