//! From Standard Algebraic Notation, as programs and people write it.

use super::{PASS, PAWN, san};
use crate::{BoardSize, Game, Notation, StepInfo};

/// The legal step that a text in Standard Algebraic Notation means; `None` where there is none, or
/// more than one, and in games whose turns have several legs or pieces.
///
/// Parts that do not matter may be left out, added or spelled otherwise: the signs of captures, check
/// and annotation, `=` before a promotion, more of the square of origin than is needed, `0-0`.
/// Ranks are numbered from `first_rank`.
pub fn read_san<P: Notation>(game: &mut Game<P>, text: &str, first_rank: u16) -> Option<P::Step> {
    let definition = &game.position().common().definition;
    if !P::HAS_SAN || game.position().has_long_turns() {
        return None;
    }
    let size = definition.size;
    let text = text.trim_end_matches(['!', '?']).trim_end_matches(['+', '#']);
    let castling = text.replace('0', "O");
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    if text == PASS {
        return steps.into_iter().find(|&step| game.position().passes(step));
    }
    if matches!(castling.split('/').next(), Some("O-O" | "O-O-O")) {
        let is_meant = |step: &P::Step| {
            san(game, *step).is_some_and(|told| told.trim_end_matches(['+', '#']) == castling)
        };
        return steps.into_iter().find(is_meant);
    }
    if let Some((letter, square)) = text.split_once('@') {
        return dropped(game.position(), &steps, letter, take_part(square, size, first_rank)?);
    }
    let wanted = Wanted::read(text, size, first_rank)?;
    let position = game.position();
    let definition = &position.common().definition;
    let name = |kind| {
        let piece = definition.piece(kind);
        (piece.letter, piece.promoted)
    };
    let becomes = |step, step_info: &StepInfo| {
        step_info.promotion.or_else(|| position.gated(step).map(|(_, piece)| piece.kind()))
    };
    let mut found = steps.into_iter().filter(|&step| {
        position.step_info(step).is_some_and(|step_info| {
            !step_info.castles
                && !position.passes(step)
                && !step_info.drops
                && name(step_info.piece.kind()) == wanted.piece
                && becomes(step, &step_info).map(name) == wanted.promotion
                && (size.file(step_info.to), size.rank(step_info.to)) == wanted.to
                && wanted.file.is_none_or(|file| file == size.file(step_info.from))
                && wanted.rank.is_none_or(|rank| rank == size.rank(step_info.from))
        })
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
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

/// The letter of a kind, and whether `+` stands before it.
type Name = (char, bool);

/// All that a text says of a move, castling apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    piece: Name,
    /// Of the square of origin.
    file: Option<u8>,
    /// Of the square of origin.
    rank: Option<u8>,
    to: (u8, u8),
    promotion: Option<Name>,
}

impl Wanted {
    fn read(text: &str, size: BoardSize, first_rank: u16) -> Option<Self> {
        let (piece, rest) = take_name(text).unwrap_or(((PAWN, false), text));
        let (squares, promotion) = split_promotion(rest)?;
        let (mut parts, mut rest) = (Vec::new(), squares);
        while !rest.is_empty() {
            let part;
            (part, rest) = take_part(rest, size, first_rank)?;
            parts.push(part);
        }
        let (from, to) = match parts[..] {
            [to] => ((None, None), to),
            [from, to] => (from, to),
            _ => return None,
        };
        let to = (to.0?, to.1?);
        Some(Wanted { piece, file: from.0, rank: from.1, to, promotion })
    }
}

/// A square, or a part of one: its file and its rank.
type Part = (Option<u8>, Option<u8>);

/// A square, or a part of one, at the beginning of a text; a sign between squares counts for
/// nothing.
fn take_part(text: &str, size: BoardSize, first_rank: u16) -> Option<(Part, &str)> {
    let text = text.strip_prefix(['x', ':', '-']).unwrap_or(text);
    let letter = text.bytes().next()?;
    let (file, rest) = match letter {
        b'a'..=b'z' => (Some(letter - b'a').filter(|&file| file < size.files()), &text[1..]),
        _ => (None, text),
    };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, rest) = rest.split_at(end);
    let rank = match digits {
        "" => None,
        digits => {
            let rank = digits.parse::<u16>().ok()?.checked_sub(first_rank)?;
            Some(u8::try_from(rank).ok().filter(|&rank| rank < size.ranks())?)
        }
    };
    (file.is_some() || rank.is_some()).then_some(((file, rank), rest))
}

/// The name of a kind at the beginning of a text: a capital letter, `+` before it perhaps.
fn take_name(text: &str) -> Option<(Name, &str)> {
    let bare = text.strip_prefix('+').unwrap_or(text);
    let letter = bare.chars().next().filter(char::is_ascii_uppercase)?;
    Some(((letter, bare.len() < text.len()), &bare[1..]))
}

/// Splits a promotion off: `e8=Q`, `e8Q`, `e8(Q)`, `e8=+R`.
fn split_promotion(text: &str) -> Option<(&str, Option<Name>)> {
    let Some(at) =
        text.find(['=', '/', '(', '+']).or_else(|| text.find(|c: char| c.is_ascii_uppercase()))
    else {
        return Some((text, None));
    };
    let (squares, rest) = text.split_at(at);
    let name = rest.trim_start_matches(['=', '/', '(']).trim_end_matches(')');
    let (name, after) = take_name(name)?;
    after.is_empty().then_some((squares, Some(name)))
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
                ("\u{265e}f3", None),
                ("N\u{265e}f3", None),
                ("e99999999999", None),
            ],
        );
        let two = "4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1";
        let cases = [("Nd2", None), ("Nbd2", None), ("N1d2", Some("b1d2")), ("N3d2", Some("b3d2"))];
        check("chess", two, 1, &cases);
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
