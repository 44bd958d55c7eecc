//! Standard Algebraic Notation, for games in which a turn is one piece's one move
//! (<https://www.chessprogramming.org/Algebraic_Chess_Notation>, PGN standard 8.2.3).

mod explain;
mod read;
mod wanted;

use crate::{Game, Notation, Reason, Square};

pub(crate) use explain::explain_san;
pub use read::{read_san, read_san_step};
pub(crate) use wanted::castling;

/// The letter that is not written.
const PAWN: char = 'P';

/// A pass, as PGN writes it.
const PASS: &str = "--";

/// A legal step in Standard Algebraic Notation: `Nbd2`, `exd6`, `e10=Q+`, `O-O#`; `None` in games
/// whose turns have several legs or pieces.
///
/// Kinds are written with the capital letter of a FEN, `+` before it where the FEN has one; the
/// kind whose letter is P has none.
pub fn san<P: Notation>(game: &mut Game<P>, step: P::Step) -> Option<String> {
    let position = game.position();
    if !P::HAS_SAN || position.has_long_turns() {
        return None;
    }
    let mut text = match position.castling_text(step) {
        Some(text) => text.to_owned(),
        None if position.passes(step) => PASS.to_owned(),
        None => plain(game, step)?,
    };
    text += &gated(game.position(), step);
    game.play(step);
    let mated = game.outcome().is_some_and(|outcome| outcome.reason == Reason::Checkmate);
    if mated {
        text.push('#');
    } else if game.position().is_check() {
        text.push('+');
    }
    game.undo();
    Some(text)
}

/// The piece in hand that a step puts on a square that it leaves: `/H`; in castling with its square.
fn gated<P: Notation>(position: &P, step: P::Step) -> String {
    let Some((square, piece)) = position.gated(step) else { return String::new() };
    let definition = &position.common().definition;
    let plus = if definition.piece(piece.kind()).promoted { "+" } else { "" };
    let mut text = format!("/{plus}{}", definition.piece(piece.kind()).letter);
    if position.castling_text(step).is_some() {
        text += &definition.size.name(square);
    }
    text
}

/// All but castling, without the sign of check.
fn plain<P: Notation>(game: &mut Game<P>, step: P::Step) -> Option<String> {
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let position = game.position();
    let step_info = position.step_info(step)?;
    let definition = &position.common().definition;
    let size = definition.size;
    let name = |kind| {
        let piece = definition.piece(kind);
        let plus = if piece.promoted { "+" } else { "" };
        format!("{plus}{}", piece.letter)
    };
    if step_info.drops {
        return Some(format!("{}@{}", name(step_info.piece.kind()), size.name(step_info.to)));
    }
    let mut text = name(step_info.piece.kind());
    let pawn = text.len() == 1 && text.starts_with(PAWN);
    if pawn {
        text.clear();
    }
    // The pawn steps as the promoted piece, not by a move of its own: the whole origin is written.
    let in_place = definition.family.in_place().contains(&step_info.piece.kind());
    let steps_promoted = in_place && step_info.promotion.is_some() && !step_info.captures;
    // Others of its kind that could go there too.
    let others: Vec<Square> = steps
        .iter()
        .filter_map(|&other| position.step_info(other))
        .filter(|other| {
            other.from != other.to
                && name(other.piece.kind()) == name(step_info.piece.kind())
                && other.to == step_info.to
                && !other.drops
                && !(in_place && other.promotion != step_info.promotion)
        })
        .map(|other| other.from)
        .filter(|&from| from != step_info.from)
        .collect();
    let square = size.name(step_info.from);
    let (file, rank) = square.split_at(1);
    let same_file = |from: &Square| size.file(*from) == size.file(step_info.from);
    let same_rank = |from: &Square| size.rank(*from) == size.rank(step_info.from);
    let origin = match pawn {
        _ if steps_promoted && step_info.from != step_info.to => &square,
        false if others.is_empty() => "",
        true if others.is_empty() && !step_info.captures => "",
        // A pawn's capture always has its file.
        _ if !others.iter().any(same_file) => file,
        false if !others.iter().any(same_rank) => rank,
        _ => &square,
    };
    text.push_str(origin);
    if step_info.captures {
        text.push('x');
    }
    text.push_str(&size.name(step_info.to));
    if let Some(kind) = step_info.promotion {
        text.push('=');
        text.push_str(&name(kind));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Catalog, Variant};

    #[track_caller]
    fn check(name: &str, fen: &str, turns: &str, expected: &str) {
        let variant = Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap();
        let mut game = if fen == "startpos" { variant.start() } else { variant.game(fen).unwrap() };
        let mut sans = Vec::new();
        for turn in turns.split(' ') {
            let before = format!("{game:?}");
            sans.push(game.san(turn).unwrap());
            assert_eq!(format!("{game:?}"), before, "{turn} left a trace");
            game.play_turn(turn).unwrap();
        }
        assert_eq!(sans.join(" "), expected);
    }

    #[test]
    fn a_game_of_chess() {
        check("chess", "startpos", "f2f3 e7e5 g2g4 d8h4", "f3 e5 g4 Qh4#");
        check(
            "chess",
            "startpos",
            "e2e4 g8f6 e4e5 d7d5 e5d6 c7d6 g1f3 b8d7 f1b5 a7a6 e1g1 a6b5",
            "e4 Nf6 e5 d5 exd6 cxd6 Nf3 Nbd7 Bb5 a6 O-O axb5",
        );
    }

    #[test]
    fn those_that_could_go_there_too() {
        check("chess", "5k2/8/8/8/Q6Q/8/8/1K5Q w - - 0 1", "h4e4", "Qh4e4");
        check("chess", "2k5/8/8/8/R6R/8/8/1K6 w - - 0 1", "a4e4", "Rae4");
        check("chess", "k7/8/8/7R/8/8/8/1K5R w - - 0 1", "h1h3", "R1h3");
        check("chess", "k7/4P3/8/8/8/8/8/1K6 w - - 0 1", "e7e8q", "e8=Q+");
        check("chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "O-O-O");
    }

    #[test]
    fn castling_to_a_square_beside_the_king() {
        let text = r#"
            [close]
            inherits = "chess"
            [close.castling]
            rank = 1
            king = "e"
            rook = "R"
            queen-side = { rook-from = "a", king-to = "c", rook-to = "d" }
            king-side = { rook-from = "h", king-to = "f", rook-to = "e" }
        "#;
        let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
        let definition = Arc::clone(catalog.get("close").unwrap());
        let variant = Variant::compile(definition).unwrap();
        let mut game = variant.game("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        let moves = [("e1f1", "Kf1"), ("e1h1", "O-O"), ("e1c1", "O-O-O"), ("h1f1", "Rf1")];
        for (turn, san) in moves {
            assert_eq!(game.san(turn).as_deref(), Some(san));
        }
    }

    #[test]
    fn wide_boards_and_other_armies() {
        check("pacific", "startpos", "c3c5 c8c6 b2a4", "c5 c6 Na4");
        check("knightmate", "startpos", "e1d3", "Kd3");
    }

    #[test]
    fn pieces_put_on_squares_that_are_left() {
        check("seirawan", "startpos", "b1c3h g8f6e d2d4", "Nc3/H Nf6/E d4");
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1";
        check("seirawan", fen, "e1g1e", "O-O/Ee1+");
        check("seirawan", fen, "a1e1h", "O-O-O/Ha1");
        check("seirawan", fen, "h1h8e", "Rxh8/E+");
        check("seirawan", fen, "e1c1", "O-O-O");
    }

    #[test]
    fn turns_of_several_legs_have_none() {
        let variant =
            Variant::compile(Catalog::builtin().get("cheskers").unwrap().clone()).unwrap();
        let mut game = variant.start();
        let turn = game.step_texts().remove(0);
        assert_eq!(game.san(&turn), None);
        let variant = Variant::compile(Catalog::builtin().get("chess").unwrap().clone()).unwrap();
        assert_eq!(variant.start().san("e2e5"), None);
    }
}
