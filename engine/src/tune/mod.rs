//! Fitting the evaluation's weights to games that the engine plays against itself: "Texel's tuning
//! method" (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>).

mod data;
mod fit;
mod games;

pub use data::{Game, Header, Store, fingerprint, load};
pub use fit::{Fit, Fitted, Position, fit};
pub use games::{Play, play};
