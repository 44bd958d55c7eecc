use std::path::Path;

use variants::Catalog;

use super::*;
use crate::Evenness;
use crate::store::tests::Folder;

fn variant(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
}

fn random(plies: usize, bound: Option<Evenness>) -> OpeningSource {
    OpeningSource::Random { plies, bound, either_begins: false }
}

#[test]
fn random_openings_are_the_same_for_every_caller() {
    for name in ["chess", "chesimals"] {
        let variant = variant(name);
        let new = |seed| Openings::new(&random(4, None), &variant, seed).unwrap();
        let all: Vec<Opening> = (0..6).map(|round| new(7).get(round).unwrap()).collect();
        let (backwards, threads) = (new(7), new(7));
        for round in (0..6).rev() {
            assert_eq!(backwards.get(round).unwrap(), all[round], "{name}");
        }
        let from_threads: Vec<Opening> = std::thread::scope(|scope| {
            let asked: Vec<_> = (0..6)
                .map(|round| {
                    scope.spawn({
                        let t = &threads;
                        move || t.get(round)
                    })
                })
                .collect();
            asked.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect()
        });
        assert_eq!(from_threads, all, "{name}");
        assert_ne!(new(8).get(0).unwrap(), all[0], "{name}");
        for opening in &all {
            let mut game = variant.start();
            for turn in &opening.turns {
                game.play_turn(turn).unwrap();
            }
            assert_eq!((opening.turns.len(), game.outcome()), (4, None));
        }
    }
}

#[test]
fn either_side_begins_where_the_rules_allow_it() {
    let source = OpeningSource::Random { plies: 2, bound: None, either_begins: true };
    let openings = Openings::new(&source, &variant("cheskers"), 1).unwrap();
    let sides: Vec<_> = (0..4)
        .map(|round| openings.get(round).unwrap().fen.map(|fen| fen.contains(" w ")))
        .collect();
    // Black begins in this game.
    assert_eq!(sides, [None, Some(true), None, Some(true)]);
}

#[test]
fn random_openings_repeat_only_when_none_is_left() {
    let openings = Openings::new(&random(1, None), &variant("chess"), 3).unwrap();
    let mut first: Vec<String> =
        (0..20).map(|round| openings.get(round).unwrap().turns.concat()).collect();
    first.sort();
    first.dedup();
    // All 20 moves occur before a repeat; the probability of a failure is 1 in 170.
    assert_eq!(first.len(), 20);
    assert!(first.contains(&openings.get(20).unwrap().turns.concat()));
}

#[test]
fn random_openings_are_balanced() {
    let variant = variant("cheskers");
    let any = Openings::new(&random(10, None), &variant, 5).unwrap();
    for bound in [Evenness::Centipawns(100), Evenness::Chances { percent: 60 }] {
        let fair = Openings::new(&random(10, Some(bound)), &variant, 5).unwrap();
        let mut rejected = 0;
        for round in 0..6 {
            let opening = fair.get(round).unwrap();
            rejected += usize::from(opening != any.get(round).unwrap());
            let mut game = variant.start();
            for turn in &opening.turns {
                game.play_turn(turn).unwrap();
            }
            let mut generator = Generator::new(&variant, 10, Some(bound), 5).unwrap();
            let away = generator.away(&game, bound).unwrap();
            assert!(bound.allows(away, generator.model()), "{bound:?}: {away}");
        }
        assert!(rejected > 0, "{bound:?}: it has to reject something to be tested");
    }
}

/// Chess without Black's queen.
fn uneven() -> Variant {
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = format!("[uneven]\ninherits = \"chess\"\nstart = \"{fen}\"\n");
    let (catalog, _) = Catalog::builtin().with_file(&text).unwrap();
    Variant::compile(catalog.get("uneven").unwrap().clone()).unwrap()
}

#[test]
fn what_was_asked_and_not_found_is_told() {
    let even = Some(Evenness::Chances { percent: 51 });
    let openings = Openings::new(&random(1, even), &uneven(), 1).unwrap();
    let warning = openings.warning().unwrap();
    let expected =
        "opening 1 is not balanced: 100 attempts of 1 random turns found none within 51 %";
    assert!(warning.starts_with(expected), "{warning}");
    openings.get(1).unwrap();
    assert_eq!(
        (openings.warning(), openings.lacking()),
        (None, Some("of 2 openings: 2 not balanced as asked".to_owned()))
    );

    // There are twenty first moves in chess.
    let openings = Openings::new(&random(1, None), &variant("chess"), 1).unwrap();
    openings.get(19).unwrap();
    assert_eq!((openings.warning(), openings.lacking()), (None, None));
    openings.get(21).unwrap();
    let warning = openings.warning().unwrap();
    assert!(warning.starts_with("opening 21 leads to the position of an earlier one"), "{warning}");
    let lacking = openings.lacking().unwrap();
    assert_eq!(lacking, "of 22 openings: 2 with the position of an earlier one");
}

#[test]
fn what_is_even_hangs_on_the_game() {
    let most = |name| {
        let generator = Generator::new(&variant(name), 1, None, 1).unwrap();
        let bound = Evenness::Chances { percent: 60 };
        (0..2000).take_while(|&away| bound.allows(away, generator.model())).last().unwrap()
    };
    // A pawn decides a game of Cheskers, and hardly one of Pacific Chess.
    assert!(most("cheskers") < 50);
    assert!((50..100).contains(&most("chess")));
    assert!(most("pacific") > 100);
    assert!(Evenness::Centipawns(70).allows(70, &search::WdlModel::default()));
    assert!(!Evenness::Centipawns(70).allows(71, &search::WdlModel::default()));
}

#[test]
fn a_game_that_ends_too_soon_has_no_such_opening() {
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    let text = format!("[short]\ninherits = \"chess\"\nstart = \"{fen}\"\nmove-rule = 3\n");
    let (catalog, _) = Catalog::builtin().with_file(&text).unwrap();
    let variant = Variant::compile(catalog.get("short").unwrap().clone()).unwrap();
    let error = Openings::new(&random(3, None), &variant, 1).unwrap_err();
    assert_eq!(error.to_string(), "openings: random:3: the game was over in each of 100 attempts");
}

#[track_caller]
fn line(name: &str, text: &str, expected: Result<(Option<&str>, &str), &str>) {
    let found = read_line(text, &variant(name));
    let found = found.map(|opening| opening.expect("an opening")).map_err(|e| e.to_string());
    let expected = expected.map_err(str::to_owned).map(|(fen, turns)| Opening {
        fen: fen.map(str::to_owned),
        turns: turns.split_whitespace().map(str::to_owned).collect(),
    });
    assert_eq!(found, expected, "{text}");
}

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";

#[test]
fn lines() {
    let full = format!("{ITALIAN} 0 1");
    let played = format!("{ITALIAN} 3 3");
    line("chess", ITALIAN, Ok((Some(&full), "")));
    line("chess", &played, Ok((Some(&played), "")));
    line("chess", &format!("{ITALIAN} bm Bc5; id \"italian 1\";"), Ok((Some(&full), "")));
    for (operations, counters) in [
        ("hmvc 2; fmvn 4;", "2 4"),
        ("id \"a; hmvc 9; b\"; fmvn 4; hmvc 2", "2 4"),
        ("hmvc 2; bm Bc5;", "2 1"),
        ("fmvn 4;", "0 4"),
    ] {
        let counted = format!("{ITALIAN} {counters}");
        line("chess", &format!("{ITALIAN} {operations}"), Ok((Some(&counted), "")));
    }
    line("chess", &format!("fen {ITALIAN} moves f8c5 e1g1"), Ok((Some(&full), "f8c5 e1g1")));
    line("chess", &format!("{ITALIAN} moves f8c5"), Ok((Some(&full), "f8c5")));
    for text in ["e2e4 E7E5", "\te2e4  e7e5\r", "startpos moves e2e4 e7e5", "startpos e2e4 e7e5"] {
        line("chess", text, Ok((None, "e2e4 e7e5")));
    }
    line("chess", "startpos", Ok((None, "")));
    line("chesimals", "c3c4,c2d4 c10c9", Ok((None, "c3c4,c2d4 c10c9")));
    for blank in ["", "   ", "# e2e4", "  #"] {
        assert_eq!(read_line(blank, &variant("chess")), Ok(None));
    }
}

#[test]
fn lines_that_are_none() {
    line("chess", "e2e4 e7e4", Err("turn 2: illegal move 'e7e4': the pawn on e7 cannot go to e4"));
    line(
        "chess",
        "8/8/8 w - - 0 1",
        Err("'8/8/8 w - - 0 1': the placement has 3 ranks: expected 8"),
    );
    line(
        "chess",
        "f2f3 e7e5 g2g4 d8h4",
        Err("'f2f3 e7e5 g2g4 d8h4': the game is over: black wins (checkmate)"),
    );
    line(
        "chess",
        &format!("{ITALIAN} x 1"),
        Err(&format!(
            "'{ITALIAN} x 1': invalid half-move clock 'x': expected a number from 0 to 100000"
        )
        .replace("3/5N2/PPPP1PPP/RNBQK2R b KQkq - x 1'", "3/5N2/PPPP1PPP/RNBQK2R b KQkq - x 1'")),
    );
}

fn file(text: &[u8], order: OpeningOrder, seed: u64) -> Result<Openings, String> {
    let folder = Folder::new();
    let path = folder.path("book.epd");
    std::fs::write(&path, text).unwrap();
    let source = OpeningSource::File { path: path.clone(), order };
    Openings::new(&source, &variant("chess"), seed)
        .map_err(|error| error.to_string().replace(&path.display().to_string(), "book.epd"))
}

#[test]
fn files() {
    let text = b"\xef\xbb\xbf# A book.\r\ne2e4\r\n\r\nd2d4\nc2c4\ng1f3\nb1c3";
    let turns = |openings: &Openings, round| openings.get(round).unwrap().turns.concat();
    let book = file(text, OpeningOrder::Sequential, 1).unwrap();
    let all = ["e2e4", "d2d4", "c2c4", "g1f3", "b1c3", "e2e4"];
    assert_eq!(book.count(), Some(5));
    for (round, turn) in all.iter().enumerate() {
        assert_eq!(turns(&book, round), *turn);
    }
    let shuffled = |seed| {
        let book = file(text, OpeningOrder::Random, seed).unwrap();
        (0..10).map(|round| turns(&book, round)).collect::<Vec<String>>()
    };
    let one = shuffled(1);
    assert_eq!(one, shuffled(1));
    assert_eq!(one[..5], one[5..], "begun anew in the same order");
    assert!((2..6).any(|seed| shuffled(seed) != one));
    let mut sorted = one[..5].to_vec();
    sorted.sort();
    assert_eq!(sorted, ["b1c3", "c2c4", "d2d4", "e2e4", "g1f3"]);
}

#[test]
fn files_with_faults() {
    let order = OpeningOrder::Sequential;
    assert_eq!(
        file(b"e2e4\n\nxx\n\xff\xfe\n", order, 1).unwrap_err(),
        "openings: book.epd: line 3: turn 1: illegal move 'xx': malformed: expected two \
         squares, such as a1b2\nbook.epd: line 4: not UTF-8: '\\xff\\xfe'"
    );
    let many = file(&b"x\n".repeat(15), order, 1).unwrap_err();
    assert!(many.ends_with("\nand 5 faults more"), "{many}");
    assert_eq!(file(b"# none\n", order, 1).unwrap_err(), "openings: book.epd has no opening");
    let missing = OpeningSource::File { path: Path::new("no such file").to_owned(), order };
    let error = Openings::new(&missing, &variant("chess"), 1).unwrap_err().to_string();
    assert!(error.starts_with("openings: cannot read no such file: "), "{error}");
}

#[test]
fn openings_are_read_from_games() {
    let folder = Folder::new();
    let path = folder.path("openings.pdn");
    let open = |text: &str, name: &str| {
        std::fs::write(&path, text).unwrap();
        let source = OpeningSource::File { path: path.clone(), order: OpeningOrder::Sequential };
        Openings::new(&source, &variant(name), 1)
    };
    let text = "\n[Event \"a\"]\r\n[GameType \"20\"]\r\n\r\n1. 32-28 {good} 19-23 (19-24) 2. 28x19 *\n\
                [Event \"b\"]\n[FEN \"B:W31-40:B1-10\"]\n\n1... 10-14 2-0\n";
    let openings = open(text, "international-draughts").unwrap();
    assert_eq!(openings.count(), Some(2));
    assert_eq!(openings.get(0).unwrap().turns, ["d4e5", "g7f6", "e5g7"]);
    let second = openings.get(1).unwrap();
    assert_eq!(second.turns, ["i9h8"]);
    assert!(second.fen.unwrap().ends_with(" b - - 0 1"));
    let openings = open("[Event \"x\"]\n1. e4 e5 2. Nf3 *\n", "chess").unwrap();
    assert_eq!(openings.get(0).unwrap().turns, ["e2e4", "e7e5", "g1f3"]);
    let error = open("[Event \"x\"]\n\n1. e4 e5 2. Nf4 *\n", "chess").unwrap_err().to_string();
    assert!(error.contains("line 1: turn 3"), "{error}");
    let error = open("[Event \"x\"]\n[Bad tag]\n", "chess").unwrap_err().to_string();
    assert!(error.contains("line 2: expected a tag"), "{error}");
    let opening = read_line("W:W31-50:B1-20", &variant("international-draughts")).unwrap();
    assert!(opening.unwrap().fen.is_some());
    for text in ["1. e4 e5 2. Nf3", "1.e4 e5 2.Nf3", "startpos moves 1. e4 1... e5 2. Nf3"] {
        let opening = read_line(text, &variant("chess")).unwrap().unwrap();
        assert_eq!(opening.turns, ["e2e4", "e7e5", "g1f3"], "{text}");
    }
    let opening = read_line("c3-d4 d6-c5", &variant("russian-draughts")).unwrap().unwrap();
    assert_eq!(opening.turns, ["c3d4", "d6c5"]);
    for (text, name, expected) in [
        (
            "[Variant \"Atomic\"]\n1. e4 *",
            "chess",
            "line 1: a game of atomic: expected a game of chess",
        ),
        ("[Event \"x\"]\n1. e4 {best", "chess", "line 2: unterminated comment: expected '}'"),
        ("[Event \"x\"]\n1. e4 (1. d4", "chess", "line 2: unterminated variation: expected ')'"),
        ("[Event \"x\"]\n1. e4) *", "chess", "line 2: ')' without a variation before it"),
        (
            "[GameType \"20\"]\n1. 32-28 *",
            "russian-draughts",
            "line 1: a game of international-draughts: expected a game of russian-draughts",
        ),
    ] {
        let error = open(text, name).unwrap_err().to_string();
        assert!(error.ends_with(expected), "{error}");
    }
    for (tag, name) in [
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Chess960", "fischerandom"),
        ("King of the Hill", "kingofthehill"),
        ("Pacific Chess", "pacific"),
    ] {
        let openings = open(&format!("[Variant \"{tag}\"]\n\n*\n"), name).unwrap();
        assert_eq!(openings.count(), Some(1), "{tag}");
    }
    let castling = "[Event \"x\"]\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *\n";
    let openings = open(castling, "chess").unwrap();
    assert_eq!(openings.get(0).unwrap().turns[6..], ["e1g1", "e8g8"]);
}
