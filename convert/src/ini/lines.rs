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

/// Reads the sections of a text, and notes lines that belong to none.
pub(super) fn sections(text: &str, faults: &mut Vec<Fault>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut comment = String::new();
    if text.len() > LONGEST_TEXT {
        let length = text.len();
        faults.push(Fault::new(0, "", format!("{length} bytes: expected at most {LONGEST_TEXT}")));
        return sections;
    }
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if content.len() > LONGEST_LINE {
            let length = content.len();
            let message = format!("{length} bytes long: expected at most {LONGEST_LINE}");
            faults.push(Fault::new(line, "", message));
        } else if let Some(text) = content.strip_prefix(['#', ';']) {
            comment = text.trim().to_owned();
            continue;
        } else if let Some(header) = content.strip_prefix('[') {
            if sections.len() == MOST_SECTIONS {
                let message = format!("more than {MOST_SECTIONS} sections");
                faults.push(Fault::new(line, "", message));
                break;
            }
            let Some((header, _)) = header.split_once(']') else {
                let message = format!("{}: expected [name] or [name:base]", quoted(content));
                faults.push(Fault::new(line, "", message));
                continue;
            };
            let (name, base) = match header.split_once(':') {
                Some((name, base)) => (name, Some(base.trim().to_owned())),
                None => (header, None),
            };
            sections.push(Section {
                name: name.trim().to_owned(),
                base: base.filter(|base| !base.is_empty()),
                line,
                entries: Vec::new(),
                comment: std::mem::take(&mut comment),
            });
        } else if !content.is_empty() {
            let (Some(section), Some((key, value))) =
                (sections.last_mut(), content.split_once('='))
            else {
                let message = format!("{}: expected a section, then key = value", quoted(content));
                faults.push(Fault::new(line, "", message));
                continue;
            };
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            section.entries.push(Entry { key, value, line });
        }
        comment.clear();
    }
    sections.iter_mut().for_each(Section::keep_last);
    sections
}
