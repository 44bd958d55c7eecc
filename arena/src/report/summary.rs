//! Summary of games, counted one by one; the games themselves are not kept.

use std::collections::HashMap;

use crate::statistics::{Counted, EloEstimate, Statistics};
use crate::{Bracket, Fault, GameRecord, GameResult, Match, Termination, Tournament};

/// Contents of a report.
#[derive(Clone, Debug)]
pub struct Summary {
    statistics: Statistics,
    plan: Option<Match>,
    variants: Vec<String>,
    endings: HashMap<(Termination, String), u64>,
    faults: Vec<(usize, Fault)>,
    turns: u64,
    /// By engine: number of turns with a known time, and their time in µs.
    times: HashMap<String, (u64, u128)>,
    curve: Vec<Curve>,
    /// Results of a knockout tournament, by number.
    results: HashMap<usize, GameResult>,
}

/// Kind of termination with its frequency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Kind of termination.
    pub termination: Termination,
    /// Description in words.
    pub reason: String,
    /// Number of games.
    pub games: u64,
}

/// Point of the Elo curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Number of games so far.
    pub games: u64,
    /// Elo difference of the first engine to the second; may be infinite.
    pub elo: f64,
    /// Interval; may be infinite.
    pub bounds: (f64, f64),
}

impl Summary {
    /// Returns an empty summary of a match, or of games without a known match.
    #[must_use]
    pub fn new(plan: Option<Match>) -> Self {
        Summary {
            statistics: plan.as_ref().map_or_else(Statistics::unplanned, Statistics::new),
            plan,
            variants: Vec::new(),
            endings: HashMap::new(),
            faults: Vec::new(),
            turns: 0,
            times: HashMap::new(),
            curve: Vec::new(),
            results: HashMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let seen = self.statistics.add(record);
        let variant = match &record.size {
            Some(size) => format!("{} {size}", record.variant),
            None => record.variant.clone(),
        };
        if !self.variants.contains(&variant) {
            self.variants.push(variant);
        }
        *self.endings.entry((record.termination, record.reason.clone())).or_default() += 1;
        self.faults.extend(record.faults.iter().map(|fault| (record.number, fault.clone())));
        self.turns += (record.opening.len() + record.moves.len()) as u64;
        self.count_times(record);
        if self.is_knockout() {
            self.results.insert(record.number, record.result);
        }
        if seen != Counted::Alone
            && let Some(seen) = EloEstimate::new(&self.statistics.tally())
        {
            let games = self.statistics.tally().games();
            self.curve.push(Curve { games, elo: seen.elo, bounds: seen.bounds });
        }
    }

    fn is_knockout(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.tournament == Tournament::Knockout)
    }

    /// Returns the encounters of a knockout tournament; `None` if it is none.
    #[must_use]
    pub fn bracket(&self) -> Option<Bracket> {
        let plan = self.plan.as_ref().filter(|_| self.is_knockout())?;
        Some(Bracket::new(plan, &self.results))
    }

    fn count_times(&mut self, record: &GameRecord) {
        // Files of other programs omit short times.
        if record.moves.iter().all(|mv| mv.time_us == 0) {
            return;
        }
        for (index, mv) in record.moves.iter().enumerate() {
            let mover = if record.is_white(index) { &record.white } else { &record.black };
            let (turns, time) = match self.times.get_mut(mover) {
                Some(times) => times,
                None => self.times.entry(mover.clone()).or_default(),
            };
            *turns += 1;
            *time += u128::from(mv.time_us);
        }
    }

    /// Takes the SPRT's decision by all games; see [`Statistics::decide_by_all`].
    pub fn decide_by_all(&mut self) {
        self.statistics.decide_by_all();
    }

    /// Returns the scores, and the SPRT of the match.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the settings of the match, if they are known.
    #[must_use]
    pub fn plan(&self) -> Option<&Match> {
        self.plan.as_ref()
    }

    /// Returns the variants played, with the board size where it differs from the variant's own.
    #[must_use]
    pub fn variants(&self) -> &[String] {
        &self.variants
    }

    /// Returns the terminations, the most frequent first.
    #[must_use]
    pub fn endings(&self) -> Vec<Ending> {
        let mut list: Vec<Ending> = self
            .endings
            .iter()
            .map(|((termination, reason), &games)| Ending {
                termination: *termination,
                reason: reason.clone(),
                games,
            })
            .collect();
        list.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.reason.cmp(&b.reason)));
        list
    }

    /// Returns all faults, with the numbers of their games.
    #[must_use]
    pub fn faults(&self) -> &[(usize, Fault)] {
        &self.faults
    }

    /// Returns the mean number of turns per game, the opening's included; `None` without games.
    #[must_use]
    pub fn length(&self) -> Option<f64> {
        let games = self.statistics.scores().games();
        (games > 0).then(|| self.turns as f64 / games as f64)
    }

    /// Returns the mean time per turn of an engine, in seconds; `None` if unknown.
    #[must_use]
    pub fn time_per_move(&self, engine: &str) -> Option<f64> {
        let &(turns, time) = self.times.get(engine)?;
        (turns > 0).then(|| time as f64 / turns as f64 / 1e6)
    }

    /// Returns the Elo difference of the first engine to the second after each of their games, at
    /// most `most` points: every n-th and the last.
    #[must_use]
    pub fn curve(&self, most: usize) -> Vec<Curve> {
        let step = self.curve.len().div_ceil(most.max(1)).max(1);
        let mut kept: Vec<Curve> = self.curve.iter().rev().step_by(step).copied().collect();
        kept.reverse();
        kept
    }
}

impl GameRecord {
    /// Whether White made the turn of this index in [`moves`](GameRecord::moves).
    pub fn is_white(&self, index: usize) -> bool {
        let black_begins = self.fen.split_whitespace().nth(1) == Some("b");
        (self.opening.len() + index).is_multiple_of(2) != black_begins
    }
}
