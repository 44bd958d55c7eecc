//! Keys of a royal game in definition files.

mod bars;
mod castling;
mod counting;
mod ends;
mod flips;
mod hand;
mod in_place;
mod passes;
mod pawns;
mod turns;
mod unmoved;
mod walls;

use self::bars::bars;
use self::castling::{CASTLING, CASTLING_RANK, CASTLING_SIDE, castling, rank};
use self::counting::{COUNTING, counting};
use self::ends::{CONNECT, GOAL, MINIMUM, SIDES, ends, royals, stalemate};
use self::flips::{fits as flips_fit, flips};
use self::hand::{HAND, expect_no_drops, hand};
use self::in_place::{IN_PLACE, fits as in_place_fits, in_place};
use self::passes::{POINTS, clash, facing_kings, pass, points};
use self::pawns::{has_what_goals_count, pawn_rules, promotes_where_it_must, promotion_rank};
use self::turns::{TURN, fits, turn};
use self::unmoved::{UNMOVED, fits as unmoved_fits, unmoved};
use self::walls::{WALLS, fits as walls_fit, walls};
use super::data::{BlastDefinition, RoyalDefinition, Stalemate};
use super::ends::Royals;
use super::flips::Flips;
use super::pass_rules::FacingKings;
use super::start::check_start;
use super::turns::TurnCheck;
use super::zones::PawnRules;
use crate::families::reading::{Keys, ReadFamily, StartFault};
use crate::reading::{Item, Kinds, LOCAL, Section, quoted, squares, squares_by_side};
use crate::{BoardSize, ByColor, Color, Definition, Fen, PieceDefinition, PieceType};

/// Keys of a table of dead positions.
const DEAD: Keys = &["single", "same-color"];

impl ReadFamily for RoyalDefinition {
    const GAME_KEYS: Keys = &[
        "initial-rank",
        "promotion-rank",
        "stalemate",
        "castling",
        "dead",
        "royals",
        "goal",
        "connect",
        "lose-without",
        "bare-king",
        "check-limit",
        "give-check",
        "must-capture",
        "initial",
        "promotion",
        "must-promote",
        "promotion-limit",
        "promotion-in-place",
        "en-passant",
        "en-passant-promotes",
        "hand",
        "facing-kings",
        "holes",
        "turn",
        "shuffled",
        "counting",
        "blast",
        "walls",
        "pass",
        "points",
        "flips",
        "zone",
        "unmoved",
    ];
    const PIECE_KEYS: Keys = &[
        "promotes",
        "royal",
        "initial",
        "promotion",
        "must-promote",
        "promotes-by",
        "drops",
        "zone",
        "moves-in",
        "cannot-jump",
        "cannot-take",
    ];
    const ENDS: Keys = &[
        "goal",
        "lose-without",
        "connect",
        "bare-king",
        "points",
        "stalemate",
        "facing-kings",
        "dead",
    ];
    const TABLES: &'static [Keys] = &[
        CASTLING,
        CASTLING_RANK,
        CASTLING_SIDE,
        DEAD,
        SIDES,
        GOAL,
        CONNECT,
        MINIMUM,
        HAND,
        LOCAL,
        TURN,
        COUNTING,
        BLAST,
        WALLS,
        POINTS,
        UNMOVED,
        IN_PLACE,
    ];
    const MODES: &'static str = "iepg";

    fn has_several_royals(game: &Section<'_>) -> bool {
        game.optional("royals").is_some_and(|item| !item.is_text("one"))
    }

    fn read(game: &Section<'_>, size: Option<BoardSize>, kinds: &Kinds) -> Option<Self> {
        let ranks = size.map_or(BoardSize::MAX, BoardSize::ranks);
        let initial_rank = game.any("initial-rank").map(|item| rank(&item, ranks));
        let promotion_rank = game.any("promotion-rank").map(|item| promotion_rank(&item, ranks));
        let stalemate = game.any("stalemate").map(|item| stalemate(&item));
        let castling = game.read_optional("castling", |item| castling(&item, size, kinds));
        let dead = game.any("dead").map(|item| dead(&item, kinds)).unwrap_or(Some(Dead::default()));
        let royals = game.any("royals").map(|item| royals(&item));
        let ends = ends(game, size, kinds);
        let pawns = pawn_rules(game, size, kinds);
        let hand = game.read_optional("hand", |item| hand(&item, game, size, kinds));
        let counting = game.read_optional("counting", |item| counting(&item, kinds));
        let blast = game.read_optional("blast", |item| blast(&item, kinds));
        let walls_item = game.optional("walls");
        let walls = game.read_optional("walls", |item| walls(&item, size));
        let flag = |key, default| game.any(key).map_or(Some(default), |item| item.flag());
        let (give_check, must_capture) = (flag("give-check", true), flag("must-capture", false));
        let facing_kings = game.any("facing-kings").map(|item| facing_kings(&item));
        let pass = game.any("pass").map_or(Some(None), |item| pass(&item));
        let points = game.read_optional("points", |item| points(&item, kinds));
        let bars = bars(game, kinds);
        let flips_item = game.any("flips");
        let flips = flips_item.as_ref().map_or(Some(Flips::None), flips);
        let holes = game.read_optional("holes", |item| squares(&item, size));
        let zone = game.read_optional("zone", |item| squares_by_side(&item, size));
        let in_place_item = game.optional("promotion-in-place");
        let in_place = game.read_optional("promotion-in-place", |item| in_place(&item, kinds));
        let unmoved_item = game.optional("unmoved");
        let unmoved = game.read_optional("unmoved", |item| unmoved(&item, size, kinds));
        let turn_item = game.optional("turn");
        let turn = turn_item.as_ref().map(turn);
        let turn = match turn {
            Some(turn) => Some(turn?),
            None => None,
        };
        let shuffled = flag("shuffled", false);
        let stalemate = stalemate.unwrap_or_else(|| Some(ByColor::default()));
        if game.optional("hand").is_none() {
            expect_no_drops(game)?;
        }
        let royals = royals.unwrap_or(Some(Royals::One))?;
        let (dead, ends, stalemate, mut pawns) = (dead?, ends?, stalemate?, pawns?);
        pawns.in_place = in_place?.map(Box::new);
        let farthest = farthest_rank(&pawns, size);
        // Of dead positions only the rules of mate are known.
        let mates_alone = ends.is_empty()
            && royals == Royals::One
            && Color::ALL.iter().all(|&color| stalemate[color] == Stalemate::Draw)
            && !must_capture?
            && game.optional("blast").is_none()
            && walls_item.is_none()
            && game.any("points").is_none()
            && turn.as_ref().is_none_or(|turn| turn.check != TurnCheck::ByTurn);
        let own = RoyalDefinition {
            initial_rank: initial_rank.unwrap_or(Some(1))?,
            promotion_rank: farthest.or(promotion_rank.unwrap_or(Some(ranks - 1)))?,
            stalemate,
            castling: castling?.map(Box::new),
            dead_single: dead.single,
            dead_same_color: dead.same_color,
            dead: dead.any && mates_alone,
            royals,
            ends,
            must_capture: must_capture?,
            give_check: give_check?,
            pawns: Box::new(pawns),
            hand: hand?.map(Box::new),
            facing_kings: facing_kings.unwrap_or(Some(FacingKings::Allowed))?,
            holes: holes?.unwrap_or_default(),
            turn,
            shuffled: shuffled?,
            counting: counting?.map(Box::new),
            blast: blast?.map(Box::new),
            walls: walls?.map(Box::new),
            pass: pass?,
            points: points?.map(Box::new),
            bars: bars?,
            flips: flips?,
            zone: zone?.map(Box::new),
            unmoved: unmoved?.map(Box::new),
        };
        if let Some((key, message)) = clash(&own) {
            game.any(key)?.fault(message);
            return None;
        }
        if own.ends.check_limit.is_some() && !own.give_check {
            let [limit, checks] = ["check-limit", "give-check"].map(|key| game.any(key));
            if let Some(item) = [checks, limit].into_iter().flatten().find(Item::is_own) {
                item.fault("give-check = false in a game with check-limit: expected one of them");
                return None;
            }
        }
        if let Some((key, message)) = counting_clash(&own).or_else(|| blast_clash(&own)) {
            game.optional(key)?.fault(message);
            return None;
        }
        let fits = turn_item.is_none_or(|item| fits(&item, &own));
        let fits = fits && walls_item.is_none_or(|item| walls_fit(&item, &own));
        let fits = fits && flips_item.is_none_or(|item| flips_fit(&item, &own));
        let fits = fits && unmoved_item.is_none_or(|item| unmoved_fits(&item, &own));
        let fits = fits && in_place_item.is_none_or(|item| in_place_fits(&item, &own, game, kinds));
        let fits = promotes_where_it_must(game, &own, size, kinds) && fits;
        let fits = has_what_goals_count(game, &own, kinds) && fits;
        fits.then_some(own)
    }

    fn complete(&self, pieces: &mut Vec<PieceDefinition>) -> Result<(), String> {
        for piece in pieces.iter_mut().filter(|piece| piece.zone.is_none()) {
            piece.zone = self.zone.as_deref().cloned();
        }
        let Some(hand) = &self.hand else { return Ok(()) };
        if let Some(kind) = hand.ambiguous_twin(pieces) {
            return Err(format!(
                "pieces promote to {0}, which promotes itself, and a captured {0} would not be known \
                 to revert: expected promoted forms (`+P`), or hand.keep-promotion",
                quoted(&pieces[kind.index()].name)
            ));
        }
        hand.add_reverting(pieces);
        if hand.has_too_many_kinds(pieces) {
            let max = PieceType::MAX;
            return Err(format!(
                "too many kinds of pieces: expected at most {max}, with another for each that \
                 reverts when it is taken"
            ));
        }
        Ok(())
    }

    fn check_start(&self, fen: &Fen, definition: &Definition) -> Result<(), StartFault> {
        check_start(self, fen, definition)
    }
}

/// The farthest rank of White's promotion squares, where all pieces have the same.
fn farthest_rank(pawns: &PawnRules, size: Option<BoardSize>) -> Option<u8> {
    let white = &pawns.promotion.all.as_ref()?[Color::White];
    white.iter().map(|&square| size.map_or(0, |size| size.rank(square))).max()
}

/// The key of counting, if the game has a rule that it does not go with, and what was expected.
fn counting_clash(own: &RoyalDefinition) -> Option<(&'static str, &'static str)> {
    let returns = own.hand.as_ref().is_some_and(|hand| hand.captures);
    let clashes = own.counting.is_some() && (own.turn.is_some() || returns);
    clashes.then_some(("counting", "expected a game without `turn` and `hand.captures`"))
}

/// The key of blasts, if the game has a rule that they do not go with, and what was expected.
fn blast_clash(own: &RoyalDefinition) -> Option<(&'static str, &'static str)> {
    own.blast.as_ref()?;
    let message = if own.hand.as_ref().is_some_and(|hand| hand.gates) {
        "expected a game without gates"
    } else if own.turn.is_some() {
        "expected a game without `turn`"
    } else if matches!(own.royals, Royals::Any | Royals::All | Royals::LastOfAll) {
        "expected royals = \"one\" or \"last\""
    } else {
        return None;
    };
    Some(("blast", message))
}

/// Checks that a game has none of the rules that do not go with a key: for each, whether the game
/// has it, and its key.
fn goes_without(item: &Item<'_>, rules: &[(bool, &str)]) -> bool {
    let clash = rules.iter().find(|(is_there, _)| *is_there);
    if let Some((_, key)) = clash {
        item.fault(format!("expected a game without {key}"));
    }
    clash.is_none()
}

/// Keys of a table of blasts.
const BLAST: Keys = &["survivors"];

fn blast(item: &Item<'_>, kinds: &Kinds) -> Option<BlastDefinition> {
    let table = item.section("a table, such as { survivors = \"P\" }")?;
    table.expect_keys(BLAST, |_| None);
    let survivors = table.optional("survivors");
    let survivors = survivors.map_or(Some(Vec::new()), |item| kinds.several(&item));
    Some(BlastDefinition { survivors: survivors? })
}

/// Insufficient material.
struct Dead {
    any: bool,
    single: Vec<PieceType>,
    same_color: Vec<PieceType>,
}

impl Default for Dead {
    fn default() -> Self {
        Dead { any: true, single: Vec::new(), same_color: Vec::new() }
    }
}

fn dead(item: &Item<'_>, kinds: &Kinds) -> Option<Dead> {
    if item.is_false() {
        return Some(Dead { any: false, ..Dead::default() });
    }
    let table = item.section("false, or a table of the pieces that cannot mate")?;
    table.expect_keys(DEAD, |_| None);
    let [single, same_color] = ["single", "same-color"]
        .map(|key| table.optional(key).map_or(Some(Vec::new()), |item| kinds.several(&item)));
    Some(Dead { any: true, single: single?, same_color: same_color? })
}
