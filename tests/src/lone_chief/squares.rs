//! Sets of the squares of a board of 16x12, and the moves of units on it.

/// Number of files.
pub const FILES: usize = 16;
/// Number of ranks.
pub const RANKS: usize = 12;
/// Number of squares.
pub const SQUARES: usize = FILES * RANKS;

/// Set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set([u64; 3]);

impl Set {
    /// The empty set.
    pub const EMPTY: Set = Set([0; 3]);

    /// The set of one square.
    pub fn of(square: usize) -> Self {
        let mut set = Set::EMPTY;
        set.0[square / 64] = 1 << (square % 64);
        set
    }

    /// The set of some squares.
    pub fn of_all(squares: impl IntoIterator<Item = usize>) -> Self {
        squares.into_iter().fold(Set::EMPTY, |set, square| set.or(Set::of(square)))
    }

    /// Whether a square is in the set.
    #[inline]
    pub fn has(self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }

    /// The squares of either set.
    #[inline]
    pub fn or(self, other: Set) -> Self {
        Set(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The squares of both sets.
    #[inline]
    pub fn and(self, other: Set) -> Self {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The squares that are not in the set.
    #[inline]
    pub fn complement(self) -> Self {
        Set(self.0.map(|word| !word))
    }

    /// The squares that are not in the other set.
    #[inline]
    pub fn without(self, other: Set) -> Self {
        self.and(other.complement())
    }

    /// The squares, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let square = 64 * index + word.trailing_zeros() as usize;
                (word != 0).then(|| word &= word - 1).map(|()| square)
            })
        })
    }

    /// The squares moved up by `n` squares in their order, from 1 to 63.
    #[inline]
    fn up(self, n: usize) -> Self {
        let [a, b, c] = self.0;
        Set([a << n, b << n | a >> (64 - n), c << n | b >> (64 - n)])
    }

    /// The squares moved down by `n` squares in their order, from 1 to 63.
    #[inline]
    fn down(self, n: usize) -> Self {
        let [a, b, c] = self.0;
        Set([a >> n | b << (64 - n), b >> n | c << (64 - n), c >> n])
    }
}

/// Moves on an empty board, by square.
pub struct Moves {
    /// King's steps.
    pub near: Vec<Vec<usize>>,
    /// The same as sets.
    pub beside: Vec<Set>,
    /// Squares at distance two, each with the squares on the ways of two steps to it.
    pub far: Vec<Vec<(usize, Vec<usize>)>>,
    /// Knight's leaps.
    pub knight: Vec<Vec<usize>>,
    /// All squares but those of the last file, the last two, the first, and the first two.
    inner: [Set; 4],
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
        let files = |fits: fn(usize) -> bool| {
            Set::of_all((0..SQUARES).filter(|square| fits(square % FILES)))
        };
        Moves {
            far: (0..SQUARES)
                .map(|square| far[square].iter().map(|&target| ways(square, target)).collect())
                .collect(),
            knight: all(|files, ranks| files.min(ranks) == 1 && files.max(ranks) == 2),
            beside: near.iter().map(|squares| Set::of_all(squares.iter().copied())).collect(),
            near,
            inner: [
                files(|file| file + 1 < FILES),
                files(|file| file + 2 < FILES),
                files(|file| file >= 1),
                files(|file| file >= 2),
            ],
        }
    }

    /// The squares from which all others at distance one or two are in a set.
    pub fn surrounded(&self, set: Set) -> Set {
        let outside = set.complement();
        let [one_up, two_up, one_down, two_down] = self.inner.map(|inner| outside.and(inner));
        let row = one_up.up(1).or(two_up.up(2)).or(one_down.down(1)).or(two_down.down(2));
        let all = row.or(outside);
        let column = all.up(FILES).or(all.up(2 * FILES)).or(all.down(FILES));
        row.or(column).or(all.down(2 * FILES)).complement()
    }
}

impl Default for Moves {
    fn default() -> Self {
        Moves::new()
    }
}
