use std::sync::Arc;

use super::*;
use crate::zobrist::split_mix;
use crate::{Catalog, TurnForm};

fn variant(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
}

/// Plays turns from a position (`startpos` for the start) and compares the end, a FEN or why the
/// last turn is illegal. An illegal turn must leave no trace.
#[track_caller]
fn check(name: &str, fen: &str, turns: &str, expected: &str) {
    let variant = variant(name);
    let mut game = if fen == "startpos" { variant.start() } else { variant.game(fen).unwrap() };
    let turns: Vec<&str> = turns.split(' ').collect();
    for (index, turn) in turns.iter().enumerate() {
        let before = format!("{game:?}");
        if let Err(error) = game.play_turn(turn) {
            assert_eq!(format!("{game:?}"), before, "{turn} left a trace");
            assert_eq!(error.why.to_string(), expected, "{turn}");
            assert_eq!(index + 1, turns.len(), "{error}");
            return;
        }
    }
    assert_eq!(game.fen(), expected);
}

#[test]
fn every_game_starts() {
    for name in Catalog::builtin().names() {
        let variant = variant(name);
        let mut game = variant.start();
        assert_eq!(game.fen(), variant.definition().start, "{name}");
        assert_eq!(game.outcome(), None, "{name}");
        let steps = game.step_texts();
        assert_eq!(steps.len() as u64, game.perft(1), "{name}");
        let divided: Vec<String> = game.divide(1, None).into_iter().map(|(text, _)| text).collect();
        assert_eq!(divided, steps, "{name}");
    }
}

#[test]
fn every_size_starts() {
    for name in ["cheskers", "chesica"] {
        let definition = Catalog::builtin().get(name).unwrap().clone();
        for size in definition.sizes() {
            let variant = Variant::compile(Arc::new(definition.resized(size).unwrap())).unwrap();
            assert!(variant.start().step_texts().len() > 2, "{name} {size}");
        }
    }
}

/// Makes a turn that begins with a step.
fn play_turn_from(game: &mut AnyGame, step: &str) {
    if game.definition().family.turn_form() != TurnForm::Series {
        game.play_turn(step).unwrap();
        return;
    }
    game.play_step(step).unwrap();
    if !game.is_turn_start()
        && let Some(rest) = game.any_turn()
    {
        game.play_turn(&rest).unwrap();
    }
}

#[test]
fn turns_play_and_come_back() {
    for name in Catalog::builtin().names() {
        let mut game = variant(name).start();
        let mut fens = vec![game.fen()];
        for turn in 0..20 {
            let texts = game.step_texts();
            let Some(text) = texts.get(turn * 7 % texts.len().max(1)) else { break };
            play_turn_from(&mut game, text);
            fens.push(game.fen());
        }
        assert!(fens.len() > 10, "{name}");
        while let Some(fen) = fens.pop() {
            assert_eq!(game.fen(), fen, "{name}");
            assert_eq!(game.undo_turn(), !fens.is_empty(), "{name}");
        }
    }
}

/// Reading a written step leads to the position that was written.
#[test]
fn no_two_steps_are_written_alike() {
    let example = include_str!("../../definitions/example.toml");
    let (catalog, _) = Catalog::builtin().with_file(example).unwrap();
    let mut seed = 1;
    for name in catalog.names() {
        let variant = Variant::compile(Arc::clone(catalog.get(name).unwrap())).unwrap();
        for _ in 0..10 {
            let mut game = variant.start();
            for _ in 0..80 {
                let mut texts = game.step_texts();
                if texts.is_empty() {
                    break;
                }
                let text = texts[split_mix(&mut seed) as usize % texts.len()].clone();
                let steps = texts.len();
                texts.sort_unstable();
                texts.dedup();
                assert_eq!(texts.len(), steps, "{name} {}", game.fen());
                play_turn_from(&mut game, &text);
            }
        }
    }
}

const AFTER_CASTLING: &str = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1";

#[test]
fn chess() {
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check("chess", castle, "e1g1", AFTER_CASTLING);
    check("chess", castle, "E1G1", AFTER_CASTLING);
    check(
        "chess",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        "e1g1",
        "castling is not allowed now: there is no right to it, as when king or rook has moved",
    );
    check("chess", "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "e2d2", "it leaves the king in check");
    check("chess", "startpos", "e2e4 e7e5 e4e5", "the pawn on e4 cannot go to e5");
    let blocked = "the queen on d1 cannot go to d4: d2 is occupied";
    check("chess", "startpos", "d1d4", blocked);
    let blocked = "the pawn on d2 cannot go to d4: d3 is occupied";
    check("chess", "startpos", "a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 d2d4", blocked);
    let blocked = "the horse on b1 cannot go to d2: c1 is occupied";
    check(
        "xiangqi",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w",
        "b1d2",
        blocked,
    );
    check("chess", "startpos", "e3e4", "no piece on e3");
    check("chess", "startpos", "e7e5", "not your piece on e7: white is to move");
    check("chess", "startpos", "a1a2", "your own piece is on a2");
    check("chess", "startpos", "a1i9", "malformed: i9 is not on a board of 8x8");
    check("chess", "startpos", "e2e4q", "unexpected 'q': this move does not promote");
    check("chess", "startpos", "e2e4,e4e5", "the move ends on e4");
    let promotes = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    check("chess", promotes, "a7a8", "missing promotion letter: expected one of q r b n");
    check("chess", promotes, "a7a8k", "no promotion to 'k' here: expected one of q r b n");
    check("chess", promotes, "a7a8Q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    check("chess", "startpos", "f2f3 e7e5 g2g4 d8h4 a2a3", "the game is over (checkmate)");
    let blast = "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1";
    check("atomic", blast, "e1e2", "its blast removes your own king");
    let beside = "4k3/8/8/8/8/8/R2n4/4K3 w - - 0 1";
    check("atomic", beside, "a2d2", "its blast removes your own king");
    let pinned = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    check("chess", pinned, "e4d3", "it leaves the king in check");
}

#[test]
fn jumping() {
    let jump = "8/8/8/2k5/1P6/8/8/K3k3 w - - 0 1";
    check("cheskers", jump, "a1b2", "you must capture");
    let chain = "8/8/3k4/8/3k4/2P5/8/K7 w - - 0 1";
    check("cheskers", chain, "c3e5", "the capture continues from e5");
    check("cheskers", chain, "c3e5,e5c7,c7b8", "the move ends on c7");
    check("cheskers", chain, "c3e5,e6c7", "malformed: a leg ends on e5 and the next begins on e6");
    check("cheskers", "startpos", "b6d4", "the pawn on b6 cannot go to d4");
    let blocked = "the man on d4 cannot go to f6";
    check("international-draughts", "startpos", "32-23", blocked);
    check("international-draughts", "startpos", "d4f6", blocked);
    check("international-draughts", "startpos", "28-23", "no piece on e5");
    let numbers = "malformed: '32-99': expected numbers of squares from 1 to 50, such as 25-26";
    check("international-draughts", "startpos", "32-99", numbers);
    check("international-draughts", "startpos", "20-25", "not your piece on i7: white is to move");
    check("russian-draughts", "startpos", "d4:b6", "no piece on d4");
    check("russian-draughts", "startpos", "c3:e5", "the man on c3 cannot go to e5");
    check("english-draughts", "startpos", "12-8", "your own piece is on g7");
    let chesica = "8/8/8/3q4/2B5/8/8/Q7 w - - 0 1";
    check("chesica", chesica, "a1a2", "a jump is available and has to be made");
}

#[test]
fn walls() {
    let closed = "the pawn on e7 cannot go to e5: e5 is occupied";
    check("duck", "startpos", "e2e4,e4e5 e7e5", closed);
    let mut game = variant("duck").start();
    game.play_step("e2e4").unwrap();
    assert_eq!(game.notes(), "place the duck");
    let why = |game: &mut AnyGame, text| game.play_step(text).unwrap_err().why.to_string();
    assert_eq!(why(&mut game, "e4e8"), "the duck cannot be placed on e8");
    let missing = "the duck has to be placed: expected e4 and a square where it may stand";
    assert_eq!(why(&mut game, "d2d4"), missing);
    let mut game = variant("amazons").start();
    game.play_step("d1d7").unwrap();
    assert_eq!(game.notes(), "place an arrow");
    assert_eq!(why(&mut game, "d7e5"), "an arrow cannot be placed on e5");
}

#[test]
fn hoppers() {
    check("janggi", "startpos", "b3b10", "the cannon on b3 cannot go to b10");
    check("xiangqi", "startpos", "b3b8", "the cannon on b3 cannot go to b8");
}

#[test]
fn armies() {
    let moved = "1ege1t1tp1p1hwh1/1gdg1sqsnkn1wow1/1ege1t1tp1p1hwh1/16/16/16/16/2G13/3D12/\
        1E1E1T1TP1P1HWH1/1G1G1SQSNKN1WOW1/1EGE1T1TP1P1HWH1 b - - 1 1";
    check("chesimals", "startpos", "c3c4,c2d4,d4d5", "the unit on d4 has moved in this turn");
    check("chesimals", "startpos", "c3c4,c4c5", "the unit on c4 has moved in this turn");
    check("chesimals", "startpos", "c3c4,c2d4,c4c5", "the unit on c4 has moved in this turn");
    check("chesimals", "startpos", "c3c4,c4d4", "the unit on c4 has moved in this turn");
    check("chesimals2", "startpos", "c3c5,c2d4", moved);
    check("chesimals", "startpos", "c2a4", "the dia chief on c2 cannot go to a4: b3 is occupied");
    let other = "this turn moves the dia army, not the left royal army";
    check("chesimals", "startpos", "c3c4,f3f4", other);
    check("chesimals", "startpos", "c3c4,end", "malformed: the end of a turn is not written");
    let begun = "malformed: 'end' ends a turn that has begun: expected a step first";
    check("chesimals", "startpos", "end", begun);
    let apart = "16/k15/q15/16/16/16/16/16/16/E15/16/Q1D5T7 w - - 0 1";
    check("chesimals", apart, "a3b4", "the unit on a3 is out of contact with its chief");
    let headless = "16/k15/q15/16/16/16/16/16/16/E15/16/Q7T7 w - - 0 1";
    check("chesimals", headless, "a3b4", "the dia army has lost its chief and cannot move");
    let last = "16/16/q15/1Q14/16/16/16/16/16/E15/16/8T7 w - - 0 1";
    let won = "16/16/Q15/16/16/16/16/16/16/E15/16/8T7 b - - 0 1";
    check("chesimals", last, "b9a10", won);
    check("chesimals", last, "b9a10,a10a9", "the game is over (chiefs)");
}

#[test]
fn a_turn_may_be_made_in_parts() {
    let mut game = variant("chesimals").start();
    let start = game.fen();
    game.play_step("c3c4").unwrap();
    assert!(!game.is_turn_start());
    let middle = format!("{game:?}");
    game.play_turn("b1b2,c2c3").unwrap_err();
    assert_eq!(format!("{game:?}"), middle);
    game.play_turn("c2c3").unwrap();
    assert!(game.is_turn_start());
    assert!(game.undo_turn());
    assert_eq!(game.fen(), start);
    game.play_step("c3c4").unwrap();
    game.play_step("end").unwrap();
    assert_eq!(game.side(), crate::Color::Black);
}

#[test]
fn repetition_bars_moves_in_chesica() {
    let start = "7+R/7q/7b/8/8/4Q1q1/r7/8 w - - 0 1";
    let turns = "h8f8 g3f3 f8h8 f3g3 h8f8 g3f3 f8h8 f3g3";
    check("chesica", start, turns, "repetition of the position");
}

/// Within a turn a FEN has the side that goes on, and reads back as a turn of that side, except in monster
/// where a whole turn from there could take the king.
#[test]
fn a_fen_within_a_turn_is_of_the_side_that_goes_on() {
    let mut seed = 7;
    for name in Catalog::builtin().names() {
        let variant = variant(name);
        let mut game = variant.start();
        let mut within = 0;
        while game.has_long_turns() && within < 40 {
            let steps = game.step_texts();
            if steps.is_empty() || game.outcome().is_some() {
                game = variant.start();
                continue;
            }
            let number = game.move_number();
            game.play_step(&steps[split_mix(&mut seed) as usize % steps.len()]).unwrap();
            if game.is_turn_start() || game.outcome_on_board().is_some() {
                continue;
            }
            within += 1;
            let fen = game.fen();
            let fields: Vec<&str> = fen.split(' ').collect();
            assert_eq!(fields[1], game.side().letter().to_string(), "{name}: {fen}");
            assert_eq!(fields.last(), Some(&number.to_string().as_str()), "{name}: {fen}");
            match variant.game(&fen) {
                Ok(read) => assert_eq!((read.side(), read.fen()), (game.side(), fen), "{name}"),
                Err(error) => {
                    let is_check = error.to_string().contains("could be taken");
                    assert!(name == "monster" && is_check, "{name}: {fen}: {error}");
                }
            }
        }
    }
}
