//! Comments in PGN: scores, times and terminations.

use protocol::text::excerpt;

use crate::{FaultKind, RecordedScore, Termination};

/// Comment after a move, such as `+0.35/8 0.10s` of cutechess-cli, `-M5/12 0.1s, n=1234, b mates`
/// of fastchess or `+0.06/9 0.2` of XBoard.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Comment {
    pub(super) score: Option<RecordedScore>,
    pub(super) depth: Option<u32>,
    pub(super) time_us: Option<u64>,
    pub(super) nodes: Option<u64>,
    /// Whether the move is a book move.
    pub(super) is_book: bool,
    /// Termination in words; may be empty.
    pub(super) reason: String,
}

impl Comment {
    pub(super) fn parse(text: &str) -> Self {
        let mut comment = Comment::default();
        let text = comment.commands(text);
        let text = text.trim();
        // XBoard draws the board before the first move.
        if text.starts_with("---") {
            return comment;
        }
        let (head, tail) = text.split_once(',').unwrap_or((text, ""));
        let mut words = head.split_whitespace();
        let first = words.next().unwrap_or_default();
        if first == "book" {
            comment.is_book = true;
        } else if let Some((score, depth)) = evaluation(first) {
            (comment.score, comment.depth) = (score, Some(depth));
            comment.time_us = words.next().and_then(time);
        } else if let Some(time) = first.strip_suffix('s').and_then(time) {
            comment.time_us = Some(time);
        } else if first.split_once('=').is_some_and(|(name, _)| is_name(name)) {
            comment.part(head.trim());
        } else {
            comment.reason = line(text);
            return comment;
        }
        for part in tail.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            comment.part(part);
        }
        comment
    }

    /// Parses one of the parts after the first, such as `0.004s`, `n=1234` or `b mates`.
    fn part(&mut self, part: &str) {
        match part.split_once('=') {
            Some(("n", nodes)) => self.nodes = nodes.parse().ok(),
            Some(("d", depth)) => self.depth = depth.parse().ok(),
            // Format of TCEC, in ms.
            Some(("mt", ms)) => {
                self.time_us = ms.parse().ok().and_then(|ms: u64| ms.checked_mul(1000));
            }
            Some(_) => {}
            None => match part.strip_suffix('s').and_then(time) {
                Some(time) => self.time_us = self.time_us.or(Some(time)),
                None => self.reason = line(part),
            },
        }
    }

    /// Removes commands such as `[%emt 0:00:01.5]`. Only the move time is used; the others are
    /// clocks, or scores from White's point of view.
    fn commands(&mut self, text: &str) -> String {
        let mut left = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("[%") {
            let Some((command, after)) = after.split_once(']') else { break };
            left += before;
            rest = after;
            if let Some(("emt", value)) = command.split_once(' ') {
                self.time_us = time(value.trim());
            }
        }
        left + rest
    }
}

/// Whether a comment is a program's alone, as match runners write them: `0.10s` or `+0.35/8 0.10s`, and
/// more after a comma. People's comments may end with a time too.
#[must_use]
pub fn is_of_program(text: &str) -> bool {
    let head = text.split(',').next().unwrap_or_default();
    let mut words = head.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(first), None, None) => first.strip_suffix('s').and_then(time).is_some(),
        (Some(first), Some(second), None) => evaluation(first).is_some() && time(second).is_some(),
        _ => false,
    }
}

/// Whether the text is the name of a part such as `pv=e2e4`.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric())
}

/// Returns the text as one line of bounded length.
fn line(text: &str) -> String {
    // XBoard appends the clocks, which would make every termination distinct.
    let text = text.split(" (Clocks:").next().unwrap_or_default();
    excerpt(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Parses `+0.35/8`, `-M5/12`: a score, if it is valid, and a depth.
fn evaluation(word: &str) -> Option<(Option<RecordedScore>, u32)> {
    let (score, depth) = word.split_once('/')?;
    let depth = depth.parse().ok()?;
    let (sign, size) = match score.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, score.strip_prefix('+').unwrap_or(score)),
    };
    if let Some(mate) = size.strip_prefix('M') {
        // Programs count moves or plies here; only the sign matters.
        let moves: i32 = mate.parse().ok()?;
        return Some((Some(RecordedScore::Mate(sign * moves.saturating_abs())), depth));
    }
    let pawns: f64 = size.parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
    // XBoard writes a mate in N as 1000.0N pawns.
    if pawns >= 1000.0 {
        let moves = ((pawns - 1000.0) * 100.0).round() as i32;
        return Some((Some(RecordedScore::Mate(sign * moves)), depth));
    }
    Some((Some(RecordedScore::Cp(sign * (pawns * 100.0).round() as i32)), depth))
}

/// Parses `0.10s`, `12`, `1:02.5`, `0:01:02` to µs.
fn time(word: &str) -> Option<u64> {
    let word = word.strip_suffix('s').unwrap_or(word);
    let (rest, seconds) = word.rsplit_once(':').unwrap_or(("0", word));
    let (hours, minutes) = rest.split_once(':').unwrap_or(("0", rest));
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds: f64 = seconds.parse().ok()?;
    let total = f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + seconds;
    (0.0..1e9).contains(&total).then(|| (total * 1e6).round() as u64)
}

/// Returns the kind of termination, from the tag `Termination` and the reason in a comment.
pub(super) fn termination_of(tag: &str, reason: &str) -> Termination {
    use FaultKind::{Crash, Hang, IllegalMove, Protocol, Time};
    match tag.to_lowercase().as_str() {
        "adjudication" => return Termination::Adjudication,
        "time forfeit" => return Termination::Fault(Time),
        "abandoned" => return Termination::Fault(Crash),
        "stalled connection" => return Termination::Fault(Hang),
        "illegal move" => return Termination::Fault(IllegalMove),
        "rules infraction" => return Termination::Fault(Protocol),
        _ => {}
    }
    let reason = reason.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| reason.contains(word));
    if says(&["on time", "time forfeit"]) {
        Termination::Fault(Time)
    } else if says(&["invalid result claim"]) || (says(&["false"]) && says(&["claim"])) {
        Termination::Fault(Protocol)
    } else if says(&["illegal move", "illegal-move", "invalid move"]) {
        Termination::Fault(IllegalMove)
    } else if says(&["disconnect", "exited unexpectedly", "crash", "terminated unexpectedly"]) {
        Termination::Fault(Crash)
    } else if says(&["stalls", "hung"]) {
        Termination::Fault(Hang)
    } else if says(&["mate", "repetition", "50-move", "insufficient"]) {
        // XBoard calls these adjudications too.
        Termination::Rules
    } else if says(&["adjudicat"]) {
        Termination::Adjudication
    } else if says(&["resign"]) {
        Termination::Resignation
    } else if says(&["agree"]) {
        Termination::Agreement
    } else {
        Termination::Rules
    }
}
