use super::*;

#[derive(Default)]
struct Found {
    games: Vec<PgnGame>,
    notes: Vec<(usize, String)>,
}

impl Games for Found {
    fn note(&mut self, line: usize, what: String) {
        self.notes.push((line, what));
    }

    fn game(&mut self, game: PgnGame) -> Result<(), BadLine> {
        self.games.push(game);
        Ok(())
    }
}

fn read(text: &str) -> Found {
    let mut found = Found::default();
    let mut reader = Reader::with_variations();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line.as_bytes(), &mut found).unwrap();
    }
    reader.end(&mut found).unwrap();
    found
}

/// Returns the moves and marks of a game with these tags, and its result.
fn words(tags: &str, moves: &str) -> (String, Option<String>) {
    let mut found = read(&format!("[Event \"x\"]\n{tags}\n\n{moves}\n"));
    assert!(
        found.notes.is_empty() && found.games.len() == 1,
        "{moves}: {found:?}",
        found = found.notes
    );
    let game = found.games.remove(0);
    let words: Vec<String> = game
        .words
        .iter()
        .map(|word| match word {
            Word::Move(text) => text.clone(),
            Word::Mark(mark) => format!("${mark}"),
            Word::Comment(_) => "{}".to_owned(),
            Word::Open => "(".to_owned(),
            Word::Close => ")".to_owned(),
        })
        .collect();
    (words.join(" "), game.end)
}

#[track_caller]
fn check(tags: &str, moves: &str, expected: &str, end: Option<&str>) {
    assert_eq!(words(tags, moves), (expected.to_owned(), end.map(str::to_owned)), "{moves}");
}

#[test]
fn castling_with_zeros_is_no_result() {
    check("", "7. 0-0 Nf6 8. d4 0-0 9. c4 *", "0-0 Nf6 d4 0-0 c4", Some("*"));
    check("", "7. o-o Nf6 8. Nc3 0-0-0+ *", "o-o Nf6 Nc3 0-0-0+", Some("*"));
    check("", "7.0-0 0-0 1-0", "0-0 0-0", Some("1-0"));
    check("", "7. d4 0-0 (7... c5 8. 0-0) 1/2-1/2", "d4 0-0 ( c5 0-0 )", Some("1/2-1/2"));
    check("[Result \"1-0\"]", "7. Nf3 0-0", "Nf3 0-0", None);
    check("", "7. 0-0", "0-0", None);
    check("", "7. Nf3 Nf6 ½-½", "Nf3 Nf6", Some("1/2-1/2"));
    for tags in ["", "[Result \"0-0\"]", "[GameType \"20\"]"] {
        check(tags, "0-0", "", Some("0-0"));
        check(tags, "1. a b 0-0", "a b", Some("0-0"));
    }
}

#[test]
fn marks_are_no_moves() {
    check(
        "",
        "1. e4! e5?! 2. Nf3!? ± Nc6 += 3. Bb5 N a6 +-",
        "e4 $1 e5 $6 Nf3 $5 $16 Nc6 $14 Bb5 $146 a6 $18",
        None,
    );
    check(
        "",
        "1. exd6 e.p. Kd8 = 2. exd6e.p. Qh4+- 3. fxe8=Q# #",
        "exd6 Kd8 $10 exd6 Qh4 $18 fxe8=Q#",
        None,
    );
    check("", "1. e4 (!) e5 (=) 2. e8(Q) d1(1. c5)", "e4 $1 e5 e8(Q) d1 ( c5 )", None);
    check("", "1… e5 2. Nf3±! $3 !", "e5 Nf3 $16 $1 $3 $1", None);
    check(
        "[GameType \"20\"]",
        "1. 32-28* 19-23(?) 2. 28x19 *",
        "32-28 $7 19-23 $2 28x19",
        Some("*"),
    );
    // A null move is not left out: the moves after it would be the other side's.
    check("", "1. -- e5 Z0", "-- e5 Z0", None);
}

#[test]
fn brackets_that_are_not_closed_or_opened_are_told() {
    for (text, line, what) in [
        ("1. e4 {best", 3, "unterminated comment: expected '}'"),
        ("1. e4\n{best\nby test", 4, "unterminated comment: expected '}'"),
        ("1. e4 (1. d4 (1. c4)\n*", 3, "unterminated variation: expected ')'"),
        ("1. e4 e5) 2. d4 *", 3, "')' without a variation before it"),
    ] {
        let found = read(&format!("[Event \"x\"]\n\n{text}\n"));
        assert_eq!(found.notes, [(line, what.to_owned())], "{text}");
        let found = read(&format!("[Event \"x\"]\n\n{text}\n[Event \"y\"]\n\n1. c4 *\n"));
        assert_eq!((found.games.len(), found.notes), (2, vec![(line, what.to_owned())]), "{text}");
    }
}

#[test]
fn variants_are_read_by_many_names() {
    let variant = |tags: &str| {
        let found = read(&format!("[Event \"x\"]\n{tags}\n\n*\n"));
        found.games[0].variant(&Catalog::builtin())
    };
    for (tags, expected) in [
        ("", None),
        ("[Variant \"\"]", None),
        ("[Variant \"Three-check\"]", Some("3check")),
        ("[Variant \"From Position\"]", Some("chess")),
        ("[Variant \"Unheard Of\"]", Some("unheard of")),
        ("[GameType \"20\"]", Some("international-draughts")),
        ("[Variant \"Standard\"]\n[GameType \"25,W,8,8,A0,0\"]", Some("russian-draughts")),
        ("[Variant \"Frisian\"]\n[GameType \"40\"]", Some("frisian-draughts")),
    ] {
        assert_eq!(variant(tags).as_deref(), expected, "{tags}");
    }
}
