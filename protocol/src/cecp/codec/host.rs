//! Moves as the GUI spells them.

use super::{Board, push};
use crate::{BoardMove, HostMove, ParseError, PieceMove, Promotion, VariantInfo};

/// Moves between the engine's own notation and the wire, from the GUI's side of it.
///
/// A GUI names the squares of a jump's victims, as the engine does, but writes a leg to each of
/// them, and the legs with commas between; what a piece becomes it always says.
#[derive(Clone, Copy, Debug)]
pub struct MoveCodec {
    pub(super) board: Board,
}

impl MoveCodec {
    /// For the game that is played.
    #[must_use]
    pub fn new(game: &VariantInfo) -> Self {
        MoveCodec { board: Board::new(game) }
    }

    /// A move as it is sent to an engine. A turn is to be [`split`](crate::split) before.
    #[must_use]
    pub fn write(&self, mv: &BoardMove) -> String {
        match mv {
            BoardMove::Piece(mv) => self.board.legs_to_victims(mv),
            BoardMove::Pass => self.board.board_move(mv),
        }
    }

    /// The number of the first rank on the wire.
    #[must_use]
    pub fn first_rank(&self) -> u16 {
        self.board.first_rank()
    }

    /// Reads the move of an engine, in every spelling that has squares: `e2e4`, `e7e8=Q`,
    /// `a3xb4xd6-e7`, `a3b4,b4c5`.
    ///
    /// # Errors
    /// When it is none, or not on this board.
    pub fn read(&self, text: &str) -> Result<HostMove, ParseError> {
        self.board.read_move(text)
    }
}

impl Board {
    /// A leg to each victim that is named, and one to where the piece lands.
    fn legs_to_victims(self, mv: &PieceMove) -> String {
        let mut out = String::new();
        for step in self.way(mv).windows(2) {
            if !out.is_empty() {
                out.push(',');
            }
            for &square in step {
                push(&mut out, square, self.first_rank());
            }
        }
        match mv.promotion {
            Some(Promotion { plus: true, .. }) => out.push('+'),
            Some(Promotion { letter, .. }) if letter.is_ascii_alphabetic() => {
                out.push(letter.to_ascii_lowercase());
            }
            Some(_) | None => {}
        }
        out
    }
}
