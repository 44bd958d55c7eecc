//! Suggestions for unknown names.

use protocol::text::excerpt;
use variants::Catalog;

/// Minimum similarity of suggested names (1: equal).
const ALIKE: f64 = 0.8;

/// Maximum number of names listed.
const LISTED: usize = 10;

/// Returns the names of options similar to an unknown one, or else the first of all, as part of an error
/// message.
pub fn other_options<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    others(name, names, "options", |_| true)
}

/// Returns the names of games similar to an unknown one, or else the first of all, as part of an error
/// message. Those of other games that are known here are not meant.
pub fn other_games<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let known = Catalog::builtin();
    others(name, names, "games", |other| known.get(&other.to_ascii_lowercase()).is_none())
}

fn others<'a>(
    name: &str,
    names: impl Iterator<Item = &'a str>,
    what: &str,
    may_be_meant: impl Fn(&str) -> bool,
) -> String {
    let names: Vec<&str> = names.collect();
    let lower = name.to_ascii_lowercase();
    let mut close: Vec<(f64, &str)> = names
        .iter()
        .filter(|other| may_be_meant(other))
        .map(|&other| (strsim::jaro_winkler(&lower, &other.to_ascii_lowercase()), other))
        .filter(|&(likeness, _)| likeness >= ALIKE)
        .collect();
    close.sort_by(|a, b| b.0.total_cmp(&a.0));
    if !close.is_empty() {
        let close: Vec<String> =
            close.iter().take(3).map(|(_, name)| format!("'{}'", excerpt(name))).collect();
        return format!("close to it: {}", close.join(", "));
    }
    if names.is_empty() {
        return format!("it has no {what}");
    }
    let shown: Vec<String> = names.iter().take(LISTED).map(excerpt).collect();
    let more = if names.len() > LISTED { ", ..." } else { "" };
    format!("its {what}: {}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_or_else_the_first() {
        let names = ["Hash", "Threads", "MultiPV"];
        let others = |name| other_options(name, names.into_iter());
        assert_eq!(others("hsah"), "close to it: 'Hash'");
        assert_eq!(others("Thread"), "close to it: 'Threads'");
        assert_eq!(others("xyz"), "its options: Hash, Threads, MultiPV");
        assert_eq!(super::others("x", [].into_iter(), "games", |_| true), "it has no games");
        let many = super::others("x", ["y"; 11].into_iter(), "games", |_| true);
        assert_eq!(many, format!("its games: {}...", "y, ".repeat(10)));
    }

    #[test]
    fn other_games_are_not_suggested() {
        assert_eq!(
            other_games("amazons", ["amazon", "chess"].into_iter()),
            "its games: amazon, chess"
        );
        assert_eq!(other_games("amazons", ["Amazonas"].into_iter()), "close to it: 'Amazonas'");
    }
}
