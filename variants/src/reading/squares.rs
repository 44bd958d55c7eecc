//! Sets of squares in definition files, for one side or both.

use super::fault::quoted;
use super::section::{Item, Section};
use crate::{BoardSize, ByColor, Square};

/// Keys of moves that a kind has on some squares alone.
pub(crate) const LOCAL: &[&str] = &["squares", "moves", "inside"];

/// Squares that a text names.
const EXPECTED: &str =
    "squares, such as \"d4 e4\", a rectangle \"d1-f3\", a rank \"*8\" or a file \"d*\"";

/// Reads squares of White, which are Black's with the ranks exchanged, or a table by side.
pub(crate) fn squares_by_side(
    item: &Item<'_>,
    size: Option<BoardSize>,
) -> Option<ByColor<Vec<Square>>> {
    if !item.is_table() {
        let white = squares(item, size)?;
        return Some(ByColor::new(white.clone(), mirrored(&white, size?)?));
    }
    let table = item.section("squares, or a table of these by side")?;
    table.expect_keys(&["white", "black"], |_| None);
    by_side(&table, size)
}

/// Reads the keys `white` and `black` of a table. Without one of them, the side has the other's
/// squares with the ranks exchanged; `false` stands for none.
pub(crate) fn by_side(
    table: &Section<'_>,
    size: Option<BoardSize>,
) -> Option<ByColor<Vec<Square>>> {
    let [white, black] = ["white", "black"].map(|key| match table.any(key) {
        None => Some(None),
        Some(item) if item.is_false() => Some(Some(Vec::new())),
        Some(item) => squares(&item, size).map(Some),
    });
    let (white, black) = match (white?, black?) {
        (Some(white), Some(black)) => (white, black),
        (Some(white), None) => {
            let black = mirrored(&white, size?)?;
            (white, black)
        }
        (None, Some(black)) => (mirrored(&black, size?)?, black),
        (None, None) => {
            table.fault("no squares: expected white, black, or both");
            return None;
        }
    };
    Some(ByColor::new(white, black))
}

/// The same squares, as the other side sees them.
fn mirrored(squares: &[Square], size: BoardSize) -> Option<Vec<Square>> {
    let mirror = |&square: &Square| {
        let rank = size.ranks() - 1 - size.rank(square);
        size.square(size.file(square).into(), rank.into())
    };
    squares.iter().map(mirror).collect()
}

/// Reads squares such as `d4 e4`, rectangles such as `d1-f3`, whole ranks such as `*8`, whole files
/// such as `d*`, and `*` for all.
pub(crate) fn squares(item: &Item<'_>, size: Option<BoardSize>) -> Option<Vec<Square>> {
    let size = size?;
    let mut found = Vec::new();
    for word in item.words(EXPECTED)?.split(' ') {
        let before = found.len();
        found.extend(size.iter().filter(|&square| is_named(size, word, square)));
        if found.len() == before {
            let word = quoted(word);
            item.fault(format!(
                "{word}: expected a square of the {size} board, a rectangle such as \"a1-b2\", a \
                 rank such as \"*1\" or a file such as \"a*\""
            ));
            return None;
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// Whether a word names a square: alone, in a rectangle, rank or file, or with all others.
fn is_named(size: BoardSize, word: &str, square: Square) -> bool {
    if let Some((one, other)) = word.split_once('-') {
        let corners = (size.parse_square(one), size.parse_square(other));
        let (Some(one), Some(other)) = corners else { return false };
        let is_between = |of: fn(BoardSize, Square) -> u8| {
            let (one, other) = (of(size, one), of(size, other));
            (one.min(other)..=one.max(other)).contains(&of(size, square))
        };
        return is_between(BoardSize::file) && is_between(BoardSize::rank);
    }
    let name = size.name(square);
    let (file, rank) = name.split_at(1);
    word == name
        || word == "*"
        || word.strip_prefix('*').is_some_and(|wanted| wanted == rank)
        || word.strip_suffix('*').is_some_and(|wanted| wanted == file)
}
