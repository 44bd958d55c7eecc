//! Numbers of squares.

use crate::definition::PdnCorner;
use crate::illegal::Illegal;
use crate::{BoardSize, Definition, Fen, Square};

/// The numbers of a board's squares: those of one colour, row by row from a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    size: BoardSize,
    dark: bool,
    /// Corner of the first, as White sees the board.
    first: PdnCorner,
}

impl Numbers {
    /// The numbers of a game whose pieces stand on squares of one colour at the start: from the
    /// upper left, unless the definition states another corner.
    pub(crate) fn of(definition: &Definition) -> Option<Self> {
        let fen = Fen::parse(&definition.start, definition).ok()?;
        let pdn = definition.family.pdn().filter(|pdn| !pdn.squares.algebraic);
        let first = match pdn {
            Some(pdn) => pdn.squares.first.seen_from(fen.side),
            None => PdnCorner { top: true, right: false },
        };
        let dark = color_of(&fen, definition.size)?;
        Some(Numbers { size: definition.size, dark, first })
    }

    /// Whether the numbered squares are dark.
    pub(super) fn dark(self) -> bool {
        self.dark
    }

    /// Every numbered square, in order.
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        let Numbers { size, dark, first } = self;
        let (files, ranks) = (size.files(), size.ranks());
        let turned =
            |turn: bool, index: u8, count: u8| if turn { count - 1 - index } else { index };
        let row = move |rank: u8| {
            (0..files).filter_map(move |file| {
                size.square(turned(first.right, file, files).into(), rank.into())
            })
        };
        (0..ranks)
            .map(move |rank| turned(first.top, rank, ranks))
            .flat_map(row)
            .filter(move |&at| size.is_dark(at) == dark)
    }

    pub(crate) fn square(self, number: usize) -> Option<Square> {
        self.squares().nth(number.checked_sub(1)?)
    }

    /// Returns the fault of a text that begins with a number but is not a move.
    pub(crate) fn explain(self, text: &str) -> Option<Illegal> {
        let first = self.squares().count().div_ceil(2);
        text.starts_with(|c: char| c.is_ascii_digit()).then(|| {
            let (count, second) = (self.squares().count(), first + 1);
            let what =
                format!("expected numbers of squares from 1 to {count}, such as {first}-{second}");
            Illegal::malformed_part(text, what)
        })
    }

    pub(super) fn number(self, square: Square) -> Option<usize> {
        self.squares().position(|at| at == square).map(|index| index + 1)
    }
}

/// Whether all pieces are on dark squares, or all on light ones; `None` if some are on either.
pub(super) fn color_of(fen: &Fen, size: BoardSize) -> Option<bool> {
    let dark = size.is_dark(fen.pieces.first()?.0);
    fen.pieces.iter().all(|&(at, _)| size.is_dark(at) == dark).then_some(dark)
}
