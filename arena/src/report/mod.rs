//! Reports on games that were played: read from files, counted, told as text and as pictures.

pub mod read;
mod summary;
pub mod svg;
pub mod table;
#[cfg(test)]
mod tests;

pub use summary::{Curve, Summary};
