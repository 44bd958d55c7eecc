//! Setting up positions.

use protocol::{Event, StartPosition};
use variants::{AnyGame, Fen};

use super::Session;

impl Session {
    /// Sets up a game, or says why not; then nothing has changed.
    pub(super) fn set_position(&mut self, start: &StartPosition, moves: &[String]) {
        match self.read_position(start, moves) {
            Ok(game) => self.game = game,
            Err(error) => self.error(format!("position: {error}")),
        }
    }

    fn read_position(&self, start: &StartPosition, moves: &[String]) -> Result<AnyGame, String> {
        let mut game = match start {
            StartPosition::Default => self.variant.start(),
            StartPosition::Fen(fen) => self.variant.game(fen).map_err(|error| error.to_string())?,
        };
        for (number, mv) in (1..).zip(moves) {
            game.play_turn(mv).map_err(|error| format!("move {number}: {error}"))?;
        }
        Ok(game)
    }

    /// Gives the other side the move. What stood before does not count any more.
    pub(super) fn flip(&mut self) {
        let definition = self.variant.definition();
        let flipped = Fen::parse(&self.game.fen(), definition).and_then(|mut fen| {
            fen.side = !fen.side;
            fen.en_passant = "-".to_owned();
            self.variant.set_up(&fen)
        });
        match flipped {
            Ok(game) => {
                self.game = game;
                let fen = self.game.fen();
                self.send(&Event::Text(format!("Fen: {fen}")));
            }
            Err(error) => self.error(format!("flip: {error}")),
        }
    }
}
