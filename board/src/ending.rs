//! Ends of games in a sentence.

use variants::royal::{Minimum, RoyalDefinition};
use variants::{AnyGame, Color, Definition, Fen};

/// Returns the reason for a result as a sentence without its full stop: `White wins by checkmate`.
/// Reasons that do not come from the rules stay as they are.
pub(crate) fn in_words(reason: &str) -> String {
    let why = |begin: &str| reason.strip_prefix(begin)?.strip_suffix(')');
    if let Some(why) = why("draw (") {
        return drawn(why);
    }
    let sides = [("white wins (", "White", "Black"), ("black wins (", "Black", "White")];
    let won = sides.into_iter().find_map(|(begin, winner, loser)| {
        let why = why(begin)?;
        Some(won(why, winner, loser))
    });
    won.unwrap_or_else(|| reason.to_owned())
}

/// Returns the reason why a side has lost for want of pieces of some kinds, from the last position of
/// its game: `White has no king left`. `None` where that is not the reason.
pub(crate) fn lacking(game: &AnyGame, loser: Color) -> Option<String> {
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
    let side = if loser == Color::White { "White" } else { "Black" };
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

fn drawn(why: &str) -> String {
    match why {
        "move rule" => "Draw: too many moves in a row have made no progress".to_owned(),
        "dead position" => "Draw: neither side has the pieces to win".to_owned(),
        "counting" => "Draw: the moves counted in this ending have run out".to_owned(),
        "passes" => "Draw: both sides have passed".to_owned(),
        "full board" => "Draw: no square is empty".to_owned(),
        "facing royal pieces" => "Draw: the royal pieces face each other".to_owned(),
        "goal" => "Draw: both sides have reached their goal".to_owned(),
        why => format!("Draw by {why}"),
    }
}

fn won(why: &str, winner: &str, loser: &str) -> String {
    let cause = match why {
        "checkmate" | "repetition" => return format!("{winner} wins by {why}"),
        "stalemate" => format!("{loser} has no legal move"),
        "passes" => format!("both sides have passed, and {winner} has more points"),
        "full board" => format!("no square is empty, and {winner} has more points"),
        "facing royal pieces" => {
            format!("the royal pieces face each other, and {winner} has more points")
        }
        "goal" => format!("{winner} has reached the goal"),
        "connection" => format!("{winner} has connected its pieces"),
        "check limit" => format!("{winner} has given the last check that it needed"),
        "royals" => format!("{loser} has lost its last royal piece"),
        "kings" => format!("{loser} has no king left"),
        "chiefs" => format!("{loser} has lost both royal chiefs"),
        "all captured" => format!("{loser} has no piece left"),
        "extinction" => format!("{loser} has too few left of a kind that it needs"),
        "bare king" => format!("{loser} has only its king left"),
        why => why.to_owned(),
    };
    format!("{winner} wins: {cause}")
}

#[cfg(test)]
mod tests {
    use engine::library::Library;
    use variants::{Color, Outcome, Reason};

    use super::{in_words, lacking};

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
        let win = |reason| in_words(&Outcome::win(Color::Black, reason).to_string());
        assert_eq!(win(Reason::Checkmate), "Black wins by checkmate");
        assert_eq!(win(Reason::Kings), "Black wins: White has no king left");
        let draw = |reason| in_words(&Outcome::draw(reason).to_string());
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
        assert_eq!(in_words("White resigns"), "White resigns");
    }
}
