//! Squares of a board, and sets of them as text.

use variants::Setting;

use super::super::rules::{At, SIDES, Squares};

/// Size of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub files: u8,
    pub ranks: u8,
}

impl Board {
    /// The squares that are on the board.
    pub fn inside(self, squares: &Squares) -> Squares {
        squares.iter().copied().filter(|&at| self.contains(at)).collect()
    }

    pub fn contains(self, (file, rank): At) -> bool {
        file < self.files && rank < self.ranks
    }

    pub fn all(self) -> impl Iterator<Item = At> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| (file, rank)))
    }

    /// A rank as a side counts it, from 0.
    pub fn rank_of(self, rank: u8, side: usize) -> u8 {
        if side == 0 { rank } else { self.ranks.saturating_sub(rank + 1) }
    }

    /// A square with the ranks exchanged.
    pub fn mirrored(self, (file, rank): At) -> At {
        (file, self.rank_of(rank, 1))
    }

    /// The ranks of a side, counted from it, whose squares these are, all of them.
    fn whole_ranks(self, squares: &Squares, side: usize) -> Option<Vec<u8>> {
        let inside = self.inside(squares);
        let full = |rank: &u8| {
            (0..self.files).all(|file| inside.contains(&(file, self.rank_of(*rank, side))))
        };
        let ranks: Vec<u8> = (0..self.ranks).filter(full).collect();
        (ranks.len() * usize::from(self.files) == inside.len()).then_some(ranks)
    }

    /// Ranks that are the same for both sides.
    pub fn common_ranks(self, squares: [&Squares; 2]) -> Option<Vec<u8>> {
        let [white, black] = SIDES.map(|side| self.whole_ranks(squares[side], side));
        white.filter(|white| black.as_ref() == Some(white))
    }

    /// The squares of both sides as a value: White's alone where Black's are the same with the ranks
    /// exchanged.
    pub fn by_side(self, [white, black]: [&Squares; 2]) -> Setting {
        let one = |squares: &Squares| match squares.is_empty() {
            true => Setting::Flag(false),
            false if squares.len() == self.all().count() => Setting::Text("*".to_owned()),
            false => Setting::Text(self.text(squares)),
        };
        let mirrored: Squares = white.iter().map(|&at| self.mirrored(at)).collect();
        if *black == mirrored {
            return one(white);
        }
        let sides = [("white", white), ("black", black)];
        let sides = sides.map(|(key, squares)| (key.to_owned(), one(squares)));
        Setting::Table(sides.to_vec())
    }

    /// Squares as text: whole ranks and files as such.
    pub fn text(self, squares: &Squares) -> String {
        let mut left = self.inside(squares);
        let mut words = Vec::new();
        for rank in 0..self.ranks {
            let row: Squares = (0..self.files).map(|file| (file, rank)).collect();
            if row.is_subset(&left) {
                words.push(format!("*{}", rank + 1));
                left.retain(|at| !row.contains(at));
            }
        }
        for file in 0..self.files {
            let column: Squares = (0..self.ranks).map(|rank| (file, rank)).collect();
            if column.is_subset(&left) {
                words.push(format!("{}*", letter(file)));
                left.retain(|at| !column.contains(at));
            }
        }
        words.extend(left.iter().map(|&(file, rank)| format!("{}{}", letter(file), rank + 1)));
        words.join(" ")
    }
}

/// Letter of a file.
pub(super) fn letter(file: u8) -> char {
    char::from(b'a' + file.min(25))
}
