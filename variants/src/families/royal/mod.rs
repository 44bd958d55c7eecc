//! The royal family: check and mate, castling, en passant, any Betza army.
//!
//! If all attacks are leaps or whole lines, legal moves come from checks and pins at once
//! (`generate`); armies with other attacks (lame leapers, riders, short sliders) are played by
//! trying each move (`slow`).

mod attacks;
mod bar_rules;
mod bars;
mod blast;
mod by_turn;
mod castling;
mod castlings;
mod count_moves;
mod counting;
mod data;
mod decide;
mod drops;
mod en_passant;
mod enclose;
mod ends;
mod explain;
mod explode;
mod facing;
mod flips;
mod gates;
mod generate;
mod hand;
mod hand_rules;
mod in_place;
mod in_place_rules;
mod kinds;
mod no_castling;
mod notation;
mod pass_rules;
mod passes;
mod play;
mod points;
mod position;
mod promotion;
mod read;
mod rules;
mod sentences;
mod series;
mod setup;
mod slow;
mod sources;
mod special;
mod squares;
mod start;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod turn_tables;
mod turns;
mod unmoved;
mod unmoved_rules;
mod wall_moves;
mod wall_rules;
mod walls;
mod zones;

pub use bar_rules::Bars;
pub use counting::{Counting, CountingRule};
pub use data::{
    BlastDefinition, CastlingDefinition, CastlingRank, CastlingSide, RoyalDefinition, Stalemate,
};
pub use ends::{Bare, Connect, Ends, Goal, Minimum, Royals};
pub use flips::{DropPlace, Flips};
pub use hand::HandDefinition;
pub use in_place_rules::InPlace;
pub use pass_rules::{FacingKings, PassRule, Points};
pub use rules::RoyalRules;
pub use state::{Royal, RoyalUndo};
pub use step::{RoyalStep, StepKind};
pub use turns::{TurnCheck, TurnEnPassant, TurnRule};
pub use walls::{WallDefinition, WallPlace};
pub use zones::{PawnRules, PromotionLimit, Zone};
