//! Whole run: rounds for as long as there is time, and the final match against the HCE.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::job::Learn;
use super::log::log;
use super::match_score::MatchScore;
use super::plan::More;
use super::round::round;
use super::rounds::{Rounds, progress, text};
use super::stage_timer::StageTimer;
use super::state::{FinalMatch, Games, RunState};
use super::{Result, origin, plot};
use crate::selfplay::{DataError, Until, scan};

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Best network, and its round, from 0; `None` if none was better than the start of the run.
    pub net: Option<(PathBuf, usize)>,
    /// Fitted weights; `None` if none were fitted, or they were no better.
    pub weights: Option<PathBuf>,
    /// Training data of the best of these.
    pub data: Games,
    /// Score of the best against the HCE.
    pub score: Option<MatchScore>,
    /// Number of completed rounds.
    pub rounds: usize,
    /// Number of rounds whose test ended without a decision.
    pub undecided: usize,
    /// Total time used, in seconds.
    pub seconds: f64,
    /// Budget with which the run can be resumed.
    pub more: More,
}

impl Learn<'_> {
    /// Runs until the time is over or the rounds are done.
    ///
    /// # Errors
    /// When a file cannot be read or written, or a game cannot be played;
    /// [`LearnError::Interrupted`](super::LearnError::Interrupted) when the user interrupts.
    pub fn run(&self) -> Result<Summary> {
        self.check_data()?;
        let _lock = self.folder.take()?;
        let result = self.learn();
        self.display.finish();
        result
    }

    /// Checks that external data sets have games of the variants, before time is spent on others.
    fn check_data(&self) -> Result<()> {
        for path in &self.settings.data {
            let mut has_games = false;
            scan(path, &self.definitions(), &mut |_, _| {
                has_games = true;
                Ok(ControlFlow::Break(()))
            })?;
            if !has_games {
                return Err(DataError::Empty(path.clone()).into());
            }
        }
        Ok(())
    }

    fn learn(&self) -> Result<Summary> {
        let mut state = RunState::open(&self.folder, &self.settings)?;
        if state.commands.last() != Some(&self.command) {
            state.commands.push(self.command.clone());
        }
        let mut rounds = Rounds { learn: self, state };
        loop {
            let done = rounds.state.done();
            let going_on = rounds.state.rounds.get(done).map(|round| round.length);
            let next = self.budget.next_round(done, rounds.state.seconds_before(done));
            // A round that began with too little time gets the time that the user added.
            let length = going_on.map(|length| length.max(next.unwrap_or(0.0))).or(next);
            let Some(length) = length else { break };
            round(&mut rounds, length)?;
        }
        self.final_match(&mut rounds)?;
        self.verify(&rounds)?;
        let state = &rounds.state;
        let best = state.best(state.rounds.len());
        let trained = best.and_then(|best| state.rounds[best].net.as_ref());
        let fitted = state.better_weights();
        let data = trained.map(|net| net.data).or_else(|| fitted.map(|weights| weights.data));
        Ok(Summary {
            net: best.map(|best| (self.folder.best(&self.settings.variant), best)),
            weights: fitted.map(|_| self.folder.weights()),
            data: data.unwrap_or(Games { games: 0, positions: 0 }),
            score: match best {
                Some(best) => state.against_hand_made(best),
                None => fitted.map(|weights| weights.test.score),
            },
            rounds: state.done(),
            undecided: state.undecided(),
            seconds: state.seconds(),
            more: self.budget.more(state.done(), state.seconds()),
        })
    }

    /// Verifies that the best network is intact. A missing or damaged copy is written again.
    fn verify(&self, rounds: &Rounds<'_>) -> Result<()> {
        let state = &rounds.state;
        if state.better_weights().is_some() {
            rounds.fitted()?;
        }
        let Some(best) = state.best(state.rounds.len()) else { return Ok(()) };
        let net = rounds.net(best)?.write();
        if fs::read(self.folder.best(&self.settings.variant)).is_ok_and(|copy| copy == net) {
            return Ok(());
        }
        origin::write_best(rounds)
    }

    /// Plays the final match of the best network against the HCE, if not played yet.
    fn final_match(&self, rounds: &mut Rounds<'_>) -> Result<()> {
        let state = &rounds.state;
        let Some(best) = state.best(state.rounds.len()) else { return Ok(()) };
        if state.against_hand_made(best).is_some() {
            return Ok(());
        }
        self.display.stage("Against the hand-crafted evaluation");
        let before = state.final_match_seconds;
        let mut timer = StageTimer::after(before);
        let (net, hce) = (rounds.evaluation_of(best)?, rounds.hce());
        // Other openings than those of the SPRT matches.
        let sprt_match = self.sprt_match([&net, &hce], 1 << 32, None);
        let end = before + self.budget.final_match();
        let until = Until { stop: self.stop, at: timer.at(end) };
        let standing =
            sprt_match.play(&self.folder.final_match(best), &until, &mut |standing| {
                let seconds = timer.seconds();
                if timer.is_due() {
                    rounds.state.final_match_seconds = seconds;
                    rounds.state.save(&self.folder)?;
                }
                let left = (end - seconds).max(0.0);
                self.display
                    .show(progress(standing, sprt_match.games, left, None), &text(standing));
                Ok(())
            })?;
        rounds.state.final_match_seconds = timer.seconds();
        rounds.state.save(&self.folder)?;
        rounds.check()?;
        let played = FinalMatch { round: best, score: MatchScore::from(&standing.tally) };
        if played.score.is_empty() {
            // There was no time for a game: the next run plays it.
            return Ok(());
        }
        rounds.state.final_matches.push(played);
        rounds.state.save(&self.folder)?;
        log(&self.folder, best, "final match", rounds.state.final_match_seconds, &played)?;
        plot::write_picture(&rounds.state, &self.folder)?;
        self.display.line(&format!("Against the hand-crafted evaluation: {}", played.score));
        origin::write_best(rounds)
    }
}
