//! First moves of pieces that have not moved.

use super::games::builtin;
use super::{Royal, check, check_refused, moves, random, set_up};
use crate::{Game, Notation, Position};

fn play(game: &mut Game<Royal<u64>>, text: &str) {
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let step = steps.into_iter().find(|&step| game.position().step_text(step) == text);
    game.play(step.unwrap_or_else(|| panic!("{text} is not legal")));
}

#[test]
fn king_and_met_leap_before_they_have_moved() {
    let start = builtin("cambodian").start;
    check("cambodian", &start, "d1", "d1b2 d1c2 d1d2 d1e2 d1f2");
    check("cambodian", &start, "e1", "e1d2 e1f2");
    let fen = "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR w DEde - 0 1";
    check("cambodian", fen, "e1", "e1d2 e1e3 e1f2");
    // They have moved: no letter of the FEN.
    let fen = "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR w de - 0 1";
    check("cambodian", fen, "e1", "e1d2 e1f2");
    check("cambodian", fen, "d1", "d1c2 d1d2 d1e2");
    // A piece that comes back has moved.
    let mut game = Game::new(set_up::<u64>(builtin("cambodian"), &start).unwrap());
    for text in ["d1d2", "e8e7", "d2d1", "e7e8"] {
        play(&mut game, text);
    }
    let fen = game.position().to_fen().text(&builtin("cambodian"));
    assert_eq!(fen, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Ed - 4 3");
    check_refused("cambodian", "4k3/8/8/8/8/8/8/3K4 w A - 0 1", "expected a piece of white on a1");
    check_refused(
        "cambodian",
        "4k3/8/8/8/8/8/8/R2K4 w A - 0 1",
        "file of a piece with a first move",
    );
}

#[test]
fn a_king_in_check_does_not_leap_and_rooks_end_its_leap() {
    let checked = "4k3/8/8/8/8/3r4/8/3K4 w D - 0 1";
    check("cambodian", checked, "d1", "d1c1 d1c2 d1e1 d1e2");
    // A rook comes to the king's file, with a piece between.
    let mut game = Game::new(
        set_up::<u64>(builtin("cambodian"), "4k3/7r/8/8/3p4/3P4/8/3KM3 b DE - 0 1").unwrap(),
    );
    play(&mut game, "h7d7");
    assert_eq!(game.position().to_fen().castling, "E");
    random::check(game.position());
    let texts = moves(game.position());
    assert!(texts.contains(&"e1e3".to_owned()) && !texts.contains(&"d1b2".to_owned()), "{texts:?}");
}

#[test]
fn first_moves_that_capture_are_refused() {
    let text = "[x]\ninherits = 'cambodian'\n[x.pieces]\nM.moves = 'FifD'";
    let faults = crate::Catalog::builtin().with_file(text).unwrap_err();
    let expected = "'met' captures with its first move: expected m beside i";
    let faults: String = faults.iter().map(ToString::to_string).collect();
    assert!(faults.contains(expected), "{faults}");
}
