//! From Standard Algebraic Notation, as programs and people write it.

use super::wanted::{
    Name, Part, Wanted, castling, last_sign, take_name, take_part, trimmed, with_letters,
};
use super::{PASS, PAWN, gated};
use crate::{Game, Notation, Square, StepInfo};

/// The legal step that a text in Standard Algebraic Notation means; `None` where there is none, or
/// more than one, and in games whose turns have several legs or pieces.
///
/// Parts that do not matter may be left out, added or spelled otherwise: the signs of captures, check
/// and annotation, `=` before a promotion, more of the square of origin than is needed, `0-0`.
/// Ranks are numbered from `first_rank`. In shogi a `+` at the end promotes, as people write there, unless
/// the move gives check without; `=` declines, and `-` turns a promoted piece back.
pub fn read_san<P: Notation>(game: &mut Game<P>, text: &str, first_rank: u16) -> Option<P::Step> {
    if game.position().has_long_turns() { None } else { read_san_step(game, text, first_rank) }
}

/// As [`read_san`], also for one move of a turn that has several. A square alone means the wall that
/// comes after a move.
pub fn read_san_step<P: Notation>(
    game: &mut Game<P>,
    text: &str,
    first_rank: u16,
) -> Option<P::Step> {
    if !P::HAS_SAN {
        return None;
    }
    let size = game.position().common().definition.size;
    let text = &*with_letters(text);
    let (text, sign) = (trimmed(text), last_sign(text));
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    if text == PASS {
        return steps.into_iter().find(|&step| game.position().passes(step));
    }
    if let Some(castling) = castling(text) {
        let position = game.position();
        let is_meant = |step: &P::Step| {
            let own = position.castling_text(*step);
            own.is_some_and(|own| own.to_owned() + &gated(position, *step) == castling)
        };
        return steps.into_iter().find(is_meant);
    }
    if let Some((letter, square)) = text.split_once('@') {
        return dropped(game.position(), &steps, letter, take_part(square, size, first_rank)?);
    }
    let wanted = Wanted::read(text, size, first_rank)?;
    let position = game.position();
    if let Some(step) = steps
        .iter()
        .find(|&&step| position.wall(step).is_some_and(|wall| wanted.is_square(wall, size)))
    {
        return Some(*step);
    }
    let definition = &position.common().definition;
    let name = |kind| {
        let piece = definition.piece(kind);
        (piece.letter, piece.promoted)
    };
    let becomes = |step, step_info: &StepInfo| {
        step_info.promotion.or_else(|| position.gated(step).map(|(_, piece)| piece.kind()))
    };
    let only = |promotion: Option<Name>| {
        let origin = |step: P::Step| {
            let step_info = position.step_info(step)?;
            let is_meant = !step_info.castles
                && !position.passes(step)
                && !step_info.drops
                && name(step_info.piece.kind()) == wanted.piece
                && becomes(step, &step_info).map(name) == promotion
                && (size.file(step_info.to), size.rank(step_info.to)) == wanted.to
                && wanted.file.is_none_or(|file| file == size.file(step_info.from))
                && wanted.rank.is_none_or(|rank| rank == size.rank(step_info.from));
            is_meant.then_some(step_info.from)
        };
        let found: Vec<(P::Step, Square)> =
            steps.iter().filter_map(|&step| Some((step, origin(step)?))).collect();
        if let [(step, _)] = found[..] {
            return Some(step);
        }
        let stays = |&&(_, from): &&(P::Step, Square)| wanted.pawn_file() == Some(size.file(from));
        let mut found = found.iter().filter(stays).map(|&(step, _)| step);
        found.next().filter(|_| found.next().is_none())
    };
    let plain = only(wanted.promotion);
    let (letter, promoted) = wanted.piece;
    if sign == Some('-') && promoted && wanted.promotion.is_none() {
        return only(Some((letter, false)));
    }
    if sign != Some('+') || promoted || wanted.promotion.is_some() {
        return plain;
    }
    // A piece that has a form with `+`, as in shogi.
    match (plain, only(Some((letter, true)))) {
        (Some(plain), Some(promoting)) => {
            game.play(plain);
            let is_check = game.position().is_check();
            game.undo();
            Some(if is_check { plain } else { promoting })
        }
        (plain, promoting) => plain.or(promoting),
    }
}

/// The drop of a kind, by its letter, on a square.
fn dropped<P: Notation>(
    position: &P,
    steps: &[P::Step],
    letter: &str,
    (square, rest): (Part, &str),
) -> Option<P::Step> {
    let definition = &position.common().definition;
    let size = definition.size;
    let ((letter, promoted), after) = match letter {
        "" => ((PAWN, false), ""),
        letter => take_name(letter)?,
    };
    let piece = definition.piece_type(letter, promoted)?;
    let is_meant = |step: &&P::Step| {
        position.step_info(**step).is_some_and(|step_info| {
            step_info.drops
                && step_info.piece.kind() == piece
                && (Some(size.file(step_info.to)), Some(size.rank(step_info.to))) == square
        })
    };
    let whole = rest.is_empty() && after.is_empty();
    steps.iter().find(is_meant).copied().filter(|_| whole)
}

#[cfg(test)]
mod tests {
    use crate::{AnyGame, Catalog, Variant};

    fn game(name: &str, fen: &str) -> AnyGame {
        let variant = Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap();
        if fen == "startpos" { variant.start() } else { variant.game(fen).unwrap() }
    }

    #[track_caller]
    fn check(name: &str, fen: &str, first_rank: u16, cases: &[(&str, Option<&str>)]) {
        let mut game = game(name, fen);
        let before = format!("{game:?}");
        for &(text, turn) in cases {
            assert_eq!(game.read_san(text, first_rank).as_deref(), turn, "{text}");
        }
        assert_eq!(format!("{game:?}"), before);
    }

    #[test]
    fn spellings_of_chess() {
        let fen = "r3k3/P6P/8/3pP3/1N6/8/3N4/R3K2R w KQ d6 0 1";
        check(
            "chess",
            fen,
            1,
            &[
                ("O-O", Some("e1g1")),
                ("0-0-0", Some("e1c1")),
                ("o-o", Some("e1g1")),
                ("O-O+", Some("e1g1")),
                ("Kf1", Some("e1f1")),
                ("Nb3", Some("d2b3")),
                ("Nd2-b3!?", Some("d2b3")),
                ("Nbxd5", Some("b4d5")),
                ("Nxd5", Some("b4d5")),
                ("exd6", Some("e5d6")),
                ("ed6", Some("e5d6")),
                ("e6", Some("e5e6")),
                ("h8=Q+", Some("h7h8q")),
                ("h8N", Some("h7h8n")),
                ("h8(R)#", Some("h7h8r")),
                ("Rh1f1", Some("h1f1")),
                ("R1f1", Some("h1f1")),
                ("R2f1", None),
                ("h8", None),
                ("h8=K", None),
                ("Nc5", None),
                ("Nz5", None),
                ("N", None),
                ("", None),
                ("O-O-O-O", None),
                ("\u{265e}f3", Some("d2f3")),
                ("\u{2660}f3", None),
                ("N\u{265e}f3", None),
                ("e99999999999", None),
            ],
        );
        let two = "4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1";
        let cases = [("Nd2", None), ("Nbd2", None), ("N1d2", Some("b1d2")), ("N3d2", Some("b3d2"))];
        check("chess", two, 1, &cases);
    }

    #[test]
    fn a_pawn_without_an_origin_stays_on_its_file() {
        let fen = "4k3/2p5/3p4/8/8/8/8/4K3 b - - 0 1";
        let cases = [
            ("c6", Some("c7c6")),
            ("cc6", Some("c7c6")),
            ("dc6", Some("d6c6")),
            ("e6", Some("d6e6")),
        ];
        check("pawnsideways", fen, 1, &cases);
        let figurines =
            [("♘f3", Some("g1f3")), ("♞c3", Some("b1c3")), ("♙e4", Some("e2e4")), ("♘d5", None)];
        check("chess", "startpos", 1, &figurines);
        check("chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", 1, &[("b8=♕+", Some("b7b8q"))]);
    }

    #[test]
    fn a_last_plus_promotes_in_shogi() {
        let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] w - - 0 3";
        let cases = [
            ("Bxh8+", Some("b2h8+")),
            ("Bxh8=+B", Some("b2h8+")),
            ("Bxh8", Some("b2h8")),
            ("Bxh8=", Some("b2h8")),
            ("Bxh8++", Some("b2h8+")),
        ];
        check("shogi", open, 1, &cases);
        // The rook gives check here with or without promotion.
        let check_there = "4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1";
        check("shogi", check_there, 1, &[("Ra9+", Some("a1a9")), ("Ra9=+R+", Some("a1a9+"))]);
        // The pawn has no other move there.
        let last = "7k1/P8/9/9/9/9/9/9/4K4[] w - - 0 1";
        check("shogi", last, 1, &[("Pa9+", Some("a8a9+")), ("a9+", Some("a8a9+"))]);
    }

    #[test]
    fn boards_of_ten_ranks() {
        let cases = [("c4", Some("c3c5")), ("Na3", Some("b2a4")), ("c5", None)];
        check("pacific", "startpos", 0, &cases);
        check("pacific", "startpos", 1, &[("c5", Some("c3c5")), ("Na4", Some("b2a4"))]);
    }

    #[test]
    fn what_is_written_is_read() {
        for name in ["chess", "pacific-gollon", "capablanca", "knightmate", "amazon", "seirawan"] {
            let mut game = game(name, "startpos");
            for ply in 0..60 {
                let turns = game.step_texts();
                for turn in &turns {
                    let san = game.san(turn).unwrap();
                    assert_eq!(game.read_san(&san, 1).as_ref(), Some(turn), "{name}: {san}");
                }
                let Some(turn) = turns.get(ply * 7919 % turns.len().max(1)) else { break };
                game.play_turn(turn).unwrap();
            }
        }
    }

    #[test]
    fn turns_of_several_legs_have_none() {
        check("cheskers", "startpos", 1, &[("f5", None), ("O-O", None)]);
    }
}
