//! Room to move, in games that the side without a move loses: there is nothing else to win in amazons.

use variants::royal::{Royal, RoyalDefinition, Stalemate};
use variants::{Bits, Color, Definition, Piece, PieceType, Position};

use crate::eval::{Layout, Sink, Weight};

/// Returns the terms, each with its generic weights, of a game without royal pieces that the side
/// without a move loses, and in which walls take the room.
///
/// - `reach`: for each empty square that a side can go to with its next move.
/// - `territory`: for each empty square that a side comes to in fewer moves than the other, of one or
///   two (<https://en.wikipedia.org/wiki/Game_of_the_Amazons>).
pub(super) fn terms(
    own: &RoyalDefinition,
    definition: &Definition,
) -> Vec<(&'static str, Vec<Weight>)> {
    if !applies(own, definition) {
        return Vec::new();
    }
    vec![("reach", vec![Weight::both(3.0)]), ("territory", vec![Weight::both(20.0)])]
}

fn applies(own: &RoyalDefinition, definition: &Definition) -> bool {
    let loses = |color| own.stalemate[color] == Stalemate::Loss;
    own.walls.is_some()
        && !definition.has_royals()
        && !definition.misere
        && Color::ALL.into_iter().all(loses)
}

/// Terms of the room to move.
pub(super) struct RoomTerms {
    reach: usize,
    territory: usize,
    kinds: Vec<PieceType>,
}

impl RoomTerms {
    /// Returns the terms of a game that has them.
    pub(super) fn new(definition: &Definition, layout: &Layout) -> Option<Self> {
        let own = RoyalDefinition::of(definition)?;
        applies(own, definition).then(|| RoomTerms {
            reach: layout.term("reach"),
            territory: layout.term("territory"),
            kinds: definition.piece_types().collect(),
        })
    }

    /// Passes the terms of both sides to the sink.
    pub(super) fn walk<B: Bits>(&self, position: &Royal<B>, sink: &mut impl Sink) {
        let near = Color::ALL.map(|color| self.near(position, color));
        for color in Color::ALL {
            let ([own, own_second], [enemy, enemy_second]) =
                (near[color as usize], near[!color as usize]);
            sink.add(color, self.reach, own.count() as i32);
            let first = own & !enemy;
            let second = own_second & !own & !enemy & !enemy_second;
            sink.add(color, self.territory, (first | second).count() as i32);
        }
    }

    /// Returns the squares that a side comes to with one move, and with two of the same piece.
    fn near<B: Bits>(&self, position: &Royal<B>, color: Color) -> [B; 2] {
        let (mut first, mut second) = (B::EMPTY, B::EMPTY);
        for &kind in &self.kinds {
            let piece = Piece::new(color, kind);
            let mut own = B::EMPTY;
            for square in position.board().pieces(color, kind).iter() {
                own |= position.vacant_reach(piece, square);
            }
            for square in own.iter() {
                second |= position.vacant_reach(piece, square);
            }
            first |= own;
        }
        [first, second]
    }
}
