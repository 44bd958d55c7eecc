//! The game on the board: its turns, clocks and result. Pure state: time comes from the caller.

mod branch;
mod clocks;
mod load;
mod null_moves;
mod players;
mod reasons;
mod shown;
mod source;
mod stored;
#[cfg(test)]
mod tests;
mod walls;

use std::time::Duration;

use arena::{GameResult, MoveRecord, Termination, reason, written};
use engine::library::{Library, LibraryError};
use engine::turns::own_notation;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::{
    AnyGame, BoardSize, BoardSizeError, Color, Definition, FenError, Outcome, TurnError, Variant,
};

use crate::setup::{MAX_NAME, MAX_SECONDS, Players, Setup, is_name};
use crate::turn_view::TurnView;
use crate::view::{is_square, path};

use clocks::Clocks;
use source::Source;

pub(crate) use load::{Loaded, load};
pub(crate) use stored::{Kept, Replayed, Stored};

/// Reason why the table stays as it is.
#[derive(Debug, Error)]
pub enum TableError {
    /// Unknown game.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Invalid board size.
    #[error("board size '{text}'")]
    Size {
        /// Text that was given.
        text: String,
        /// Cause.
        source: BoardSizeError,
    },
    /// Invalid position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// Position in which the game is over.
    #[error("the game is over in this position: {0}")]
    Over(Outcome),
    /// Level that does not exist.
    #[error("level {0}: expected 1 to 10")]
    Level(u8),
    /// Impossible time.
    #[error("clock: expected 1 to {MAX_SECONDS} seconds, and at most as much for each move")]
    Clock,
    /// Long name of a person, or one with control characters.
    #[error("name: expected at most {MAX_NAME} characters, without control characters")]
    Name,
    /// Illegal move.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// Game that has ended.
    #[error("the game is over")]
    Ended,
    /// Move while the game stands still.
    #[error("the game is paused")]
    Paused,
    /// Nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
}

/// Turn that was made, with what the page shows of it.
#[derive(Clone, Debug)]
struct Made {
    record: MoveRecord,
    view: TurnView,
    /// Squares of the turn.
    squares: Vec<String>,
    /// Clocks before it.
    clocks: Option<[Duration; 2]>,
}

/// Result of a game.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct End {
    pub(crate) result: GameResult,
    pub(crate) termination: Termination,
    pub(crate) reason: String,
}

/// Returns the result of a game that has ended by its rules.
fn end_of(outcome: Outcome, definition: &Definition) -> End {
    End {
        result: GameResult::won_by(outcome.winner),
        termination: Termination::Rules,
        reason: reason::rules(outcome, definition),
    }
}

/// The game on the board.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) id: u64,
    pub(crate) setup: Setup,
    pub(crate) began: String,
    variant: Variant,
    start: String,
    game: AnyGame,
    made: Vec<Made>,
    /// Steps of the turn in progress, with the squares of each.
    steps: Vec<(String, Vec<String>)>,
    clocks: Option<Clocks>,
    /// Clocks at the start of the present turn.
    turn_clocks: Option<[Duration; 2]>,
    /// When the present turn began, or the clock was started again.
    since: Duration,
    pub(crate) paused: bool,
    pub(crate) end: Option<End>,
    /// Files of finished games that have this one.
    pub(crate) kept: Kept,
    /// Origin of a game that was loaded.
    source: Option<Source>,
}

impl Table {
    /// Sets up a game.
    ///
    /// # Errors
    /// When a setting is not possible.
    pub(crate) fn new(
        setup: Setup,
        library: &Library,
        id: u64,
        began: String,
        now: Duration,
    ) -> Result<Self, TableError> {
        if !(1..=10).contains(&setup.level) {
            return Err(TableError::Level(setup.level));
        }
        if setup.clock.is_some_and(|clock| !clock.is_possible()) {
            return Err(TableError::Clock);
        }
        let person = setup.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        if person.is_some_and(|name| !is_name(name)) {
            return Err(TableError::Name);
        }
        let person = person.map(str::to_owned);
        let size = setup.size.as_deref().map(|text| {
            let size = text.parse::<BoardSize>();
            size.map_err(|source| TableError::Size { text: text.to_owned(), source })
        });
        let variant = library.variant(&setup.variant, size.transpose()?)?;
        let mut game = match setup.fen.as_deref().map(str::trim).filter(|fen| !fen.is_empty()) {
            Some(fen) => variant.game(fen)?,
            None => variant.start(),
        };
        if let Some(outcome) = game.outcome() {
            return Err(TableError::Over(outcome));
        }
        let clocks = setup.clock.map(|clock| Clocks {
            left: [Duration::from_secs(clock.seconds.into()); 2],
            increment: Duration::from_secs(clock.increment.into()),
        });
        let name = variant.definition().name.clone();
        Ok(Table {
            id,
            setup: Setup { variant: name, name: person, ..setup },
            began,
            start: game.fen(),
            variant,
            game,
            made: Vec::new(),
            steps: Vec::new(),
            clocks,
            turn_clocks: clocks.map(|clocks| clocks.left),
            since: now,
            paused: false,
            end: None,
            kept: Kept::default(),
            source: None,
        })
    }

    /// The game with its history, for a search.
    pub(crate) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The variant.
    pub(crate) fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Side to move.
    pub(crate) fn side(&self) -> Color {
        self.game.side()
    }

    /// Number of turns made.
    pub(crate) fn turns(&self) -> usize {
        self.made.len()
    }

    /// Whether the engine is to move.
    pub(crate) fn is_engine_to_move(&self) -> bool {
        self.end.is_none() && !self.paused && self.setup.engine.has(self.side())
    }

    /// Makes a move: a step, a whole turn, or what people type. Text of the end of a turn is `end`.
    ///
    /// # Errors
    /// When it is not legal, or the game stands still; nothing has changed then.
    pub(crate) fn play(&mut self, text: &str, now: Duration) -> Result<(), TableError> {
        if self.end.is_some() {
            return Err(TableError::Ended);
        }
        if self.paused {
            return Err(TableError::Paused);
        }
        let text = text.trim();
        let side = self.side();
        let number = self.game.move_number();
        let (written, squares, label) = self.make(text)?;
        let label = label.filter(|_| self.steps.is_empty());
        if !written.is_empty() {
            self.steps.push((written, squares));
        }
        if self.game.outcome().is_none()
            && let Some((text, squares)) = walls::decided(&self.game)
        {
            self.game.play_step(&text)?;
            self.steps.push((text, squares));
        }
        let outcome = self.game.outcome();
        if !self.game.is_turn_start() && outcome.is_none() {
            return Ok(());
        }
        let steps = std::mem::take(&mut self.steps);
        let turn = steps.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(",");
        let spent = if self.made.is_empty() && self.clocks.is_some() {
            // The clocks start after the first turn.
            Duration::ZERO
        } else {
            now.saturating_sub(self.since)
        };
        if let Some(clocks) = &mut self.clocks {
            let left = &mut clocks.left[side as usize];
            *left = left.saturating_sub(spent) + clocks.increment;
        }
        self.since = now;
        let micros = u64::try_from(spent.as_micros()).unwrap_or(u64::MAX);
        self.made.push(Made {
            record: MoveRecord {
                turn: turn.clone(),
                time_us: micros,
                score: None,
                depth: None,
                nodes: None,
            },
            view: TurnView {
                label: label.unwrap_or_else(|| turn.clone()),
                text: turn,
                side,
                number,
            },
            squares: steps
                .into_iter()
                .flat_map(|(_, squares)| squares)
                .filter(|square| is_square(square))
                .collect(),
            clocks: self.turn_clocks,
        });
        self.turn_clocks = self.clocks.map(|clocks| clocks.left);
        self.end = outcome.map(|outcome| end_of(outcome, self.game.definition()));
        Ok(())
    }

    /// Makes a whole turn as records, PGN and the engine write it, or the rest of the one in progress:
    /// the end of one that could go on is not written.
    ///
    /// # Errors
    /// When it is not legal; a part of it may be made then.
    pub(crate) fn play_turn(&mut self, turn: &str, now: Duration) -> Result<(), TableError> {
        let before = self.made.len();
        if !turn.is_empty() {
            self.play(turn, now)?;
        }
        if self.made.len() == before { self.play("end", now) } else { Ok(()) }
    }

    /// Makes a move on the board; returns its own text, without the end of a turn, its squares, and
    /// its text for people.
    fn make(&mut self, text: &str) -> Result<(String, Vec<String>, Option<String>), TableError> {
        let size = self.game.definition().size;
        let squares = |game: &mut AnyGame, text: &str| -> Vec<String> {
            let steps = game.step_courses();
            let turn = steps.into_iter().find(|turn| turn.text == text);
            let courses = turn.into_iter().flat_map(|turn| turn.steps).flatten();
            courses.flat_map(|course| path(&course, |square| size.name(square))).collect()
        };
        if text == "end" {
            self.game.play_step(text)?;
            return Ok((String::new(), Vec::new(), None));
        }
        let (found, label) = (squares(&mut self.game, text), written(&mut self.game, text));
        let error = match self.game.play_step(text) {
            Ok(()) if !found.is_empty() => return Ok((text.to_owned(), found, label)),
            // Legal, but not in the game's own notation.
            Ok(()) => {
                self.game.undo_to(self.game.ply().saturating_sub(1));
                None
            }
            Err(error) => Some(error),
        };
        // People may write in other ways, or a whole turn at once.
        let step = self.game.has_long_turns().then(|| self.game.read_san_step(text, 1)).flatten();
        if let Some(step) = step.filter(|step| step != text) {
            return self.make(&step);
        }
        let typed = text.trim_end_matches(['+', '#', '!', '?']);
        let own = own_notation(&mut self.game, typed).or_else(|| self.game.read_san(text, 1));
        let own = match (own, error) {
            (Some(own), _) => own,
            (None, Some(error)) => {
                // Of a turn of several steps, the first at fault has the reason.
                let is_long = self.game.has_long_turns() && typed.contains(',');
                let of_step = if is_long { self.game.turn_course(typed).err() } else { None };
                return Err(of_step.unwrap_or(error).into());
            }
            (None, None) => text.to_owned(),
        };
        let label = written(&mut self.game, &own);
        let course = self.game.turn_course(&own)?;
        let courses = course.steps.iter().flatten();
        let found = courses.flat_map(|course| path(course, |square| size.name(square))).collect();
        self.game.play_turn(&own)?;
        Ok((own, found, label))
    }

    /// Adds what the engine thought of its last turn.
    pub(crate) fn note(&mut self, score: Option<arena::RecordedScore>, depth: u32, nodes: u64) {
        if let Some(made) = self.made.last_mut() {
            made.record.score = score;
            made.record.depth = Some(depth);
            made.record.nodes = Some(nodes);
        }
    }

    /// Takes back the last step of the turn in progress.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn undo_step(&mut self) -> Result<(), TableError> {
        if self.end.is_some() || self.steps.pop().is_none() {
            return Err(TableError::NothingToUndo);
        }
        self.game.undo_to(self.game.ply().saturating_sub(1));
        Ok(())
    }

    /// Takes back turns: the one in progress, or the last one of a person with what followed it.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn take_back(&mut self, now: Duration) -> Result<(), TableError> {
        if self.steps.is_empty() {
            self.take_back_turns()?;
        } else {
            self.steps.clear();
            self.game.undo_turn();
        }
        if let (Some(clocks), Some(left)) = (&mut self.clocks, self.turn_clocks) {
            clocks.left = left;
        }
        self.end = None;
        self.kept = Kept::default();
        self.since = now;
        Ok(())
    }

    fn take_back_turns(&mut self) -> Result<(), TableError> {
        // With the engine on one side, a person's own turn is the last that goes.
        let is_persons = |made: &Made| !self.setup.engine.has(made.view.side);
        let keep = match self.made.iter().rposition(is_persons) {
            Some(index) => index,
            None if self.setup.engine == Players::Both && !self.made.is_empty() => {
                self.made.len() - 1
            }
            None => return Err(TableError::NothingToUndo),
        };
        while self.made.len() > keep {
            let Some(made) = self.made.pop() else { break };
            self.game.undo_turn();
            self.turn_clocks = made.clocks;
        }
        Ok(())
    }

    /// Ends the game by a resignation.
    ///
    /// # Errors
    /// When it has ended.
    pub(crate) fn resign(&mut self, now: Duration) -> Result<(), TableError> {
        let loser = match self.setup.engine {
            Players::White => Color::Black,
            Players::Black => Color::White,
            _ => self.side(),
        };
        let reason = reason::resignation(loser);
        self.finish(GameResult::won_by(Some(!loser)), Termination::Resignation, reason, now)
    }

    /// Ends the game by an agreed draw.
    ///
    /// # Errors
    /// When it has ended.
    pub(crate) fn agree_draw(&mut self, now: Duration) -> Result<(), TableError> {
        self.finish(GameResult::Draw, Termination::Agreement, reason::AGREEMENT.to_owned(), now)
    }

    fn finish(
        &mut self,
        result: GameResult,
        termination: Termination,
        reason: String,
        now: Duration,
    ) -> Result<(), TableError> {
        if self.end.is_some() {
            return Err(TableError::Ended);
        }
        self.settle(now);
        self.end = Some(End { result, termination, reason });
        Ok(())
    }
}
