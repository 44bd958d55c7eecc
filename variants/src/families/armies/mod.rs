//! The armies family: turns of many steps, units chained to their chiefs.
//!
//! Each side has several armies, each with a chief. A turn moves units of one army, each at most
//! once, in any order. A unit may start only while a chain of neighbouring units of its own army
//! joins it to a chief of that army. A side that has lost all its royal chiefs has lost.
//!
//! A step is one unit's move, or the end of the turn once a unit has moved. The step that takes
//! the enemy's last royal chief ends the turn and the game: the other side is then to move.

mod attacks;
mod data;
mod explain;
mod generate;
mod moves;
mod notation;
mod order;
mod play;
mod position;
mod read;
mod rules;
mod sentences;
mod step;
#[cfg(test)]
mod tests;

pub use data::{ArmiesDefinition, Army};
pub use position::{Armies, Undo};
pub use rules::ArmiesRules;
pub use step::Step;
