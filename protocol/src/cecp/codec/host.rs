//! Moves in the GUI's spelling.

use super::{CodecBoard, push};
use crate::{BoardMove, HostMove, ParseError, PieceMove, Promotion, VariantInfo};

/// Conversion of moves between the engine's own notation and CECP, for the GUI's side.
///
/// A GUI names the squares of the jumped-over pieces, as the engine does, but writes a leg to each
/// of them, and the legs with commas between; it always appends the promoted piece.
#[derive(Clone, Copy, Debug)]
pub struct MoveCodec {
    pub(super) board: CodecBoard,
}

impl MoveCodec {
    /// Returns the codec for a variant.
    #[must_use]
    pub fn new(game: &VariantInfo) -> Self {
        MoveCodec { board: CodecBoard::new(game) }
    }

    /// Writes a move for an engine. A turn must be [`split`](crate::split) before.
    #[must_use]
    pub fn write(&self, mv: &BoardMove) -> String {
        match mv {
            BoardMove::Piece(mv) => self.board.legs_to_victims(mv),
            BoardMove::Drop(_) | BoardMove::Pass => self.board.board_move(mv),
        }
    }

    /// The number of the first rank on the wire.
    #[must_use]
    pub fn first_rank(&self) -> u16 {
        self.board.first_rank()
    }

    /// Parses a move of an engine, in every notation with squares: `e2e4`, `e7e8=Q`,
    /// `a3xb4xd6-e7`, `a3b4,b4c5`.
    ///
    /// # Errors
    /// If it is not a move, or not on this board.
    pub fn read(&self, text: &str) -> Result<HostMove, ParseError> {
        self.board.read_move(text)
    }
}

impl CodecBoard {
    /// Writes a leg to each named victim, and one to the target square.
    fn legs_to_victims(self, mv: &PieceMove) -> String {
        let mut out = String::new();
        for step in self.click_path(mv).windows(2) {
            if !out.is_empty() {
                out.push(',');
            }
            for &square in step {
                push(&mut out, square, self.first_rank());
            }
        }
        match mv.promotion {
            Some(Promotion { plus: true, .. }) => out.push('+'),
            // As Fairy-Stockfish writes it; XBoard has the letter.
            Some(Promotion { back: true, .. }) => out.push('-'),
            Some(Promotion { letter, .. }) if letter.is_ascii_alphabetic() => {
                out.push(letter.to_ascii_lowercase());
            }
            Some(_) | None => {}
        }
        out
    }
}
