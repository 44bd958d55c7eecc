//! Castling.

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::{KindSet, SIDES};
use super::Define;
use super::board::letter;
use super::royal::Royals;
use super::start::Start;

/// Letters of rights by side: king's side, queen's side.
const RIGHTS: [[char; 2]; 2] = [['K', 'Q'], ['k', 'q']];

/// A rook of castling: its kind and file.
type Rook = (Kind, u8);

/// Ways of a side to castle.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ways {
    king: u8,
    /// Rooks of the king's side and the queen's side.
    rooks: [Option<Rook>; 2],
}

impl Define<'_> {
    /// Returns the table of castling, and the rights of the start.
    pub fn castling(&mut self, start: &Start, royals: &Royals) -> Option<(Setting, String)> {
        if !self.rules.flag("castling") {
            return None;
        }
        let are_dropped = self.rules.flag("castlingDroppedPiece");
        let found = SIDES.map(|side| match are_dropped {
            true => self.ways_of_dropped(side),
            false => self.ways(start, side),
        });
        let mut rights: String = SIDES
            .into_iter()
            .flat_map(|side| SIDES.map(|wing| (side, wing)))
            .filter(|&(side, wing)| {
                found[side].as_ref().is_some_and(|ways| ways.rooks[wing].is_some())
            })
            .map(|(side, wing)| RIGHTS[side][wing])
            .collect();
        if are_dropped {
            rights = "-".to_owned();
        }
        let both = found.iter().flatten().next()?.clone();
        let kinds: Vec<Kind> = (found.iter().flatten())
            .flat_map(|ways| ways.rooks.into_iter().flatten().map(|(kind, _)| kind))
            .collect();
        let mut rooks = String::new();
        for letter in kinds.into_iter().map(|kind| self.letter(kind)) {
            if !rooks.contains(letter) {
                rooks.push(letter);
            }
        }
        let rank = self.rules.number("castlingRank", 0) + 1;
        let mut table = vec![("rank".to_owned(), Setting::Number(rank))];
        let mut sides = self.wings(&both);
        let king = sides.remove(0);
        table.push(king);
        let [own, other] = SIDES.map(|side| self.castling_king(side));
        if own != other && found.iter().all(Option::is_some) {
            self.refuse("castlingKingPiece", "another king that castles for Black than for White");
        }
        let king_piece = if found[0].is_some() { own } else { other };
        let needs_name = |kind: &Kind| !royals.kinds.contains(kind) || royals.kinds.len() > 1;
        if let Some(kind) = king_piece.filter(needs_name) {
            table.push(("king-piece".to_owned(), Setting::Text(self.letter(kind).to_string())));
        }
        table.push(("rook".to_owned(), Setting::Text(rooks)));
        table.extend(sides);
        // A side without rights may castle as the other: it has no right to.
        if let [Some(white), Some(black)] = &found
            && white != black
        {
            let (own, other) = (self.wings(white), self.wings(black));
            let changed = other.into_iter().filter(|entry| !own.contains(entry)).collect();
            table.push(("black".to_owned(), Setting::Table(changed)));
        }
        Some((Setting::Table(table), rights))
    }

    /// Returns the king's file and both wings as keys; a wing without a rook is `false`.
    fn wings(&self, ways: &Ways) -> Settings {
        let file = |file: u8| Setting::Text(letter(file).to_string());
        let targets = self.targets();
        let mut keys = vec![("king".to_owned(), file(ways.king))];
        for (wing, key) in ["king-side", "queen-side"].into_iter().enumerate() {
            let to = targets[wing];
            let beside = if wing == 0 { to.saturating_sub(1) } else { to + 1 };
            let value = match ways.rooks[wing] {
                None => Setting::Flag(false),
                Some((_, from)) => Setting::Table(vec![
                    ("rook-from".to_owned(), file(from)),
                    ("king-to".to_owned(), file(to)),
                    ("rook-to".to_owned(), file(beside)),
                ]),
            };
            keys.push((key.to_owned(), value));
        }
        keys
    }

    /// The king's targets on both wings.
    fn targets(&self) -> [u8; 2] {
        let file = |key, default| self.rules.number(key, default) as u8;
        [file("castlingKingsideFile", 6), file("castlingQueensideFile", 2)]
    }

    /// Ways to castle of a king and rooks that are dropped on their squares.
    fn ways_of_dropped(&self, side: usize) -> Option<Ways> {
        let KindSet::Some(kinds) = self.rules.kinds("castlingRookPieces", side) else {
            return None;
        };
        let rook = kinds.into_iter().next()?;
        let king = self.rules.number("castlingKingFile", 4) as u8;
        let last = self.board.files - 1;
        Some(Ways { king, rooks: [Some((rook, last)), Some((rook, 0))] })
    }

    /// The kind of the castling king.
    fn castling_king(&self, side: usize) -> Option<Kind> {
        match self.rules.kinds("castlingKingPiece", side) {
            KindSet::Some(kinds) => kinds.into_iter().next(),
            KindSet::All => None,
        }
    }

    /// The ways that the start's rights give a side; `None` without any.
    fn ways(&self, start: &Start, side: usize) -> Option<Ways> {
        let rank = self.board.rank_of(self.rules.number("castlingRank", 0) as u8, side);
        let rook_on = |file: &u8| {
            let found = start.pieces.iter().find(|(at, of, _)| *at == (*file, rank) && *of == side);
            let kind = found.map(|&(_, _, kind)| kind)?;
            let is_rook = self.rules.kinds("castlingRookPieces", side).contains(kind);
            is_rook.then_some((kind, *file))
        };
        let king = self.castling_king(side)?;
        let on_rank: Vec<u8> =
            (0..self.board.files).filter(|&file| start.has((file, rank), side, king)).collect();
        let king = match on_rank.as_slice() {
            [file] => *file,
            _ => self.rules.number("castlingKingFile", 4) as u8,
        };
        if !on_rank.contains(&king) {
            return None;
        }
        let last = self.board.files - 1;
        let right = self.rules.number("castlingRookKingsideFile", 99).min(last.into()) as u8;
        let left = self.rules.number("castlingRookQueensideFile", 0) as u8;
        let mut rooks = [None, None];
        for letter in start.castling.chars() {
            let rook = if letter == RIGHTS[side][0] {
                (0..=right).rev().find_map(|file| rook_on(&file))
            } else if letter == RIGHTS[side][1] {
                (left..=last).find_map(|file| rook_on(&file))
            } else {
                None
            };
            if let Some(rook) = rook {
                rooks[usize::from(rook.1 < king)] = Some(rook);
            }
        }
        (rooks != [None, None]).then_some(Ways { king, rooks })
    }
}
