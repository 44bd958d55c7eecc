//! Keys of a royal game's first moves and promotions.

use super::super::zones::{PawnRules, PromotionLimit, Zone};
use crate::reading::{Item, Kinds, Section, squares_by_side};
use crate::{BoardSize, ByColor, PieceType, Square};

/// The most pieces of a kind that a limit can allow.
const MOST: u32 = 100;

/// Moves by which a piece promotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Those that end on the squares of promotion.
    Arrival,
    /// Captures of these.
    Capture,
    /// Those that begin or end there.
    Zone,
}

/// Reads the squares of first moves and promotion, and limits of promotion.
pub(super) fn pawn_rules(
    game: &Section<'_>,
    size: Option<BoardSize>,
    kinds: &Kinds,
) -> Option<PawnRules> {
    let table = game.any("pieces").filter(Item::is_table);
    let table = table.and_then(|item| item.section("a table"));
    let pieces: Vec<(PieceType, Section<'_>)> = table
        .iter()
        .flat_map(Section::items)
        .filter_map(|(key, item)| Some((kinds.find(key)?, item)))
        .filter(|(_, item)| item.is_table())
        .filter_map(|(kind, item)| Some((kind, item.section("a table")?)))
        .collect();
    let zone = |key: &str, read: &dyn Fn(&Item<'_>) -> Option<Squares>| {
        let all = game.any(key).map(|item| read(&item));
        let own = pieces.iter().filter_map(|(kind, piece)| {
            let item = piece.any(key)?;
            Some(read(&item).map(|squares| (*kind, squares)))
        });
        let own: Vec<_> = own.collect();
        let kinds: Option<Vec<_>> = own.into_iter().collect();
        Some(Zone { all: all.map_or(Some(None), |all| all.map(Some))?, kinds: kinds? })
    };
    let squares = |item: &Item<'_>| squares_by_side(item, size);
    // Nowhere, where the piece may always stay as it is.
    let or_none = |item: &Item<'_>| {
        if item.is_false() { Some(Squares::default()) } else { squares(item) }
    };
    let initial = zone("initial", &squares);
    let promotion = zone("promotion", &squares);
    let must_promote = zone("must-promote", &or_none);
    let ways = pieces.iter().filter_map(|(kind, piece)| {
        let words = [("arrival", Way::Arrival), ("capture", Way::Capture), ("zone", Way::Zone)];
        let way = piece.any("promotes-by")?.choice(&words);
        Some(way.map(|way| (*kind, way)))
    });
    let ways: Vec<_> = ways.collect();
    let ways: Option<Vec<(PieceType, Way)>> = ways.into_iter().collect();
    let limit = game.read_optional("promotion-limit", |item| limit(&item, kinds));
    let en_passant = game.any("en-passant").map(|item| or_none(&item));
    let en_passant_promotes = game.any("en-passant-promotes");
    let en_passant_promotes = en_passant_promotes.map_or(Some(true), |item| item.flag());
    let ways = ways?;
    let by =
        |wanted: Way| ways.iter().filter(move |(_, way)| *way == wanted).map(|&(kind, _)| kind);
    Some(PawnRules {
        initial: initial?,
        promotion: promotion?,
        must_promote: must_promote?,
        by_capture: by(Way::Capture).collect(),
        by_leaving: by(Way::Zone).collect(),
        limit: limit?.unwrap_or_default(),
        en_passant: en_passant.map_or(Some(None), |squares| squares.map(Some))?,
        en_passant_stays: !en_passant_promotes?,
    })
}

type Squares = ByColor<Vec<Square>>;

fn limit(item: &Item<'_>, kinds: &Kinds) -> Option<PromotionLimit> {
    const EXPECTED: &str = "\"lost\", or a table of numbers by kind, such as { Q = 1, R = 2 }";
    if item.is_text("lost") {
        return Some(PromotionLimit::Lost);
    }
    if !item.is_table() {
        item.unexpected(EXPECTED);
        return None;
    }
    let table = item.section(EXPECTED)?;
    let numbers: Vec<_> = table
        .items()
        .map(|(key, item)| {
            let kind = kinds.find(key);
            if kind.is_none() {
                kinds.unknown(&item, key);
            }
            Some((kind?, item.number(0, MOST)? as u8))
        })
        .collect();
    let numbers: Option<Vec<_>> = numbers.into_iter().collect();
    Some(PromotionLimit::Numbers(numbers?))
}
