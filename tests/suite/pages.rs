//! Pages in Markdown: links lead somewhere, and indexes are complete.

use std::fs;
use std::path::Path;

use menagerie_tests::measurements::{pages, root};

/// Returns the lines of a page outside code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// Returns the targets of a line's links.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next())
}

/// Returns the anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    headings
        .map(|line| line.trim_start_matches('#').trim().to_lowercase())
        .map(|title| title.chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let root = root();
    let folders = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().file_name());
    let crates = folders.filter(|folder| root.join(folder).join("Cargo.toml").exists());
    let crates = crates.flat_map(|folder| {
        let files = fs::read_dir(root.join(&folder)).unwrap();
        files.map(move |file| Path::new(&folder).join(file.unwrap().file_name()))
    });
    let crates: Vec<_> = crates.filter(|file| file.extension() == Some("md".as_ref())).collect();
    assert!(crates.len() > 10, "{crates:?}");
    for page in pages(&root).unwrap().into_iter().chain(crates) {
        let text = fs::read_to_string(root.join(&page)).unwrap();
        for link in prose(&text).flat_map(links).filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = page.parent().unwrap_or(Path::new(""));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            let target = root.join(target);
            assert!(target.exists(), "{}: '{link}' leads to no file", page.display());
            if !anchor.is_empty() {
                let known = anchors(&fs::read_to_string(&target).unwrap());
                let found = known.iter().any(|known| known == anchor);
                assert!(found, "{}: '{link}' leads to none of {known:?}", page.display());
            }
        }
    }
}

#[test]
fn the_index_of_decisions_is_complete() {
    let folder = root().join("docs/decisions");
    let index = fs::read_to_string(folder.join("README.md")).unwrap();
    let listed: Vec<&str> =
        prose(&index).flat_map(links).filter(|link| !link.contains('/')).collect();
    let mut records: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "README.md")
        .collect();
    records.sort();
    assert_eq!(listed, records);
    for (number, record) in (1..).zip(&records) {
        assert!(record.starts_with(&format!("{number:04}-")), "{record}: expected {number:04}");
        let text = fs::read_to_string(folder.join(record)).unwrap();
        assert!(text.starts_with(&format!("# {number}. ")), "{record}: heading without its number");
        for part in ["## Question", "## Evidence", "## Decision"] {
            assert!(text.contains(part), "{record}: missing '{part}'");
        }
    }
}
