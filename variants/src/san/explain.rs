//! Reasons why a move in Standard Algebraic Notation is not legal.

use super::wanted::{Wanted, castling, trimmed, with_letters};
use crate::explain::explain;
use crate::illegal::Illegal;
use crate::{Bits, Game, Notation, Square};

/// Returns the reason why a text that looks like Standard Algebraic Notation is not a legal step;
/// `None` if it does not look so.
pub(crate) fn explain_san<P: Notation>(game: &mut Game<P>, text: &str) -> Option<Illegal> {
    if !P::HAS_SAN {
        return None;
    }
    let definition = game.position().common().definition.clone();
    let text = &*with_letters(text);
    let text = trimmed(text);
    if let Some(text) = castling(text) {
        return Some(game.position().explain_castling(&text));
    }
    let size = definition.size;
    let wanted = Wanted::read(text, size, 1)?;
    let (letter, promoted) = wanted.piece;
    let kind = definition.piece_type(letter, promoted)?;
    let to = size.square(wanted.to.0.into(), wanted.to.1.into())?;
    let file = wanted.file.or(wanted.pawn_file());
    let in_place = definition.family.in_place().contains(&kind) && wanted.promotion.is_some();
    let comes_from = |&from: &Square| {
        (from != to || in_place)
            && file.is_none_or(|file| file == size.file(from))
            && wanted.rank.is_none_or(|rank| rank == size.rank(from))
    };
    let side = game.position().side();
    let pieces = game.position().board().pieces(side, kind);
    let from: Vec<Square> = pieces.iter().filter(comes_from).collect();
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let position = game.position();
    let able = |&from: &Square| {
        steps.iter().any(|&step| {
            let found = position.step_info(step);
            found.is_some_and(|found| !found.drops && (found.from, found.to) == (from, to))
        })
    };
    let squares = |from: Square| size.name(from) + &size.name(to);
    let able: Vec<Square> = from.iter().copied().filter(able).collect();
    if let [first, rest @ ..] = &able[..]
        && !rest.is_empty()
    {
        let others = rest.iter().map(|&from| squares(from));
        let all: Vec<String> = std::iter::once(squares(*first)).chain(others).collect();
        return Some(Illegal::Ambiguous(all.join(" or ")));
    }
    let promotion = wanted.promotion.map(|(letter, _)| letter.to_ascii_lowercase());
    let mut reason = |from: Square| {
        let mut text = squares(from);
        text.extend(promotion);
        explain(game, &text)
    };
    if let ([only], _) | (_, [only]) = (&able[..], &from[..]) {
        return Some(reason(*only));
    }
    let reasons: Vec<Illegal> = from.iter().map(|&from| reason(from)).collect();
    let is_far = |why: &Illegal| matches!(why, Illegal::CannotGo { .. } | Illegal::Blocked { .. });
    let subtle = reasons.into_iter().find(|why| !is_far(why));
    let piece = definition.piece(kind).name.clone();
    Some(subtle.unwrap_or(Illegal::NoneCanGo { piece, to: size.name(to) }))
}

#[cfg(test)]
mod tests {
    use crate::{Catalog, Variant};

    fn compiled(catalog: &Catalog, name: &str) -> Variant {
        Variant::compile(catalog.get(name).unwrap().clone()).unwrap()
    }

    #[track_caller]
    fn check(fen: &str, text: &str, expected: &str) {
        let variant = compiled(&Catalog::builtin(), "chess");
        let mut game = variant.game(fen).unwrap();
        let error = game.turn_course(text).unwrap_err();
        assert_eq!(error.why.to_string(), expected, "{text}");
    }

    #[test]
    fn legal_moves_are_expected_from_square_to_square() {
        for (name, text, expected) in [
            ("chess", "e4", "a move is written from square to square: expected e2e4"),
            ("chess", "Nf3!", "a move is written from square to square: expected g1f3"),
            ("marseillais", "d4", "a move is written from square to square: expected d2d4"),
            (
                "shogi",
                "P-7f",
                "malformed: 'P-7f': expected two squares, such as a1b2, or a drop, such as P@a1",
            ),
            ("chess", "0000", "this game has no pass"),
            ("chess", "@@@@", "this game has no pass"),
            ("cheskers", "0000", "this game has no pass"),
            ("international-draughts", "--", "this game has no pass"),
            (
                "international-draughts",
                "32",
                "malformed: '32': expected numbers of squares from 1 to 50, such as 25-26",
            ),
        ] {
            let variant = compiled(&Catalog::builtin(), name);
            let error = variant.start().turn_course(text).unwrap_err();
            assert_eq!(error.why.to_string(), expected, "{name}: {text}");
        }
        check(
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=Q",
            "a move is written from square to square: expected a7a8q",
        );
    }

    #[test]
    fn passes_that_are_refused_are_told_apart_from_those_that_no_game_has() {
        let text = "[still]\ninherits = 'chess'\npass = 'stalemate'\ndead = false\n";
        let (catalog, _) = Catalog::builtin().with_file(text).unwrap();
        let variant = compiled(&catalog, "still");
        for pass in ["0000", "--"] {
            let error = variant.start().turn_course(pass).unwrap_err();
            assert_eq!(error.why.to_string(), "a pass is not allowed now");
        }
    }

    /// Every legal move in Standard Algebraic Notation gets the reason that it is expected otherwise, if it
    /// gets one at all.
    #[test]
    fn every_legal_move_in_san_is_expected_otherwise() {
        let catalog = Catalog::builtin();
        for name in catalog.names() {
            let variant = compiled(&catalog, name);
            let mut game = variant.start();
            for ply in 0..12 {
                let turns = game.step_texts();
                for turn in &turns {
                    let Some(san) = game.san(turn) else { continue };
                    if game.read_san(&san, 1).as_ref() != Some(turn) {
                        continue;
                    }
                    let Err(error) = game.turn_course(&san) else { continue };
                    let why = error.why.to_string();
                    assert!(why.ends_with(&format!(": expected {turn}")), "{san}: {why}");
                }
                let Some(turn) = turns.get(ply * 7919 % turns.len().max(1)) else { break };
                if game.play_step(turn).is_err() {
                    break;
                }
            }
        }
    }

    #[test]
    fn moves_that_are_not_legal_have_reasons() {
        let checked = "4k3/8/8/8/8/8/4r3/R3K1N1 w Q - 0 1";
        check(checked, "Nf3", "it leaves the king in check");
        let no_castling = |fen: &str, text: &str, why: &str| {
            check(fen, text, &format!("castling is not allowed now: {why}"));
        };
        no_castling(checked, "O-O-O", "the king is in check");
        no_castling(checked, "e1c1", "the king is in check");
        let right = "there is no right to it, as when king or rook has moved";
        no_castling(checked, "O-O", right);
        no_castling("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "0-0-0", "a piece stands in the way");
        let attacked = "the king would pass or reach an attacked square";
        no_castling("4k3/8/8/8/8/8/3r4/R3K2R w KQ - 0 1", "e1c1", attacked);
        check(checked, "Nh9", "malformed: 'Nh9': expected two squares, such as a1b2");
        let fen = "4k3/1P6/8/8/4P3/1N6/8/1N2K3 w - - 0 1";
        check(fen, "Nd2", "more than one piece can go there: expected b1d2 or b3d2");
        check(fen, "Nh8", "no knight of yours can go to h8");
        check(fen, "Qd4", "no queen of yours can go to d4");
        check(fen, "e6", "the pawn on e4 cannot go to e6");
        check(fen, "b8", "missing promotion letter: expected one of q r b n");
    }
}
