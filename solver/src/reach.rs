//! Squares between which pieces move without taking, as they were seen to.

use variants::{Piece, Square};

use crate::index::Index;

/// A bit for each square.
type Set = [u64; 4];

/// For each piece and square the squares to which it was seen to move.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    targets: Vec<[Set; 256]>,
}

impl Reach {
    pub(crate) fn new(index: &Index) -> Self {
        Reach { targets: vec![[[0; 4]; 256]; index.pieces().count()] }
    }

    /// Notes a move of a piece, by its place in the index.
    #[inline]
    pub(crate) fn note(&mut self, group: usize, from: Square, to: Square) {
        if let Some(targets) = self.targets.get_mut(group) {
            targets[from.index()][to.index() / 64] |= 1 << (to.index() % 64);
        }
    }

    /// Adds what another has seen.
    pub(crate) fn merge(mut self, other: &Reach) -> Self {
        let sets = self.targets.iter_mut().flatten().flatten();
        sets.zip(other.targets.iter().flatten().flatten()).for_each(|(own, other)| *own |= other);
        self
    }

    /// For each piece and square the squares that it can have come from: of positions that are
    /// stored, and of those that they stand for.
    pub(crate) fn origins(&self, index: &Index) -> Origins {
        let mut sets = vec![[[0u64; 4]; 256]; self.targets.len()];
        let mut add = |piece: Piece, image: &[u8; 256], from: usize, to: usize| {
            let Some(sets) = index.group(piece).and_then(|group| sets.get_mut(group)) else {
                return;
            };
            let from = usize::from(image[from]);
            sets[usize::from(image[to])][from / 64] |= 1 << (from % 64);
        };
        for (piece, targets) in index.pieces().zip(&self.targets) {
            for (from, set) in targets.iter().enumerate() {
                for to in members(set) {
                    for image in index.images() {
                        add(piece, image, from, to);
                        if let Some(swap) = index.swap().filter(|_| index.has_one_side()) {
                            let other = Piece::new(!piece.color(), piece.kind());
                            let both: [u8; 256] =
                                std::array::from_fn(|at| swap[usize::from(image[at])]);
                            add(other, &both, from, to);
                        }
                    }
                }
            }
        }
        let list = |set: &Set| members(set).map(|at| Square::from_index(at as u8)).collect();
        Origins(sets.iter().map(|sets| sets.iter().map(list).collect()).collect())
    }
}

fn members(set: &Set) -> impl Iterator<Item = usize> + '_ {
    (0..256).filter(|&at| set[at / 64] >> (at % 64) & 1 == 1)
}

/// For each piece and square the squares that it can have come from.
pub(crate) struct Origins(Vec<Vec<Box<[Square]>>>);

impl Origins {
    #[inline]
    pub(crate) fn of(&self, group: usize, to: Square) -> &[Square] {
        self.0.get(group).and_then(|lists| lists.get(to.index())).map_or(&[], |list| list)
    }
}
