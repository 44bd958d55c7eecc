//! The game as it stands on the board between us and the engine, where the sides alternate.
//!
//! What the engine's own side of this does is in `session/keeper`.

use protocol::client::cecp::MoveCodec;
use protocol::{BoardMove, HostMove};
use variants::{AnyGame, Color};

use engine::record::Record;
use engine::turns;

/// The game, move by move of the board.
#[derive(Clone, Debug)]
pub struct HostBoard {
    game: AnyGame,
    record: Record,
    codec: MoveCodec,
    /// The game where the turn in progress began.
    before: AnyGame,
    /// What was made of that turn, in the engine's own notation.
    made: Vec<String>,
}

impl HostBoard {
    /// A game that begins here; `first` moves first on the board, which need not be the side that
    /// the rules have to move.
    pub fn new(game: AnyGame, first: Color, codec: MoveCodec) -> Self {
        let record = Record::new(first);
        HostBoard { before: game.clone(), game, record, codec, made: Vec::new() }
    }

    /// The position.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The side that the board has to move.
    pub fn side(&self) -> Color {
        self.record.board_side()
    }

    /// Whether the side that the board has to move has to pass, because by the rules the turn is
    /// the other side's.
    pub fn is_pass_due(&self) -> bool {
        self.record.board_side() != self.game.side()
    }

    /// The moves of the board that a turn consists of; `None` if it is not legal.
    pub fn parts(&mut self, turn: &str) -> Option<Vec<BoardMove>> {
        turns::read(&mut self.game, turn).map(|turn| protocol::split(&turn))
    }

    /// Makes a move, and says how it is spelled on the wire.
    ///
    /// # Errors
    /// Why it is illegal; nothing has changed then.
    pub fn make(&mut self, mv: &BoardMove) -> Result<String, String> {
        self.play(&turns::own_text(mv))?;
        Ok(self.codec.write(mv))
    }

    /// Makes a move of the engine's; the whole turn in its own notation, once it is complete.
    ///
    /// # Errors
    /// Why it is none, or is illegal; nothing has changed then.
    pub fn hear(&mut self, text: &str) -> Result<Option<String>, String> {
        let mv = self.codec.read(text).map_err(|error| error.to_string())?;
        let passes = self.is_pass_due();
        let turn = self.play(&mv)?;
        Ok(turn.filter(|_| !passes))
    }

    /// Makes a move; returns the turn that it completes.
    fn play(&mut self, mv: &HostMove) -> Result<Option<String>, String> {
        let waits = self.is_pass_due();
        let side = self.game.side();
        self.record.play(&mut self.game, mv)?;
        if waits {
            return Ok(None);
        }
        if let HostMove::Piece(text) = mv {
            self.made.push(text.clone());
        }
        let goes_on = !self.record.chain().is_empty()
            || self.game.side() == side && self.game.outcome().is_none();
        if goes_on {
            return Ok(None);
        }
        let spelled = std::mem::take(&mut self.made).join(",");
        let mut before = std::mem::replace(&mut self.before, self.game.clone());
        let turn = turns::own_notation(&mut before, &spelled);
        Ok(Some(turn.unwrap_or(spelled)))
    }
}
