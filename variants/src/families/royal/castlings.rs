//! Castlings compiled from a definition, or for an array that a FEN describes.

use super::data::{CastlingDefinition, CastlingSide};
use super::step::{RoyalStep, StepKind};
use crate::{Bits, Board, BoardSize, Color, Definition, Square};

/// One way to castle.
#[derive(Clone, Debug)]
pub(super) struct Castling<B> {
    pub king_from: Square,
    pub king_to: Square,
    pub rook_from: Square,
    pub rook_to: Square,
    /// The squares that must be empty.
    pub path: B,
    /// The king's way: the squares that it crosses and its goal, the square that it leaves left out
    /// unless it stays. None may be attacked, with king and rook on their targets.
    pub way: Vec<Square>,
    /// The same way with nearer targets, where the king has a choice.
    pub nearer: Vec<Castling<B>>,
}

impl<B> Castling<B> {
    /// It and those with nearer targets.
    pub fn all(&self) -> impl Iterator<Item = &Castling<B>> {
        std::iter::once(self).chain(&self.nearer)
    }

    /// Its step.
    pub fn step(&self) -> RoyalStep {
        RoyalStep::new(self.king_from, self.king_to, StepKind::Castling)
    }

    /// The squares where king and rook stand.
    pub fn home(&self) -> (Square, Square) {
        (self.king_from, self.rook_from)
    }
}

/// All ways to castle of a game, from one array.
#[derive(Clone, Debug)]
pub(super) struct Castlings<B> {
    /// The ways, in the order of the FEN letters `KQkq`.
    pub ways: [Option<Castling<B>>; 4],
    /// The rights that remain when something leaves or enters each square.
    pub kept: Vec<u8>,
    /// Ways that begin elsewhere than in the game's own array, as bits.
    pub other: u8,
    /// Whether moves are written as from the king's square to the rook's.
    pub by_rook: bool,
}

impl<B: Bits> Castlings<B> {
    /// The castlings of a game's own array.
    pub fn new(size: BoardSize, definition: Option<&CastlingDefinition>, by_rook: bool) -> Self {
        let mut ways = [const { None }; 4];
        if let Some(definition) = definition {
            for (index, way) in ways.iter_mut().enumerate() {
                let own = &definition.sides[color_of(index)];
                let side = own.side(index);
                *way =
                    side.and_then(|side| compile(size, color_of(index), own.rank, own.king, side));
            }
        }
        let kept = rights_kept(size, &ways);
        Castlings { ways, kept, other: 0, by_rook }
    }

    /// Puts the king and the rook of a way elsewhere; returns whether there is such a way.
    pub fn begin_at(
        &mut self,
        index: usize,
        home: (Square, Square),
        size: BoardSize,
        definition: &CastlingDefinition,
    ) -> bool {
        let own = &definition.sides[color_of(index)];
        let side =
            own.side(index).map(|side| CastlingSide { rook_from: size.file(home.1), ..side });
        let king = size.file(home.0);
        self.ways[index] =
            side.and_then(|side| compile(size, color_of(index), own.rank, king, side));
        self.other |= 1 << index;
        self.kept = rights_kept(size, &self.ways);
        self.ways[index].is_some()
    }
}

/// The side of a castling, by its index.
pub(super) fn color_of(index: usize) -> Color {
    if index < 2 { Color::White } else { Color::Black }
}

/// The king and the rook with which a side castles, as the letters `KQkq` mean them: those of the
/// game's own array if they stand there, else the outermost rook on that side of the king.
pub(super) fn home_of<B: Bits>(
    index: usize,
    board: &Board<B>,
    castling: &CastlingDefinition,
    definition: &Definition,
) -> Option<(Square, Square)> {
    let (size, color) = (definition.size, color_of(index));
    let own = &castling.sides[color];
    let side = own.side(index)?;
    let rank = rank_of(size, color, own.rank);
    let square = |file: u8| size.square(file.into(), rank.into());
    let kings = kings(color, board, castling, definition);
    let rooks = board.kinds(&castling.rooks) & board.side(color);
    let (king, rook) = (square(own.king)?, square(side.rook_from)?);
    if kings.contains(king) && rooks.contains(rook) {
        return Some((king, rook));
    }
    let on_rank =
        |set: B| (0..size.files()).filter(move |&f| square(f).is_some_and(|s| set.contains(s)));
    let king = on_rank(kings).next()?;
    let rook = if index.is_multiple_of(2) {
        on_rank(rooks).rfind(|&file| file > king)
    } else {
        on_rank(rooks).find(|&file| file < king)
    };
    Some((square(king)?, square(rook?)?))
}

/// The king and the rook on a file, and the index of their castling.
pub(super) fn home_on_file<B: Bits>(
    file: u8,
    color: Color,
    board: &Board<B>,
    castling: &CastlingDefinition,
    definition: &Definition,
) -> Option<(usize, (Square, Square))> {
    let size = definition.size;
    let own = &castling.sides[color];
    let rank = rank_of(size, color, own.rank);
    let rook = size.square(file.into(), rank.into())?;
    let kings = kings(color, board, castling, definition);
    let king = kings.iter().find(|&square| size.rank(square) == rank)?;
    let index = 2 * color as usize + usize::from(size.file(king) > file);
    let stands = (board.kinds(&castling.rooks) & board.side(color)).contains(rook);
    (stands && own.side(index).is_some()).then_some((index, (king, rook)))
}

/// The pieces of a side that can be the king of castling.
fn kings<B: Bits>(
    color: Color,
    board: &Board<B>,
    castling: &CastlingDefinition,
    definition: &Definition,
) -> B {
    let kings = definition.piece_types().filter(|&kind| castling.is_king(kind, definition));
    kings.fold(B::EMPTY, |set, kind| set | board.pieces(color, kind))
}

fn rank_of(size: BoardSize, color: Color, rank: u8) -> u8 {
    match color {
        Color::White => rank,
        Color::Black => size.ranks() - 1 - rank,
    }
}

/// A side's way to castle from a king's file; `None` if the king has no target.
fn compile<B: Bits>(
    size: BoardSize,
    color: Color,
    rank: u8,
    king: u8,
    side: CastlingSide,
) -> Option<Castling<B>> {
    let rank = rank_of(size, color, rank);
    let mut targets = side.targets_from(king).filter_map(|side| compile_to(size, rank, king, side));
    let farthest = targets.next()?;
    Some(Castling { nearer: targets.collect(), ..farthest })
}

/// Castling to one target, on a rank of the board.
fn compile_to<B: Bits>(
    size: BoardSize,
    rank: u8,
    king: u8,
    side: CastlingSide,
) -> Option<Castling<B>> {
    let CastlingSide { rook_from, king_to, rook_to, .. } = side;
    let square = |file: u8| size.square(file.into(), rank.into());
    let span = |a: u8, b: u8| a.min(b)..=a.max(b);
    let mut path = B::EMPTY;
    for file in span(king, rook_from).chain(span(king, king_to)).chain(span(rook_from, rook_to)) {
        path |= B::bit(square(file)?);
    }
    let (king_from, rook_from) = (square(king)?, square(rook_from)?);
    let stays = king_to == king;
    let way = span(king, king_to).filter(|&file| stays || file != king);
    Some(Castling {
        king_from,
        king_to: square(king_to)?,
        rook_from,
        rook_to: square(rook_to)?,
        path: path & !(B::bit(king_from) | B::bit(rook_from)),
        way: way.filter_map(square).collect(),
        nearer: Vec::new(),
    })
}

/// The rights that remain when something leaves or enters each square.
fn rights_kept<B>(size: BoardSize, castlings: &[Option<Castling<B>>; 4]) -> Vec<u8> {
    let mut kept = vec![0b1111; size.squares()];
    for (index, castling) in castlings.iter().enumerate() {
        if let Some(castling) = castling {
            kept[castling.king_from.index()] &= !(1 << index);
            kept[castling.rook_from.index()] &= !(1 << index);
        }
    }
    kept
}
