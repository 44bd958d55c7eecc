//! Tuning by games: evaluation weights fitted to self-play games ("Texel's tuning method",
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>), search parameters or weights by
//! SPSA ([`spsa`]), and the WDL model of scores ([`wdl`]).

mod fit;
pub mod params;
mod positions;
pub mod reliability;
pub mod run;
pub mod samples;
pub mod spsa;
pub mod wdl;

pub use fit::{FitSettings, Fitted, Position, fit};
pub use positions::positions;
