//! Reports on played games: read from files, counted, written as text and SVG charts.

mod merge;
pub mod read;
mod summary;
pub mod svg;
pub mod table;
#[cfg(test)]
mod tests;

pub use merge::{GameNumbers, MergeError, Merged, Shards, ranges, shard_differences};
pub use summary::{Curve, Summary};
