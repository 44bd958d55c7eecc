//! Squares in definition files, for one side or both.

use super::read_ends::SIDES;
use crate::reading::{Item, Section, quoted};
use crate::{BoardSize, ByColor, Square};

/// Reads squares of White, which are Black's with the ranks exchanged, or a table by side.
pub(super) fn squares_by_side(
    item: &Item<'_>,
    size: Option<BoardSize>,
) -> Option<ByColor<Vec<Square>>> {
    if !item.is_table() {
        let white = squares(item, size)?;
        return Some(ByColor::new(white.clone(), mirrored(&white, size?)?));
    }
    let table = item.section("squares, or a table of these by side")?;
    table.expect_keys(SIDES, |_| None);
    by_side(&table, size)
}

/// Reads the keys `white` and `black` of a table. Without one of them, the side has the other's
/// squares with the ranks exchanged; `false` stands for none.
pub(super) fn by_side(
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

/// Reads squares such as `d4 e4`, whole ranks such as `*8`, whole files such as `d*`, and `*` for
/// all.
fn squares(item: &Item<'_>, size: Option<BoardSize>) -> Option<Vec<Square>> {
    let size = size?;
    let mut found = Vec::new();
    for word in item.words("squares, such as \"d4 e4\", a rank \"*8\" or a file \"d*\"")?.split(' ')
    {
        let fits = |square: &Square| {
            let name = size.name(*square);
            let (file, rank) = name.split_at(1);
            word == name
                || word == "*"
                || word.strip_prefix('*').is_some_and(|wanted| wanted == rank)
                || word.strip_suffix('*').is_some_and(|wanted| wanted == file)
        };
        let before = found.len();
        found.extend(size.iter().filter(fits));
        if found.len() == before {
            let word = quoted(word);
            item.fault(format!(
                "{word}: expected a square of the {size} board, a rank such as \"*1\" or a file \
                 such as \"a*\""
            ));
            return None;
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}
