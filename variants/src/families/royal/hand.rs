//! Rules of pieces in hand, as a definition states them.

use std::fmt;

use super::flips::DropPlace;
use super::zones::Zone;
use crate::{Color, PieceDefinition, PieceType, Square};

/// Rules of pieces in hand.
#[derive(Clone, PartialEq, Eq)]
pub struct HandDefinition {
    /// Whether captured pieces change sides and come into the captor's hand.
    pub captures: bool,
    /// Whether promoted pieces stay promoted when they are taken.
    pub keeps_promotion: bool,
    /// Squares where pieces may be dropped; without any: all.
    pub squares: Zone,
    /// Whether pieces are only dropped where they could move on an empty board.
    pub must_move: bool,
    /// Kinds of which a side may not drop a second one on a file.
    pub one_a_file: Vec<PieceType>,
    /// Kinds of which a side may not drop a third one on a file.
    pub two_a_file: Vec<PieceType>,
    /// Kinds that may not give mate when they are dropped.
    pub no_mate: Vec<PieceType>,
    /// Whether drops may give check.
    pub give_check: bool,
    /// Whether pieces may also be dropped as their promoted forms.
    pub drop_promoted: bool,
    /// Whether a side with pieces in hand has to drop one.
    pub first: bool,
    /// Whether pieces may be dropped where they would have to promote.
    pub where_promotes: bool,
    /// Whether pieces may be dropped at all, or only come to the board through gates.
    pub drops: bool,
    /// Whether a piece may be put on the square that another leaves with its first move.
    pub gates: bool,
    /// Squares where pieces are dropped, by their neighbours.
    pub place: DropPlace,
    /// Squares where all pieces are dropped while one of them is empty, whatever their neighbours
    /// are.
    pub opening: Vec<Square>,
    /// Whether a drop leaves the hand as it is.
    pub endless: bool,
    /// Whether royal pieces may be in hand at the start.
    pub royals: bool,
    /// Whether king and rook castle once they are dropped on their squares.
    pub castles: bool,
    /// Kinds of which a side's pieces are dropped on squares of both colours, half of them on each.
    pub two_colors: Vec<PieceType>,
}

/// As in [`RoyalDefinition`](super::data::RoyalDefinition), newer fields are left out while they have
/// their defaults.
impl fmt::Debug for HandDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("HandDefinition");
        text.field("captures", &self.captures)
            .field("keeps_promotion", &self.keeps_promotion)
            .field("squares", &self.squares)
            .field("must_move", &self.must_move)
            .field("one_a_file", &self.one_a_file)
            .field("no_mate", &self.no_mate)
            .field("give_check", &self.give_check)
            .field("first", &self.first);
        if !self.two_a_file.is_empty() {
            text.field("two_a_file", &self.two_a_file);
        }
        if self.where_promotes {
            text.field("where_promotes", &self.where_promotes);
        }
        if self.drop_promoted {
            text.field("drop_promoted", &self.drop_promoted);
        }
        if !self.drops {
            text.field("drops", &self.drops);
        }
        if self.gates {
            text.field("gates", &self.gates);
        }
        if self.place != DropPlace::Anywhere {
            text.field("place", &self.place);
        }
        if !self.opening.is_empty() {
            text.field("opening", &self.opening);
        }
        if self.endless {
            text.field("endless", &self.endless);
        }
        if self.royals {
            text.field("royals", &self.royals);
        }
        if self.castles {
            text.field("castles", &self.castles);
        }
        if !self.two_colors.is_empty() {
            text.field("two_colors", &self.two_colors);
        }
        text.finish()
    }
}

impl HandDefinition {
    /// The number of a side's pieces of a kind on a file up to which it may drop another one there;
    /// `None`: any number.
    pub(super) fn most_a_file(&self, kind: PieceType) -> Option<u32> {
        match kind {
            _ if self.one_a_file.contains(&kind) => Some(1),
            _ if self.two_a_file.contains(&kind) => Some(2),
            _ => None,
        }
    }

    /// Sets the kinds that promoted pieces revert to when they are taken. Kinds that pieces promote
    /// to get a twin, which a FEN marks with `~`; promoted forms (`+P`) revert to what they were.
    pub(super) fn add_reverting(&self, pieces: &mut Vec<PieceDefinition>) {
        if !self.captures || self.keeps_promotion {
            return;
        }
        for index in 0..pieces.len() {
            let plain =
                |piece: &PieceDefinition| !piece.promoted && piece.letter == pieces[index].letter;
            let reverts = pieces.iter().position(plain).filter(|_| pieces[index].promoted);
            pieces[index].reverts = reverts.map(PieceType::from_index);
        }
        for index in 0..pieces.len() {
            for place in 0..pieces[index].promotes.len() {
                let target = pieces[index].promotes[place];
                if !needs_twin(pieces, index, target) {
                    continue;
                }
                let plain = &pieces[target.index()];
                let letter = plain.letter;
                let is_twin = |piece: &PieceDefinition| piece.is_marked() && piece.letter == letter;
                let twin = pieces.iter().position(is_twin).unwrap_or(pieces.len());
                if twin == PieceType::MAX {
                    continue;
                }
                if twin == pieces.len() {
                    let reverts = Some(PieceType::from_index(index));
                    pieces.push(PieceDefinition { reverts, ..plain.clone() });
                }
                pieces[index].promotes[place] = PieceType::from_index(twin);
                for color in Color::ALL {
                    for own in
                        pieces[index].promotes_by_side.iter_mut().flat_map(|own| &mut own[color])
                    {
                        if *own == target {
                            *own = PieceType::from_index(twin);
                        }
                    }
                }
            }
        }
    }

    /// Whether there were too many kinds for a twin of each that needs one.
    pub(super) fn has_too_many_kinds(&self, pieces: &[PieceDefinition]) -> bool {
        let lacks_twin = |index: usize| {
            let mut targets = pieces[index].promotes.iter();
            targets.any(|&kind| needs_twin(pieces, index, kind))
        };
        self.captures && !self.keeps_promotion && (0..pieces.len()).any(lacks_twin)
    }

    /// The first kind that promotes, that another promotes to, and that would need a twin: after
    /// several promotions the kind that it reverts to would be unknown.
    pub(super) fn ambiguous_twin(&self, pieces: &[PieceDefinition]) -> Option<PieceType> {
        if !self.captures || self.keeps_promotion {
            return None;
        }
        let targets = |index: usize| {
            let is_own = move |kind: &&PieceType| is_own_form(pieces, index, **kind);
            pieces[index].promotes.iter().filter(move |kind| !is_own(kind)).copied()
        };
        let is_ambiguous = |kind: &PieceType| {
            let piece = &pieces[kind.index()];
            !piece.promotes.is_empty() && !piece.promoted && !piece.royal
        };
        (0..pieces.len()).flat_map(targets).find(is_ambiguous)
    }
}

/// Whether a kind that the one at an index promotes to would not be known to revert when it is taken.
fn needs_twin(pieces: &[PieceDefinition], index: usize, kind: PieceType) -> bool {
    let piece = &pieces[kind.index()];
    piece.reverts.is_none() && !piece.royal && !is_own_form(pieces, index, kind)
}

/// Whether a kind is the plain form of the one at an index, which is written with `+`.
fn is_own_form(pieces: &[PieceDefinition], index: usize, kind: PieceType) -> bool {
    let (piece, target) = (&pieces[index], &pieces[kind.index()]);
    piece.promoted && !target.promoted && piece.letter == target.letter
}
