//! Castlings compiled from a definition.

use super::data::{CastlingDefinition, CastlingSide};
use crate::{Bits, BoardSize, Color, PieceType, Square};

/// One way to castle.
#[derive(Clone, Debug)]
pub(super) struct Castling<B> {
    pub king_from: Square,
    pub king_to: Square,
    pub rook_from: Square,
    pub rook_to: Square,
    pub rook: PieceType,
    /// The squares that must be empty.
    pub path: B,
    /// The king's way: the squares that it crosses and its goal, the square that it leaves left
    /// out unless it stays. None may be attacked, with king and rook where castling brings them.
    pub way: Vec<Square>,
}

/// All ways to castle, in the order of the FEN letters `KQkq`.
pub(super) fn compile_castlings<B: Bits>(
    size: BoardSize,
    definition: Option<&CastlingDefinition>,
) -> [Option<Castling<B>>; 4] {
    let mut castlings = [const { None }; 4];
    let Some(definition) = definition else { return castlings };
    for color in Color::ALL {
        for (index, side) in [definition.king_side, definition.queen_side].into_iter().enumerate() {
            castlings[2 * color as usize + index] = compile_castling(size, definition, side, color);
        }
    }
    castlings
}

fn compile_castling<B: Bits>(
    size: BoardSize,
    definition: &CastlingDefinition,
    side: CastlingSide,
    color: Color,
) -> Option<Castling<B>> {
    let rank = match color {
        Color::White => definition.rank,
        Color::Black => size.ranks() - 1 - definition.rank,
    };
    let square = |file: u8| size.square(file as i32, rank as i32);
    let span = |a: u8, b: u8| a.min(b)..=a.max(b);
    let (king_from, rook_from) = (square(definition.king)?, square(side.rook_from)?);
    let own = B::bit(king_from) | B::bit(rook_from);
    let mut path = B::EMPTY;
    for file in span(definition.king, side.rook_from)
        .chain(span(definition.king, side.king_to))
        .chain(span(side.rook_from, side.rook_to))
    {
        path |= B::bit(square(file)?);
    }
    let stays = side.king_to == definition.king;
    let way = span(definition.king, side.king_to).filter(|&file| stays || file != definition.king);
    Some(Castling {
        king_from,
        king_to: square(side.king_to)?,
        rook_from,
        rook_to: square(side.rook_to)?,
        rook: definition.rook,
        path: path & !own,
        way: way.filter_map(square).collect(),
    })
}

/// The rights that remain when something leaves or enters each square.
pub(super) fn rights_kept<B>(size: BoardSize, castlings: &[Option<Castling<B>>; 4]) -> Vec<u8> {
    let mut kept = vec![0b1111; size.squares()];
    for (index, castling) in castlings.iter().enumerate() {
        if let Some(castling) = castling {
            kept[castling.king_from.index()] &= !(1 << index);
            kept[castling.rook_from.index()] &= !(1 << index);
        }
    }
    kept
}
