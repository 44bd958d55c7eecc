//! Commands that OpenBench's client runs, and the output that it reads (<https://github.com/AndyGrant/OpenBench>, `Client/`).

use std::fs;
use std::process::Command;

use menagerie_tests::{PATIENCE, command, run, run_within};

use crate::tables::variant;

/// Finds node count and speed as the client does: in the last line that has one, with all that is
/// neither letter nor digit taken for blanks; `N nodes`, `nodes N` or `nodes searched N`, and
/// `N nps`, `nps N` or `nodes second N`.
fn bench_of(output: &str) -> (Option<u64>, Option<u64>) {
    let find = |before: &[&str], after: &str| {
        output.lines().rev().find_map(|line| {
            let plain: String = line
                .to_lowercase()
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' })
                .collect();
            let words: Vec<&str> = plain.split_whitespace().collect();
            words.iter().enumerate().find_map(|(at, word)| {
                let number: u64 = word.parse().ok()?;
                let precedes = words.get(at + 1).is_some_and(|next| next.starts_with(after));
                let start = words[..at].join(" ");
                let follows = before.iter().any(|name| start.ends_with(name));
                (precedes || follows).then_some(number)
            })
        })
    };
    (find(&["nodes", "nodes searched"], "nodes"), find(&["nps", "nodes second"], "nps"))
}

#[test]
fn bench_is_read() {
    let plain = run_within(&mut command(&["bench"]), 4 * PATIENCE);
    assert_eq!(plain.code, Some(0), "{plain:#?}");
    let (nodes, speed) = bench_of(&plain.out);
    assert!(nodes > Some(1_000_000) && speed > Some(1000), "{plain:#?}");
    // The client of a private engine sets the net by words of the command line.
    let (plain, words) = (
        run(&["bench", "--depth", "4"]),
        run(&["setoption name Hash value 16", "bench depth 4", "quit"]),
    );
    assert_eq!((plain.code, words.code), (Some(0), Some(0)), "{plain:#?}, {words:#?}");
    assert_eq!(bench_of(&words.out).0, bench_of(&plain.out).0, "{words:#?}");
}

/// Returns the positions of `genfens`.
fn positions(text: &str) -> Vec<String> {
    let done = run(&[text, "quit"]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    let fens = done.out.lines().map(|line| line.strip_prefix("info string genfens ").unwrap());
    fens.map(str::to_owned).collect()
}

#[test]
fn positions_for_data() {
    let chess = variant("chess").unwrap();
    // The client converts them to EPD and reads six fields.
    let check = |fens: &[String]| {
        for fen in fens {
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            assert_eq!(chess.game(fen).unwrap().outcome(), None, "{fen}");
        }
    };
    let fens = positions("genfens 12 seed 42 book None ");
    assert_eq!(fens.len(), 12);
    check(&fens);
    assert_eq!(positions("genfens 12 seed 42 book None "), fens);
    assert_ne!(positions("genfens 12 seed 43 book None "), fens);
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.epd");
    let line = "rnbqkbnr/pppp2pp/4pp2/8/2P2P2/P7/1P1PP1PP/RNBQKBNR b KQkq - hmvc 0; fmvn 3;\n";
    fs::write(&book, line).unwrap();
    let from_book = positions(&format!("genfens 5 seed 1 book {} ", book.display()));
    assert_eq!(from_book.len(), 5);
    check(&from_book);
    assert!(from_book.iter().all(|fen| fen.ends_with(" 5")), "{from_book:#?}");
    let pacific = positions("genfens 2 seed 1 book None variant pacific plies 6");
    assert!(pacific.iter().all(|fen| variant("pacific").unwrap().game(fen).is_ok()));
    // Own games, as an option of the protocol and as one of the command line.
    let own = folder.path().join("own.toml");
    fs::write(
        &own,
        "[endless]\ninherits = 'chess'\nboard = '8x8'\ncastling = false\n\
         start = '3qk3/8/8/8/8/8/8/3QK3 w - - 0 1'\n",
    )
    .unwrap();
    let option = format!("setoption name VariantPath value {}", own.display());
    let game = "setoption name UCI_Variant value endless";
    let by_option = run(&[&option, game, "genfens 3 seed 1 book None", "quit"]);
    assert_eq!(by_option.code, Some(0), "{by_option:#?}");
    assert_eq!(by_option.out.lines().count(), 3, "{by_option:#?}");
    assert!(by_option.out.to_lowercase().matches('q').count() <= 6, "{by_option:#?}");
    let path = own.display().to_string();
    let by_word =
        run(&["--variant-path", &path, "genfens 3 seed 1 book None variant endless", "quit"]);
    assert_eq!(by_word.out, by_option.out, "{by_word:#?}");
    let wrong = run(&["genfens 1 seed 1 variant endless", "quit"]);
    assert_eq!(wrong.code, Some(2), "{wrong:#?}");
    assert!(wrong.err.contains("unknown variant 'endless'"), "{wrong:#?}");
    let wrong = run(&["genfens many seed 1", "quit"]);
    assert_eq!(wrong.code, Some(2), "{wrong:#?}");
    assert!(wrong.err.contains("'genfens many seed 1': expected genfens N"), "{wrong:#?}");
}

#[test]
fn make_leaves_the_binary_where_it_is_told() {
    let make = |words: &[&str]| {
        let mut command = Command::new("make");
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        command.args(["-j", "--dry-run"]).args(words).current_dir(folder);
        command
    };
    if make(&[]).output().is_err() {
        eprintln!("skipped: make is not installed");
        return;
    }
    let done = run_within(&mut make(&["EXE=Menagerie-0123ABCD"]), PATIENCE);
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert!(done.out.contains("MENAGERIE_EVALFILE=\"\" cargo build --release"), "{done:#?}");
    assert!(done.out.contains("\"Menagerie-0123ABCD"), "{done:#?}");
    let net = ["EXE=x", "EVALFILE=/nets/0123abcd"];
    let done = run_within(&mut make(&net), PATIENCE);
    assert!(done.out.contains("MENAGERIE_EVALFILE=\"/nets/0123abcd\" cargo"), "{done:#?}");
}
