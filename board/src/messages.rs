//! Messages between the page and the server: JSON, one object each, with a `type`.

use engine::endings::Endings;
use engine::strength::LEVELS;
use serde::{Deserialize, Serialize};
use variants::AnyGame;

use crate::definitions::FileFault;
use crate::describe::{GameDescription, GameEntry};
use crate::setup::{Players, Setup};
use crate::tree::{NodeId, Tree, TreeChange};
use crate::turn_view::TurnView;
use crate::view::PositionView;

/// Message of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Starts a new game.
    New {
        /// Game, sides, level and clock.
        setup: Setup,
    },
    /// Makes a legal step, as the position lists it, or a typed move: `e4`, `e2e4`, `32-28`.
    Move {
        /// Text of the move.
        text: String,
    },
    /// Asks why a move is illegal.
    Explain {
        /// Text of the move; of a piece in hand that cannot be dropped anywhere, without the square: `P@`.
        text: String,
        /// The move of the tree that leads to its position; the game's present position without one.
        #[serde(default)]
        node: Option<NodeId>,
        /// Steps of a turn in progress after that move.
        #[serde(default)]
        steps: Vec<String>,
    },
    /// Takes back the last step of the turn in progress.
    UndoStep,
    /// Takes back turns until a person is to move again.
    Takeback,
    /// Resigns for the side to move, or for the person's side.
    Resign,
    /// Offers a draw to the engine; between two people, draws the game.
    Draw,
    /// Asks for the engine's move.
    Hint,
    /// Stops the clocks, or starts them again.
    Pause {
        /// Whether the game stands still.
        paused: bool,
    },
    /// Changes the engine's level.
    Level {
        /// Level, from 1 to 10.
        level: u8,
    },
    /// Hands a side to the engine or to a person.
    Sides {
        /// Side that the engine plays: `white`, `black`, `both` or `none`.
        engine: Players,
    },
    /// Starts or stops the analysis of a position.
    Analyse {
        /// Number of lines; 0 stops it.
        lines: u8,
        /// The move of the tree that leads to it; the game's present position without one.
        #[serde(default)]
        node: Option<NodeId>,
    },
    /// Asks for a position of the tree of moves.
    Look {
        /// The move that leads to it.
        node: NodeId,
        /// Steps of a turn in progress after that.
        #[serde(default)]
        steps: Vec<String>,
    },
    /// Makes a move of a variation: the game stays as it is.
    Vary {
        /// The move before it.
        node: NodeId,
        /// Steps of its turn so far.
        #[serde(default)]
        steps: Vec<String>,
        /// Text of the move.
        text: String,
    },
    /// Adds several turns as a variation, and asks for the position after them.
    Line {
        /// The move before them.
        node: NodeId,
        /// The turns as text.
        turns: Vec<String>,
    },
    /// Comments on a move.
    Comment {
        /// The move.
        node: NodeId,
        /// The comment; empty for none.
        text: String,
    },
    /// Marks a move as good or bad.
    Mark {
        /// The move.
        node: NodeId,
        /// The mark as PGN numbers it; 0 for none.
        mark: u8,
    },
    /// Moves a variation up.
    Promote {
        /// One of its moves.
        node: NodeId,
    },
    /// Removes a move with all that follows.
    Remove {
        /// The move.
        node: NodeId,
    },
    /// Makes a position of the tree the game.
    PlayOn {
        /// The move that leads to it.
        node: NodeId,
    },
    /// Loads a game.
    Load {
        /// Its PGN or PDN.
        pgn: String,
    },
    /// Asks for the game as PGN.
    Pgn,
    /// Asks for the games that are kept, the last ones.
    Earlier,
    /// Asks for the rules of the game on the board.
    Rules,
}

/// Message of the server.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// All games, first and when they change.
    Games {
        /// Version of the program.
        version: &'static str,
        /// The games.
        games: Vec<GameEntry>,
        /// Names of the levels, from 1.
        levels: Vec<&'static str>,
    },
    /// State of the definition files that the board follows, after each change of theirs.
    Definitions(DefinitionsView),
    /// Description of the game on the board, first and before the table of another game.
    Game {
        /// The description.
        game: Box<GameDescription>,
    },
    /// The game on the board, after each change.
    Table(Box<TableView>),
    /// Tree of moves, first and with another game.
    Tree(Box<Tree>),
    /// Change of the tree of moves.
    TreeChange(Box<TreeChange>),
    /// Position of the tree that was asked for.
    Look {
        /// The move that leads to it.
        node: NodeId,
        /// Steps of a turn in progress after that.
        steps: Vec<String>,
        /// The position.
        position: Box<PositionView>,
    },
    /// Analysis that has begun or ended: there is one for all pages.
    Analysis {
        /// Number of lines; 0 when it has ended.
        lines: u8,
        /// The move of the tree that leads to its position; the game's present position without one.
        node: Option<NodeId>,
    },
    /// Search information of the engine.
    Info {
        /// The move of the tree that leads to the position searched; the game's present position without one.
        node: Option<NodeId>,
        /// Lines, the best first.
        lines: Vec<Line>,
        /// Nodes per second.
        nps: u64,
        /// Nodes.
        nodes: u64,
    },
    /// The engine's move, for a person who asked for it.
    Hint {
        /// The turn as text.
        text: String,
        /// Squares of each of its steps.
        paths: Vec<Vec<String>>,
    },
    /// The game as PGN.
    Pgn {
        /// Text of the file.
        text: String,
    },
    /// The games that are kept, as PGN.
    Earlier {
        /// The games, the oldest first.
        text: String,
    },
    /// Rules of the game on the board.
    Rules {
        /// Their section of `RULES.md`.
        html: String,
    },
    /// Fault of the program, which goes on.
    Warning {
        /// The fault.
        text: String,
    },
    /// Reason why nothing was done.
    Refused {
        /// The reason.
        text: String,
    },
}

impl Event {
    /// Returns the list of games.
    pub(crate) fn games(games: Vec<GameEntry>) -> Self {
        Event::Games { version: env!("CARGO_PKG_VERSION"), games, levels: LEVELS.to_vec() }
    }
}

/// State of definition files.
#[derive(Clone, Debug, Serialize)]
pub struct DefinitionsView {
    /// Paths of the files.
    pub files: Vec<String>,
    /// Effect of the last change on the board; may be empty.
    pub text: String,
    /// Faults.
    pub(crate) faults: Vec<FileFault>,
    /// Number of further faults.
    pub(crate) more_faults: usize,
}

/// Line of the engine.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Depth.
    pub depth: u32,
    /// Score from White's side, for people: `+0.35`, `White mates in 3`.
    pub score: String,
    /// White's expected share of the point, from 0 to 1.
    pub white: f64,
    /// Win, draw and loss of White, per mille.
    pub wdl: [u16; 3],
    /// Turns.
    pub pv: Vec<String>,
    /// Squares of each step of the first turn.
    pub paths: Vec<Vec<String>>,
}

/// The game on the board.
#[derive(Clone, Debug, Serialize)]
pub struct TableView {
    /// Changes with each new game, and with its rules.
    pub id: u64,
    /// Start time, which identifies the game.
    pub began: String,
    /// Settings.
    pub setup: Setup,
    /// Names of White and Black, where they have one.
    pub players: [Option<String>; 2],
    /// The present position.
    pub position: PositionView,
    /// Number of turns so far; they are in the tree of moves.
    pub turns: usize,
    /// The last of them.
    pub last: Option<TurnView>,
    /// Steps made of the turn in progress.
    pub steps: Vec<String>,
    /// Time left of White and Black, in ms, where there are clocks.
    pub clocks: Option<[u64; 2]>,
    /// Side whose clock runs.
    pub running: Option<&'static str>,
    /// Whether the game stands still.
    pub paused: bool,
    /// Whether the engine searches for its move.
    pub thinking: bool,
    /// Result, such as `1-0`, and the reason in words.
    pub result: Option<(String, String)>,
    /// Result of a loaded game, as long as its moves are unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loaded: Option<String>,
    /// FEN of the start position.
    pub start: String,
}

impl TableView {
    /// Adds the value of the position by endgame tables, unless the game is over.
    pub(crate) fn add_value(&mut self, game: &AnyGame, endings: &Endings) {
        if self.result.is_none() {
            self.position.add_value(game, endings);
        }
    }
}
