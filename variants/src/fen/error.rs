//! Faults of FENs.

use thiserror::Error;

use crate::counted;

/// A FEN that does not make a position of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FenError {
    /// No field at all.
    #[error("the FEN is empty: expected a placement such as '{0}'")]
    Empty(String),
    /// More than six fields.
    #[error("the FEN has {0} fields: expected at most 6")]
    TooManyFields(usize),
    /// A wrong number of rows.
    #[error("the placement has {}: expected {expected}", counted(*found, "rank", "ranks"))]
    Ranks {
        /// Rows in the text.
        found: usize,
        /// Rows of the board.
        expected: u8,
    },
    /// A row of the wrong length.
    #[error("rank {rank} ('{text}') has {}: expected {expected}", counted(*found, "square", "squares"))]
    Files {
        /// The rank's number, from 1.
        rank: usize,
        /// The row.
        text: String,
        /// Squares in the text.
        found: usize,
        /// Files of the board.
        expected: u8,
    },
    /// A `*` on a square that the board has, or none on one that it lacks.
    #[error("{square} in the placement: expected {expected}")]
    Hole {
        /// The square's name.
        square: String,
        /// Expected text.
        expected: &'static str,
    },
    /// A letter that is no piece of the game.
    #[error("invalid piece '{found}' in rank {rank} for {variant}: expected one of {expected}")]
    Piece {
        /// The offending text.
        found: String,
        /// The rank's number, from 1.
        rank: usize,
        /// The game's name.
        variant: String,
        /// All pieces.
        expected: String,
    },
    /// A side to move that is neither `w` nor `b`.
    #[error("invalid side to move '{0}': expected 'w' or 'b'")]
    Side(String),
    /// A clock or move number that is no number in range.
    #[error("invalid {what} '{found}': expected a number from {min} to {max}")]
    Number {
        /// The offending text.
        found: String,
        /// Name of the field.
        what: &'static str,
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// Castling rights that the game does not have, or that do not fit the placement.
    #[error("invalid castling rights '{found}': {expected}")]
    Castling {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// En passant squares that are malformed.
    #[error("invalid en passant squares '{found}': {expected}")]
    EnPassant {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// Checks left that the game does not have.
    #[error("invalid checks left '{found}': expected {expected}")]
    Checks {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// A fault of a position in Portable Draughts Notation.
    #[error("invalid PDN position: '{found}': expected {expected}")]
    Pdn {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// Pieces in hand that the game does not have.
    #[error("invalid pieces in hand '{found}': expected {expected}")]
    Hand {
        /// The offending text.
        found: String,
        /// Expected values.
        expected: String,
    },
    /// Well-formed, but no position of this game.
    #[error("invalid position of {variant}: {what}")]
    Illegal {
        /// The game's name.
        variant: String,
        /// The fault.
        what: String,
    },
}

impl FenError {
    /// The error of an en passant field.
    pub(crate) fn en_passant(found: &str, expected: String) -> Self {
        FenError::EnPassant { found: excerpt(found), expected }
    }

    /// The error of a position in Portable Draughts Notation.
    pub(crate) fn pdn(found: &str, expected: String) -> Self {
        FenError::Pdn { found: excerpt(found), expected }
    }
}

/// Shortens an offending text for an error message.
pub(super) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
