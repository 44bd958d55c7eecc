//! The rules of chess variants, as data.
//!
//! A game is a [`Definition`], read from TOML and compiled once into tables for its family; a
//! family is code that plays every game of its kind behind one trait, [`Position`]. A [`Game`] is
//! a position with its history.

#![deny(missing_docs, clippy::undocumented_unsafe_blocks)]

// The example of the README is run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[macro_use]
mod registry;
#[macro_use]
mod definition;
#[macro_use]
mod any;

mod article;
mod attacks;
pub mod betza;
mod bits;
mod board;
mod catalog;
mod color;
mod course;
mod display;
mod ends;
mod explain;
mod families;
mod fen;
mod game;
mod geometry;
mod hand;
mod illegal;
mod isometry;
mod legs;
mod lines;
mod notation;
mod outcome;
mod past;
mod pdn;
mod perft;
mod piece;
mod position;
mod reading;
mod san;
mod square;
mod symmetry;
mod turn;
mod zobrist;

/// Rules of the built-in games for people, in Markdown, with a section for each game or group of
/// games.
pub const RULES: &str = include_str!("../RULES.md");

pub use any::{AnyGame, AnyTurn, ShownStep, Variant};
pub use article::{counted, with_article};
pub use attacks::Attacks;
pub use bits::{Bits, Squares, U256};
pub use board::Board;
pub use catalog::{Catalog, PICTURES, Reading};
pub use color::{ByColor, Color};
pub use course::{Course, Leg, TurnCourse, course, courses};
pub use definition::{
    Array, Definition, Family, FamilyData, LocalMoves, PdnCorner, PdnDefinition, PdnSquares,
    PieceDefinition, Repetition, SizeError, TurnForm,
};
pub use display::{Look, Mark, Style, draw};
pub use ends::{TurnCount, count_turn_ends};
pub use families::*;
pub use fen::{Fen, FenError};
pub use game::Game;
pub use geometry::{Direction, Geometry};
pub use hand::Hands;
pub use illegal::{Illegal, NoCastling, TurnError};
pub use isometry::{Isometry, RuleMap};
pub use lines::Lines;
pub use notation::Notation;
pub use outcome::{Outcome, Reason};
pub use pdn::Pdn;
pub use perft::perft;
#[cfg(feature = "perft")]
pub use perft::{PerftTable, divide_while};
pub use piece::{Piece, PieceType};
pub use position::{Common, Position, StepInfo};
pub use reading::{Fault, Setting, Settings, suggestion};
pub use san::{read_san, read_san_step, san};
pub use square::{BoardSize, BoardSizeError, Square};
pub use symmetry::Symmetry;
pub use turn::{play_step, play_turn, read_turn, read_turns, undo_turn};
pub use zobrist::Zobrist;
