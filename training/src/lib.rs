//! Training for any game: self-play data, tuning of evaluation and search parameters, and learning
//! of networks.

#![forbid(unsafe_code)]

pub mod learn;
pub mod selfplay;
pub mod tune;
