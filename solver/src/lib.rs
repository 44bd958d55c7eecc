//! Endgame tables of chess variants.
//!
//! A table has the value of every position with some pieces ([`Material`]): win, draw or loss for
//! the side to move, with the distance to the end in turns of either side ([`Value`]). This crate
//! knows nothing of a game's rules: positions are set up, asked for their moves and for their end
//! through [`Position`](variants::Position), the trait by which search plays.
//!
//! **Index.** Pieces of one kind and side are a group; a group of `k` pieces on `n` squares is one of
//! `C(n, k)` combinations. The squares of a kind are those that its moves lead to from where it stands
//! at the start, or from where it is promoted to: in draughts, the dark ones. Maps of the board that
//! change no rule for the pieces ([`Definition::is_preserved`](variants::Definition::is_preserved))
//! bring the first groups, the leaders, to one placement of each orbit. Where such a map exchanges the
//! sides, `KvKQ` is read from `KQvK`, and of equal sides only White is to move.
//!
//! **State that is not on squares.** Tables are of positions without castling rights and without a
//! capture en passant. A move that makes such a capture possible leads to a position whose value is
//! found by one more ply when it is asked for, so that en passant is exact. The history of a position is
//! unknown: repetition, the move rule and counted endings are not part of a value ([`notes`] says which a
//! game has). Games with pieces in hand, with counted checks, with limits of a king's moves in a row, and
//! with turns of several moves by several pieces are refused ([`check_support`]).
//!
//! **Solving.** The first pass asks each position for its moves: it finds the ends, and the values
//! that follow from captures and promotions alone, which lead to tables solved before. Then plies
//! are counted up. A position that is lost in `n` wins for those that lead to it; one that is won
//! in `n` has those that lead to it looked at again. Which positions may lead to one is learnt in
//! the first pass, from the squares that each piece was seen to move between; whether they do, the
//! rules say.
//!
//! **Metrics.** A table's distances count plies to the end, or to the conversion ([`Metric`]). The second kind is
//! solved in the same way from the first: a move that is progress ends the count, with the result that the
//! table of ends has.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod combinations;
mod count;
mod ends;
mod entropy;
mod error;
mod examine;
mod exchange;
mod file;
mod format;
mod groups;
mod in_time;
mod index;
mod levels;
mod lines;
mod material;
mod metric;
mod parallel;
mod placement;
mod plan;
mod probe;
mod reach;
mod report;
mod results;
mod settings;
mod slow;
mod solve;
mod squares;
mod store;
mod sum;
mod summary;
mod support;
mod tables;
mod turns;
mod value;
mod verify;
mod write;

pub use error::SolveError;
pub use file::TableFile;
pub use format::{FileError, Header, MAGIC, Replace};
pub use in_time::ValueInTime;
pub use index::Index;
pub use material::{Material, MaterialError};
pub use metric::{Metric, UnknownMetric};
pub use placement::{MAX_MEN, Placement};
pub use plan::{Plan, PlannedTable, all_of, canonical, faults, plan};
pub use results::{Results, TableResults};
pub use settings::{Progress, Settings};
pub use solve::solve;
pub use store::folder_name;
pub use summary::{Entropy, Longest, SideCounts, SlowWins, Summary, Zugzwangs};
pub use support::{Unsupported, check_support, notes};
pub use tables::Tables;
pub use value::Value;
pub use verify::verify;
