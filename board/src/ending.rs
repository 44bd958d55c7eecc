//! Ends of games in a sentence.

use variants::royal::{Minimum, RoyalDefinition};
use variants::{AnyGame, Color, Definition, Fen, Outcome, Reason};

/// Returns the outcome of a game, from its last position, as a sentence without its full stop:
/// `White wins: Black has no king left`.
pub(crate) fn ending(outcome: Outcome, game: &AnyGame) -> String {
    let missing = outcome.winner.filter(|_| outcome.reason == Reason::Extinction);
    let missing = missing.and_then(|winner| Some((winner, lacking(game, !winner)?)));
    match missing {
        Some((winner, missing)) => format!("{} wins: {missing}", winner.name()),
        None => sentence(outcome),
    }
}

/// Returns an outcome as a sentence without its full stop: `White wins by checkmate`.
fn sentence(outcome: Outcome) -> String {
    match outcome.winner {
        Some(winner) => won(winner, outcome.reason),
        None => drawn(outcome.reason),
    }
}

/// Returns the reason why a side has lost for want of pieces of some kinds, from the last position of
/// its game: `White has no king left`. `None` where that is not the reason.
fn lacking(game: &AnyGame, loser: Color) -> Option<String> {
    let definition = game.definition();
    let own = RoyalDefinition::of(definition)?;
    let position = Fen::parse(&game.fen(), definition).ok()?;
    let is_short =
        |minimum: &&Minimum| {
            let on_board = position.pieces.iter().filter(|(_, piece)| {
                piece.color() == loser && minimum.pieces.contains(&piece.kind())
            });
            let held = position.hands.as_ref().map_or(0, |hands| {
                minimum.pieces.iter().map(|&kind| hands.count(loser, kind)).sum()
            });
            minimum.sides[loser] && on_board.count() as u64 + u64::from(held) < minimum.least.into()
        };
    let minimum = own.ends.lose_without.iter().find(is_short)?;
    let side = loser.name();
    let names = names(minimum, definition);
    Some(match minimum.least {
        1 => format!("{side} has no {names} left"),
        least => format!("{side} has fewer than {least} left of the kind {names}"),
    })
}

/// Returns the names of the kinds that are counted together: `piece` for all.
fn names(minimum: &Minimum, definition: &Definition) -> String {
    if minimum.pieces.len() == definition.pieces.len() {
        return "piece".to_owned();
    }
    let names = minimum.pieces.iter().map(|&kind| definition.piece(kind).name.as_str());
    names.collect::<Vec<_>>().join(" or ")
}

fn drawn(reason: Reason) -> String {
    let cause = match reason {
        Reason::MoveRule => "too many moves in a row have made no progress",
        Reason::DeadPosition => "neither side has the pieces to win",
        Reason::Counting => "the moves counted in this ending have run out",
        Reason::Passes => "both sides have passed",
        Reason::FullBoard => "no square is empty",
        Reason::Facing => "the royal pieces face each other",
        Reason::Goal => "both sides have reached their goal",
        reason => return format!("Draw by {reason}"),
    };
    format!("Draw: {cause}")
}

fn won(color: Color, reason: Reason) -> String {
    let (winner, loser) = (color.name(), (!color).name());
    let cause = match reason {
        Reason::Stalemate => format!("{loser} has no legal move"),
        Reason::Passes => format!("both sides have passed, and {winner} has more points"),
        Reason::FullBoard => format!("no square is empty, and {winner} has more points"),
        Reason::Facing => {
            format!("the royal pieces face each other, and {winner} has more points")
        }
        Reason::Goal => format!("{winner} has reached the goal"),
        Reason::Connection => format!("{winner} has connected its pieces"),
        Reason::CheckLimit => format!("{winner} has given the last check that it needed"),
        Reason::Royals => format!("{loser} has lost its last royal piece"),
        Reason::Kings => format!("{loser} has no king left"),
        Reason::Chiefs => format!("{loser} has lost both royal chiefs"),
        Reason::AllCaptured => format!("{loser} has no piece left"),
        Reason::Extinction => format!("{loser} has too few left of a kind that it needs"),
        Reason::BareKing => format!("{loser} has only its king left"),
        reason => return format!("{winner} wins by {reason}"),
    };
    format!("{winner} wins: {cause}")
}

#[cfg(test)]
mod tests {
    use engine::library::Library;
    use variants::{Color, Outcome, Reason};

    use super::{lacking, sentence};

    #[test]
    fn missing_pieces_are_named() {
        for (variant, fen, loser, expected) in [
            ("duck", "8/8/8/4k3/8/8/8/8 w - - 0 1", Color::White, Some("White has no king left")),
            ("duck", "8/8/8/4k3/8/8/8/4K3 w - - 0 1", Color::White, None),
            (
                "extinction",
                "4k3/8/8/8/8/8/4P3/RNBQK3 b - - 0 1",
                Color::Black,
                Some("Black has no queen left"),
            ),
        ] {
            let game = Library::builtin().variant(variant, None).unwrap().game(fen);
            let found = game.map(|game| lacking(&game, loser)).unwrap();
            assert_eq!(found.as_deref(), expected, "{variant} {fen}");
        }
    }

    #[test]
    fn every_end_is_a_sentence() {
        let win = |reason| sentence(Outcome::win(Color::Black, reason));
        assert_eq!(win(Reason::Checkmate), "Black wins by checkmate");
        assert_eq!(win(Reason::Kings), "Black wins: White has no king left");
        let draw = |reason| sentence(Outcome::draw(reason));
        assert_eq!(draw(Reason::Repetition), "Draw by repetition");
        for reason in [
            Reason::Stalemate,
            Reason::Royals,
            Reason::Chiefs,
            Reason::AllCaptured,
            Reason::Goal,
            Reason::Connection,
            Reason::CheckLimit,
            Reason::Extinction,
            Reason::BareKing,
            Reason::Passes,
            Reason::FullBoard,
            Reason::Facing,
        ] {
            assert!(win(reason).contains(" has "), "{reason}");
        }
        for reason in [
            Reason::MoveRule,
            Reason::DeadPosition,
            Reason::Counting,
            Reason::Passes,
            Reason::FullBoard,
        ] {
            assert!(draw(reason).starts_with("Draw: "), "{reason}");
        }
    }
}
