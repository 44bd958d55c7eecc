//! Studies of a game's design from played games, for inventors of games.
//!
//! A study uses finished games only, of any players; stronger players give better results.

mod armies;
mod board;
mod estimate;
mod findings;
mod page;
mod piece_values;
mod searched;
mod text;

use std::collections::BTreeMap;

use thiserror::Error;
use variants::{AnyGame, Color, Definition, FenError, PieceType, TurnError, TurnForm, Variant};

use super::statistics::ResultCounts;
use super::turn_text::move_text;
use super::{GameRecord, OpeningSource, Termination};

pub use armies::{ArmyPair, armies_differ};
pub use estimate::Estimate;
pub use findings::{Distribution, Ending, Figure, Findings, FirstTurn, Piece, Results};
pub use page::page;
pub use searched::{SearchMeans, SearchedError, SearchedTurn, SearchedTurns};

use armies::Armies;

/// Statistics of the games so far.
#[derive(Clone, Debug)]
pub struct Study {
    variant: Variant,
    /// Number of games.
    games: usize,
    /// Number of games won by the side that moved first.
    first_wins: usize,
    /// Number of draws.
    draws: usize,
    /// Number of games won by the side that moved second.
    second_wins: usize,
    /// Turns of each game, the opening's included.
    lengths: Vec<usize>,
    /// Number of legal steps at the start of each turn that an engine chose.
    choices: Vec<usize>,
    /// Parts of each turn that an engine chose: units moved in army games, legs of a jump.
    parts: Vec<usize>,
    /// Number of turns with a capture.
    capturing_turns: usize,
    /// Number of captured pieces in each game.
    captures: Vec<usize>,
    /// Maximum number of captured pieces in one turn.
    most_captures: usize,
    /// Turns before the first capture, in games that had one.
    first_captures: Vec<usize>,
    /// Terminations, with their frequency.
    ends: BTreeMap<String, usize>,
    /// First turns: results of the side that made them.
    first_turns: BTreeMap<String, ResultCounts>,
    /// Searches of first turns.
    searched: Vec<SearchedTurn>,
    samples: Vec<Sample>,
    /// Results of armies, in games whose sides begin with different pieces.
    armies: Armies,
    /// Whether some openings were selected as balanced.
    balanced: bool,
}

/// Quiet position of a game.
#[derive(Clone, Debug)]
struct Sample {
    /// Index of the game, from 0.
    game: usize,
    /// Material balance: White's number of each piece type, less Black's.
    balance: Vec<f64>,
    /// 1 where White moved first in the game, -1 where Black did.
    first: f64,
    /// White's result: 1, 0.5 or 0.
    result: f64,
}

/// Game that cannot be studied.
#[derive(Debug, Error)]
pub enum StudyError {
    /// Game of another variant.
    #[error("game {number}: variant {found}: expected {expected}")]
    Variant {
        /// Number of the game.
        number: usize,
        /// Variant of the game.
        found: String,
        /// Variant of the study.
        expected: String,
    },
    /// Invalid start position.
    #[error("game {number}: {error}")]
    Start {
        /// Number of the game.
        number: usize,
        /// Cause.
        error: FenError,
    },
    /// Illegal turn.
    #[error("game {number}, turn {turn}: {error}")]
    Turn {
        /// Number of the game.
        number: usize,
        /// Number of the turn, from 1.
        turn: usize,
        /// Cause.
        error: TurnError,
    },
}

/// Statistics of one turn.
struct Step {
    choices: usize,
    parts: usize,
    captures: usize,
    /// Material balance after the turn: White's number of each piece type less Black's.
    balance: Vec<f64>,
}

impl Study {
    /// Returns an empty study.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Study {
            variant,
            games: 0,
            first_wins: 0,
            draws: 0,
            second_wins: 0,
            lengths: Vec::new(),
            choices: Vec::new(),
            parts: Vec::new(),
            capturing_turns: 0,
            captures: Vec::new(),
            most_captures: 0,
            first_captures: Vec::new(),
            ends: BTreeMap::new(),
            first_turns: BTreeMap::new(),
            searched: Vec::new(),
            samples: Vec::new(),
            armies: Armies::default(),
            balanced: false,
        }
    }

    /// Records the source of the openings: a selection of balanced openings hides which side the
    /// game favours.
    pub fn note_openings(&mut self, source: &OpeningSource) {
        self.balanced |= matches!(source, OpeningSource::Random { bound: Some(_), .. });
    }

    /// Records searches of first turns.
    pub fn note_searches(&mut self, searched: &SearchedTurns) {
        self.searched.clone_from(&searched.turns);
    }

    /// Returns the definition of the game.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        self.variant.definition()
    }

    /// Adds a game. Returns false for a game that an engine lost by a fault, which is left out.
    ///
    /// # Errors
    /// When the game is not of this variant; no change is made then.
    pub fn add(&mut self, record: &GameRecord) -> Result<bool, StudyError> {
        let number = record.number;
        let expected = &self.variant.definition().name;
        let size = record.size.clone().unwrap_or_default();
        let own_size = self.variant.definition().size.to_string();
        if !record.variant.eq_ignore_ascii_case(expected) || !(size.is_empty() || size == own_size)
        {
            let found = format!("{} {size}", record.variant).trim_end().to_owned();
            return Err(StudyError::Variant { number, found, expected: expected.clone() });
        }
        if matches!(record.termination, Termination::Fault(_)) {
            return Ok(false);
        }
        let mut game =
            self.variant.game(&record.fen).map_err(|error| StudyError::Start { number, error })?;
        let (first, start) = (game.side(), game.clone());
        let mut steps = Vec::new();
        let engines = record.moves.iter().map(|mv| &mv.turn);
        let mut first_turn = None;
        for turn in record.opening.iter().chain(engines) {
            if first_turn.is_none() {
                first_turn = Some(move_text(&mut game, turn));
            }
            let step = step(&mut game, turn);
            steps.push(step.map_err(|error| StudyError::Turn {
                number,
                turn: steps.len() + 1,
                error,
            })?);
        }
        self.count(record, first, &steps);
        self.armies.add(&start, record.result.winner());
        if let Some(turn) = first_turn {
            let results = self.first_turns.entry(turn).or_default();
            *match record.result.winner() {
                Some(winner) if winner == first => &mut results.wins,
                Some(_) => &mut results.losses,
                None => &mut results.draws,
            } += 1;
        }
        Ok(true)
    }

    fn count(&mut self, record: &GameRecord, first: Color, steps: &[Step]) {
        let index = self.games;
        self.games += 1;
        let winner = record.result.winner();
        match winner {
            Some(winner) if winner == first => self.first_wins += 1,
            Some(_) => self.second_wins += 1,
            None => self.draws += 1,
        }
        self.lengths.push(steps.len());
        self.captures.push(steps.iter().map(|step| step.captures).sum());
        self.capturing_turns += steps.iter().filter(|step| step.captures > 0).count();
        let most = steps.iter().map(|step| step.captures).max().unwrap_or(0);
        self.most_captures = self.most_captures.max(most);
        self.first_captures.extend(steps.iter().position(|step| step.captures > 0));
        let chosen = steps.get(record.opening.len()..).unwrap_or_default();
        self.choices.extend(chosen.iter().map(|step| step.choices));
        self.parts.extend(chosen.iter().map(|step| step.parts));
        *self.ends.entry(record.reason.clone()).or_default() += 1;
        let result = match winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        let first = if first == Color::White { 1.0 } else { -1.0 };
        for pair in chosen.windows(2) {
            // During an exchange the balance is misleading.
            if pair[0].captures == 0 && pair[1].captures == 0 {
                let balance = pair[0].balance.clone();
                self.samples.push(Sample { game: index, balance, first, result });
            }
        }
    }

    /// Whether a turn moves several units.
    fn has_units(&self) -> bool {
        self.definition().family.turn_form() == TurnForm::Steps
    }

    /// Returns the most frequent piece type at the start: the unit of the piece values.
    fn commonest(&self) -> Option<PieceType> {
        let start = self.variant.start();
        let count = |kind: &PieceType| start.piece_count(Color::White, *kind);
        self.definition().piece_types().max_by_key(count)
    }
}

/// Makes a turn and returns its statistics.
fn step(game: &mut AnyGame, turn: &str) -> Result<Step, TurnError> {
    let definition = game.definition().clone();
    let choices = game.step_count();
    let mover = game.side();
    let count = |game: &AnyGame, color| -> u32 {
        definition.piece_types().map(|kind| game.piece_count(color, kind)).sum()
    };
    let before = count(game, !mover);
    game.play_turn(turn)?;
    let captures = before.saturating_sub(count(game, !mover)) as usize;
    let balance = definition.piece_types().map(|kind| {
        let [white, black] = Color::ALL.map(|color| f64::from(game.piece_count(color, kind)));
        white - black
    });
    let parts = turn.split(',').count();
    Ok(Step { choices, parts, captures, balance: balance.collect() })
}
