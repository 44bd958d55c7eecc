//! A game on boards of other sizes.

use thiserror::Error;

use super::{Array, Definition, split_letters};
use crate::{BoardSize, Color, Fen, Piece};

/// A size of board on which a game is not played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{game} is not played on a board of {asked}: expected {allowed}")]
pub struct SizeError {
    /// The game's name.
    pub game: String,
    /// The size that was asked for.
    pub asked: BoardSize,
    /// The sizes that there are, in words.
    pub allowed: String,
}

impl Definition {
    /// The sizes of board on which the game can be played, its own first.
    #[must_use]
    pub fn sizes(&self) -> Vec<BoardSize> {
        let mut sizes = vec![self.size];
        if let Some(array) = &self.array {
            let numbers = || (array.min..=array.max).step_by(2);
            let all = numbers().flat_map(|f| numbers().map(move |r| BoardSize::new(f, r)));
            sizes.extend(all.flatten().filter(|&size| size != self.size));
        }
        sizes
    }

    /// The game on a board of some size, with the start that it has there.
    ///
    /// # Errors
    /// When the size is not one of [`Definition::sizes`].
    pub fn resized(&self, size: BoardSize) -> Result<Definition, SizeError> {
        if size == self.size {
            return Ok(self.clone());
        }
        let start = self.array.as_ref().and_then(|array| self.start_from(array, size));
        let Some(start) = start else {
            let allowed = match &self.array {
                Some(array) => {
                    format!("even numbers of files and ranks from {} to {}", array.min, array.max)
                }
                None => self.size.to_string(),
            };
            return Err(SizeError { game: self.name.clone(), asked: size, allowed });
        };
        Ok(Definition { size, start, ..self.clone() })
    }

    /// The start that an array makes on a board; `None` when the board is too large or too small.
    pub(crate) fn start_from(&self, array: &Array, size: BoardSize) -> Option<String> {
        let fits =
            |number: u8| number.is_multiple_of(2) && (array.min..=array.max).contains(&number);
        if !fits(size.files()) || !fits(size.ranks()) {
            return None;
        }
        let (_, rows) = array.rows.iter().find(|(files, _)| *files == size.files())?;
        let mut pieces = Vec::new();
        for (rank, row) in (0..).zip(rows) {
            let files = (rank % 2..i32::from(size.files())).step_by(2);
            for (file, letter) in files.zip(split_letters(row)) {
                let promoted = letter.starts_with('+');
                let kind = self.piece_type(letter.chars().last()?, promoted)?;
                let white = size.square(file, rank)?;
                let turned = size.squares() - 1 - white.index();
                let black = size.iter().nth(turned)?;
                pieces.push((white, Piece::new(Color::White, kind)));
                pieces.push((black, Piece::new(Color::Black, kind)));
            }
        }
        pieces.sort_by_key(|&(square, _)| square);
        let black_starts = self.start.split(' ').nth(1) == Some("b");
        let side = if black_starts { Color::Black } else { Color::White };
        let fen = Fen::of_pieces(pieces, side, 0, 1);
        let board = Definition { size, ..self.clone() };
        Some(fen.text(&board))
    }
}
