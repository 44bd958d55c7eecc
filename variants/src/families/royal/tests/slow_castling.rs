//! Castling stated again.

use super::slow::{Change, World};
use crate::royal::{CastlingDefinition, CastlingSide};
use crate::{Color, PieceType, Square};

impl World<'_> {
    pub(super) fn castlings(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let Some(rule) = self.castling_rule else { return changes };
        let may = rule.king_kind.is_some_and(|kind| !self.definition.piece(kind).royal)
            || !self.in_check(self.side);
        let is_own =
            |letter: &char| *letter != '-' && letter.is_uppercase() == (self.side == Color::White);
        for letter in self.castling.chars().filter(is_own).filter(|_| may) {
            let (king, rook, right) = self.castling_files(rule, letter);
            let own = &rule.sides[self.side];
            let side = if right { own.king_side } else { own.queen_side };
            let has_choice = side.is_some_and(|side| side.has_choice());
            for side in side.into_iter().flat_map(CastlingSide::targets) {
                let between = king < side.king_to && side.king_to < rook
                    || rook < side.king_to && side.king_to < king;
                if between || !has_choice {
                    changes.extend(self.castling(rule, letter, side));
                }
            }
        }
        changes
    }

    /// Files of king and rook that a letter means, and whether the rook is to the king's right.
    fn castling_files(&self, rule: &CastlingDefinition, letter: char) -> (u8, u8, bool) {
        let size = self.definition.size;
        let own = &rule.sides[self.side];
        let stands = |file: u8, fits: &dyn Fn(PieceType) -> bool| {
            let rank =
                if self.side == Color::White { own.rank } else { size.ranks() - 1 - own.rank };
            let square = size.square(file as i32, rank as i32).unwrap();
            self.pieces.get(&square).is_some_and(|p| p.color() == self.side && fits(p.kind()))
        };
        let is_king = |kind: PieceType| rule.is_king(kind, self.definition);
        let is_rook = |kind: PieceType| rule.rooks.contains(&kind);
        let king = if stands(own.king, &is_king) {
            own.king
        } else {
            (0..size.files()).find(|&file| stands(file, &is_king)).unwrap()
        };
        let rooks: Vec<u8> = (0..size.files()).filter(|&file| stands(file, &is_rook)).collect();
        let letter = letter.to_ascii_uppercase();
        let (own_side, outermost) = match letter {
            'K' => (own.king_side, rooks.iter().copied().rfind(|&file| file > king)),
            'Q' => (own.queen_side, rooks.iter().copied().find(|&file| file < king)),
            _ => (None, Some(letter as u8 - b'A')),
        };
        let home = own_side.map(|side| side.rook_from);
        let home = home.filter(|home| king == own.king && rooks.contains(home));
        let rook = home.or(outermost).unwrap();
        (king, rook, rook > king)
    }

    fn castling(
        &self,
        rule: &CastlingDefinition,
        letter: char,
        side: CastlingSide,
    ) -> Option<Change> {
        let size = self.definition.size;
        let own = &rule.sides[self.side];
        let (king_file, rook_file, right) = self.castling_files(rule, letter);
        let rank = if self.side == Color::White { own.rank } else { size.ranks() - 1 - own.rank };
        let square = |file: u8| size.square(file as i32, rank as i32).unwrap();
        let between = |a: u8, b: u8| (a.min(b) + 1..a.max(b)).map(square).collect::<Vec<_>>();
        let (king, rook) = (square(king_file), square(rook_file));
        let to = square(side.king_to);
        let mut crossed = between(king_file, side.king_to);
        crossed.push(to);
        let mut empty = between(king_file, rook_file);
        empty.extend(&crossed);
        empty.extend(between(rook_file, side.rook_to));
        empty.push(square(side.rook_to));
        // Both are lifted, then put where they go.
        let mut after = World::new(self.definition, &self.fen());
        after.pieces.clone_from(&self.pieces);
        let king_piece = after.pieces.remove(&king)?;
        let rook_piece = after.pieces.remove(&rook)?;
        let is_full =
            |square: &Square| after.pieces.contains_key(square) || self.walls.contains(square);
        if empty.iter().any(is_full) {
            return None;
        }
        after.pieces.insert(to, king_piece);
        after.pieces.insert(square(side.rook_to), rook_piece);
        let is_royal = self.definition.piece(king_piece.kind()).royal;
        let is_danger = |&at: &Square| {
            let mut passing = World::new(self.definition, &after.fen());
            passing.pieces.insert(at, king_piece);
            passing.is_in_danger(at, !self.side) || after.is_faced(at, !self.side)
        };
        if is_royal && crossed.iter().any(is_danger) {
            return None;
        }
        let alone = size.name(king) + &size.name(to);
        let way = if right { own.king_side } else { own.queen_side };
        let is_own = king_file == own.king && rook_file == side.rook_from
            || way.is_some_and(|way| way.has_choice());
        let is_taken = self.royal.shuffled
            || !is_own
            || to == king
            || self.changes().iter().any(|change| change.text == alone);
        let text = if is_taken { size.name(king) + &size.name(rook) } else { alone };
        Some(Change {
            text,
            removed: vec![king, rook],
            put: vec![(to, king_piece), (square(side.rook_to), self.pieces[&rook])],
        })
    }
}
