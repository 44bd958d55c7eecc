//! What games tell of the game itself: for those who invent games.
//!
//! It looks at finished games alone, whoever played them; who plays better finds out more.

mod text;
mod worth;

use std::collections::BTreeMap;

use thiserror::Error;
use variants::{AnyGame, Color, Definition, Family, FenError, PieceType, TurnError, Variant};

use super::{GameRecord, OpeningSource, Termination};

pub use text::StudyText;

/// What is known of the games so far.
#[derive(Clone, Debug)]
pub struct Study {
    variant: Variant,
    /// Number of games.
    games: usize,
    /// Games that the side won that moved first.
    first_wins: usize,
    /// Games that nobody won.
    draws: usize,
    /// Games that the side won that moved second.
    second_wins: usize,
    /// Turns of each game, the opening's too.
    lengths: Vec<usize>,
    /// Legal steps at the start of each turn that an engine chose.
    choices: Vec<usize>,
    /// Parts of each turn that an engine chose: units moved in army games, legs of a jump.
    parts: Vec<usize>,
    /// Turns that took something.
    capturing_turns: usize,
    /// Pieces taken in each game.
    captures: Vec<usize>,
    /// Most pieces taken in one turn.
    most_captures: usize,
    /// Turns before the first capture, in games that had one.
    first_captures: Vec<usize>,
    /// How games ended.
    ends: BTreeMap<String, usize>,
    samples: Vec<Sample>,
    /// Whether some openings were selected as balanced.
    balanced: bool,
}

/// A quiet position of a game.
#[derive(Clone, Debug)]
struct Sample {
    /// Which game, from 0.
    game: usize,
    /// White's number of each kind of piece, less Black's.
    balance: Vec<f64>,
    /// 1 where White moved first in the game, -1 where Black did.
    first: f64,
    /// White's result: 1, 0.5 or 0.
    result: f64,
}

/// A game that cannot be looked at.
#[derive(Debug, Error)]
pub enum StudyError {
    /// It is of another game.
    #[error("game {number} is {found}, not {expected}")]
    Variant {
        /// Its number.
        number: usize,
        /// What it is.
        found: String,
        /// What is studied.
        expected: String,
    },
    /// It begins nowhere.
    #[error("game {number}: {error}")]
    Start {
        /// Its number.
        number: usize,
        /// Why.
        error: FenError,
    },
    /// It has a turn that is not legal.
    #[error("game {number}, turn {turn}: {error}")]
    Turn {
        /// Its number.
        number: usize,
        /// Which turn, from 1.
        turn: usize,
        /// Why.
        error: TurnError,
    },
}

/// One turn, looked at.
struct Step {
    choices: usize,
    parts: usize,
    captures: usize,
    /// White's number of each kind less Black's, after it.
    balance: Vec<f64>,
}

impl Study {
    /// A study of no games yet.
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
            samples: Vec::new(),
            balanced: false,
        }
    }

    /// Notes where the games of a match began: a selection of balanced openings hides which side the
    /// game favours.
    pub fn note_openings(&mut self, source: &OpeningSource) {
        self.balanced |= matches!(source, OpeningSource::Random { bound: Some(_), .. });
    }

    /// The game.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        self.variant.definition()
    }

    /// Looks at a game. One that an engine lost by a fault says nothing of the game, and is left
    /// out: false then.
    ///
    /// # Errors
    /// When it is no game of this variant; nothing has changed then.
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
        let first = game.side();
        let mut steps = Vec::new();
        let engines = record.moves.iter().map(|mv| &mv.turn);
        for turn in record.opening.iter().chain(engines) {
            let step = step(&mut game, turn);
            steps.push(step.map_err(|error| StudyError::Turn {
                number,
                turn: steps.len() + 1,
                error,
            })?);
        }
        self.count(record, first, &steps);
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
            // Amid an exchange the balance says little.
            if pair[0].captures == 0 && pair[1].captures == 0 {
                let balance = pair[0].balance.clone();
                self.samples.push(Sample { game: index, balance, first, result });
            }
        }
    }

    /// Whether a turn moves several units.
    fn has_units(&self) -> bool {
        matches!(self.definition().family, Family::Armies(_))
    }

    /// The kind that there is most of at the start: the unit of the others' worth.
    fn commonest(&self) -> Option<PieceType> {
        let start = self.variant.start();
        let count = |kind: &PieceType| start.piece_count(Color::White, *kind);
        self.definition().piece_types().max_by_key(count)
    }
}

/// Makes a turn, and looks at it.
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
