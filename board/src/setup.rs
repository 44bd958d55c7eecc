//! Settings of one game on the board.

use engine::library::Library;
use engine::strength::random_seed;
use serde::{Deserialize, Serialize};
use variants::Color;

/// Settings of a game.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// Name of the game.
    pub variant: String,
    /// Board size, such as `10x10`, where it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// Position to start from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Sides that the engine plays.
    pub engine: Players,
    /// The engine's level, from 1 to 10.
    pub level: u8,
    /// Clock of each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetup>,
    /// Name of the person who plays against the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Setup {
    /// Returns the settings of a new game: where no position is given, one whose array is shuffled begins with
    /// an array that is drawn by lot.
    pub(crate) fn with_array(mut self, library: &Library) -> Self {
        let is_given = self.fen.as_deref().is_some_and(|fen| !fen.trim().is_empty());
        if !is_given
            && self.size.is_none()
            && let Ok(variant) = library.variant(&self.variant, None)
        {
            #[expect(clippy::cast_possible_truncation, reason = "below the count")]
            let mut pick = |count: usize| (random_seed() % count.max(1) as u64) as usize;
            self.fen = variant.definition().shuffled_start(&mut pick).or(self.fen);
        }
        self
    }
}

/// Sides that the engine plays.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Players {
    /// White.
    White,
    /// Black.
    Black,
    /// Both sides: a demonstration.
    Both,
    /// None: two people at one board.
    None,
}

impl Players {
    /// Whether a side is among them.
    #[must_use]
    pub fn has(self, color: Color) -> bool {
        match self {
            Players::White => color == Color::White,
            Players::Black => color == Color::Black,
            Players::Both => true,
            Players::None => false,
        }
    }
}

/// Time of each side.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClockSetup {
    /// Time at the start, in seconds.
    pub seconds: u32,
    /// Increment per turn, in seconds.
    pub increment: u32,
}

/// Longest time of a side, in seconds.
pub(crate) const MAX_SECONDS: u32 = 24 * 3600;

/// Longest name of a person, in characters.
pub(crate) const MAX_NAME: usize = 60;

/// Whether a text can be the name of a person.
pub(crate) fn is_name(text: &str) -> bool {
    text.chars().count() <= MAX_NAME && !text.contains(char::is_control)
}

impl ClockSetup {
    /// Whether both times are possible.
    pub(crate) fn is_possible(self) -> bool {
        (1..=MAX_SECONDS).contains(&self.seconds) && self.increment <= MAX_SECONDS
    }
}
