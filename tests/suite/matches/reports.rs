//! Reports of matches and studies.

use std::fs;
use std::path::Path;

use menagerie_tests::{command, run, run_within};

use super::{Folder, GAMES, play};

#[test]
fn a_test_says_whether_it_has_decided() {
    let folder = Folder::new("sprt");
    let engines = ["--engine", "greedy", "--engine", "random", "--openings", "start"];
    let sprt = ["--maxmoves", "60", "--rounds", "1", "--sprt"];
    let undecided = [&engines[..], &sprt, &["elo0=0", "elo1=2"]].concat();
    let done = play(&folder, "undecided", &undecided);
    assert_eq!(done.code, Some(3), "{done:#?}");
    assert!(done.err.contains("without an SPRT decision"), "{done:#?}");
    // With such bounds any two games decide.
    let decided = [&engines[..], &sprt, &["elo0=-900", "elo1=900", "alpha=0.4", "beta=0.4"]];
    let done = play(&folder, "decided", &decided.concat());
    assert_eq!(done.code, Some(0), "{done:#?}");
}

#[test]
fn pictures() {
    let folder = Folder::new("pictures");
    let args = ["--engine", "self", "nodes=200", "--engine", "greedy", "--rounds", "2"];
    assert_eq!(play(&folder, "a", &args).code, Some(0));
    for (name, extra) in [("elo.svg", &[][..]), ("game.svg", &["--game", "2"])] {
        let svg = folder.path(name);
        let file = folder.path("a.jsonl");
        let args = [&["match", "report", &file, "--svg", &svg], extra].concat();
        let done = run(&args);
        assert_eq!(done.code, Some(0), "{done:#?}");
        let text = fs::read_to_string(Path::new(&svg)).unwrap();
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{text}");
    }
}

#[test]
fn a_study() {
    let folder = Folder::new("study");
    for name in ["cheskers", "chesimals2"] {
        let out = folder.path(name);
        let args = ["study", name, "--games", "12", "--limit", "nodes=200", "--maxmoves", "60"];
        let mut study = command(&[&args[..], &["--concurrency", "2", "--out", &out]].concat());
        let done = run_within(&mut study, GAMES);
        assert_eq!(done.code, Some(0), "{done:#?}");
        for part in
            ["first-move advantage", "draw rate", "How games end", "Value of an extra piece"]
        {
            assert!(done.out.contains(part), "{part}: {done:#?}");
        }
        let again = run(&["study", name, "--from", &format!("{out}.jsonl")]);
        assert!(done.out.ends_with(&again.out) && again.out.len() > 500, "{again:#?}");
        searches_first_moves(&folder, name, &format!("{out}.jsonl"));
        let page = fs::read_to_string(folder.path(&format!("{name}.html"))).unwrap();
        for part in ["Is it fair?", "First moves", "<svg", "What is a piece worth?"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let data = fs::read_to_string(folder.path(&format!("{name}.json"))).unwrap();
        let data: serde_json::Value = serde_json::from_str(&data).unwrap();
        assert_eq!((&data["variant"], &data["games"]), (&name.into(), &12.into()));
        // No selection of openings compensates for the game's bias.
        let file = fs::read_to_string(folder.path(&format!("{name}.jsonl"))).unwrap();
        assert!(file.contains(r#"{"random":{"plies":4,"bound":null}}"#), "{file}");
        assert!(!done.out.contains("Army against army"), "{done:#?}");
        assert!(!done.out.contains("selected as balanced") && done.err.is_empty(), "{done:#?}");
    }
}

/// A study of games that were played, with searches that go on where they were interrupted.
fn searches_first_moves(folder: &Folder, name: &str, games: &str) {
    let page = folder.path(&format!("searched-{name}"));
    let args = ["study", name, "--from", games, "--page", &page, "--first-moves", "nodes=300"];
    let done = run(&args);
    if name == "chesimals2" {
        assert_eq!(done.code, Some(1), "{done:#?}");
        assert!(done.err.contains("more than 1000 first turns"), "{done:#?}");
        return;
    }
    assert_eq!((done.code, done.out.matches(" at depth ").count()), (Some(0), 9), "{done:#?}");
    let path = format!("{page}.moves.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut searches: serde_json::Value = serde_json::from_str(&text).unwrap();
    searches["turns"].as_array_mut().unwrap().truncate(4);
    fs::write(&path, searches.to_string()).unwrap();
    for file in ["html", "json"] {
        fs::remove_file(format!("{page}.{file}")).unwrap();
    }
    let other = run(&[&args[..args.len() - 1], &["nodes=400"]].concat());
    assert!(other.err.contains("searches with nodes=300: expected nodes=400"), "{other:#?}");
    assert_eq!((run(&args).out, fs::read_to_string(&path).unwrap()), (done.out, text));
    fs::remove_file(path).unwrap();
}

#[test]
fn a_study_compares_armies() {
    let folder = Folder::new("study-armies");
    let file = folder.path("armies.toml");
    let start = "rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNQKNNR w KQkq - 0 1";
    fs::write(&file, format!("[armies]\ninherits = \"chess\"\nstart = \"{start}\"\n")).unwrap();
    let out = folder.path("games");
    let mut study = command(&["study", "armies", "--variant-path", &file, "--games", "8"]);
    study.args(["--limit", "nodes=100", "--maxmoves", "40", "--out", &out]);
    let done = run_within(&mut study, GAMES);
    assert_eq!(done.code, Some(0), "{done:#?}");
    // Either army moves first in half of the games.
    for part in ["  knight ×4 against bishop ×4\n", " of 8; moved first in 4\n"] {
        assert!(done.out.contains(part), "{part}: {done:#?}");
    }
    let page = fs::read_to_string(folder.path("games.html")).unwrap();
    assert!(page.contains("Army against army") && page.contains("4 of 8"), "{page}");
    let data = fs::read_to_string(folder.path("games.json")).unwrap();
    let data: serde_json::Value = serde_json::from_str(&data).unwrap();
    let pair = &data["armies"][0];
    assert_eq!((&pair["army"], &pair["moved_first"]), (&"knight ×4".into(), &4.into()));
}

#[test]
fn a_study_goes_on() {
    let folder = Folder::new("study-again");
    let out = folder.path("s");
    let study = |more: &[&str]| {
        let args = ["study", "cheskers", "--games", "6", "--limit", "nodes=100", "--out", &out];
        run_within(&mut command(&[&args[..], more].concat()), GAMES)
    };
    assert_eq!(study(&["--option", "Hash=2"]).code, Some(0));
    let file = folder.path("s.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    let kept: String = whole.split_inclusive('\n').take(4).collect();
    fs::write(&file, &kept).unwrap();
    let refused = study(&[]);
    assert!(refused.code == Some(1) && refused.err.contains("other settings"), "{refused:#?}");
    let done = study(&["--option", "Hash=2"]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    let now = fs::read_to_string(&file).unwrap();
    assert!(now.starts_with(&kept) && now.lines().count() == 7, "{now}");
    let wrong = study(&["--option", "Hash"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("'Hash': expected NAME=VALUE"));
}

#[test]
fn a_study_tells_that_balance_was_not_found() {
    let folder = Folder::new("uneven");
    let file = folder.path("uneven.toml");
    let start = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    fs::write(&file, format!("[uneven]\ninherits = \"chess\"\nstart = \"{start}\"\n")).unwrap();
    let out = folder.path("games");
    let mut study = command(&["study", "uneven", "--variant-path", &file, "--games", "2"]);
    study.args(["--openings", "random:1:51%", "--limit", "nodes=50", "--maxmoves", "4"]);
    let done = run_within(study.args(["--out", &out]), GAMES);
    assert_eq!(done.code, Some(0), "{done:#?}");
    let warning = "Warning: opening 1 is not balanced: 100 attempts of 1 random turns found none";
    assert!(done.out.contains(warning), "{done:#?}");
    assert!(
        done.out.contains("(balanced openings hide which side the start position favours)"),
        "{done:#?}"
    );
    assert_eq!(done.err, "menagerie: of 2 openings: 2 not balanced as asked\n");
}
