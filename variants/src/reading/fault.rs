//! Faults of a definition file, with line and key.

use std::cell::{Cell, RefCell};
use std::fmt;

/// Fault of a definition file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The key with all tables around it, such as `chess.pieces.K.moves`; empty when the text is
    /// not TOML there.
    pub key: String,
    /// The offending value and what was expected.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// The faults found so far in a file.
pub(crate) struct Faults<'t> {
    text: &'t str,
    line_starts: Vec<usize>,
    found: RefCell<Vec<Fault>>,
    follow_ups_muted: Cell<bool>,
}

impl<'t> Faults<'t> {
    pub fn new(text: &'t str) -> Self {
        let starts = text.match_indices('\n').map(|(index, _)| index + 1);
        Faults {
            text,
            line_starts: std::iter::once(0).chain(starts).collect(),
            found: RefCell::default(),
            follow_ups_muted: Cell::new(false),
        }
    }

    /// Notes a fault at a byte of the text.
    pub fn add(&self, at: usize, key: &str, message: impl Into<String>) {
        let line = self.line(at);
        let before = self.text.get(self.line_starts[line - 1]..at).unwrap_or("");
        let column = before.chars().count() + 1;
        let (key, message) = (key.to_owned(), message.into());
        self.found.borrow_mut().push(Fault { line, column, key, message });
    }

    /// Notes a fault that may only follow from one that was noted elsewhere.
    pub fn add_follow_up(&self, at: usize, key: &str, message: impl Into<String>) {
        if !self.follow_ups_muted.get() {
            self.add(at, key, message);
        }
    }

    /// From now on, drops faults that may only follow from others, if `mute` is set or they are
    /// dropped already. Returns the setting before.
    pub fn mute_follow_ups(&self, mute: bool) -> bool {
        self.follow_ups_muted.replace(mute || self.follow_ups_muted.get())
    }

    /// Restores the setting before.
    pub fn restore_follow_ups(&self, muted: bool) {
        self.follow_ups_muted.set(muted);
    }

    pub fn count(&self) -> usize {
        self.found.borrow().len()
    }

    /// The line, from 1, of a byte of the text.
    pub fn line(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at)
    }

    /// All faults in the order of the text, each once.
    pub fn into_list(self) -> Vec<Fault> {
        let mut list = self.found.into_inner();
        list.sort();
        list.dedup();
        list
    }
}

/// A text as a message shows it: short, on one line, in quotes.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    format!("'{short}'")
}

/// Words as a list for people: `a, b or c`.
pub(crate) fn either<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => "nothing".to_owned(),
    }
}

/// Returns ` (did you mean 'X'?)` when one of the words is near, else nothing.
#[must_use]
pub fn suggestion<'w>(found: &str, words: impl IntoIterator<Item = &'w str>) -> String {
    let near = nearest(found, words.into_iter().map(|word| (word, word)));
    near.first().map_or_else(String::new, |(_, word)| format!(" (did you mean '{word}'?)"))
}

/// Values of the words that are near, the nearest first, with the distances.
pub(crate) fn nearest<T>(
    found: &str,
    words: impl IntoIterator<Item = (impl AsRef<str>, T)>,
) -> Vec<(usize, T)> {
    // A text of this length is no typing error, and the comparison takes the product of the
    // lengths.
    if found.len() > 40 {
        return Vec::new();
    }
    let distance = |word: &str| {
        let distance = strsim::osa_distance(found, word);
        let length = found.len().min(word.len());
        (distance <= 1 + length / 4 && distance < length).then_some(distance)
    };
    let mut near: Vec<(usize, T)> = words
        .into_iter()
        .filter_map(|(word, beside)| Some((distance(word.as_ref())?, beside)))
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    near
}
