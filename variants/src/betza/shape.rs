//! One move of a piece: its leaps, and when it may be made.

use std::fmt;

/// Hurdle of a hopper: the first piece on its way, of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// It goes on behind the hurdle as a rider does.
    Far,
    /// It lands on the square just behind the hurdle.
    Near,
}

/// When a move may be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modes {
    /// To an empty square.
    pub quiet: bool,
    /// To an enemy's square.
    pub capture: bool,
    /// Only from the piece's first place.
    pub initial: bool,
    /// Takes en passant too.
    pub en_passant: bool,
    /// The squares passed can be taken on en passant.
    pub passes: bool,
    /// Hurdle that it needs; none: it goes over empty squares alone.
    pub hop: Option<Hop>,
}

/// The newer field is left out while it has its default, so that the fingerprint of a game is that
/// of its rules.
impl fmt::Debug for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Modes");
        text.field("quiet", &self.quiet)
            .field("capture", &self.capture)
            .field("initial", &self.initial)
            .field("en_passant", &self.en_passant)
            .field("passes", &self.passes);
        if let Some(hop) = &self.hop {
            text.field("hop", hop);
        }
        text.finish()
    }
}

/// A leap: files to the mover's right and ranks towards the enemy.
pub(super) type Leap = (i32, i32);

/// Leaps in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The leap, repeated at most `range` times.
    Rider { leap: Leap, range: u8 },
    /// The leaps in order, with a landing after the last alone.
    Chain(Vec<Leap>),
    /// The leaps of `lead`, then those of `tail` over and over, with a landing after each of these;
    /// at most `range` of them, or any number (0).
    Bent { lead: Vec<Leap>, tail: Vec<Leap>, range: u8 },
}
