//! A run in progress, and what its stages share.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, ensure};
use nets::Net;
use serde::Serialize;
use variants::Family;

use super::clock::Clock;
use super::display::Progress;
use super::folder::read;
use super::job::Learn;
use super::log::log;
use super::score::{SPRT, Score};
use super::sprt_match::Standing;
use super::state::{State, Test};
use super::{Interrupted, plot};
use crate::selfplay::Until;
use arena::statistics::Verdict;
use engine::evaluation::{self, Evaluation, weights};
use engine::fingerprint::checksum;

/// A run in progress.
#[derive(Debug)]
pub struct Rounds<'a> {
    /// What is to be learnt.
    pub learn: &'a Learn<'a>,
    /// How far it has come.
    pub state: State,
}

impl Rounds<'_> {
    /// Finds out, in so many seconds at most, whether one evaluation is better than another; `seed`
    /// counts on from the settings'. The user is told of it by its title, and by what it is against.
    ///
    /// # Errors
    /// When games cannot be played or kept, or the user interrupts.
    pub fn compare(
        &mut self,
        evaluations: [&Evaluation; 2],
        seed: u64,
        path: &Path,
        time: f64,
        (title, against): (&str, &str),
    ) -> Result<Test> {
        let learn = self.learn;
        let mut clock = Clock::after(self.state.rounds[self.last()].seconds);
        learn.display.stage(title);
        let end = clock.seconds() + time;
        let sprt_match = learn.sprt_match(evaluations, seed, Some(SPRT));
        let until = Until { stop: learn.stop, at: clock.at(end) };
        let standing = sprt_match.play(path, &until, &mut |standing| {
            let seconds = clock.seconds();
            if clock.is_due() {
                self.note(seconds)?;
            }
            let left = (end - seconds).max(0.0);
            let progress = progress(standing, sprt_match.games, left, self.left(seconds));
            learn.display.show(progress, &text(standing));
            Ok(())
        })?;
        self.note(clock.seconds())?;
        if !standing.is_decided() {
            self.check()?;
        }
        let kept = is_kept(&standing);
        let verdict = match (standing.tally.games(), kept) {
            (0, _) => "not tested for lack of time",
            (_, true) => "kept",
            (_, false) => "not kept",
        };
        learn.display.line(&format!("{title} against {against}: {}: {verdict}", text(&standing)));
        Ok(Test { score: Score::from(&standing.tally), kept })
    }

    /// The round that is going on, from 0.
    pub fn last(&self) -> usize {
        self.state.rounds.len().saturating_sub(1)
    }

    /// What the user is told of a stage.
    pub fn title(&self, stage: &str) -> String {
        let (round, rounds) = (self.state.rounds.len(), self.learn.budget.rounds);
        format!("Round {round} of {}, {stage}", rounds.max(round))
    }

    /// Reads the net of a round.
    ///
    /// # Errors
    /// When it is not there, or is another.
    pub fn net(&self, index: usize) -> Result<Net> {
        let path = self.learn.folder.net(index);
        let bytes = read(&path)?;
        let shown = path.display();
        let net = Net::read(&bytes, self.learn.variant.definition());
        let net = net.with_context(|| format!("cannot use {shown}"))?;
        let known = self.state.rounds[index].net.as_ref();
        let known = known.with_context(|| format!("{shown} is not yet trained"))?;
        let sum = checksum(&net);
        ensure!(known.checksum == sum, "{shown} is another net: {sum}, not {}", known.checksum);
        Ok(net)
    }

    /// The evaluation by a round's net, with the best weights beside it.
    ///
    /// # Errors
    /// When the net or the weights cannot be read.
    pub fn evaluation_of(&self, round: usize) -> Result<Evaluation> {
        let net = self.net(round)?;
        Ok(Evaluation { net: Some(net.into()), ..self.best_weights()? })
    }

    /// The best evaluation before a round.
    ///
    /// # Errors
    /// When its net, or its weights, cannot be read.
    pub fn best(&self, round: usize) -> Result<Evaluation> {
        match (self.state.best(round), &self.learn.from) {
            (Some(best), _) => self.evaluation_of(best),
            (None, Some(net)) => {
                Ok(Evaluation { net: Some(Arc::clone(net)), ..self.best_weights()? })
            }
            (None, None) => self.best_weights(),
        }
    }

    /// The evaluation that plays a round's games: the best before it; where a turn moves several
    /// units, the net of the round before, also if it was no better. Among so many turns there is
    /// always one of which a net thinks too well, and only games of its own show that to the next
    /// (as in DAgger, <https://arxiv.org/abs/1011.0686>).
    ///
    /// # Errors
    /// When its net, or its weights, cannot be read.
    pub fn player(&self, round: usize) -> Result<Evaluation> {
        let family = &self.learn.variant.definition().family;
        match (family, round.checked_sub(1)) {
            (Family::Armies(_), Some(last)) => self.evaluation_of(last),
            _ => self.best(round),
        }
    }

    /// The best evaluation without a net.
    ///
    /// # Errors
    /// When its weights cannot be read.
    pub fn best_weights(&self) -> Result<Evaluation> {
        match self.state.better_weights() {
            Some(_) => self.fitted(),
            None => Ok(self.hce()),
        }
    }

    /// The evaluation by the weights that were fitted.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn fitted(&self) -> Result<Evaluation> {
        let path = self.learn.folder.weights();
        let shown = path.display();
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {shown}"))?;
        let weights = weights::read(&text, self.learn.variant.definition());
        let weights = weights.with_context(|| format!("cannot use {shown}"))?;
        Ok(Evaluation { weights: Some(Arc::new(weights)), ..Evaluation::default() })
    }

    /// The evaluation that the game has before anything is learnt.
    pub fn hce(&self) -> Evaluation {
        Evaluation { net: None, ..evaluation::of(self.learn.variant.definition()) }
    }

    /// Fails when the user wants no more.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn check(&self) -> Result<()> {
        ensure!(!self.learn.stop.load(Ordering::Relaxed), Interrupted);
        Ok(())
    }

    /// Writes down how many seconds the round has taken.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn note(&mut self, seconds: f64) -> Result<()> {
        if let Some(round) = self.state.rounds.last_mut() {
            round.seconds = seconds;
        }
        self.state.save(&self.learn.folder)
    }

    /// Seconds until all is done, when the round has taken so many; `None`: it is not the time that
    /// ends it.
    pub fn left(&self, seconds: f64) -> Option<f64> {
        let before = self.state.rounds.last().map_or(0.0, |round| round.seconds);
        let all = self.learn.budget.time.as_secs_f64();
        let by_time = self.learn.budget.games.is_none();
        by_time.then(|| all - (self.state.seconds() - before + seconds))
    }

    /// A stage of the round is done.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn done(&self, stage: &str, what: &impl Serialize) -> Result<()> {
        let folder = &self.learn.folder;
        self.state.save(folder)?;
        let seconds = self.state.rounds.last().map_or(0.0, |round| round.seconds);
        log(folder, self.last(), stage, seconds, what)?;
        plot::write_picture(&self.state, folder)
    }
}

/// Whether the first is better: by the test, or where that has not ended in time, by
/// what is likelier.
fn is_kept(standing: &Standing) -> bool {
    standing.test.is_some_and(|test| match test.verdict {
        Some(verdict) => verdict == Verdict::H1,
        None => test.llr > 0.0,
    })
}

/// How far a match has come: to its last game, to the end of its time, or to the end of its test.
pub fn progress(standing: &Standing, games: usize, left: f64, all: Option<f64>) -> Progress {
    let played = standing.tally.games() as f64 / games.max(1) as f64;
    let tested = standing.test.map_or(0.0, |test| test.progress());
    Progress { part: played.max(tested), left, all }
}

/// How a match stands, for people.
pub fn text(standing: &Standing) -> String {
    let score = Score::from(&standing.tally);
    match standing.test {
        Some(test) => {
            format!("{score}, LLR {:.2} ({:.2} to {:.2})", test.llr, test.lower, test.upper)
        }
        None => score.to_string(),
    }
}
