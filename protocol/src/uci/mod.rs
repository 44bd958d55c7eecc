//! The Universal Chess Interface, with the additions of Stockfish
//! (`go perft`, `d`, `eval`, `flip`, `bench`, `help`).

mod go;
mod parse;
mod vampirc;
mod write;

use crate::{Command, Dialect, Event, ParseError};

/// The Universal Chess Interface. It is stateless: the meaning of a line does not depend on the
/// lines before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci;

impl Uci {
    /// Returns the dialect.
    pub fn new() -> Self {
        Uci
    }
}

impl Dialect for Uci {
    fn parse(&mut self, line: &[u8]) -> Result<Option<Command>, ParseError> {
        parse::line(line)
    }

    fn write(&mut self, event: &Event, out: &mut String) {
        write::event(event, out);
    }
}

#[cfg(test)]
mod tests;
