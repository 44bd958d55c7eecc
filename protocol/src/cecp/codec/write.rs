//! Conversion of moves to CECP.

use super::{CodecBoard, push, split};
use crate::text::word;
use crate::{BoardMove, BoardSquare, DropMove, MoveLeg, PieceMove, Promotion, Turn};

/// A pass.
const PASS: &str = "@@@@";

impl CodecBoard {
    /// Writes a move in CECP's notation.
    pub(in crate::cecp) fn board_move(self, mv: &BoardMove) -> String {
        match mv {
            BoardMove::Piece(mv) => self.piece_move(mv),
            BoardMove::Drop(mv) => self.drop_move(*mv),
            BoardMove::Pass => PASS.to_owned(),
        }
    }

    /// Returns the squares of a move's notation, which are those to click: origin, named victims,
    /// and target.
    pub(in crate::cecp) fn click_path(self, mv: &PieceMove) -> Vec<BoardSquare> {
        let (from, to) = (mv.legs.first().map(|leg| leg.from), mv.legs.last().map(|leg| leg.to));
        from.into_iter().chain(self.victims(mv)).chain(to).collect()
    }

    /// Returns the named victims.
    fn victims(self, mv: &PieceMove) -> impl Iterator<Item = BoardSquare> {
        mv.legs.iter().filter_map(move |leg| {
            leg.jumped().or(leg.over.filter(|_| self.has_to_name_victim(leg)))
        })
    }

    /// Whether a capture en passant must name its victim.
    ///
    /// XBoard 4.9 removes the pawn by itself only if the capturing pawn comes from its own farther
    /// half of the board; after a first step of three squares it may come from the other.
    fn has_to_name_victim(self, leg: &MoveLeg) -> bool {
        let en_passant = leg.over.is_some() && leg.jumped().is_none();
        let upwards = leg.to.rank > leg.from.rank;
        en_passant && upwards != (leg.from.rank >= self.ranks / 2)
    }

    /// Returns the problem with the notation of a legal move, if it would corrupt XBoard's board.
    pub(in crate::cecp) fn objection(self, text: &str, mv: &BoardMove) -> Option<&'static str> {
        let BoardMove::Piece(PieceMove { legs, .. }) = mv else { return None };
        let unnamed = !text.contains([',', 'x', '-', ';']);
        (unnamed && legs.iter().any(|leg| self.has_to_name_victim(leg)))
            .then_some("en passant here: click the pawn that is taken, then the square behind it")
    }

    /// Writes a whole turn as one word for people, its parts joined by `|`.
    pub(in crate::cecp) fn turn(self, turn: &Turn) -> String {
        let moves: Vec<_> = turn
            .moves
            .iter()
            .filter_map(|mv| match mv {
                BoardMove::Piece(mv) => Some(self.piece_move(mv)),
                BoardMove::Drop(mv) => Some(self.drop_move(*mv)),
                BoardMove::Pass => None,
            })
            .collect();
        if !moves.is_empty() {
            moves.join("|")
        } else if turn.moves.is_empty() {
            self.shift(&turn.text)
        } else {
            PASS.to_owned()
        }
    }

    /// Writes the first move of a turn as one word that can be played on the board.
    pub(in crate::cecp) fn first_move(self, turn: &Turn) -> String {
        match split(turn).first() {
            Some(mv) => self.board_move(mv),
            None => self.shift(&turn.text),
        }
    }

    fn drop_move(self, DropMove { letter, plus, to }: DropMove) -> String {
        let mut out = if plus { "+".to_owned() } else { String::new() };
        out.push(if letter.is_ascii_alphabetic() { letter } else { 'P' });
        out.push('@');
        push(&mut out, to, self.first_rank());
        out
    }

    fn piece_move(self, mv: &PieceMove) -> String {
        if let Some(king_side) = mv.castling.filter(|_| self.shuffled) {
            return if king_side { "O-O" } else { "O-O-O" }.to_owned();
        }
        let mut out = String::new();
        let (Some(first), Some(last)) = (mv.legs.first(), mv.legs.last()) else {
            return PASS.to_owned();
        };
        push(&mut out, first.from, self.first_rank());
        let mut jumps = false;
        for victim in self.victims(mv) {
            jumps = true;
            out.push('x');
            push(&mut out, victim, self.first_rank());
        }
        if jumps {
            out.push('-');
        }
        push(&mut out, last.to, self.first_rank());
        match mv.promotion {
            // XBoard loses a bare sign at the end of a jump.
            Some(Promotion { plus: true, .. }) if jumps => out.push_str("=+"),
            Some(Promotion { plus: true, .. }) => out.push('+'),
            // Even without a choice: XBoard would add a letter of its own.
            Some(Promotion { letter, .. }) if letter.is_ascii_alphabetic() => {
                out.push(letter.to_ascii_lowercase());
            }
            Some(_) | None => {}
        }
        out
    }

    /// Converts the ranks of a move of which only the engine's notation is known.
    pub(in crate::cecp) fn shift(self, text: &str) -> String {
        let mut out = String::new();
        let text = word(text);
        let mut rest = &*text;
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let (before, digits) = rest.split_at(start);
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let (digits, after) = digits.split_at(end);
            out.push_str(before);
            match digits.parse::<u16>() {
                Ok(rank @ 1..) => out.push_str(&(rank - 1 + self.first_rank()).to_string()),
                _ => out.push_str(digits),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }
}
