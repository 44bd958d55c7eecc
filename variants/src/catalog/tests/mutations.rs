use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::Catalog;
use crate::Fen;

const FILES: [&str; 5] = [
    include_str!("../../../definitions/example.toml"),
    include_str!("../../../definitions/pacific.toml"),
    include_str!("../../../definitions/cheskers.toml"),
    include_str!("../../../definitions/capablanca.toml"),
    include_str!("../../../definitions/chesimals.toml"),
];

/// Text that a typing error, or an attacker, may put into a file.
const SCRAPS: [&str; 24] = [
    "",
    "\n",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    "false",
    "true",
    "99999999999999999999",
    "-1",
    "[a]",
    "inherits = \"chess\"\n",
    "é",
    "\u{0}",
    "17x17",
    "+",
    "\"+é\"",
    "16",
    "KQkq",
    "\r",
];

/// A file without its comments, where most places matter, and with names that are not built in.
fn bare(text: &str) -> String {
    let mut text: String = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| format!("{line}\n"))
        .collect();
    for name in Catalog::builtin().names() {
        if text.contains(&format!("[{name}]")) {
            for (before, after) in [("[", "]"), ("[", "."), ("inherits = \"", "\"")] {
                let new = format!("{before}x-{name}{after}");
                text = text.replace(&format!("{before}{name}{after}"), &new);
            }
        }
    }
    text
}

/// Replaces some characters from a place on.
fn mutate(text: &str, (place, length, scrap): (prop::sample::Index, usize, &str)) -> String {
    let chars: Vec<char> = text.chars().collect();
    let start = place.index(chars.len() + 1);
    let end = (start + length).min(chars.len());
    let (before, after) = (chars[..start].iter(), chars[end..].iter());
    before.collect::<String>() + scrap + &after.collect::<String>()
}

/// Reads the text, and looks at all that comes of it.
fn read(text: &str) {
    match Catalog::builtin().with_file(text) {
        Ok((catalog, names)) => {
            for name in names {
                let game = catalog.get(&name).unwrap();
                for size in game.sizes() {
                    let resized = game.resized(size).unwrap();
                    assert!(Fen::parse(&resized.start, &resized).is_ok());
                }
            }
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            let lines = text.matches('\n').count() + 1;
            for fault in faults {
                assert!((1..=lines).contains(&fault.line) && fault.column >= 1);
                assert!(!fault.to_string().contains('\n'));
            }
        }
    }
}

proptest! {
    #[test]
    fn nothing_panics(
        file in prop::sample::select(&FILES[..]),
        mutations in prop::collection::vec(
            (any::<prop::sample::Index>(), 0usize..12, prop::sample::select(&SCRAPS[..])),
            1..5,
        ),
    ) {
        let mut text = bare(file);
        for mutation in mutations {
            text = mutate(&text, mutation);
        }
        read(&text);
    }

    #[test]
    fn any_text_is_taken(text in "\\PC*") {
        read(&text);
    }
}

#[test]
fn without_a_mutation_the_files_read() {
    for file in FILES {
        assert!(Catalog::builtin().with_file(&bare(file)).is_ok());
    }
}

#[test]
fn large_and_deep_files_are_taken() {
    let began = Instant::now();
    let deep = |open: &str, count: usize| format!("[a]\nb = {}", open.repeat(count));
    read(&deep("[", 60_000));
    read(&deep("{ c = ", 20_000));
    read(&format!("a{} = 1", ".a".repeat(60_000)));
    read(&format!("[a{}]", ".a".repeat(60_000)));
    read(&"[a]\n[b]\n".repeat(10_000));
    read(&"x".repeat(1_000_000));
    let heirs = |n: usize| format!("[g{n}]\ninherits = 'g{}'\n", n + 1);
    read(&(0..99).map(heirs).collect::<String>());
    read(&format!("[g]\n{}", (0..9_000).map(|n| format!("k{n} = 1\n")).collect::<String>()));
    // Linear in the number of faults, also in a debug build on a loaded machine.
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}
