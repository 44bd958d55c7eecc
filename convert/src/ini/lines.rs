//! Sections and lines of `variants.ini`.

use std::collections::HashSet;

use crate::fault::{Fault, quoted};

/// The longest text, in bytes.
const LONGEST_TEXT: usize = 1 << 20;
/// The longest line, in bytes.
const LONGEST_LINE: usize = 4096;
/// The most sections.
const MOST_SECTIONS: usize = 1000;

/// A section: `[name]` or `[name:base]`, and its keys.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub name: String,
    pub base: Option<String>,
    pub line: usize,
    pub entries: Vec<Entry>,
    /// Comment above the section, without its marks.
    pub comment: String,
    /// Faults of lines that are no entries.
    pub faults: Vec<Fault>,
}

impl Section {
    /// Drops entries that a later one of the same key replaces.
    fn keep_last(&mut self) {
        let mut seen = HashSet::new();
        let mut last: Vec<Entry> =
            self.entries.drain(..).rev().filter(|entry| seen.insert(entry.key.clone())).collect();
        last.reverse();
        self.entries = last;
    }
}

/// A line `key = value`.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub value: String,
    pub line: usize,
}

/// Reads the sections of a text, and notes lines that belong to none. Those below a header that cannot
/// be read are left out.
pub(super) fn sections(text: &str, faults: &mut Vec<Fault>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut comment = String::new();
    let mut is_lost = false;
    if text.len() > LONGEST_TEXT {
        let length = text.len();
        faults.push(Fault::new(0, "", format!("{length} bytes: expected at most {LONGEST_TEXT}")));
        return sections;
    }
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if let Some(text) = content.strip_prefix(['#', ';']) {
            comment = text.trim().to_owned();
            continue;
        }
        if content.starts_with('[') {
            if sections.len() == MOST_SECTIONS {
                let message = format!("more than {MOST_SECTIONS} sections");
                faults.push(Fault::new(line, "", message));
                break;
            }
            let section = header(content, line, &mut comment);
            is_lost = section.is_err();
            match section {
                Ok(section) => sections.push(section),
                Err(fault) => faults.push(fault),
            }
        } else if !content.is_empty() && !is_lost {
            match (entry(content, line), sections.last_mut()) {
                (Ok(entry), Some(section)) => section.entries.push(entry),
                (Err(fault), Some(section)) => section.faults.push(fault),
                (_, None) => {
                    let message = format!("{}: expected a section first", quoted(content));
                    faults.push(Fault::new(line, "", message));
                }
            }
        }
        comment.clear();
    }
    sections.iter_mut().for_each(Section::keep_last);
    sections
}

/// Checks the length of a line.
fn expect_short(content: &str, line: usize) -> Result<(), Fault> {
    let length = content.len();
    if length <= LONGEST_LINE {
        return Ok(());
    }
    Err(Fault::new(line, "", format!("{length} bytes long: expected at most {LONGEST_LINE}")))
}

/// Reads the header of a section, whose comment is above it.
fn header(content: &str, line: usize, comment: &mut String) -> Result<Section, Fault> {
    expect_short(content, line)?;
    let inner = content.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let Some((header, _)) = inner else {
        let message = format!("{}: expected [name] or [name:base]", quoted(content));
        return Err(Fault::new(line, "", message));
    };
    let (name, base) = match header.split_once(':') {
        Some((name, base)) => (name, Some(base.trim().to_owned())),
        None => (header, None),
    };
    Ok(Section {
        name: name.trim().to_owned(),
        base: base.filter(|base| !base.is_empty()),
        line,
        entries: Vec::new(),
        comment: std::mem::take(comment),
        faults: Vec::new(),
    })
}

/// Reads a line of a section.
fn entry(content: &str, line: usize) -> Result<Entry, Fault> {
    expect_short(content, line)?;
    let Some((key, value)) = content.split_once('=') else {
        return Err(Fault::new(line, "", format!("{}: expected key = value", quoted(content))));
    };
    Ok(Entry { key: key.trim().to_owned(), value: value.trim().to_owned(), line })
}
