//! Forced wins that must be found.

use menagerie_search::{Limits, Score};

use crate::{game, ms, search};

#[track_caller]
fn finds(variant: &str, fen: &str, limits: &Limits, step: &str, score: Score) {
    let answer = search(&game(variant, fen), limits);
    assert_eq!((answer.turn[0].as_str(), answer.score), (step, score), "{variant} {fen}");
}

#[test]
fn mates_in_chess() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 2, "a1a8", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 6, "a1a6", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 8, "f6a6", 3),
        // A mate on the hundredth ply has precedence over the draw.
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 60", 2, "a1a8", 1),
    ];
    for (fen, depth, step, moves) in mates {
        finds("chess", fen, &Limits::depth(depth), step, Score::Mate(moves));
    }
}

#[test]
fn being_mated_is_seen() {
    let mated = game("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    let answer = search(&mated, &Limits::depth(3));
    assert_eq!((answer.turn.len(), answer.score), (0, Score::Mate(0)));
    let stalemated = game("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let answer = search(&stalemated, &Limits::depth(3));
    assert_eq!((answer.turn.len(), answer.score), (0, Score::Centipawns(0)));
    let lost = game("chess", "6k1/8/8/8/8/8/1r6/K6r w - - 0 1");
    assert_eq!(search(&lost, &Limits::depth(3)).turn, ["a1b2"]);
    let lost = game("chess", "7k/8/8/8/8/1q6/2r5/K7 b - - 0 1");
    assert_eq!(search(&lost, &Limits::depth(3)).score, Score::Mate(1));
}

#[test]
fn mates_in_pacific() {
    let one = "k9/9R/10/10/10/10/10/10/4K5/8R1 w - - 0 1";
    finds("pacific", one, &Limits::depth(2), "i1i10", Score::Mate(1));
    // Along the ranks or the files: both mates are equally short.
    let two = game("pacific", "10/k9/9R/10/10/10/10/10/4K5/8R1 w - - 0 1");
    let answer = search(&two, &Limits::depth(7));
    assert_eq!(answer.score, Score::Mate(2));
    assert!(["i1i9", "i1b1"].contains(&answer.turn[0].as_str()), "{answer:?}");
}

#[test]
fn a_check_right_behind_the_last_step_is_seen() {
    // The rook must stay at home: d8d1 mates.
    let game = game("chess", "3r2k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert_ne!(search(&game, &Limits::depth(1)).turn, ["a1a7"]);
}

#[test]
fn a_shot_in_draughts() {
    // One man is sacrificed; the reply is forced, and a multi-jump captures two men.
    let shot = game("english-draughts", "8/2m5/8/4m1m1/8/4M1M1/7M/8 w - - 0 1");
    let answer = search(&shot, &Limits::depth(4));
    assert_eq!(answer.turn, ["g3f4"]);
    assert_eq!(answer.ponder, ["e5g3"]);
}

#[test]
fn last_pieces_are_taken() {
    let piece = "8/8/8/3b4/3R4/8/8/8 w - - 0 1";
    finds("chesica", piece, &Limits::depth(2), "d4d5", Score::Mate(1));
    let king = "7k/p7/8/8/8/8/8/B1K5 w - - 0 1";
    finds("cheskers", king, &Limits::depth(2), "a1h8", Score::Mate(1));
}

#[test]
fn chiefs_are_taken() {
    let rows = |rows: [&str; 3]| {
        format!("16/16/16/16/{}/16/{}/{}/16/16/16/16 w - - 0 1", rows[0], rows[1], rows[2])
    };
    let turns = [
        // The knight is in contact.
        (["6k9", "5S10", "4Q11"], 1),
        // The chief has to move next to the knight first.
        (["6k9", "5S10", "2Q13"], 2),
        // The chief moves next to a guard, and the guard next to the knight.
        (["6k9", "5S10", "1Q1T12"], 3),
    ];
    for (piece_square, steps) in turns {
        for limits in [Limits::move_time(ms(100)), Limits::nodes(100_000)] {
            let answer = search(&game("chesimals", &rows(piece_square)), &limits);
            assert_eq!((answer.turn.len(), answer.score), (steps, Score::Mate(1)));
            assert_eq!(answer.turn.last().map(String::as_str), Some("f6g8"));
        }
    }
}

#[test]
fn a_chief_is_not_left_to_be_taken() {
    // The knight k7 attacks the last chief, which can step aside.
    let fen = "16/16/16/16/9q6/10s5/16/11Q4/16/2T13/16/16 w - - 0 1";
    let answer = search(&game("chesimals", fen), &Limits::nodes(30_000));
    assert!(!matches!(answer.score, Score::Mate(..0)), "{answer:?}");
}

#[test]
fn a_chief_steps_out_of_the_way_of_a_plan() {
    // The knights k7 and m7 reach the last chief; their own chief can come into contact with
    // either first. The guard c3 has something to take meanwhile.
    let fen = "16/16/16/16/11q4/16/10s1s3/16/11Q4/2g13/2T13/16 w - - 0 1";
    for limits in [Limits::move_time(ms(100)), Limits::nodes(500)] {
        let mut game = game("chesimals", fen);
        let answer = search(&game, &limits);
        answer.turn.iter().for_each(|step| game.play_step(step).unwrap());
        let reply = search(&game, &Limits::nodes(20_000));
        assert!(!matches!(reply.score, Score::Mate(1..)), "{answer:?} {reply:?}");
    }
}

#[test]
fn both_moves_of_a_turn_are_seen() {
    // After a3b4 and back, d8a5 and a5d2 take the king.
    let fen = "1r1qkbnr/pb2ppp1/n6p/2pp1P2/1p6/BP1PP3/P1PK2PP/RN1Q1BNR w k d6 0 5";
    for nodes in [500, 1000, 2000, 4000] {
        let mut game = game("doublemove", fen);
        let answer = search(&game, &Limits::nodes(nodes));
        answer.turn.iter().for_each(|step| game.play_step(step).unwrap());
        let reply = search(&game, &Limits::depth(4));
        assert!(!matches!(reply.score, Score::Mate(1..)), "{nodes}: {answer:?} {reply:?}");
    }
}

#[test]
fn room_to_move_is_the_worth_of_amazons() {
    // The black amazon has one square left.
    let room = "10/10/10/10/10/10/4Q5/***7/1q*7/***7 w - - 0 1";
    let Score::Centipawns(value) = search(&game("amazons", room), &Limits::depth(1)).score else {
        return;
    };
    assert!(value > 500, "{value}");
    let even = "10/10/3q6/10/10/10/10/3Q6/10/10 w - - 0 1";
    let answer = search(&game("amazons", even), &Limits::depth(1));
    assert!(matches!(answer.score, Score::Centipawns(-300..=300)), "{answer:?}");
}
