//! Sets of the squares of a board of 16x12, and the moves of units on it.

use variants::{Bits, Square, U256};

/// Number of files.
pub const FILES: usize = 16;
/// Number of ranks.
pub const RANKS: usize = 12;
/// Number of squares.
pub const SQUARES: usize = FILES * RANKS;

/// Returns the set of one square.
#[inline]
pub fn of(square: usize) -> U256 {
    U256::bit(Square::from_index(square as u8))
}

/// Returns the set of some squares.
pub fn of_all(squares: impl IntoIterator<Item = usize>) -> U256 {
    squares.into_iter().fold(U256::EMPTY, |set, square| set | of(square))
}

/// Whether a square is in a set.
#[inline]
pub fn has(set: U256, square: usize) -> bool {
    set.contains(Square::from_index(square as u8))
}

/// Moves on an empty board, by square.
pub struct Moves {
    /// King's steps.
    pub near: Vec<Vec<usize>>,
    /// The same as sets.
    pub beside: Vec<U256>,
    /// Squares at distance two, each with the squares on the ways of two steps to it.
    pub far: Vec<Vec<(usize, Vec<usize>)>>,
    /// Knight's leaps.
    pub knight: Vec<Vec<usize>>,
    /// All squares but those of the last file, the last two, the first, and the first two.
    inner: [U256; 4],
    /// All squares.
    all: U256,
}

impl Moves {
    /// Computes the moves.
    pub fn new() -> Self {
        let reach = |square: usize, fits: fn(usize, usize) -> bool| -> Vec<usize> {
            let fits = |&other: &usize| {
                let files = (square % FILES).abs_diff(other % FILES);
                fits(files, (square / FILES).abs_diff(other / FILES))
            };
            (0..SQUARES).filter(fits).collect()
        };
        let all = |fits| (0..SQUARES).map(|square| reach(square, fits)).collect::<Vec<_>>();
        let near = all(|files, ranks| files.max(ranks) == 1);
        let far = all(|files, ranks| files.max(ranks) == 2);
        let ways = |square: usize, target: usize| -> (usize, Vec<usize>) {
            let is_way = |way: &usize| near[target].contains(way);
            (target, near[square].iter().copied().filter(is_way).collect())
        };
        let files =
            |fits: fn(usize) -> bool| of_all((0..SQUARES).filter(|square| fits(square % FILES)));
        Moves {
            far: (0..SQUARES)
                .map(|square| far[square].iter().map(|&target| ways(square, target)).collect())
                .collect(),
            knight: all(|files, ranks| files.min(ranks) == 1 && files.max(ranks) == 2),
            beside: near.iter().map(|squares| of_all(squares.iter().copied())).collect(),
            near,
            inner: [
                files(|file| file + 1 < FILES),
                files(|file| file + 2 < FILES),
                files(|file| file >= 1),
                files(|file| file >= 2),
            ],
            all: of_all(0..SQUARES),
        }
    }

    /// The squares from which all others at distance one or two are in a set.
    pub fn surrounded(&self, set: U256) -> U256 {
        let files = FILES as u32;
        let outside = self.all & !set;
        let [one_up, two_up, one_down, two_down] = self.inner.map(|inner| outside & inner);
        let row = one_up.up(1) | two_up.up(2) | one_down.down(1) | two_down.down(2);
        let all = row | outside;
        let column = all.up(files) | all.up(2 * files) | all.down(files) | all.down(2 * files);
        self.all & !(row | column)
    }
}

impl Default for Moves {
    fn default() -> Self {
        Moves::new()
    }
}
