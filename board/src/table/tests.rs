//! Tests of the game on the board.

use super::*;
use crate::setup::{ClockSetup, Players};

const NOW: Duration = Duration::ZERO;

fn setup(variant: &str) -> Setup {
    Setup {
        variant: variant.to_owned(),
        size: None,
        fen: None,
        engine: Players::Black,
        level: 3,
        clock: None,
        name: None,
    }
}

fn table(setup: Setup) -> Table {
    Table::new(setup, &Library::builtin(), 1, "2026-01-01T00:00:00Z".to_owned(), NOW).unwrap()
}

#[test]
fn moves_are_read_as_people_write_them() {
    let mut table = table(setup("chess"));
    for text in ["e4", "e7e5", "Nf3+", "b8c6"] {
        table.play(text, NOW).unwrap();
    }
    assert_eq!(table.turn_views().next().unwrap().label, "e4");
    assert_eq!(table.stored(NOW).moves[2].turn, "g1f3");
    assert!(table.play("e4", NOW).is_err());
    assert!(table.reason("a1a5").is_some());
    assert_eq!(table.turns(), 4);
}

#[test]
fn a_takeback_gives_the_person_the_move_again() {
    let mut table = table(setup("chess"));
    assert!(table.take_back(NOW).is_err());
    table.play("e2e4", NOW).unwrap();
    table.play("e7e5", NOW).unwrap();
    table.take_back(NOW).unwrap();
    assert_eq!((table.turns(), table.side()), (0, Color::White));
}

#[test]
fn turns_of_armies_are_made_and_taken_back_step_by_step() {
    let fen = "16/16/16/16/3k12/16/16/16/16/16/1KNP12/16 w - - 0 1";
    let mut table = table(Setup { fen: Some(fen.to_owned()), ..setup("chesimals") });
    table.play("d2d3", NOW).unwrap();
    assert_eq!((table.turns(), table.stored(NOW).steps), (0, vec!["d2d3".to_owned()]));
    let view = table.view(NOW, false).position;
    assert!(view.may_end && view.moved == ["d3"], "{view:?}");
    table.undo_step().unwrap();
    assert!(table.undo_step().is_err());
    table.play("d2d3", NOW).unwrap();
    table.play("c2d4", NOW).unwrap();
    table.play("end", NOW).unwrap();
    assert_eq!(table.stored(NOW).moves[0].turn, "d2d3,c2d4");
    assert_eq!(table.side(), Color::Black);
    // A turn of one unit is restored as a whole turn too.
    let mut table = self::table(Setup { fen: Some(fen.to_owned()), ..setup("chesimals") });
    table.play("d2d3", NOW).unwrap();
    table.play("end", NOW).unwrap();
    let reply = table.view(NOW, false).position.steps[0].text.clone();
    table.play(&reply, NOW).unwrap();
    let again = Table::restore(table.stored(NOW), &Library::builtin(), 2, NOW).unwrap();
    assert_eq!((again.turns(), again.game().fen()), (table.turns(), table.game().fen()));
}

/// A game of armies with one step made of the first turn.
fn in_mid_turn(clock: Option<ClockSetup>) -> Table {
    let fen = "16/16/16/16/3k12/16/16/16/16/16/1KNP12/16 w - - 0 1".to_owned();
    let mut table = table(Setup { fen: Some(fen), clock, ..setup("chesimals") });
    table.play("d2d3", NOW).unwrap();
    table
}

#[test]
fn a_game_that_ended_in_mid_turn_loses_no_step_unnoticed() {
    let mut table = in_mid_turn(None);
    let fen = table.game().fen();
    table.resign(NOW).unwrap();
    assert!(matches!(table.undo_step(), Err(TableError::NothingToUndo)));
    assert_eq!((table.steps(), table.game().fen()), (vec!["d2d3".to_owned()], fen));
    let again = Table::restore(table.stored(NOW), &Library::builtin(), 2, NOW).unwrap();
    assert_eq!((again.steps(), &again.end), (table.steps(), &table.end));
}

#[test]
fn a_takeback_in_mid_turn_makes_the_game_go_on() {
    let mut table = in_mid_turn(None);
    table.resign(NOW).unwrap();
    table.kept = Kept::ALL;
    table.take_back(NOW).unwrap();
    assert_eq!((&table.end, table.kept, table.steps().len()), (&None, Kept::default(), 0));
    for text in ["d2d3", "c2d4", "end"] {
        table.play(text, NOW).unwrap();
    }
    assert_eq!(table.stored(NOW).moves[0].turn, "d2d3,c2d4");
}

#[test]
fn a_takeback_in_mid_turn_restores_the_clock() {
    let second = Duration::from_secs(1);
    let mut table = in_mid_turn(Some(ClockSetup { seconds: 10, increment: 0 }));
    table.play("end", NOW).unwrap();
    table.play("d8d7", NOW).unwrap();
    table.play("end", NOW + second).unwrap();
    table.play("d3d4", 3 * second).unwrap();
    table.pause(true, 4 * second);
    table.pause(false, 5 * second);
    assert!(table.flag(99 * second), "the clock of White runs in mid-turn");
    table.take_back(100 * second).unwrap();
    assert!(!table.flag(100 * second));
    assert_eq!(table.time_left(102 * second).unwrap(), [8 * second, 9 * second]);
}

#[test]
fn a_stored_game_goes_on_where_it_was() {
    let clock = Some(ClockSetup { seconds: 60, increment: 1 });
    let mut table = table(Setup { clock, ..setup("cheskers") });
    let second = Duration::from_secs(1);
    let first = table.view(NOW, false).position.steps[0].text.clone();
    table.play(&first, 5 * second).unwrap();
    let reply = table.view(NOW, false).position.steps[0].text.clone();
    table.play(&reply, 8 * second).unwrap();
    let stored = table.stored(9 * second);
    // Black begins: its first turn costs no time, and it has thought for a second since White's,
    // which took three; each turn earns one.
    assert_eq!(stored.clocks, Some([58_000, 60_000]));
    let text = serde_json::to_string(&stored).unwrap();
    let stored: Stored = serde_json::from_str(&text).unwrap();
    let again = Table::restore(stored, &Library::builtin(), 2, NOW).unwrap();
    assert_eq!(again.game().fen(), table.game().fen());
    assert!(again.paused && again.time_left(NOW).unwrap()[0] == 58 * second);
}

#[test]
fn a_game_that_ends_in_thought_keeps_its_clocks() {
    let clock = Some(ClockSetup { seconds: 10, increment: 0 });
    let second = Duration::from_secs(1);
    for end in [Table::resign, Table::agree_draw] {
        let mut table = table(Setup { clock, ..setup("chess") });
        table.play("e4", NOW).unwrap();
        end(&mut table, 3 * second).unwrap();
        assert_eq!(table.time_left(9 * second), Some([10 * second, 7 * second]));
    }
}

#[test]
fn the_flag_falls() {
    let clock = Some(ClockSetup { seconds: 10, increment: 0 });
    let mut table = table(Setup { clock, ..setup("chess") });
    assert!(!table.flag(Duration::from_secs(99)), "the clocks start after the first turn");
    table.play("e4", NOW).unwrap();
    assert!(table.flag(Duration::from_secs(10)));
    assert_eq!(table.end.as_ref().map(|end| end.result), Some(GameResult::White));
    assert!(matches!(table.play("e5", NOW), Err(TableError::Ended)));
}

#[test]
fn ends_have_the_words_of_matches_in_records_and_a_sentence_on_the_page() {
    let ended = |fen: &str, text: &str| {
        let setup = Setup { fen: Some(fen.to_owned()), engine: Players::None, ..setup("chess") };
        let mut table = table(setup);
        table.play(text, NOW).unwrap();
        let shown = table.view(NOW, false).result.unwrap().1;
        (table.end.unwrap().reason, shown)
    };
    let (reason, shown) = ended("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8");
    assert_eq!((reason.as_str(), shown.as_str()), ("White mates", "White wins by checkmate"));
    let (reason, shown) = ended("k7/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2");
    assert_eq!(reason, "Draw by dead position");
    assert_eq!(shown, "Draw: neither side has the pieces to win");
    let mut table = table(setup("chess"));
    table.agree_draw(NOW).unwrap();
    assert_eq!(table.view(NOW, false).result.unwrap().1, "Draw by agreement");
}

#[test]
fn bad_settings_are_refused() {
    let new = |setup| Table::new(setup, &Library::builtin(), 1, String::new(), NOW);
    assert!(new(Setup { level: 11, ..setup("chess") }).is_err());
    assert!(new(Setup { fen: Some("x".to_owned()), ..setup("chess") }).is_err());
    assert!(new(setup("no-such-game")).is_err());
    let over = Some("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".to_owned());
    assert!(matches!(new(Setup { fen: over, ..setup("chess") }), Err(TableError::Over(_))));
    let clock = Some(ClockSetup { seconds: 0, increment: 0 });
    assert!(new(Setup { clock, ..setup("chess") }).is_err());
}
