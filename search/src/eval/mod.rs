//! Static evaluation: hand-crafted evaluation (HCE) and network.
//!
//! Nothing here is specific to one game: the layout of the weights follows from the definition, and
//! their values are data ([`Weights`]). One walk over the position finds the terms and their
//! counts; a [`Sink`] sums them, or lists them for tuning. A network ([`Net`]), where there is one,
//! replaces the HCE, or is blended with it where a turn moves several units, except in positions in
//! which a side has at most one piece left.

mod balance;
mod evaluator;
mod generic;
mod layout;
mod piece_square;
mod sink;
mod standalone;
#[cfg(test)]
mod tests;
mod values;
mod weight;
mod weights;

pub use self::balance::Balance;
pub use self::evaluator::Trace;
pub(crate) use self::evaluator::{EvalCache, Evaluator};
pub use self::layout::{Group, Layout};
pub use self::piece_square::Place;
pub use self::sink::Sink;
pub use self::standalone::{evaluate, piece_value};
pub use self::values::Values;
pub(crate) use self::values::is_color_bound;
pub use self::weight::Weight;
pub use self::weights::{Weights, WeightsError};
