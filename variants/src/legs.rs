//! Legs of a step as text: a square from, a square to, and a promotion letter.

use crate::illegal::{Illegal, shown};
use crate::{BoardSize, Square};

/// Expected text of a move.
pub(crate) const EXPECTED: &str = "expected two squares, such as a1b2";

/// One leg of a move, as read from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub from: Square,
    pub to: Square,
}

/// Reads the legs of a step and its promotion letter.
pub(crate) fn read_legs(text: &str, size: BoardSize) -> Result<(Vec<Leg>, Option<char>), Illegal> {
    if text.is_empty() {
        return Err(Illegal::malformed("it is empty"));
    }
    let mut legs = Vec::new();
    let mut promotion = None;
    for leg in text.split(',') {
        if promotion.is_some() {
            return Err(Illegal::malformed("a promotion letter can only come last"));
        }
        let (from, rest) = read_square(leg, leg, size)?;
        let (to, rest) = read_square(rest, leg, size)?;
        let mut chars = rest.chars();
        promotion = chars.next();
        if !promotion.is_none_or(|letter| letter.is_ascii_alphabetic() || is_sign(letter))
            || chars.next().is_some()
        {
            let what = format!("'{}' after {}", shown(rest), size.name(to));
            return Err(Illegal::malformed(what));
        }
        legs.push(Leg { from, to });
    }
    Ok((legs, promotion))
}

/// Whether a character is the sign of a promotion between the forms of a piece: `+`, or `-` back.
pub(crate) fn is_sign(c: char) -> bool {
    matches!(c, '+' | '-')
}

/// Reads the square that a text begins with; returns what follows.
pub(crate) fn read_square<'a>(
    text: &'a str,
    leg: &str,
    size: BoardSize,
) -> Result<(Square, &'a str), Illegal> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) || digits == 0 {
        return Err(Illegal::malformed_part(leg, EXPECTED));
    }
    let (name, rest) = text.split_at(1 + digits);
    match size.parse_square(&name.to_ascii_lowercase()) {
        Some(square) => Ok((square, rest)),
        None => {
            let name = shown(name);
            Err(Illegal::malformed(format!("{name} is not on a board of {size}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let size = BoardSize::new(10, 10).unwrap();
        let found = match read_legs(text, size) {
            Ok((legs, promotion)) => {
                let legs: Vec<String> = legs
                    .iter()
                    .map(|leg| format!("{}-{}", size.name(leg.from), size.name(leg.to)))
                    .collect();
                legs.join(" ") + &promotion.map(|p| format!(" ={p}")).unwrap_or_default()
            }
            Err(why) => why.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn legs() {
        check("a1b2", "a1-b2");
        check("A1B10", "a1-b10");
        check("a10j10", "a10-j10");
        check("c3e5,e5g7q", "c3-e5 e5-g7 =q");
        check("", "malformed: it is empty");
        check("a1", "malformed: 'a1': expected two squares, such as a1b2");
        check("0000", "malformed: '0000': expected two squares, such as a1b2");
        check("a1b2,", "malformed: '': expected two squares, such as a1b2");
        check("a1k2", "malformed: k2 is not on a board of 10x10");
        check("a1b11", "malformed: b11 is not on a board of 10x10");
        check("a1b2=q", "malformed: '=q' after b2");
        check("a1b2qq", "malformed: 'qq' after b2");
        check("a1b2q,b2c3", "malformed: a promotion letter can only come last");
        check("é1b2", "malformed: 'é1b2': expected two squares, such as a1b2");
        check("aé", "malformed: 'aé': expected two squares, such as a1b2");
    }
}
