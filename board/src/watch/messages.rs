//! Messages between the page of matches and the server: JSON, one object each, with a `type`.

use serde::{Deserialize, Serialize};

use crate::describe::GameDescription;
use crate::view::PositionView;

/// Game of a match.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// Finished game, in the order in which they ended, from 0.
    Ended(usize),
    /// Game in progress, by its number.
    Live(usize),
}

/// Message of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WatchRequest {
    /// Asks for a part of the list of finished games, the last ones first.
    List {
        /// Index of the match.
        of: usize,
        /// Number of later games to skip.
        skip: usize,
    },
    /// Asks for a game with its turns.
    Game {
        /// Index of the match.
        of: usize,
        /// The game.
        which: Which,
    },
    /// Asks for a position of the game that was asked for last.
    Look {
        /// Number of turns made before it.
        turn: usize,
    },
}

/// Message of the server.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum WatchEvent {
    /// State of a match, after each change.
    Match(Box<MatchView>),
    /// Games in progress of a match, after each change.
    Live {
        /// Index of the match.
        of: usize,
        /// Its game, once.
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<Box<GameDescription>>,
        /// The games.
        games: Vec<LiveView>,
    },
    /// Part of the list of finished games.
    List {
        /// Index of the match.
        of: usize,
        /// Number of later games that were skipped.
        skip: usize,
        /// Number of all games.
        games: usize,
        /// The games, the last one first.
        entries: Vec<EntryView>,
    },
    /// Game that was asked for.
    Game(Box<OpenView>),
    /// Position that was asked for.
    Look {
        /// Number of turns made before it.
        turn: usize,
        /// The position.
        position: Box<PositionView>,
    },
    /// End of the match that the program plays, after its last state: the program ends soon.
    Over {
        /// Description of the end.
        text: String,
    },
    /// Reason why nothing can be shown.
    Refused {
        /// The reason.
        text: String,
    },
}

/// State of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchView {
    /// Index of the match.
    pub of: usize,
    /// Name of its file.
    pub name: String,
    /// Engines, in the order of the match.
    pub engines: Vec<String>,
    /// Games and boards.
    pub variants: Vec<String>,
    /// Number of finished games.
    pub games: u64,
    /// Number of games to be played, if it is known.
    pub total: Option<usize>,
    /// Number of all matches that are shown.
    pub matches: usize,
    /// Whether its games are shown as they are played.
    pub live: bool,
    /// Engines, the best first.
    pub table: Vec<Row>,
    /// Elo difference of the first engine to the second after some of their games.
    pub curve: Vec<CurvePoint>,
    /// Elo difference of the first of two engines to the second, in words; may be empty.
    pub difference: String,
    /// Report in words.
    pub report: String,
    /// Faults of the file, for people.
    pub notes: Vec<String>,
}

/// Engine in the table of results.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Name.
    pub name: String,
    /// Of two engines the Elo difference to the other one, of several the rating: the mean of all is 0.
    pub elo: String,
    /// Its interval (95 %).
    pub interval: String,
    /// Games.
    pub games: u64,
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Points.
    pub points: f64,
}

/// Point of the Elo curve; infinite numbers are missing.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CurvePoint {
    /// Games so far.
    pub games: u64,
    /// Elo difference.
    pub elo: Option<f64>,
    /// Lower end of the interval (95 %).
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
}

/// Finished game in the list.
#[derive(Clone, Debug, Serialize)]
pub struct EntryView {
    /// Index, in the order in which the games ended.
    pub index: usize,
    /// Number in the match.
    pub number: usize,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Result, such as `1-0`.
    pub result: &'static str,
    /// Reason in words.
    pub reason: String,
    /// Number of turns.
    pub turns: usize,
}

/// Game in progress.
#[derive(Clone, Debug, Serialize)]
pub struct LiveView {
    /// Number in the match.
    pub number: usize,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Number of turns so far.
    pub turns: usize,
    /// Last turn, for people.
    pub label: String,
    /// The engine's score with it, from White's side.
    pub score: String,
    /// Time left of White and Black, in ms, where there are clocks.
    pub clocks: [Option<u64>; 2],
    /// The position.
    pub position: PositionView,
}

/// Game with its turns.
#[derive(Clone, Debug, Serialize)]
pub struct OpenView {
    /// Index of the match.
    pub of: usize,
    /// The game.
    pub which: Which,
    /// Number in the match.
    pub number: usize,
    /// Pieces and board.
    pub game: GameDescription,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Result and its reason, if the game has ended.
    pub result: Option<(&'static str, String)>,
    /// Turns.
    pub turns: Vec<OpenTurn>,
    /// Position after the last turn.
    pub position: PositionView,
}

/// Turn of a game.
#[derive(Clone, Debug, Serialize)]
pub struct OpenTurn {
    /// Turn for people.
    pub label: String,
    /// Side that made it.
    pub side: &'static str,
    /// Number of the move in the game's score.
    pub number: u32,
    /// The engine's score, from White's side.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub score: String,
    /// Depth, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Time, in ms; `None` in the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}
