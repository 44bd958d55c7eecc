//! The Universal Chess Interface, with the additions of Stockfish
//! (`go perft`, `d`, `eval`, `flip`, `bench`, `help`).

mod go;
mod parse;
mod vampirc;
mod write;

use crate::{Command, Dialect, Event, ParseError};

/// The Universal Chess Interface. It has no memory: each line means the same
/// at any time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci;

impl Uci {
    /// The dialect.
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
