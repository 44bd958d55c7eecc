//! A game that a page goes through, turn by turn.

use arena::{GameRecord, MoveRecord, written};
use engine::causes::with_causes;
use engine::library::Library;
use variants::{AnyGame, BoardSize, Color};

use super::messages::{OpenTurn, OpenView, Which};
use crate::describe::describe;
use crate::lines::score_text;
use crate::view::{PositionView, is_square, path, view};

/// Game as a match has it, whether or not it has ended.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) number: usize,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) variant: String,
    pub(super) size: Option<String>,
    pub(super) fen: String,
    pub(super) opening: Vec<String>,
    pub(super) moves: Vec<MoveRecord>,
    pub(super) result: Option<(&'static str, String)>,
}

impl From<GameRecord> for Played {
    fn from(record: GameRecord) -> Self {
        Played {
            number: record.number,
            white: record.white,
            black: record.black,
            variant: record.variant,
            size: record.size,
            fen: record.fen,
            opening: record.opening,
            moves: record.moves,
            result: Some((record.result.text(), record.reason)),
        }
    }
}

/// Game that is open.
#[derive(Debug)]
pub(super) struct OpenGame {
    game: AnyGame,
    /// Squares of each turn.
    squares: Vec<Vec<String>>,
}

impl OpenGame {
    /// Plays a game again; returns it with what a page shows of it.
    ///
    /// # Errors
    /// When the library does not have the game, or a turn is illegal: the reason.
    pub(super) fn new(
        played: Played,
        library: &Library,
        of: usize,
        which: Which,
    ) -> Result<(Self, OpenView), String> {
        let size = played.size.as_deref().map(str::parse::<BoardSize>).transpose();
        let size = size.map_err(|error| error.to_string())?;
        let variant =
            library.variant(&played.variant, size).map_err(|error| with_causes(&error))?;
        let mut game = variant.game(&played.fen).map_err(|error| error.to_string())?;
        let opening = played.opening.iter().map(|turn| (turn.as_str(), None));
        let moves = played.moves.iter().map(|mv| (mv.turn.as_str(), Some(mv)));
        let (mut turns, mut squares) = (Vec::new(), Vec::new());
        for (text, record) in opening.chain(moves) {
            let number = game.move_number();
            let side = game.side();
            let label = written(&mut game, text);
            squares.push(squares_of(&mut game, text)?);
            game.play_turn(text).map_err(|error| error.to_string())?;
            let score = record.and_then(|record| record.score);
            turns.push(OpenTurn {
                label: label.unwrap_or_else(|| text.to_owned()),
                side: side.key(),
                number,
                score: score
                    .map(|score| score_text(score.into(), side == Color::White))
                    .unwrap_or_default(),
                depth: record.and_then(|record| record.depth),
                ms: record.map(|record| record.time_us / 1000),
            });
        }
        let open = OpenGame { game, squares };
        let view = OpenView {
            of,
            which,
            number: played.number,
            game: describe(variant.definition()),
            white: played.white,
            black: played.black,
            result: played.result,
            position: open.look(turns.len()),
            turns,
        };
        Ok((open, view))
    }

    /// Returns the number of turns.
    pub(super) fn turns(&self) -> usize {
        self.squares.len()
    }

    /// Returns the position after a number of turns.
    pub(super) fn look(&self, turn: usize) -> PositionView {
        let mut game = self.game.clone();
        for _ in turn..self.squares.len() {
            game.undo_turn();
        }
        let last = turn.checked_sub(1).and_then(|index| self.squares.get(index));
        view(&mut game, last.cloned().unwrap_or_default(), Vec::new(), true)
    }
}

/// Returns the squares of a legal turn.
///
/// # Errors
/// When it is not legal: the reason.
pub(super) fn squares_of(game: &mut AnyGame, text: &str) -> Result<Vec<String>, String> {
    let size = game.definition().size;
    let course = game.turn_course(text).map_err(|error| error.to_string())?;
    let squares = course.steps.iter().flatten().flat_map(|course| path(course, |at| size.name(at)));
    Ok(squares.filter(|square| is_square(square)).collect())
}
