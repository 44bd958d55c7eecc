//! Position setup.

use protocol::text::excerpt;
use protocol::{Event, StartPosition};
use search::Control;
use variants::{AnyGame, Fen, Variant};

use super::Session;
use super::background::OnStop;
use crate::options;
use crate::task::Effect;

impl Session {
    /// Sets up a position; on an error nothing changes, and the reason is reported.
    pub(super) fn set_position(&mut self, start: StartPosition, moves: Vec<String>) {
        let variant = self.variant.clone();
        self.run_in_background("position", OnStop::Cancel, move |control| {
            let read = read(&variant, &start, &moves, control);
            Effect::new(move |session: &mut Session| match read {
                Ok(game) => session.adopt(game),
                Err(error) => session.error(format!("position: {error}")),
            })
        });
    }

    /// Takes a position as the current one, with castling written as the options say.
    pub(super) fn adopt(&mut self, mut game: AnyGame) {
        game.set_castling_by_rook(self.options.check(options::CHESS960).unwrap_or_default());
        self.game = game;
    }

    /// Swaps the side to move, and resets the history.
    pub(super) fn flip(&mut self) {
        let definition = self.variant.definition();
        let flipped = Fen::parse(&self.game.fen(), definition).and_then(|mut fen| {
            fen.side = !fen.side;
            fen.en_passant = "-".to_owned();
            self.variant.set_up(&fen)
        });
        match flipped {
            Ok(game) => {
                self.adopt(game);
                let fen = self.game.fen();
                self.send(&Event::Text(format!("Fen: {fen}")));
            }
            Err(error) => self.error(format!("flip: {error}")),
        }
    }
}

fn read(
    variant: &Variant,
    start: &StartPosition,
    moves: &[String],
    control: &Control,
) -> Result<AnyGame, String> {
    let mut game = match start {
        StartPosition::Default => variant.start(),
        StartPosition::Fen(fen) => {
            let named = |error| format!("fen '{}': {error}", excerpt(fen));
            variant.game(fen).map_err(named)?
        }
    };
    for (number, mv) in (1..).zip(moves) {
        if control.is_stopped() {
            return Err(format!("stopped at move {number}"));
        }
        game.play_turn(mv).map_err(|error| format!("move {number}: {error}"))?;
    }
    Ok(game)
}
