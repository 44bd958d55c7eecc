//! Requests to and events of an engine that keeps the game itself: it has the position, the clocks
//! and its side, and receives one move at a time. (CECP is such a protocol; UCI is not.)

use crate::{BoardMove, Turn};

/// Request of a GUI to an engine that keeps the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameCommand {
    /// From now on the engine keeps the game.
    Begin,
    /// New game of the default variant from its start: the engine plays Black, White is to move, no
    /// depth limit.
    New,
    /// Switches to the start position of another variant.
    Variant(String),
    /// Switches to a position: a FEN of six fields, as unvalidated text.
    SetBoard(String),
    /// Changes single squares of the position; the side to move is unchanged.
    Edit(Vec<Edit>),
    /// The engine plays neither side.
    Force,
    /// The engine plays the side to move from now on, and starts a search.
    Go,
    /// The engine plays the side that is not to move.
    PlayOther,
    /// A move of the opponent, or of either side if the engine plays neither, as sent;
    /// [`Dialect::read_move`](crate::Dialect::read_move) parses it.
    Move(String),
    /// The opponent is an engine.
    Computer,
    /// Ends the search now and plays the best move.
    MoveNow,
    /// Takes back moves.
    TakeBack {
        /// 1: of either side; 2: a move of each side.
        moves: u32,
    },
    /// Time control.
    Level(Level),
    /// Fixed time per move, in milliseconds, at least 1.
    MoveTime(u64),
    /// Maximum depth in plies, at least 1.
    Depth(u32),
    /// Counts this many nodes as one second; 0: uses CPU time.
    NodeRate(u64),
    /// Time on the engine's clock, in milliseconds; a negative time reads as 0.
    Clock(u64),
    /// Time on the opponent's clock, in milliseconds; a negative time reads as 0.
    OpponentClock(u64),
    /// Answer with the same text in [`GameEvent::Pong`] when all earlier requests are done.
    Ping(String),
    /// The opponent offers a draw.
    OfferDraw,
    /// The game is over.
    Result {
        /// `1-0`, `0-1`, `1/2-1/2` or `*`.
        result: String,
        /// Reason of the result.
        comment: String,
    },
    /// Whether to ponder.
    Ponder(bool),
    /// Whether to send search information.
    Post(bool),
    /// Analyses until [`GameCommand::Exit`].
    Analyze,
    /// Requests the progress of the analysis.
    Status,
    /// Ends the analysis.
    Exit,
    /// Excludes root moves from the analysis; `None`: all. As sent.
    Exclude(Option<String>),
    /// Includes root moves in the analysis again; `None`: all. As sent.
    Include(Option<String>),
    /// Requests a suggested move.
    Hint,
    /// Requests the moves of the opening book.
    Book,
    /// Size of the transposition table, in MB.
    Memory(u64),
    /// Number of threads.
    Cores(u64),
    /// Pauses the engine's clock and search, until [`GameCommand::Resume`].
    Pause,
    /// Continues after [`GameCommand::Pause`].
    Resume,
    /// The user picked up a piece: requests its target squares. A square as sent;
    /// [`Dialect::read_square`](crate::Dialect::read_square) parses it.
    Lift(String),
    /// The user put the piece down; a square as in [`GameCommand::Lift`].
    Put(String),
}

/// Change of one square, or of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Empties the board.
    Clear,
    /// Puts a piece on a square, or (with `None`) empties it.
    Put {
        /// Square as sent.
        square: String,
        /// Piece as in a FEN: `K`, `p`, `+q`.
        piece: Option<String>,
    },
}

/// Time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves per session, after which `base_ms` is added again; `None`: sudden death.
    pub moves: Option<u32>,
    /// Time per session, in milliseconds.
    pub base_ms: u64,
    /// Increment per move, in milliseconds.
    pub increment_ms: u64,
}

/// Event of an engine that keeps the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// The engine moves.
    Move(BoardMove),
    /// A move was refused.
    IllegalMove {
        /// The move as sent.
        text: String,
        /// Reason for the user.
        reason: String,
    },
    /// The game ended by its rules.
    Result {
        /// `1-0`, `0-1` or `1/2-1/2`.
        result: &'static str,
        /// Reason for the user.
        reason: String,
    },
    /// The engine resigns.
    Resign,
    /// The engine offers a draw, or accepts one.
    OfferDraw,
    /// Answer to [`GameCommand::Ping`].
    Pong(String),
    /// A suggested move.
    Hint(Turn),
    /// Moves of the opening book, a line for each; empty: there are none.
    Book(Vec<String>),
    /// Progress of the analysis.
    Status(AnalysisStatus),
    /// Target squares of a piece that was picked up.
    Targets(Vec<Target>),
}

/// Progress of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnalysisStatus {
    /// Time searched, in milliseconds.
    pub time_ms: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Depth in plies.
    pub depth: u32,
    /// Root moves that this iteration has not searched yet.
    pub moves_left: u32,
    /// Number of root moves.
    pub moves: u32,
}

/// Target square of a picked-up piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Square to click.
    pub square: crate::BoardSquare,
    /// Kind of the move to it.
    pub kind: TargetKind,
}

/// Kind of the move to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// Quiet move.
    Quiet,
    /// Capture of the piece on the square.
    Capture,
    /// Capture of the piece on the square by jumping over it; the move continues.
    Jump,
    /// Promotion, with or without a choice: a GUI without the rules of the game learns of it here.
    Promotion,
}
