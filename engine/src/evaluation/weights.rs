//! Files of HCE weights: the bundled ones, and the output of `tune eval`.

use std::fmt::Write;
use std::sync::Arc;

use search::{WdlModel, Weight, Weights, WeightsError};
use thiserror::Error;
use toml::{Table, Value};
use variants::{BoardSize, BoardSizeError, Definition, SizeError};

use crate::library::{Library, LibraryError};

/// Bundled files: the game of each, and its text. Those with only a `wdl` hold the WDL model for
/// generic weights and nets.
pub const FILES: [(&str, &str); 16] = [
    ("amazon", include_str!("../../weights/amazon.toml")),
    ("atomic", include_str!("../../weights/atomic.toml")),
    ("brazilian-draughts", include_str!("../../weights/brazilian-draughts.toml")),
    ("capablanca", include_str!("../../weights/capablanca.toml")),
    ("chancellor", include_str!("../../weights/chancellor.toml")),
    ("chesica", include_str!("../../weights/chesica.toml")),
    ("chesimals", include_str!("../../weights/chesimals.toml")),
    ("chesimals2", include_str!("../../weights/chesimals2.toml")),
    ("cheskers", include_str!("../../weights/cheskers.toml")),
    ("chess", include_str!("../../weights/chess.toml")),
    ("english-draughts", include_str!("../../weights/english-draughts.toml")),
    ("frisian-draughts", include_str!("../../weights/frisian-draughts.toml")),
    ("janus", include_str!("../../weights/janus.toml")),
    ("knightmate", include_str!("../../weights/knightmate.toml")),
    ("pacific", include_str!("../../weights/pacific.toml")),
    ("russian-draughts", include_str!("../../weights/russian-draughts.toml")),
];

/// Error of a file of weights.
#[derive(Debug, Error)]
pub enum WeightsFileError {
    /// Invalid TOML.
    #[error("line {line}: {message}")]
    Toml {
        /// Line number, from 1.
        line: usize,
        /// Reason.
        message: String,
    },
    /// Missing name of the game.
    #[error("game: expected its name")]
    Game,
    /// Unknown game.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Board size that the game cannot have.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Invalid board size.
    #[error("board")]
    Board(#[from] BoardSizeError),
    /// Weights for another board.
    #[error("board: weights for {0}: expected {1}")]
    OtherBoard(BoardSize, BoardSize),
    /// Unknown key, or a value of another type.
    #[error("{0}: unknown key, or invalid value")]
    Key(String),
    /// Piece whose weights are not a table.
    #[error("{0}: expected a table")]
    Piece(String),
    /// Unknown key of the WDL model.
    #[error("wdl.{0}: unknown key: expected half or slope")]
    WdlKey(String),
    /// Missing number of the WDL model.
    #[error("wdl.{0}")]
    WdlMissing(&'static str),
    /// Number of the WDL model that is out of range.
    #[error("wdl.{0}: expected {1}")]
    WdlRange(&'static str, &'static str),
    /// Invalid group of weights.
    #[error("{group}")]
    Group {
        /// Piece or `terms`, and name of the group.
        group: String,
        /// Cause.
        source: GroupError,
    },
    /// Weights that the game does not have.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// Error of a group of weights.
#[derive(Debug, Error)]
pub enum GroupError {
    /// Not a table.
    #[error("expected {{ opening = [...], ending = [...] }}")]
    NoTable,
    /// Unknown key.
    #[error("{0}: unknown key: expected opening or ending")]
    Key(String),
    /// Missing list.
    #[error("missing {0}")]
    Missing(&'static str),
    /// List with other values than numbers.
    #[error("{0}: expected numbers")]
    Numbers(&'static str),
    /// Lists of different lengths.
    #[error("{0} opening weights and {1} ending weights: expected as many of each")]
    Lengths(usize, usize),
}

type Result<T> = std::result::Result<T, WeightsFileError>;

/// Returns the game of a file of weights, and the weights.
///
/// # Errors
/// If it is not such a file, or does not fit its game.
pub fn source(text: &str, library: &Library) -> Result<(Arc<Definition>, Weights)> {
    let table = parse(text)?;
    let name = table.get("game").and_then(Value::as_str).ok_or(WeightsFileError::Game)?;
    let definition = match table.get("board").and_then(Value::as_str) {
        Some(size) if size.parse() != Ok(library.definition(name)?.size) => {
            Arc::new(library.definition(name)?.resized(size.parse()?)?)
        }
        _ => Arc::clone(library.definition(name)?),
    };
    let weights = read(text, &definition)?;
    Ok((definition, weights))
}

/// Reads a file of weights for a game. Missing weights are generic.
///
/// # Errors
/// If it is not such a file, or has weights that the game does not have.
pub fn read(text: &str, definition: &Definition) -> Result<Weights> {
    let table = parse(text)?;
    let mut weights = Weights::generic(definition);
    for (key, value) in &table {
        match (key.as_str(), value) {
            ("game", Value::String(_)) => {}
            ("board", Value::String(board)) => {
                let found: BoardSize = board.parse()?;
                if found != definition.size {
                    return Err(WeightsFileError::OtherBoard(found, definition.size));
                }
            }
            ("wdl", Value::Table(table)) => weights.wdl = Some(wdl(table)?),
            ("terms", Value::Table(table)) => set(&mut weights, None, table)?,
            ("pieces", Value::Table(pieces)) => {
                for (letter, table) in pieces {
                    let no_table = || WeightsFileError::Piece(letter.clone());
                    let table = table.as_table().ok_or_else(no_table)?;
                    set(&mut weights, Some(letter), table)?;
                }
            }
            _ => return Err(WeightsFileError::Key(key.clone())),
        }
    }
    Ok(weights)
}

/// Parses TOML; an error has the line and the reason, without an excerpt.
fn parse(text: &str) -> Result<Table> {
    text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count() + 1;
        WeightsFileError::Toml { line, message: error.message().to_owned() }
    })
}

fn wdl(table: &Table) -> Result<WdlModel> {
    let number = |name: &'static str| {
        let value = table.get(name).and_then(number).ok_or(WeightsFileError::WdlMissing(name))?;
        match value.is_finite() && value >= 0.0 {
            true => Ok(f64::from(value)),
            false => Err(WeightsFileError::WdlRange(name, "0 or more")),
        }
    };
    if let Some(key) = table.keys().find(|key| !["half", "slope"].contains(&key.as_str())) {
        return Err(WeightsFileError::WdlKey(key.clone()));
    }
    let model = WdlModel { half: number("half")?, slope: number("slope")? };
    match model.slope > 0.0 {
        true => Ok(model),
        false => Err(WeightsFileError::WdlRange("slope", "more than 0")),
    }
}

/// Sets the groups of a table.
fn set(weights: &mut Weights, piece: Option<&str>, table: &Table) -> Result<()> {
    for (name, value) in table {
        let list = list(value).map_err(|source| {
            let group = format!("{}.{name}", piece.unwrap_or("terms"));
            WeightsFileError::Group { group, source }
        })?;
        weights.set(piece, name, &list)?;
    }
    Ok(())
}

/// Parses weights `{ opening = [...], ending = [...] }`; the lists may be lists of lists.
fn list(value: &Value) -> std::result::Result<Vec<Weight>, GroupError> {
    let table = value.as_table().ok_or(GroupError::NoTable)?;
    if let Some(key) = table.keys().find(|key| !["opening", "ending"].contains(&key.as_str())) {
        return Err(GroupError::Key(key.clone()));
    }
    let stage = |name: &'static str| {
        let mut numbers = Vec::new();
        let value = table.get(name).ok_or(GroupError::Missing(name))?;
        flatten(value, &mut numbers).ok_or(GroupError::Numbers(name))?;
        Ok(numbers)
    };
    let (opening, ending) = (stage("opening")?, stage("ending")?);
    let (one, other) = (opening.len(), ending.len());
    if one != other {
        return Err(GroupError::Lengths(one, other));
    }
    Ok(opening.into_iter().zip(ending).map(|(o, e)| Weight::new(o, e)).collect())
}

/// Adds the numbers of a list of lists; `None` if there are other values.
fn flatten(value: &Value, numbers: &mut Vec<f32>) -> Option<()> {
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| flatten(value, numbers)),
        value => {
            numbers.push(number(value)?);
            Some(())
        }
    }
}

fn number(value: &Value) -> Option<f32> {
    match value {
        Value::Integer(value) => Some(*value as f32),
        Value::Float(value) => Some(*value as f32),
        _ => None,
    }
}

/// Writes weights as a file, one rank of squares per line.
pub fn write(weights: &Weights, name: &str) -> String {
    let layout = weights.layout();
    let mut text = format!("game = \"{name}\"\nboard = \"{}\"\n", layout.size());
    if let Some(WdlModel { half, slope }) = weights.wdl {
        let _ = write!(text, "\n[wdl]\nhalf = {half:.1}\nslope = {slope:.1}\n");
    }
    let mut table = None;
    for group in layout.groups() {
        let head = group.piece.as_ref().map_or("terms".to_owned(), |p| format!("pieces.\"{p}\""));
        if table.as_ref() != Some(&head) {
            let _ = write!(text, "\n[{head}]\n");
        }
        table = Some(head);
        let list = weights.group(group);
        let width = if group.name == "placement" { usize::from(layout.size().files()) } else { 0 };
        for (stage, pick) in [
            ("opening", (|weight| weight.opening) as fn(&Weight) -> f32),
            ("ending", |weight| weight.ending),
        ] {
            let numbers: Vec<String> = list.iter().map(|weight| shown(pick(weight))).collect();
            let _ = write!(text, "{}.{stage} = ", group.name);
            let _ = match width {
                0 => writeln!(text, "[{}]", numbers.join(", ")),
                width => {
                    let rows = numbers.chunks(width).map(|row| {
                        let row: Vec<String> = row.iter().map(|n| format!("{n:>6}")).collect();
                        format!("    [{}],\n", row.join(","))
                    });
                    writeln!(text, "[\n{}]", rows.collect::<String>())
                }
            };
        }
    }
    text
}

/// Formats a number, rounded to tenths of a centipawn.
fn shown(value: f32) -> String {
    let text = format!("{:.1}", value + 0.0);
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::causes::with_causes;
    use variants::Catalog;

    fn definition(name: &str) -> Arc<Definition> {
        Arc::clone(Catalog::builtin().get(name).unwrap())
    }

    #[test]
    fn the_files_that_come_along_are_sound() {
        for (name, text) in FILES {
            let weights = read(text, &definition(name));
            weights.unwrap_or_else(|error| panic!("{name}: {}", with_causes(&error)));
        }
    }

    #[test]
    fn weights_survive_a_file() {
        for name in Catalog::builtin().names() {
            let definition = definition(name);
            let mut weights = Weights::generic(&definition);
            weights.wdl = Some(WdlModel { half: 150.0, slope: 80.5 });
            let back = read(&write(&weights, name), &definition).unwrap();
            assert_eq!(back.wdl, weights.wdl);
            for (a, b) in weights.all().iter().zip(back.all()) {
                let near = |a: f32, b: f32| (a - b).abs() <= 0.051;
                assert!(near(a.opening, b.opening) && near(a.ending, b.ending), "{name}");
            }
        }
    }

    #[test]
    fn what_scores_mean_is_no_weight() {
        let janus = definition("janus");
        let text = "game = \"janus\"\n[wdl]\nhalf = 150\nslope = 80\n";
        assert!(read(text, &janus).unwrap().is_generic(&janus));
        let text = "game = \"janus\"\n[pieces.Q]\nvalue = { opening = [7], ending = [9] }\n";
        assert!(!read(text, &janus).unwrap().is_generic(&janus));
    }

    #[test]
    fn a_fault_in_a_long_line_is_short() {
        let text = format!("game = {}", "x".repeat(6_000_000));
        let error = with_causes(&read(&text, &definition("chess")).unwrap_err());
        assert!(error.starts_with("line 1: ") && error.len() < 300, "{:.300}", error);
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in [
            ("gme = \"chess\"", "gme"),
            ("board = \"9x9\"", "board"),
            ("[wdl]\nhalf = 100", "wdl.slope"),
            ("[wdl]\nhalf = -1\nslope = 2", "wdl.half"),
            ("[wdl]\nhalf = 0\nslope = 0", "wdl.slope"),
            ("[terms]\nnone = { opening = [1], ending = [1] }", "none"),
            ("[terms]\npair = { opening = [1] }", "terms.pair: missing ending"),
            ("[terms]\npair = { opening = [1, 2], ending = [1] }", "terms.pair: 2 opening weights"),
            ("[terms]\npair = { opening = [1], ending = [\"x\"] }", "expected numbers"),
            ("[terms]\npair = { opening = [nan], ending = [1] }", "pair: expected numbers from"),
            ("[terms]\ntempo = 5", "terms.tempo"),
            ("[pieces.X]\nvalue = { opening = [1], ending = [1] }", "X.value"),
            ("[pieces.Q]\nvalue = { opening = [1, 2], ending = [1, 2] }", "Q.value: 2 weights"),
            ("[pieces]\nQ = 9", "Q"),
            ("pair", "line 1: "),
            ("\n[terms", "line 2: "),
        ] {
            let error = with_causes(&read(text, &definition("chess")).unwrap_err());
            assert!(error.contains(fault), "{text}: {error}");
        }
    }
}
