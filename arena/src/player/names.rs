//! Suggestions for unknown names.

use protocol::text::excerpt;

/// Minimum similarity of suggested names (1: equal).
const ALIKE: f64 = 0.8;

/// Maximum number of names listed.
const LISTED: usize = 10;

/// Returns the names similar to an unknown one, or else the first of all, as part of an error
/// message; `what` is the kind of name.
pub fn others<'a>(name: &str, names: impl Iterator<Item = &'a str>, what: &str) -> String {
    let names: Vec<&str> = names.collect();
    let lower = name.to_ascii_lowercase();
    let mut close: Vec<(f64, &str)> = names
        .iter()
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
        let others = |name| others(name, names.into_iter(), "options");
        assert_eq!(others("hsah"), "close to it: 'Hash'");
        assert_eq!(others("Thread"), "close to it: 'Threads'");
        assert_eq!(others("xyz"), "its options: Hash, Threads, MultiPV");
        assert_eq!(super::others("x", [].into_iter(), "games"), "it has no games");
        let many = super::others("x", ["y"; 11].into_iter(), "games");
        assert_eq!(many, format!("its games: {}...", "y, ".repeat(10)));
    }
}
