//! Keys of a jumping game in definition files.

use super::data::{CaptureRule, Duty, JumpingDefinition};
use crate::families::reading::{Keys, ReadFamily};
use crate::reading::{Kinds, Section};
use crate::{BoardSize, Definition, Fen};

impl ReadFamily for JumpingDefinition {
    const GAME_KEYS: Keys = &["duty", "capture", "lose-without", "progress", "array"];
    const PIECE_KEYS: Keys = &["promotes", "jumps"];

    fn read(game: &Section<'_>, _: Option<BoardSize>, kinds: &Kinds) -> Option<Self> {
        let duty = game
            .any("duty")
            .map(|item| item.choice(&[("jumps", Duty::Jumps), ("captures", Duty::Captures)]));
        let capture = game.any("capture").map(|item| {
            item.choice(&[
                ("free", CaptureRule::Free),
                ("multiple", CaptureRule::Multiple),
                ("most", CaptureRule::Most),
            ])
        });
        let [lose_without, progress] = ["lose-without", "progress"]
            .map(|key| game.optional(key).map_or(Some(Vec::new()), |item| kinds.several(&item)));
        Some(JumpingDefinition {
            duty: duty.unwrap_or(Some(Duty::Jumps))?,
            capture: capture.unwrap_or(Some(CaptureRule::Free))?,
            lose_without: lose_without?,
            progress: progress?,
        })
    }

    fn check_start(&self, fen: &Fen, _: &Definition) -> Result<(), String> {
        fen.expect_no_marks().map_err(|error| error.to_string())
    }
}
