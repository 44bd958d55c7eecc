//! Pieces in hand, stated again: as lists of pieces.

use std::collections::BTreeMap;

use super::slow::{Change, World};
use crate::royal::HandDefinition;
use crate::{Color, Fen, Piece, PieceType, Square};

/// The pieces in hand of a FEN.
pub(super) fn held(fen: &Fen) -> Vec<Piece> {
    let mut held = Vec::new();
    for color in Color::ALL {
        for kind in (0..PieceType::MAX).map(PieceType::from_index) {
            let count = fen.hands.map_or(0, |hands| hands.count(color, kind));
            held.extend((0..count).map(|_| Piece::new(color, kind)));
        }
    }
    held
}

impl World<'_> {
    /// Whether the side to move has to drop something.
    pub(super) fn must_drop(&self) -> bool {
        let has_some = self.hands.iter().any(|piece| piece.color() == self.side);
        has_some && self.royal.hand.as_ref().is_some_and(|hand| hand.first)
    }

    /// Drops, without regard to the own king's safety.
    pub(super) fn drops(&self, asks_mate: bool) -> Vec<Change> {
        let mut drops = Vec::new();
        for kind in self.definition.piece_types() {
            let piece = Piece::new(self.side, kind);
            let are_dropped = self.royal.hand.as_ref().is_some_and(|hand| hand.drops);
            if are_dropped && self.hands.contains(&self.in_hand(piece)) {
                let is_empty =
                    |to: &Square| !self.pieces.contains_key(to) && !self.royal.holes.contains(to);
                let empty = self.definition.size.iter().filter(is_empty);
                let allowed = empty.filter(|&to| self.may_drop(piece, to, asks_mate));
                let name = self.definition.piece(kind).fen(Color::White);
                drops.extend(allowed.map(|to| Change {
                    text: format!("{name}@{}", self.definition.size.name(to)),
                    removed: Vec::new(),
                    put: vec![(to, piece)],
                }));
            }
        }
        drops
    }

    /// The piece in hand that is dropped as another.
    fn in_hand(&self, piece: Piece) -> Piece {
        let own = self.definition.piece(piece.kind());
        let may_be_promoted = self.royal.hand.as_ref().is_some_and(|hand| hand.drop_promoted);
        let plain = self.definition.piece_type(own.letter, false);
        let plain = plain.filter(|_| may_be_promoted && own.promoted);
        plain.map_or(piece, |kind| Piece::new(piece.color(), kind))
    }

    /// Whether a piece in hand may not come to a square whatever stands elsewhere.
    pub(super) fn is_barred(&self, hand: &HandDefinition, piece: Piece, to: Square) -> bool {
        let (size, color, kind) = (self.definition.size, piece.color(), piece.kind());
        let own = self.definition.piece(kind);
        let zone = hand.squares.of(kind);
        let promotes = !hand.where_promotes
            && !own.promotes.is_empty()
            && self.royal.must_promote(size, kind, color).contains(&to);
        let paths = self.definition.paths(own, to, color);
        let starts = self.royal.initial_squares(size, kind, color).contains(&to);
        zone.is_some_and(|squares| !squares[color].contains(&to))
            || promotes
            || own.zone.as_ref().is_some_and(|zone| !zone[color].contains(&to))
            || hand.must_move && paths.iter().all(|path| path.modes.initial && !starts)
    }

    fn may_drop(&self, piece: Piece, to: Square, asks_mate: bool) -> bool {
        let Some(hand) = &self.royal.hand else { return false };
        let (size, color, kind) = (self.definition.size, piece.color(), piece.kind());
        if self.is_barred(hand, piece, to) || !self.fits_around(hand, to) {
            return false;
        }
        let beside = |(square, other): (&Square, &Piece)| {
            *other == piece && size.file(*square) == size.file(to)
        };
        let most = hand.one_a_file.contains(&kind).then_some(1);
        let most = most.or(hand.two_a_file.contains(&kind).then_some(2));
        if most.is_some_and(|most| self.pieces.iter().filter(|&own| beside(own)).count() >= most) {
            return false;
        }
        if !self.leaves_both_colors(hand, piece, to) {
            return false;
        }
        let mut after = World::new(self.definition, &self.fen());
        after.pieces.insert(to, piece);
        after.hands = self.hands.clone();
        let index = after.hands.iter().position(|held| *held == self.in_hand(piece)).unwrap();
        after.hands.remove(index);
        after.side = !self.side;
        // Drops uncover no attacks: it is the dropped piece that gives check.
        let checks = after.in_check(!color);
        after.checks = self.checks;
        if let Some(left) = after.checks.as_mut().filter(|_| checks) {
            left[color as usize] = left[color as usize].saturating_sub(1);
        }
        let mates = || after.decided().is_none() && after.moves_by(false).is_empty();
        !checks || hand.give_check && !(asks_mate && hand.no_mate.contains(&kind) && mates())
    }

    /// Whether half of a side's pieces of each kind of `two-colors` can still come to each colour.
    fn leaves_both_colors(&self, hand: &HandDefinition, piece: Piece, to: Square) -> bool {
        let size = self.definition.size;
        hand.two_colors.iter().all(|&kind| {
            let other = Piece::new(piece.color(), kind);
            let held = self.hands.iter().filter(|own| **own == other).count();
            let stands = |square: &Square| self.pieces.get(square) == Some(&other);
            let total = held + size.iter().filter(stands).count();
            [true, false].into_iter().all(|dark| {
                let own = size.iter().filter(|square| size.is_dark(*square) == dark);
                let there = own.clone().filter(stands).count();
                if kind == piece.kind() {
                    return size.is_dark(to) != dark || there < total.div_ceil(2);
                }
                let is_free = |square: &Square| {
                    !self.pieces.contains_key(square)
                        && *square != to
                        && !self.royal.holes.contains(square)
                        && !self.is_barred(hand, other, *square)
                };
                there + own.filter(is_free).count() >= total / 2
            })
        })
    }

    /// The pieces in hand after a move that leaves these pieces on the board.
    pub fn hands_after(&self, text: &str, after: &BTreeMap<Square, Piece>) -> Vec<Piece> {
        let mut hands = self.hands.clone();
        let Some(rule) = &self.royal.hand else { return hands };
        if rule.endless && text.contains('@') {
            return hands;
        }
        if let Some((name, _)) = text.split_once('@') {
            let name = if rule.drop_promoted { name.trim_start_matches('+') } else { name };
            let is_dropped = |piece: &Piece| {
                piece.color() == self.side
                    && self.definition.piece(piece.kind()).fen(Color::White) == name
            };
            let index = hands.iter().position(is_dropped).unwrap();
            hands.remove(index);
        } else if rule.captures {
            for kind in self.definition.piece_types() {
                for color in Color::ALL {
                    let piece = Piece::new(color, kind);
                    let count = |pieces: &BTreeMap<Square, Piece>| {
                        pieces.values().filter(|other| **other == piece).count()
                    };
                    // Own pieces that are gone have been blown up, or have promoted.
                    let all_own = |pieces: &BTreeMap<Square, Piece>| {
                        pieces.values().filter(|other| other.color() == self.side).count()
                    };
                    if color == self.side && all_own(after) == all_own(&self.pieces) {
                        continue;
                    }
                    for _ in count(after)..count(&self.pieces) {
                        hands.extend(self.reverted(kind).map(|kind| Piece::new(!color, kind)));
                    }
                }
            }
        }
        let own = |pieces: &BTreeMap<Square, Piece>, piece: Option<Piece>| {
            let fits = |other: &&Piece| {
                other.color() == self.side && piece.is_none_or(|piece| **other == piece)
            };
            pieces.values().filter(fits).count()
        };
        // More of one's own than before: one has come through a gate.
        if rule.gates && !text.contains('@') && own(after, None) > own(&self.pieces, None) {
            let mut kinds = self.definition.piece_types();
            let more = |piece: &Piece| own(after, Some(*piece)) > own(&self.pieces, Some(*piece));
            let gated = kinds.find_map(|kind| Some(Piece::new(self.side, kind)).filter(more));
            let index = hands.iter().position(|piece| Some(*piece) == gated).unwrap();
            hands.remove(index);
        }
        hands.sort_by_key(|piece| (piece.color() as usize, piece.kind()));
        hands
    }

    /// The kind as which a captured piece comes into hand, by how a FEN writes it.
    fn reverted(&self, kind: PieceType) -> Option<PieceType> {
        let piece = self.definition.piece(kind);
        if piece.royal {
            return None;
        }
        if self.royal.hand.as_ref().is_some_and(|hand| hand.keeps_promotion) {
            return Some(kind);
        }
        let name = piece.fen(Color::White);
        if let Some(letter) = name.strip_prefix('+') {
            return self.definition.piece_type(letter.chars().next()?, false);
        }
        if name.ends_with('~') {
            let promotes = |own: &PieceType| self.definition.piece(*own).promotes.contains(&kind);
            return self.definition.piece_types().find(promotes);
        }
        Some(kind)
    }
}
