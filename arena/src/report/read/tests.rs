use crate::statistics::tests::{plan, record};
use crate::{Fault, FaultKind, GameResult, RecordedScore, Termination};

use super::comment::Comment;
use super::*;

fn read_text(text: impl AsRef<[u8]>) -> Result<(GameSource, Vec<GameRecord>), String> {
    let mut games = Vec::new();
    let source =
        read_from(Path::new("f"), text.as_ref(), &Library::builtin(), &mut |game| games.push(game));
    source.map(|source| (source, games)).map_err(|error| error.to_string())
}

fn json(record: &GameRecord) -> String {
    serde_json::to_string(record).unwrap()
}

#[test]
fn json_lines() {
    let (first, second) = (record(1, "a", "b", "1-0"), record(1, "b", "a", "1/2-1/2"));
    let plan = plan(&["a", "b"], None);
    let header = serde_json::json!({"menagerie": "0.1.0", "match": plan}).to_string();
    let whole = format!("{header}\n{}\n\n{}\r\n", json(&first), json(&second));
    let (source, games) = read_text(&whole).unwrap();
    assert_eq!(games, [first.clone(), second.clone()]);
    assert_eq!(source, GameSource { plan: Some(plan), games: 2, ..GameSource::default() });

    let second = json(&second);
    let torn = format!("{}\n{}", json(&first), &second[..second.len() / 2]);
    let (source, games) = read_text(&torn).unwrap();
    assert_eq!(games, std::slice::from_ref(&first));
    assert!(
        source.notes[0].starts_with("line 2: incomplete last line ignored"),
        "{:?}",
        source.notes
    );

    let broken = format!("{}\n{{\"number\":3\n{}\n", json(&first), json(&first));
    let error = read_text(broken).unwrap_err();
    assert!(
        error.starts_with("f: line 2: invalid game: EOF while")
            && error.ends_with(r#": '{"number":3'"#),
        "{error}"
    );

    let (source, games) =
        read_text(format!("{{\"menagerie\":1,\"match\":{{}}}}\n{}", json(&first))).unwrap();
    assert_eq!((source.plan, games.len()), (None, 1));
    assert!(source.notes[0].starts_with("line 1: unreadable match settings: missing field"));
    assert!(source.has_bad_settings);
    assert_eq!(read_text("\n \n").unwrap(), (GameSource::default(), Vec::new()));
}

/// File in the format of cutechess-cli; games with a book, adjudicated and lost on time.
const CUTECHESS: &str = r#"[Event "?"]
[Site "?"]
[Date "2026.11.21"]
[Round "3"]
[White "a"]
[Black "b \"x\\y\""]
[Result "1/2-1/2"]
[GameStartTime "2026-11-21T17:09:55.740 UTC"]
[PlyCount "4"]
[Termination "adjudication"]
[TimeControl "0.05/move"]

1. d4 {book} e6 {-0.23/9 0.042s} 2. Nf3 {+M5/8 0.50s}
Nc6 {-0.15/8 1.2s, Draw by adjudication: maximal game length} 1/2-1/2

[Event "?"]
[Round "?"]
[White "b"]
[Black "a"]
[Result "1-0"]
[Termination "time forfeit"]
[Variant "Capablanca"]
[FEN "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR b KQkq - 0 1"]

1... e5 {a loses on time} 1-0

[Event "?"]
[White "a"]
[Black "b"]
[Result "*"]

1. e4 *
"#;

#[test]
fn pgn_of_cutechess() {
    let (source, games) = read_text(CUTECHESS).unwrap();
    assert_eq!((source.games, source.unfinished, source.notes.len()), (2, 1, 0));
    let first = &games[0];
    assert_eq!((first.number, first.round, first.white.as_str()), (1, 3, "a"));
    assert_eq!((first.black.as_str(), first.result), (r#"b "x\y""#, GameResult::Draw));
    assert_eq!((first.variant.as_str(), first.white_limits.as_str()), ("chess", "0.05/move"));
    assert_eq!((first.termination, first.faults.len()), (Termination::Adjudication, 0));
    assert_eq!(first.reason, "Draw by adjudication: maximal game length");
    assert_eq!(first.opening, ["d4"]);
    let turns: Vec<&str> = first.moves.iter().map(|mv| mv.turn.as_str()).collect();
    assert_eq!(turns, ["e6", "Nf3", "Nc6"]);
    let scores: Vec<_> = first.moves.iter().map(|mv| mv.score).collect();
    assert_eq!(
        scores,
        [Some(RecordedScore::Cp(-23)), Some(RecordedScore::Mate(5)), Some(RecordedScore::Cp(-15))]
    );
    assert_eq!((first.moves[2].time_us, first.moves[2].depth), (1_200_000, Some(8)));
    assert_eq!(first.duration_ms, 1742);
    assert!(!first.is_white(0) && first.is_white(1));

    let second = &games[1];
    assert_eq!((second.round, second.result, second.moves.len()), (0, GameResult::White, 1));
    assert_eq!((second.variant.as_str(), second.is_white(0)), ("capablanca", false));
    let text = "a loses on time".to_owned();
    assert_eq!(second.faults, [Fault { engine: "a".to_owned(), kind: FaultKind::Time, text }]);
    assert_eq!(second.faults[0].engine, second.black);
}

#[test]
fn pgn_of_xboard_and_others() {
    let text = r#"; a comment before all
[Event "Computer Chess Game"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "0-1"]
[Variant "chesica"]

{--------------
. q . q . q . q
white to play
--------------}
1. Rd3 {+0.06/10} Ra6 {-0.02/9 0.2} 2.Rf3 $1 (2. Kx1 {in a (variation)} (2. e4)) --
% an escaped line 1-0
{[not a tag]} 3. Ra4xb5-c6 {+1000.05/31 1:02} +Bxe5+ ; to the end 1-0
{False illegal-move claim} 0-1
[Event "x"]
[Round "2.1"]
[White "B"]
[Black "A"]
[Result "1-0"]

1. e4 {White resigns (Clocks: 1, 2)
[Event "y"]
[White "B"]
[Black "A"]
[Result "1-0"]
"#;
    let (source, games) = read_text(text.replace('\n', "\r\n")).unwrap();
    let [first, second, third] = games.as_slice() else { panic!("{games:?}") };
    let turns: Vec<&str> = first.moves.iter().map(|mv| mv.turn.as_str()).collect();
    assert_eq!(turns, ["Rd3", "Ra6", "Rf3", "--", "Ra4xb5-c6", "+Bxe5+"]);
    assert_eq!(
        (first.moves[4].score, first.moves[4].time_us),
        (Some(RecordedScore::Mate(5)), 62_000_000)
    );
    assert_eq!(first.termination, Termination::Fault(FaultKind::Protocol));
    assert_eq!(
        (first.reason.as_str(), first.faults[0].engine.as_str()),
        ("False illegal-move claim", "A")
    );
    assert_eq!((second.round, second.number, second.moves.len()), (2, 2, 1));
    assert_eq!((third.result, third.moves.len()), (GameResult::White, 0));
    assert_eq!((source.notes.len(), source.doubtful), (3, 2), "{:?}", source.notes);
    assert!(source.notes[0].starts_with("line 2: game 1: move 1 of "), "{:?}", source.notes);
}

#[test]
fn comments() {
    let parse = |text: &str| Comment::parse(text);
    let fastchess = parse("-M5/12 0.1s, n=1234, sd=4, pv=\"e2e4\", b mates");
    assert_eq!((fastchess.score, fastchess.nodes), (Some(RecordedScore::Mate(-5)), Some(1234)));
    assert_eq!((fastchess.time_us, fastchess.reason.as_str()), (Some(100_000), "b mates"));
    for (text, score, depth, time_us) in [
        // Format of fastchess, with a comma before the time.
        ("+0.00/8, 0.004s", Some(RecordedScore::Cp(0)), Some(8), Some(4_000)),
        (
            "-M5/12, 0.1s, n=9, hashfull=1000",
            Some(RecordedScore::Mate(-5)),
            Some(12),
            Some(100_000),
        ),
        ("0.25s", None, None, Some(250_000)),
        ("[%eval 0.17] [%emt 0:01:02.5]", None, None, Some(62_500_000)),
        ("[%clk 0:00:59]", None, None, None),
        ("d=25, sd=40, mt=1500, tl=90000, n=12, pv=e4 e5", None, Some(25), Some(1_500_000)),
    ] {
        let comment = parse(text);
        assert_eq!(
            (comment.score, comment.depth, comment.time_us),
            (score, depth, time_us),
            "{text}"
        );
        assert_eq!(comment.reason, "", "{text}");
    }
    assert_eq!(parse("+0.00/8, 0.004s, Draw by repetition").reason, "Draw by repetition");
    for (text, reason) in [
        ("Xboard adjudication: Checkmate", Termination::Rules),
        (
            "Xboard: Forfeit due to invalid move: e7e5 (e7e5 via `/, `/) res=24",
            Termination::Fault(FaultKind::IllegalMove),
        ),
        ("Xboard adjudication: long game", Termination::Adjudication),
        ("White resigns", Termination::Resignation),
        ("Draw agreed", Termination::Agreement),
        ("Black's connection stalls", Termination::Fault(FaultKind::Hang)),
        ("False win claim: 'chiefs'", Termination::Fault(FaultKind::Protocol)),
        ("", Termination::Rules),
    ] {
        assert_eq!(super::comment::termination_of("", &parse(text).reason), reason, "{text}");
    }
    for odd in [
        "",
        "/",
        "1/",
        "/1",
        "+inf/3 NaN",
        "M/1",
        "-M-5/3",
        "1e300/3 -1s",
        "99999999999999/1",
        "é/é",
        "M99999999999/3",
        "-M-2147483648/3",
    ] {
        parse(odd);
    }
}

#[test]
fn remarks_amid_a_game_are_no_end() {
    let text = r#"[Event "Tournament \"] [Site "a \"b\""]
[White "C:\"]
[Black "b"] [Result "1-0"] 1. e4 {a bold try: resigns nothing} e5 {+0.00/8, 0.004s}
2. Qh5 {+0.10/8, 0.005s} 1-0
"#;
    let (source, games) = read_text(text).unwrap();
    assert_eq!((source.games, source.notes.len()), (1, 0));
    assert_eq!((games[0].white.as_str(), games[0].black.as_str()), ("C:\\", "b"));
    assert_eq!((games[0].reason.as_str(), games[0].termination), ("", Termination::Rules));
    let times: Vec<u64> = games[0].moves.iter().map(|mv| mv.time_us).collect();
    assert_eq!(times, [0, 4_000, 5_000]);
}

#[test]
fn what_is_no_game_is_told() {
    for (text, error) in [
        (
            "[White \"a\"]\n[Black \"b\"]\n\n1. e4 1-0 e5\n",
            "f: line 4: moves after the result: expected the tags of another game: 'e5'",
        ),
        ("hello\n", "f: line 1: moves before any tag: expected PGN, or games of a match: 'hello'"),
        ("[Event \"x\"]\n[White a]\n", "f: line 2: expected a tag [Name \"value\"]: '[White a]'"),
        ("[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n", "f: line 1: missing tag Black: '1-0'"),
        (
            "[White \"a\"]\n[Black \"b\"]\n[Result \"3-0\"]\n",
            "f: line 1: unknown result, expected 1-0, 0-1, 1/2-1/2 or *: '3-0'",
        ),
    ] {
        assert_eq!(read_text(text).unwrap_err(), error);
    }
    let (source, games) =
        read_text(b"[White \"a\"]\n[Black \"J\xf6rg\"]\n[Result \"1-0\"]\n\n1. e4 0-1").unwrap();
    assert_eq!((games.len(), source.notes.len()), (1, 1));
    assert!(matches!(
        read(Path::new("no such file"), &Library::builtin(), &mut |_| {}),
        Err(ReadError::Io { .. })
    ));
}

#[test]
fn games_of_draughts_are_read() {
    let text = r#"[White "a"]
[Black "b"]
[GameType "20"]
[Result "0-2"]

1. 32-28 {+0.10/8 0.2s} 19-23 2. 28x19 14x23 0-2

[White "a"]
[Black "b"]
[GameType "25,W,8,8,A0,0"]
1.c3-d4 d6-c5 2.b2-c3 {book} 1/2-1/2

[White "a"]
[Black "b"]
[GameType "99"]
1-1
[White "a"]
[Black "b"]
[Result "0-0"]
0-0
"#;
    let (source, games) = read_text(text).unwrap();
    assert_eq!((source.games, source.unfinished), (3, 1));
    assert_eq!(source.notes, ["line 13: game 3: unknown game 'game type 99': not replayed"]);
    let found: Vec<_> = games.iter().map(|game| (&*game.variant, game.result)).collect();
    let expected = [
        ("international-draughts", GameResult::Black),
        ("russian-draughts", GameResult::Draw),
        ("game type 99", GameResult::Draw),
    ];
    assert_eq!(found, expected);
    let moves: Vec<&str> = games[0].moves.iter().map(|mv| &*mv.turn).collect();
    assert_eq!(moves, ["32-28", "19-23", "28x19", "14x23"]);
    assert_eq!(games[0].moves[0].time_us, 200_000);
    assert_eq!(games[1].moves.len(), 3);
}

/// Truncated files and corrupt lines never panic.
#[test]
fn any_bytes_can_be_read() {
    for cut in 0..CUTECHESS.len() {
        let _ = read_text(&CUTECHESS[..cut]);
        let _ = read_text(&CUTECHESS[cut..]);
        let mut bytes = CUTECHESS.as_bytes().to_vec();
        bytes[cut] = b"{}()[]\";\n\xff"[cut % 10];
        let _ = read_text(&bytes);
    }
}

#[test]
fn several_files() {
    let dir = std::env::temp_dir().join(format!("menagerie-read-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let paths = [dir.join("1.pgn"), dir.join("2.jsonl")];
    std::fs::write(&paths[0], CUTECHESS).unwrap();
    std::fs::write(&paths[1], json(&record(1, "a", "b", "1-0"))).unwrap();
    let mut games = Vec::new();
    let sources =
        read_all(&paths, &Library::builtin(), &mut |game| games.push((game.number, game.round)))
            .unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    assert_eq!(sources.len(), 2);
    assert_eq!(games, [(1, 3), (2, 0), (3, 4)]);
}

#[test]
fn games_of_a_definition_file_are_replayed() {
    let text = "[sidestep]\ninherits = \"chess\"\n[sidestep.pieces.P]\nmoves = \"mfWcfFmsW\"\n";
    let library = Library::builtin().with_text(text).unwrap().library;
    let game = |moves: &str| {
        let tags = "[White \"a\"]\n[Black \"b\"]\n[Variant \"sidestep\"]\n[Result \"1-0\"]\n";
        let file = format!("{tags}\n{moves} 1-0\n");
        read_from(Path::new("f"), file.as_bytes(), &library, &mut |_| {}).unwrap()
    };
    assert_eq!(game("1. e3 d6 2. e4 c6 3. d3 d5 4. exd5").notes, <Vec<String>>::new());
    let notes = game("1. e4").notes;
    assert!(
        notes[0].starts_with("line 1: game 1: move 1 of white: illegal move 'e4'"),
        "{notes:?}"
    );
}

#[test]
fn games_are_replayed_by_the_rules() {
    const TAGS: &str = "[White \"a\"]\n[Black \"b\"]\n";
    for (tags, text, note) in [
        ("", "1. e4 e5 1-0", None),
        ("", "1. e4 e5 2. Ke3 1-0", Some("line 1: game 1: move 2 of white: illegal move 'Ke3': ")),
        (
            "",
            "1. f3 e5 2. g4 Qh4# 1-0",
            Some("line 1: game 1: result 1-0: on the board it is 0-1 "),
        ),
        ("", "1. f3 e5 2. g4 Qh4# 0-1", None),
        ("", "1. e4 {unfinished", Some("line 5: unterminated comment")),
        ("[GameType \"20\"]\n", "1. 32-28 19-23 2. 28x19 14x23 1-0", None),
        ("[GameType \"20\"]\n", "1. 32-28 99-3 1-0", Some("line 1: game 1: move 1 of black: ")),
        ("[Variant \"crazyhouse\"]\n", "1. e4 d5 2. exd5 Qxd5 3. @e4 1-0", None),
        (
            "[Variant \"unheard-of\"]\n",
            "1. whatever 1-0",
            Some("line 1: game 1: unknown game 'unheard-of': not replayed"),
        ),
    ] {
        let result = if text.ends_with("0-1") { "0-1" } else { "1-0" };
        let text = format!("{TAGS}{tags}[Result \"{result}\"]\n\n{text}\n");
        let (source, games) = read_text(&text).unwrap();
        assert_eq!(games.len(), 1, "{text}");
        let is_known = note.is_none_or(|note| !note.contains("unknown"));
        let doubtful = usize::from(note.is_some() && is_known);
        assert_eq!(source.doubtful, doubtful, "{text}: {:?}", source.notes);
        let first = source.notes.first().map(String::as_str).unwrap_or_default();
        assert!(note.map_or(first.is_empty(), |note| first.starts_with(note)), "{first}");
    }
    let error = read_text(b"\xff bad\n").unwrap_err();
    assert_eq!(error, "f: line 1: not UTF-8: '\\xff bad'");
    let json = [json(&record(1, "a", "b", "1-0")).as_bytes(), b"\n{\"\xff\n{}\n"].concat();
    assert_eq!(read_text(json).unwrap_err(), "f: line 2: not UTF-8: '{\"\\xff'");
}
