//! The engine's numbers, fitted to games: the evaluation's weights to games that it plays against
//! itself ("Texel's tuning method", <https://www.chessprogramming.org/Texel%27s_Tuning_Method>),
//! the parameters of search, or weights, by games of two settings against each other ([`spsa`]), and
//! what scores mean for results ([`wdl`]).

mod fit;
pub mod params;
mod positions;
pub mod reliability;
pub mod run;
pub mod samples;
pub mod spsa;
pub mod wdl;

pub use fit::{Fit, Fitted, Position, fit};
pub use positions::positions;
