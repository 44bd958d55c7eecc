//! Openings from games in PGN or PDN: their positions and moves.

use variants::Variant;

use super::Opening;
use super::line::{LineError, line_of};
use crate::pgn::{BadLine, Games, PgnGame, Reader, Word};

/// Opening of a game, by the number of its line, or the reason why it has none.
pub(super) type Read = (usize, Result<Opening, LineError>);

/// Whether a file has games and not lines of its own: whether it begins with a tag.
pub(super) fn are_games(bytes: &[u8]) -> bool {
    matches!(bytes.trim_ascii_start(), [b'[', first, ..] if first.is_ascii_alphabetic())
}

/// Reads the openings of all games.
pub(super) fn read(bytes: &[u8], variant: &Variant) -> Vec<Read> {
    let mut found = Found { variant, openings: Vec::new() };
    let mut reader = Reader::default();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Err(error) = reader.line(index + 1, line, &mut found) {
            found.bad(error);
            return found.openings;
        }
    }
    if let Err(error) = reader.end(&mut found) {
        found.bad(error);
    }
    found.openings
}

struct Found<'a> {
    variant: &'a Variant,
    openings: Vec<Read>,
}

impl Found<'_> {
    fn bad(&mut self, error: BadLine) {
        let BadLine { line, what, text } = error;
        self.openings.push((line, Err(LineError::Game { what, text })));
    }
}

impl Games for Found<'_> {
    fn note(&mut self, line: usize, what: String) {
        self.openings.push((line, Err(LineError::Brackets(what))));
    }

    fn game(&mut self, game: PgnGame) -> Result<(), BadLine> {
        if let Some(found) = game.other_variant(self.variant) {
            let expected = self.variant.definition().name.clone();
            self.openings.push((game.line, Err(LineError::Variant { found, expected })));
            return Ok(());
        }
        let turns: Vec<&str> = game.words.iter().filter_map(Word::as_move).collect();
        let fen = game.tag("FEN").unwrap_or_default();
        let place: Vec<&str> = fen.split_whitespace().collect();
        self.openings.push((game.line, line_of(&place, &turns, self.variant)));
        Ok(())
    }
}
