//! Requests of a GUI, or of a person at the keyboard.

use crate::{GameCommand, ParseError};

/// One request, independent of the dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The GUI announces its protocol and asks for the engine's identity and options.
    Handshake,
    /// Answer [`Event::ReadyOk`](crate::Event::ReadyOk) once all earlier requests are done.
    IsReady,
    /// The following positions belong to another game.
    NewGame,
    /// Turns debug messages on or off.
    Debug(bool),
    /// Sets an option; see [`Options`](crate::Options).
    SetOption {
        /// Name of the option as sent, with runs of white space collapsed to one space.
        name: String,
        /// Value as sent, `<empty>` included. `None`: no value was given, as for a button.
        /// `Some("")`: an empty value was given.
        value: Option<String>,
    },
    /// Sets up a position.
    Position {
        /// Position before the first move.
        start: StartPosition,
        /// Moves played since, oldest first, as unvalidated text.
        moves: Vec<String>,
    },
    /// Searches the position.
    Go(Go),
    /// Counts the leaves of the tree of legal moves (perft).
    GoPerft {
        /// Depth of the tree in plies (in steps, where a turn has several).
        depth: u32,
    },
    /// Ends the search now and answers with the best move.
    Stop,
    /// The ponder move was played: the search continues on the clock.
    PonderHit,
    /// Ends the program.
    Quit,
    /// Registration of the user; ignored.
    Register(Registration),
    /// Prints the board.
    Display,
    /// Prints the static evaluation of the position.
    Eval,
    /// Swaps the side to move.
    Flip,
    /// Searches a fixed set of positions and reports speed and node count.
    Bench(BenchParameters),
    /// Prints the available commands.
    Help,
    /// Request to an engine that keeps the game itself.
    Game(GameCommand),
}

/// Start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StartPosition {
    /// Start position of the current variant.
    #[default]
    Default,
    /// A FEN, fields joined by single spaces, as unvalidated text.
    Fen(String),
}

/// Limits of one search. With none set, the engine decides.
///
/// Times are in milliseconds, at most [`Go::MAX_TIME`], so that sums of them fit both `i64` and
/// `u64`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Time left on White's clock, ms. A negative clock reads as 0.
    pub wtime: Option<u64>,
    /// Time left on Black's clock, ms. A negative clock reads as 0.
    pub btime: Option<u64>,
    /// White's increment per move, ms.
    pub winc: Option<u64>,
    /// Black's increment per move, ms.
    pub binc: Option<u64>,
    /// Moves until the next time control, at least 1. `None`: sudden death.
    pub movestogo: Option<u32>,
    /// Maximum depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Maximum number of nodes, at least 1.
    pub nodes: Option<u64>,
    /// Search for a mate in this many full moves, at least 1.
    pub mate: Option<u32>,
    /// Time of the search, ms.
    pub movetime: Option<u64>,
    /// Searches until [`Command::Stop`].
    pub infinite: bool,
    /// Searches on the opponent's time: no answer before [`Command::PonderHit`] or
    /// [`Command::Stop`].
    pub ponder: bool,
    /// Root moves to search, as unvalidated text; all, if empty.
    pub search_moves: Vec<String>,
    /// Unreadable parts, which are ignored.
    pub unread: Vec<ParseError>,
}

impl Go {
    /// Maximum time in ms; longer times are clamped to it.
    pub const MAX_TIME: u64 = i64::MAX as u64;
}

/// Registration of the user, as sent by the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registration {
    /// The user will register later.
    Later,
    /// The user's name and code; at least one of them is present.
    With {
        /// Name of the user.
        name: Option<String>,
        /// Registration code.
        code: Option<String>,
    },
}

/// Parameters of a benchmark; missing ones take the engine's defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchParameters {
    /// Variant of the positions.
    pub variant: Option<String>,
    /// Depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Number of search threads, at least 1.
    pub threads: Option<u32>,
}
