//! Game in progress of a match.

use std::time::{Duration, Instant};

use arena::{MoveRecord, written};
use variants::{AnyGame, Color};

use super::messages::LiveView;
use super::open_game::{Played, squares_of};
use crate::lines::score_text;
use crate::view::view;

/// Game in progress.
#[derive(Clone, Debug)]
pub(super) struct LiveGame {
    pub(super) played: Played,
    game: AnyGame,
    /// Squares of the last turn.
    last: Vec<String>,
    label: String,
    score: String,
    /// Time left of White and Black when the present turn began.
    clocks: [Option<Duration>; 2],
    since: Instant,
}

impl LiveGame {
    /// Returns a game after its opening; `last` are the squares of the opening's last turn.
    pub(super) fn new(
        played: Played,
        game: AnyGame,
        last: Vec<String>,
        clocks: [Option<Duration>; 2],
    ) -> Self {
        let (label, score) = (String::new(), String::new());
        LiveGame { played, game, last, label, score, clocks, since: Instant::now() }
    }

    /// Adds a turn.
    pub(super) fn play(&mut self, record: &MoveRecord, clocks: [Option<Duration>; 2]) {
        let side = self.game.side();
        let label = written(&mut self.game, &record.turn);
        let Ok(last) = squares_of(&mut self.game, &record.turn) else { return };
        if self.game.play_turn(&record.turn).is_err() {
            return;
        }
        self.label = label.unwrap_or_else(|| record.turn.clone());
        self.score = record
            .score
            .map(|score| score_text(score.into(), side == Color::White))
            .unwrap_or_default();
        self.last = last;
        self.clocks = clocks;
        self.since = Instant::now();
        self.played.moves.push(record.clone());
    }

    /// Returns the view of the game.
    pub(super) fn view(&self) -> LiveView {
        let mut clocks = self.clocks;
        if let Some(left) = &mut clocks[self.game.side() as usize] {
            *left = left.saturating_sub(self.since.elapsed());
        }
        let ms = |left: Duration| u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        LiveView {
            number: self.played.number,
            white: self.played.white.clone(),
            black: self.played.black.clone(),
            turns: self.played.opening.len() + self.played.moves.len(),
            label: self.label.clone(),
            score: self.score.clone(),
            clocks: clocks.map(|left| left.map(ms)),
            position: view(&mut self.game.clone(), self.last.clone(), Vec::new(), true),
        }
    }
}
