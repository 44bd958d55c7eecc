//! The Hub protocol of draughts programs such as Scan and Kingsrow, version 2.
//!
//! A line is a command and its arguments, `name` or `name=value`; a value with blanks is quoted.

use std::fmt::Write;

/// A line: its command and arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HubLine {
    /// First word.
    pub command: String,
    arguments: Vec<(String, String)>,
}

impl HubLine {
    /// Returns a command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        HubLine { command: command.to_owned(), arguments: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.arguments.push((name.to_owned(), value.to_string()));
        self
    }

    /// Returns the value of an argument; it is empty if there is no `=`.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.arguments.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Parses a line; `None` if it is blank or malformed.
    #[must_use]
    pub fn parse(line: &[u8]) -> Option<Self> {
        let line = String::from_utf8_lossy(line);
        let mut rest = line.trim();
        let command = word(&mut rest)?;
        let mut arguments = Vec::new();
        while !rest.is_empty() {
            let name = word(&mut rest)?;
            let value = match rest.strip_prefix('=') {
                Some(after) => {
                    rest = after.trim_start();
                    value(&mut rest)?
                }
                None => "",
            };
            arguments.push((name.to_owned(), value.to_owned()));
            rest = rest.trim_start();
        }
        Some(HubLine { command: command.to_owned(), arguments })
    }

    /// Formats the line, with its ending.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = self.command.clone();
        for (name, value) in &self.arguments {
            let plain = !value.is_empty() && !value.contains(|c| !is_plain(c));
            let value: String =
                value.chars().filter(|&c| plain || c != '"' && !c.is_control()).collect();
            let _ = match plain {
                true => write!(out, " {name}={value}"),
                false => write!(out, " {name}=\"{value}\""),
            };
        }
        out.push('\n');
        out
    }
}

/// Whether a character needs no quotes.
fn is_plain(c: char) -> bool {
    !c.is_control() && !c.is_whitespace() && c != '=' && c != '"'
}

/// Takes a word, and the blanks after it.
fn word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let end = rest.find(|c| !is_plain(c)).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after.trim_start();
    (!word.is_empty()).then_some(word)
}

/// Takes a value, quoted or not.
fn value<'a>(rest: &mut &'a str) -> Option<&'a str> {
    match rest.strip_prefix('"') {
        Some(quoted) => {
            let (value, after) = quoted.split_once('"')?;
            *rest = after;
            Some(value)
        }
        None => word(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        let line = HubLine::parse(b"  info depth=21 score=-0.01 pv=\"32-28 17-22\" flag ").unwrap();
        assert_eq!(line.command, "info");
        assert_eq!(line.value("depth"), Some("21"));
        assert_eq!(line.value("pv"), Some("32-28 17-22"));
        assert_eq!(line.value("flag"), Some(""));
        assert_eq!(line.value("nodes"), None);
        let line = HubLine::new("pos").with("pos", "We").with("moves", "32-28 19-23");
        assert_eq!(line.text(), "pos pos=We moves=\"32-28 19-23\"\n");
        assert_eq!(HubLine::parse(line.text().as_bytes()), Some(line));
        let line = HubLine::new("set-param").with("name", "a\"b\n").with("value", "");
        assert_eq!(line.text(), "set-param name=\"ab\" value=\"\"\n");
        assert_eq!(HubLine::parse(b"done  move = 32-28").unwrap().value("move"), Some("32-28"));
        for bad in ["", "  ", "=x", "done move=\"32-28", "done move= ", "done =x", "\"quoted\""] {
            assert_eq!(HubLine::parse(bad.as_bytes()), None, "{bad}");
        }
    }
}
