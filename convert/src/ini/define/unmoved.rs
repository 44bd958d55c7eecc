//! First moves of Cambodian chess.

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::SIDES;
use super::Define;
use super::start::Start;

/// Kinds that have a first move, by their keys, each with it.
const FIRST_MOVES: [(&str, &str); 2] = [("king", "imfsN"), ("fers", "imfD")];

impl Define<'_> {
    /// The first move that a kind has until it has moved.
    pub fn first_move(&self, kind: Kind) -> Option<&'static str> {
        let key = kind.key();
        let own = FIRST_MOVES.iter().find(|(other, _)| *other == key);
        own.map(|(_, moves)| *moves).filter(|_| self.rules.flag("cambodianMoves"))
    }

    /// Sets which kinds have such moves, and that rooks end the king's.
    pub fn unmoved(&mut self, kinds: &[Kind]) {
        let own = kinds.iter().filter(|&&kind| self.first_move(kind).is_some());
        let letters: String = own.map(|&kind| self.letter(kind)).collect();
        if letters.is_empty() {
            return;
        }
        let mut table: Settings = vec![("pieces".to_owned(), Setting::Text(letters))];
        let rook = kinds.iter().find(|kind| kind.key() == "rook");
        let rook = rook.map(|&kind| Setting::Text(self.letter(kind).to_string()));
        table.extend(rook.map(|rook| ("ended-by".to_owned(), rook)));
        self.set("unmoved", Setting::Table(table));
    }

    /// The files of a start's pieces that have such moves.
    pub(super) fn unmoved_files(&self, start: &Start) -> String {
        let mut letters = String::new();
        for side in SIDES {
            let rank = self.board.rank_of(0, side);
            let is_own = |letter: &char| letter.is_ascii_lowercase() == (side == 1);
            letters.extend(start.castling.chars().filter(is_own).filter(|letter| {
                let file = (letter.to_ascii_lowercase() as u8).wrapping_sub(b'a');
                start.pieces.iter().any(|&(square, of, kind)| {
                    square == (file, rank) && of == side && self.first_move(kind).is_some()
                })
            }));
        }
        if letters.is_empty() { "-".to_owned() } else { letters }
    }
}
