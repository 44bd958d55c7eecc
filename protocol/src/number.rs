//! Numbers as GUIs send them.

use crate::ParseError;
use crate::text::excerpt;
use crate::words::Words;

/// A whole number: its sign, and its size as far as 64 bits go.
struct Whole {
    negative: bool,
    size: u64,
}

impl Whole {
    /// A fraction behind the number is cut off: some GUIs send milliseconds with one.
    fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let is_fraction = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let digits = match digits.split_once('.') {
            Some((whole, fraction)) if is_fraction(fraction) => whole,
            _ => digits,
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // All digits, so the one thing that can fail is the size.
        let size = digits.parse().unwrap_or(u64::MAX);
        Some(Whole { negative: text.starts_with('-') && size > 0, size })
    }
}

/// The next word as a number of 0 or more; below 0 counts as 0, beyond `max`
/// as `max`.
pub(crate) fn at_least_zero(
    words: &mut Words<'_>,
    max: u64,
    command: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    let number = whole(words, command, expected)?.0;
    Ok(if number.negative { 0 } else { number.size.min(max) })
}

/// As [`at_least_zero`], but below 0 is an error.
pub(crate) fn not_negative(
    words: &mut Words<'_>,
    max: u64,
    command: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    let (number, text) = whole(words, command, expected)?;
    if number.negative {
        return Err(bad(text, command, expected));
    }
    Ok(number.size.min(max))
}

/// The next word as a number of 1 or more; 0 counts as 1, beyond `max` as
/// `max`, and below 0 is an error.
pub(crate) fn at_least_one(
    words: &mut Words<'_>,
    max: u64,
    command: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    Ok(not_negative(words, max, command, expected)?.max(1))
}

/// As [`at_least_one`], for counts of moves, plies or threads.
pub(crate) fn count(
    words: &mut Words<'_>,
    command: &'static str,
    expected: &'static str,
) -> Result<u32, ParseError> {
    let number = at_least_one(words, u32::MAX.into(), command, expected)?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The next word as a number of either sign; beyond what 32 bits hold, the last that they do.
pub(crate) fn signed(
    words: &mut Words<'_>,
    command: &'static str,
    expected: &'static str,
) -> Result<i32, ParseError> {
    let Whole { negative, size } = whole(words, command, expected)?.0;
    let size = i32::try_from(size).unwrap_or(i32::MAX);
    Ok(if negative { -size } else { size })
}

fn whole<'a>(
    words: &mut Words<'a>,
    command: &'static str,
    expected: &'static str,
) -> Result<(Whole, &'a str), ParseError> {
    let Some(text) = words.next() else {
        return Err(ParseError::Missing { command, expected });
    };
    match Whole::read(text) {
        Some(number) => Ok((number, text)),
        None => Err(bad(text, command, expected)),
    }
}

fn bad(text: &str, command: &'static str, expected: &'static str) -> ParseError {
    ParseError::BadValue { command, value: excerpt(text), expected }
}
