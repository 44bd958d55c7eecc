//! Detection of the protocol: one program for UCI and CECP.

use std::borrow::Cow;

use crate::{
    BoardMove, BoardSquare, Cecp, Command, Dialect, Event, HostMove, ParseError, PieceMove, Uci,
};

/// Detects the protocol of the GUI from the first lines.
///
/// It is UCI until a line begins with `xboard` or `protover`; from then on it is CECP. After `uci`
/// it stays UCI, whatever follows.
///
/// ```
/// use menagerie_protocol::{Command, Detect, Dialect, GameCommand};
///
/// let mut dialect = Detect::new();
/// assert_eq!(dialect.parse(b"xboard\n"), Ok(Some(Command::Game(GameCommand::Begin))));
/// assert_eq!(dialect.parse(b"new\n"), Ok(Some(Command::Game(GameCommand::New))));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Detect {
    language: Language,
    uci: Uci,
    cecp: Cecp,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Language {
    /// Not yet known; read as UCI.
    #[default]
    Unknown,
    Uci,
    Cecp,
}

impl Detect {
    /// The dialect before the first line.
    pub fn new() -> Self {
        Self::default()
    }

    fn notice(&mut self, line: &[u8]) {
        let word =
            line.trim_ascii().split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        if self.language == Language::Unknown {
            match word {
                b"xboard" | b"protover" => self.language = Language::Cecp,
                b"uci" => self.language = Language::Uci,
                _ => {}
            }
        }
    }
}

impl Dialect for Detect {
    fn parse(&mut self, line: &[u8]) -> Result<Option<Command>, ParseError> {
        self.notice(line);
        match self.language {
            Language::Cecp => self.cecp.parse(line),
            Language::Uci | Language::Unknown => self.uci.parse(line),
        }
    }

    fn write(&mut self, event: &Event, out: &mut String) {
        match self.language {
            Language::Cecp => self.cecp.write(event, out),
            Language::Uci | Language::Unknown => {
                if let Event::Variant(game) = event {
                    // The board matters as soon as the protocol turns out to be CECP.
                    self.cecp.learn(game);
                }
                self.uci.write(event, out);
            }
        }
    }

    fn read_move(&self, text: &str) -> Result<HostMove, ParseError> {
        match self.language {
            Language::Cecp => self.cecp.read_move(text),
            Language::Uci | Language::Unknown => self.uci.read_move(text),
        }
    }

    fn click_path(&self, mv: &PieceMove) -> Vec<BoardSquare> {
        match self.language {
            Language::Cecp => self.cecp.click_path(mv),
            Language::Uci | Language::Unknown => self.uci.click_path(mv),
        }
    }

    fn objection(&self, text: &str, mv: &BoardMove) -> Option<&'static str> {
        match self.language {
            Language::Cecp => self.cecp.objection(text, mv),
            Language::Uci | Language::Unknown => self.uci.objection(text, mv),
        }
    }

    fn has_builtin_rules(&self) -> bool {
        match self.language {
            Language::Cecp => self.cecp.has_builtin_rules(),
            Language::Uci | Language::Unknown => self.uci.has_builtin_rules(),
        }
    }

    fn first_rank(&self) -> u16 {
        match self.language {
            Language::Cecp => self.cecp.first_rank(),
            Language::Uci | Language::Unknown => self.uci.first_rank(),
        }
    }

    fn localize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.language {
            Language::Cecp => self.cecp.localize(text),
            Language::Uci | Language::Unknown => self.uci.localize(text),
        }
    }

    fn read_square(&self, text: &str) -> Option<BoardSquare> {
        match self.language {
            Language::Cecp => self.cecp.read_square(text),
            Language::Uci | Language::Unknown => self.uci.read_square(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameCommand;

    /// Checks the commands of the lines, and whether an error is reported in CECP's form.
    #[track_caller]
    fn check(lines: &[&str], cecp: bool) {
        let mut dialect = Detect::new();
        for line in lines {
            let _ = dialect.parse(line.as_bytes());
        }
        let mut out = String::new();
        dialect.write(&Event::Error("x".into()), &mut out);
        let expected = if cecp { "tellusererror x\n" } else { "info string x\n" };
        assert_eq!(out, expected, "{lines:?}");
    }

    #[test]
    fn the_first_word_decides() {
        check(&[], false);
        check(&["d", "go depth 3"], false);
        check(&["uci"], false);
        check(&["xboard"], true);
        check(&["  protover 2\r\n"], true);
        check(&["", "junk", "xboard"], true);
        check(&["xboard", "uci"], true);
        check(&["uci", "xboard", "protover 2"], false);
        check(&["xboards", "joho xboard"], false);
    }

    #[test]
    fn the_line_that_decides_is_read_as_well() {
        let mut dialect = Detect::new();
        let begin = Ok(Some(Command::Game(GameCommand::Begin)));
        assert_eq!(dialect.parse(b"xboard"), begin);
        assert_eq!(dialect.parse(b"protover 2"), Ok(Some(Command::Handshake)));
        let mut dialect = Detect::new();
        assert_eq!(dialect.parse(b"uci"), Ok(Some(Command::Handshake)));
        assert_eq!(dialect.read_move("e2-e4"), Ok(HostMove::Piece("e2-e4".into())));
        assert_eq!(dialect.read_square("e4"), None);
    }
}
