//! Keys that a definition file has twice.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::fault::quoted;

/// The parser's message on them.
const DUPLICATE: &str = "duplicate key";

/// A key that stands twice in a table, and where it stands first, as bytes of the text.
pub(crate) struct Duplicate {
    name: String,
    pub first: usize,
}

impl Duplicate {
    /// Finds the key of an error at some bytes of a text; `None` for other errors. The parsed table
    /// has the first of them, unless they are headers.
    pub fn find(message: &str, at: Range<usize>, text: &str, parsed: &DeTable<'_>) -> Option<Self> {
        let written = text.get(at.clone()).filter(|_| message == DUPLICATE)?;
        let (before, rest) = (text.get(..at.start)?, text.get(at.start..)?);
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let end = rest.find('\n').map_or(text.len(), |end| at.start + end);
        let line = text.get(begin..end)?.trim_start();
        let name = key_of(&format!("{written} = 0"))?;
        let first = if line.starts_with('[') {
            // The later table has taken the place of the first.
            let (parsed, _) = DeTable::parse_recoverable(text.get(..begin)?);
            of_header(DeTable::parse(line).ok()?.get_ref(), parsed.get_ref())
        } else {
            before_it(&name, at.start, text, parsed)
        };
        Some(Duplicate { name, first: first.filter(|&first| first < at.start)? })
    }

    /// The fault, with the number of the first line.
    pub fn message(&self, line: usize) -> String {
        format!("{DUPLICATE} {}: line {line} has it already", quoted(&self.name))
    }
}

/// The key of a line.
fn key_of(line: &str) -> Option<String> {
    let table = DeTable::parse(line).ok()?;
    table.get_ref().keys().next().map(|key| key.get_ref().to_string())
}

/// Follows the path of a header to the table that has its name already.
fn of_header(header: &DeTable<'_>, parsed: &DeTable<'_>) -> Option<usize> {
    let (key, inner) = header.iter().next()?;
    let (known, there) = parsed.get_key_value(key)?;
    match (inner.get_ref(), there.get_ref()) {
        (DeValue::Table(inner), DeValue::Table(there)) if !inner.is_empty() => {
            of_header(inner, there)
        }
        _ => Some(known.span().start),
    }
}

/// The last key of that name before a place: the one of the same table, since others end before it.
fn before_it(name: &str, at: usize, text: &str, table: &DeTable<'_>) -> Option<usize> {
    let mut last = None;
    for (key, value) in table {
        if key.get_ref() == name && key.span().start < at {
            last = last.max(Some(key.span().start));
        }
        let span = value.span();
        let is_inline = text.get(span.clone()).is_some_and(|value| value.starts_with('{'));
        if let DeValue::Table(inner) = value.get_ref()
            && (!is_inline || span.contains(&at))
        {
            last = last.max(before_it(name, at, text, inner));
        }
    }
    last
}
