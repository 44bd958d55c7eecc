//! Tests of the whole family.

mod games;

use std::sync::Arc;

use games::definition;

use super::{Jumping, JumpingRules};
use crate::{Bits, Fen, FenError, Game, Position, U256, perft};

fn rules<B: Bits>(name: &str) -> Arc<JumpingRules<B>> {
    Arc::new(Jumping::<B>::compile(definition(name)))
}

fn position<B: Bits>(rules: &Arc<JumpingRules<B>>, fen: &str) -> Result<Jumping<B>, FenError> {
    Jumping::from_fen(rules, &Fen::parse(fen, &rules.common.definition)?)
}
