//! Results of games.

use std::fmt;

use crate::Color;

/// Reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move (and is not in check, where there is check).
    Stalemate,
    /// A side has lost the last of the pieces that it must not lose.
    Royals,
    /// A side has lost its last king (jumping games).
    Kings,
    /// A side has lost both royal chiefs.
    Chiefs,
    /// A side has lost all its pieces.
    AllCaptured,
    /// A side has brought its pieces to squares that win.
    Goal,
    /// A side has brought its pieces into a row or a square.
    Connection,
    /// A side has given the number of checks that wins.
    CheckLimit,
    /// A side has too few pieces of some kinds.
    Extinction,
    /// A side has its royal piece alone.
    BareKing,
    /// The position occurred too often.
    Repetition,
    /// Both sides have passed, one after the other.
    Passes,
    /// No square of the board is empty.
    FullBoard,
    /// Royal pieces face each other, and no side parts them.
    Facing,
    /// Too many moves in a row made no progress.
    MoveRule,
    /// The moves counted in an ending have run out.
    Counting,
    /// Neither side has the pieces to win.
    DeadPosition,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Royals => "royals",
            Reason::Kings => "kings",
            Reason::Chiefs => "chiefs",
            Reason::AllCaptured => "all captured",
            Reason::Goal => "goal",
            Reason::Connection => "connection",
            Reason::CheckLimit => "check limit",
            Reason::Extinction => "extinction",
            Reason::BareKing => "bare king",
            Reason::Repetition => "repetition",
            Reason::Passes => "passes",
            Reason::FullBoard => "full board",
            Reason::Facing => "facing royal pieces",
            Reason::MoveRule => "move rule",
            Reason::Counting => "counting",
            Reason::DeadPosition => "dead position",
        })
    }
}

/// The result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Reason.
    pub reason: Reason,
}

impl Outcome {
    /// A win of that side.
    #[must_use]
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins ({})", self.reason),
            None => write!(f, "draw ({})", self.reason),
        }
    }
}
