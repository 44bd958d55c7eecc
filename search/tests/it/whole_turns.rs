//! Games whose turns have several steps: tactics, and reported lines.

use menagerie_search::{Control, Engine, Limits, Score, SearchRequest, turns};
use variants::{Color, with_game};

use crate::{game, ms, search};

/// White has just put its ortho chief where a warmachine could take it, were that in contact.
const RAID: &str = "5t1tk2w4/1ge1g1qp1p1h4/1g1e1t1tp1p5/1ge1s1sn1nw5/1e9w2h1/2d6H1O1Wo1/12W3/\
    3E2T9/2G2TSN1N6/1EDEG1TSP1P5/EG2G2TP1P5/7QK7";

#[test]
fn the_way_to_a_chief_is_opened() {
    // The chief o7 comes into contact with the warmachine l8, which captures the chief l7; or a
    // similar turn.
    for limits in [Limits::nodes(3000), Limits::nodes(20_000)] {
        let answer = search(&game("chesimals", &format!("{RAID} b - - 0 15")), &limits);
        assert!(matches!(answer.score, Score::Centipawns(700..)), "{answer:?}");
    }
}

#[test]
fn the_way_to_a_chief_is_closed() {
    // One turn earlier: the same must be prevented.
    let fen = "5t1tk2w4/1ge1g1qp1p1h4/1g1e1t1tp1p5/1ge1s1sn1nw5/1e8Ow2h1/2d6H1W1ho1/12W3/3E2T9/\
        2G2TSN1N6/1EDEG1TSP1P5/EG2G2TP1P5/7QK7 w - - 0 15";
    let mut game = game("chesimals", fen);
    let answer = search(&game, &Limits::nodes(5000));
    answer.turn.iter().for_each(|step| game.play_step(step).unwrap());
    let reply = search(&game, &Limits::nodes(5000));
    assert!(matches!(reply.score, Score::Centipawns(..600)), "{answer:?} {reply:?}");
}

#[test]
fn both_royal_chiefs_in_one_turn() {
    // Two knights in contact, two chiefs within their reach.
    let fen = "16/16/16/16/2k3q9/16/3S1S10/4Q11/16/16/16/16 w - - 0 1";
    for limits in [Limits::nodes(2000), Limits::move_time(ms(100))] {
        let answer = search(&game("chesimals", fen), &limits);
        assert_eq!((answer.turn.len(), answer.score), (2, Score::Mate(1)));
    }
}

#[test]
fn who_has_another_turn_is_not_lost() {
    // The other side's most promising turns all lose, and some others do not.
    for fen in [
        "16/16/16/12p3/8K7/3g3P8/16/7N8/8q7/16/16/16 w - - 13 55",
        "16/16/9N6/16/3e4k7/8p7/9st5/2d7T2W2/10Q5/7s8/16/11P4 b - - 5 49",
        "Q15/16/16/2p13/8G7/3n3G8/3k4q7/7t8/16/16/16/16 b - - 25 67",
    ] {
        let answer = search(&game("chesimals2", fen), &Limits::nodes(40_000));
        assert!(matches!(answer.score, Score::Centipawns(_)), "{fen}: {answer:?}");
    }
}

#[test]
fn two_chiefs_catch_a_lone_one() {
    for fen in [
        "16/16/16/16/7q8/16/16/16/16/3K4Q7/16/16 w - - 0 1",
        "16/16/16/13Q2/16/3K12/16/6q9/16/16/16/16 b - - 0 1",
    ] {
        let mut game = game("chesimals", fen);
        for _ in 0..70 {
            if game.outcome().is_none() {
                let answer = search(&game, &Limits::nodes(40_000));
                answer.turn.iter().for_each(|step| game.play_step(step).unwrap());
            }
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(Color::White), "{fen}: {}", game.fen());
    }
}

#[test]
fn a_chief_and_its_units_catch_a_lone_one_under_the_move_rule() {
    for fen in [
        // Two guards, a knight and a guard, and a whole royal army.
        "16/16/4k11/16/16/10P5/9K6/8P7/16/16/16/16 w - - 0 1",
        "16/16/4q11/16/16/10P5/9K6/8N7/16/16/16/16 w - - 0 1",
        "16/12k3/16/16/16/16/2SQT11/1TTST11/16/16/16/16 w - - 0 1",
        "16/16/2sqt11/1ttst11/16/16/16/16/11K4/16/16/16 b - - 0 1",
    ] {
        let mut game = game("chesimals", fen);
        let hunter = game.side();
        while game.outcome().is_none() {
            let answer = search(&game, &Limits::nodes(30_000));
            answer.turn.iter().for_each(|step| game.play_step(step).unwrap());
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(hunter), "{fen}: {}", game.fen());
    }
}

#[test]
fn a_chief_needs_two_units_to_catch_a_lone_one() {
    let score = |units: &str| {
        let fen = format!("16/16/4k11/16/16/{units}/9K6/16/16/16/16/16 w - - 0 1");
        match search(&game("chesimals", &fen), &Limits::nodes(5000)).score {
            Score::Centipawns(score) => score,
            Score::Mate(_) => panic!("{fen}"),
        }
    };
    let (one, two) = (score("10P5"), score("9PP5"));
    assert!(one < 100 && two > 3 * one.abs(), "{one} {two}");
}

#[test]
fn a_mate_that_only_the_listed_turns_allow_is_not_announced() {
    // The first iterations list few turns of the lone chief.
    let game = game("chesimals", "16/16/16/16/7K8/16/7P8/9k6/16/16/16/16 w - - 10 160");
    for depth in 1..=5 {
        let answer = search(&game, &Limits::depth(depth));
        assert!(matches!(answer.score, Score::Centipawns(_)), "{depth}: {answer:?}");
    }
}

#[test]
fn lines_are_whole_turns() {
    let clock = || ms(0);
    for name in ["chesimals", "chesimals2"] {
        with_game!(&game(name, ""), game => {
            for threads in [1, 2] {
                let mut engine = Engine::new(threads, 4).unwrap();
                let (limits, control) =
                    (Limits { multi_pv: 3, ..Limits::nodes(6000) }, Control::new());
                let request = SearchRequest::new(game, limits, &clock, &control);
                let mut lines = Vec::new();
                engine.search(&request, &mut |report| {
                    let mut position = game.position().clone();
                    report.pv.iter().for_each(|&step| { position.play(step); });
                    assert!(position.is_turn_start());
                    let first = turns(game.position(), &report.pv)[0].to_vec();
                    lines.push((report.depth, report.line, first));
                });
                for (depth, line, first) in &lines {
                    let same = |other: &&(u32, usize, Vec<_>)| other.0 == *depth && other.1 != *line;
                    assert!(lines.iter().filter(same).all(|other| other.2 != *first), "{lines:?}");
                }
            }
        });
    }
}
