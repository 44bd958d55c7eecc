//! Results of other match runners in orthodox chess: the same games end the same way here.
//!
//! `tests/verdicts/` holds games that cutechess-cli and XBoard have refereed. `MENAGERIE_PGN` names
//! more files, separated by spaces.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use menagerie_tests::{command, run_within};
use variants::AnyGame;

use crate::tables::variant;

/// A game in PGN.
#[derive(Debug, Default)]
struct Game {
    tags: Vec<(String, String)>,
    /// The moves in Standard Algebraic Notation.
    moves: Vec<String>,
    /// Comments, which give the reason of the result.
    comments: Vec<String>,
}

impl Game {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// Parses the games of a text: the subset of PGN that runners write.
fn read(text: &str) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    let mut rest = text;
    let mut in_tags = false;
    while let Some(first) = rest.trim_start().chars().next() {
        rest = rest.trim_start();
        let end = match first {
            '[' => rest.find("]\n").map_or(rest.len(), |end| end + 2),
            '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
            _ => rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        if first == '[' {
            if !in_tags {
                games.push(Game::default());
            }
            in_tags = true;
            let inner = token.trim().trim_start_matches('[').trim_end_matches(']');
            let (name, value) = inner.split_once(' ').unwrap();
            let tag = (name.to_owned(), value.trim_matches('"').to_owned());
            games.last_mut().unwrap().tags.push(tag);
            continue;
        }
        in_tags = false;
        let game = games.last_mut().unwrap();
        match first {
            '{' => game.comments.push(token.trim_matches(['{', '}']).trim().to_owned()),
            _ if ["1-0", "0-1", "1/2-1/2", "*"].contains(&token) => {}
            _ => {
                let san = token.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                if !san.is_empty() {
                    game.moves.push(san.to_owned());
                }
            }
        }
    }
    games
}

/// Returns the turn of a SAN move.
fn find(board: &mut AnyGame, san: &str) -> Option<String> {
    let bare = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).replace('=', "");
    let wanted = bare(san);
    let steps = board.step_texts();
    steps.into_iter().find(|step| board.san(step).is_some_and(|san| bare(&san) == wanted))
}

/// Whether the runner reports an end by the rules.
fn is_by_rules(game: &Game) -> bool {
    let why = game.comments.last().map(|text| text.to_lowercase()).unwrap_or_default();
    ["mate", "repetition", "fifty", "rule", "material"].iter().any(|w| why.contains(w))
}

/// Replays a game; returns whether it ended by the rules.
fn check(game: &Game) -> bool {
    let chess = variant("chess").unwrap();
    let mut board = match game.tag("FEN") {
        Some(fen) => chess.game(fen).unwrap(),
        None => chess.start(),
    };
    for san in &game.moves {
        // XBoard continues after a draw if results are left to the engines.
        assert_eq!(board.outcome(), None, "over before {san}: {game:#?}");
        let turn = find(&mut board, san).unwrap_or_else(|| panic!("{san} in {game:#?}"));
        board.play_turn(&turn).unwrap();
    }
    let outcome = board.outcome();
    if is_by_rules(game) {
        let outcome = outcome.unwrap_or_else(|| panic!("not over: {game:#?}"));
        assert_eq!(Some(outcome.result()), game.tag("Result"), "{game:#?}");
        return true;
    }
    assert_eq!(outcome, None, "{game:#?}");
    false
}

#[test]
fn other_runners_games_end_the_same_way_here() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verdicts");
    let own = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let more = env::var("MENAGERIE_PGN").unwrap_or_default();
    for path in own.chain(more.split_whitespace().map(PathBuf::from)) {
        let games = read(&fs::read_to_string(&path).unwrap());
        let by_rules = games.iter().filter(|game| check(game)).count();
        println!("{}: {} games, {by_rules} ended by the rules", path.display(), games.len());
        assert!(by_rules > 0, "{}", path.display());
    }
}

#[test]
fn python_chess_agrees_with_the_verdicts_here() {
    let there = Command::new("python3").args(["-c", "import chess"]).output();
    if !there.is_ok_and(|done| done.status.success()) {
        eprintln!("skipped: python3 with the package chess is not installed");
        return;
    }
    let out = env::temp_dir().join(format!("menagerie-verdicts-{}", std::process::id()));
    let number = env::var("MENAGERIE_GAMES").unwrap_or_else(|_| "40".to_owned());
    let mut play = command(&["match", "--engine", "random", "--engine", "greedy"]);
    play.args(["--engine", "cmd=random", "name=other"]).arg("--out").arg(&out);
    play.args(["--games", &number, "--openings", "start", "--concurrency", "2"]);
    let done = run_within(&mut play, Duration::from_secs(600));
    assert_eq!(done.code, Some(0), "{done:#?}");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/verdicts.py");
    let mut judge = Command::new("python3");
    let judged =
        run_within(judge.arg(script).arg(out.with_extension("pgn")), Duration::from_secs(600));
    for extension in ["pgn", "jsonl"] {
        let _ = fs::remove_file(out.with_extension(extension));
    }
    assert_eq!(judged.code, Some(0), "{judged:#?}");
    println!("{}", judged.out);
}
