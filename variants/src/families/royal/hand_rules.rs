//! Rules of pieces in hand, compiled.

use super::hand::HandDefinition;
use super::kinds::{Kind, set};
use crate::{Bits, ByColor, Color, Common, Definition, Direction, Piece, PieceType, Square};

/// Rules of pieces in hand, compiled.
#[derive(Clone, Debug)]
pub(super) struct HandRules<B> {
    /// Whether captured pieces come into hand.
    pub captures: bool,
    /// The kind as which a captured piece comes into hand; `None` for royal ones, which do not.
    held_as: [Option<PieceType>; PieceType::MAX],
    /// Squares where pieces may be dropped, by side and kind.
    pub zones: ByColor<Vec<B>>,
    pub one_a_file: Vec<PieceType>,
    pub no_mate: Vec<PieceType>,
    pub give_check: bool,
    pub first: bool,
    /// The squares of each square's file.
    pub files: Vec<B>,
}

impl<B: Bits> HandRules<B> {
    pub(super) fn new(
        hand: &HandDefinition,
        definition: &Definition,
        common: &Common<B>,
        kinds: &[Kind<B>],
    ) -> Self {
        let size = definition.size;
        let zones = ByColor::from_fn(|color| {
            let zone = |kind: PieceType| {
                let own = &kinds[kind.index()];
                let mut zone = match hand.squares.of(kind) {
                    Some(squares) => set(&squares[color]),
                    None => common.geometry.all(),
                };
                // Where it has to promote, it never stands.
                if !own.promotes.is_empty() {
                    zone &= !(own.promotion[color] & !own.stays[color]);
                }
                if let Some(own) = &definition.piece(kind).zone {
                    zone &= set(&own[color]);
                }
                if hand.must_move {
                    let can_move = |square: &Square| {
                        let paths = definition.paths(definition.piece(kind), *square, color);
                        let starts = own.initial[color].contains(*square);
                        paths.iter().any(|path| !path.modes.initial || starts)
                    };
                    let movable = size.iter().filter(can_move);
                    zone &= movable.fold(B::EMPTY, |set, square| set | B::bit(square));
                }
                zone
            };
            definition.piece_types().map(zone).collect()
        });
        let mut held_as = [None; PieceType::MAX];
        for kind in definition.piece_types().filter(|&kind| !definition.piece(kind).royal) {
            held_as[kind.index()] = Some(definition.piece(kind).reverts.unwrap_or(kind));
        }
        let file = |square: Square| {
            let mut file = B::bit(square);
            for direction in [Direction::North, Direction::South] {
                for _ in 0..size.ranks() {
                    file |= common.geometry.shift(file, direction);
                }
            }
            file
        };
        HandRules {
            captures: hand.captures,
            held_as,
            zones,
            one_a_file: hand.one_a_file.clone(),
            no_mate: hand.no_mate.clone(),
            give_check: hand.give_check,
            first: hand.first,
            files: size.iter().map(file).collect(),
        }
    }

    /// The piece that comes into hand when one is taken.
    #[inline]
    pub(super) fn gained(&self, captured: Piece) -> Option<Piece> {
        let kind = self.held_as[captured.kind().index()].filter(|_| self.captures)?;
        Some(Piece::new(!captured.color(), kind))
    }

    /// Whether anything but the zones bars drops of a kind.
    #[inline]
    pub(super) fn is_zone_all(&self, kind: PieceType) -> bool {
        self.give_check && !self.one_a_file.contains(&kind) && !self.no_mate.contains(&kind)
    }

    /// Whether a side's pieces of a kind may be dropped on a square as far as their zone goes.
    pub(super) fn may_drop(&self, color: Color, kind: PieceType, square: Square) -> bool {
        self.zones[color][kind.index()].contains(square)
    }
}
