//! FENs in XBoard's form.

use crate::ParseError;
use crate::text::excerpt;
use crate::tokens::Tokens;

/// Converts a FEN of XBoard to six fields.
///
/// XBoard omits the castling field in games where it has no castling, or en passant, or both. It
/// writes the rank of an en passant square as one character, which continues beyond `9` in ASCII
/// order. And it adds castling rights when a user sets up a position, so in a game without castling
/// they are dropped.
pub(super) fn normal(tokens: &mut Tokens<'_>, castling: bool) -> Result<String, ParseError> {
    let (command, expected) = ("setboard", "a FEN of at most six fields");
    let line = tokens.rest();
    let placement = tokens.next().ok_or(ParseError::Missing { command, expected: "a FEN" })?;
    // A position in Portable Draughts Notation has other fields.
    if placement.contains(':') {
        return Ok(line.trim().to_owned());
    }
    let side = tokens.next().unwrap_or("w");
    let (checks, tokens): (Vec<_>, Vec<_>) = tokens.partition(|word| is_checks(word));
    let (numbers, fields): (Vec<_>, Vec<_>) =
        tokens.into_iter().partition(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let (rights, passed) = match fields[..] {
        [] => ("-", None),
        [only] => match en_passant(only) {
            Some(squares) => ("-", Some(squares)),
            None => (only, None),
        },
        [rights, passed] => (rights, en_passant(passed).or_else(|| Some(passed.to_owned()))),
        _ => return Err(ParseError::BadValue { command, value: excerpt(line), expected }),
    };
    // A count of moves stands in place of en passant.
    let (passed, numbers) = match (&passed, &numbers[..]) {
        (None, [limit, counters @ ..]) if numbers.len() == 3 && fields.len() == 1 => {
            (Some((*limit).to_owned()), counters)
        }
        _ => (passed, &numbers[..]),
    };
    let (plies, number) = match *numbers {
        [] => ("0", "1"),
        [plies] => (plies, "1"),
        [plies, number] => (plies, number),
        _ => return Err(ParseError::BadValue { command, value: excerpt(line), expected }),
    };
    let rights = if castling { rights } else { "-" };
    let passed = passed.as_deref().unwrap_or("-");
    let checks: String = checks.first().map(|checks| format!(" {checks}")).unwrap_or_default();
    Ok(format!("{placement} {side} {rights} {passed} {plies} {number}{checks}"))
}

/// Whether a field has the checks of both sides, left (`3+3`) or given (`+0+0`).
fn is_checks(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let pair = word.strip_prefix('+').unwrap_or(word).split_once('+');
    pair.is_some_and(|(white, black)| digits(white) && digits(black))
}

/// Converts en passant squares to decimal ranks; `None` if one is not a square.
fn en_passant(text: &str) -> Option<String> {
    let mut squares = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let ranks = rest.strip_prefix(|c: char| matches!(c, 'a'..='p'))?;
        squares.push_str(&rest[..1]);
        let end = ranks.find(|c: char| !c.is_ascii_digit()).unwrap_or(ranks.len());
        let (digits, after) = ranks.split_at(end);
        if digits.is_empty() {
            let c = after.bytes().next().filter(|c| (b':'..=b'@').contains(c))?;
            squares.push_str(&(c - b'0').to_string());
            rest = &after[1..];
        } else {
            squares.push_str(digits);
            rest = after;
        }
    }
    (!squares.is_empty()).then_some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: &str) {
        assert_eq!(normal(&mut Tokens::new(fen), true), Ok(expected.to_owned()), "{fen}");
    }

    #[test]
    fn fields_that_are_missing() {
        check("8/8 w KQkq e3 3 7", "8/8 w KQkq e3 3 7");
        check("8/8 w - - 3 7", "8/8 w - - 3 7");
        check("8/8 b - 0 1", "8/8 b - - 0 1");
        check("8/8 b 0 1", "8/8 b - - 0 1");
        check("8/8 b Kq 0 1", "8/8 b Kq - 0 1");
        check("8/8 w e6 0 1", "8/8 w - e6 0 1");
        check("8/8 b", "8/8 b - - 0 1");
        check("8/8", "8/8 w - - 0 1");
        check("8/8 w KQ - 5", "8/8 w KQ - 5 1");
        check("8/8 w KQ - 0 1 +0+2", "8/8 w KQ - 0 1 +0+2");
        check("8/8 b - 3+1 0 1", "8/8 b - - 0 1 3+1");
    }

    #[test]
    fn ranks_beyond_nine() {
        check("8/8 w - e: 0 1", "8/8 w - e10 0 1");
        check("8/8 w - p@ 0 1", "8/8 w - p16 0 1");
        check("8/8 w - e10 0 1", "8/8 w - e10 0 1");
        check("8/8 w - a4a5 0 1", "8/8 w - a4a5 0 1");
    }

    #[test]
    fn rights_where_there_is_no_castling() {
        let fen = normal(&mut Tokens::new("8/8 w KQkq - 0 1"), false);
        assert_eq!(fen, Ok("8/8 w - - 0 1".to_owned()));
    }

    #[test]
    fn what_is_no_fen() {
        let check = |fen, expected: &str| {
            assert_eq!(normal(&mut Tokens::new(fen), true).unwrap_err().to_string(), expected);
        };
        check("", "setboard: missing a FEN");
        check("8/8 w - - - 0 1", "setboard: '8/8 w - - - 0 1' is not a FEN of at most six fields");
        check("8/8 w 0 1 2", "setboard: '8/8 w 0 1 2' is not a FEN of at most six fields");
    }
}
