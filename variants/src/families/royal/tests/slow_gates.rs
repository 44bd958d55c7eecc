//! Gates, stated again.

use std::collections::BTreeMap;

use super::slow::{Change, World};
use crate::royal::RoyalDefinition;
use crate::{Color, Definition, Fen, Piece, Square};

/// The gates of a FEN, of sides that have or can get something to put there.
pub(super) fn gates(definition: &Definition, fen: &Fen) -> Vec<Square> {
    let royal = RoyalDefinition::of(definition).unwrap();
    let hand = royal.hand.as_ref().filter(|hand| hand.gates);
    if hand.is_none() && royal.unmoved.is_none() {
        return Vec::new();
    }
    let size = definition.size;
    let mut gates = Vec::new();
    for letter in fen.castling.chars().filter(char::is_ascii_alphabetic) {
        let color = if letter.is_uppercase() { Color::White } else { Color::Black };
        let held = fen.hands.is_some_and(|hands| !hands.is_empty(color));
        let castling = royal.castling.as_ref().map(|castling| &castling.sides[color]);
        let rank = castling.map_or(0, |own| own.rank);
        let rank = if color == Color::White { rank } else { size.ranks() - 1 - rank };
        let at = |file: u8| size.square(file.into(), rank.into()).unwrap();
        let files = match (letter.to_ascii_uppercase(), castling) {
            ('K', Some(own)) => vec![own.king, own.king_side.unwrap().rook_from],
            ('Q', Some(own)) => vec![own.king, own.queen_side.unwrap().rook_from],
            (file, _) => vec![file as u8 - b'A'],
        };
        if hand.is_none_or(|hand| hand.captures || held) {
            gates.extend(files.into_iter().map(at));
        }
    }
    gates.sort_unstable();
    gates.dedup();
    gates
}

/// The castling rights of a FEN without its gates.
pub(super) fn rights(royal: &RoyalDefinition, fen: &Fen) -> String {
    let gates = royal.hand.as_ref().is_some_and(|hand| hand.gates) || royal.unmoved.is_some();
    fen.castling.chars().filter(|letter| !gates || "KQkq".contains(*letter)).collect()
}

impl World<'_> {
    /// The forms of a legal move that put a piece in hand on a gate.
    pub(super) fn gatings(&self, change: &Change) -> Vec<Change> {
        let (Some(hand), Some(&from)) = (&self.royal.hand, change.removed.first()) else {
            return Vec::new();
        };
        let mover = self.pieces[&from];
        if !hand.gates || !self.definition.piece(mover.kind()).promotes.is_empty() {
            return Vec::new();
        }
        let castles = change.put.len() == 2;
        let left = if castles { &change.removed[..] } else { &change.removed[..1] };
        let name = |square: Square| self.definition.size.name(square);
        let mut found = Vec::new();
        for (place, &square) in left.iter().enumerate() {
            let is_own = self.gates.contains(&square)
                && self.pieces.get(&square).is_some_and(|piece| piece.color() == self.side);
            if !is_own || change.put.iter().any(|&(at, _)| at == square) {
                continue;
            }
            let mut kinds: Vec<Piece> = self.hands.clone();
            kinds.dedup();
            for piece in kinds.into_iter().filter(|piece| piece.color() == self.side) {
                if self.is_barred(hand, piece, square) {
                    continue;
                }
                let letter = self.definition.piece(piece.kind()).letter.to_ascii_lowercase();
                let base = match place {
                    0 => change.text.clone(),
                    _ => name(left[1]) + &name(left[0]),
                };
                let mut put = change.put.clone();
                put.push((square, piece));
                found.push(Change {
                    text: format!("{base}{letter}"),
                    removed: change.removed.clone(),
                    put,
                });
            }
        }
        found
    }

    /// Whether a piece of an enemy that has just moved, and not promoted, would attack a royal piece on an
    /// empty board and so ends its first move.
    fn is_first_move_ended(&self, royal: Square, after: &BTreeMap<Square, Piece>) -> bool {
        let Some(unmoved) = &self.royal.unmoved else { return false };
        let piece = self.pieces[&royal];
        if !self.definition.piece(piece.kind()).royal || piece.color() == self.side {
            return false;
        }
        let count = |pieces: &BTreeMap<Square, Piece>, wanted: Piece| {
            pieces.values().filter(|piece| **piece == wanted).count()
        };
        after.iter().any(|(&at, &mover)| {
            let has_come = mover.color() == self.side
                && self.pieces.get(&at) != Some(&mover)
                && count(after, mover) == count(&self.pieces, mover);
            let alone = self.world_after(&[(at, mover), (royal, piece)].into(), &[]);
            let kind = self.definition.piece(mover.kind());
            has_come
                && unmoved.ended_by.contains(&mover.kind())
                && alone.paths(kind, at, mover.color()).iter().any(|path| {
                    (!path.modes.initial || alone.is_initial(mover.color(), at))
                        && alone.landings(mover.color(), kind, path).contains(&royal)
                })
        })
    }

    /// The gates after a move that leaves these pieces on the board.
    pub fn gates_after(
        &self,
        text: &str,
        after: &BTreeMap<Square, Piece>,
        held: &[Piece],
    ) -> Vec<Square> {
        let size = self.definition.size;
        let is_left = |square: &Square| {
            let name = size.name(*square);
            // No board of gates has ranks of two digits.
            !text.contains('@') && text.contains(&name)
                || after.get(square) != self.pieces.get(square)
        };
        let is_pass = text.split_at_checked(text.len() / 2).is_some_and(|(a, b)| a == b);
        let is_left = |square: &Square| !is_pass && is_left(square);
        let captures = self.royal.hand.as_ref().is_some_and(|hand| hand.captures);
        let has_some = |square: &Square| {
            let color = self.pieces[square].color();
            let marks = self.royal.unmoved.is_some();
            marks || captures || held.iter().any(|piece| piece.color() == color)
        };
        let is_ended = |square: &Square| self.is_first_move_ended(*square, after);
        let stay = |square: &&Square| !is_left(square) && has_some(square) && !is_ended(square);
        self.gates.iter().filter(stay).copied().collect()
    }
}
