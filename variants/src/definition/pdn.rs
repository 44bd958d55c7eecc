//! Properties of a game in Portable Draughts Notation.

/// The game's entry in the table of PDN's tag `GameType`
/// (<https://pdn.fmjd.org/gametype.html>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PdnDefinition {
    /// Number of the game; `None`: it has none.
    pub number: Option<u32>,
    /// Names of the squares.
    pub squares: PdnSquares,
}

/// Names of squares, such as `N2` or `A0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PdnSquares {
    /// Whether they are files and ranks, as in chess; else numbers.
    pub algebraic: bool,
    /// Corner of the first square.
    pub first: PdnCorner,
}

/// Corner of a board, as the side that begins sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PdnCorner {
    /// Whether it is a corner at the top.
    pub top: bool,
    /// Whether it is a corner at the right.
    pub right: bool,
}

impl PdnSquares {
    /// Reads `A0` to `A3` and `N0` to `N3`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (algebraic, digit) = match text.split_at_checked(1)? {
            ("A", digit) => (true, digit),
            ("N", digit) => (false, digit),
            _ => return None,
        };
        let corner = match digit {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            "3" => 3,
            _ => return None,
        };
        let first = PdnCorner { top: corner & 2 != 0, right: corner & 1 != 0 };
        Some(PdnSquares { algebraic, first })
    }

    /// The text that [`PdnSquares::parse`] reads.
    #[must_use]
    pub fn text(self) -> String {
        let letter = if self.algebraic { 'A' } else { 'N' };
        format!("{letter}{}", u8::from(self.first.top) * 2 + u8::from(self.first.right))
    }
}
