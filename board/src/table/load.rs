//! Games of PGN and PDN, with variations and comments.

use std::time::Duration;

use arena::pgn::{BadLine, Games, PgnGame, Reader, Word};
use arena::report::read::is_of_program;
use engine::library::Library;
use thiserror::Error;
use variants::Color;

use super::null_moves::{is_null_move, length_of_variation, text_of};
use super::{Table, TableError};
use crate::setup::{Players, Setup};
use crate::tree::{MAX_NODES, NodeId, Tree};

/// Most variations inside each other.
const MAX_DEPTH: usize = 100;

/// Reason why a text is not a game.
#[derive(Debug, Error)]
pub enum LoadError {
    /// Text that is not PGN.
    #[error("line {line}: {what}{}", quoted(text))]
    Text {
        /// Line, from 1.
        line: usize,
        /// Description of the error.
        what: String,
        /// Beginning of the line.
        text: String,
    },
    /// Text without a game.
    #[error("no game in this text")]
    Empty,
    /// Game with too many moves.
    #[error("more than {MAX_NODES} moves, or {MAX_DEPTH} variations inside each other")]
    TooLong,
    /// Game that cannot be set up.
    #[error(transparent)]
    Setup(#[from] TableError),
    /// Illegal move.
    #[error("the game cannot be loaded: move {number} of {side}{}", if *.in_variation { ", in a variation" } else { "" })]
    Move {
        /// Number of the move in the game's score.
        number: u32,
        /// The side that moves.
        side: Color,
        /// Whether it belongs to a variation.
        in_variation: bool,
        /// Cause.
        source: Box<TableError>,
    },
}

/// Returns the quote of a line for a message; nothing for an empty one.
fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": '{text}'") }
}

/// The first game of a text, and the number of its games.
#[derive(Default)]
struct First {
    game: Option<PgnGame>,
    games: usize,
    /// Brackets of it that are not closed or opened.
    note: Option<BadLine>,
}

impl Games for First {
    fn note(&mut self, line: usize, what: String) {
        if self.game.is_none() {
            self.note.get_or_insert(BadLine::new(line, what, ""));
        }
    }

    fn game(&mut self, game: PgnGame) -> Result<(), BadLine> {
        self.game.get_or_insert(game);
        self.games += 1;
        Ok(())
    }

    fn comment_after(&mut self, text: String) {
        if let Some(game) = self.game.as_mut().filter(|_| self.games == 1) {
            game.words.push(Word::Comment(text));
        }
    }
}

/// The first game of a text.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) table: Table,
    pub(crate) tree: Tree,
    /// Number of games in the text.
    pub(crate) games: usize,
}

/// Reads the first game of a text. A game without the name of its variant is one of `variant`, or
/// of chess.
///
/// # Errors
/// When there is none, or its rules do not allow it.
pub(crate) fn load(
    text: &str,
    variant: &str,
    library: &Library,
    id: u64,
    began: &str,
    now: Duration,
) -> Result<Loaded, LoadError> {
    let bad = |bad: BadLine| LoadError::Text { line: bad.line, what: bad.what, text: bad.text };
    let mut found = First::default();
    let mut reader = Reader::with_variations();
    let text = text.trim_start_matches('\u{feff}');
    let head = if text.trim_start().starts_with('[') { "" } else { "[Event \"?\"]" };
    for (number, line) in std::iter::once(head).chain(text.lines()).enumerate() {
        reader.line(number, line.as_bytes(), &mut found).map_err(bad)?;
    }
    reader.end(&mut found).map_err(bad)?;
    if let Some(note) = found.note {
        return Err(bad(note));
    }
    let game = found.game.ok_or(LoadError::Empty)?;
    if !head.is_empty() && !game.words.iter().any(|word| word.as_move().is_some()) {
        return Err(LoadError::Empty);
    }
    let read = |variant: String| replay(&game, variant, library, id, began, now);
    let (table, tree) = match game.variant(library.catalog()) {
        Some(variant) => read(variant),
        None => {
            read(variant.to_owned()).or_else(|error| read("chess".to_owned()).map_err(|_| error))
        }
    }?;
    Ok(Loaded { table, tree, games: found.games })
}

/// Plays the moves of a game.
fn replay(
    game: &PgnGame,
    variant: String,
    library: &Library,
    id: u64,
    began: &str,
    now: Duration,
) -> Result<(Table, Tree), LoadError> {
    let setup = Setup {
        variant,
        size: game.tag("Board").map(str::to_owned),
        fen: game.tag("FEN").map(str::to_owned),
        engine: Players::None,
        level: 3,
        clock: None,
        name: None,
    };
    let mut table = Table::new(setup, library, id, began.to_owned(), now)?;
    let mut tree = Tree::new(began);
    let mut at: NodeId = 0;
    let mut outer: Vec<(Table, NodeId)> = Vec::new();
    // Comments that open a variation are on its first move.
    let mut opening: Option<Vec<&str>> = None;
    let mut words = game.words.as_slice();
    while let Some((word, after)) = words.split_first() {
        words = after;
        match word {
            Word::Move(text)
                if table.end.is_some() || is_null_move(text) && !is_legal(&table, text) =>
            {
                let (skipped, rest) = after.split_at(length_of_variation(after));
                let mut skipped = text_of(word, skipped);
                if let Some(end) = &table.end {
                    // By rules that people do not always apply, such as repetition.
                    skipped = format!("({}) {skipped}", end.reason);
                }
                let texts = opening.take().into_iter().flatten();
                let texts = texts.map(str::to_owned).chain([skipped]);
                texts.for_each(|text| tree.annotate(at, &text));
                words = rest;
            }
            Word::Move(text) => {
                let (number, side) = (table.game().move_number(), table.game().side());
                let in_variation = !outer.is_empty();
                let failed = |source| LoadError::Move {
                    number,
                    side,
                    in_variation,
                    source: Box::new(source),
                };
                table.play_turn(text, now).map_err(failed)?;
                if let Some(turn) = table.turn_views().next_back() {
                    at = tree.add(at, turn).ok_or(LoadError::TooLong)?;
                    for text in opening.take().into_iter().flatten() {
                        tree.annotate(at, text);
                    }
                }
            }
            Word::Comment(text) if is_of_program(text) => {}
            Word::Comment(text) => match &mut opening {
                Some(texts) => texts.push(text),
                None => tree.annotate(at, text),
            },
            Word::Mark(mark) => tree.add_mark(at, *mark),
            Word::Open => {
                if outer.len() >= MAX_DEPTH {
                    return Err(LoadError::TooLong);
                }
                outer.push((table.clone(), at));
                table.undo();
                at = tree.parent(at);
                opening = Some(Vec::new());
            }
            Word::Close => {
                opening = None;
                if let Some(before) = outer.pop() {
                    (table, at) = before;
                }
            }
        }
    }
    if let Some((main, _)) = outer.into_iter().next() {
        table = main;
    }
    table.came_from(game.origin());
    tree.follow(table.turn_views());
    Ok((table, tree))
}

fn is_legal(table: &Table, turn: &str) -> bool {
    table.clone().play_turn(turn, Duration::ZERO).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saved::pgn;

    fn read(text: &str, variant: &str) -> Result<(Table, Tree), LoadError> {
        let loaded = load(text, variant, &Library::builtin(), 1, "now", Duration::ZERO);
        loaded.map(|loaded| (loaded.table, loaded.tree))
    }

    #[test]
    fn games_after_the_first_are_counted() {
        let games = |text: &str| {
            load(text, "chess", &Library::builtin(), 1, "now", Duration::ZERO).unwrap().games
        };
        assert_eq!(games("1. e4 e5 *"), 1);
        assert_eq!(games("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n"), 2);
    }

    #[test]
    fn variations_comments_and_marks_are_read_and_written() {
        let text = "1. e4! {best by test} e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) (1... e6) \
                    2. Nf3 $3 Nc6 {0.10s} *";
        let (table, tree) = read(text, "chess").unwrap();
        assert_eq!(table.turns(), 4);
        let words = tree.words().join(" ");
        let (_, again) = read(&words, "chess").unwrap();
        assert_eq!(again.words().join(" "), words);
        assert!(words.contains("1. e4 $1 {best") && words.contains("(2. Nc3 Nc6)"), "{words}");
        assert!(words.contains("2. Nf3 $3") && !words.contains("0.10"), "{words}");
        let opened = "1. e4 {main} ({about d4} 1. d4 {after d4} d5) ({about c4} 1. c4) 1... e5 ({x} 1... c5) *";
        let words = read(opened, "chess").unwrap().1.words().join(" ");
        let expected = "1. e4 {main} (1. d4 {about d4 after d4} 1... d5) (1. c4 {about c4}) 1... e5 (1... c5 {x})";
        assert_eq!(words, expected);
    }

    #[test]
    fn other_marks_and_commands_of_programs_are_kept() {
        let text = "1. e4 $1 $22 $13 {[%clk 0:10:00] good} {too} e5 $5 {[%eval 0.17]} *";
        let (_, tree) = read(text, "chess").unwrap();
        let words = tree.words().join(" ");
        let kept = "1. e4 $1 $22 $13 {[%clk 0:10:00] good too} 1... e5 $5 {[%eval 0.17]}";
        assert_eq!(words, kept);
        let json = serde_json::to_value(&tree).unwrap();
        assert_eq!(json["nodes"][1]["comment"], "good too");
        assert_eq!(json["nodes"][2]["comment"], "");
        assert_eq!(json["nodes"][1]["nags"], serde_json::json!([22, 13]));
        let (_, again) = read(&words, "chess").unwrap();
        assert_eq!(again.words().join(" "), words);
    }

    #[test]
    fn marks_of_the_start_position_are_kept() {
        let (_, tree) = read("$1 $13 {a start} 1. e4 $2 (1. d4 $5) *", "chess").unwrap();
        let words = tree.words().join(" ");
        assert_eq!(words, "$1 $13 {a start} 1. e4 $2 (1. d4 $5)");
        let (_, again) = read(&words, "chess").unwrap();
        assert_eq!(again.words().join(" "), words);
    }

    #[test]
    fn comments_of_people_are_kept_and_those_of_programs_are_not() {
        for text in [
            "A line from the 1990s",
            "he thought for 30s",
            "White is better, +0.35/8 0.10s",
            "in 30s, too fast",
        ] {
            let (_, tree) = read(&format!("1. e4 {{{text}}} e5 *"), "chess").unwrap();
            assert!(tree.words().join(" ").contains(text), "{text}");
        }
        for text in
            ["0.10s", "+0.35/8 0.10s", "-M5/12 0.1s, n=1234, b mates", "0.004s, White mates"]
        {
            let (_, tree) = read(&format!("1. e4 {{{text}}} e5 *"), "chess").unwrap();
            assert_eq!(tree.words().join(" "), "1. e4 e5", "{text}");
        }
    }

    #[test]
    fn games_are_found_by_tags_and_moves() {
        let text = "[Variant \"Cheskers\"]\n\n*";
        assert_eq!(read(text, "chess").unwrap().0.setup.variant, "cheskers");
        assert_eq!(read("1. 32-28 19-23", "international-draughts").unwrap().0.turns(), 2);
        assert_eq!(read("1. e4 e5", "international-draughts").unwrap().0.setup.variant, "chess");
        for (tag, variant) in [
            ("Three-check", "3check"),
            ("King of the Hill", "kingofthehill"),
            ("From Position", "chess"),
            ("normal", "chess"),
            ("Chess 960", "fischerandom"),
            ("Pacific Chess", "pacific"),
        ] {
            let text = format!("[Variant \"{tag}\"]\n\n*");
            assert_eq!(read(&text, "chess").unwrap().0.setup.variant, variant, "{tag}");
        }
        let castling = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 5. d3 d6 e.p. 1-0";
        assert_eq!(read(castling, "chess").unwrap().0.turns(), 10);
        let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O *";
        assert_eq!(read(fen, "chess").unwrap().0.turns(), 1);
    }

    #[test]
    fn loaded_games_keep_their_tags_and_while_they_last_their_result() {
        const TAGS: &str = "[Event \"Club\"]\n[Site \"Rome\"]\n[Date \"1962.02.03\"]\n\
            [Round \"7\"]\n[White \"Ada \\\"A\\\" X\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\
            [ECO \"C60\"]\n[PlyCount \"3\"]\n";
        let text = format!("{TAGS}\n1. e4 e5 2. Nf3 1-0\n\n");
        let (mut table, mut tree) = read(&text, "chess").unwrap();
        let now = Duration::ZERO;
        assert_eq!(pgn(&table.stored(now), &table, &tree), text);
        // Also after a restart.
        let json = serde_json::to_string(&table.stored(now)).unwrap();
        let stored = serde_json::from_str(&json).unwrap();
        let again = Table::restore(stored, &Library::builtin(), 2, now).unwrap();
        assert_eq!(pgn(&again.stored(now), &again, &tree), text);
        // With other moves it is another game of the same people.
        let changed = |table: &Table, tree: &mut Tree| {
            tree.follow(table.turn_views());
            pgn(&table.stored(now), table, tree)
        };
        table.play("Nc6", now).unwrap();
        let longer = changed(&table, &mut tree);
        assert!(longer.contains("[White \"Ada") && longer.contains("[ECO \"C60\"]"), "{longer}");
        assert!(longer.contains("[Result \"*\"]") && longer.ends_with("Nc6 *\n\n"), "{longer}");
        assert!(longer.contains("[PlyCount \"4\"]"), "{longer}");
        table.take_back(now).unwrap();
        assert!(changed(&table, &mut tree).contains("[Result \"1-0\"]"));
        table.agree_draw(now).unwrap();
        assert!(changed(&table, &mut tree).contains("[Result \"1/2-1/2\"]"));
        // A game that goes on from a position is nobody's yet.
        let on = again.go_on(&Library::builtin(), 3, "now".to_owned(), now).unwrap();
        assert!(pgn(&on.stored(now), &on, &tree).contains("[Event \"Menagerie board\"]"));
    }

    /// Plays random steps; turns end by themselves, or by hand.
    fn at_random(variant: &str, seed: u64) -> Table {
        let setup = Setup {
            variant: variant.to_owned(),
            size: None,
            fen: None,
            engine: Players::None,
            level: 3,
            clock: None,
            name: None,
        };
        let began = "2026-01-01T00:00:00Z".to_owned();
        let mut table = Table::new(setup, &Library::builtin(), 1, began, Duration::ZERO).unwrap();
        // A generator of its own: any sequence does.
        let mut seed = seed;
        let mut number = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        while table.turns() < 25 && table.end.is_none() {
            let position = table.shown();
            let ends = position.may_end && (position.steps.is_empty() || number(3) == 0);
            let step = (!ends).then(|| &position.steps[number(position.steps.len())]);
            table.play(step.map_or("end", |step| &step.text), Duration::ZERO).unwrap();
        }
        table
    }

    #[test]
    fn turns_that_were_ended_by_hand_are_read_again() {
        let library = Library::builtin();
        for (variant, seed) in [("chesimals", 1), ("chesimals2", 2), ("marseillais", 3)] {
            let table = at_random(variant, seed);
            let texts: Vec<&str> = table.turn_views().map(|turn| turn.text.as_str()).collect();
            let alone = texts.iter().filter(|turn| !turn.contains(',')).count();
            assert!(variant == "marseillais" || (1..texts.len()).contains(&alone), "{texts:?}");
            let mut tree = Tree::new("now");
            tree.follow(table.turn_views());
            let now = Duration::ZERO;
            let plain = pgn(&table.stored(now), &table, &tree);
            tree.comment(1, "annotated");
            for text in [&plain, &pgn(&table.stored(now), &table, &tree)] {
                let (again, _) = read(text, "chess").unwrap();
                assert_eq!(again.game().fen(), table.game().fen(), "{text}");
                assert_eq!(again.turns(), table.turns());
            }
            // Match runners read turns so, too.
            let mut game = library.variant(variant, None).unwrap().start();
            assert!(texts.iter().all(|turn| game.play_turn(turn).is_ok()));
            assert_eq!(game.fen(), table.game().fen());
        }
    }

    #[test]
    fn bad_games_say_why() {
        for text in
            ["", "hello", "1. e5", "[Variant \"x\"]\n\n1. e4 *", "((((", "[FEN \"x\"]\n1. e4"]
        {
            assert!(read(text, "chess").is_err(), "{text}");
        }
        for (text, why) in [
            ("1. e4 {best", "line 1: unterminated comment: expected '}'"),
            ("1. e4 (1. d4", "line 1: unterminated variation: expected ')'"),
            ("1. e4) e5", "line 1: ')' without a variation before it"),
        ] {
            assert_eq!(read(text, "chess").err().unwrap().to_string(), why);
        }
        for (text, place) in [
            ("1. e4 e5 2. Ke3 d5", "move 2 of white"),
            ("1. e4 e5 (1... Ke5) 2. d4", "move 1 of black, in a variation"),
        ] {
            let error = read(text, "chess").err().unwrap().to_string();
            assert_eq!(error, format!("the game cannot be loaded: {place}"));
        }
        let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(20_000) + &")".repeat(20_000);
        let _ = read(&deep, "chess");
        let long = "1. e4 (1. a3) ".to_owned() + &"(1. d4) ".repeat(5_000);
        assert!(read(&long, "chess").is_ok());
    }
}
