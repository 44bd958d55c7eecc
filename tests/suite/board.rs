//! The board's server: who may talk to it, what it survives, and what it keeps.

mod client;
mod definitions;

use std::net::TcpStream;
use std::time::{Duration, Instant};

use menagerie_tests::{PATIENCE, command, run_within};
use serde_json::{Value, json};
use tungstenite::Message;

pub use client::{Board, Page};

#[test]
fn only_its_own_page_gets_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::start(folder.path(), &["chess"]);
    let host = format!("Host: {}\r\n", board.address);
    let page = format!("/{}/", board.token());
    let answer = board.get(&page, &host);
    assert!(
        answer.starts_with("HTTP/1.1 200") && answer.contains("default-src 'none'"),
        "{answer}"
    );
    assert_eq!(board.status(&format!("{page}main.js"), &host), 200);
    for path in ["/", "/x/", "/x/main.js", "/x/ws", &page[..20]] {
        assert_eq!(board.status(path, &host), 404, "{path}");
    }
    let unknown = board.get("/x/", &host);
    assert!(unknown.contains("There is no page at this address"), "{unknown}");
    // The last character gets lost when an address is copied.
    let found = board.get(page.trim_end_matches('/'), &host);
    let there = found.lines().find_map(|line| line.strip_prefix("location: "));
    assert!(found.starts_with("HTTP/1.1 307") && there == Some(&page), "{found}");
    assert_eq!(board.status(&page[..page.len() - 2], &host), 404);
    for path in ["../Cargo.toml", "..%2f..%2fetc%2fpasswd", "%00", "games.pgn", "running.json"] {
        assert_eq!(board.status(&format!("{page}{path}"), &host), 404, "{path}");
    }
    for host in ["Host: evil.example\r\n", "Host: 127.0.0.1\r\n", "Host: localhost:1\r\n"] {
        assert_eq!(board.status(&page, host), 403, "{host}");
    }
    let foreign = format!("{host}Origin: http://evil.example\r\n");
    assert_eq!(board.status(&page, &foreign), 403);
    for origin in ["http://evil.example", "null", "https://127.0.0.1"] {
        let stream = TcpStream::connect(&board.address).unwrap();
        assert!(tungstenite::client(board.request(origin), stream).is_err(), "{origin}");
    }
}

#[test]
fn the_engine_answers_and_all_pages_see_it() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::start(folder.path(), &["chess", "--level", "2"]);
    let (mut one, mut two) = (board.page(), board.page());
    let games = one.wait("games", |_| true);
    assert!(games["games"].as_array().unwrap().len() > 40);
    assert_eq!(one.table()["position"]["steps"].as_array().unwrap().len(), 20);
    two.table();
    one.send(&json!({"type": "move", "text": "e4"}));
    let table = two.turns(2);
    assert_eq!(two.tree["nodes"][1]["turn"]["label"], "e4");
    assert_eq!(table["position"]["side"], "white");
    two.send(&json!({"type": "move", "text": "e2e4"}));
    assert!(two.wait("refused", |_| true)["text"].as_str().unwrap().contains("e2"));
    one.send(&json!({"type": "takeback"}));
    assert_eq!(two.turns(0)["position"]["side"], "white");
    one.send(&json!({"type": "hint"}));
    assert_eq!(one.wait("hint", |_| true)["paths"][0].as_array().unwrap().len(), 2);
    one.send(&json!({"type": "analyse", "lines": 2}));
    let info = one.wait("info", |info| info["lines"].as_array().unwrap().len() == 2);
    assert!(info["lines"][0]["depth"].as_u64().unwrap() > 0 && info["node"].is_null());
    one.send(&json!({"type": "analyse", "lines": 0}));
    one.send(&json!({"type": "resign"}));
    assert_eq!(one.wait("table", |table| !table["result"].is_null())["result"][0], "0-1");
}

#[test]
fn bad_messages_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::start(folder.path(), &["chess", "--engine", "none"]);
    let mut page = board.page();
    page.table();
    for text in [
        "",
        "{}",
        "[]",
        "null",
        "{\"type\":\"fly\"}",
        "{\"type\":\"move\"}",
        "{\"type\":\"move\",\"text\":5}",
        "{\"type\":\"move\",\"text\":\"e9\\u0000\u{1b}[2J\"}",
        "{\"type\":\"level\",\"level\":0}",
        "{\"type\":\"new\",\"setup\":{\"variant\":\"../chess\",\"engine\":\"none\",\"level\":1}}",
        "{\"type\":\"new\",\"setup\":{\"variant\":\"chess\",\"engine\":\"none\",\"level\":1,\"size\":\"99x99\"}}",
        "{\"type\":\"new\",\"setup\":{\"variant\":\"chess\",\"engine\":\"none\",\"level\":1,\"fen\":\"8/8 w\"}}",
        &"[".repeat(50_000),
    ] {
        page.socket.send(Message::text(text)).unwrap();
        let refused = page.wait("refused", |_| true);
        let reason = refused["text"].as_str().unwrap();
        assert!(!reason.is_empty() && !reason.contains('\u{1b}'), "{text}: {reason}");
    }
    // A page that sends too much is cut off; the others go on.
    let mut other = board.page();
    let _ = other.socket.send(Message::text("x".repeat(1 << 20)));
    assert!((0..100).any(|_| other.socket.read().is_err()));
    let mut binary = board.page();
    binary.socket.send(Message::binary(vec![0; 100])).unwrap();
    assert!((0..100).any(|_| binary.socket.read().is_err()));
    page.send(&json!({"type": "move", "text": "e4"}));
    assert_eq!(page.turns(1)["last"]["text"], "e2e4");
}

#[test]
fn many_connections_are_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::start(folder.path(), &["chess", "--engine", "none"]);
    let mut page = board.page();
    page.table();
    let crowd: Vec<_> = (0..1000).map(|_| TcpStream::connect(&board.address)).collect();
    page.send(&json!({"type": "move", "text": "e4"}));
    assert_eq!(page.turns(1)["position"]["side"], "black");
    // Connections that ask for nothing do not keep a page out.
    assert_eq!(board.page().table()["last"]["text"], "e2e4");
    assert!(crowd.iter().filter(|stream| stream.is_ok()).count() > 128);
    drop(crowd);
    // The places become free again.
    let begin = Instant::now();
    let host = format!("Host: {}\r\n", board.address);
    while board.status(&format!("/{}/", board.token()), &host) != 200 {
        assert!(begin.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_killed_server_goes_on_with_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Board::start(folder.path(), &["cheskers", "--engine", "none"]);
    let mut page = board.page();
    let first = page.table()["position"]["steps"][0]["text"].clone();
    page.send(&json!({"type": "move", "text": first}));
    let fen = page.turns(1)["position"]["fen"].clone();
    board.child.kill().unwrap();
    board.child.wait().unwrap();
    let again = Board::start(folder.path(), &[]);
    let table = again.page().table();
    assert_eq!((&table["position"]["fen"], &table["last"]["text"]), (&fen, &first));
    // A new game keeps the old one.
    drop(again);
    let other = Board::start(folder.path(), &["chess"]);
    other.page().table();
    let pgn = std::fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    assert!(pgn.contains("[Variant \"cheskers\"]") && pgn.contains("[Result \"*\"]"), "{pgn}");
}

#[test]
fn a_killed_server_has_taken_the_time_off_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ["chess", "--engine", "none", "--clock", "60+0"];
    let mut board = Board::start(folder.path(), &clock);
    let mut page = board.page();
    page.table();
    page.send(&json!({"type": "move", "text": "e4"}));
    page.turns(1);
    // Longer than between two notes of the clock.
    std::thread::sleep(std::time::Duration::from_secs(5));
    board.child.kill().unwrap();
    board.child.wait().unwrap();
    let clocks = Board::start(folder.path(), &[]).page().table()["clocks"].clone();
    assert!(clocks[1].as_u64().unwrap() < 59_000, "{clocks}");
    assert_eq!(clocks[0], 60_000);
}

#[test]
fn a_folder_of_games_has_one_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Board::start(folder.path(), &["chess", "--engine", "none"]);
    first.page().table();
    let mut second = command(&["play", "--no-open", "--hash", "4", "--games"]);
    let refused = run_within(second.arg(folder.path()), PATIENCE);
    assert!(refused.code == Some(1) && refused.err.contains("--games"), "{refused:?}");
    // A program that was killed holds nothing.
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    Board::start(folder.path(), &[]).page().table();
}

#[test]
fn a_running_game_that_cannot_be_continued_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let setup = r#"{"variant":"no-such-game","engine":"none","level":1}"#;
    let game = format!(r#"{{"setup":{setup},"fen":"8/8 w","moves":[],"began":"2026-01-01"}}"#);
    std::fs::write(folder.path().join("running.json"), game).unwrap();
    std::fs::write(folder.path().join("running.pgn"), "[Event \"mine\"]\n\n1. e4 *\n\n").unwrap();
    let board = Board::start(folder.path(), &[]);
    assert_eq!(board.page().table()["setup"]["variant"], "chess");
    let pgn = std::fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    assert!(pgn.contains("[Event \"mine\"]"), "{pgn}");
}

#[test]
fn a_game_that_ends_is_kept_as_matches_keep_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let board = Board::start(folder.path(), &["chess", "--engine", "none", "--fen", fen]);
    let mut page = board.page();
    page.table();
    page.send(&json!({"type": "move", "text": "a1a8"}));
    let table = page.wait("table", |table| !table["result"].is_null());
    assert_eq!(table["result"][0], "1-0");
    let line = std::fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    let record: arena::GameRecord = serde_json::from_str(line.trim()).unwrap();
    assert_eq!((record.moves[0].turn.as_str(), record.result.text()), ("a1a8", "1-0"));
}

#[test]
fn both_files_of_games_name_the_same_players() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::start(folder.path(), &["chess", "--engine", "none"]);
    let mut page = board.page();
    assert_eq!(page.table()["players"], json!([null, null]));
    let pgn = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. f3 e5 2. g4 *";
    page.send(&json!({"type": "load", "pgn": pgn}));
    assert_eq!(page.turns(3)["players"], json!(["Ada", "Bo"]));
    page.send(&json!({"type": "move", "text": "Qh4"}));
    page.wait("table", |table| !table["result"].is_null());
    // The person who plays the engine.
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let setup =
        json!({"variant": "chess", "engine": "black", "level": 2, "fen": fen, "name": "Eve"});
    page.send(&json!({"type": "new", "setup": setup}));
    let table = page.wait("table", |table| table["players"][0] == "Eve");
    assert_eq!(table["players"][1], "Menagerie, level 2 (novice)");
    page.send(&json!({"type": "move", "text": "a1a8"}));
    page.wait("table", |table| !table["result"].is_null());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let (lines, pgn) = (read("games.jsonl"), read("games.pgn"));
    let records = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    let names = records.map(|record: arena::GameRecord| (record.white, record.black));
    let expected = [("Ada", "Bo"), ("Eve", "Menagerie level 2")];
    assert!(names.eq(expected.map(|(white, black)| (white.to_owned(), black.to_owned()))));
    for (white, black) in expected {
        assert!(pgn.contains(&format!("[White \"{white}\"]\n[Black \"{black}\"]")), "{pgn}");
    }
}

#[test]
fn every_game_is_played_to_an_end_or_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::start(folder.path(), &["chess", "--engine", "none"]);
    let mut page = board.page();
    let games = page.wait("games", |_| true)["games"].clone();
    let mut table = page.table();
    let mut numbers = menagerie_tests::Random::new(7);
    for game in games.as_array().unwrap() {
        let setup = json!({"variant": game["name"], "engine": "none", "level": 1});
        let id = table["id"].clone();
        page.send(&json!({"type": "new", "setup": setup}));
        table = page.wait("table", |table| table["id"] != id);
        for _ in 0..3 {
            if !table["result"].is_null() {
                break;
            }
            let steps = table["position"]["steps"].as_array().unwrap().clone();
            let may_end = table["position"]["may_end"].as_bool().unwrap();
            let choices = steps.len() + usize::from(may_end);
            let step = steps.get(numbers.below(choices));
            let text = step.map_or(json!("end"), |step| step["text"].clone());
            let before = (table["turns"].clone(), table["steps"].clone());
            page.send(&json!({"type": "move", "text": text}));
            table = page
                .wait("table", |table| (table["turns"].clone(), table["steps"].clone()) != before);
        }
    }
}

#[test]
fn variations_and_comments_stay_with_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Board::start(folder.path(), &["chess", "--engine", "none"]);
    let mut page = board.page();
    page.table();
    for text in ["e4", "e5", "Nf3"] {
        page.send(&json!({"type": "move", "text": text}));
    }
    page.turns(3);
    // A variation changes nothing in the game.
    page.send(&json!({"type": "vary", "node": 1, "text": "c5"}));
    let look = page.wait("look", |_| true);
    assert_eq!((&look["node"], &look["position"]["side"]), (&json!(4), &json!("white")));
    page.send(&json!({"type": "vary", "node": 4, "text": "e4e6"}));
    page.wait("refused", |_| true);
    // Reasons at a position of the tree, and a move that needs none.
    for (text, reason) in [("b1b5", "the knight on b1 cannot go to b5"), ("e2e4", "is legal")] {
        page.send(&json!({"type": "explain", "node": 0, "text": text}));
        let refused = page.wait("refused", |_| true);
        assert!(refused["text"].as_str().unwrap().contains(reason), "{refused}");
    }
    page.send(&json!({"type": "comment", "node": 4, "text": "the Sicilian"}));
    page.send(&json!({"type": "mark", "node": 3, "mark": 1}));
    page.wait("tree", |tree| tree["nodes"][3]["mark"] == 1);
    page.send(&json!({"type": "remove", "node": 2}));
    page.wait("refused", |_| true);
    for bad in [
        json!({"type": "look", "node": 99}),
        json!({"type": "vary", "node": 99, "text": "e4"}),
        json!({"type": "comment", "node": 99, "text": ""}),
        json!({"type": "mark", "node": 1, "mark": 200}),
        json!({"type": "promote", "node": 0}),
        json!({"type": "play-on", "node": 99}),
        json!({"type": "load", "pgn": "1. e4 e4"}),
        json!({"type": "load", "pgn": "(".repeat(60_000)}),
    ] {
        page.send(&bad);
        page.wait("refused", |_| true);
    }
    // On disk at once.
    board.child.kill().unwrap();
    board.child.wait().unwrap();
    let pgn = std::fs::read_to_string(folder.path().join("running.pgn")).unwrap();
    assert!(pgn.contains("1. e4 e5 (1... c5 {the Sicilian}) 2. Nf3 $1 *"), "{pgn}");
    let board = Board::start(folder.path(), &[]);
    let mut page = board.page();
    let tree = page.wait("tree", |_| true);
    assert_eq!(tree["nodes"][4]["comment"], "the Sicilian");
    // What is copied can be loaded again.
    page.send(&json!({"type": "load", "pgn": pgn}));
    let tree = page.wait("tree", |tree| tree["nodes"].as_array().unwrap().len() == 5);
    page.turns(3);
    page.send(&json!({"type": "pgn"}));
    let again = page.wait("pgn", |_| true);
    assert!(again["text"].as_str().unwrap().contains("(1... c5 {the Sicilian})"), "{again}");
    // The game goes on from the variation; the old line stays.
    let node = |tree: &Value, label: &str| {
        let nodes = tree["nodes"].as_array().unwrap().clone();
        nodes.iter().find(|node| node["turn"]["label"] == label).unwrap()["id"].clone()
    };
    page.send(&json!({"type": "look", "node": 0}));
    page.wait("look", |_| true);
    page.send(&json!({"type": "play-on", "node": node(&tree, "c5")}));
    let tree = page.wait("tree", |tree| tree["game"].as_array().unwrap().len() == 2);
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 5);
    page.turns(2);
    // A takeback leaves its turn as a variation.
    page.send(&json!({"type": "takeback"}));
    let tree = page.wait("tree", |tree| tree["game"].as_array().unwrap().len() == 1);
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 5);
    page.send(&json!({"type": "promote", "node": node(&tree, "e5")}));
    page.wait("tree", |_| true);
    page.send(&json!({"type": "remove", "node": node(&tree, "e5")}));
    let tree = page.wait("tree", |tree| tree["nodes"].as_array().unwrap().len() == 3);
    // Analysis of another position than the game's.
    page.send(&json!({"type": "analyse", "lines": 1, "node": node(&tree, "c5")}));
    let info = page.wait("info", |info| info["node"] == node(&tree, "c5"));
    assert!(info["lines"][0]["depth"].as_u64().unwrap() > 0);
}
