//! Reports on played games: read from files, counted, written as text and SVG charts.

mod merge;
pub mod read;
mod summary;
pub mod svg;
pub mod table;
#[cfg(test)]
mod tests;

pub use merge::{MergeError, Merged, Shards, ranges};
pub use summary::{Curve, Summary};
