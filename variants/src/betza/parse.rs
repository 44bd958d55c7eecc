//! The notation's grammar: letters and their modifiers.

use thiserror::Error;

use super::leap::{circles, lame, quarters, turned};
use super::shape::{Hop, Leap, Modes, Shape};
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
pub(super) struct Modifiers {
    pub directions: Vec<char>,
    quiet: bool,
    capture: bool,
    initial: bool,
    pub lame: bool,
    en_passant: bool,
    pub hop: Option<Hop>,
    pub crooked: Option<Crooked>,
}

/// Form of a rider's way that is not straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crooked {
    Zigzag,
    Circle,
}

impl Modifiers {
    pub fn modes(&self) -> Modes {
        let either = !self.quiet && !self.capture;
        Modes {
            quiet: self.quiet || either,
            capture: self.capture || either,
            initial: self.initial,
            en_passant: self.en_passant,
            passes: self.initial && self.lame,
            hop: self.hop,
        }
    }

    /// Whether there are letters beside those of directions.
    pub fn has_modes(&self) -> bool {
        let any = self.quiet || self.capture || self.initial || self.lame || self.en_passant;
        any || self.hop.is_some() || self.crooked.is_some()
    }

    /// Whether the direction letters admit a leap.
    pub fn admit(&self, (dx, dy): Leap) -> bool {
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

/// A letter, or a leap in parentheses.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// The letter; none for a leap in parentheses.
    letter: Option<char>,
    /// The leaps in all directions.
    pub leaps: Vec<Leap>,
    /// Whether it slides without a number behind it.
    slides: bool,
}

/// The leaps of a letter, and whether it slides without a number behind it.
fn letter_leaps(letter: char) -> Option<(&'static [Leap], bool)> {
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

pub(super) struct Parser<'a> {
    text: &'a str,
    rest: std::iter::Peekable<std::str::Chars<'a>>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Self {
        Parser { text, rest: text.chars().peekable() }
    }

    /// Whether nothing is left to read.
    pub fn is_done(&mut self) -> bool {
        self.rest.peek().is_none()
    }

    /// Takes the next letter, if it is this one.
    pub fn takes(&mut self, letter: char) -> bool {
        self.rest.next_if_eq(&letter).is_some()
    }

    pub fn error(&self, what: impl Into<String>) -> BetzaError {
        BetzaError { text: self.text.to_owned(), what: what.into() }
    }

    /// Takes the next letter.
    pub fn next(&mut self) -> Option<char> {
        self.rest.next()
    }

    pub fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut found = Modifiers::default();
        while let Some(&letter) = self.rest.peek() {
            match letter {
                'f' | 'b' | 'l' | 'r' | 's' | 'v' => found.directions.push(letter),
                'm' => found.quiet = true,
                'c' => found.capture = true,
                'i' => found.initial = true,
                'n' => found.lame = true,
                'e' => found.en_passant = true,
                'p' => found.hop = Some(Hop::Far),
                'g' => found.hop = Some(Hop::Near),
                'z' => found.crooked = Some(Crooked::Zigzag),
                'q' => found.crooked = Some(Crooked::Circle),
                'a'..='z' => return Err(self.error(format!("unknown modifier '{letter}'"))),
                _ => break,
            }
            self.rest.next();
        }
        if found.en_passant && !found.capture {
            return Err(self.error("'e' without 'c': expected both, as in ceF"));
        }
        Ok(found)
    }

    pub fn atom(&mut self) -> Result<Atom, BetzaError> {
        let Some(letter) = self.rest.next() else {
            return Err(self.error("missing piece letter at the end"));
        };
        if letter == '(' {
            return self.coordinates();
        }
        let Some((leaps, slides)) = letter_leaps(letter) else {
            return Err(
                self.error(format!("unknown atom '{letter}': expected one of WFDANHCLJZGKRBQ"))
            );
        };
        let leaps = leaps.iter().copied().flat_map(turned).collect();
        Ok(Atom { letter: Some(letter), leaps, slides })
    }

    /// Reads a leap such as `(1,4)`, after its parenthesis.
    fn coordinates(&mut self) -> Result<Atom, BetzaError> {
        let inner: String = std::iter::from_fn(|| self.rest.next_if(|&c| c != ')')).collect();
        let leap = inner.split_once(',').and_then(|(across, along)| {
            let length = |text: &str| -> Option<i32> {
                let number = text.parse().ok().filter(|number| *number < BoardSize::MAX.into());
                number.filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
            };
            Some((length(across)?, length(along)?)).filter(|leap| *leap != (0, 0))
        });
        let is_closed = self.rest.next().is_some();
        match leap.filter(|_| is_closed) {
            Some(leap) => Ok(Atom { letter: None, leaps: turned(leap), slides: false }),
            None => Err(self.error(format!(
                "invalid leap '({inner}{}': expected two numbers below {} such as (1,4)",
                if is_closed { ")" } else { "" },
                BoardSize::MAX
            ))),
        }
    }

    /// The number of leaps in a row: 0 for any number.
    pub fn range(&mut self, atom: &Atom) -> Result<u8, BetzaError> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        if !digits.is_empty() {
            let most = BoardSize::MAX - 1;
            let range = digits.parse().ok().filter(|&range: &u8| range <= most);
            return range.ok_or_else(|| {
                self.error(format!("invalid range {digits}: expected 0 to {most}"))
            });
        }
        let doubled = atom.letter.is_some_and(|letter| self.rest.next_if_eq(&letter).is_some());
        Ok(if atom.slides || doubled { 0 } else { 1 })
    }

    /// Reads an atom with its modifiers.
    pub fn simple(&mut self, moves: &mut Vec<(Shape, Modes)>) -> Result<(), BetzaError> {
        let modifiers = self.modifiers()?;
        let atom = self.atom()?;
        let range = self.range(&atom)?;
        if modifiers.hop.is_some() && (range == 1 || modifiers.lame || modifiers.en_passant) {
            return Err(self.error(
                "'p' and 'g' are only supported before riders such as R or NN, without 'n' and 'e'",
            ));
        }
        let before = moves.len();
        let admitted = atom.leaps.iter().copied().filter(|&leap| modifiers.admit(leap));
        let modes = modifiers.modes();
        if let Some(crooked) = modifiers.crooked {
            self.crooked(crooked, &modifiers, admitted.collect(), range, moves)?;
        } else {
            for leap in admitted {
                if !modifiers.lame {
                    moves.push((Shape::Rider { leap, range }, modes));
                    continue;
                }
                let squares = lame(leap);
                if squares.len() == 1 {
                    return Err(self.error("'n' before a step, which passes no square"));
                }
                // A path lands at its end alone: each number of leaps is a separate path.
                let most = if range == 0 { BoardSize::MAX } else { range.min(BoardSize::MAX) };
                for count in 1..=usize::from(most) {
                    moves.push((Shape::Chain(squares.repeat(count)), modes));
                }
            }
        }
        if moves.len() == before {
            let name = atom.letter.map_or("the leap".to_owned(), |letter| format!("'{letter}'"));
            return Err(self.error(format!("no direction of {name} matches its modifiers")));
        }
        Ok(())
    }

    /// Adds riders that turn after each leap; a direction is that of the first leap.
    fn crooked(
        &self,
        crooked: Crooked,
        modifiers: &Modifiers,
        leaps: Vec<Leap>,
        range: u8,
        moves: &mut Vec<(Shape, Modes)>,
    ) -> Result<(), BetzaError> {
        let modes = modifiers.modes();
        let lead = Vec::new;
        if modifiers.lame {
            return Err(self.error("'n' is not supported with 'z' and 'q'"));
        }
        match crooked {
            Crooked::Zigzag => {
                if leaps.iter().any(|&(x, y)| x != 0 && y != 0 && x.abs() != y.abs()) {
                    return Err(
                        self.error("'z' is only supported before straight and diagonal leaps")
                    );
                }
                for leap in leaps {
                    let ways = quarters(leap).map(|other| vec![leap, other]);
                    moves.extend(
                        ways.map(|tail| (Shape::Bent { lead: lead(), tail, range }, modes)),
                    );
                }
            }
            Crooked::Circle => {
                if leaps.iter().any(|&(x, y)| x == 0 || y == 0 || x.abs() == y.abs()) {
                    return Err(self.error("'q' is only supported before oblique leaps such as N"));
                }
                // A whole circle would come back to where it began.
                let range = if range <= 1 { 7 } else { range.min(7) };
                let Some(&leap) = leaps.first() else { return Ok(()) };
                let ways = circles(leap).into_iter().filter(|way| leaps.contains(&way[0]));
                moves.extend(ways.map(|tail| (Shape::Bent { lead: lead(), tail, range }, modes)));
            }
        }
        Ok(())
    }
}
