//! Terminations in words: those of cutechess-cli where it has them.

use variants::{Color, Outcome, Reason};

use crate::FaultKind;
use crate::adjudication::AdjudicatedResult;

/// Returns the side's name, capitalized.
fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Describes a termination by the rules.
pub fn rules(outcome: Outcome) -> String {
    match (outcome.winner, outcome.reason) {
        (Some(winner), Reason::Checkmate) => format!("{} mates", name(winner)),
        (Some(winner), reason) => format!("{} wins by {reason}", name(winner)),
        (None, Reason::Repetition) => "Draw by 3-fold repetition".to_owned(),
        (None, reason) => format!("Draw by {reason}"),
    }
}

/// Describes an adjudication.
pub fn adjudication(verdict: AdjudicatedResult) -> String {
    match verdict {
        AdjudicatedResult::Draw => "Draw by adjudication".to_owned(),
        AdjudicatedResult::TooLong => "Draw by adjudication: too many moves".to_owned(),
        AdjudicatedResult::TableDraw => "Draw by adjudication: endgame tables".to_owned(),
        AdjudicatedResult::TableWin(winner) => {
            format!("{} wins by adjudication: endgame tables", name(winner))
        }
        AdjudicatedResult::Win(winner) => format!("{} wins by adjudication", name(winner)),
    }
}

/// Describes a loss by a fault of a side's engine.
pub fn fault(loser: Color, kind: FaultKind) -> String {
    match kind {
        FaultKind::Time => format!("{} loses on time", name(loser)),
        FaultKind::IllegalMove => format!("{} makes an illegal move", name(loser)),
        FaultKind::Start | FaultKind::Crash | FaultKind::Hang | FaultKind::Protocol => {
            format!("{}'s engine {kind}", name(loser))
        }
    }
}

/// Describes a resignation.
pub fn resignation(loser: Color) -> String {
    format!("{} resigns", name(loser))
}

/// Draw by agreement.
pub const AGREEMENT: &str = "Draw by agreement";
