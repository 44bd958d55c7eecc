//! Keys of a royal game's turns of several moves.

use super::super::data::RoyalDefinition;
use super::super::ends::{Bare, Royals};
use super::super::pass_rules::FacingKings;
use super::super::turns::{TurnCheck, TurnEnPassant, TurnRule};
use super::ends::SIDES;
use crate::families::reading::Keys;
use crate::reading::Item;
use crate::{ByColor, Color};

/// Keys of turns.
pub(super) const TURN: Keys = &["moves", "first", "growth", "check", "en-passant"];

/// The most moves of a turn that a definition can ask for.
const MOST_MOVES: u32 = 16;
/// The most moves by which turns can grow.
const MOST_GROWTH: u32 = 8;

/// Reads the rules of turns.
pub(super) fn turn(item: &Item<'_>) -> Option<TurnRule> {
    let table = item.section("a table, such as { moves = 2 }")?;
    table.expect_keys(TURN, |_| None);
    let one = ByColor::new(1, 1);
    let moves = table.optional("moves").map_or(Some(one), |item| moves(&item));
    let first = table.read_optional("first", |item| item.number(1, MOST_MOVES));
    let growth = table.optional("growth").map_or(Some(0), |item| item.number(0, MOST_GROWTH));
    let check = table.optional("check").map_or(Some(TurnCheck::default()), |item| {
        item.choice(&[
            ("ends-turn", TurnCheck::EndsTurn),
            ("last-move", TurnCheck::LastMove),
            ("by-turn", TurnCheck::ByTurn),
        ])
    });
    let en_passant = table.optional("en-passant").map_or(Some(TurnEnPassant::default()), |item| {
        item.choice(&[
            ("first-move", TurnEnPassant::FirstMove),
            ("first-moves", TurnEnPassant::FirstMoves),
        ])
    });
    let (moves, first, growth) = (moves?, first?, growth?);
    let rule = TurnRule {
        moves,
        first: first.map(|first| first as u8),
        growth: growth as u8,
        check: check?,
        en_passant: en_passant?,
    };
    if moves == one && growth == 0 && first.is_none_or(|first| first == 1) {
        table.fault("every turn has one move: expected more moves, or growth");
        return None;
    }
    let longest = first.into_iter().chain(Color::ALL.map(|color| moves[color].into())).max();
    if rule.check == TurnCheck::ByTurn
        && (growth > 0 || longest > Some(TurnRule::MOST_BY_TURN.into()))
    {
        let most = TurnRule::MOST_BY_TURN;
        table.fault(format!("check = \"by-turn\": expected turns of at most {most} moves"));
        return None;
    }
    Some(rule)
}

/// Reads a number of moves, or a table of these by side.
fn moves(item: &Item<'_>) -> Option<ByColor<u8>> {
    if !item.is_table() {
        let both = item.number(1, MOST_MOVES)? as u8;
        return Some(ByColor::new(both, both));
    }
    let table = item.section("a number of moves, or a table of these by side")?;
    table.expect_keys(SIDES, |_| None);
    let side = |key| table.optional(key).map_or(Some(1), |item| item.number(1, MOST_MOVES));
    let (white, black) = (side("white"), side("black"));
    Some(ByColor::new(white? as u8, black? as u8))
}

/// Checks that the game's other rules go with its turns.
pub(super) fn fits(item: &Item<'_>, game: &RoyalDefinition) -> bool {
    let Some(turn) = &game.turn else { return true };
    let by_turn = turn.check == TurnCheck::ByTurn;
    let ends = &game.ends;
    let clash = if game.hand.is_some() {
        "turns of several moves: expected no hand"
    } else if by_turn && game.royals != Royals::One {
        "check = \"by-turn\": expected royals = \"one\""
    } else if by_turn && game.facing_kings != FacingKings::Allowed {
        "check = \"by-turn\": expected facing-kings = true"
    } else if by_turn && game.must_capture {
        "check = \"by-turn\": expected must-capture = false"
    } else if by_turn && !game.give_check {
        "check = \"by-turn\": expected give-check = true"
    } else if ends.goal.as_ref().is_some_and(|goal| goal.reply || goal.hold) {
        "turns of several moves: expected goal.reply = false and goal.hold = false"
    } else if Color::ALL.iter().any(|&color| ends.bare[color] == Bare::LossUnlessReturned) {
        "turns of several moves: expected bare-king = \"loss\" or \"allowed\""
    } else {
        return true;
    };
    item.fault(clash);
    false
}
