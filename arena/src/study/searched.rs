//! Searches of the first turns of a game.

use engine::play::{Control, Game, Limits, PlayError, Player};
use engine::strength::Strength;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::{Color, Outcome};

use crate::{RecordedScore, move_text};

/// The most first turns that are searched.
const MAX_FIRST_TURNS: usize = 1000;

/// First turn that was searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedTurn {
    /// Turn as people write it.
    pub turn: String,
    /// Score for the side that makes it; `None` if the search gave none.
    pub score: Option<RecordedScore>,
    /// Depth of the search after it, in plies.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
}

/// First turns of a game that were searched so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedTurns {
    /// Fingerprint of the game's definition.
    pub fingerprint: String,
    /// Limit of each search, such as `nodes=100000`.
    pub limit: String,
    /// Searches, in the order of the turns.
    pub turns: Vec<SearchedTurn>,
}

/// Error of the searches.
#[derive(Debug, Error)]
pub enum SearchedError {
    /// Too many first turns.
    #[error("{game} has more than {MAX_FIRST_TURNS} first turns")]
    TooMany {
        /// Name of the game.
        game: String,
    },
    /// Search that failed.
    #[error(transparent)]
    Search(#[from] PlayError),
    /// Results that could not be saved.
    #[error("cannot save the searches: {0}")]
    Save(String),
}

impl SearchedTurns {
    /// Searches the first turns that have not been searched yet, each without memory of the others, and saves the
    /// results after each. Ends early when `control` is stopped.
    ///
    /// # Errors
    /// When there are too many turns, or a search or `save` fails.
    pub fn search(
        &mut self,
        start: &Game,
        limits: Limits,
        control: &Control,
        save: &mut dyn FnMut(&Self) -> Result<(), String>,
    ) -> Result<(), SearchedError> {
        let mut game = start.clone();
        let name = || start.variant().definition().name.clone();
        let turns = game.legal_turns(MAX_FIRST_TURNS);
        let turns = turns.ok_or_else(|| SearchedError::TooMany { game: name() })?;
        let mut player = Player::new(1, 64).map_err(PlayError::from)?;
        for turn in turns.iter().skip(self.turns.len()) {
            let text = move_text(&mut start.position().clone(), turn);
            let side = start.side();
            let mut after = start.clone();
            after.play(turn).map_err(PlayError::from)?;
            let mut searched = SearchedTurn { turn: text, score: None, depth: 0, nodes: 0 };
            if let Some(outcome) = after.outcome() {
                searched.score = Some(of_end(outcome, side));
            } else {
                player.clear();
                let found = player.search(&after, limits, &Strength::FULL, control)?;
                if control.is_stopped() {
                    break;
                }
                if let Some(line) = found.lines.first() {
                    searched.score = Some(before(line.score.into(), side, after.side()));
                    (searched.depth, searched.nodes) = (line.info.depth, line.info.nodes);
                }
            }
            self.turns.push(searched);
            save(self).map_err(SearchedError::Save)?;
        }
        Ok(())
    }
}

/// The score of a turn that ends the game.
fn of_end(outcome: Outcome, side: Color) -> RecordedScore {
    match outcome.winner {
        Some(winner) if winner == side => RecordedScore::Mate(1),
        Some(_) => RecordedScore::Mate(0),
        None => RecordedScore::Cp(0),
    }
}

/// The score of a turn, from that of the position after it for its side to move.
fn before(score: RecordedScore, side: Color, next: Color) -> RecordedScore {
    match score {
        _ if side == next => score,
        RecordedScore::Cp(value) => RecordedScore::Cp(-value),
        RecordedScore::Mate(moves @ 1..) => RecordedScore::Mate(-moves),
        RecordedScore::Mate(moves) => RecordedScore::Mate(1 - moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_go_on_where_they_were_stopped() {
        let start = Game::new("chess").unwrap().at("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1").unwrap();
        let (limits, control) = (Limits::nodes(500), Control::new());
        let mut whole = SearchedTurns::default();
        let mut saves = 0;
        let mut count = |_: &SearchedTurns| {
            saves += 1;
            Ok(())
        };
        whole.search(&start, limits, &control, &mut count).unwrap();
        assert_eq!(saves, whole.turns.len());
        let score = |turn: &str| {
            let found = whole.turns.iter().find(|searched| searched.turn == turn);
            found.unwrap_or_else(|| panic!("{turn}: {whole:?}")).score
        };
        assert_eq!(score("Qb8#"), Some(RecordedScore::Mate(1)));
        assert!(whole.turns.len() > 20, "{whole:?}");
        let mut part = SearchedTurns::default();
        let mut fail = |searched: &SearchedTurns| {
            if searched.turns.len() == 3 { Err("full".to_owned()) } else { Ok(()) }
        };
        let error = part.search(&start, limits, &control, &mut fail).unwrap_err();
        assert_eq!(error.to_string(), "cannot save the searches: full");
        part.search(&start, limits, &control, &mut |_| Ok(())).unwrap();
        assert_eq!(part, whole);
    }

    #[test]
    fn scores_are_those_of_the_side_that_moves() {
        let turned = |score| before(score, Color::White, Color::Black);
        assert_eq!(turned(RecordedScore::Cp(30)), RecordedScore::Cp(-30));
        assert_eq!(turned(RecordedScore::Mate(0)), RecordedScore::Mate(1));
        assert_eq!(turned(RecordedScore::Mate(-2)), RecordedScore::Mate(3));
        assert_eq!(turned(RecordedScore::Mate(2)), RecordedScore::Mate(-2));
        assert_eq!(
            before(RecordedScore::Cp(30), Color::White, Color::White),
            RecordedScore::Cp(30)
        );
    }
}
