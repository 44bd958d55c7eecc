//! Searches of the first turns of a game.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

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

/// Means of the searches of first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchMeans {
    /// Searches at once, each on one thread.
    pub concurrency: NonZeroUsize,
    /// Size of the transposition table of each search, in mebibytes.
    pub megabytes: usize,
}

impl Default for SearchMeans {
    fn default() -> Self {
        SearchMeans { concurrency: NonZeroUsize::MIN, megabytes: 64 }
    }
}

impl SearchedTurns {
    /// Searches the first turns that have not been searched yet, each without memory of the others, and saves the
    /// results after each. Ends early when `control` is stopped.
    ///
    /// # Errors
    /// When there are too many turns, memory is short, or a search or `save` fails.
    pub fn search(
        &mut self,
        start: &Game,
        limits: Limits,
        means: SearchMeans,
        control: &Control,
        save: &mut (dyn FnMut(&Self) -> Result<(), String> + Send),
    ) -> Result<(), SearchedError> {
        let mut game = start.clone();
        let name = || start.variant().definition().name.clone();
        let turns = game.legal_turns(MAX_FIRST_TURNS);
        let turns = turns.ok_or_else(|| SearchedError::TooMany { game: name() })?;
        let mut position = start.position().clone();
        let texts: Vec<_> = turns.iter().map(|turn| move_text(&mut position, turn)).collect();
        let is_open = |text: &&String| self.turns.iter().all(|searched| searched.turn != **text);
        let open: Vec<_> = texts.iter().zip(&turns).filter(|(text, _)| is_open(text)).collect();
        let players = (0..means.concurrency.get().min(open.len()))
            .map(|_| Player::new(1, means.megabytes).map_err(PlayError::from))
            .collect::<Result<Vec<_>, _>>()?;
        let next = AtomicUsize::new(0);
        let results = Mutex::new((self, save));
        let work = |mut player: Player| {
            while let Some((text, turn)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(searched) = search_turn(&mut player, start, turn, limits, control)? else {
                    break;
                };
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                let (found, save) = &mut *results;
                found.turns.push(SearchedTurn { turn: (*text).clone(), ..searched });
                found.turns.sort_by_key(|known| texts.iter().position(|text| *text == known.turn));
                save(found).map_err(SearchedError::Save)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let workers: Vec<_> =
                players.into_iter().map(|player| scope.spawn(|| work(player))).collect();
            let ended = workers.into_iter().map(thread::ScopedJoinHandle::join);
            let mut ended = ended.map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic)));
            ended.try_for_each(|ended| ended)
        })
    }
}

/// Searches the position after a turn; `None` when `control` was stopped.
fn search_turn(
    player: &mut Player,
    start: &Game,
    turn: &str,
    limits: Limits,
    control: &Control,
) -> Result<Option<SearchedTurn>, PlayError> {
    let side = start.side();
    let mut after = start.clone();
    after.play(turn)?;
    let mut searched = SearchedTurn { turn: String::new(), score: None, depth: 0, nodes: 0 };
    if let Some(outcome) = after.outcome() {
        searched.score = Some(of_end(outcome, side));
        return Ok(Some(searched));
    }
    player.clear();
    let found = player.search(&after, limits, &Strength::FULL, control)?;
    if control.is_stopped() {
        return Ok(None);
    }
    if let Some(line) = found.lines.first() {
        searched.score = Some(before(line.score.into(), side, after.side()));
        (searched.depth, searched.nodes) = (line.info.depth, line.info.nodes);
    }
    Ok(Some(searched))
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
        whole.search(&start, limits, SearchMeans::default(), &control, &mut count).unwrap();
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
        let error =
            part.search(&start, limits, SearchMeans::default(), &control, &mut fail).unwrap_err();
        assert_eq!(error.to_string(), "cannot save the searches: full");
        let three = SearchMeans { concurrency: NonZeroUsize::new(3).unwrap(), megabytes: 64 };
        part.search(&start, limits, three, &control, &mut |_| Ok(())).unwrap();
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
