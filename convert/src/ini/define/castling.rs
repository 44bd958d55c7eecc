//! Castling.

use variants::Setting;

use super::super::kinds::Kind;
use super::super::rules::{KindSet, SIDES};
use super::Define;
use super::board::letter;
use super::royal::Royals;
use super::start::Start;

/// Letters of rights by side: king's side, queen's side.
const RIGHTS: [[char; 2]; 2] = [['K', 'Q'], ['k', 'q']];

/// A way to castle: the rook's kind and file.
type Rook = (Kind, u8);

impl Define<'_> {
    /// Returns the table of castling, and the rights of the start.
    pub fn castling(&mut self, start: &Start, royals: &Royals) -> Option<(Setting, String)> {
        if !self.rules.flag("castling") {
            return None;
        }
        let found = SIDES.map(|side| self.rooks(start, side));
        let mut ways: [Option<Rook>; 2] = [None, None];
        let mut king = None;
        let mut rights = String::new();
        for side in SIDES {
            for wing in SIDES {
                let Some((file, rook)) = found[side][wing] else { continue };
                let differs = king.is_some_and(|king| king != file)
                    || ways[wing].is_some_and(|other| other != rook);
                if differs {
                    self.cannot("castling", "castling that differs by side");
                    return None;
                }
                (king, ways[wing]) = (Some(file), Some(rook));
                rights.push(RIGHTS[side][wing]);
            }
        }
        let king = king?;
        let (Some(right), Some(left)) = (ways[0], ways[1]) else {
            self.cannot("castling", "castling on one wing alone");
            return None;
        };
        if right.0 != left.0 {
            self.cannot("castlingRookPieces", "castling with several kinds of rooks");
            return None;
        }
        let rank = self.rules.number("castlingRank", 0) + 1;
        let king_piece = self.castling_king(0);
        let mut table = vec![
            ("rank".to_owned(), Setting::Number(rank)),
            ("king".to_owned(), Setting::Text(letter(king).to_string())),
        ];
        if let Some(kind) = king_piece.filter(|kind| !royals.kinds.contains(kind)) {
            table.push(("king-piece".to_owned(), Setting::Text(self.letter(kind).to_string())));
        } else if king_piece.is_some() && royals.kinds.len() > 1 {
            let kind = king_piece.map(|kind| self.letter(kind).to_string()).unwrap_or_default();
            table.push(("king-piece".to_owned(), Setting::Text(kind)));
        }
        table.push(("rook".to_owned(), Setting::Text(self.letter(right.0).to_string())));
        let [right_to, left_to] = self.targets();
        for (key, (_, from), to, rook_to) in [
            ("king-side", right, right_to, right_to.saturating_sub(1)),
            ("queen-side", left, left_to, left_to + 1),
        ] {
            let file = |file: u8| Setting::Text(letter(file).to_string());
            let side = vec![
                ("rook-from".to_owned(), file(from)),
                ("king-to".to_owned(), file(to)),
                ("rook-to".to_owned(), file(rook_to)),
            ];
            table.push((key.to_owned(), Setting::Table(side)));
        }
        Some((Setting::Table(table), rights))
    }

    /// The king's targets on both wings.
    fn targets(&self) -> [u8; 2] {
        let file = |key, default| self.rules.number(key, default) as u8;
        [file("castlingKingsideFile", 6), file("castlingQueensideFile", 2)]
    }

    /// The kind of the castling king.
    fn castling_king(&self, side: usize) -> Option<Kind> {
        match self.rules.kinds("castlingKingPiece", side) {
            KindSet::Some(kinds) => kinds.into_iter().next(),
            KindSet::All => None,
        }
    }

    /// The king's file and the rook of each right that a side has in the start: king's side, queen's
    /// side.
    pub fn rooks(&self, start: &Start, side: usize) -> [Option<(u8, Rook)>; 2] {
        let rank = self.board.rank_of(self.rules.number("castlingRank", 0) as u8, side);
        let letters = RIGHTS[side];
        let rook_on = |file: &u8| {
            let found = start.pieces.iter().find(|(at, of, _)| *at == (*file, rank) && *of == side);
            let kind = found.map(|&(_, _, kind)| kind)?;
            let is_rook = match self.rules.kinds("castlingRookPieces", side) {
                KindSet::All => true,
                KindSet::Some(kinds) => kinds.contains(&kind),
            };
            is_rook.then_some((kind, *file))
        };
        let mut found = [None, None];
        let Some(king) = self.castling_king(side) else { return found };
        let on_rank: Vec<u8> =
            (0..self.board.files).filter(|&file| start.has((file, rank), side, king)).collect();
        let king_file = match on_rank.as_slice() {
            [file] => *file,
            _ => self.rules.number("castlingKingFile", 4) as u8,
        };
        if !on_rank.contains(&king_file) {
            return found;
        }
        let last = self.board.files - 1;
        let right = self.rules.number("castlingRookKingsideFile", 99).min(last.into()) as u8;
        let left = self.rules.number("castlingRookQueensideFile", 0) as u8;
        for letter in start.castling.chars() {
            let rook = if letter == letters[0] {
                (0..=right).rev().find_map(|file| rook_on(&file))
            } else if letter == letters[1] {
                (left..=last).find_map(|file| rook_on(&file))
            } else {
                None
            };
            if let Some(rook) = rook {
                let wing = usize::from(rook.1 < king_file);
                found[wing] = Some((king_file, rook));
            }
        }
        found
    }
}
