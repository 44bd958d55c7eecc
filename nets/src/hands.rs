//! Pieces in hand as inputs: the first, second and so on of a kind stand on squares of their own,
//! beyond the board.

use variants::{BoardSize, Color, Hands, Piece, Position, Square};

/// Number of pieces of a kind in hand from which on all count alike.
const MOST: usize = 5;

/// Returns the number of squares beyond the board, in games with hands. The largest boards have no
/// room for any.
pub(crate) fn slots(size: BoardSize) -> usize {
    MOST.min(256 - size.squares())
}

/// Returns the pieces in hand, each with its square beyond the board.
pub fn held(
    size: BoardSize,
    hands: Option<&Hands>,
) -> impl Iterator<Item = (Square, Piece)> + Clone {
    let hands = hands.copied().unwrap_or_default();
    let squares = size.squares();
    Color::ALL.into_iter().flat_map(move |color| {
        hands.kinds(color).collect::<Vec<_>>().into_iter().flat_map(move |kind| {
            let count = (hands.count(color, kind) as usize).min(slots(size));
            let piece = Piece::new(color, kind);
            (squares..squares + count).map(move |place| (Square::from_index(place as u8), piece))
        })
    })
}

/// Returns the pieces of a position, on the board and in hand.
pub fn all_pieces<P: Position>(position: &P) -> impl Iterator<Item = (Square, Piece)> + '_ {
    let size = position.common().geometry.size();
    position.board().iter().chain(held(size, position.hands()))
}

/// Calls `f` for each square beyond the board that one of two hands has a piece on and the other
/// has not; with true for the second.
pub(crate) fn differences(
    size: BoardSize,
    before: &Hands,
    after: &Hands,
    mut f: impl FnMut(bool, Square, Piece),
) {
    if before == after {
        return;
    }
    let most = slots(size) as u32;
    for color in Color::ALL {
        let gone = before.kinds(color).filter(|&kind| after.count(color, kind) == 0);
        for kind in gone.chain(after.kinds(color)) {
            let [old, new] = [before, after].map(|hands| hands.count(color, kind).min(most));
            let piece = Piece::new(color, kind);
            for place in old.min(new)..old.max(new) {
                let square = Square::from_index((size.squares() + place as usize) as u8);
                f(new > old, square, piece);
            }
        }
    }
}
