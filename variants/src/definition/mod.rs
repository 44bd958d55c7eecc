//! Games as data: definition files and their typed form.
//!
//! A [`Catalog`] holds the games that are known by name: the built-in ones, and those of files
//! that users hand in. `definitions/example.toml` explains every key of such a file.

mod armies;
mod catalog;
mod cost;
mod fault;
mod game;
mod inherit;
mod jumping;
mod keys;
mod names;
mod node;
mod pictures;
mod pieces;
mod read;
mod royal;
mod section;
mod size;
mod start;

pub use catalog::{Catalog, Reading};
pub use fault::Fault;
pub use pictures::PICTURES;
pub use size::SizeError;

use crate::betza::Betza;
use crate::{BoardSize, Color, PieceType};

/// One game: everything that its family needs to play it.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name by which protocols call it: lower-case letters, digits and hyphens.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Description in a sentence; may be empty.
    pub description: String,
    /// Template for GUIs, as in Fairy-Stockfish's `info string variant`: `fairy`
    /// unless it is a game that they know.
    pub template: String,
    /// Files and ranks of the board.
    pub size: BoardSize,
    /// The position at the start, a six-field FEN.
    pub start: String,
    /// Set-up on boards of other sizes, if there is one.
    pub array: Option<Array>,
    /// The kinds of pieces; a [`PieceType`] is an index here.
    pub pieces: Vec<PieceDefinition>,
    /// Repetition rule.
    pub repetition: Repetition,
    /// So many plies in a row without progress (turns, in army games) are a draw; `None`: never.
    pub move_rule: Option<u32>,
    /// The family, and what it alone needs to know.
    pub family: Family,
}

impl Definition {
    /// The kind written as that FEN letter, in either case, promoted (`+`) or not.
    #[must_use]
    pub fn piece_type(&self, letter: char, promoted: bool) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        self.pieces
            .iter()
            .position(|piece| piece.letter == letter && piece.promoted == promoted)
            .map(PieceType::from_index)
    }

    /// The definition of a kind.
    ///
    /// # Panics
    /// When the kind is another definition's and this one has fewer kinds.
    #[must_use]
    pub fn piece(&self, kind: PieceType) -> &PieceDefinition {
        &self.pieces[kind.index()]
    }

    /// All kinds.
    pub fn piece_types(&self) -> impl Iterator<Item = PieceType> + use<> {
        (0..self.pieces.len()).map(PieceType::from_index)
    }
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct PieceDefinition {
    /// The upper-case letter of White's piece in a FEN.
    pub letter: char,
    /// Whether the FEN writes a `+` before the letter.
    pub promoted: bool,
    /// Name for people.
    pub name: String,
    /// The picture that suits it, by the name of a piece that GUIs have pictures of; `None`: any.
    pub picture: Option<String>,
    /// Its moves and captures on the enemy's square.
    pub moves: Betza,
    /// In the jumping family: the neighbours (leaps of `W` and `F`) that it can jump over and
    /// take, landing just beyond.
    pub jumps: Option<Betza>,
    /// Promotions on the last rank, at choice; empty: it does not promote.
    pub promotes: Vec<PieceType>,
    /// In the royal family: whether it must not be lost.
    pub royal: bool,
    /// Its worth in centipawns, when the definition says; else the evaluation estimates it.
    pub value: Option<i32>,
}

impl PieceDefinition {
    /// The piece as a FEN writes it, such as `K`, `p` or `+q`.
    #[must_use]
    pub fn fen(&self, color: Color) -> String {
        let letter = match color {
            Color::White => self.letter,
            Color::Black => self.letter.to_ascii_lowercase(),
        };
        if self.promoted { format!("+{letter}") } else { letter.to_string() }
    }
}

/// Result of the third occurrence of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing.
    Allowed,
    /// The game is drawn.
    Draw,
    /// The move that would make it is not legal.
    Illegal,
}

/// Set-up on boards of even width and height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The least files, and ranks.
    pub min: u8,
    /// The most files, and ranks.
    pub max: u8,
    /// For a number of files: White's rows from the back, a letter for each dark square.
    pub rows: Vec<(u8, Vec<String>)>,
}

/// The code that plays a game, with what it needs to know.
#[derive(Clone, Debug)]
pub enum Family {
    /// Check and mate.
    Royal(RoyalDefinition),
    /// Jump chains and the duty to take.
    Jumping(JumpingDefinition),
    /// Turns of many steps.
    Armies(ArmiesDefinition),
}

impl Family {
    /// `royal`, `jumping` or `armies`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Family::Royal(_) => "royal",
            Family::Jumping(_) => "jumping",
            Family::Armies(_) => "armies",
        }
    }
}

/// Rules of the royal family.
#[derive(Clone, Debug)]
pub struct RoyalDefinition {
    /// Rank from which `i` moves start, counted from 0 from the mover's side.
    pub initial_rank: u8,
    /// Rank on which pieces promote, counted from 0 from the mover's side.
    pub promotion_rank: u8,
    /// Result of stalemate.
    pub stalemate: Stalemate,
    /// Castling, if there is any.
    pub castling: Option<CastlingDefinition>,
    /// Kinds of which a single one, with the two kings and nothing else, is a dead position; so
    /// are two kings alone, unless `dead` is false.
    pub dead_single: Vec<PieceType>,
    /// Kinds that stay on one colour: with the kings and any number of these, all on squares of
    /// one colour, the position is dead.
    pub dead_same_color: Vec<PieceType>,
    /// Whether there are dead positions at all.
    pub dead: bool,
}

/// Result for a side without a legal move and not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// A loss.
    Loss,
    /// A win.
    Win,
}

/// Squares of castling pieces, on the king's rank.
#[derive(Clone, Debug)]
pub struct CastlingDefinition {
    /// The rank, counted from 0 from the mover's side.
    pub rank: u8,
    /// The king's file, counted from 0.
    pub king: u8,
    /// The kind that castles with the king.
    pub rook: PieceType,
    /// Towards higher files: `K` and `k`.
    pub king_side: CastlingSide,
    /// Towards lower files: `Q` and `q`.
    pub queen_side: CastlingSide,
}

/// One way to castle: files counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingSide {
    /// Rook's file before castling.
    pub rook_from: u8,
    /// King's file after castling.
    pub king_to: u8,
    /// Rook's file after castling.
    pub rook_to: u8,
}

/// Rules of the jumping family.
#[derive(Clone, Debug)]
pub struct JumpingDefinition {
    /// Mandatory captures: the legal moves when a jump is available.
    pub duty: Duty,
    /// Captures that satisfy the duty.
    pub capture: CaptureRule,
    /// A side without any of these kinds has lost; empty: without any piece.
    pub lose_without: Vec<PieceType>,
    /// Kinds whose every move is progress and starts the move rule's clock again, as captures and
    /// promotions do.
    pub progress: Vec<PieceType>,
}

/// Legal moves when a jump is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Jumps alone.
    Jumps,
    /// Every capture, also on the enemy's square.
    Captures,
}

/// Captures from which a side may choose when a capture is mandatory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureRule {
    /// All.
    Free,
    /// Those that take two or more, when there are such.
    Multiple,
    /// Those that take the most.
    Most,
}

/// Rules of the armies family.
#[derive(Clone, Debug)]
pub struct ArmiesDefinition {
    /// The armies of each side.
    pub armies: Vec<Army>,
    /// A side without any of these chiefs has lost.
    pub royal_chiefs: Vec<PieceType>,
}

/// One army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Name for people.
    pub name: String,
    /// The chief's kind.
    pub chief: PieceType,
    /// All its kinds, the chief's first.
    pub units: Vec<PieceType>,
}

#[cfg(test)]
mod tests;
