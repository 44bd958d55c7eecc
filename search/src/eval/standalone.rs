//! Static evaluation without an engine.

use std::sync::Arc;

use nets::Net;
use variants::{Definition, PieceType};

use super::{Evaluator, Weights};
use crate::families::SearchFamily;

/// Returns the static evaluation of a position, in centipawns for the side to move; weights and net
/// as for [`Engine::set_weights`](crate::Engine::set_weights) and [`Engine::set_net`](crate::Engine::set_net).
#[must_use]
pub fn evaluate<P: SearchFamily>(
    position: &P,
    weights: Option<&Weights>,
    net: Option<&Arc<Net>>,
) -> i32 {
    let evaluator = Evaluator::new(&position.common().definition, weights, net);
    evaluator.evaluate(position, &mut evaluator.accumulators(1), 0)
}

/// Returns the evaluation's value of a piece type, in centipawns.
#[must_use]
pub fn piece_value<P: SearchFamily>(
    definition: &Arc<Definition>,
    kind: PieceType,
    weights: Option<&Weights>,
) -> i32 {
    Evaluator::<P>::new(definition, weights, None).value(kind)
}
