//! Interface of every GUI protocol.

use std::borrow::Cow;

use crate::{BoardMove, BoardSquare, Command, Event, HostMove, ParseError, PieceMove};

/// A GUI protocol: its spelling of commands and events, without their meaning.
///
/// Takes `&mut self` because a dialect may have state (accepted features, whether a move is
/// expected).
pub trait Dialect: Send {
    /// Reads one line, with or without its line ending.
    ///
    /// `Ok(None)` for an empty line, or one of white space only.
    ///
    /// # Errors
    ///
    /// [`ParseError`], whose text can be shown to the user as it is.
    fn parse(&mut self, line: &[u8]) -> Result<Option<Command>, ParseError>;

    /// Appends the event to `out` as whole lines, each ended by `\n`.
    ///
    /// Apart from these endings the output has no control characters, whatever the texts of the
    /// event contain.
    fn write(&mut self, event: &Event, out: &mut String);

    /// Reads a move of [`GameCommand::Move`](crate::GameCommand::Move), on the board of the last
    /// announced game.
    ///
    /// # Errors
    ///
    /// If it is not a move in this dialect.
    fn read_move(&self, text: &str) -> Result<HostMove, ParseError> {
        Ok(HostMove::Piece(text.to_owned()))
    }

    /// Squares that a user clicks to enter a move of one piece, first to last.
    fn click_path(&self, mv: &PieceMove) -> Vec<BoardSquare> {
        let ends = mv.legs.first().map(|leg| leg.from).into_iter();
        ends.chain(mv.legs.last().map(|leg| leg.to)).collect()
    }

    /// Reason to refuse a legal move in this spelling: it would corrupt the GUI's board. `None`:
    /// the spelling is fine.
    fn objection(&self, text: &str, mv: &BoardMove) -> Option<&'static str> {
        let _ = (text, mv);
        None
    }

    /// Whether the GUI has the rules of the last announced game built in, and so detects its end.
    fn has_builtin_rules(&self) -> bool {
        true
    }

    /// Number of the first rank, on the board of the last announced game.
    fn first_rank(&self) -> u16 {
        1
    }

    /// Returns a text for people with its squares named as on the GUI's board.
    fn localize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }

    /// Reads a square, on the board of the last announced game; `None` if it is not one.
    fn read_square(&self, text: &str) -> Option<BoardSquare> {
        let _ = text;
        None
    }
}
