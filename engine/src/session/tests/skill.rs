//! Play below full strength, in both protocols.

use search::Limits;

use super::*;
use crate::strength::{MAX_ELO, MIN_ELO, Strength};

fn kind(purpose: Purpose) -> TaskKind {
    TaskKind::Search { purpose, bounded: true }
}

/// Returns the depths of all search information.
fn depths(output: &str) -> Vec<u32> {
    let after = |line: &str| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok();
    output.lines().filter_map(after).collect()
}

#[test]
fn options_set_the_strength() {
    for mut client in [Client::new(), Client::cecp()] {
        let is_cecp = client.session.cecp.is_active();
        let mut set = |name: &str, value: &str| {
            client.send(&match is_cecp {
                true => format!("option {name}={value}"),
                false => format!("setoption name {name} value {value}"),
            });
            client.session.strength()
        };
        assert!(set("Skill Level", "20").is_full());
        assert_eq!(set("Skill Level", "3"), Strength::skill(3));
        assert_eq!(set("Skill Level", "21"), Strength::skill(3));
        assert_eq!(set("UCI_Elo", &MAX_ELO.to_string()), Strength::skill(3));
        let limited = if is_cecp { "1" } else { "true" };
        assert_eq!(set("UCI_LimitStrength", limited), Strength::elo(MAX_ELO));
        assert_eq!(set("UCI_Elo", &MIN_ELO.to_string()), Strength::skill(0));
        let free = if is_cecp { "0" } else { "false" };
        assert_eq!(set("UCI_LimitStrength", free), Strength::skill(3));
    }
}

#[test]
fn analysis_is_at_full_strength() {
    let mut client = Client::new();
    client.send("setoption name Skill Level value 0");
    let strength = |limits, purpose| client.session.strength_of(&limits, kind(purpose));
    let clock = Limits::depth(5);
    for purpose in [Purpose::BestMove, Purpose::Move, Purpose::Ponder] {
        assert_eq!(strength(clock, purpose), Strength::skill(0));
        assert!(strength(Limits { infinite: true, ..clock }, purpose).is_full());
        assert!(strength(Limits { mate: Some(2), ..clock }, purpose).is_full());
    }
    assert!(strength(clock, Purpose::Hint).is_full());
    assert!(strength(clock, Purpose::Analysis).is_full());
}

#[test]
fn a_weak_search_shows_the_lines_that_were_asked_for() {
    for lines in [1, 3] {
        let mut client = Client::new();
        client.send(&format!(
            "setoption name Skill Level value 0
            setoption name Skill Seed value 5
            setoption name MultiPV value {lines}
            isready
            position startpos moves e2e4
            go depth 9
            wait"
        ));
        let output = client.output();
        let shown = output.lines().filter(|line| line.starts_with("info depth")).count();
        assert_eq!(shown, lines, "{output}");
        assert!(depths(&output).iter().all(|&depth| depth == 1), "{output}");
        assert_eq!(output.matches("bestmove ").count(), 1, "{output}");
    }
}

#[test]
fn requested_moves_and_pondering_are_obeyed() {
    let mut client = Client::new();
    client.send(
        "setoption name Skill Level value 2
        position startpos
        go depth 3 searchmoves a2a3
        wait",
    );
    assert!(client.output().contains("bestmove a2a3"));
    client.send("go ponder wtime 60000 btime 60000");
    assert!(!client.output().contains("bestmove"));
    client.send("ponderhit\nwait");
    assert_eq!(client.output().matches("bestmove ").count(), 1);
}

#[test]
fn a_weak_engine_moves_in_both_protocols_and_every_kind_of_turn() {
    for game in ["chesimals", "progressive", "crazyhouse", "cheskers"] {
        let mut client = Client::new();
        client.send(&format!(
            "setoption name UCI_Variant value {game}
            setoption name UCI_LimitStrength value true
            position startpos
            go movetime 10000
            wait"
        ));
        let output = client.output();
        assert_eq!(output.matches("bestmove ").count(), 1, "{output}");
    }
    let mut client = Client::cecp();
    client.send("option Skill Level=0\nusermove e2e4\nwait");
    let output = client.output();
    assert_eq!(output.matches("move ").count(), 1, "{output}");
}
