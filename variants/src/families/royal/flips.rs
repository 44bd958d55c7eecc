//! Pieces that moves turn over to the side that makes them, and drops that depend on neighbouring
//! squares, as a definition states them.

/// Enemies that a move turns over: pieces of the other side that become the mover's where they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flips {
    /// None.
    #[default]
    None,
    /// Those in a straight line, without a gap, between the square reached and a piece of the mover's.
    Enclosed,
    /// Those on the squares around the square reached.
    Around,
    /// The same, but a drop does so only beside a piece of its own side.
    AroundJoined,
}

/// Empty squares on which pieces are dropped, by their neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DropPlace {
    /// All.
    #[default]
    Anywhere,
    /// Those from which the piece would enclose enemies in a straight line.
    Enclosing,
    /// Those beside a piece of the side's own, also diagonally.
    Joining,
    /// Those without an enemy beside them along file and rank.
    Apart,
    /// The lowest one of each file above which, or above the edge, nothing is empty: pieces fall to
    /// White's side of the board.
    Falling,
}
