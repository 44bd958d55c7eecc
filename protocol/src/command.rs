//! What a GUI (or a person at the keyboard) can ask for.

use crate::{GameCommand, ParseError};

/// One request, in no dialect's spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The other side says which language it speaks and asks who we are.
    Handshake,
    /// Answer [`Event::ReadyOk`](crate::Event::ReadyOk) once all before is done.
    IsReady,
    /// What follows belongs to another game.
    NewGame,
    /// Send additional information, or no longer.
    Debug(bool),
    /// Change an option; see [`Options`](crate::Options).
    SetOption {
        /// The option's name as sent, runs of white space made one space.
        name: String,
        /// The value's text as sent, `<empty>` included. `None`: no value was
        /// given, as for a button. `Some("")`: a value was given and is empty.
        value: Option<String>,
    },
    /// Set up a position.
    Position {
        /// Where the moves begin.
        start: StartPosition,
        /// The moves played since, oldest first, as text that nobody has judged.
        moves: Vec<String>,
    },
    /// Search the position.
    Go(Go),
    /// Count the leaves of the tree of legal moves.
    GoPerft {
        /// The depth of the tree in plies (in steps, where a turn has several).
        depth: u32,
    },
    /// End the search now and answer.
    Stop,
    /// The move that was pondered on was played: search on, on the clock.
    PonderHit,
    /// End the program.
    Quit,
    /// Who uses the engine. Nothing here needs it.
    Register(Registration),
    /// Show the board.
    Display,
    /// Show what the evaluation says of the position.
    Eval,
    /// Give the other side the move, seen from the other side of the board.
    Flip,
    /// Search a fixed set of positions and report speed and node count.
    Bench(Bench),
    /// Show what can be said.
    Help,
    /// Something that only a GUI asks that leaves the game to the engine.
    Game(GameCommand),
}

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StartPosition {
    /// The start of the variant that is being played.
    #[default]
    Default,
    /// A FEN, fields joined by single spaces, as text that nobody has judged.
    Fen(String),
}

/// The limits of one search. Nothing set means: search as the engine likes.
///
/// Times are in milliseconds, at most [`Go::MAX_TIME`], so that they can be
/// added up as `i64` or `u64` alike without a second thought about the sign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Time left on White's clock, ms. A clock that has run below zero reads 0.
    pub wtime: Option<u64>,
    /// Time left on Black's clock, ms. A clock that has run below zero reads 0.
    pub btime: Option<u64>,
    /// White's increment a move, ms.
    pub winc: Option<u64>,
    /// Black's increment a move, ms.
    pub binc: Option<u64>,
    /// Moves until the next time control, at least 1. `None`: the clock is for
    /// the rest of the game.
    pub movestogo: Option<u32>,
    /// Search no deeper than this many plies, at least 1.
    pub depth: Option<u32>,
    /// Search no more than this many nodes, at least 1.
    pub nodes: Option<u64>,
    /// Search for a mate in this many full moves, at least 1.
    pub mate: Option<u32>,
    /// Search exactly this long, ms.
    pub movetime: Option<u64>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Search on the other side's time: no answer before
    /// [`Command::PonderHit`] or [`Command::Stop`].
    pub ponder: bool,
    /// Look at these moves alone; all, if empty. Text that nobody has judged.
    pub search_moves: Vec<String>,
    /// Parts that could not be read, and are left out.
    pub unread: Vec<ParseError>,
}

impl Go {
    /// The longest time that is read, in ms; what is sent beyond counts as this.
    pub const MAX_TIME: u64 = i64::MAX as u64;
}

/// What a GUI says about who uses the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registration {
    /// The user will register later.
    Later,
    /// The user's name and code; at least one of them is there.
    With {
        /// The user's name.
        name: Option<String>,
        /// The code that came with the name.
        code: Option<String>,
    },
}

/// What to run the benchmark with; the engine fills in what is not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// The variant whose positions are searched.
    pub variant: Option<String>,
    /// The depth in plies, at least 1.
    pub depth: Option<u32>,
    /// The number of search threads, at least 1.
    pub threads: Option<u32>,
}
