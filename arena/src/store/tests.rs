use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use variants::{Catalog, Variant};

use super::*;
use crate::{
    Adjudication, EngineSpec, Fault, FaultKind, Fingerprints, GameResult, MoveRecord,
    OpeningSource, RecordedScore, Termination, Tournament,
};

/// Folder that is removed at the end of the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("menagerie-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Match of baseline players: `a` is greedy, `b` plays random moves.
pub(crate) fn plan(variant: &str, rounds: usize) -> Match {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let engine = |text| EngineSpec::parse(&[], &words(text)).unwrap();
    Match {
        event: "test".to_owned(),
        variant: variant.to_owned(),
        size: None,
        variant_paths: Vec::new(),
        engines: vec![engine("greedy name=a"), engine("random name=b")],
        tournament: Tournament::RoundRobin,
        games_per_round: 2,
        rounds,
        openings: OpeningSource::Start,
        seed: 1,
        adjudication: Adjudication::default(),
        tables: None,
        sprt: None,
        recover: false,
        fingerprints: Fingerprints::default(),
        shard: None,
        identity: Default::default(),
        mark: None,
    }
}

pub(crate) fn variant(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
}

pub(crate) fn record(number: usize) -> GameRecord {
    let (white, black) = if number % 2 == 1 { ("a", "b") } else { ("b", "a") };
    let mv = |turn: &str, score, time_us| MoveRecord {
        turn: turn.to_owned(),
        time_us,
        score: Some(score),
        depth: Some(8),
        nodes: Some(1000),
    };
    GameRecord {
        number,
        round: number.div_ceil(2),
        white: white.to_owned(),
        black: black.to_owned(),
        variant: "chess".to_owned(),
        size: None,
        fen: variant("chess").definition().start.clone(),
        opening: vec!["f2f3".to_owned(), "e7e5".to_owned()],
        moves: vec![
            mv("g2g4", RecordedScore::Cp(-135), 100_000),
            mv("d8h4", RecordedScore::Mate(1), 9_000),
        ],
        result: GameResult::Black,
        termination: Termination::Rules,
        reason: "Black mates".to_owned(),
        faults: Vec::new(),
        white_limits: "10+0.1".to_owned(),
        black_limits: "10+0.1".to_owned(),
        began: "2024-05-06T07:08:09.123Z".to_owned(),
        duration_ms: 3_723_999,
        final_fen: "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".to_owned(),
    }
}

/// Returns a file with a match and some of its games.
fn file(folder: &Folder, games: &[usize]) -> PathBuf {
    let path = folder.path("match.jsonl");
    let mut store = Store::create(&path, &plan("chess", 2)).unwrap();
    for &number in games {
        store.append(&record(number)).unwrap();
    }
    path
}

#[test]
fn games_are_kept() {
    let folder = Folder::new();
    let path = file(&folder, &[2, 1]);
    let text = fs::read_to_string(&path).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(text.starts_with(&format!("{{\"menagerie\":\"{version}\",\"match\":{{")), "{text}");
    assert_eq!(text.lines().count(), 3);
    for saved in [load(&path).unwrap(), Store::resume(&path).unwrap().saved] {
        assert_eq!(saved.plan, plan("chess", 2));
        assert_eq!(saved.games, [record(2), record(1)]);
        assert_eq!(saved.warnings, [""; 0]);
    }
    let (_, mut store) = Store::resume(&path).unwrap().begin().unwrap();
    store.append(&record(3)).unwrap();
    assert_eq!(load(&path).unwrap().games, [record(2), record(1), record(3)]);
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new();
    let path = file(&folder, &[1]);
    let before = fs::read(&path).unwrap();
    let error = Store::create(&path, &plan("chess", 5)).unwrap_err().to_string();
    let expected =
        "exists already: resume it (menagerie match --resume {0}), or choose another name (--out)"
            .replace("{0}", &path.display().to_string());
    assert_eq!(error, format!("{} {expected}", path.display()));
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::write(folder.path("other.pgn"), "mine").unwrap();
    let (path, plan) = (folder.path("other.jsonl"), plan("chess", 5));
    let error = Files::create(&path, &plan, &variant("chess")).unwrap_err().to_string();
    assert!(error.ends_with("other.pgn exists already: choose another name (--out)"), "{error}");
    assert!(!folder.path("other.jsonl").exists());
    for name in ["other.PGN", "other.pdn"] {
        let error = Store::create(&folder.path(name), &plan).unwrap_err();
        assert!(error.to_string().contains("does not end in .pgn or .pdn"), "{error}");
    }
}

#[test]
fn one_at_a_time() {
    let folder = Folder::new();
    let path = file(&folder, &[1]);
    let first = Store::resume(&path).unwrap();
    let error = Store::resume(&path).unwrap_err().to_string();
    assert_eq!(error, format!("{} is in use: another process plays its match", path.display()));
    drop(first);
    Store::resume(&path).unwrap();
}

#[test]
fn a_line_that_was_cut_off_goes() {
    let folder = Folder::new();
    let path = file(&folder, &[1, 2]);
    let whole = fs::read(&path).unwrap();
    let ends: Vec<usize> =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    // All cuts near line ends, and some in between: each costs a write to disk.
    let near = |&cut: &usize| ends.iter().any(|&end| cut.abs_diff(end) <= 2) || cut % 131 == 0;
    for cut in (0..whole.len()).filter(near) {
        fs::write(&path, &whole[..cut]).unwrap();
        let resumed = Store::resume(&path);
        if cut <= ends[0] {
            let error = resumed.unwrap_err().to_string();
            assert!(error.contains("delete the file and start again"), "{cut}: {error}");
            continue;
        }
        let resumed = resumed.unwrap();
        assert_eq!(fs::read(&path).unwrap(), &whole[..cut], "looking changes nothing");
        let (saved, mut store) = resumed.begin().unwrap();
        // A game is complete with all its characters, with or without its line ending.
        let games = ends[1..].iter().filter(|&&end| cut >= end).count();
        let torn = !ends.iter().any(|&end| cut == end || cut == end + 1);
        assert_eq!((saved.games.len(), saved.warnings.len()), (games, usize::from(torn)), "{cut}");
        store.append(&record(3)).unwrap();
        drop(store);
        let after = load(&path).unwrap();
        assert_eq!(after.games.len(), games + 1);
        assert_eq!(after.games.last(), Some(&record(3)));
    }
    // Possible contents after a power cut.
    let zeros = [&whole[..], &[0; 100]].concat();
    fs::write(&path, zeros).unwrap();
    let (saved, _) = Store::resume(&path).unwrap().begin().unwrap();
    assert_eq!((saved.games.len(), saved.warnings.len()), (2, 1));
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[track_caller]
fn damaged(lines: &[String], expected: &str) {
    let folder = Folder::new();
    let path = file(&folder, &[]);
    let mut text = fs::read_to_string(&path).unwrap();
    text.extend(lines.iter().map(|line| line.clone() + "\n"));
    fs::write(&path, &text).unwrap();
    let error = Store::resume(&path).unwrap_err().to_string();
    let error = error.replace(&path.display().to_string(), "FILE");
    assert!(error.starts_with(expected), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "a damaged file is left alone");
}

#[test]
fn damaged_files() {
    let line = |number| serde_json::to_string(&record(number)).unwrap();
    let other = |number| GameRecord { black: "c".to_owned(), ..record(number) };
    damaged(&["nonsense".to_owned(), line(1)], "FILE: line 2: invalid game: expected ident");
    damaged(&[line(1), "{}".to_owned()], "FILE: line 3: invalid game: missing field `number`");
    damaged(&[line(1), line(2), line(1)], "FILE: line 4: game 1 is recorded twice");
    damaged(&[line(5)], "FILE: line 2: game 5: the match has games 1 to 4");
    damaged(&[line(0)], "FILE: line 2: game 0: the match has games 1 to 4");
    let stranger = serde_json::to_string(&other(1)).unwrap();
    damaged(&[stranger], "FILE: line 2: game 1: a - c: expected a - b");
    let folder = Folder::new();
    let path = folder.path("x.jsonl");
    for (line, expected) in [
        (r#"{"menagerie": "1", "match": {}}"#, "line 1: invalid match settings: missing field"),
        (r#"{"menagerie": "1", "match": 7}"#, "line 1: invalid match settings: invalid type"),
        (r#"{"games": 1}"#, "line 1: expected the settings of a match: "),
        ("{}", "line 1: expected the settings of a match: "),
        ("[]", "line 1: expected the settings of a match: "),
        (PGN, "line 1: expected the settings of a match: "),
    ] {
        fs::write(&path, format!("{line}\n")).unwrap();
        let error = Store::resume(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }
    let error = Store::resume(&folder.path("none")).unwrap_err().to_string();
    assert!(error.starts_with("cannot open "), "{error}");
}

const PGN: &str = r#"[Event "a \"test\" \\ match"]
[Site "?"]
[Date "2024.05.06"]
[Round "1.1"]
[White "a"]
[Black "b"]
[Result "0-1"]
[GameDuration "01:02:03"]
[GameStartTime "2024-05-06T07:08:09.123Z"]
[PlyCount "4"]
[Termination "normal"]
[TimeControl "10+0.1"]

1. f3 {book} e5 {book} 2. g4 {-1.35/8 0.10s} Qh4# {+M1/8 0.009s, Black mates}
0-1

"#;

#[test]
fn pgn_of_chess() {
    assert_eq!(pgn_text(&record(1), "a \"test\" \\ match", &variant("chess")), PGN);
}

#[test]
fn a_game_in_progress_has_no_end() {
    let text = pgn_text_of(&record(1), None, "x", &variant("chess"), None);
    assert!(text.contains("[Result \"*\"]\n") && text.ends_with("*\n\n"), "{text}");
    assert!(text.contains("[Termination \"unterminated\"]\n"), "{text}");
}

#[test]
fn pgn_of_other_games() {
    let start = "1ege1t1tp1p1hwh1/1gdg1sqsnkn1wow1/1ege1t1tp1p1hwh1/16/16/16/16/16/16/\
                 1EGE1T1TP1P1HWH1/1GDG1SQSNKN1WOW1/1EGE1T1TP1P1HWH1 b - - 3 17";
    let mv = |turn: &str| MoveRecord {
        turn: turn.to_owned(),
        time_us: 1_500_000,
        score: None,
        depth: None,
        nodes: None,
    };
    let text = "said } and {\n1-0 \u{7}";
    let record = GameRecord {
        variant: "chesimals".to_owned(),
        size: Some("16x12".to_owned()),
        fen: start.to_owned(),
        opening: Vec::new(),
        moves: vec![mv("c10c9"), mv("c3c4,c2d4")],
        result: GameResult::White,
        termination: Termination::Fault(FaultKind::Protocol),
        reason: "Black's engine broke the protocol".to_owned(),
        faults: vec![Fault {
            engine: "b".to_owned(),
            kind: FaultKind::Protocol,
            text: text.to_owned(),
        }],
        black_limits: "10000 nodes".to_owned(),
        white_limits: "inf".to_owned(),
        ..record(3)
    };
    let expected = format!(
        r#"[Event "e"]
[Site "?"]
[Date "2024.05.06"]
[Round "2.3"]
[White "a"]
[Black "b"]
[Result "1-0"]
[BlackTimeControl "10000 nodes"]
[Board "16x12"]
[FEN "{start}"]
[GameDuration "01:02:03"]
[GameStartTime "2024-05-06T07:08:09.123Z"]
[PlyCount "2"]
[SetUp "1"]
[Termination "rules infraction"]
[Variant "chesimals"]
[WhiteTimeControl "-"]

17... c10c9 {{1.50s}} 18. c3c4,c2d4 {{1.50s, Black's engine broke the protocol
(said ) and ( 1-0 )}} 1-0

"#
    );
    assert_eq!(pgn_text(&record, "e", &variant("chesimals")), expected);
    let none = GameRecord { moves: Vec::new(), ..record };
    let text = pgn_text(&none, "e", &variant("chesimals"));
    assert!(text.contains("\n\n{Black's engine broke the protocol (said ) and ( 1-0 )} 1-0\n\n"));
}

#[test]
fn pgn_numbers_moves_where_checks_are_counted() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 3+2 7 30".to_owned();
    let opening = ["e1c1", "e8e7", "d1h1"].map(str::to_owned).to_vec();
    let record = GameRecord { variant: "3check".to_owned(), fen, opening, ..record(1) };
    let record = GameRecord { moves: Vec::new(), ..record };
    let text = pgn_text(&record, "e", &variant("3check"));
    assert!(text.contains("30. O-O-O"), "{text}");
    assert!(text.contains("31. Rh1"), "{text}");
}

#[test]
fn pgn_follows_the_truth() {
    let folder = Folder::new();
    let path = folder.path("match.jsonl");
    let (plan, chess) = (plan("chess", 2), variant("chess"));
    let mut files = Files::create(&path, &plan, &chess).unwrap();
    for number in [1, 2] {
        assert_eq!(files.keep(&record(number)).unwrap(), None);
    }
    drop(files);
    let pgn = folder.path("match.pgn");
    let whole = fs::read_to_string(&pgn).unwrap();
    assert_eq!(whole.matches("[Event \"test\"]").count(), 2);
    for broken in ["", &whole[..whole.len() / 2], &whole.repeat(2)] {
        fs::write(&pgn, broken).unwrap();
        let (_, saved) = Files::resume(Store::resume(&path).unwrap(), &chess).unwrap();
        assert_eq!(saved.games.len(), 2);
        assert_eq!(fs::read_to_string(&pgn).unwrap(), whole);
    }
    let (mut files, _) = Files::resume(Store::resume(&path).unwrap(), &chess).unwrap();
    files.keep(&record(3)).unwrap();
    assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[Event \"test\"]").count(), 3);
    let names: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

/// Black begins English draughts, and International draughts count two points.
#[test]
fn pdn_of_draughts() {
    let played = |name: &str, turns: &[&str]| {
        let mv = |turn: &&str| MoveRecord {
            turn: (*turn).to_owned(),
            time_us: 10_000,
            score: None,
            depth: None,
            nodes: None,
        };
        let record = GameRecord {
            variant: name.to_owned(),
            fen: variant(name).definition().start.clone(),
            opening: Vec::new(),
            moves: turns.iter().map(mv).collect(),
            result: GameResult::White,
            reason: "the end".to_owned(),
            ..record(1)
        };
        pgn_text(&record, "e", &variant(name))
    };
    let text = played("english-draughts", &["f6g5", "c3b4", "g5h4"]);
    assert!(text.contains("[GameType \"21,B,8,8,N1,0\"]\n"), "{text}");
    assert!(text.contains("[Variant \"english-draughts\"]\n") && !text.contains("FEN"), "{text}");
    let moves = "1. 11-16 {0.010s} 22-17 {0.010s} 2. 16-20 {0.010s, the end} 1-0";
    assert!(text.contains(moves), "{text}");
    let text = played("international-draughts", &["d4e5", "g7f6", "e5g7"]);
    assert!(text.contains("[GameType \"20,W,10,10,N2,0\"]\n[PlyCount"), "{text}");
    assert!(text.contains("[Result \"2-0\"]\n"), "{text}");
    assert!(
        text.contains("1. 32-28 {0.010s} 19-23 {0.010s} 2. 28x19 {0.010s, the end} 2-0"),
        "{text}"
    );
}
