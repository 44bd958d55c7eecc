//! Games of two evaluations against each other, in pairs from one opening with the colours changed.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use search::Engine;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::{ByColor, Color, Variant};

use super::plan::Pace;
use super::{LearnError, Result};
use crate::selfplay::{
    Crew, Decided, Decision, GameEnd, Players, SelfplayError, Side, Until, balanced_opening,
    for_white, play,
};
use arena::statistics::{Sprt, SprtState, Tally};
use arena::{Opening, Purpose, SprtSpec, random_stream};
use engine::evaluation::Evaluation;
use engine::json_lines::{ContentError, Entry, JsonLines};

/// Hash size of an engine, in MB: enough for some ten thousand nodes per turn.
const HASH: usize = 8;
/// Number of turns after which a game is drawn.
const MAX_TURNS: usize = 300;

/// Settings of the match; the first line of the file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Players: checksums of networks, or `hand-made` (HCE).
    pub players: [String; 2],
    /// Limit per turn.
    pub pace: Pace,
    /// Random turns at the start of each pair.
    pub opening: u32,
    /// Random seed.
    pub seed: u64,
}

/// Match of two evaluations.
#[derive(Debug)]
pub struct SprtMatch<'a> {
    /// Variant.
    pub variant: &'a Variant,
    /// Settings of the match.
    pub rules: Rules,
    /// Evaluations of the first and the second player.
    pub evaluations: [&'a Evaluation; 2],
    /// Maximum number of games.
    pub games: usize,
    /// Number of pairs that are played even if the time ends before.
    pub least_pairs: usize,
    /// SPRT that may end it early.
    pub sprt: Option<SprtSpec>,
    /// Number of concurrent games.
    pub concurrency: usize,
}

/// Error of a line in the file of a match.
#[derive(Debug, Error)]
pub enum PairError {
    /// Invalid JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Another match.
    #[error("settings of another match")]
    Settings,
    /// Impossible result.
    #[error("{0:?} half points: expected 0 to 2")]
    Points([usize; 2]),
    /// Pair with the number of an earlier one.
    #[error("duplicate pair {0}")]
    Duplicate(usize),
}

/// Pair of games, as a line of the file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    pair: usize,
    /// Half points of the first player, with White and with Black.
    points: [usize; 2],
}

/// State of a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    /// Results, from the first player's view.
    pub tally: Tally,
    /// State of the SPRT, if there is one.
    pub test: Option<SprtState>,
}

impl Standing {
    fn add(&mut self, pair: Pair, sprt: Option<Sprt>) {
        let [white, black] = pair.points;
        self.tally.add_game(Color::White, white);
        self.tally.add_game(Color::Black, black);
        self.tally.add_pair(white + black);
        // A bound that was reached remains the decision.
        if !self.is_decided() {
            self.test = sprt.map(|sprt| sprt.state(&self.tally));
        }
    }

    /// Whether the SPRT is decided.
    pub fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.verdict.is_some())
    }
}

impl SprtMatch<'_> {
    /// Plays the pairs that are not in the file, and appends them. `see` is called with the state
    /// from time to time.
    ///
    /// # Errors
    /// When a game cannot be played, the file cannot be read or written, is damaged or of another
    /// match, or `see` fails.
    pub fn play(
        &self,
        path: &Path,
        until: &Until<'_>,
        see: &mut dyn FnMut(&Standing) -> Result<()>,
    ) -> Result<Standing> {
        let sprt = self.sprt.map(|spec| Sprt::new(spec, true));
        let (mut standing, mut numbers) = (Standing::default(), HashSet::new());
        let Some(mut file) = self.open(path, &mut |pair| {
            standing.add(pair, sprt);
            numbers.insert(pair.pair)
        })?
        else {
            return Err(LearnError::Interrupted);
        };
        see(&standing)?;
        if standing.is_decided() {
            return Ok(standing);
        }
        let next = AtomicUsize::new(0);
        let job = |engines: &mut [Engine; 2], halt: &AtomicBool| loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games.div_ceil(2) {
                return Ok(None);
            }
            if !numbers.contains(&number) {
                return self.pair(number, engines, halt);
            }
        };
        let worker = || Ok([Engine::new(1, HASH)?, Engine::new(1, HASH)?]);
        let crew = Crew { size: self.concurrency, worker: &worker, job: &job };
        // The deadline holds once enough pairs are played.
        let whole = Until { at: None, ..*until };
        crew.run::<LearnError>(&whole, &mut |pair| {
            if let Some(pair) = pair {
                file.append(&pair)?;
                standing.add(pair, sprt);
            }
            see(&standing)?;
            let is_late = until.at.is_some_and(|at| Instant::now() >= at)
                && standing.tally.pair_count() >= self.least_pairs as u64;
            let ended = standing.is_decided() || is_late;
            Ok(if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(standing)
    }

    /// Opens the file of the match; `add` is called with each pair in it, and returns whether its
    /// number is new.
    fn open(
        &self,
        path: &Path,
        add: &mut dyn FnMut(Pair) -> bool,
    ) -> std::result::Result<Option<JsonLines>, ContentError<PairError>> {
        JsonLines::resume(path, &self.rules, &mut |entry: Entry<Rules, Pair>| match entry {
            Entry::Header(rules) if rules != self.rules => Err(PairError::Settings),
            Entry::Record(Pair { points, .. }) if points.iter().any(|&points| points > 2) => {
                Err(PairError::Points(points))
            }
            Entry::Record(pair) if !add(pair) => Err(PairError::Duplicate(pair.pair)),
            Entry::Header(_) | Entry::Record(_) => Ok(ControlFlow::Continue(())),
        })
    }

    /// Plays two games from one opening; returns `None` if interrupted.
    fn pair(
        &self,
        number: usize,
        engines: &mut [Engine; 2],
        stop: &AtomicBool,
    ) -> std::result::Result<Option<Pair>, SelfplayError> {
        let Rules { pace, opening, seed, .. } = self.rules;
        let limits = pace.limits();
        // Sometimes one ply more, so that both sides move first.
        let plies = opening + (number % 2) as u32;
        let mut numbers = random_stream(seed, Purpose::Opening, number);
        let evaluation = self.evaluations[1].clone();
        let mut checker = Side { engine: &mut engines[1], limits, evaluation };
        let opening = balanced_opening(self.variant, plies, &mut numbers, &mut checker);
        let opening = opening.ok_or(SelfplayError::NoOpening { plies })?;
        let mut points = [0; 2];
        for (color, points) in Color::ALL.into_iter().zip(&mut points) {
            match self.game(&opening, color, engines, stop)? {
                Some(found) => *points = found,
                None => return Ok(None),
            }
        }
        Ok(Some(Pair { pair: number, points }))
    }

    /// Returns the half points of the first player, with a colour; `None` if interrupted.
    fn game(
        &self,
        opening: &Opening,
        color: Color,
        engines: &mut [Engine; 2],
        stop: &AtomicBool,
    ) -> std::result::Result<Option<usize>, SelfplayError> {
        let limits = self.rules.pace.limits();
        let [first, second] = engines;
        let [one, other] = self.evaluations.map(Clone::clone);
        let first = Side { engine: first, limits, evaluation: one };
        let second = Side { engine: second, limits, evaluation: other };
        let sides = match color {
            Color::White => ByColor::new(first, second),
            Color::Black => ByColor::new(second, first),
        };
        let (mut decision, mut decided) = (Decision::default(), None);
        let players = Players::Both(sides);
        let end = play(self.variant, opening, players, MAX_TURNS, stop, &mut |game, answer| {
            let score = answer.score.map_or(0, |score| for_white(game.side(), score));
            decided = decision.see(score);
            if decided.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let winner = match end {
            GameEnd::Stopped => return Ok(None),
            GameEnd::Over(outcome) => outcome.winner,
            GameEnd::Seen => decided.and_then(|decided| match decided {
                Decided::Won(winner) => Some(winner),
                Decided::Drawn => None,
            }),
            GameEnd::TooLong => None,
        };
        Ok(Some(winner.map_or(1, |winner| if winner == color { 2 } else { 0 })))
    }
}
