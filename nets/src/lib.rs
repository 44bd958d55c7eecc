//! Learned evaluation: efficiently updatable neural networks
//! (<https://www.chessprogramming.org/NNUE>) for any game that the [`variants`] crate states.
//!
//! A net sees a position as the set of its pieces on their squares, once from each side
//! ([`Inputs`], made from the game's definition). One hidden layer for each view, its activation
//! the square of a clipped sum (SCReLU), and one output, chosen among several by the number of
//! pieces. Where pieces jump over each other, tables of how neighbouring squares are occupied add to
//! it. [`Net`] is a net as it plays: in whole numbers, the same on every machine. [`Accumulators`]
//! keeps the hidden layers while positions change. [`train`] makes nets from [`Samples`].

#![deny(missing_docs, unsafe_code)]

mod accumulators;
mod error;
mod file;
mod header;
mod inputs;
mod kernel;
mod net;
mod patterns;
mod samples;
#[cfg(test)]
mod tests;
pub mod train;

pub use accumulators::Accumulators;
pub use error::NetError;
pub use header::{Header, MAX_HIDDEN};
pub use inputs::Inputs;
pub use net::{Net, SCALE};
pub use samples::{Sample, Samples};
