//! Squares between which pieces move without taking, as they were seen to.

use variants::{Bits, Piece, Square, U256};

use crate::index::Index;
use crate::placement::Placement;

/// For each piece and square the squares to which it was seen to move.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    targets: Vec<[U256; 256]>,
}

impl Reach {
    pub(crate) fn new(index: &Index) -> Self {
        Reach { targets: vec![[U256::EMPTY; 256]; index.pieces().count()] }
    }

    /// Notes a move of a piece, by its place in the index.
    #[inline]
    pub(crate) fn note(&mut self, group: usize, from: Square, to: Square) {
        if let Some(targets) = self.targets.get_mut(group) {
            targets[from.index()] |= U256::bit(to);
        }
    }

    /// Notes a turn: each piece that it moved may have come from each square that such a piece left.
    pub(crate) fn note_turn(&mut self, index: &Index, before: &Placement, after: &Placement) {
        for &(to, piece) in after.men() {
            if piece.color() != before.side || before.men().contains(&(to, piece)) {
                continue;
            }
            let Some(group) = index.group(piece) else { continue };
            for &(from, other) in before.men() {
                if other == piece && !after.men().contains(&(from, piece)) {
                    self.note(group, from, to);
                }
            }
        }
    }

    /// Adds what another has seen.
    pub(crate) fn merge(mut self, other: &Reach) -> Self {
        let sets = self.targets.iter_mut().flatten();
        sets.zip(other.targets.iter().flatten()).for_each(|(own, &other)| *own |= other);
        self
    }

    /// For each piece and square the squares that it can have come from: of positions that are
    /// stored, and of those that they stand for.
    pub(crate) fn origins(&self, index: &Index) -> Origins {
        let mut sets = vec![[U256::EMPTY; 256]; self.targets.len()];
        let mut add = |piece: Piece, image: &[u8; 256], from: usize, to: Square| {
            let Some(sets) = index.group(piece).and_then(|group| sets.get_mut(group)) else {
                return;
            };
            sets[usize::from(image[to.index()])] |= U256::bit(Square::from_index(image[from]));
        };
        let swap = index.swap().filter(|_| index.has_one_side());
        for image in index.images() {
            let swapped: Option<[u8; 256]> =
                swap.map(|swap| std::array::from_fn(|at| swap[usize::from(image[at])]));
            for (piece, targets) in index.pieces().zip(&self.targets) {
                let other = Piece::new(!piece.color(), piece.kind());
                for (from, set) in targets.iter().enumerate() {
                    for to in set.iter() {
                        add(piece, image, from, to);
                        if let Some(image) = &swapped {
                            add(other, image, from, to);
                        }
                    }
                }
            }
        }
        let list = |set: &U256| set.iter().collect();
        Origins(sets.iter().map(|sets| sets.iter().map(list).collect()).collect())
    }
}

/// For each piece and square the squares that it can have come from.
pub(crate) struct Origins(Vec<Vec<Box<[Square]>>>);

impl Origins {
    #[inline]
    pub(crate) fn of(&self, group: usize, to: Square) -> &[Square] {
        self.0.get(group).and_then(|lists| lists.get(to.index())).map_or(&[], |list| list)
    }
}
