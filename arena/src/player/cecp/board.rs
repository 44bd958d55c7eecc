//! Game state as host and engine share it on the wire, where the sides alternate.
//!
//! The engine's side of this is in `session/cecp_game`.

use protocol::client::cecp::MoveCodec;
use protocol::{BoardMove, HostMove};
use variants::{AnyGame, Color, Illegal, TurnError};

use engine::record::Record;
use engine::turns;

/// Game, move by move on the wire.
#[derive(Clone, Debug)]
pub struct HostBoard {
    game: AnyGame,
    record: Record,
    codec: MoveCodec,
    /// Game at the start of the turn in progress.
    before: AnyGame,
    /// Moves made of that turn, in the engine's own notation.
    made: Vec<String>,
}

impl HostBoard {
    /// Returns a new game; `first` moves first on the wire, which need not be the side to move by
    /// the rules.
    pub fn new(game: AnyGame, first: Color, codec: MoveCodec) -> Self {
        let record = Record::new(first);
        HostBoard { before: game.clone(), game, record, codec, made: Vec::new() }
    }

    /// Returns the position.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the side to move on the wire.
    pub fn side(&self) -> Color {
        self.record.board_side()
    }

    /// Whether the side to move on the wire has to pass, because by the rules the turn is the other
    /// side's.
    pub fn is_pass_due(&self) -> bool {
        self.record.board_side() != self.game.side()
    }

    /// Splits a turn into the moves sent on the wire; returns `None` if it is not legal.
    pub fn parts(&mut self, turn: &str) -> Option<Vec<BoardMove>> {
        turns::read(&mut self.game, turn).map(|turn| protocol::split(&turn))
    }

    /// Makes a move and returns its text on the wire.
    ///
    /// # Errors
    /// With the reason when the move is illegal; no change is made then.
    pub fn make(&mut self, mv: &BoardMove) -> Result<String, String> {
        self.play(&turns::own_text(mv))?;
        Ok(self.codec.write(mv))
    }

    /// Makes a move of the engine; returns the whole turn in own notation once it is complete.
    ///
    /// # Errors
    /// With the reason when the move is invalid or illegal; no change is made then.
    pub fn receive(&mut self, text: &str) -> Result<Option<String>, String> {
        let mv = self.read(text)?;
        let passes = self.is_pass_due();
        let turn = self.play(&mv)?;
        Ok(turn.filter(|_| !passes))
    }

    /// Reads a move in squares or, as older engines send it, in Standard Algebraic Notation.
    fn read(&mut self, text: &str) -> Result<HostMove, String> {
        let by_squares = self.codec.read(text);
        // `B1c3` would be a move by squares, too: these have small letters.
        let may_be_san = by_squares.is_err() || text.starts_with(|c: char| c.is_ascii_uppercase());
        if may_be_san && let Some(turn) = self.game.read_san(text, self.codec.first_rank()) {
            // The board needs the sign of a promotion, even without a choice.
            let plus = if turns::makes_plus(&mut self.game, &turn) { "+" } else { "" };
            return Ok(HostMove::Piece(turn + plus));
        }
        by_squares.map_err(|error| match self.game.turn_course(text) {
            Err(TurnError { why, .. })
                if self.codec.first_rank() == 1 && !matches!(why, Illegal::Malformed { .. }) =>
            {
                why.to_string()
            }
            _ => error.to_string(),
        })
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
