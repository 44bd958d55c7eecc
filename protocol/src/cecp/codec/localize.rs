//! Squares in texts for people, named as on the board.

use std::borrow::Cow;

use super::{CodecBoard, push};
use crate::BoardSquare;

impl CodecBoard {
    /// Returns a text of the engine with its squares named as on XBoard's board: ranks count from 0
    /// on boards of ten ranks.
    ///
    /// Words between single quotation marks are the other side's own, and stay.
    pub(in crate::cecp) fn localize(self, text: &str) -> Cow<'_, str> {
        if self.first_rank() == 1 {
            return Cow::Borrowed(text);
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+,'".contains(c);
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let word = rest[..end].trim_end_matches(',');
            let after = &rest[word.len()..];
            match self.move_or_square(word) {
                Some(word) => out.push_str(&word),
                None => out.push_str(word),
            }
            let commas = after.len() - after.trim_start_matches(',').len();
            let next = after[commas..].find(is_part).map_or(after.len(), |at| commas + at);
            out.push_str(&after[..next]);
            rest = &after[next..];
        }
        Cow::Owned(out)
    }

    /// Converts a word to the wire's ranks; `None` if it is not a square, or squares with commas
    /// and a promotion.
    fn move_or_square(self, word: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = word;
        while let Some((square, after)) = self.own_square(rest) {
            push(&mut out, square, self.first_rank());
            rest = after;
            if let Some(after) = rest.strip_prefix(',') {
                out.push(',');
                rest = after;
            }
        }
        let is_end = matches!(rest.chars().next(), None | Some('+'))
            || rest.len() == 1 && rest.chars().all(|c| c.is_ascii_alphabetic());
        if out.is_empty() || !is_end || rest.len() > 1 {
            return None;
        }
        Some(out + rest)
    }

    /// Splits off a square in the engine's own notation at the beginning of a text.
    fn own_square(self, text: &str) -> Option<(BoardSquare, &str)> {
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let rest = &text[1..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, rest) = rest.split_at(end);
        let rank = digits.parse::<u8>().ok()?.checked_sub(1)?;
        let on_board = file < self.files && rank < self.ranks && !digits.starts_with('0');
        on_board.then_some((BoardSquare { file, rank }, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(files: u8, ranks: u8) -> CodecBoard {
        CodecBoard { files, ranks, ..CodecBoard::default() }
    }

    #[test]
    fn squares_count_from_0_on_ten_ranks() {
        for (own, shown) in [
            ("the pawn on a3 cannot go to a10", "the pawn on a2 cannot go to a9"),
            ("no piece on j1", "no piece on j0"),
            ("'+' is missing, as in c7b8+, or b9b10m", "'+' is missing, as in c6b7+, or b8b9m"),
            ("castling: d1 e1, or c3e5,e5g7", "castling: d0 e0, or c2e4,e4g6"),
            // Text that is not a square of the board, and text of the other side.
            (
                "k1 a11 a0 pacific10 3 e4e 1e4 x9 'a3' 'e2e4' P1",
                "k1 a11 a0 pacific10 3 e3e 1e4 x9 'a3' 'e2e4' P1",
            ),
            ("\u{e9}b2 (b2)", "\u{e9}b1 (b1)"),
        ] {
            assert_eq!(board(10, 10).localize(own), shown);
            assert_eq!(board(8, 8).localize(own), own);
        }
    }
}
