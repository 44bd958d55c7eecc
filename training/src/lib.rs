//! Training for any variant: self-play data, tuning of evaluation and search parameters, and
//! training of networks.

#![forbid(unsafe_code)]

pub mod learn;
pub mod selfplay;
pub mod tune;
