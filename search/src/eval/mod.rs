//! What a position is worth by its looks: a sum over the pieces and a few words on each family.
//!
//! All is computed afresh at each call. Nothing here names a game: pieces get their worth from the
//! definition or from how they move.

mod armies;
mod jumping;
mod placement;
mod royal;
mod values;

use std::sync::Arc;

use variants::{Color, Definition, Family, Fen, PieceType, Position};

use self::armies::ArmiesTerms;
use self::jumping::JumpingTerms;
use self::placement::Placement;
use self::royal::RoyalTerms;
use self::values::Values;
use crate::score::{EVAL_LIMIT, Value};

/// A worth in centipawns at the beginning of a game, and at its end
/// (<https://www.chessprogramming.org/Tapered_Eval>).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tapered {
    pub opening: i32,
    pub ending: i32,
}

impl Tapered {
    pub(crate) const fn both(value: i32) -> Self {
        Tapered { opening: value, ending: value }
    }
}

impl std::ops::AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.opening += other.opening;
        self.ending += other.ending;
    }
}

impl std::ops::Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Tapered { opening: self.opening - other.opening, ending: self.ending - other.ending }
    }
}

/// What one family looks at beyond the pieces and their places.
enum Terms<B> {
    Royal(RoyalTerms<B>),
    Jumping(JumpingTerms),
    Armies(ArmiesTerms<B>),
}

/// The evaluation of one game, made once for its definition.
pub(crate) struct Evaluator<P: Position> {
    values: Values,
    placement: Placement,
    terms: Terms<P::Bits>,
    /// What being to move is worth, in centipawns.
    tempo: i32,
    /// What a square more to go to is worth, in centipawns.
    freedom: i32,
    /// The worth of the officers in the first position, of both sides.
    full: i32,
}

impl<P: Position> Evaluator<P> {
    pub(crate) fn new(definition: &Arc<Definition>) -> Self {
        let values = Values::new(definition);
        let placement = Placement::new(definition, &values);
        let (terms, tempo, freedom) = match &definition.family {
            Family::Royal(_) => (Terms::Royal(RoyalTerms::new(definition, &values)), 12, 3),
            Family::Jumping(own) => (Terms::Jumping(JumpingTerms::new(own)), 4, 3),
            Family::Armies(own) => (Terms::Armies(ArmiesTerms::new(definition, own)), 20, 0),
        };
        let pieces = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
        let full = pieces.iter().map(|(_, piece)| values.officer(piece.kind())).sum::<i32>().max(1);
        Evaluator { values, placement, terms, tempo, freedom, full }
    }

    /// What taking a piece of a kind brings, in centipawns.
    #[inline]
    pub(crate) fn value(&self, kind: PieceType) -> i32 {
        self.values.worth(kind)
    }

    /// Whether the game hangs on a piece of a kind, so that it is no part of an exchange.
    #[inline]
    pub(crate) fn is_royal(&self, kind: PieceType) -> bool {
        self.values.is_royal(kind)
    }

    /// All kinds, the least valuable first.
    #[inline]
    pub(crate) fn by_worth(&self) -> &[PieceType] {
        self.values.by_worth()
    }

    /// Whether a side has more than pieces that promote and royals: else a pass may be better than
    /// any move (<https://www.chessprogramming.org/Zugzwang>).
    pub(crate) fn has_officers(&self, position: &P) -> bool {
        let board = position.board();
        let side = board.side(position.side());
        let is_officer =
            |square| board.get(square).is_some_and(|piece| self.values.officer(piece.kind()) > 0);
        variants::Bits::iter(side).any(is_officer)
    }

    /// Whether the side to move might still win with this turn, in games whose turns have several steps; never, where turns
    /// have one.
    #[inline]
    pub(crate) fn may_win(&self, position: &P) -> bool {
        match &self.terms {
            Terms::Armies(terms) => terms.may_win(position),
            _ => false,
        }
    }

    /// About how much the side to move would lose, in centipawns, if the enemy were to move; 0
    /// where turns have one step.
    pub(crate) fn risk(&self, position: &P) -> Value {
        match &self.terms {
            Terms::Armies(terms) => terms.risk(position, &self.values),
            _ => 0,
        }
    }

    /// The position's worth in centipawns from the view of the side to move.
    pub(crate) fn evaluate(&self, position: &P) -> Value {
        let mut sums = [Tapered::default(); 2];
        let mut officers = 0;
        for (square, piece) in position.board().iter() {
            sums[piece.color() as usize] += self.placement.at(piece, square);
            officers += self.values.officer(piece.kind());
        }
        let mut worth = sums[0] - sums[1];
        worth += match &self.terms {
            Terms::Royal(terms) => terms.evaluate(position, officers * 100 / self.full),
            Terms::Jumping(terms) => terms.evaluate(position),
            Terms::Armies(terms) => terms.evaluate(position, &self.values),
        };
        if self.freedom > 0 {
            let [white, black] = Color::ALL.map(|color| position.mobility(color) as i32);
            worth += Tapered::both((white - black) * self.freedom);
        }
        let phase = officers.min(self.full);
        let blend = (worth.opening * phase + worth.ending * (self.full - phase)) / self.full;
        let relative = match position.side() {
            Color::White => blend,
            Color::Black => -blend,
        };
        (relative + self.tempo).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}
