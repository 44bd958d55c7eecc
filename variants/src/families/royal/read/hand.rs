//! Keys of pieces in hand.

use super::super::flips::DropPlace;
use super::super::hand::HandDefinition;
use super::super::zones::Zone;
use crate::families::reading::Keys;
use crate::reading::{Item, Kinds, Section, squares, squares_by_side};
use crate::{BoardSize, ByColor, PieceType, Square};

/// Keys of a table of hands.
pub(super) const HAND: Keys = &[
    "captures",
    "keep-promotion",
    "squares",
    "must-move",
    "one-a-file",
    "two-a-file",
    "no-mate",
    "give-check",
    "drop-promoted",
    "first",
    "where-promotes",
    "drops",
    "gates",
    "place",
    "opening",
    "endless",
    "royals",
    "castles",
    "two-colors",
];

/// Words for where pieces are dropped.
const PLACES: [(&str, DropPlace); 5] = [
    ("anywhere", DropPlace::Anywhere),
    ("enclosing", DropPlace::Enclosing),
    ("joining", DropPlace::Joining),
    ("apart", DropPlace::Apart),
    ("falling", DropPlace::Falling),
];

/// Reads the rules of pieces in hand.
pub(super) fn hand(
    item: &Item<'_>,
    game: &Section<'_>,
    size: Option<BoardSize>,
    kinds: &Kinds,
) -> Option<HandDefinition> {
    let table = item.section("a table of rules, such as { captures = true }")?;
    table.expect_keys(HAND, |_| None);
    let flag = |key, default| table.any(key).map_or(Some(default), |item| item.flag());
    let several = |key| table.optional(key).map_or(Some(Vec::new()), |item| kinds.several(&item));
    let (captures, keeps_promotion) = (flag("captures", true), flag("keep-promotion", false));
    let zone = table.read_optional("squares", |item| squares_by_side(&item, size));
    let place = table.any("place").map_or(Some(DropPlace::Anywhere), |item| item.choice(&PLACES));
    let opening = table.read_optional("opening", |item| squares(&item, size));
    let own = own_squares(game, size, kinds);
    let (must_move, give_check) = (flag("must-move", false), flag("give-check", true));
    let (one_a_file, two_a_file) = (several("one-a-file"), several("two-a-file"));
    let no_mate = several("no-mate");
    let (first, where_promotes) = (flag("first", false), flag("where-promotes", false));
    let drop_promoted = flag("drop-promoted", false);
    let (drops, gates) = (flag("drops", true), flag("gates", false));
    let endless = flag("endless", false);
    let (royals, castles) = (flag("royals", false), flag("castles", false));
    let two_colors = several("two-colors");
    let hand = HandDefinition {
        captures: captures?,
        keeps_promotion: keeps_promotion?,
        squares: Zone { all: zone?, kinds: own? },
        must_move: must_move?,
        one_a_file: one_a_file?,
        two_a_file: two_a_file?,
        no_mate: no_mate?,
        give_check: give_check?,
        drop_promoted: drop_promoted?,
        first: first?,
        where_promotes: where_promotes?,
        drops: drops?,
        gates: gates?,
        place: place?,
        opening: opening?.unwrap_or_default(),
        endless: endless?,
        royals: royals?,
        castles: castles?,
        two_colors: two_colors?,
    };
    let unfit = unfit(&hand, game, size);
    unfit.iter().for_each(|&message| table.fault(message));
    unfit.is_empty().then_some(hand)
}

/// Rules that do not go together with gates, or with pieces that are not dropped.
fn unfit(hand: &HandDefinition, game: &Section<'_>, size: Option<BoardSize>) -> Vec<&'static str> {
    let shuffled = || game.any("shuffled").is_some_and(|item| item.flag() == Some(true));
    let limited = !hand.one_a_file.is_empty() || !hand.two_a_file.is_empty();
    let limited = limited || !hand.two_colors.is_empty();
    let checked = || !hand.no_mate.is_empty() || !hand.give_check;
    let placed = hand.place != DropPlace::Anywhere || !hand.opening.is_empty();
    let cases: [(bool, &str); 13] = [
        (
            hand.gates && (placed || hand.endless),
            "gates and place, opening or endless: expected one of them",
        ),
        (
            hand.drop_promoted && hand.keeps_promotion,
            "drop-promoted and keep-promotion: expected one of them",
        ),
        (hand.drop_promoted && hand.gates, "drop-promoted and gates: expected one of them"),
        (
            hand.drop_promoted && !hand.two_colors.is_empty(),
            "drop-promoted and two-colors: expected one of them",
        ),
        (hand.endless && hand.captures, "endless with captures: expected captures = false"),
        (!hand.drops && !hand.gates, "pieces that nothing brings to the board: expected gates"),
        (!hand.drops && hand.first, "first without drops: expected one of them"),
        (hand.royals && hand.captures, "royals with captures: expected captures = false"),
        (hand.royals && !hand.first, "royals without first: expected first = true"),
        (hand.gates && limited, "gates and limits by file: expected one of them"),
        (hand.gates && checked(), "gates and limits of checks by drops: expected one of them"),
        (hand.gates && shuffled(), "gates and shuffled: expected one of them"),
        (
            hand.gates && size.is_some_and(|size| size.files() > WIDEST),
            "gates on a board of more than 10 files, which FENs do not write: expected fewer files",
        ),
    ];
    cases.into_iter().filter(|(is_unfit, _)| *is_unfit).map(|(_, message)| message).collect()
}

/// The most files of a board with gates: a FEN writes them beside the castling rights, whose letters
/// would be those of files.
const WIDEST: u8 = 10;

/// Squares by kind.
type OwnSquares = Vec<(PieceType, ByColor<Vec<Square>>)>;

/// Notes squares for drops in a game without hands; those that are inherited are left alone.
pub(super) fn expect_no_drops(game: &Section<'_>) -> Option<()> {
    let pieces = game.any("pieces").filter(Item::is_table)?.section("a table")?;
    let tables = pieces.items().filter(|(_, item)| item.is_table());
    let drops = tables.filter_map(|(_, item)| item.section("a table")?.optional("drops"));
    let own: Vec<Item<'_>> = drops.filter(Item::is_own).collect();
    own.iter().for_each(|item| item.fault("a game without hands: expected the game's key hand"));
    own.is_empty().then_some(())
}

/// Squares of kinds that have their own.
fn own_squares(game: &Section<'_>, size: Option<BoardSize>, kinds: &Kinds) -> Option<OwnSquares> {
    let Some(pieces) = game.any("pieces").filter(Item::is_table) else { return Some(Vec::new()) };
    let pieces = pieces.section("a table")?;
    let own = pieces.items().filter(|(_, item)| item.is_table()).filter_map(|(key, item)| {
        let kind = kinds.find(key)?;
        let item = item.section("a table")?.optional("drops")?;
        Some(squares_by_side(&item, size).map(|squares| (kind, squares)))
    });
    let own: Vec<_> = own.collect();
    own.into_iter().collect()
}
