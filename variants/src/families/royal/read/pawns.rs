//! Keys of a royal game's first moves and promotions.

use super::super::data::RoyalDefinition;
use super::super::ends::Royals;
use super::super::zones::{PawnRules, PromotionLimit, Zone};
use crate::reading::{Item, Kinds, Section, squares_by_side};
use crate::{BoardSize, ByColor, Color, PieceType, Square};

/// The most pieces of a kind that a limit can allow.
const MOST: u32 = 100;

/// Fault of a key of promotions beside none.
const DOES_NOT_PROMOTE: &str = "the piece does not promote: expected the key promotes beside it";

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
    let pieces = pieces(game, kinds);
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
        let item = piece.any("promotes-by")?;
        let way = item.choice(&words);
        if way.is_some() && item.is_own() && piece.optional("promotes").is_none() {
            item.fault(DOES_NOT_PROMOTE);
            return Some(None);
        }
        Some(way.map(|way| (*kind, way)))
    });
    let ways: Vec<_> = ways.collect();
    let ways: Option<Vec<(PieceType, Way)>> = ways.into_iter().collect();
    let is_royal = |kind: PieceType| {
        let mut own = pieces.iter().filter(|(other, _)| *other == kind);
        own.any(|(_, piece)| piece.any("royal").and_then(|item| item.as_flag()) == Some(true))
    };
    let limit = game.read_optional("promotion-limit", |item| limit(&item, kinds, &is_royal));
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
        in_place: None,
    })
}

/// Notes squares of `must-promote` where no piece promotes that they are for, unless they are
/// inherited.
pub(super) fn promotes_where_it_must(
    game: &Section<'_>,
    own: &RoyalDefinition,
    size: Option<BoardSize>,
    kinds: &Kinds,
) -> bool {
    const KEY: &str = "must-promote";
    let Some(size) = size else { return true };
    let zone = &own.pawns.must_promote;
    let pieces = pieces(game, kinds);
    let promotes = |kind: PieceType, piece: &Section<'_>| {
        let squares = Color::ALL.map(|color| own.must_promote(size, kind, color));
        (piece.optional("promotes").is_some(), squares.iter().any(|there| !there.is_empty()))
    };
    let names_some = |squares: &Squares| Color::ALL.iter().any(|&color| !squares[color].is_empty());
    const NOWHERE: &str =
        "none of these is a square of promotion: expected some that are, or false";
    let mut fits = true;
    for (kind, _) in zone.kinds.iter().filter(|(_, squares)| names_some(squares)) {
        let piece = pieces.iter().find(|(other, _)| other == kind).map(|(_, piece)| piece);
        let Some(piece) = piece else { continue };
        let message = match promotes(*kind, piece) {
            (false, _) => DOES_NOT_PROMOTE,
            (true, false) => NOWHERE,
            (true, true) => continue,
        };
        if let Some(item) = piece.any(KEY).filter(Item::is_own) {
            item.fault(message);
            fits = false;
        }
    }
    if zone.all.as_ref().is_some_and(names_some) {
        let has_own = |kind| zone.kinds.iter().any(|(other, _)| *other == kind);
        let all: Vec<_> =
            pieces.iter().map(|(kind, piece)| (*kind, promotes(*kind, piece))).collect();
        let mut others = all.iter().filter(|(kind, (does, _))| *does && !has_own(*kind)).peekable();
        let message = match () {
            () if !all.iter().any(|(_, (does, _))| *does) => "no piece promotes: expected false",
            () if others.peek().is_some() && !others.any(|(_, (_, there))| *there) => NOWHERE,
            () => return fits,
        };
        if let Some(item) = game.any(KEY).filter(Item::is_own) {
            item.fault(message);
            fits = false;
        }
    }
    fits
}

/// Reads the rank of promotion: not the first, where pieces come from.
pub(super) fn promotion_rank(item: &Item<'_>, ranks: u8) -> Option<u8> {
    let least = if item.is_own() { 2 } else { 1 };
    Some(item.number(least, ranks.into())? as u8 - 1)
}

/// Notes a goal for several pieces of a kind of which a side has one, unless it is inherited.
pub(super) fn has_what_goals_count(
    game: &Section<'_>,
    own: &RoyalDefinition,
    kinds: &Kinds,
) -> bool {
    let Some(goal) = own.ends.goal.as_ref().filter(|goal| goal.count > 1) else { return true };
    let pieces = pieces(game, kinds);
    let is_royal = |kind: &PieceType| {
        let own = pieces.iter().find(|(other, _)| other == kind);
        own.and_then(|(_, piece)| piece.any("royal")?.as_flag()) == Some(true)
    };
    let is_one = own.royals == Royals::One && goal.pieces.iter().all(is_royal);
    let table = game.optional("goal").and_then(|item| item.section("a table"));
    let item = table.and_then(|table| table.optional("count")).filter(Item::is_own);
    let Some(item) = item.filter(|_| is_one) else { return true };
    item.fault(format!("'{}': expected 1, as a side has one piece of these kinds", goal.count));
    false
}

/// The tables of the kinds.
pub(super) fn pieces<'a>(game: &Section<'a>, kinds: &Kinds) -> Vec<(PieceType, Section<'a>)> {
    let table = game.any("pieces").filter(Item::is_table);
    let table = table.and_then(|item| item.section("a table"));
    table
        .iter()
        .flat_map(Section::items)
        .filter_map(|(key, item)| Some((kinds.find(key)?, item)))
        .filter(|(_, item)| item.is_table())
        .filter_map(|(kind, item)| Some((kind, item.section("a table")?)))
        .collect()
}

type Squares = ByColor<Vec<Square>>;

fn limit(
    item: &Item<'_>,
    kinds: &Kinds,
    is_royal: &dyn Fn(PieceType) -> bool,
) -> Option<PromotionLimit> {
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
            let kind = kind?;
            if is_royal(kind) {
                item.fault(format!("'{key}' is royal: expected kinds that pieces promote to"));
                return None;
            }
            Some((kind, item.number(0, MOST)? as u8))
        })
        .collect();
    let numbers: Option<Vec<_>> = numbers.into_iter().collect();
    Some(PromotionLimit::Numbers(numbers?))
}
