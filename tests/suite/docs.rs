//! User documentation: its games load, and its references are complete.

use std::fs;
use std::path::Path;

use menagerie_tests::{Engine, PATIENCE, command, run, run_within};

use crate::matches::Folder;

/// Options of many commands, which `commands.md` explains once.
const COMMON_OPTIONS: [&str; 3] = ["--help", "--size", "--variant-path"];

fn page(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the TOML blocks that are whole games: they begin with a table and have its pieces.
fn games(text: &str) -> Vec<&str> {
    let blocks = text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter(|block| block.starts_with('[') && block.contains(".pieces]")).collect()
}

#[test]
fn games_load() {
    let folder = Folder::new("docs");
    let file = folder.path("game.toml");
    for (path, count) in [("README.md", 1), ("docs/guide/your-own-game.md", 4)] {
        let text = page(path);
        let games = games(&text);
        assert_eq!(games.len(), count, "{path}");
        for game in games {
            fs::write(&file, game).unwrap();
            let done = run(&["check", &file]);
            assert_eq!(done.code, Some(0), "{path}: {game}\n{done:#?}");
        }
    }
}

#[test]
fn a_check_prints_what_the_guide_shows() {
    let guide = page("docs/guide/your-own-game.md");
    let sound = games(&guide)[0].to_owned();
    let faulty = sound.replace("\"C\" }", "\"X\" }").replace("QRBNC", "QRBNZ");
    let folder = Folder::new("docs-check");
    for (name, text) in [("camel.toml", sound), ("bad.toml", faulty + "\nmove-rul = 100\n")] {
        fs::write(folder.path(name), text).unwrap();
        let done = run_within(command(&["check", name]).current_dir(folder.path("")), PATIENCE);
        let shown = done.out + &done.err;
        assert!(guide.contains(shown.trim()), "the guide has to show\n{shown}");
    }
}

#[test]
fn the_engines_readme_has_its_example() {
    let example = page("engine/examples/random_against_engine.rs");
    let (_, program) = example.split_once("\n\n").unwrap();
    assert!(page("engine/README.md").contains(&format!("```rust,no_run\n{program}```\n")));
}

#[test]
fn the_readme_is_short() {
    let words = page("README.md").split_whitespace().count();
    assert!(words <= 900, "{words} words: expected at most 900");
}

/// Longest line of prose in the sources of pages, in characters.
const MOST_COLUMNS: usize = 130;

/// Tables and code have lines of any length.
#[test]
fn lines_of_prose_fit_into_an_editor() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths: Vec<_> = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        .map(|name| root.join(name))
        .into();
    for folder in ["docs/guide", "docs/reference"] {
        paths.extend(fs::read_dir(root.join(folder)).unwrap().map(|file| file.unwrap().path()));
    }
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let mut is_code = false;
        for (number, line) in text.lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            let is_prose = !is_code && !line.starts_with(['|', '<', '!']);
            let columns = line.chars().count();
            assert!(
                !is_prose || columns <= MOST_COLUMNS,
                "{}:{}: {columns} columns: expected at most {MOST_COLUMNS}",
                path.display(),
                number + 1
            );
        }
    }
}

/// Every module of a crate's root is in the table of that crate.
#[test]
fn the_architecture_has_every_module() {
    let text = page("ARCHITECTURE.md");
    let (_, modules) = text.split_once("\n## Modules\n").unwrap();
    let (modules, _) = modules.split_once("\n## ").unwrap();
    let mut crates = 0;
    for section in modules.split("\n### ").skip(1) {
        let (name, section) = section.split_once('\n').unwrap();
        let quoted = section.split('`').skip(1).step_by(2);
        let named: Vec<&str> = quoted.flat_map(|words| words.split('/')).collect();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        for entry in fs::read_dir(&source).unwrap_or_else(|error| panic!("{name}: {error}")) {
            let file = entry.unwrap().path();
            let module = file.file_stem().unwrap().to_str().unwrap();
            let is_root = ["lib", "main", "tests", "bin"].contains(&module);
            assert!(is_root || named.contains(&module), "{name}: {module}");
        }
        crates += 1;
    }
    assert!(crates > 10, "{crates} crates");
}

#[test]
fn every_engine_option_is_in_the_reference() {
    let reference = page("docs/reference/options.md");
    let answers = |questions: &[&str], end| {
        let mut engine = Engine::start();
        questions.iter().for_each(|line| engine.send(line));
        engine.lines_until(end, PATIENCE)
    };
    let uci = answers(&["uci"], "uciok");
    let cecp = answers(&["xboard", "protover 2"], "feature done=1");
    let between = |line: &str, start: &str, end: &str| {
        line.strip_prefix(start)?.split(end).next().map(str::to_owned)
    };
    let mut names: Vec<String> =
        uci.iter().filter_map(|line| between(line, "option name ", " type ")).collect();
    names.extend(cecp.iter().filter_map(|line| between(line, "feature option=\"", " -")));
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(reference.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn every_option_of_a_command_is_in_its_guide() {
    for (command, path) in [
        (&["play"][..], "docs/guide/board.md"),
        (&["match"], "docs/guide/matches.md"),
        (&["match", "report"], "docs/guide/matches.md"),
        (&["match", "openings"], "docs/guide/many-machines.md"),
        (&["study"], "docs/guide/matches.md"),
        (&["learn"], "docs/guide/learning.md"),
        (&["learn", "games"], "docs/guide/many-machines.md"),
        (&["tune", "eval"], "docs/guide/tuning.md"),
        (&["tune", "search"], "docs/guide/tuning.md"),
        (&["tune", "wdl"], "docs/guide/tuning.md"),
        (&["install"], "docs/guide/playing.md"),
        (&["perft"], "docs/reference/commands.md"),
        (&["bench"], "docs/reference/commands.md"),
        (&["show"], "docs/reference/commands.md"),
        (&["solve"], "docs/guide/solving.md"),
        (&["variants"], "docs/guide/playing.md"),
        (&["selfplay"], "docs/guide/playing.md"),
        (&["check"], "docs/reference/commands.md"),
        (&["import"], "docs/reference/commands.md"),
        (&["export"], "docs/reference/commands.md"),
    ] {
        let guide = page(path);
        let help = run(&[command, &["--help"]].concat()).out;
        let options = help.lines().filter_map(|line| {
            let line = line.trim_start().trim_start_matches("-h, ");
            let ends = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
            line.starts_with("--").then(|| line.split(ends).next()).flatten()
        });
        for option in options.filter(|option| !COMMON_OPTIONS.contains(option)) {
            assert!(guide.contains(option), "{option} of {command:?} is not in {path}");
        }
    }
}
