mod games;
mod order;
mod random;
mod slow;

use std::sync::Arc;

use self::games::{chesimals, chesimals2, skirmish};
use super::{Armies, Step};
use crate::{Bits, Color, Definition, Fen, FenError, Notation, Outcome, Position, Reason, U256};

fn read(definition: Definition, fen: &str) -> Result<Armies<U256>, FenError> {
    let definition = Arc::new(definition);
    let rules = Arc::new(Armies::compile(Arc::clone(&definition)));
    Armies::from_fen(&rules, &Fen::parse(fen, &definition)?)
}

/// The legal steps' texts, sorted.
fn texts(position: &Armies<U256>) -> Vec<String> {
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let mut texts: Vec<String> = steps.iter().map(|&step| position.step_text(step)).collect();
    texts.sort();
    texts
}

/// Plays legal steps, given by their texts.
fn play(position: &mut Armies<U256>, played: &str) {
    for text in played.split_whitespace() {
        let mut steps = Vec::new();
        position.generate(&mut steps);
        let step = steps.into_iter().find(|&step| position.step_text(step) == text);
        position.play(step.unwrap_or_else(|| panic!("{text} is not legal")));
    }
}

fn after(definition: Definition, fen: &str, played: &str) -> Armies<U256> {
    let mut position = read(definition, fen).unwrap();
    play(&mut position, played);
    position
}

/// Checks the legal steps after some steps.
fn check(definition: Definition, fen: &str, played: &str, expected: &str) {
    let position = after(definition, fen, played);
    assert_eq!(texts(&position).join(" "), expected, "{fen} after '{played}'");
    assert_eq!(position.count() as usize, texts(&position).len());
}

/// A chief in a corner, and a knight in contact through a guard.
const CHAIN: &str = "15k/16/16/16/16/16/16/16/16/2N13/1P14/K15 w - - 3 7";

#[test]
fn a_unit_starts_only_in_contact() {
    let guard = "b2a2 b2a3 b2b1 b2b3 b2c1 b2c2";
    let knight = "c3a2 c3a4 c3b1 c3b5 c3d1 c3d5 c3e2 c3e4";
    let chief = "a1a2 a1a3 a1b1 a1b3 a1c1 a1c2";
    // From a1 the chief reaches a3 and b3 over a2, c1 and c2 over b1.
    check(chesimals(), CHAIN, "", &format!("{chief} {guard} {knight}"));
    // The guard leaves the knight alone, and frees b2 to the chief.
    check(chesimals(), CHAIN, "b2b1", "a1a2 a1a3 a1b2 a1b3 a1c1 a1c2 end");
    // A unit that has moved is a link where it stands now.
    check(chesimals(), CHAIN, "b2b3 a1a2", &format!("c3a4 c3b1 {} end", &knight[15..]));
    check(chesimals(), CHAIN, "c3d5 b2b1 a1a2", "end");
}

#[test]
fn a_turn_moves_one_army() {
    let fen = "15k/16/16/16/16/16/16/16/16/16/DG14/K15 w - - 0 1";
    check(chesimals(), fen, "b2b3", "a2a3 a2a4 a2b1 a2b2 a2b4 a2c1 a2c2 a2c3 end");
    // The end of the turn is a step also when no other is left.
    check(chesimals(), fen, "a1b1", "end");
    check(chesimals(), fen, "b2b3 a2a3", "end");
}

#[test]
fn any_chief_of_an_army_serves() {
    let fen = "5k/P2P1P/K4K/6 w - - 0 1";
    let mut position = after(skirmish("6x4"), fen, "");
    let starts = |position: &Armies<U256>| -> String {
        let size = position.common().definition.size;
        position.in_contact(Color::White, 0).iter().map(|square| size.name(square)).collect()
    };
    assert_eq!(starts(&position), "a2f2a3f3");
    play(&mut position, "f2e2");
    assert_eq!(starts(&position), "a2e2a3d3f3");
    play(&mut position, "a2b1");
    assert_eq!(starts(&position), "b1e2d3f3");
}

#[test]
fn an_army_without_its_chief_is_frozen() {
    let fen = "6/5k/D4r/BT3K b - - 0 1";
    check(skirmish("6x4"), fen, "f2a2 end", "f1d1 f1d2 f1d3 f1e1 f1e2 f1e3 f1f2 f1f3");
    let position = after(skirmish("6x4"), fen, "f2a2 end");
    assert!(position.in_contact(Color::White, 2).is_empty());
}

#[test]
fn units_that_pass_over_squares() {
    // Chesimals II: three squares away, over two of which one at least is empty.
    let warmachines = |row: &str| {
        let fen = format!("15k/16/16/16/16/16/16/16/16/16/KO14/{row} w - - 0 1");
        let mut steps = texts(&read(chesimals2(), &fen).unwrap());
        steps.retain(|step| step.starts_with("c1"));
        steps.join(" ")
    };
    assert_eq!(warmachines("2W13"), "c1a1 c1b1 c1c2 c1c3 c1c4 c1d1 c1e1 c1f1");
    assert_eq!(warmachines("2Wt12"), "c1a1 c1b1 c1c2 c1c3 c1c4 c1d1 c1e1 c1f1");
    assert_eq!(warmachines("2W1t11"), "c1a1 c1b1 c1c2 c1c3 c1c4 c1d1 c1e1 c1f1");
    assert_eq!(warmachines("2Wtt11"), "c1a1 c1b1 c1c2 c1c3 c1c4 c1d1 c1e1");
    assert_eq!(warmachines("2WTT11"), "c1a1 c1b1 c1c2 c1c3 c1c4");
}

#[test]
fn taking_the_last_royal_chief_ends_turn_and_game() {
    let fen = "6/2k3/1k4/K4d w - - 5 9";
    let mut position = after(skirmish("6x4"), fen, "a1b2");
    // One royal chief is left, and the turn goes on.
    assert!(!position.is_turn_start() && position.decided().is_none());
    play(&mut position, "end f1f2 end b2c3");
    let outcome = Outcome::win(Color::White, Reason::Chiefs);
    assert_eq!(position.decided(), Some(outcome));
    assert!(position.is_turn_start() && position.side() == Color::Black);
    assert_eq!(texts(&position), Vec::<String>::new());
    assert_eq!(position.to_fen().text(&position.common().definition), "6/2K3/5d/6 b - - 0 10");
    // Whoever is to move.
    let position = read(skirmish("6x4"), "6/6/6/KT3d w").unwrap();
    assert_eq!((position.decided(), position.count()), (Some(outcome), 0));
}

#[test]
fn a_side_without_a_step_has_lost() {
    let position = read(skirmish("6x4"), "2k3/TT4/PT4/KP4 w").unwrap();
    check(skirmish("6x4"), "2k3/TT4/PT4/KP4 w", "", "");
    assert_eq!(position.decided(), None);
    assert_eq!(position.outcome_without_steps(), Outcome::win(Color::Black, Reason::Stalemate));
}

#[test]
fn clocks_count_turns() {
    let show = |played| {
        let position = after(skirmish("6x4"), "k5/6/1d4/KD3t b - - 7 3", played);
        let fen = position.to_fen().text(&position.common().definition);
        (fen, position.clock(), position.is_turn_start())
    };
    assert_eq!(show("a4b3 end"), ("6/1k4/1d4/KD3t w - - 8 4".to_owned(), 8, true));
    // In the middle of a turn, of the side that goes on.
    assert_eq!(show("a4b3"), ("6/1k4/1d4/KD3t b - - 7 3".to_owned(), 7, false));
    assert_eq!(show("b2b1"), ("k5/6/6/Kd3t b - - 0 3".to_owned(), 7, false));
    assert_eq!(show("b2b1 end a1a2 end"), ("k5/6/K5/1d3t b - - 1 4".to_owned(), 1, true));
}

#[test]
fn the_order_of_steps_does_not_matter_to_the_key() {
    let key = |played| after(chesimals(), CHAIN, played).key();
    assert_eq!(key("c3d5 a1a2"), key("a1a2 c3d5"));
    assert_eq!(key("c3d5 a1a2 end"), key("a1a2 c3d5 end"));
    assert_ne!(key("c3d5 a1a2"), key("c3d5 a1a2 end"));
    assert_ne!(key("c3d5"), key("c3d5 end"));
    // The same placement, but not the same units have moved.
    let pair = "15k/16/16/16/16/16/16/16/16/16/PP14/K15 w - - 0 1";
    let key = |played| after(chesimals(), pair, played).key();
    assert_eq!(key("a2a3 b2b3"), key("b2b3 a2a3"));
    assert_ne!(key("a2a3 b2a2"), key("b2a3"));
    assert_eq!(key("a2a3 b2a2 end"), key("b2a3 end"));
}

#[test]
fn passes_are_for_the_start_of_a_turn() {
    let mut position = read(chesimals(), CHAIN).unwrap();
    let before = position.clone();
    let undo = position.pass().unwrap();
    assert_eq!(
        position.to_fen().text(&position.common().definition),
        CHAIN.replace("w - - 3", "b - - 4")
    );
    position.undo_pass(undo);
    assert_eq!(position, before);
    play(&mut position, "c3d5");
    assert!(position.pass().is_none());
}

#[test]
fn notes_name_the_army_that_moves() {
    let notes = |played| after(chesimals(), CHAIN, played).notes();
    assert_eq!(notes(""), "");
    assert_eq!(notes("c3d5"), "right royal: 1 unit has moved");
    assert_eq!(notes("c3d5 b2b3"), "right royal: 2 units have moved");
    assert_eq!(after(chesimals(), CHAIN, "c3d5").moving_army(), Some(2));
    assert_eq!(after(chesimals(), CHAIN, "c3d5").moved_units().count(), 1);
    assert_eq!(after(chesimals(), CHAIN, "").step_info(Step::End), None);
}

#[test]
fn positions_that_are_none_are_refused() {
    let fault = |fen| read(skirmish("6x4"), fen).unwrap_err().to_string();
    assert!(fault("6/6/dddddd/DT4 w").contains("neither side has a royal chief"));
    assert!(fault("k5/6/6/K5 w KQ").contains("no castling"));
    assert!(fault("k5/6/6/K5 w - a3").contains("no en passant"));
}
