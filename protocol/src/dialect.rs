//! What every language of a GUI has in common.

use std::borrow::Cow;

use crate::{BoardMove, Command, Event, HostMove, ParseError, PieceMove, Square};

/// One language: it alone knows spelling, and nothing of what the words do.
///
/// Takes `&mut self` because a dialect may have a memory (which features the
/// other side accepted, whether a move is awaited).
pub trait Dialect {
    /// Reads one line, with or without its line ending.
    ///
    /// `Ok(None)` for a line that says nothing (empty, or white space alone).
    ///
    /// # Errors
    ///
    /// [`ParseError`], whose text is fit to be shown to the user as it is.
    fn parse(&mut self, line: &[u8]) -> Result<Option<Command>, ParseError>;

    /// Appends the event to `out` as whole lines, each ended by `\n`.
    ///
    /// Apart from these endings nothing that is written holds a control
    /// character, whatever the event's texts hold.
    fn write(&mut self, event: &Event, out: &mut String);

    /// Reads a move of [`GameCommand::Move`](crate::GameCommand::Move), on the board of the game
    /// that was told last.
    ///
    /// # Errors
    ///
    /// When it is no move in this dialect.
    fn read_move(&self, text: &str) -> Result<HostMove, ParseError> {
        Ok(HostMove::Piece(text.to_owned()))
    }

    /// The squares that a user clicks to enter a move of one piece, first to last.
    fn way(&self, mv: &PieceMove) -> Vec<Square> {
        let ends = mv.legs.first().map(|leg| leg.from).into_iter();
        ends.chain(mv.legs.last().map(|leg| leg.to)).collect()
    }

    /// Why a legal move, as it was spelled, cannot be accepted: it would leave the other side's
    /// board in disorder. `None`: it can.
    fn objection(&self, text: &str, mv: &BoardMove) -> Option<&'static str> {
        let _ = (text, mv);
        None
    }

    /// Whether the other side knows the rules of the game that was told last, and so can tell by
    /// itself how it ends.
    fn is_known(&self) -> bool {
        true
    }

    /// The number of the first rank, on the board of the game that was told last.
    fn first_rank(&self) -> u16 {
        1
    }

    /// A text for people, with the squares that it names called as the other side's board shows
    /// them.
    fn localize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }

    /// Reads a square, on the board of the game that was told last; `None` if it is none.
    fn read_square(&self, text: &str) -> Option<Square> {
        let _ = text;
        None
    }
}
