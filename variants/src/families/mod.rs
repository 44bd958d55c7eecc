//! The families of games: for each, the code that plays every game of its kind.
//!
//! Each folder has the same plan: `data` (its rules, as a definition states them), `read` (the keys
//! of a definition file), `rules` (the compiled tables), a type of positions that implements
//! [`Position`](crate::Position), [`Attacks`](crate::Attacks) and
//! [`Notation`](crate::Notation), and `explain` (reasons why a move is illegal). The list of all
//! families is in `registry.rs`.

pub mod armies;
pub mod jumping;
pub mod royal;

mod reading;
mod wording;

pub(crate) use reading::{FAMILIES, FamilyEntry, Keys};
