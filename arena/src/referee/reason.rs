//! How a game ended, in words: cutechess-cli's where it has them.

use variants::{Color, Outcome, Reason};

use crate::FaultKind;
use crate::adjudication::Verdict;

/// The side's name at the start of a sentence.
fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// An end by the rules.
pub fn rules(outcome: Outcome) -> String {
    match (outcome.winner, outcome.reason) {
        (Some(winner), Reason::Checkmate) => format!("{} mates", name(winner)),
        (Some(winner), reason) => format!("{} wins by {reason}", name(winner)),
        (None, Reason::Repetition) => "Draw by 3-fold repetition".to_owned(),
        (None, reason) => format!("Draw by {reason}"),
    }
}

/// An end by adjudication.
pub fn adjudication(verdict: Verdict) -> String {
    match verdict {
        Verdict::Draw => "Draw by adjudication".to_owned(),
        Verdict::TooLong => "Draw by adjudication: too many moves".to_owned(),
        Verdict::Win(winner) => format!("{} wins by adjudication", name(winner)),
    }
}

/// An end by a fault of a side's engine.
pub fn fault(loser: Color, kind: FaultKind) -> String {
    match kind {
        FaultKind::Time => format!("{} loses on time", name(loser)),
        FaultKind::IllegalMove => format!("{} makes an illegal move", name(loser)),
        FaultKind::Start | FaultKind::Crash | FaultKind::Hang | FaultKind::Protocol => {
            format!("{}'s engine {kind}", name(loser))
        }
    }
}

/// An end by giving up.
pub fn resignation(loser: Color) -> String {
    format!("{} resigns", name(loser))
}

/// A draw that both want.
pub const AGREEMENT: &str = "Draw by agreement";
