//! Tables of the documentation match the measurements.

use std::collections::HashSet;
use std::fs;

use menagerie_tests::measurements::{load, pages, render, root};

#[test]
fn pages_show_the_data() {
    let root = root();
    let sets = load(&root).unwrap();
    let mut shown = HashSet::new();
    for page in pages(&root).unwrap() {
        let text = fs::read_to_string(root.join(&page)).unwrap().replace("\r\n", "\n");
        let (new, names) =
            render(&page, &text, &sets).unwrap_or_else(|error| panic!("{page:?}: {error:#}"));
        assert!(
            new == text || !text.contains("<!-- table: "),
            "{} differs from its data: run cargo run -p menagerie-tests --bin measurements",
            page.display()
        );
        shown.extend(names);
    }
    for name in sets.keys() {
        assert!(shown.contains(name), "no page shows {name}.json");
    }
}

#[test]
fn elo_follows_from_wins_losses_and_draws() {
    for (name, set) in load(&root()).unwrap() {
        for row in &set.rows {
            let (Some([wins, losses, draws]), Some(elo)) = (row.result(), row.number("elo")) else {
                continue;
            };
            let points = wins + draws / 2.0;
            let expected = 400.0 * (points / (losses + draws / 2.0)).log10();
            assert!(
                (expected - elo).abs() <= 0.6,
                "{name}: {row:?} has {elo} Elo, expected {expected:.1}"
            );
        }
    }
}

#[test]
fn intervals_hold_their_values() {
    for (name, set) in load(&root()).unwrap() {
        for row in &set.rows {
            for field in row.fields() {
                let bound = |end: &str| row.number(&format!("{field}_{end}"));
                let Some(value) = row.number(field) else { continue };
                assert_eq!(bound("low").is_some(), bound("high").is_some(), "{name}: {row:?}");
                let holds = bound("low").is_none_or(|low| low <= value)
                    && bound("high").is_none_or(|high| value <= high);
                assert!(holds, "{name}: {field} in {row:?}");
            }
        }
    }
}
