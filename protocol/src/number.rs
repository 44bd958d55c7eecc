//! Numbers as GUIs send them.

use crate::ParseError;
use crate::text::excerpt;
use crate::tokens::Tokens;

/// A whole number: its sign, and its magnitude, saturated at 64 bits.
struct Whole {
    negative: bool,
    size: u64,
}

impl Whole {
    /// Parses a number and truncates a fraction: some GUIs send milliseconds with one.
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
        // All are digits, so parsing fails on overflow only.
        let size = digits.parse().unwrap_or(u64::MAX);
        Some(Whole { negative: text.starts_with('-') && size > 0, size })
    }
}

/// Reads the next word as a number of 0 or more; clamps it to `0..=max`.
pub(crate) fn at_least_zero(
    tokens: &mut Tokens<'_>,
    max: u64,
    command: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    let number = whole(tokens, command, expected)?.0;
    Ok(if number.negative { 0 } else { number.size.min(max) })
}

/// Like [`at_least_zero`], but a negative number is an error.
pub(crate) fn not_negative(
    tokens: &mut Tokens<'_>,
    max: u64,
    command: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    from(0, tokens, max, command, expected)
}

/// Reads the next word as a number of 1 or more; clamps 0 to 1 and large numbers to `max`; a
/// negative number is an error.
pub(crate) fn at_least_one(
    tokens: &mut Tokens<'_>,
    max: u64,
    command: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    Ok(not_negative(tokens, max, command, expected)?.max(1))
}

/// Reads the next word as a number of 1 or more; clamps large numbers to `max`; 0 and a negative
/// number are errors.
pub(crate) fn positive(
    tokens: &mut Tokens<'_>,
    max: u64,
    command: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    from(1, tokens, max, command, expected)
}

/// Reads the next word as a number of `least` or more; clamps large numbers to `max`; smaller ones
/// than `least` are errors.
fn from(
    least: u64,
    tokens: &mut Tokens<'_>,
    max: u64,
    command: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    let (number, text) = whole(tokens, command, expected)?;
    if number.negative || number.size < least {
        return Err(bad(text, command, expected));
    }
    Ok(number.size.min(max))
}

/// Like [`at_least_one`], for numbers of moves, plies or threads.
pub(crate) fn count(
    tokens: &mut Tokens<'_>,
    command: &'static str,
    expected: &'static str,
) -> Result<u32, ParseError> {
    let number = at_least_one(tokens, u32::MAX.into(), command, expected)?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Reads the next word as a signed number, saturated at 32 bits.
pub(crate) fn signed(
    tokens: &mut Tokens<'_>,
    command: &'static str,
    expected: &'static str,
) -> Result<i32, ParseError> {
    let Whole { negative, size } = whole(tokens, command, expected)?.0;
    let size = i32::try_from(size).unwrap_or(i32::MAX);
    Ok(if negative { -size } else { size })
}

fn whole<'a>(
    tokens: &mut Tokens<'a>,
    command: &'static str,
    expected: &'static str,
) -> Result<(Whole, &'a str), ParseError> {
    let Some(text) = tokens.next() else {
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
