//! Wrappers of the package `vampirc-uci`, with guards.
//!
//! It matches prefixes without reporting errors, and its numbers are narrow; the comment of each
//! function lists the guarded inputs. Commands that it cannot handle have parsers and writers in
//! the neighbouring modules: `position`, `go`, `bestmove`, scores and PVs.

use vampirc_uci::{Serializable, UciInfoAttribute, UciMessage, UciOptionConfig, parse_one};

use crate::options::EMPTY;
use crate::text::printable;
use crate::tokens::Tokens;
use crate::{Command, OptionKind, OptionSpec};

/// Maximum length of a `setoption` that is passed to a grammar-based parser.
const SETOPTION_BYTES: usize = 4096;

/// Parses a command without arguments, given in lower case.
///
/// Exact matches only: vampirc also accepts `ucinewgamex` and `isready?`.
pub(super) fn bare(word: &str) -> Option<Command> {
    const WORDS: [&str; 6] = ["uci", "isready", "ucinewgame", "stop", "ponderhit", "quit"];
    if !WORDS.contains(&word) {
        return None;
    }
    match parse_one(word) {
        UciMessage::Uci => Some(Command::Handshake),
        UciMessage::IsReady => Some(Command::IsReady),
        UciMessage::UciNewGame => Some(Command::NewGame),
        UciMessage::Stop => Some(Command::Stop),
        UciMessage::PonderHit => Some(Command::PonderHit),
        UciMessage::Quit => Some(Command::Quit),
        _ => None,
    }
}

/// Parses a whole line `setoption name NAME [value VALUE]`; `None` for lines that vampirc would
/// misread:
/// * the value is empty (read as no value, so that no text could be emptied);
/// * a word of the name begins with `value` (`ValueNet`: not read at all, or truncated there);
/// * there are control characters (the line is truncated at them), or white space beyond ASCII
///   (trimmed off the name);
/// * the line is very long.
pub(super) fn set_option(line: &str) -> Option<Command> {
    let foreign = |c: char| c.is_control() || (c.is_whitespace() && c != ' ');
    if line.len() > SETOPTION_BYTES || line.contains(foreign) {
        return None;
    }
    // Skips `setoption name`.
    let mut tokens = Tokens::new(line);
    tokens.nth(1)?;
    if let Some(word) = tokens.find(|word| starts_with_value(word))
        && (word.len() > "value".len() || tokens.rest().is_empty())
    {
        return None;
    }
    match parse_one(line) {
        UciMessage::SetOption { name, value } => Some(Command::SetOption {
            name: Tokens::new(&name).collect::<Vec<_>>().join(" "),
            value: value.map(|value| value.trim_ascii().to_owned()),
        }),
        _ => None,
    }
}

fn starts_with_value(word: &str) -> bool {
    word.get(.."value".len()).is_some_and(|start| start.eq_ignore_ascii_case("value"))
}

/// `uciok`.
pub(super) fn uci_ok() -> String {
    UciMessage::UciOk.serialize()
}

/// `readyok`.
pub(super) fn ready_ok() -> String {
    UciMessage::ReadyOk.serialize()
}

/// `id name NAME`.
pub(super) fn id_name(name: &str) -> String {
    UciMessage::id_name(&printable(name)).serialize()
}

/// `id author AUTHOR`.
pub(super) fn id_author(author: &str) -> String {
    UciMessage::id_author(&printable(author)).serialize()
}

/// `info string TEXT`, of one line.
pub(super) fn info_string(line: &str) -> String {
    UciMessage::info_string(printable(line).into_owned()).serialize()
}

/// `info ATTRIBUTE ...`, with the attributes in the given order.
pub(super) fn info(attributes: Vec<UciInfoAttribute>) -> String {
    UciMessage::Info(attributes).serialize()
}

/// `option name NAME type TYPE ...`.
///
/// Empty texts are written as `<empty>`: vampirc would omit them.
pub(super) fn option(spec: &OptionSpec) -> String {
    let text = |text: &str| {
        if text.is_empty() { EMPTY.to_owned() } else { printable(text).into_owned() }
    };
    let name = printable(&spec.name).into_owned();
    let config = match &spec.kind {
        OptionKind::Check { default } => UciOptionConfig::Check { name, default: Some(*default) },
        OptionKind::Spin { default, min, max } => UciOptionConfig::Spin {
            name,
            default: Some(*default),
            min: Some(*min),
            max: Some(*max),
        },
        OptionKind::Combo { default, choices } => UciOptionConfig::Combo {
            name,
            default: Some(text(default)),
            var: choices.iter().map(|choice| text(choice)).collect(),
        },
        OptionKind::String { default } => {
            UciOptionConfig::String { name, default: Some(text(default)) }
        }
        OptionKind::Button => UciOptionConfig::Button { name },
    };
    UciMessage::Option(config).serialize()
}
