//! The royal family against hand-made positions and a slow second statement of its rules.

mod arrays;
mod castling;
mod count;
mod definitions;
mod flips;
mod forms;
mod games;
mod in_place;
mod passes;
mod placement;
mod random;
mod random_keys;
mod royals;
mod slow;
mod slow_castling;
mod slow_ends;
mod slow_flips;
mod slow_gates;
mod slow_hands;
mod slow_in_place;
mod slow_moves;
mod slow_turns;
mod slow_walls;
mod turns;
mod unmoved;
mod ways;
mod zones;

use std::sync::Arc;

use super::Royal;
use crate::{Bits, Definition, Fen, FenError, Game, Notation, Position, Reason};
use games::{builtin, close_castling, odd_army, own};

/// Sets up a position of a game.
fn set_up<B: Bits>(definition: Definition, fen: &str) -> Result<Royal<B>, FenError> {
    let definition = Arc::new(definition);
    let rules = Arc::new(Royal::<B>::compile(Arc::clone(&definition)));
    Royal::from_fen(&rules, &Fen::parse(fen, &definition)?)
}

/// The legal moves of a position, sorted.
fn moves<B: Bits>(position: &Royal<B>) -> Vec<String> {
    let mut steps = Vec::new();
    position.generate(&mut steps);
    let mut texts: Vec<String> = steps.iter().map(|&step| position.step_text(step)).collect();
    texts.sort();
    texts
}

/// Checks the legal moves of the piece that stands on the square named first.
fn check(name: &str, fen: &str, from: &str, expected: &str) {
    let position = set_up::<u128>(builtin(name), fen).unwrap();
    let found: Vec<String> = moves(&position).into_iter().filter(|m| m.starts_with(from)).collect();
    assert_eq!(found.join(" "), expected, "{name} {fen}");
}

/// Checks that a FEN is refused with words that contain the expected ones.
fn check_refused(name: &str, fen: &str, expected: &str) {
    let error = set_up::<crate::U256>(builtin(name), fen).unwrap_err().to_string();
    assert!(error.contains(expected), "{fen}: {error}");
}

/// Plays a move given as text.
fn play(game: &mut Game<Royal<u128>>, text: &str) {
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let step = steps.into_iter().find(|&step| game.position().step_text(step) == text);
    game.play(step.unwrap_or_else(|| panic!("{text} is not legal")));
}

#[test]
fn pawns_do_not_stand_beyond_the_rank_where_they_promote() {
    let refused =
        |game: &str, fen: &str| check_refused(game, fen, "beyond the squares where it promotes");
    refused("makruk", "4k3/4P3/8/8/8/8/8/4K3 w - - 0 1");
    refused("makruk", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1");
    check("makruk", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5", "e5e6m");
    check("makruk", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", "e2e3");
}

#[test]
fn pins_and_checks() {
    check("chess", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "");
    check("chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2", "e2e3 e2e4 e2e5 e2e6 e2e7");
    // A double check: only the king moves.
    check("chess", "4k3/8/8/8/8/5n2/4r3/R3K3 w - - 0 1", "a1", "");
    check("chess", "4k3/8/8/8/8/5n2/4r3/R3K3 w - - 0 1", "e1", "e1d1 e1e2 e1f1");
    // The checker is a leaper two squares away on a line: nothing can be put between.
    check("pacific", "9k/10/10/10/10/10/10/4c5/R9/4K5 w - - 0 1", "a2", "");
}

#[test]
fn en_passant_leaves_no_king_in_check() {
    // Both pawns would leave the fifth rank.
    check("chess", "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1", "b5", "b5b6");
    check("chess", "8/8/8/KPp5/7r/8/8/4k3 w - c6 0 1", "b5", "b5b6 b5c6");
}

#[test]
fn a_triple_step_can_be_taken_on_both_squares() {
    let fen = "k9/10/10/10/10/1p8/1p8/P9/10/9K w - - 0 1";
    let mut game = Game::new(set_up::<u128>(builtin("pacific-triple"), fen).unwrap());
    play(&mut game, "a3a6");
    assert_eq!(
        game.position().to_fen().text(&builtin("pacific-triple")),
        "k9/10/10/10/P9/1p8/1p8/10/10/9K b - a4a5 0 1"
    );
    let texts = moves(game.position()).join(" ");
    assert_eq!(texts, "a10a9 a10b10 a10b9 b4b3 b5a4");
}

#[test]
fn a_double_step_can_be_taken_where_a_triple_step_is_possible() {
    let fen = "k9/10/10/10/10/1p8/1p8/P9/10/9K w - - 0 1";
    let mut game = Game::new(set_up::<u128>(builtin("pacific-triple"), fen).unwrap());
    play(&mut game, "a3a5");
    assert_eq!(moves(game.position()).join(" "), "a10a9 a10b10 a10b9 b4b3 b5a4");
}

#[test]
fn ends_of_the_game() {
    let outcome = |name: &str, fen: &str| {
        let mut game = Game::new(set_up::<u128>(builtin(name), fen).unwrap());
        game.outcome().map(|outcome| outcome.to_string())
    };
    let some = |text: &str| Some(text.to_owned());
    // Mate on the hundredth ply wins.
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80";
    assert_eq!(outcome("chess", mate), some("white wins (checkmate)"));
    assert_eq!(outcome("chess", "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"), some("draw (stalemate)"));
    assert_eq!(outcome("chess", "4k3/8/8/8/8/8/8/R3K3 b - - 100 1"), some("draw (move rule)"));
    let dead = some("draw (dead position)");
    for (placement, expected) in [
        ("4k3/8/8/8/8/8/8/4K3", &dead),
        ("4k3/8/8/8/8/8/8/2B1K3", &dead),
        ("4k3/8/8/8/8/8/8/1N2K3", &dead),
        ("3bk3/8/8/8/8/8/8/2B1K1B1", &dead),
        ("3bk3/8/8/8/8/8/8/2B1KB2", &None),
        ("1n2k3/8/8/8/8/8/8/1N2K3", &None),
    ] {
        assert_eq!(&outcome("chess", &format!("{placement} b - - 0 1")), expected, "{placement}");
    }
    let lone = |letter: &str| format!("9k/10/10/10/10/10/10/10/{letter}9/9K w - - 0 1");
    for letter in ["B", "N", "F"] {
        assert_eq!(outcome("pacific", &lone(letter)), some("draw (dead position)"), "{letter}");
    }
    for letter in ["G", "C", "R", "P"] {
        assert_eq!(outcome("pacific", &lone(letter)), None, "{letter}");
    }
}

#[test]
fn threefold_repetition_counts_what_can_be_played() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let mut game = Game::new(set_up::<u128>(builtin("chess"), fen).unwrap());
    for text in ["a1a2", "e8e7", "a2a1", "e7e8"].repeat(2) {
        play(&mut game, text);
        assert_eq!(game.outcome(), None);
    }
    // The first position had the right to castle: this is the third without it.
    play(&mut game, "a1a2");
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    check_refused("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 pieces 'king'");
    check_refused("chess", "kK6/8/8/8/8/8/8/8 w - - 0 1", "could be taken");
    check_refused("chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "stands where it promotes");
    check_refused("chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "expected the king on e1");
    check_refused("pacific", "9k/10/10/10/10/10/10/10/10/9K w K - 0 1", "expected castlings");
    for squares in ["e9", "é3", "e3é", "e", "3e", "-e3", "e3-"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - {squares} 0 1");
        check_refused("chess", &fen, "expected squares of the 8x8 board");
    }
}

#[test]
fn impossible_en_passant_squares_are_dropped() {
    let fen = "4k3/8/8/8/4P3/8/8/4K3 b - e3d3 0 1";
    let position = set_up::<u64>(builtin("chess"), fen).unwrap();
    assert_eq!(position.to_fen().en_passant, "e3");
    let fen = "4k3/8/8/8/4P3/4P3/8/4K3 b - e3 0 1";
    assert_eq!(set_up::<u64>(builtin("chess"), fen).unwrap().to_fen().en_passant, "-");
}

#[test]
fn only_real_en_passant_makes_positions_different() {
    let keys = |a: &str, b: &str| {
        let key = |fen: &str| set_up::<u64>(builtin("chess"), fen).unwrap().key();
        key(a) == key(b)
    };
    // No pawn is there to take.
    assert!(keys("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    assert!(!keys("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1"));
    // The pawn is pinned.
    assert!(keys("5k2/8/8/8/4Pp2/8/8/4KR2 b - e3 0 1", "5k2/8/8/8/4Pp2/8/8/4KR2 b - - 0 1"));
}

#[test]
fn armies_with_other_attacks_are_tried_move_by_move() {
    assert!(!Royal::<u64>::compile(Arc::new(odd_army())).exact);
    assert!(Royal::<u64>::compile(Arc::new(builtin("chess"))).exact);
    assert!(Royal::<u128>::compile(Arc::new(builtin("pacific-gollon"))).exact);
    // A nightrider checks from afar, and can be blocked where it would touch the board.
    let check = |fen: &str| set_up::<u64>(odd_army(), fen).unwrap().is_forced();
    assert!(check("k7/1n6/8/8/8/8/8/4K3 w - - 0 1"));
    assert!(!check("k7/1n6/8/2P5/8/8/8/4K3 w - - 0 1"));
    assert!(check("k7/1n6/2P5/8/8/8/8/4K3 w - - 0 1"));
}

#[test]
fn perpetual_check_loses_where_the_game_says_so() {
    let text = "[perpetual]\ninherits = 'chess'\nrepetition = 'checker-loses'\ndead = false";
    let result = |name: &str, fen: &str, turns: &str| {
        let variant = crate::Variant::compile(Arc::new(games::own(name, text))).unwrap();
        let mut game = variant.game(fen).unwrap();
        for turn in turns.split(' ').cycle().take(8) {
            assert_eq!(game.outcome(), None, "before {turn}");
            game.play_turn(turn).unwrap();
        }
        game.outcome().unwrap().to_string()
    };
    let checks = ("6k1/6p1/8/7Q/8/8/8/K7 w - - 0 1", "h5e8 g8h7 e8h5 h7g8");
    assert_eq!(result("chess", checks.0, checks.1), "draw (repetition)");
    assert_eq!(result("perpetual", checks.0, checks.1), "black wins (repetition)");
    // One of four moves gives no check.
    let quiet = ("6k1/6p1/8/7Q/8/8/8/K7 w - - 0 1", "h5e8 g8h7 e8e7 h7g8 e7e8 g8h7 e8h5 h7g8");
    assert_eq!(
        result("perpetual", "6k1/8/8/8/8/8/8/KR6 w - - 0 1", "b1b2 g8g7 b2b1 g7g8"),
        "draw (repetition)"
    );
    let variant = crate::Variant::compile(Arc::new(games::own("perpetual", text))).unwrap();
    let mut game = variant.game(quiet.0).unwrap();
    for turn in quiet.1.split(' ').cycle().take(16) {
        game.play_turn(turn).unwrap();
    }
    assert_eq!(game.outcome().unwrap().to_string(), "draw (repetition)");
}

#[test]
fn another_occurrence_counts_where_the_game_says_so() {
    let after = |name: &str, fen: &str, turns: &str| {
        let variant = crate::Variant::compile(Arc::new(builtin(name))).unwrap();
        let mut game = variant.game(fen).unwrap();
        for turn in turns.split(' ').cycle().take(12) {
            assert_eq!(game.outcome(), None, "{name}, before {turn}");
            game.play_turn(turn).unwrap();
        }
        game.outcome().unwrap().to_string()
    };
    let small = "3k1/5/5/5/K3R[] w - - 0 1";
    assert_eq!(after("minishogi", small, "a1a2 d5c5 a2a1 c5d5"), "black wins (repetition)");
    let big = "4k4/9/9/9/9/9/9/9/K7R[] w - - 0 1";
    assert_eq!(after("shogi", big, "i1i2 e9d9 i2i1 d9e9"), "draw (repetition)");
    let checked = "8k/9/9/9/9/9/9/9/K6R1[] w - - 0 1";
    assert_eq!(after("shogi", checked, "h1i1 i9h9 i1h1 h9i9"), "black wins (repetition)");
}

#[test]
fn a_piece_need_not_promote_as_it_takes_en_passant() {
    let text = "[stays]\ninherits = 'chess'\npromotion = '*6 *7 *8'\nen-passant-promotes = false";
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let found = moves(&set_up::<u64>(own("stays", text), fen).unwrap());
    assert!(found.contains(&"e5d6".to_owned()) && !found.contains(&"e5d6q".to_owned()));
    assert!(found.contains(&"e5e6q".to_owned()) && !found.contains(&"e5e6".to_owned()));
    let text = text.replace("false", "true");
    let found = moves(&set_up::<u64>(own("stays", &text), fen).unwrap());
    assert!(!found.contains(&"e5d6".to_owned()) && found.contains(&"e5d6q".to_owned()));
}

/// The outcome of a position of a built-in game.
fn outcome(name: &str, fen: &str) -> String {
    let game = builtin(name);
    match set_up::<u64>(game, fen) {
        Ok(position) => {
            Game::new(position).outcome().map_or("goes on".to_owned(), |o| o.to_string())
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn ends_beside_mate() {
    for (name, fen, expected) in [
        ("kingofthehill", "k7/8/8/8/4K3/8/8/8 b - - 0 1", "white wins (goal)"),
        ("3check", "k7/8/8/8/8/8/8/K7 w - - 2+0 0 1", "black wins (check limit)"),
        ("3check", "k7/8/8/8/8/8/8/K7 w - - 0 1 +3+0", "white wins (check limit)"),
        (
            "3check",
            "k7/8/8/8/8/8/8/K7 w - - +9+9 0 1",
            "invalid checks left '+9+9': expected those of White and Black, at most 3, such as 3+3",
        ),
        (
            "3check",
            "k7/8/8/8/8/8/8/K7 w - - 0+0 0 1",
            "invalid position of 3check: both sides have lost",
        ),
        ("antichess", "8/8/8/8/8/8/8/R7 b - - 0 1", "black wins (all captured)"),
        ("threekings", "kkk5/8/8/8/8/8/8/KK6 w - - 0 1", "black wins (extinction)"),
        (
            "threekings",
            "kk6/8/8/8/8/8/8/KK6 w - - 0 1",
            "invalid position of threekings: both sides have lost",
        ),
        ("losers", "k7/8/8/8/8/8/1r6/K7 b - - 0 1", "white wins (bare king)"),
        // The bare king takes the last piece, and both are bare.
        ("shatranj", "4k3/3R4/8/8/8/8/8/4K3 b - - 0 1", "goes on"),
        ("shatranj", "8/3k4/8/8/8/8/8/4K3 w - - 0 1", "draw (dead position)"),
        ("shatranj", "4k3/8/8/8/8/8/3RR3/4K3 b - - 0 1", "white wins (bare king)"),
        // White is there first: Black may still arrive, but not without a legal move.
        ("racingkings", "K7/7k/8/8/8/8/8/8 b - - 0 1", "goes on"),
        ("racingkings", "K7/8/7k/8/8/8/8/8 b - - 0 1", "white wins (goal)"),
        ("racingkings", "K6k/8/8/8/8/8/8/8 w - - 0 1", "draw (goal)"),
        ("racingkings", "K7/8/8/7k/8/8/8/8 w - - 0 1", "white wins (goal)"),
        ("racingkings", "K7/8/8/8/8/1Q6/8/k7 b - - 0 1", "white wins (goal)"),
    ] {
        assert_eq!(outcome(name, fen), expected, "{name} {fen}");
    }
}

#[test]
fn both_sides_can_lose_by_one_promotion() {
    let text = "[needs]\ninherits = 'chess'\n\
        lose-without = [{ pieces = 'P', side = 'white' }, { pieces = 'B', side = 'black' }]\n";
    let needs = || games::own("needs", text);
    let variant = crate::Variant::compile(Arc::new(needs())).unwrap();
    let mut game = variant.game("4kb2/4P3/8/8/8/8/8/4KB2 w - - 0 1").unwrap();
    game.play_turn("e7f8q").unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "white wins (extinction)");
    let mut again = variant.game(&game.fen()).unwrap();
    assert_eq!(again.outcome(), game.outcome());
    let lost = set_up::<u64>(needs(), "4k3/8/8/8/8/8/8/4KB2 w - - 0 1").map(|_| ());
    let expected = "invalid position of needs: both sides have lost";
    assert_eq!(lost.unwrap_err().to_string(), expected);
    // One move can free both sides' pieces on their goals from attacks.
    let text = "[free]\ninherits = 'chess'\n\
        goal = { pieces = 'N', white = 'e5', black = 'd4', safe = true }\n";
    let free = games::own("free", text);
    assert!(set_up::<u64>(free, "4k3/8/8/4N3/3n4/8/8/4K3 w - - 0 1").is_ok());
    // Black has held the goal; White has taken the last knight before it counts.
    let text = "[held]\ninherits = 'chess'\nlose-without = { pieces = 'N', side = 'black' }\n\
        goal = { pieces = 'B', black = 'd4', white = 'e5', hold = true }\n";
    let held = games::own("held", text);
    assert!(set_up::<u64>(held, "4k3/8/8/8/3b4/8/8/4K3 b - - 0 1").is_ok());
}

#[test]
fn captures_said_twice_change_nothing() {
    let text = "[twice]\ninherits = 'chess'\n\
        [twice.pieces]\nB.moves = 'BcB'\nR.moves = 'RcR'\nQ.moves = 'QcR'\n";
    let twice = games::own("twice", text);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = set_up::<u64>(twice, kiwipete).unwrap();
    assert_eq!(crate::perft(&position, 3), 97862);
}

#[test]
fn gates_open_once() {
    let start = builtin("seirawan").start;
    let mut game = Game::new(set_up::<u128>(builtin("seirawan"), &start).unwrap());
    let fen = |game: &Game<Royal<u128>>| game.position().to_fen().text(&builtin("seirawan"));
    play(&mut game, "b1c3h");
    play(&mut game, "b8a6");
    play(&mut game, "c3b5");
    play(&mut game, "d7d6");
    // The knight has moved before, the hawk stands on its square, and no gate is there any more.
    let texts = moves(game.position()).join(" ");
    assert!(!texts.contains("b5c7e") && !texts.contains("b1c3e"), "{texts}");
    let expected = "r1bqkbnr/ppp1pppp/n2p4/1N6/8/8/PPPPPPPP/RHBQKBNR[Ehe] w KQCDFGkqcdfg - 0 3";
    assert_eq!(fen(&game), expected);
    // Castling may put a piece on one of two squares, and closes both.
    let castling = "4k3/8/8/8/8/8/8/R3K2R[H] w KQ - 0 1";
    check("seirawan", castling, "h1e1", "h1e1h");
    check("seirawan", castling, "a1e1", "a1e1h");
    let mut game = Game::new(set_up::<u128>(builtin("seirawan"), castling).unwrap());
    play(&mut game, "h1e1h");
    assert_eq!(fen(&game), "4k3/8/8/8/8/8/8/R4RKH[] b - - 1 1");
    // A piece that is put on the board shields no king.
    check(
        "seirawan",
        "4k3/8/8/8/8/8/8/r3K3[H] w E - 0 1",
        "e1",
        "e1d2 e1d2h e1e2 e1e2h e1f2 e1f2h",
    );
    check("seirawan", "4k3/4r3/8/8/8/8/4N3/4K3[H] w - - 0 1", "e2", "");
    check_refused(
        "seirawan",
        "4k3/8/8/8/8/8/8/4K3[H] w B - 0 1",
        "expected a piece of white on b1",
    );
    // Letters of files are castling rights where nothing is in hand.
    let shredder = set_up::<u128>(builtin("seirawan"), "4k3/8/8/8/8/8/8/R3K2R[] w HA - 0 1");
    assert_eq!(shredder.unwrap().to_fen().castling, "KQ");
    // King and rook that have not moved may castle.
    let gates = set_up::<u128>(builtin("seirawan"), "4k3/8/8/8/8/8/8/R3K2R[H] w AEH - 0 1");
    assert_eq!(gates.unwrap().to_fen().castling, "KQ");
}

#[test]
fn triple_steps_from_ranks_of_their_own() {
    let text = "[steps]\ninherits = 'chess'\ninitial = '*2 *3'\n[steps.pieces]\n\
        P.moves-in = { squares = '*2', moves = 'ifmnH' }\n";
    let fen = "4k3/8/8/8/8/1P6/P7/4K3 w - - 0 1";
    let position = set_up::<u64>(games::own("steps", text), fen).unwrap();
    let texts: Vec<String> =
        moves(&position).into_iter().filter(|text| !text.starts_with('e')).collect();
    assert_eq!(texts.join(" "), "a2a3 a2a4 a2a5 b3b4 b3b5");
}

#[test]
fn kings_alone_are_not_dead_where_more_than_mate_decides() {
    let text = "[stale]\ninherits = 'knightmate'\nstalemate = 'loss'";
    let stale = games::own("stale", text);
    let position = set_up::<u64>(stale, "8/8/8/1k6/8/8/8/K7 b - - 0 1").unwrap();
    assert_eq!(Game::new(position).outcome(), None);
}

#[test]
fn an_heir_counts_other_checks() {
    let five = games::own("six", "[six]\ninherits = '3check'\ncheck-limit = 6");
    assert!(five.start.ends_with(" 6+6 0 1"), "{}", five.start);
    let none = games::own("none", "[none]\ninherits = '3check'\ncheck-limit = false");
    assert!(none.start.ends_with("KQkq - 0 1"), "{}", none.start);
}
