//! Measurements of `docs/measurements/data/`, and the tables of the pages that show them.
//!
//! A page names a table by a line `<!-- table: NAME -->`; the lines from there to `<!-- end -->`
//! are generated from `NAME.json`. `NAME.TAG` shows the rows with that tag alone.
//! `<!-- table: sets -->` lists all sets.

mod page;
mod set;
mod table;

pub use page::{pages, render};
pub use set::{Column, Row, Set, load};

use std::path::PathBuf;

/// Returns the root of the repository.
///
/// # Panics
/// If the crate lies in no folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}
