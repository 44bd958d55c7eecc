//! Tests of the whole family.

mod games;
mod random;
mod slow;

use std::sync::Arc;

use games::definition;

use super::{CHAIN_LIMIT, Jumping, JumpingRules};
use crate::{
    Bits, Color, Fen, FenError, Game, Notation, Outcome, Position, Reason, Square, U256, perft,
};

fn rules<B: Bits>(name: &str) -> Arc<JumpingRules<B>> {
    Arc::new(Jumping::<B>::compile(definition(name)))
}

fn position<B: Bits>(rules: &Arc<JumpingRules<B>>, fen: &str) -> Result<Jumping<B>, FenError> {
    Jumping::from_fen(rules, &Fen::parse(fen, &rules.common.definition)?)
}

fn set_up(name: &str, fen: &str) -> Jumping<u64> {
    position(&rules(name), fen).unwrap()
}

fn texts<B: Bits>(position: &Jumping<B>) -> Vec<String> {
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let mut texts: Vec<String> = steps.iter().map(|&step| position.step_text(step)).collect();
    texts.sort();
    texts
}

/// Checks the legal moves of a position, and returns it.
fn check(name: &str, fen: &str, moves: &str) -> Jumping<u64> {
    let position = set_up(name, fen);
    assert_eq!(texts(&position).join(" "), moves, "{name} {fen}");
    assert_eq!(position.count() as usize, texts(&position).len());
    position
}

fn play<B: Bits>(position: &mut Jumping<B>, text: &str) {
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let step = steps.into_iter().find(|&step| position.step_text(step) == text).unwrap();
    position.play(step);
}

fn fen<B: Bits>(position: &Jumping<B>) -> String {
    position.to_fen().text(&position.common().definition)
}

#[test]
fn counts_from_the_start() {
    let counts = [
        ("cheskers", vec![9, 81, 652, 4395, 30159, 207_054]),
        ("cheskers-free", vec![9, 81, 652, 4395, 30239, 209_816]),
        ("chesica", vec![29, 841, 23983]),
        ("english-draughts", vec![7, 49, 302, 1469, 7361, 36768, 179_740]),
        // <https://damforum.nl/bb3/viewtopic.php?t=2822>
        ("brazilian-draughts", vec![7, 49, 302, 1469, 7473, 37628, 187_302]),
        ("russian-draughts", vec![7, 49, 302, 1469, 7482, 37986, 190_146]),
    ];
    for (name, counts) in counts {
        let start = set_up(name, &definition(name).start);
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(perft(&start, depth as u32 + 1), count, "{name} at depth {}", depth + 1);
        }
    }
}

/// Counts by <https://aartbik.blogspot.com/search/label/perft>.
#[test]
fn counts_of_international_draughts() {
    let rules = rules::<u128>("international-draughts@10x10");
    let start = position(&rules, &rules.common.definition.start).unwrap();
    for (depth, count) in [9, 81, 658, 4265, 27117, 167_140, 1_049_442].into_iter().enumerate() {
        assert_eq!(perft(&start, depth as u32 + 1), count, "depth {}", depth + 1);
    }
}

#[test]
fn several_are_taken_before_one() {
    // The pawn takes two by d4, or one by b4; the bishop takes one.
    let fen = "7k/2p5/5p2/8/1p1p3B/2P5/8/K7 w - - 3 9";
    check("cheskers-free", fen, "c3a5 c3e5,e5g7 h4f6");
    check("cheskers", fen, "c3e5,e5g7");
    check("cheskers-most", fen, "c3e5,e5g7");
    // Two or four: the choice is free, unless the most is asked for.
    let four = "c3a5,a5c7,c7e5,e5c3 c3a5,a5c7,c7e5,e5g3 c3e5,e5c7,c7a5,a5c3";
    let fen = "8/8/1p1p3p/8/1p1p1p2/2K5/8/B6k w - - 0 1";
    check("cheskers", fen, &format!("{four} c3e5,e5g3"));
    check("cheskers-most", fen, four);
}

#[test]
fn a_capture_of_one_by_a_piece_that_does_not_jump_is_a_choice_under_the_duty() {
    let fen = "8/8/1p5k/8/3p4/C1P5/8/K7 w - - 0 1";
    check("cheskers", fen, "a3b6 a3d4 c3e5");
    // Without a jump, nothing has to be taken.
    let position = check("cheskers", "8/8/1p5k/8/8/C7/8/K7 w - - 0 1", "a1b2 a3b6 a3d2 a3d4");
    assert_eq!((position.is_forced(), position.notes()), (false, String::new()));
}

#[test]
fn a_chain_may_pass_its_own_first_square() {
    let fen = "8/8/8/3m1m2/8/3m1m2/4K3/8 w - - 5 1";
    let position = check("english-draughts", fen, "e2c4,c4e6,e6g4,g4e2 e2g4,g4e6,e6c4,c4e2");
    let mut after = position.clone();
    play(&mut after, "e2c4,c4e6,e6g4,g4e2");
    assert_eq!(self::fen(&after), "8/8/8/8/8/8/4K3/8 b - - 0 1");
    assert_eq!(after.decided(), Some(Outcome::win(Color::White, Reason::AllCaptured)));
    assert_eq!((texts(&after).len(), after.count()), (0, 0));
}

#[test]
fn promotion_ends_the_move() {
    // From c8 a king could go on over d7.
    check("english-draughts", "8/1m1m4/M7/8/8/8/8/8 w - - 0 1", "a6c8");
    let mut position = check("cheskers", "8/1p1p3k/P7/8/8/8/8/K7 w - - 7 1", "a6c8b a6c8c a6c8k");
    play(&mut position, "a6c8c");
    assert_eq!(fen(&position), "2C5/3p3k/8/8/8/8/8/K7 b - - 0 1");
    // In Chesica it is automatic, by any move.
    let mut position = check("chesica", "r7/1R6/8/8/8/8/8/8 w - - 7 1", "b7a7 b7b8 b7c7 b7c8");
    play(&mut position, "b7b8");
    assert_eq!(fen(&position), "r+R6/8/8/8/8/8/8/8 b - - 0 1");
}

#[test]
fn ways_to_the_same_square_are_one_move() {
    check("chesica", "8/8/8/8/8/8/7r/+B7 w - - 0 1", "a1b2 a1c3 a1d4 a1e5 a1f6 a1g7 a1h8");
    // Sideways a rook takes on the enemy's square; diagonally it only jumps.
    check("chesica", "8/8/8/2r5/2Rr4/8/8/8 w - - 0 1", "c4b4 c4b5 c4c5 c4d4 c4d5");
    check("chesica", "8/8/8/2r5/1qRr4/8/8/8 w - - 0 1", "c4b4 c4b5 c4c5 c4d4 c4d5");
    check("chesica", "8/8/8/3r4/1qRr4/8/8/8 w - - 0 1", "c4e6");
}

#[test]
fn ends() {
    let outcome_without_steps = check("english-draughts", "8/8/8/8/8/2m5/1m6/M7 w - - 0 1", "");
    assert_eq!(outcome_without_steps.decided(), None);
    assert_eq!(
        outcome_without_steps.outcome_without_steps(),
        Outcome::win(Color::Black, Reason::Stalemate)
    );
    let lost = check("cheskers", "7k/8/8/8/8/2P5/8/B5C1 b - - 0 1", "");
    assert_eq!(lost.decided(), Some(Outcome::win(Color::Black, Reason::Kings)));
    assert_eq!(lost.clone().pass().map(|_| ()), None);
}

#[test]
fn clocks_and_numbers() {
    let mut position = set_up("cheskers", "1c5k/8/1p6/8/8/6P1/8/K7 b - - 4 20");
    for (text, clock, number) in
        [("h8g7", 5, 21), ("a1b2", 6, 21), ("b6a5", 0, 22), ("b2a3", 1, 22)]
    {
        play(&mut position, text);
        assert_eq!((position.clock(), position.to_fen().number), (clock, number), "{text}");
    }
    let before = position.clone();
    let undo = position.pass().unwrap();
    assert_eq!(position.side(), !before.side());
    assert_ne!(position.key(), before.key());
    position.undo_pass(undo);
    assert_eq!(position, before);
    // Nobody passes while somebody has to take.
    let mut forced = set_up("english-draughts", "8/8/8/8/3m4/2M5/8/8 w - - 0 1");
    assert_eq!((forced.notes().as_str(), forced.pass().is_none()), ("must take", true));
    let mut forced = set_up("english-draughts", "8/8/8/8/3m4/2M5/8/8 b - - 0 1");
    assert!(forced.pass().is_none());
}

#[test]
fn bad_positions_are_refused() {
    let rules = rules::<u64>("cheskers");
    for (bad, what) in [
        ("8/8/8/8/8/2P5/8/B5C1 b - - 0 1", "both sides have lost"),
        ("8/8/8/8/8/8/8/8 b - - 0 1", "both sides have lost"),
        ("1P5k/8/8/8/8/8/8/K7 b - - 0 1", "the P on b8 would have promoted"),
        ("7k/8/8/8/8/8/8/K1p5 b - - 0 1", "the p on c1 would have promoted"),
        ("7k/8/8/8/8/8/8/K7 b K - 0 1", "no castling"),
        ("7k/8/8/8/8/8/8/K7 b - a3 0 1", "no en passant"),
    ] {
        let error = position(&rules, bad).unwrap_err().to_string();
        assert!(error.contains(what), "{bad}: {error}");
    }
}

#[test]
fn repetition_bars_moves_in_chesica() {
    let start = set_up("chesica", "+q7/8/8/8/8/8/8/7+Q w - - 0 1");
    let mut game = Game::new(start);
    let mut steps = Vec::new();
    for text in ["h1g1", "a8b8", "g1h1", "b8a8", "h1g1", "a8b8", "g1h1"] {
        game.legal_steps(&mut steps);
        let step = steps.iter().copied().find(|&s| game.position().step_text(s) == text);
        game.play(step.unwrap());
    }
    let barred: Vec<String> =
        game.barred_steps().iter().map(|&s| game.position().step_text(s)).collect();
    assert_eq!(barred, ["b8a8"]);
}

#[test]
fn what_a_step_does() {
    let position = set_up("cheskers", "7k/2p5/5p2/8/1p1p4/2P5/8/K7 w - - 3 9");
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let [step] = steps[..] else { panic!("{steps:?}") };
    let step_info = position.step_info(step).unwrap();
    let size = position.common().definition.size;
    assert_eq!((size.name(step_info.from), size.name(step_info.to)), ("c3".into(), "g7".into()));
    assert!(step_info.captures && step_info.promotion.is_none());
    let mut victims = Vec::new();
    position.victims(step, |square, piece| victims.push((size.name(square), piece.color())));
    assert_eq!(victims, [("f6".to_owned(), Color::Black), ("d4".to_owned(), Color::Black)]);
}

/// A king among so many men that its chains could not all be listed.
/// No chain is cut short: no position has more victims than a step can tell.
#[test]
fn chains_of_straight_jumps_are_whole() {
    let rules = rules::<u64>("mixed");
    let fen = |row: &str| format!("k6k/llllllll/llllllll/{row}/8/8/8/K7 w - - 0 1");
    assert!(position(&rules, &fen("lll5")).is_ok());
    let error = position(&rules, &fen("llll4")).unwrap_err().to_string();
    let expected = "black has 22 pieces: expected at most 21, the longest chain of jumps";
    assert!(error.contains(expected), "{error}");
    // Diagonal jumps alone never come so far.
    let crowd = "1m1m1m1m/mmmmmmmm/mmmmmmmm/mmmmmmmm/8/8/8/M7 w - - 0 1";
    set_up("english-draughts", crowd);
}

#[test]
fn chains_without_number_are_cut_off() {
    let mut rows = vec!["16"; 15];
    for row in rows.iter_mut().skip(2).step_by(2) {
        *row = "1m1m1m1m1m1m1m2";
    }
    rows.push("K15");
    let text = format!("{} w - - 0 1", rows.join("/"));
    let rules = rules::<U256>("english-draughts@16x16");
    let mut position = position(&rules, &text).unwrap();
    let mut steps = Vec::new();
    position.generate(&mut steps);
    assert_eq!((steps.len(), position.count()), (CHAIN_LIMIT, CHAIN_LIMIT as u64));
    assert!(steps.iter().any(|step| step.jumps > 40));
    let before = position.clone();
    for &step in steps.iter().step_by(997) {
        let undo = position.play(step);
        assert_eq!(position.key(), position.key_from_scratch());
        position.undo(step, undo);
        assert_eq!(position, before);
    }
}

#[test]
fn any_of_very_many_ways_is_read() {
    let position = set_up("mixed-far", "2S1K3/2N3K1/1N6/2K5/8/2NKNKK1/2K1N3/kN6 b - - 0 1");
    let general = position.rules.general.as_ref().unwrap();
    let size = position.common().definition.size;
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let mut ways = 0;
    let some: Vec<_> = steps.iter().copied().step_by(24).collect();
    for &step in &some {
        for first in size.iter() {
            let begins_there = |trail: &[Square]| trail[0] == first;
            position.ways_of(general, step, &begins_there, |way| {
                ways += 1;
                // Each takes a while.
                if ways % 16 == 0 {
                    let legs = way.windows(2).map(|leg| size.name(leg[0]) + &size.name(leg[1]));
                    let text = legs.collect::<Vec<_>>().join(",");
                    assert_eq!(position.reads(&steps, &text), Some(step), "{text}");
                }
                false
            });
        }
    }
    assert!(ways > 2 * some.len(), "{ways} ways of {} steps", some.len());
}

/// Checks the legal moves of a position on 10x10.
fn check_on_hundred(name: &str, fen: &str, moves: &str) -> Jumping<u128> {
    let rules = rules::<u128>(&format!("{name}@10x10"));
    let position = position(&rules, fen).unwrap();
    assert_eq!(texts(&position).join(" "), moves, "{name} {fen}");
    position
}

#[test]
fn jumped_pieces_stay_to_the_end() {
    let fen = "10/10/10/3m6/10/3m1m4/6M3/10/10/10 w - - 0 1";
    check_on_hundred("international-draughts", fen, "g4e6,e6c4 g4e6,e6c8");
    let fen = "8/8/1m3m2/8/3m4/8/8/K7 w - - 0 1";
    check("brazilian-draughts", fen, "a1e5,e5g7 a1e5,e5h8");
}

#[test]
fn captures_are_preferred() {
    // A king before a man; what takes a king first.
    check("czech-draughts", "8/8/2m5/8/2m5/1M6/8/3K4 w - - 0 1", "b3d5,d5b7");
    check("czech-draughts", "8/8/8/6m1/2m5/1M6/8/2K5 w - - 0 1", "c1h6");
}

#[test]
fn a_king_moves_three_times_in_a_row() {
    let fen = "1k8/10/10/10/10/10/9M/10/10/K9 w - - 0 1";
    let mut position = position(&rules::<u128>("frisian-draughts@10x10"), fen).unwrap();
    for text in ["a1b2", "b10c9", "b2a1", "c9b10", "a1b2", "b10c9"] {
        play(&mut position, text);
    }
    assert_eq!(self::fen(&position), "10/2k7/10/10/10/10/9M/10/1K8/10 w - b2:3 6 4");
    assert_eq!(texts(&position).join(" "), "j4i5");
    // Black has no men.
    play(&mut position, "j4i5");
    assert!(texts(&position).len() > 5);
    assert_eq!(position.held, super::held::Held::NONE);
    let text = "10/2k7/10/10/10/10/9M/10/1K8/10 w - b2:4 6 4";
    let error = self::position(&rules::<u128>("frisian-draughts@10x10"), text).unwrap_err();
    assert!(error.to_string().contains("up to 3, such as d4:2"), "{error}");
}

#[test]
fn endings_have_a_move_rule_of_their_own() {
    for (fen, limit) in [
        ("k7/8/8/8/8/8/8/K1K1K3 w - - 0 1", Some(32)),
        ("k7/8/8/8/8/8/8/K1K5 w - - 0 1", Some(10)),
        ("k7/8/8/8/8/2M5/8/K7 b - - 0 1", Some(10)),
        ("k1k5/8/8/8/8/8/8/K1K5 w - - 0 1", Some(50)),
        ("k7/8/8/8/8/2M1M3/1M6/8 w - - 0 1", Some(50)),
    ] {
        assert_eq!(set_up("brazilian-draughts", fen).move_limit(), limit, "{fen}");
    }
}

#[test]
fn steps_are_read_by_numbers() {
    let rules = rules::<u128>("international-draughts@10x10");
    let start = position(&rules, &rules.common.definition.start).unwrap();
    let mut steps = Vec::new();
    start.generate(&mut steps);
    for (text, step) in [("32-28", "d4e5"), ("31-26", "b4a5"), ("35-30", "j4i5")] {
        let read = start.reads(&steps, text).map(|step| start.step_text(step));
        let expected = texts(&start).into_iter().find(|text| text == step);
        assert_eq!(read, expected, "{text}");
    }
    for bad in ["32-27-28", "32x28x", "99-1", "0-5", "-", "x", "32", "é-1", "32-23"] {
        assert_eq!(start.reads(&steps, bad), None, "{bad}");
    }
    assert_eq!(
        start.pdn(&steps, steps[0]).map(|text| start.reads(&steps, &text)),
        Some(Some(steps[0]))
    );
}

#[test]
fn chains_are_told_by_their_victims() {
    let rules = rules::<u64>("russian-draughts");
    let start = position(&rules, "8/8/5m2/8/8/2m5/8/K7 w - - 0 1").unwrap();
    let mut steps = Vec::new();
    start.generate(&mut steps);
    // Over c3 to d4 or e5, then over f6.
    let read = |text: &str| start.reads(&steps, text).map(|step| start.step_text(step));
    assert!(read("a1c3,c3f6,f6g7").is_some_and(|text| text.ends_with("g7")));
    assert!(read("a1f6,f6c3,c3g7").is_some_and(|text| text.ends_with("g7")));
    assert_eq!(read("a1c3,c3d4"), None);
    assert_eq!(start.begins(&steps, "a1c3,c3d4").as_deref(), Some("a1d4"));
    for text in ["a1c3,c3f6,f6g7", "a1c3,c3b2", "a1c3,d4f6", "nonsense"] {
        assert_eq!(start.begins(&steps, text), None, "{text}");
    }
}
