//! Output of the engine.

use crate::{GameEvent, OptionSpec, ParseError, Turn, VariantInfo};

/// One reply, independent of the dialect.
///
/// Texts may contain anything: a dialect escapes characters that its lines cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Identity of the engine.
    Id {
        /// Name and version of the engine.
        name: String,
        /// Author of the engine.
        author: String,
    },
    /// An available option.
    Option(OptionSpec),
    /// Supported variants.
    Variants(Vec<String>),
    /// End of identity, options and variants.
    Introduced,
    /// All earlier requests are done.
    ReadyOk,
    /// Search information.
    Info(SearchInfo),
    /// A message for the user; each of its lines becomes one line of the dialect.
    InfoString(String),
    /// End of a search.
    BestMove {
        /// Best move; `None` if there is none.
        best: Option<Turn>,
        /// Expected reply.
        ponder: Option<Turn>,
    },
    /// The variant that is played from now on.
    Variant(VariantInfo),
    /// A line could not be parsed.
    Unreadable(ParseError),
    /// A request cannot be carried out; message for the user.
    Error(String),
    /// One root move of a perft.
    PerftLine {
        /// Root move.
        mv: String,
        /// Leaves below it.
        count: u64,
    },
    /// Total number of leaves of a perft; comes after its lines.
    PerftTotal(u64),
    /// Text for people (a board, an evaluation), sent as it is.
    Text(String),
    /// Event of an engine that keeps the game itself.
    Game(GameEvent),
}

impl Event {
    /// A best move without a ponder move.
    pub fn best_move(mv: &str) -> Self {
        Event::BestMove { best: Some(mv.into()), ponder: None }
    }
}

/// Search information. `None` and empty fields are not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Depth of this iteration in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// Rank of this PV in multi-PV; 1 is the best.
    pub multipv: Option<u16>,
    /// Score from the point of view of the side to move.
    pub score: Option<InfoScore>,
    /// Whether the score is exact or a bound.
    pub bound: InfoBound,
    /// Expected outcomes.
    pub wdl: Option<InfoWdl>,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes searched per second.
    pub nps: u64,
    /// Permille of the transposition table in use.
    pub hashfull: Option<u16>,
    /// Positions found in endgame tables.
    pub tbhits: Option<u64>,
    /// Time searched, in milliseconds.
    pub time_ms: u64,
    /// Root move being searched.
    pub currmove: Option<String>,
    /// Number of that move, from 1.
    pub currmovenumber: Option<u32>,
    /// Principal variation.
    pub pv: Vec<Turn>,
}

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfoScore {
    /// Hundredths of a pawn; positive is good for the side to move.
    Centipawns(i32),
    /// Full moves until mate: positive if the side to move wins, negative or 0 if it loses (0: it
    /// is mated on the board).
    Mate(i32),
}

/// Type of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InfoBound {
    /// Exact score.
    #[default]
    Exact,
    /// Lower bound.
    Lower,
    /// Upper bound.
    Upper,
}

/// Expected outcomes for the side to move, in permille; they sum to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfoWdl {
    /// Probability of a win.
    pub win: u16,
    /// Probability of a draw.
    pub draw: u16,
    /// Probability of a loss.
    pub loss: u16,
}
