//! Rules of walls, compiled.

use super::walls::{WallDefinition, WallPlace};
use crate::{Bits, ByColor, Definition, Square};

/// Rules of walls, compiled.
#[derive(Clone, Debug)]
pub(super) struct Walls<B> {
    pub(super) place: WallPlace,
    /// Squares where a side may place walls.
    pub(super) squares: ByColor<B>,
    /// Whether there is a single wall, which moves.
    pub(super) single: bool,
}

impl<B: Bits> Walls<B> {
    pub(super) fn new(own: &WallDefinition, definition: &Definition) -> Self {
        let squares = ByColor::from_fn(|color| {
            let set = |squares: &mut dyn Iterator<Item = Square>| {
                squares.fold(B::EMPTY, |set, square| set | B::bit(square))
            };
            match &own.squares {
                Some(squares) => set(&mut squares[color].iter().copied()),
                None => set(&mut definition.size.iter()),
            }
        });
        Walls { place: own.place, squares, single: own.single }
    }

    /// Whether the player chooses the square of a wall.
    pub(super) fn is_chosen(&self) -> bool {
        self.place != WallPlace::Origin
    }
}
