//! Bounds on the cost of a definition's moves.
//!
//! The rules compile every move from every square for both sides, and the evaluation looks at all
//! of them. So a definition's cost is about the number of squares that its moves visit.

use crate::BoardSize;
use crate::definition::{Definition, PieceDefinition};
use crate::reading::{Kinds, Section};

/// The most that one game may cost: 32 kinds of queens that are also nightriders, on 16x16.
const MOST_OF_GAME: usize = 4_000_000;

/// The most that the games of a file may cost together.
pub(super) const MOST_OF_FILE: usize = 8_000_000;

/// Cost of a game; `None`, and a fault at the moves that exceed the bound.
pub(super) fn cost(section: &Section<'_>, kinds: &Kinds, definition: &Definition) -> Option<usize> {
    let Definition { size, pieces, array, .. } = definition;
    let most = array.as_ref().map_or(0, |array| array.max);
    let (files, ranks) = (size.files().max(most), size.ranks().max(most));
    let squares = usize::from(files) * usize::from(ranks);
    let longest = files.max(ranks);
    let mut total = 0_usize;
    for (kind, piece) in kinds.iter().zip(pieces) {
        let own = of_piece(piece, longest).saturating_mul(2 * squares);
        total = total.saturating_add(own);
        if total > MOST_OF_GAME {
            let item = section.optional(kinds.name(kind))?;
            let moves = item.section("a table").and_then(|table| table.optional("moves"));
            let board = BoardSize::new(files, ranks)?;
            moves.unwrap_or(item).fault(format!(
                "with these moves the game has {total} squares to visit from all squares of a \
                 {board} board: expected at most {MOST_OF_GAME}"
            ));
            return None;
        }
    }
    Some(total)
}

/// Squares that the moves visit from one square, with some more for each move.
fn of_piece(piece: &PieceDefinition, longest: u8) -> usize {
    /// Fixed cost of a move, beside its squares.
    const MOVE: usize = 4;
    let local = piece.moves_in.iter().map(|local| &local.moves);
    let lengths =
        std::iter::once(&piece.moves).chain(local).flat_map(|moves| moves.lengths(longest));
    lengths.fold(0, |sum, length| sum.saturating_add(MOVE + length))
}
