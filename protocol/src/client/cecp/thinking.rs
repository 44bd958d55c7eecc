//! Thinking output.

use super::SearchReport;
use crate::{InfoBound, InfoScore};

/// Offset of mate scores.
const MATE: i64 = 100_000;
/// Score of a side that is mated on the board.
const MATED: i64 = -MATE;

/// Parses `ply score time nodes [seldepth nps tbhits] TAB PV`, where the tab and the optional
/// fields were added later; `None` if it is something else.
///
/// A sign may follow the ply, as in `9.` and `5&`, which some engines write.
pub(super) fn thinking(line: &str) -> Option<SearchReport> {
    let digits = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let (ply, rest) = line.split_at(digits);
    let rest = rest.strip_prefix(['.', '&', '+', '-', '?', '!', '*', '#', ':']).unwrap_or(rest);
    if !rest.starts_with(|c: char| c.is_ascii_whitespace()) {
        return None;
    }
    let (score, rest) = number(rest)?;
    let (time, rest) = number(rest)?;
    let (nodes, rest) = number(rest)?;
    let centipawns = score;
    let mut report = SearchReport {
        depth: Some(ply.parse().ok()?),
        score: Some(meaning(centipawns)),
        time_ms: Some(u64::try_from(time).unwrap_or(0).saturating_mul(10)),
        nodes: u64::try_from(nodes).ok(),
        ..SearchReport::default()
    };
    let pv = match rest.split_once('\t') {
        Some((numbers, pv)) => {
            more(numbers, &mut report);
            pv
        }
        None => rest,
    };
    let pv = pv.trim_ascii();
    report.bound = bound(pv);
    report.pv = pv.to_owned();
    Some(report)
}

/// Splits off the next word, a whole number.
fn number(text: &str) -> Option<(i64, &str)> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace() && c != '\t');
    let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // All are digits, so parsing fails on overflow only.
    let beyond = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some((word.parse().unwrap_or(beyond), rest))
}

/// Parses the optional fields before the tab. From the first one that is not a number on they are
/// skipped: they do not justify an error.
fn more(numbers: &str, report: &mut SearchReport) {
    let Some((seldepth, rest)) = number(numbers) else { return };
    report.seldepth = u32::try_from(seldepth).ok();
    let Some((nps, _)) = number(rest) else { return };
    report.nps = u64::try_from(nps).ok();
}

/// Converts a score with mates beyond all others.
fn meaning(score: i64) -> InfoScore {
    let moves = |moves: i64| i32::try_from(moves).unwrap_or(i32::MAX);
    match score {
        // The side to move cannot have mated already.
        MATE.. => InfoScore::Mate(moves(score - MATE).max(1)),
        ..=MATED => InfoScore::Mate(-moves(MATED.saturating_sub(score))),
        _ => InfoScore::Centipawns(i32::try_from(score).unwrap_or(0)),
    }
}

/// Returns the bound by the sign at the end of a PV that failed high or low.
fn bound(pv: &str) -> InfoBound {
    match pv.as_bytes().last() {
        Some(b'!') => InfoBound::Lower,
        Some(b'?') => InfoBound::Upper,
        _ => InfoBound::Exact,
    }
}
