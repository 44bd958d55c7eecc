//! Games that can be solved, and the rules that values leave out.

use thiserror::Error;
use variants::jumping::JumpingDefinition;
use variants::royal::RoyalDefinition;
use variants::{Definition, Repetition, TurnForm};

use crate::metric::Metric;

/// Reason why a game cannot be solved.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{game} cannot be solved: {reason}")]
pub struct Unsupported {
    /// The game.
    pub game: String,
    /// The reason.
    pub reason: &'static str,
}

/// Checks that a game's endings can be solved.
///
/// # Errors
/// When a position depends on more than pieces on squares and the side to move.
pub fn check_support(definition: &Definition) -> Result<(), Unsupported> {
    let family = &definition.family;
    let jumping = JumpingDefinition::of(definition);
    let reason = if family.has_walls() {
        "walls belong to a position"
    } else if family.turn_form() == TurnForm::Series {
        "the number of moves of a turn belongs to a position"
    } else if family.has_hands() {
        "pieces in hand belong to a position"
    } else if family.has_passes() {
        "passes that were made belong to a position"
    } else if family.has_flips() {
        "pieces that change sides leave positions that no move is known to lead to"
    } else if !family.in_place().is_empty() {
        "promotions in place of a move leave positions that no move is known to lead to"
    } else if definition.piece_types().any(|kind| definition.alternates(kind)) {
        "pieces that promote can become what they were, so that material does not only shrink"
    } else if family.check_limit().is_some() {
        "the checks that were given belong to a position"
    } else if jumping.is_some_and(|own| own.chains.king_moves.is_some()) {
        "a king's moves in a row are limited, and belong to a position"
    } else {
        return Ok(());
    };
    Err(Unsupported { game: definition.name.clone(), reason })
}

/// Checks that a game's endings can be solved with distances of a metric.
///
/// # Errors When a position depends on more than pieces on squares and the side to move, or the
/// game has no move rule, which says what a conversion is.
pub(crate) fn check_metric(definition: &Definition, metric: Metric) -> Result<(), Unsupported> {
    check_support(definition)?;
    if metric == Metric::Conversion && definition.move_rule.is_none() {
        let reason = "a distance to conversion needs a move rule, and the game has none";
        return Err(Unsupported { game: definition.name.clone(), reason });
    }
    Ok(())
}

/// The rules of a game that values of its positions leave out, as sentences.
#[must_use]
pub fn notes(definition: &Definition) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(plies) = definition.move_rule {
        notes.push(format!(
            "Values leave out the rule that {plies} plies without progress are a draw."
        ));
    }
    match definition.repetition {
        Repetition::Allowed => {}
        Repetition::Draw => {
            notes.push("A repetition before the position is not part of its value.".to_owned());
        }
        Repetition::CheckerLoses => notes.push(
            "A repetition is taken for a draw, also where the side that gives check would lose."
                .to_owned(),
        ),
        Repetition::CheckerOrFirstLoses => notes.push(
            "A repetition is taken for a draw, though the side that gives check or began loses by it."
                .to_owned(),
        ),
        Repetition::Illegal => notes.push(
            "Moves that are illegal as they repeat a position are allowed: a win is one in a game \
             that begins with the position, and a draw may be lost by a side that runs out of moves."
                .to_owned(),
        ),
    }
    let royal = RoyalDefinition::of(definition);
    if royal.is_some_and(|own| own.points.is_some()) {
        notes.push("A repetition is taken for a draw, though points decide then.".to_owned());
    }
    if royal.is_some_and(|own| own.counting.is_some()) {
        notes.push("Values leave out the counting of moves.".to_owned());
    }
    let jumping = JumpingDefinition::of(definition);
    if jumping.is_some_and(|own| !own.chains.endings.is_empty()) {
        notes.push("Values leave out the endings with a move rule of their own.".to_owned());
    }
    if definition.family.castling().is_some() {
        notes.push("Positions with castling rights are not in the tables.".to_owned());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::Catalog;

    #[test]
    fn conversions_need_a_move_rule() {
        let catalog = Catalog::builtin();
        let mut chess = (**catalog.get("chess").unwrap()).clone();
        assert_eq!(check_metric(&chess, Metric::Conversion), Ok(()));
        chess.move_rule = None;
        assert_eq!(check_metric(&chess, Metric::End), Ok(()));
        let error = check_metric(&chess, Metric::Conversion).unwrap_err().to_string();
        assert!(error.contains("move rule"), "{error}");
    }

    #[test]
    fn games_with_more_state_are_refused() {
        let catalog = Catalog::builtin();
        let check = |game| check_support(catalog.get(game).unwrap());
        for game in ["chess", "cheskers", "chesica", "pacific", "english-draughts", "chesimals"] {
            assert_eq!(check(game), Ok(()), "{game}");
        }
        for (game, part) in [
            ("progressive", "number of moves"),
            ("crazyhouse", "in hand"),
            ("3check", "checks"),
            ("duck", "walls"),
            ("amazons", "walls"),
            ("frisian-draughts", "in a row"),
        ] {
            let error = check(game).unwrap_err().to_string();
            assert!(error.starts_with(game) && error.contains(part), "{error}");
        }
        let text =
            "[turning]\ninherits = 'chess'\n[turning.pieces]\nN.promotes = 'B'\nB.promotes = 'N'\n";
        let (catalog, _) = catalog.with_file(text).unwrap();
        let error = check_support(catalog.get("turning").unwrap()).unwrap_err().to_string();
        assert!(error.contains("can become what they were"), "{error}");
    }
}
