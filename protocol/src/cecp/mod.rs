//! XBoard's and WinBoard's Chess Engine Communication Protocol, version 2, with the extensions of
//! XBoard 4.9: variants that the engine defines, and moves of several legs.

mod codec;
mod edit;
mod feature;
mod fen;
mod highlight;
mod level;
mod parse;
mod setup;
mod think;
mod write;

pub use codec::{MoveCodec, split};
pub use setup::pictures;

use std::borrow::Cow;

use crate::{
    BoardMove, BoardSquare, Command, Dialect, Event, HostMove, ParseError, PieceMove, VariantInfo,
};
use codec::CodecBoard;
use edit::Editing;
use feature::Handshake;

/// XBoard's Chess Engine Communication Protocol.
///
/// Its state is the last announced game ([`Event::Variant`]), because the notation of squares and
/// moves depends on the board, and whether an `edit` is in progress.
#[derive(Clone, Debug)]
pub struct Cecp {
    board: CodecBoard,
    /// Whether XBoard has the rules of the game built in.
    known: bool,
    handshake: Handshake,
    editing: Option<Editing>,
}

impl Cecp {
    /// The dialect before the first line.
    pub fn new() -> Self {
        Cecp {
            board: CodecBoard::default(),
            known: true,
            handshake: Handshake::default(),
            editing: None,
        }
    }

    /// Sets the board of all squares and moves from now on.
    pub(crate) fn learn(&mut self, game: &VariantInfo) {
        self.board = CodecBoard::new(game);
        self.known = setup::is_known(game);
    }
}

impl Default for Cecp {
    fn default() -> Self {
        Self::new()
    }
}

impl Dialect for Cecp {
    fn parse(&mut self, line: &[u8]) -> Result<Option<Command>, ParseError> {
        self.read_line(line)
    }

    fn write(&mut self, event: &Event, out: &mut String) {
        self.write_event(event, out);
    }

    fn read_move(&self, text: &str) -> Result<HostMove, ParseError> {
        self.board.read_move(text)
    }

    fn click_path(&self, mv: &PieceMove) -> Vec<BoardSquare> {
        self.board.click_path(mv)
    }

    fn objection(&self, text: &str, mv: &BoardMove) -> Option<&'static str> {
        self.board.objection(text, mv)
    }

    fn has_builtin_rules(&self) -> bool {
        self.known
    }

    fn first_rank(&self) -> u16 {
        self.board.first_rank()
    }

    fn localize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.board.localize(text)
    }

    fn read_square(&self, text: &str) -> Option<BoardSquare> {
        self.board.read_square(text)
    }
}

#[cfg(test)]
mod tests;
