//! Writer of CECP output.

use super::Cecp;
use super::codec::MOVE;
use super::setup;
use crate::text::{line, message, parts, printable, word};
use crate::{Event, GameEvent, ParseError};

/// Maximum length of a message in a dialog, in characters.
const MAX_MESSAGE: usize = 400;

/// Words that XBoard searches for in the reason of an illegal move, to take it for another
/// complaint; then it does not take the move back.
const MISREAD: [&str; 15] = [
    "name", "rating", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
    "accepted", "protover", "draw", "analyze", "time",
];

impl Cecp {
    /// Appends the event's lines.
    pub(super) fn write_event(&mut self, event: &Event, out: &mut String) {
        match event {
            Event::Id { name, .. } => self.write_identity(name, out),
            Event::Option(spec) => self.write_option(spec, out),
            Event::Variants(names) => self.write_variants(names, out),
            Event::Introduced => self.write_introduced(out),
            Event::Variant(game) => {
                self.learn(game);
                setup::write(game, out);
            }
            Event::Info(info) => self.write_info(info, out),
            Event::InfoString(text) => {
                if self.handshake.comments() {
                    comment(&message(text), out);
                }
            }
            Event::Unreadable(error) => unreadable(error, out),
            // XBoard does not show `Error`.
            Event::Error(text) => {
                dialog("tellusererror", &self.board.localize(&message(text)), out);
            }
            Event::PerftLine { mv, count } => {
                comment(&format!("{}: {count}", self.board.shift(mv)), out);
            }
            Event::PerftTotal(total) => comment(&format!("Nodes searched: {total}"), out),
            // Unmarked lines could be misread: "Draw" anywhere ends the game.
            Event::Text(text) => comment(text, out),
            Event::Game(event) => self.write_game(event, out),
            // Moves are sent with the game's own event; `ReadyOk` is not part of CECP.
            Event::BestMove { .. } | Event::ReadyOk => {}
        }
    }

    fn write_game(&self, event: &GameEvent, out: &mut String) {
        match event {
            GameEvent::Move(mv) => line(out, &format!("move {}", self.board.board_move(mv))),
            GameEvent::IllegalMove { text, reason } => {
                illegal(text, &self.board.localize(reason), out);
            }
            GameEvent::Result { result, reason } => {
                let reason =
                    printable(&self.board.localize(reason)).replace('{', "(").replace('}', ")");
                line(out, &format!("{result} {{{reason}}}"));
            }
            GameEvent::Resign => line(out, "resign"),
            GameEvent::OfferDraw => line(out, "offer draw"),
            GameEvent::Pong(text) => line(out, &format!("pong {}", printable(text))),
            GameEvent::Hint(turn) => line(out, &format!("Hint: {}", self.board.first_move(turn))),
            GameEvent::Book(lines) => {
                for text in lines.iter().flat_map(|text| parts(text)) {
                    line(out, &format!(" {}", printable(text)));
                }
                line(out, "");
            }
            GameEvent::Status(status) => Self::write_status(status, out),
            GameEvent::Targets(targets) => {
                line(out, &format!("highlight {}", self.board.colors(targets)));
            }
        }
    }
}

/// Writes lines for people as comments.
fn comment(text: &str, out: &mut String) {
    for part in parts(text) {
        line(out, format!("# {}", printable(part)).trim_ascii_end());
    }
}

/// Writes dialogs for the user, one for each line of the text.
fn dialog(kind: &str, text: &str, out: &mut String) {
    for part in parts(text) {
        // Two backslashes at the beginning would make XBoard search for escape sequences.
        let part = printable(part.trim_start_matches(['\\', ' ']));
        let short: String = part.chars().take(MAX_MESSAGE).collect();
        line(out, format!("{kind} {short}").trim_ascii_end());
    }
}

fn unreadable(error: &ParseError, out: &mut String) {
    let (reason, command) = match error {
        ParseError::BadValue { command: MOVE, value, expected } => {
            return illegal(value, &format!("not {expected}"), out);
        }
        ParseError::NotUtf8 { line } => ("not UTF-8".to_owned(), line.clone()),
        ParseError::UnknownCommand { word } => ("unknown command".to_owned(), word.clone()),
        ParseError::UnknownWord { command, word } => {
            ("unknown word".to_owned(), format!("{command} {word}"))
        }
        ParseError::Missing { command, expected } => {
            (format!("missing {expected}"), (*command).to_owned())
        }
        ParseError::BadValue { command, value, expected } => {
            (format!("not {expected}"), format!("{command} {value}"))
        }
    };
    line(out, &printable(&format!("Error ({reason}): {command}")));
}

/// XBoard takes the move back without showing the reason, so a dialog shows it.
fn illegal(text: &str, reason: &str, out: &mut String) {
    let explanation = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    let text = format!("{explanation}: {}", word(text)).replace('?', ".");
    let mut safe = printable(&text).into_owned();
    for misread in MISREAD {
        if safe.contains(misread) {
            let (first, rest) = misread.split_at(1);
            safe = safe.replace(misread, &(first.to_ascii_uppercase() + rest));
        }
    }
    line(out, &format!("Illegal move{safe}"));
    if !reason.is_empty() {
        dialog("telluser", reason, out);
    }
}
