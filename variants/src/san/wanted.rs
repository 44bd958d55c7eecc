//! Text in Standard Algebraic Notation, taken apart without the rules.

use std::borrow::Cow;

use super::PAWN;
use crate::{BoardSize, Square};

/// The text without the signs of annotation, check and mate.
pub(super) fn trimmed(text: &str) -> &str {
    let text = text.trim_end_matches(['!', '?']).trim_end_matches(['+', '#', '=']);
    match text.strip_suffix('-') {
        Some(bare) if bare.ends_with(|c: char| c.is_ascii_digit()) => bare,
        _ => text,
    }
}

/// A text with letters in place of the figurines of chess, which books print; those of pawns are left out.
pub(super) fn with_letters(text: &str) -> Cow<'_, str> {
    const KINDS: [&str; 6] = ["K", "Q", "R", "B", "N", ""];
    let kind = |letter: char| match letter {
        '\u{2654}'..='\u{265f}' => KINDS.get((u32::from(letter) - 0x2654) as usize % 6).copied(),
        _ => None,
    };
    if text.is_ascii() || !text.contains(|letter| kind(letter).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::new();
    for letter in text.chars() {
        match kind(letter) {
            Some(known) => plain.push_str(known),
            None => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// The last sign of check, or of promotion and its undoing where people write them so; `None` without
/// one.
pub(super) fn last_sign(text: &str) -> Option<char> {
    let text = text.trim_end_matches(['!', '?']);
    text.chars().next_back().filter(|sign| ['+', '#', '-'].contains(sign))
}

/// Castling, with what is put on a gate: `0-0` and `o-o` spelled `O-O`; `None` if the text is none.
pub(crate) fn castling(text: &str) -> Option<String> {
    let (castling, gated) = text.split_at(text.find('/').unwrap_or(text.len()));
    let castling = castling.replace(['0', 'o'], "O");
    matches!(castling.as_str(), "O-O" | "O-O-O").then(|| castling + gated)
}

/// The letter of a kind, and whether `+` stands before it.
pub(super) type Name = (char, bool);

/// All parts of a move's text, castling apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) piece: Name,
    /// Of the square of origin.
    pub(super) file: Option<u8>,
    /// Of the square of origin.
    pub(super) rank: Option<u8>,
    pub(super) to: (u8, u8),
    pub(super) promotion: Option<Name>,
}

impl Wanted {
    pub(super) fn read(text: &str, size: BoardSize, first_rank: u16) -> Option<Self> {
        let (piece, rest) = take_name(text).unwrap_or(((PAWN, false), text));
        let (squares, promotion) = split_promotion(rest)?;
        let (mut parts, mut rest) = (Vec::new(), squares);
        while !rest.is_empty() {
            let part;
            (part, rest) = take_part(rest, size, first_rank)?;
            parts.push(part);
        }
        let (from, to) = match parts[..] {
            [to] => ((None, None), to),
            [from, to] => (from, to),
            _ => return None,
        };
        let to = (to.0?, to.1?);
        Some(Wanted { piece, file: from.0, rank: from.1, to, promotion })
    }

    /// Whether it is the name of a square and nothing else.
    pub(super) fn is_square(&self, square: Square, size: BoardSize) -> bool {
        let Wanted { piece, file, rank, to, promotion } = *self;
        (piece, file, rank, promotion) == ((PAWN, false), None, None, None)
            && to == (size.file(square), size.rank(square))
    }

    /// The file of a pawn that does not say where it comes from: it stays there. `None` for others.
    pub(super) fn pawn_file(&self) -> Option<u8> {
        (self.piece == (PAWN, false) && self.file.is_none()).then_some(self.to.0)
    }
}

/// A square, or a part of one: its file and its rank.
pub(super) type Part = (Option<u8>, Option<u8>);

/// A square, or a part of one, at the beginning of a text; a sign between squares is skipped.
pub(super) fn take_part(text: &str, size: BoardSize, first_rank: u16) -> Option<(Part, &str)> {
    let text = text.strip_prefix(['x', ':', '-']).unwrap_or(text);
    let letter = text.bytes().next()?;
    let (file, rest) = match letter {
        b'a'..=b'z' => (Some(letter - b'a').filter(|&file| file < size.files()), &text[1..]),
        _ => (None, text),
    };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, rest) = rest.split_at(end);
    let rank = match digits {
        "" => None,
        digits => {
            let rank = digits.parse::<u16>().ok()?.checked_sub(first_rank)?;
            Some(u8::try_from(rank).ok().filter(|&rank| rank < size.ranks())?)
        }
    };
    (file.is_some() || rank.is_some()).then_some(((file, rank), rest))
}

/// The name of a kind at the beginning of a text: a capital letter, `+` before it perhaps.
pub(super) fn take_name(text: &str) -> Option<(Name, &str)> {
    let bare = text.strip_prefix('+').unwrap_or(text);
    let letter = bare.chars().next().filter(char::is_ascii_uppercase)?;
    Some(((letter, bare.len() < text.len()), &bare[1..]))
}

/// Splits a promotion off: `e8=Q`, `e8Q`, `e8(Q)`, `e8=+R`.
fn split_promotion(text: &str) -> Option<(&str, Option<Name>)> {
    let Some(at) =
        text.find(['=', '/', '(', '+']).or_else(|| text.find(|c: char| c.is_ascii_uppercase()))
    else {
        return Some((text, None));
    };
    let (squares, rest) = text.split_at(at);
    let name = rest.trim_start_matches(['=', '/', '(']).trim_end_matches(')');
    let (name, after) = take_name(name)?;
    after.is_empty().then_some((squares, Some(name)))
}
