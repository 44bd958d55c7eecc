//! Terminations in words, in records and PGN of matches and of the board: those of cutechess-cli where
//! it has them.

use variants::{Color, Definition, Outcome, Reason};

use crate::FaultKind;
use crate::adjudication::AdjudicatedResult;

/// Describes a termination by the rules of a game.
#[must_use]
pub fn rules(outcome: Outcome, definition: &Definition) -> String {
    match (outcome.winner, outcome.reason) {
        (Some(winner), Reason::Checkmate) => format!("{} mates", winner.name()),
        (Some(winner), reason) => format!("{} wins by {reason}", winner.name()),
        (None, Reason::Repetition) => {
            format!("Draw by {}-fold repetition", definition.repetition_count)
        }
        (None, reason) => format!("Draw by {reason}"),
    }
}

/// Describes an adjudication.
pub(crate) fn adjudication(verdict: AdjudicatedResult) -> String {
    match verdict {
        AdjudicatedResult::Draw => "Draw by adjudication".to_owned(),
        AdjudicatedResult::TooLong => "Draw by adjudication: too many moves".to_owned(),
        AdjudicatedResult::TableDraw => "Draw by adjudication: endgame tables".to_owned(),
        AdjudicatedResult::TableWin(winner) => {
            format!("{} wins by adjudication: endgame tables", winner.name())
        }
        AdjudicatedResult::Win(winner) => format!("{} wins by adjudication", winner.name()),
    }
}

/// Describes a loss by a fault of a side's engine.
#[must_use]
pub fn fault(loser: Color, kind: FaultKind) -> String {
    match kind {
        FaultKind::Time => format!("{} loses on time", loser.name()),
        FaultKind::IllegalMove => format!("{} makes an illegal move", loser.name()),
        FaultKind::Start | FaultKind::Crash | FaultKind::Hang | FaultKind::Protocol => {
            format!("{}'s engine {kind}", loser.name())
        }
    }
}

/// Describes a resignation.
#[must_use]
pub fn resignation(loser: Color) -> String {
    format!("{} resigns", loser.name())
}

/// Draw by agreement.
pub const AGREEMENT: &str = "Draw by agreement";

#[cfg(test)]
mod tests {
    use variants::Catalog;

    use super::*;

    #[test]
    fn repetitions_are_counted_as_the_game_does() {
        let catalog = Catalog::builtin();
        let draw =
            |name: &str| rules(Outcome::draw(Reason::Repetition), catalog.get(name).unwrap());
        assert_eq!(draw("chess"), "Draw by 3-fold repetition");
        assert_eq!(draw("shogi"), "Draw by 4-fold repetition");
    }
}
