//! NNUE: efficiently updatable neural networks (<https://www.chessprogramming.org/NNUE>) for any
//! game that the [`variants`] crate defines.
//!
//! The inputs of a net are the pieces of a position on their squares, once from each side's view
//! ([`Inputs`], derived from the game's definition). Each view has one hidden layer with SCReLU
//! activation (the square of a clipped sum), and there is one output per bucket, selected by the
//! number of pieces. Where pieces jump over each other, tables of the occupation of neighbouring
//! squares add to it. [`Net`] is a quantised net: integers only, with the same results on every
//! machine. [`Accumulators`] updates the hidden layers as positions change. [`train`] trains nets
//! on [`Samples`].

#![deny(missing_docs, unsafe_code)]

mod accumulators;
mod error;
mod file;
mod hands;
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
pub use hands::{all_pieces, held};
pub use header::{MAX_HIDDEN, NetHeader};
pub use inputs::Inputs;
pub use net::{Net, SCALE};
pub use samples::{Sample, Samples};
