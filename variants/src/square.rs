//! Squares, and the size of the board that they stand on.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Files and ranks of a board, each from 1 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    files: u8,
    ranks: u8,
}

/// A text that is not a board size.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("invalid board size '{0}': expected FILESxRANKS, each from 2 to 16, such as 10x10")]
pub struct BoardSizeError(pub String);

impl BoardSize {
    /// The most files, and the most ranks, that a board can have.
    pub const MAX: u8 = 16;

    /// A board of that many files and ranks, or `None` unless both are from 2 to 16.
    #[must_use]
    pub const fn new(files: u8, ranks: u8) -> Option<Self> {
        if files < 2 || ranks < 2 || files > Self::MAX || ranks > Self::MAX {
            None
        } else {
            Some(BoardSize { files, ranks })
        }
    }

    /// Number of files (columns).
    #[inline]
    #[must_use]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Number of ranks (rows).
    #[inline]
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// Number of squares, from 4 to 256.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square on a file and a rank counted from 0, or `None` outside the board.
    #[inline]
    #[must_use]
    pub const fn square(self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i32 || rank >= self.ranks as i32 {
            None
        } else {
            Some(Square((rank * self.files as i32 + file) as u8))
        }
    }

    /// The file of a square, counted from 0 (`a`).
    #[inline]
    #[must_use]
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, counted from 0 (White's first).
    #[inline]
    #[must_use]
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// The square `dx` files to the right and `dy` ranks up, or `None` outside the board.
    #[must_use]
    pub const fn offset(self, square: Square, dx: i32, dy: i32) -> Option<Square> {
        self.square(self.file(square) as i32 + dx, self.rank(square) as i32 + dy)
    }

    /// Whether the square is dark; a1 is.
    #[must_use]
    pub const fn is_dark(self, square: Square) -> bool {
        (self.file(square) + self.rank(square)).is_multiple_of(2)
    }

    /// All squares, from a1 along the ranks.
    pub fn iter(self) -> impl Iterator<Item = Square> + Clone {
        (0..self.squares()).map(|index| Square(index as u8))
    }

    /// The name of a square: a file letter and a rank number from 1, such as `a1` or `p12`.
    #[must_use]
    pub fn name(self, square: Square) -> String {
        let file = (b'a' + self.file(square)) as char;
        format!("{file}{}", self.rank(square) + 1)
    }

    /// Reads a square's name; `None` if it is malformed or off the board.
    #[must_use]
    pub fn parse_square(self, text: &str) -> Option<Square> {
        let mut chars = text.chars();
        let file = chars.next().filter(char::is_ascii_lowercase)? as i32 - 'a' as i32;
        let digits = chars.as_str();
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        self.square(file, digits.parse::<u8>().ok()? as i32 - 1)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl FromStr for BoardSize {
    type Err = BoardSizeError;

    fn from_str(text: &str) -> Result<Self, BoardSizeError> {
        text.split_once('x')
            .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x'))
            .and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)))
            .and_then(|(files, ranks)| BoardSize::new(files, ranks))
            .ok_or_else(|| BoardSizeError(text.to_owned()))
    }
}

/// A square of some board: its index along the ranks, from a1 = 0.
///
/// Its file and rank depend on the [`BoardSize`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square of an index along the ranks, from a1 = 0.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Square(index)
    }

    /// The index along the ranks, from a1 = 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let size = BoardSize::new(16, 12).unwrap();
        for square in size.iter() {
            assert_eq!(size.parse_square(&size.name(square)), Some(square));
        }
        for bad in ["", "a", "a0", "a01", "a13", "q1", "A1", "1a", "a1 ", "aé", "a+1", "a256"] {
            assert_eq!(size.parse_square(bad), None, "{bad}");
        }
    }

    #[test]
    fn sizes_read_back() {
        assert_eq!("10x8".parse(), Ok(BoardSize::new(10, 8).unwrap()));
        for bad in ["", "8", "8x", "x8", "8x8x8", "17x8", "8x1", "8X8", "-8x8", "+8x8"] {
            assert!(bad.parse::<BoardSize>().is_err(), "{bad}");
        }
    }
}
