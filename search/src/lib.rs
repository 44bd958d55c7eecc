//! Search and evaluation for every game that the [`variants`] crate defines.
//!
//! Alpha-beta, generic over [`SearchFamily`], serves all families whose turns are one step; where
//! turns have several steps, a planner searches whole turns. [`Engine`] holds what outlives a
//! search: the threads, the transposition table that they share ("lazy SMP",
//! <https://www.chessprogramming.org/Lazy_SMP>), and each thread's histories. A search reads its
//! time from a given [`Clock`], is controlled through a [`Control`], and reports its results
//! through a callback.

#![deny(missing_docs, unsafe_code)]

mod any;
mod context;
mod control;
mod driver;
mod endings;
mod engine;
mod eval;
mod families;
mod greedy;
mod hunt;
mod iteration;
mod limits;
mod pages;
mod params;
mod planner;
mod pool;
mod report;
mod request;
mod score;
mod sort;
pub mod table;
mod time;
mod tuning;
mod vote;
mod whole_turns;
mod worker;

pub use any::{HandCrafted, Tracing, evaluate_any, hand_crafted, piece_values, tracer};
pub use control::{Control, Listener, Progress};
pub use engine::{Engine, EngineError};
pub use eval::{Group, Layout, Trace, Weight, Weights, WeightsError, evaluate, piece_value};
pub use families::{SearchFamily, TrainingDefaults, training_defaults};
pub use greedy::greedy_turn;
pub use limits::{Limits, TimeControl};
pub use params::{ParamError, ParamSpec, Params};
pub use pool::{MAX_THREADS, usable_threads};
pub use report::{Report, SearchResult, turns};
pub use request::{SearchGame, SearchRequest};
pub use score::{Bound, MAX_PLY, Score, Wdl, WdlModel};
pub use table::TableError;
pub use time::Clock;
