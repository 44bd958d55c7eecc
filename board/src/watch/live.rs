//! Games in progress of a match that this program plays.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::runner::News;
use arena::{Match, MoveRecord, written};
use variants::{AnyGame, Color, Variant};

use super::matches::Matches;
use super::messages::LiveView;
use super::open_game::{Played, squares_of};
use crate::lines::score_text;
use crate::view::view;

/// Match that reports its games as they are played.
#[derive(Clone, Debug)]
pub struct LiveMatch {
    matches: Arc<Matches>,
    variant: Variant,
    /// Board size, where it differs from the variant's own.
    size: Option<String>,
}

impl LiveMatch {
    /// Returns a reporter for the only match that is shown.
    #[must_use]
    pub fn new(matches: Arc<Matches>, variant: Variant, size: Option<String>) -> Self {
        LiveMatch { matches, variant, size }
    }

    /// Shows an event of the match.
    pub fn tell(&self, news: News<'_>) {
        match news {
            News::Opened { number, white, black, fen, opening, clocks } => {
                let Ok(mut game) = self.variant.game(fen) else { return };
                let mut last = Vec::new();
                for turn in opening {
                    last = squares_of(&mut game, turn).unwrap_or_default();
                    if game.play_turn(turn).is_err() {
                        return;
                    }
                }
                self.matches.begin(LiveGame {
                    played: Played {
                        number,
                        white: white.to_owned(),
                        black: black.to_owned(),
                        variant: self.variant.definition().name.clone(),
                        size: self.size.clone(),
                        fen: fen.to_owned(),
                        opening: opening.to_vec(),
                        moves: Vec::new(),
                        result: None,
                    },
                    game,
                    last,
                    label: String::new(),
                    score: String::new(),
                    clocks,
                    since: Instant::now(),
                });
            }
            News::Moved { number, record, clocks } => {
                self.matches.update(number, |game| game.play(record, clocks));
            }
            News::Finished(record) => self.matches.finish(record),
            News::Started { .. } | News::Warning(_) => {}
        }
    }

    /// Shows a game that was played before.
    pub fn add(&self, record: &arena::GameRecord) {
        self.matches.finish(record);
    }
}

/// Returns the number of games that a match plays here.
pub(super) fn total(plan: &Match) -> usize {
    plan.own_games().len()
}

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
    fn play(&mut self, record: &MoveRecord, clocks: [Option<Duration>; 2]) {
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
