//! The notation's grammar.

use thiserror::Error;

use super::shape::{Leap, Modes, Shape};
use crate::BoardSize;

/// Invalid Betza notation.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("invalid Betza notation '{text}': {what}")]
pub struct BetzaError {
    text: String,
    what: String,
}

/// The letters before an atom.
#[derive(Clone, Debug, Default)]
struct Modifiers {
    directions: Vec<char>,
    quiet: bool,
    capture: bool,
    initial: bool,
    lame: bool,
    en_passant: bool,
}

impl Modifiers {
    fn modes(&self) -> Modes {
        let either = !self.quiet && !self.capture;
        Modes {
            quiet: self.quiet || either,
            capture: self.capture || either,
            initial: self.initial,
            en_passant: self.en_passant,
            passes: self.initial && self.lame,
        }
    }

    /// Whether there are letters beside those of directions.
    fn has_modes(&self) -> bool {
        self.quiet || self.capture || self.initial || self.lame || self.en_passant
    }

    /// Whether the direction letters admit a leap.
    fn admit(&self, (dx, dy): Leap) -> bool {
        if self.directions.is_empty() {
            return true;
        }
        let straight = dx == 0 || dy == 0;
        let (flat, steep) = (dx.abs() > dy.abs(), dy.abs() > dx.abs());
        let (mut vertical, mut horizontal) = (None, None);
        let mut rest = self.directions.as_slice();
        while let Some((&letter, tail)) = rest.split_first() {
            let doubled = tail.first() == Some(&letter);
            rest = if doubled { &tail[1..] } else { tail };
            let (axis, fits) = match letter {
                'f' => (&mut vertical, dy > 0 && (!doubled || steep)),
                'b' => (&mut vertical, dy < 0 && (!doubled || steep)),
                'v' => (&mut vertical, !flat),
                'l' => (&mut horizontal, dx < 0 && (!doubled || flat)),
                'r' => (&mut horizontal, dx > 0 && (!doubled || flat)),
                _ => (&mut horizontal, !steep),
            };
            *axis = Some(axis.unwrap_or(false) | fits);
        }
        match (vertical, horizontal) {
            (Some(v), Some(h)) if straight => v || h,
            (Some(v), Some(h)) => v && h,
            (v, h) => v.or(h).unwrap_or(true),
        }
    }
}

/// The leaps of an atom, and whether it slides without a number behind it.
fn atom(letter: char) -> Option<(&'static [Leap], bool)> {
    Some(match letter {
        'W' => (&[(0, 1)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(0, 2)], false),
        'A' => (&[(2, 2)], false),
        'N' => (&[(1, 2)], false),
        'H' => (&[(0, 3)], false),
        'C' | 'L' => (&[(1, 3)], false),
        'J' | 'Z' => (&[(2, 3)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(0, 1), (1, 1)], false),
        'R' => (&[(0, 1)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(0, 1), (1, 1)], true),
        _ => return None,
    })
}

/// The leap and its mirror images.
fn turned((a, b): Leap) -> Vec<Leap> {
    let mut leaps = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for leap in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !leaps.contains(&leap) {
                leaps.push(leap);
            }
        }
    }
    leaps
}

/// The leap of length one in a leap's direction.
fn unit((dx, dy): Leap) -> Leap {
    let (mut a, mut b) = (dx.abs(), dy.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (dx / a, dy / a)
}

struct Parser<'a> {
    text: &'a str,
    rest: std::iter::Peekable<std::str::Chars<'a>>,
}

impl Parser<'_> {
    fn error(&self, what: impl Into<String>) -> BetzaError {
        BetzaError { text: self.text.to_owned(), what: what.into() }
    }

    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut found = Modifiers::default();
        while let Some(&letter) = self.rest.peek() {
            match letter {
                'f' | 'b' | 'l' | 'r' | 's' | 'v' => found.directions.push(letter),
                'm' => found.quiet = true,
                'c' => found.capture = true,
                'i' => found.initial = true,
                'n' => found.lame = true,
                'e' => found.en_passant = true,
                'a'..='z' => return Err(self.error(format!("unknown modifier '{letter}'"))),
                _ => break,
            }
            self.rest.next();
        }
        Ok(found)
    }

    fn letter(&mut self) -> Result<(char, &'static [Leap], bool), BetzaError> {
        let Some(letter) = self.rest.next() else {
            return Err(self.error("missing piece letter at the end"));
        };
        let Some((leaps, slides)) = atom(letter) else {
            return Err(
                self.error(format!("unknown atom '{letter}': expected one of WFDANHCLJZGKRBQ"))
            );
        };
        Ok((letter, leaps, slides))
    }

    /// The number of leaps in a row: 0 for any number.
    fn range(&mut self, letter: char, slides: bool) -> Result<u8, BetzaError> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        if !digits.is_empty() {
            return digits
                .parse()
                .map_err(|_| self.error(format!("invalid range {digits}: expected 0 to 255")));
        }
        let doubled = self.rest.next_if_eq(&letter).is_some();
        Ok(if slides || doubled { 0 } else { 1 })
    }

    fn simple(&mut self, moves: &mut Vec<(Shape, Modes)>) -> Result<(), BetzaError> {
        let modifiers = self.modifiers()?;
        let (letter, leaps, slides) = self.letter()?;
        let range = self.range(letter, slides)?;
        let before = moves.len();
        for leap in leaps.iter().copied().flat_map(turned).filter(|&leap| modifiers.admit(leap)) {
            if !modifiers.lame {
                moves.push((Shape::Rider { leap, range }, modifiers.modes()));
                continue;
            }
            let squares = self.lame(leap)?;
            // A path lands at its end alone: each number of leaps is one of its own.
            let most = if range == 0 { BoardSize::MAX } else { range.min(BoardSize::MAX) };
            for count in 1..=usize::from(most) {
                moves.push((Shape::Chain(squares.repeat(count)), modifiers.modes()));
            }
        }
        if moves.len() == before {
            return Err(self.error(format!("no direction of '{letter}' matches its modifiers")));
        }
        Ok(())
    }

    /// The leap as steps over squares that must be empty.
    fn lame(&self, leap: Leap) -> Result<Vec<Leap>, BetzaError> {
        let (dx, dy) = leap;
        let step = unit(leap);
        if step != leap {
            let count = dx.abs().max(dy.abs());
            return Ok(vec![step; count as usize]);
        }
        let first = (dx / 2, dy / 2);
        match dx.abs() + dy.abs() {
            3 => Ok(vec![first, (dx - first.0, dy - first.1)]),
            _ => Err(self.error("'n' is only supported before D, H, A, G and N")),
        }
    }

    fn bracket(&mut self, moves: &mut Vec<(Shape, Modes)>) -> Result<(), BetzaError> {
        let first = self.modifiers()?;
        let (_, first_leaps, first_slides) = self.letter()?;
        if self.rest.next() != Some('-') {
            return Err(self.error("expected '-' after the first leg in brackets"));
        }
        let second = self.modifiers()?;
        let (_, second_leaps, second_slides) = self.letter()?;
        if self.rest.next() != Some(']') {
            return Err(self.error("expected ']' after the second leg"));
        }
        if first_slides || second_slides {
            return Err(self.error("legs in brackets are single leaps"));
        }
        if first.has_modes() {
            return Err(self.error(
                "the first leg in brackets takes only directions: modes belong to the second",
            ));
        }
        if second.lame {
            return Err(self.error("'n' is not supported in brackets, where legs are lame anyway"));
        }
        if second.directions.iter().any(|&letter| letter != 'f') {
            return Err(self.error("the second leg in brackets takes no direction but 'f'"));
        }
        let straight_on = !second.directions.is_empty();
        for leap in first_leaps.iter().copied().flat_map(turned) {
            for next in second_leaps.iter().copied().flat_map(turned) {
                let (towards, back) = (unit(leap), (-unit(leap).0, -unit(leap).1));
                let fits = if straight_on { unit(next) == towards } else { unit(next) != back };
                if first.admit(leap) && fits {
                    moves.push((Shape::Chain(vec![leap, next]), second.modes()));
                }
            }
        }
        Ok(())
    }
}

/// Reads all moves of a piece.
pub(super) fn parse(text: &str) -> Result<Vec<(Shape, Modes)>, BetzaError> {
    let mut parser = Parser { text, rest: text.chars().peekable() };
    let mut moves = Vec::new();
    while parser.rest.peek().is_some() {
        if parser.rest.next_if_eq(&'[').is_some() {
            parser.bracket(&mut moves)?;
        } else {
            parser.simple(&mut moves)?;
        }
    }
    Ok(moves)
}
