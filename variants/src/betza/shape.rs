//! One move of a piece: its leaps, and when it may be made.

/// When a move may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
}

/// A leap: files to the mover's right and ranks towards the enemy.
pub(super) type Leap = (i32, i32);

/// Repetitions of a leap, a single one with squares to pass, or two leaps in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The leap, repeated at most so many times.
    Rider { leap: Leap, range: u8 },
    /// The leaps in order, with a landing after the last alone.
    Chain(Vec<Leap>),
}
