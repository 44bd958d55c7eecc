//! Kings that have moved several times in a row, where that is limited.

use crate::fen::FenError;
use crate::{Bits, BoardSize, ByColor, Color, Square, Zobrist};

use super::general::General;
use super::{Jumping, JumpingStep};

/// For each side the king that it moved last, if it did no more than that, and how often in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held(ByColor<(Square, u8)>);

impl Held {
    /// Neither side has moved a king.
    pub(super) const NONE: Self =
        Held(ByColor::new((Square::from_index(0), 0), (Square::from_index(0), 0)));

    /// The part of a position's key.
    #[inline]
    pub(super) fn key(self, zobrist: &Zobrist) -> u64 {
        if self == Self::NONE { 0 } else { self.key_of_some(zobrist) }
    }

    #[cold]
    fn key_of_some(self, zobrist: &Zobrist) -> u64 {
        let moved = Color::ALL.into_iter().map(|color| self.0[color]);
        moved.filter(|&(_, moves)| moves > 0).fold(0, |key, (square, moves)| {
            key ^ zobrist.mark(square).rotate_left(moves.into()) ^ zobrist.extra(moves.into())
        })
    }

    /// The field of a FEN: squares with numbers of moves, `d4:2,e7:1`, or `-`.
    pub(super) fn field(self, size: BoardSize) -> String {
        let moved = Color::ALL.into_iter().map(|color| self.0[color]);
        let moved: Vec<String> = moved
            .filter(|&(_, moves)| moves > 0)
            .map(|(square, moves)| format!("{}:{moves}", size.name(square)))
            .collect();
        if moved.is_empty() { "-".to_owned() } else { moved.join(",") }
    }
}

impl<B: Bits> Jumping<B> {
    /// The king of the side to move that may only capture now.
    pub(super) fn held_square(&self, general: &General) -> Option<Square> {
        let (square, moves) = self.held.0[self.side];
        let most = general.king_moves()?;
        (u32::from(moves) >= most && general.has_men(&self.board, self.side)).then_some(square)
    }

    /// Counts a move that has just been made, by the side that is still to move.
    #[cold]
    #[inline(never)]
    pub(super) fn count_king_move(&mut self, takes: bool, step: JumpingStep<B>) {
        let rules = std::sync::Arc::clone(&self.rules);
        let Some(general) = rules.general.as_deref() else { return };
        let Some(most) = general.king_moves() else { return };
        let (side, (before, moves)) = (self.side, self.held.0[self.side]);
        let kind = self.board.get(step.to).map(|piece| piece.kind());
        let counts = !takes
            && step.promotion.is_none()
            && kind.is_some_and(|kind| general.is_king(kind))
            && general.has_men(&self.board, side);
        let again = if moves > 0 && before == step.from { moves } else { 0 };
        let most = most.min(7) as u8;
        self.held.0[side] = if counts { (step.to, (again + 1).min(most)) } else { Self::NOT_MOVED };
        // A king that is taken is not counted any more; nor one of a side that has no men left.
        let (square, _) = self.held.0[!side];
        if self.board.get(square).is_none_or(|piece| piece.color() == side)
            || !general.has_men(&self.board, !side)
        {
            self.held.0[!side] = Self::NOT_MOVED;
        }
    }

    const NOT_MOVED: (Square, u8) = (Square::from_index(0), 0);

    /// Reads the field of a FEN.
    pub(super) fn read_held(&mut self, field: &str) -> Result<(), FenError> {
        let general = self.rules.general.as_deref();
        let most = general.and_then(General::king_moves);
        let (Some(general), Some(most)) = (general, most) else {
            let expected = "expected -, as this game has no en passant".to_owned();
            return Err(FenError::en_passant(field, expected));
        };
        let size = self.rules.common.definition.size;
        let mut held = Held::NONE;
        for word in field.split(',') {
            let read = word.split_once(':').and_then(|(square, moves)| {
                let square = size.parse_square(square)?;
                let moves = moves.parse().ok().filter(|moves| (1..=most).contains(moves))?;
                let piece = self.board.get(square).filter(|piece| general.is_king(piece.kind()))?;
                let free = held.0[piece.color()].1 == 0;
                let has_men = general.has_men(&self.board, piece.color());
                (free && has_men).then_some((piece.color(), (square, moves as u8)))
            });
            let Some((color, moved)) = read else {
                let expected = format!(
                    "expected -, or for a side with men its king that moved last and how often, up \
                     to {most}, such as d4:2"
                );
                return Err(FenError::en_passant(field, expected));
            };
            held.0[color] = moved;
        }
        self.held = held;
        Ok(())
    }
}
