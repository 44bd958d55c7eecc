//! What the engine has to say.

use crate::{GameEvent, OptionSpec, ParseError, Turn, VariantInfo};

/// One reply, in no dialect's spelling.
///
/// Texts may hold anything: a dialect escapes what its lines cannot carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Who we are.
    Id {
        /// The engine's name and version.
        name: String,
        /// Who wrote it.
        author: String,
    },
    /// An option that can be set.
    Option(OptionSpec),
    /// The games that can be chosen.
    Variants(Vec<String>),
    /// Identity, options and games are all told.
    Introduced,
    /// All that was asked before is done.
    ReadyOk,
    /// How the search goes.
    Info(SearchInfo),
    /// A message for the user; each of its lines becomes one of the dialect's.
    InfoString(String),
    /// The end of a search.
    BestMove {
        /// The move to play; `None` where there is none.
        best: Option<Turn>,
        /// The answer that is expected.
        ponder: Option<Turn>,
    },
    /// The game that is played from now on.
    Variant(VariantInfo),
    /// A line could not be read.
    Unreadable(ParseError),
    /// Something that was asked cannot be done; the message for the user.
    Error(String),
    /// One root move of a perft.
    PerftLine {
        /// The move.
        mv: String,
        /// The leaves below it.
        count: u64,
    },
    /// The leaves of a whole perft; comes after its lines.
    PerftTotal(u64),
    /// Lines for a person's eyes (a board, an evaluation), sent as they are.
    Text(String),
    /// Something that only an engine says that keeps the game itself.
    Game(GameEvent),
}

impl Event {
    /// A best move without a move to ponder on.
    pub fn best_move(mv: &str) -> Self {
        Event::BestMove { best: Some(mv.into()), ponder: None }
    }
}

/// The state of a search. What is `None` or empty is not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// The depth of this iteration in plies.
    pub depth: u32,
    /// The depth of the deepest line in plies.
    pub seldepth: Option<u32>,
    /// The rank of this line among those shown; 1 is the best.
    pub multipv: Option<u16>,
    /// The score, from the point of view of the side to move.
    pub score: Option<Score>,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The expected outcomes.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes searched a second.
    pub nps: u64,
    /// How full the shared table is, in permille.
    pub hashfull: Option<u16>,
    /// Time searched, in milliseconds.
    pub time_ms: u64,
    /// The move at the root that is being searched.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The best line.
    pub pv: Vec<Turn>,
}

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn; positive is good for the side to move.
    Centipawns(i32),
    /// Full moves until the win (positive) or the loss (negative, or 0: lost
    /// on the board).
    Mate(i32),
}

/// What a score says of the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

/// The expected outcomes for the side to move, in permille; together 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Wins.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses.
    pub loss: u16,
}
