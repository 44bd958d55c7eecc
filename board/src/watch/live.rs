//! A match that this program plays, shown as it is played.

use std::sync::Arc;

use arena::runner::News;
use variants::Variant;

use super::live_game::LiveGame;
use super::matches::Matches;
use super::open_game::{Played, squares_of};

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

    /// Shows an event of the match on the pages.
    pub fn report(&self, news: News<'_>) {
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
                let played = Played {
                    number,
                    white: white.to_owned(),
                    black: black.to_owned(),
                    variant: self.variant.definition().name.clone(),
                    size: self.size.clone(),
                    fen: fen.to_owned(),
                    opening: opening.to_vec(),
                    moves: Vec::new(),
                    result: None,
                };
                self.matches.begin(LiveGame::new(played, game, last, clocks));
            }
            News::Moved { number, record, clocks } => {
                self.matches.update(number, |game| game.play(record, clocks));
            }
            News::Finished(record) => self.matches.finish(record),
            News::Started { .. } | News::Warning(_) => {}
        }
    }

    /// Shows on the pages that the match is over, and waits until they have its last state, for at
    /// most two seconds: the program may end then.
    pub fn end(&self, words: &str) {
        self.matches.ending().end(words.to_owned());
    }

    /// Shows a game that was played before.
    pub fn add(&self, record: &arena::GameRecord) {
        self.matches.finish(record);
    }
}
