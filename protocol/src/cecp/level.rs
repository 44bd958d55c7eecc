//! Times as XBoard sends them.

use crate::number::{at_least_zero, not_negative};
use crate::text::excerpt;
use crate::tokens::Tokens;
use crate::{Go, Level, ParseError};

/// Argument of a command that is a time.
struct Time<'a> {
    text: &'a str,
    command: &'static str,
    expected: &'static str,
}

impl<'a> Time<'a> {
    fn next(
        tokens: &mut Tokens<'a>,
        command: &'static str,
        expected: &'static str,
    ) -> Result<Self, ParseError> {
        let text = tokens.next().ok_or(ParseError::Missing { command, expected })?;
        Ok(Time { text, command, expected })
    }

    fn or_bad(&self, time: Option<u64>) -> Result<u64, ParseError> {
        time.ok_or_else(|| ParseError::BadValue {
            command: self.command,
            value: excerpt(self.text),
            expected: self.expected,
        })
    }
}

/// `level MPS BASE INC`: moves, minutes (`5`, `0:30`), seconds.
pub(super) fn level(tokens: &mut Tokens<'_>) -> Result<Level, ParseError> {
    let moves =
        not_negative(tokens, u32::MAX.into(), "level", "a number of moves, minutes and seconds")?;
    let base = Time::next(tokens, "level", "minutes, such as 5 or 0:30")?;
    let base_ms = base.or_bad(minutes(base.text))?;
    let increment = Time::next(tokens, "level", "a number of seconds")?;
    let increment_ms = increment.or_bad(decimal(increment.text, 1000.0))?;
    let moves = u32::try_from(moves).ok().filter(|&moves| moves > 0);
    Ok(Level { moves, base_ms, increment_ms })
}

/// `st SECONDS`, in milliseconds, at least 1.
pub(super) fn move_time(tokens: &mut Tokens<'_>) -> Result<u64, ParseError> {
    let time = Time::next(tokens, "st", "a number of seconds")?;
    Ok(time.or_bad(decimal(time.text, 1000.0))?.max(1))
}

/// Parses `time` and `otim`, in hundredths of a second, as milliseconds. A negative time is zero.
pub(super) fn clock(tokens: &mut Tokens<'_>, command: &'static str) -> Result<u64, ParseError> {
    let expected = "a number of hundredths of a second";
    let centiseconds = at_least_zero(tokens, Go::MAX_TIME / 10, command, expected)?;
    Ok(centiseconds * 10)
}

/// `MINUTES` or `MINUTES:SECONDS`, in milliseconds. A `+` and the text after it describe a later
/// session and are ignored.
fn minutes(text: &str) -> Option<u64> {
    let text = text.split_once('+').map_or(text, |(now, _)| now);
    let Some((minutes, seconds)) = text.split_once(':') else {
        return decimal(text, 60_000.0);
    };
    if minutes.is_empty() || !minutes.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (minutes, seconds) = (decimal(minutes, 60_000.0)?, decimal(seconds, 1000.0)?);
    Some(minutes.saturating_add(seconds).min(Go::MAX_TIME))
}

/// Converts a number of units of `unit_ms` milliseconds to milliseconds. XBoard writes with C's
/// `%g`, so there may be a decimal point and an exponent.
fn decimal(text: &str, unit_ms: f64) -> Option<u64> {
    let plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'+' | b'-');
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.') || !text.bytes().all(plain) {
        return None;
    }
    let number: f64 = text.parse().ok()?;
    // Overflow saturates.
    Some(((number * unit_ms).round() as u64).min(Go::MAX_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, moves: Option<u32>, base_ms: u64, increment_ms: u64) {
        let expected = Level { moves, base_ms, increment_ms };
        assert_eq!(level(&mut Tokens::new(line)), Ok(expected), "{line}");
    }

    #[track_caller]
    fn check_error(line: &str, expected: &str) {
        let error = level(&mut Tokens::new(line)).unwrap_err();
        assert_eq!(error.to_string(), expected, "{line}");
    }

    #[test]
    fn levels() {
        check("40 5 0", Some(40), 300_000, 0);
        check("40 0:30 0", Some(40), 30_000, 0);
        check("0 2 12", None, 120_000, 12_000);
        check("0 0:05 0.05", None, 5_000, 50);
        check("0 1:00.5 .5", None, 60_500, 500);
        check("0 0.5 1e+06", None, 30_000, 1_000_000_000);
        check("40 25+5 0", Some(40), 1_500_000, 0);
        check("0 0 0", None, 0, 0);
        check("99999999999 1 0", Some(u32::MAX), 60_000, 0);
        check("0 999999999999999999999 9e99", None, Go::MAX_TIME, Go::MAX_TIME);
    }

    #[test]
    fn wrong_levels() {
        check_error("", "level: missing a number of moves, minutes and seconds");
        check_error("40", "level: missing minutes, such as 5 or 0:30");
        check_error("40 5", "level: missing a number of seconds");
        check_error("x 5 0", "level: 'x' is not a number of moves, minutes and seconds");
        check_error("-1 5 0", "level: '-1' is not a number of moves, minutes and seconds");
        for base in ["x", "-5", "1:", ":30", "1:2:3", "inf", "nan", "1:x", "+5", "5-"] {
            check_error(
                &format!("40 {base} 0"),
                &format!("level: '{base}' is not minutes, such as 5 or 0:30"),
            );
        }
        check_error("40 5 -1", "level: '-1' is not a number of seconds");
        check_error("40 5 1e", "level: '1e' is not a number of seconds");
    }

    #[test]
    fn times_of_a_move() {
        for (text, expected) in [("30", 30_000), ("0.25", 250), ("0", 1), ("1e30", Go::MAX_TIME)] {
            assert_eq!(move_time(&mut Tokens::new(text)), Ok(expected), "{text}");
        }
        let error = move_time(&mut Tokens::new("-1")).unwrap_err();
        assert_eq!(error.to_string(), "st: '-1' is not a number of seconds");
    }

    #[test]
    fn clocks() {
        let huge = "99999999999999999999999";
        for (text, expected) in
            [("1028", 10_280), ("0", 0), ("-3", 0), (huge, Go::MAX_TIME / 10 * 10)]
        {
            assert_eq!(clock(&mut Tokens::new(text), "time"), Ok(expected), "{text}");
        }
    }
}
