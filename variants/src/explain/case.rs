//! An illegal move, with what its family needs to find the reason.

use crate::illegal::Illegal;
use crate::legs::Leg;
use crate::{Bits, Definition, Piece, PieceDefinition, Position, Square};

/// A well-formed text that begins with a piece of the side to move.
pub struct Case<'a, P: Position> {
    pub(crate) position: &'a P,
    pub(crate) legs: &'a [Leg],
    pub(crate) first: Leg,
    pub(crate) last: Leg,
    pub(crate) piece: Piece,
}

impl<P: Position> Case<'_, P> {
    pub(crate) fn definition(&self) -> &Definition {
        &self.position.common().definition
    }

    pub(crate) fn kind(&self) -> &PieceDefinition {
        self.definition().piece(self.piece.kind())
    }

    pub(crate) fn name(&self, square: Square) -> String {
        self.definition().size.name(square)
    }

    pub(crate) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.position.board().get(square)
    }

    /// Whether the piece's moves lead to a square, check and duty apart. `i` moves count if it is
    /// `at_home`.
    pub(crate) fn reaches(&self, to: Square, at_home: bool) -> bool {
        let target = self.piece_on(to);
        if target.is_some_and(|piece| piece.color() == self.piece.color()) || self.is_wall(to) {
            return false;
        }
        let passant = self.is_en_passant_square(to);
        let paths = self.definition().paths(self.kind(), self.first.from, self.piece.color());
        paths.iter().any(|path| {
            let modes = path.modes;
            let fits = match target {
                Some(_) => modes.capture,
                None => modes.quiet || (modes.en_passant && passant),
            };
            let home = !modes.initial || at_home;
            let is_closed = |square| self.is_closed(square);
            fits && home && path.landings(is_closed).contains(&to)
        })
    }

    fn is_wall(&self, square: Square) -> bool {
        self.position.walls().contains(square)
    }

    /// Whether a piece or a wall stands on a square.
    fn is_closed(&self, square: Square) -> bool {
        self.piece_on(square).is_some() || self.is_wall(square)
    }

    /// Whether a capture en passant may end on a square.
    pub(crate) fn is_en_passant_square(&self, square: Square) -> bool {
        let field = self.position.to_fen().en_passant;
        let name = self.name(square);
        // `a1` is not in `a10`.
        field.match_indices(&name).any(|(at, _)| {
            !field[at + name.len()..].starts_with(|next: char| next.is_ascii_digit())
        })
    }

    /// The occupied square nearest to the piece on a way that would lead it to `to`. `i` moves count
    /// if it is `at_home`; ways of hoppers do not.
    fn blocker(&self, to: Square, at_home: bool) -> Option<Square> {
        let paths = self.definition().paths(self.kind(), self.first.from, self.piece.color());
        paths.iter().find_map(|path| {
            let modes = path.modes;
            let fits = if self.piece_on(to).is_some() { modes.capture } else { modes.quiet };
            if modes.hop.is_some() || !fits || modes.initial && !at_home {
                return None;
            }
            let end = path.squares.iter().position(|&square| square == to)?;
            let passed = path.squares.get(..end).filter(|_| end >= path.first_landing)?;
            let target = self.is_wall(to).then_some(to);
            passed.iter().copied().find(|&square| self.is_closed(square)).or(target)
        })
    }

    /// Reason of a move to a square that the piece's moves do not lead to. `i` moves count if it is
    /// `at_home`.
    pub(crate) fn cannot_go(&self, at_home: bool) -> Illegal {
        let own = |piece: Piece| piece.color() == self.piece.color();
        if self.last.to != self.first.from && self.piece_on(self.last.to).is_some_and(own) {
            return Illegal::OwnPiece(self.name(self.last.to));
        }
        let (piece, from) = (self.kind().name.clone(), self.name(self.first.from));
        let to = self.name(self.last.to);
        match self.blocker(self.last.to, at_home) {
            Some(blocker) => {
                let (from, to) = (from.into(), to.into());
                Illegal::Blocked { piece, from, to, blocker: self.name(blocker).into() }
            }
            None => Illegal::CannotGo { piece, from, to },
        }
    }
}
