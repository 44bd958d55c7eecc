//! Rules of pieces in hand, compiled.

use super::flips::DropPlace;
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
    /// Promoted forms as which pieces in hand may also be dropped, by kind.
    forms: [Option<PieceType>; PieceType::MAX],
    /// Kinds in hand of the pieces that are dropped as a kind.
    plain: [PieceType; PieceType::MAX],
    /// Squares where pieces may be dropped, by side and kind.
    pub zones: ByColor<Vec<B>>,
    /// Numbers of a side's pieces of a kind on a file up to which it may drop another one there.
    most_a_file: Vec<Option<u32>>,
    pub no_mate: Vec<PieceType>,
    pub give_check: bool,
    pub first: bool,
    /// Whether pieces can be dropped, beside those put on gates.
    pub drops: bool,
    /// Whether pieces can be put on gates.
    pub gates: bool,
    /// Neighbours that a square for a drop has to have.
    pub place: DropPlace,
    /// Squares where all pieces are dropped while one of them is empty.
    pub opening: B,
    /// The squares of the lowest rank, or above holes.
    pub floor: B,
    /// Whether a drop leaves the hand as it is.
    pub endless: bool,
    /// Whether king and rook castle once they are dropped on their squares.
    pub castles: bool,
    /// Kinds of which half of a side's pieces are dropped on squares of each colour.
    pub two_colors: Vec<PieceType>,
    /// The dark squares.
    pub dark: B,
    /// The squares of each square's file.
    files: Vec<B>,
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
            let zone = |kind| drop_zone(kind, color, hand, definition, common, kinds);
            definition.piece_types().map(zone).collect()
        });
        let mut held_as = [None; PieceType::MAX];
        for kind in definition.piece_types().filter(|&kind| !definition.piece(kind).royal) {
            held_as[kind.index()] = Some(definition.piece(kind).reverts.unwrap_or(kind));
        }
        let mut forms = [None; PieceType::MAX];
        let mut plain: [PieceType; PieceType::MAX] = std::array::from_fn(PieceType::from_index);
        for form in definition.piece_types().filter(|&kind| !definition.piece(kind).royal) {
            let held = definition.held_to_drop(form);
            if held != form {
                forms[held.index()] = Some(form);
                plain[form.index()] = held;
            }
        }
        let file = |square: Square| {
            let beside = |other: &Square| size.file(*other) == size.file(square);
            size.iter().filter(beside).fold(B::EMPTY, |set, other| set | B::bit(other))
        };
        HandRules {
            captures: hand.captures,
            held_as,
            forms,
            plain,
            zones,
            most_a_file: definition.piece_types().map(|kind| hand.most_a_file(kind)).collect(),
            no_mate: hand.no_mate.clone(),
            give_check: hand.give_check,
            first: hand.first,
            drops: hand.drops,
            gates: hand.gates,
            place: hand.place,
            opening: set(&hand.opening),
            floor: {
                let all = common.geometry.all();
                all & !common.geometry.shift(all, Direction::North)
            },
            endless: hand.endless,
            castles: hand.castles,
            two_colors: hand.two_colors.clone(),
            dark: size
                .iter()
                .filter(|&square| size.is_dark(square))
                .fold(B::EMPTY, |set, square| set | B::bit(square)),
            files: size.iter().map(file).collect(),
        }
    }

    /// The piece that comes into hand when one is taken.
    #[inline]
    pub(super) fn gained(&self, captured: Piece) -> Option<Piece> {
        let kind = self.held_as[captured.kind().index()].filter(|_| self.captures)?;
        Some(Piece::new(!captured.color(), kind))
    }

    /// The promoted form as which a piece in hand may also be dropped.
    #[inline]
    pub(super) fn form_of(&self, kind: PieceType) -> Option<PieceType> {
        self.forms[kind.index()]
    }

    /// The kind in hand of a piece that is dropped as a kind.
    #[inline]
    pub(super) fn plain_of(&self, kind: PieceType) -> PieceType {
        self.plain[kind.index()]
    }

    /// The squares of files that already have the most of `pieces`, a side's pieces of a kind, that
    /// are allowed.
    pub(super) fn full_files(&self, kind: PieceType, pieces: B) -> B {
        let Some(most) = self.most_a_file[kind.index()] else { return B::EMPTY };
        pieces.iter().fold(B::EMPTY, |full, square| {
            let file = self.files[square.index()];
            if (file & pieces).count() >= most { full | file } else { full }
        })
    }

    /// Whether anything but the zones bars drops of a kind.
    #[inline]
    pub(super) fn is_zone_all(&self, kind: PieceType) -> bool {
        self.give_check
            && self.two_colors.is_empty()
            && self.most_a_file[kind.index()].is_none()
            && !self.no_mate.contains(&kind)
    }

    /// Whether a side's pieces of a kind may be dropped on a square as far as their zone goes.
    pub(super) fn may_drop(&self, color: Color, kind: PieceType, square: Square) -> bool {
        self.zones[color][kind.index()].contains(square)
    }
}

/// The squares where a side's pieces of a kind may be dropped.
fn drop_zone<B: Bits>(
    kind: PieceType,
    color: Color,
    hand: &HandDefinition,
    definition: &Definition,
    common: &Common<B>,
    kinds: &[Kind<B>],
) -> B {
    let own = &kinds[kind.index()];
    let mut zone = match hand.squares.of(kind) {
        Some(squares) => set(&squares[color]),
        None => common.geometry.all(),
    };
    // Where it has to promote, it never stands, unless it may be dropped there.
    if own.can_promote() && !hand.where_promotes {
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
        let movable = definition.size.iter().filter(can_move);
        zone &= movable.fold(B::EMPTY, |set, square| set | B::bit(square));
    }
    zone
}
