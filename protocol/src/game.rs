//! The words between a GUI and an engine that keeps the game itself: the engine knows the
//! position, whose clock runs and which side it plays, and hears one move at a time. (CECP is so;
//! UCI is not.)

use crate::{BoardMove, Turn};

/// What a GUI asks of an engine that keeps the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameCommand {
    /// From now on the engine keeps the game.
    Begin,
    /// A new game of the default variant from its start: the engine plays Black, White is to
    /// move, no limit of depth.
    New,
    /// Goes over to the start of another game.
    Variant(String),
    /// Goes over to a position: a FEN of six fields, as text that nobody has judged.
    SetBoard(String),
    /// Changes single squares of the position, and keeps who is to move.
    Edit(Vec<Edit>),
    /// The engine plays neither side.
    Force,
    /// The engine plays the side to move, from now on, and begins to think.
    Go,
    /// The engine plays the side that is not to move.
    PlayOther,
    /// A move of the other side, or of either where the engine plays none. As it was spelled;
    /// [`Dialect::read_move`](crate::Dialect::read_move) reads it.
    Move(String),
    /// The other side is a program too.
    Computer,
    /// Ends the search now, with a move.
    MoveNow,
    /// Takes back so many moves.
    TakeBack {
        /// 1: of either side; 2: a move of each side.
        moves: u32,
    },
    /// The clock's rules.
    Level(Level),
    /// Every move takes this long, in milliseconds, at least 1.
    MoveTime(u64),
    /// Search no deeper than this many plies, at least 1.
    Depth(u32),
    /// Take this many nodes for a second; 0: take the processor's time.
    NodeRate(u64),
    /// Time left to the engine, in milliseconds; none below zero.
    Clock(u64),
    /// Time left to the other side, in milliseconds; none below zero.
    OpponentClock(u64),
    /// Answer with the same text in [`GameEvent::Pong`] when all before is done.
    Ping(String),
    /// The other side offers a draw.
    OfferDraw,
    /// The game is over.
    Result {
        /// `1-0`, `0-1`, `1/2-1/2` or `*`.
        result: String,
        /// Why.
        comment: String,
    },
    /// Whether to think on the other side's time.
    Ponder(bool),
    /// Whether to show what is thought.
    Post(bool),
    /// Analyses, until [`GameCommand::Exit`].
    Analyze,
    /// Asks how the analysis goes.
    Status,
    /// Ends the analysis.
    Exit,
    /// Leaves moves out of the analysis; `None`: all. As they were spelled.
    Exclude(Option<String>),
    /// Takes moves into the analysis again; `None`: all. As they were spelled.
    Include(Option<String>),
    /// Asks for a move that could be played.
    Hint,
    /// Asks what the opening book says.
    Book,
    /// The size of the shared table, in MB.
    Memory(u64),
    /// The number of threads.
    Cores(u64),
    /// Stops the engine's clock and thinking, until [`GameCommand::Resume`].
    Pause,
    /// Goes on after [`GameCommand::Pause`].
    Resume,
    /// The user picked up a piece: where can it go? A square as it was spelled;
    /// [`Dialect::read_square`](crate::Dialect::read_square) reads it.
    Lift(String),
    /// The user put it down, as [`GameCommand::Lift`].
    Put(String),
}

/// A change of one square, or of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Empties the board.
    Clear,
    /// Puts a piece on a square, or (with `None`) empties it.
    Put {
        /// The square as it was spelled.
        square: String,
        /// The piece as a FEN has it: `K`, `p`, `+q`.
        piece: Option<String>,
    },
}

/// The clock's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves in a session, after which `base_ms` is added again; `None`: the whole game.
    pub moves: Option<u32>,
    /// Time for a session, in milliseconds.
    pub base_ms: u64,
    /// What is added after each move, in milliseconds.
    pub increment_ms: u64,
}

/// What an engine says that keeps the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// The engine moves.
    Move(BoardMove),
    /// A move was refused.
    IllegalMove {
        /// The move as it was spelled.
        text: String,
        /// Why, in words.
        reason: String,
    },
    /// The game is over by its rules.
    Result {
        /// `1-0`, `0-1` or `1/2-1/2`.
        result: &'static str,
        /// Why, in words.
        reason: String,
    },
    /// The engine gives up.
    Resign,
    /// The engine offers a draw, or accepts one.
    OfferDraw,
    /// The answer to [`GameCommand::Ping`].
    Pong(String),
    /// A move that could be played.
    Hint(Turn),
    /// What the opening book says, a line for each move; empty: there is none.
    Book(Vec<String>),
    /// How the analysis goes.
    Status(Status),
    /// Where a piece that was picked up can go.
    Targets(Vec<Target>),
}

/// How an analysis goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Time searched, in milliseconds.
    pub time_ms: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The depth in plies.
    pub depth: u32,
    /// Moves at the root that this iteration has not looked at.
    pub moves_left: u32,
    /// Moves at the root.
    pub moves: u32,
}

/// A square that a picked-up piece can be put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The square to click.
    pub square: crate::Square,
    /// What going there does.
    pub kind: TargetKind,
}

/// What going to a square does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// Nothing is taken.
    Quiet,
    /// What stands there is taken.
    Capture,
    /// What stands there is jumped over and taken, and the piece goes on.
    Jump,
    /// The piece promotes, whether or not there is a choice: a GUI that does not know the game
    /// learns of it here.
    Promotion,
}
