//! Keys of castling.

use super::super::data::{CastlingDefinition, CastlingRank, CastlingSide};
use crate::families::reading::Keys;
use crate::reading::{Item, Kinds, Section};
use crate::{BoardSize, ByColor};

/// Keys of a castling table.
pub(super) const CASTLING: Keys =
    &["rank", "king", "king-piece", "rook", "king-side", "queen-side", "white", "black"];

/// Keys of a side's own castling.
pub(super) const CASTLING_RANK: Keys = &["rank", "king", "king-side", "queen-side"];

/// Keys of one way in a castling table.
pub(super) const CASTLING_SIDE: Keys = &["rook-from", "king-to", "rook-to"];

/// A rank that people count from 1.
pub(super) fn rank(item: &Item<'_>, ranks: u8) -> Option<u8> {
    Some(item.number(1, ranks.into())? as u8 - 1)
}

/// Reads a castling table.
pub(super) fn castling(
    item: &Item<'_>,
    size: Option<BoardSize>,
    kinds: &Kinds,
) -> Option<CastlingDefinition> {
    let table = item.section("a table of where king and rooks stand and go")?;
    table.expect_keys(CASTLING, |_| None);
    let rooks = table.required("rook", "the letters of the pieces that castle with the king");
    let rooks = rooks.and_then(|item| kinds.several(&item));
    let king_kind = table.read_optional("king-piece", |item| kinds.one(&item));
    let own = |key| match table.any(key) {
        Some(item) if !item.is_false() => {
            let own = item.section("a table of one side's castling, or false");
            own.map(Own::Table)
        }
        Some(_) => Some(Own::Never),
        None => Some(Own::AsBoth),
    };
    let (white, black) = (own("white")?, own("black")?);
    let is_alike = matches!((&white, &black), (Own::AsBoth, Own::AsBoth));
    let white = side(&table, &white, size)?;
    let black = if is_alike { white.clone() } else { side(&table, &black, size)? };
    let sides = ByColor::new(white, black);
    let is_none = |side: &CastlingRank| side.king_side.or(side.queen_side).is_none();
    if crate::Color::ALL.iter().all(|&color| is_none(&sides[color])) {
        table.fault("no way to castle: expected one, or castling = false");
        return None;
    }
    Some(CastlingDefinition { rooks: rooks?, king_kind: king_kind?, sides })
}

/// Keys of one side alone.
enum Own<'a> {
    /// None: the table's.
    AsBoth,
    Table(Section<'a>),
    /// The side does not castle.
    Never,
}

/// Reads a side's castling: its own keys, else those of both sides.
fn side(both: &Section<'_>, own: &Own<'_>, size: Option<BoardSize>) -> Option<CastlingRank> {
    const WAY: &str = "a table of the files rook-from, king-to and rook-to, or false";
    let own = match own {
        Own::Never => return Some(CastlingRank::NONE),
        Own::AsBoth => None,
        Own::Table(own) => Some(own),
    };
    if let Some(own) = own {
        own.expect_keys(CASTLING_RANK, |_| None);
    }
    let item = |key: &str, expected: &str| {
        own.and_then(|own| own.any(key)).or_else(|| both.required(key, expected))
    };
    let ranks = size.map_or(BoardSize::MAX, BoardSize::ranks);
    let on_rank = item("rank", "a rank, from 1 at the mover's side");
    let on_rank = on_rank.and_then(|item| rank(&item, ranks));
    let king = item("king", "the king's file, such as \"e\"");
    let king = king.and_then(|item| file(&item, size));
    let [king_side, queen_side] = ["king-side", "queen-side"].map(|key| {
        let item = item(key, WAY)?;
        if item.is_false() {
            return Some(None);
        }
        let side = castling_side(&item.section(WAY)?, size)?;
        let between = |king: u8| (side.rook_from > king) == (key == "king-side");
        if king.is_some_and(|king| king == side.rook_from || !between(king)) {
            let way = if key == "king-side" { "right" } else { "left" };
            item.fault(format!("the rook stands elsewhere: expected it to the king's {way}"));
            return None;
        }
        let is_between =
            |king| side.is_between(king, side.nearest) && side.is_between(king, side.king_to);
        if side.has_choice() && !king.is_some_and(is_between) {
            item.fault("expected king-to with files between the king's and the rook's");
            return None;
        }
        if king == Some(side.king_to) && side.rook_from == side.rook_to {
            item.fault("king and rook stay where they are: expected one of them to move");
            return None;
        }
        Some(Some(side))
    });
    let (king_side, queen_side) = (king_side?, queen_side?);
    if let (Some(k), Some(q)) = (king_side, queen_side)
        && k.king_to == q.king_to
    {
        both.fault("the king goes to one square on both sides: expected two");
        return None;
    }
    Some(CastlingRank { rank: on_rank?, king: king?, king_side, queen_side })
}

fn castling_side(table: &Section<'_>, size: Option<BoardSize>) -> Option<CastlingSide> {
    table.expect_keys(CASTLING_SIDE, |_| None);
    const FILE: &str = "the letter of a file";
    let rook_from = table.required("rook-from", FILE).and_then(|item| file(&item, size));
    let king_to = table.required("king-to", FILE).and_then(|item| files(&item, size));
    let rook_to = table.required("rook-to", FILE).and_then(|item| {
        if item.is_text("beside") { Some(None) } else { file(&item, size).map(Some) }
    });
    let (rook_from, (first, last), rook_to) = (rook_from?, king_to?, rook_to?);
    // The king goes towards the rook.
    let is_right = rook_from >= last;
    let (nearest, king_to) = if is_right { (first, last) } else { (last, first) };
    let beside = if is_right { king_to.checked_sub(1) } else { Some(king_to + 1) };
    if rook_to.is_some() && nearest != king_to {
        table.fault("a king with several targets: expected rook-to = \"beside\"");
        return None;
    }
    let side = CastlingSide { rook_from, king_to, rook_to: rook_to.or(beside)?, nearest };
    if side.king_to == side.rook_to {
        table.fault("king and rook go to one square: expected two");
        return None;
    }
    Some(side)
}

/// A file by its letter, or several from one to another: `g-j`.
fn files(item: &Item<'_>, size: Option<BoardSize>) -> Option<(u8, u8)> {
    const EXPECTED: &str = "the letter of a file, or two with - between them, such as \"c-e\"";
    let last = size.map_or(BoardSize::MAX, BoardSize::files) - 1;
    let at = |letter: u8| letter.checked_sub(b'a').filter(|&file| file <= last);
    match *item.text(EXPECTED)?.as_bytes() {
        [first, b'-', second] => {
            let found = at(first).zip(at(second)).filter(|(first, second)| first < second);
            if found.is_none() {
                item.unexpected(EXPECTED);
            }
            found
        }
        _ => file(item, size).map(|file| (file, file)),
    }
}

/// A file by its letter.
fn file(item: &Item<'_>, size: Option<BoardSize>) -> Option<u8> {
    let files = size.map_or(BoardSize::MAX, BoardSize::files);
    let last = (b'a' + files - 1) as char;
    let expected = format!("the letter of a file, from \"a\" to \"{last}\"");
    match *item.text(&expected)?.as_bytes() {
        [letter] if (b'a'..=last as u8).contains(&letter) => Some(letter - b'a'),
        _ => {
            item.unexpected(&expected);
            None
        }
    }
}
