//! Matches between engines: players, clocks, openings, results, and statistics of playing strength.
//!
//! The engine's own rules decide the legality of every move and every result. A [`Match`] is a list
//! of [`GameSpec`]s that follows from its settings alone, so that an interrupted match can be
//! resumed. A [`Player`] is a program or a built-in baseline player behind one trait. It can fail
//! in every way that a program can ([`Fault`]); then the game is lost, not the match.

#![forbid(unsafe_code)]

mod adjudication;
mod clock;
mod engine_spec;
mod game_record;
mod identity;
mod knockout;
mod limits;
pub mod openings;
pub mod pgn;
mod places;
mod plan;
mod plan_check;
pub mod player;
pub mod progress;
mod random;
pub mod reason;
mod referee;
pub mod report;
mod rule_syntax;
pub mod runner;
mod shard;
mod spec;
pub mod statistics;
pub mod store;
mod study;
mod time_of_day;
mod turn_text;

pub use engine_spec::{EngineSpec, Program, WireProtocol};
pub use game_record::{
    Fault, FaultKind, GameRecord, GameResult, MoveRecord, RecordedScore, Termination,
};
pub use identity::Identity;
pub use knockout::{Bracket, Encounter};
pub use limits::{ClockRule, LimitsError, TurnLimits};
pub use openings::{
    DEFAULT_BOUND, Opening, OpeningError, OpeningReport, Openings, imbalance, parse_openings,
    random_line, random_opening,
};
pub use places::Fingerprints;
pub use plan::{GameSpec, game_specs, known_games, pairings};
pub use plan_check::PlanError;
pub use player::{Action, Ask, ClockState, Player, Setup, Thought};
pub use random::{Purpose, game_seed, play_random_turns, random_stream, random_turn};
pub use shard::{Shard, ShardError};
pub use spec::{
    Adjudication, DrawRule, Evenness, Match, OpeningOrder, OpeningSource, ResignRule, SprtModel,
    SprtSpec, Tournament,
};
pub use study::{
    ArmyPair, Distribution, Ending, Estimate, Figure, Findings, FirstTurn, Piece, Results,
    SearchMeans, SearchedError, SearchedTurn, SearchedTurns, Study, armies_differ,
    page as study_page,
};
pub use time_of_day::TimeOfDay;
pub use turn_text::{move_text, written};
