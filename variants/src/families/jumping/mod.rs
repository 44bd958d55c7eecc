//! The jumping family: jump chains, the duty to take, captures on the square beside jumps.
//!
//! Pieces step, slide and leap as their Betza notation says, taking on the enemy's square, and may
//! also jump over a neighbouring enemy to the empty square just beyond. While a jump is there the
//! side to move has to take. A chain of jumps is one step and goes on while it can: jumped pieces
//! leave at once, the jumper's first square counts as empty, and a promotion ends the move.
//!
//! Everything is done on sets of squares: which pieces can jump is found for all pieces at once,
//! one direction after the other, and only then are chains followed piece by piece.
//!
//! Two bounds keep crafted positions from taking all time and memory. They are far above what
//! games and problems reach; below them generation is exact.
//!
//! - [`CHAIN_LIMIT`]: number of chains that are followed in one position; where criteria compare
//!   chains (draughts), a fifth of it.
//! - [`max_jumps`]: number of jumps that a step can store: 21, 42 or 85, as the board has up to 64,
//!   128 or 256 squares. Diagonal jumps alone never come that far (at most 9, 25 and 49). Where jumps
//!   along ranks and files could, positions in which a side has more pieces are refused.

mod attacks;
mod chains;
mod count;
mod data;
mod directions;
mod explain;
mod general;
mod generate;
mod held;
mod jumps;
mod moves;
mod notation;
mod other;
mod path;
mod position;
mod read;
mod rules;
mod sentences;
mod step;
mod targets;

use std::sync::Arc;

pub use data::{
    CaptureRule, ChainPromotion, ChainRules, Duty, Ending, JumpingDefinition, Landing, Priority,
    Removal,
};
pub use jumps::CHAIN_LIMIT;
pub use rules::JumpingRules;
pub use step::{JumpingStep, JumpingUndo, max_jumps};

use crate::{Bits, Board, Color};

/// A position of a jumping game.
#[derive(Clone, Debug)]
pub struct Jumping<B: Bits> {
    rules: Arc<JumpingRules<B>>,
    board: Board<B>,
    side: Color,
    /// Plies since the last progress.
    clock: u32,
    /// The number of the full move.
    number: u32,
    /// Kings that have moved, where moves in a row are limited.
    held: held::Held,
}

/// Positions are equal when all but their rules is; positions of different games do not meet.
impl<B: Bits> PartialEq for Jumping<B> {
    fn eq(&self, other: &Self) -> bool {
        self.side == other.side
            && self.clock == other.clock
            && self.number == other.number
            && self.held == other.held
            && self.board == other.board
    }
}

#[cfg(test)]
mod tests;
