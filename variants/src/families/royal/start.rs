//! Faults of a royal game's start position.

use super::castlings::color_of;
use super::data::{CastlingDefinition, RoyalDefinition};
use super::ends::Royals;
use super::flips::Flips;
use crate::betza::Path;
use crate::families::reading::StartFault;
use crate::reading::quoted;
use crate::{Color, Definition, Fen, Piece, PieceDefinition, PieceType, Square};

/// Checks the royal pieces and the castling rights.
pub(super) fn check_start(
    own: &RoyalDefinition,
    fen: &Fen,
    definition: &Definition,
) -> Result<(), StartFault> {
    expect_royal_pieces(own, fen, definition)?;
    expect_zones(fen, definition)?;
    let of = |key| move |message| StartFault::of(key, message);
    expect_no_flips(own, definition).map_err(of("flips"))?;
    expect_no_passing(own, definition).map_err(of("counting"))?;
    expect_quiet_first_moves(own, definition).map_err(of("unmoved"))?;
    expect_plain_targets(own, definition).map_err(of("castling"))?;
    let gates = own.hand.as_ref().is_some_and(|hand| hand.gates) || own.unmoved.is_some();
    Ok(expect_rights(fen, own.castling.as_deref(), gates, definition)?)
}

/// Castling to one of several targets is written by the king's square and the target, or the rook's
/// square where the king could go to the target without castling: to one of them at most.
fn expect_plain_targets(own: &RoyalDefinition, definition: &Definition) -> Result<(), String> {
    let size = definition.size;
    let Some(castling) = own.castling.as_deref().filter(|castling| castling.has_choice()) else {
        return Ok(());
    };
    if own.hand.as_ref().is_some_and(|hand| hand.gates) {
        return Err("a king with several targets: expected a game without `hand.gates`".to_owned());
    }
    let has_several = |piece: &&PieceDefinition| {
        let along = |from: Square| {
            let paths = definition.paths(piece, from, Color::White).into_iter();
            let to = paths.flat_map(move |path| path.squares.into_iter().skip(path.first_landing));
            let to = to.filter(move |&to| size.rank(to) == size.rank(from) && to != from);
            to.map(move |to| size.file(to).abs_diff(size.file(from)))
        };
        let mut distances = size.iter().flat_map(along);
        let first = distances.next();
        distances.any(|distance| Some(distance) != first)
    };
    let is_king = |kind: &PieceType| castling.is_king(*kind, definition);
    let mut kings = definition.piece_types().filter(is_king).map(|kind| definition.piece(kind));
    let far = kings.find(has_several);
    far.map_or(Ok(()), |piece| {
        let name = quoted(&piece.name);
        Err(format!(
            "several targets of {name}, which goes more than one square along its rank without \
             castling: expected king-to with one file"
        ))
    })
}

/// Pieces start on squares where they may stand.
fn expect_zones(fen: &Fen, definition: &Definition) -> Result<(), String> {
    let is_outside = |&&(square, piece): &&(Square, Piece)| {
        let zone = definition.piece(piece.kind()).zone.as_ref();
        zone.is_some_and(|zone| !zone[piece.color()].contains(&square))
    };
    let outside = fen.pieces.iter().find(is_outside);
    outside.map_or(Ok(()), |&(square, piece)| {
        let letter = definition.piece(piece.kind()).fen(piece.color());
        let at = definition.size.name(square);
        Err(format!("'{letter}' on {at} is outside its zone: expected a square of it"))
    })
}

/// A piece that changes sides may be neither royal nor, where it stands, due to promote.
fn expect_no_flips(own: &RoyalDefinition, definition: &Definition) -> Result<(), String> {
    let clashes = |piece: &&PieceDefinition| piece.royal || !piece.promotes.is_empty();
    let clash = definition.pieces.iter().find(clashes).filter(|_| own.flips != Flips::None);
    clash.map_or(Ok(()), |piece| {
        let name = &piece.name;
        Err(format!("flips with '{name}': expected pieces that are not royal and do not promote"))
    })
}

/// A FEN has a count in place of en passant.
fn expect_no_passing(own: &RoyalDefinition, definition: &Definition) -> Result<(), String> {
    let size = definition.size;
    let passes = |from| {
        definition.pieces.iter().any(|piece| {
            let paths = piece.moves.paths(size, from, Color::White);
            paths.iter().any(|path| path.modes.en_passant)
        })
    };
    if own.counting.is_some() && size.iter().any(passes) {
        return Err("a game with `counting` has no en passant: expected no moves with e".to_owned());
    }
    Ok(())
}

/// First moves of pieces that have not moved do not capture.
fn expect_quiet_first_moves(own: &RoyalDefinition, definition: &Definition) -> Result<(), String> {
    let kinds = own.unmoved.iter().flat_map(|unmoved| &unmoved.pieces);
    for piece in kinds.map(|&kind| definition.piece(kind)) {
        let paths = |from| definition.paths(piece, from, Color::White);
        let is_first = |path: &Path| path.modes.initial && path.modes.capture;
        if definition.size.iter().any(|from| paths(from).iter().any(is_first)) {
            let name = quoted(&piece.name);
            return Err(format!("{name} captures with its first move: expected m beside i"));
        }
    }
    Ok(())
}

/// Each side has as many royal pieces as the game asks for; a side that can lose otherwise may have
/// none.
fn expect_royal_pieces(
    own: &RoyalDefinition,
    fen: &Fen,
    definition: &Definition,
) -> Result<(), String> {
    for color in Color::ALL {
        let royals = fen.pieces.iter().filter(|(_, piece)| is_royal(definition, *piece, color));
        let held = definition.piece_types().filter(|&kind| definition.piece(kind).royal);
        let held = held.map(|kind| fen.hands.map_or(0, |hands| hands.count(color, kind)));
        let count = royals.count() + held.sum::<u32>() as usize;
        let only = own.royals == Royals::One;
        let none_is_enough = own.can_be_decided(color);
        if count > 1 && only || count == 0 && !none_is_enough {
            let expected = if only { "one" } else { "one or more" };
            let hint = if count == 0 { ", or an end for it, such as lose-without" } else { "" };
            return Err(format!("{color} has {count} royal pieces: expected {expected}{hint}"));
        }
    }
    Ok(())
}

fn is_royal(definition: &Definition, piece: Piece, color: Color) -> bool {
    piece.color() == color && definition.piece(piece.kind()).royal
}

/// Castling rights need their king and their rook on the squares of castling.
fn expect_rights(
    fen: &Fen,
    castling: Option<&CastlingDefinition>,
    gates: bool,
    definition: &Definition,
) -> Result<(), String> {
    let is_right = |letter: &char| !gates || RIGHTS.contains(*letter);
    let rights: String = fen.castling.chars().filter(is_right).collect();
    if gates && rights.is_empty() {
        return Ok(());
    }
    if !are_rights(&rights) {
        return Err(bad_rights(&fen.castling));
    }
    let Some(castling) = castling else {
        return match rights.as_str() {
            "-" => Ok(()),
            _ => {
                Err("castling rights in a game without castling: expected - in its start"
                    .to_owned())
            }
        };
    };
    for right in rights.chars().filter(|&right| right != '-') {
        expect_right(right, fen, castling, definition)?;
    }
    Ok(())
}

fn expect_right(
    right: char,
    fen: &Fen,
    castling: &CastlingDefinition,
    definition: &Definition,
) -> Result<(), String> {
    let size = definition.size;
    let index = RIGHTS.find(right).unwrap_or(0);
    let color = color_of(index);
    let own = &castling.sides[color];
    let Some(side) = own.side(index) else {
        let has =
            |(_, index): &(char, usize)| castling.sides[color_of(*index)].side(*index).is_some();
        let rights: String = RIGHTS.chars().zip(0..).filter(has).map(|(right, _)| right).collect();
        return Err(format!("castling right '{right}': expected some of {rights}, or -"));
    };
    let rank = match color {
        Color::White => own.rank,
        Color::Black => size.ranks() - 1 - own.rank,
    };
    let king = |piece: Piece| piece.color() == color && castling.is_king(piece.kind(), definition);
    let rook = |piece: Piece| piece.color() == color && castling.rooks.contains(&piece.kind());
    let expect = |file: u8, fits: &dyn Fn(Piece) -> bool, what: &str| {
        let square = size.square(file.into(), rank.into());
        match square {
            Some(square) if !fen.pieces.iter().any(|&(at, piece)| at == square && fits(piece)) => {
                let name = size.name(square);
                Err(format!("castling right '{right}': expected {color}'s {what} on {name}"))
            }
            _ => Ok(()),
        }
    };
    let king_name = match castling.king_kind {
        None if !definition.has_royals() => "king (see king-piece)",
        _ => "king",
    };
    expect(own.king, &king, king_name)?;
    expect(side.rook_from, &rook, "rook")
}

/// The letters of castling rights.
const RIGHTS: &str = "KQkq";

/// Whether castling rights are some of the letters `KQkq`, each at most once.
fn are_rights(text: &str) -> bool {
    let once =
        |(index, letter): (usize, char)| RIGHTS.contains(letter) && !text[..index].contains(letter);
    text == "-" || !text.is_empty() && text.char_indices().all(once)
}

/// Fault of castling rights that a game does not have.
fn bad_rights(text: &str) -> String {
    format!("invalid castling rights {}: expected - or some of KQkq", quoted(text))
}
