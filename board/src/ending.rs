//! Ends of games in a sentence.

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
        "checkmate" | "stalemate" | "repetition" => return format!("{winner} wins by {why}"),
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
    use variants::{Color, Outcome, Reason};

    use super::in_words;

    #[test]
    fn every_end_is_a_sentence() {
        let win = |reason| in_words(&Outcome::win(Color::Black, reason).to_string());
        assert_eq!(win(Reason::Checkmate), "Black wins by checkmate");
        assert_eq!(win(Reason::Kings), "Black wins: White has no king left");
        let draw = |reason| in_words(&Outcome::draw(reason).to_string());
        assert_eq!(draw(Reason::Repetition), "Draw by repetition");
        for reason in [
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
