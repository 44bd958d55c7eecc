//! `go`: the limits of a search.
//!
//! Own parser instead of vampirc's, which panics on `depth 256` and `mate 300`, loses `ponder`
//! beside a clock, and has no moves beyond the 8x8 board.

use crate::number::{at_least_one, at_least_zero, count};
use crate::text::excerpt;
use crate::tokens::Tokens;
use crate::{Command, Go, ParseError};

/// Keywords of `go`; any of them ends `searchmoves`.
const KEYS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// Maximum number of reported unreadable parts per command.
const MOST_UNREAD: usize = 8;

/// Parses the arguments of `go`, in any order; of a repeated key the last one counts.
///
/// A GUI that gets no answer to `go` hangs. Hence unreadable parts are recorded in [`Go::unread`]
/// and ignored, and numbers are clamped: a negative time is 0, a number that overflows is the
/// maximum, a fraction is truncated, `depth 0`, `nodes 0` and `mate 0` are 1 (the least search that
/// still answers), `movestogo` below 1 is ignored.
///
/// With `perft` it is another command, which ignores the other limits.
pub(super) fn go(mut tokens: Tokens<'_>) -> Result<Command, ParseError> {
    let mut go = Go::default();
    let mut perft = None;
    while let Some(word) = tokens.next() {
        match read(&mut go, &mut perft, word, &mut tokens) {
            Ok(()) => {}
            Err(error) if perft_is_meant(word) => return Err(error),
            Err(error) if go.unread.len() < MOST_UNREAD => go.unread.push(error),
            Err(_) => {}
        }
    }
    Ok(match perft {
        Some(depth) => Command::GoPerft { depth },
        None => Command::Go(go),
    })
}

fn perft_is_meant(word: &str) -> bool {
    key(word) == Some("perft")
}

/// Reads the value of a key.
fn read(
    go: &mut Go,
    perft: &mut Option<u32>,
    word: &str,
    tokens: &mut Tokens<'_>,
) -> Result<(), ParseError> {
    let Some(key) = key(word) else {
        return Err(ParseError::UnknownWord { command: "go", word: excerpt(word) });
    };
    match key {
        "wtime" => go.wtime = Some(time(tokens, "go wtime")?),
        "btime" => go.btime = Some(time(tokens, "go btime")?),
        "winc" => go.winc = Some(time(tokens, "go winc")?),
        "binc" => go.binc = Some(time(tokens, "go binc")?),
        "movetime" => go.movetime = Some(time(tokens, "go movetime")?),
        "movestogo" => go.movestogo = moves_to_go(tokens)?,
        "depth" => go.depth = Some(number(tokens, "go depth", "a number of plies")?),
        "mate" => go.mate = Some(number(tokens, "go mate", "a number of moves")?),
        "nodes" => {
            let (command, expected) = ("go nodes", "a number of nodes");
            expect_value(tokens, command, expected)?;
            go.nodes = Some(at_least_one(tokens, u64::MAX, command, expected)?);
        }
        "infinite" => go.infinite = true,
        "ponder" => go.ponder = true,
        "searchmoves" => go.search_moves = search_moves(tokens),
        _ => *perft = Some(perft_depth(tokens)?),
    }
    Ok(())
}

/// Checks that a value follows, and not the next key.
fn expect_value(
    tokens: &mut Tokens<'_>,
    command: &'static str,
    expected: &'static str,
) -> Result<(), ParseError> {
    match tokens.peek() {
        Some(word) if key(word).is_some() => Err(ParseError::Missing { command, expected }),
        _ => Ok(()),
    }
}

fn number(
    tokens: &mut Tokens<'_>,
    command: &'static str,
    expected: &'static str,
) -> Result<u32, ParseError> {
    expect_value(tokens, command, expected)?;
    count(tokens, command, expected)
}

fn key(word: &str) -> Option<&'static str> {
    KEYS.into_iter().find(|key| key.eq_ignore_ascii_case(word))
}

fn time(tokens: &mut Tokens<'_>, command: &'static str) -> Result<u64, ParseError> {
    let expected = "a number of milliseconds";
    expect_value(tokens, command, expected)?;
    at_least_zero(tokens, Go::MAX_TIME, command, expected)
}

fn moves_to_go(tokens: &mut Tokens<'_>) -> Result<Option<u32>, ParseError> {
    let (command, expected) = ("go movestogo", "a number of moves");
    expect_value(tokens, command, expected)?;
    let moves = at_least_zero(tokens, u32::MAX.into(), command, expected)?;
    Ok(u32::try_from(moves).ok().filter(|&moves| moves > 0))
}

/// Reads the depth of a perft; 0 is allowed, where the tree is its root.
fn perft_depth(tokens: &mut Tokens<'_>) -> Result<u32, ParseError> {
    let expected = "a number of plies";
    if tokens.peek().is_some_and(|word| word.trim_matches('0').is_empty()) {
        tokens.next();
        return Ok(0);
    }
    count(tokens, "go perft", expected)
}

fn search_moves(tokens: &mut Tokens<'_>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(word) = tokens.peek()
        && key(word).is_none()
    {
        moves.push(word.to_owned());
        tokens.next();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Go) {
        assert_eq!(go(Tokens::new(line)), Ok(Command::Go(expected)), "{line}");
    }

    #[track_caller]
    fn check_error(line: &str, expected: &str) {
        let error = go(Tokens::new(line)).unwrap_err();
        assert_eq!(error.to_string(), expected, "{line}");
    }

    #[test]
    fn clocks() {
        check("", Go::default());
        let both = Go {
            wtime: Some(1000),
            btime: Some(2000),
            winc: Some(10),
            binc: Some(20),
            movestogo: Some(40),
            ..Go::default()
        };
        check("wtime 1000 btime 2000 winc 10 binc 20 movestogo 40", both.clone());
        check("movestogo 40 binc 20\twinc 10  btime 2000 wtime 1000", both);
        let black = Go { btime: Some(5), ..Go::default() };
        check("btime 5", black.clone());
        check("btime 9 btime +5", black.clone());
        check("BTIME 5", black);
    }

    #[test]
    fn numbers_out_of_range() {
        check(
            "wtime -17 btime 99999999999999999999999 movestogo 0",
            Go { wtime: Some(0), btime: Some(Go::MAX_TIME), ..Go::default() },
        );
        check(
            "depth 0 nodes 0 mate 0 movetime -1 movestogo -1",
            Go {
                depth: Some(1),
                nodes: Some(1),
                mate: Some(1),
                movetime: Some(0),
                ..Go::default()
            },
        );
        check(
            "depth 256 mate 300 nodes 99999999999999999999999 movestogo 4294967296",
            Go {
                depth: Some(256),
                mate: Some(300),
                nodes: Some(u64::MAX),
                movestogo: Some(u32::MAX),
                ..Go::default()
            },
        );
        check("depth 4294967296", Go { depth: Some(u32::MAX), ..Go::default() });
    }

    #[test]
    fn ponder_beside_a_clock() {
        check(
            "ponder wtime 1 btime 2",
            Go { ponder: true, wtime: Some(1), btime: Some(2), ..Go::default() },
        );
    }

    #[test]
    fn searchmoves_end_at_a_key() {
        check(
            "searchmoves a10b9 c3e5,e5g7 b9b10m infinite",
            Go {
                search_moves: vec!["a10b9".into(), "c3e5,e5g7".into(), "b9b10m".into()],
                infinite: true,
                ..Go::default()
            },
        );
        check("searchmoves", Go::default());
        check("searchmoves depth 3", Go { depth: Some(3), ..Go::default() });
    }

    #[test]
    fn perft() {
        for (line, depth) in
            [("perft 5", 5), ("perft 0", 0), ("perft 00", 0), ("depth 3 perft 2 infinite", 2)]
        {
            assert_eq!(go(Tokens::new(line)), Ok(Command::GoPerft { depth }));
        }
        check_error("perft", "go perft: missing a number of plies");
        check_error("perft -1", "go perft: '-1' is not a number of plies");
    }

    #[test]
    fn parts_that_cannot_be_read_are_left_out() {
        let unread = |line: &str| match go(Tokens::new(line)) {
            Ok(Command::Go(go)) => {
                let texts: Vec<String> = go.unread.iter().map(ToString::to_string).collect();
                (Go { unread: Vec::new(), ..go }, texts.join("; "))
            }
            other => panic!("{line}: {other:?}"),
        };
        let check = |line: &str, expected: Go, errors: &str| {
            assert_eq!(unread(line), (expected, errors.to_owned()), "{line}");
        };
        check("fast", Go::default(), "go: unknown word 'fast'");
        let deep = Go { depth: Some(5), ..Go::default() };
        check("depth 5 x", deep.clone(), "go: unknown word 'x'");
        check("x depth 5", deep, "go: unknown word 'x'");
        check("depth", Go::default(), "go depth: missing a number of plies");
        check("depth -1", Go::default(), "go depth: '-1' is not a number of plies");
        check("mate", Go::default(), "go mate: missing a number of moves");
        check("nodes 1e6", Go::default(), "go nodes: '1e6' is not a number of nodes");
        let black = Go { btime: Some(3), ..Go::default() };
        check("wtime btime 3", black.clone(), "go wtime: missing a number of milliseconds");
        check("winc - btime 3", black, "go winc: '-' is not a number of milliseconds");
        check("mate \u{7}", Go::default(), "go mate: '\\x07' is not a number of moves");
        let clocks = Go { wtime: Some(60_000), btime: Some(59_999), ..Go::default() };
        check("wtime 60000.5 btime 59999.9", clocks, "");
        let (_, many) = unread(&"? ".repeat(1000));
        assert_eq!(many.matches("unknown word").count(), MOST_UNREAD);
    }
}
