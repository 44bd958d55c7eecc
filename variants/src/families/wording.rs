//! The rules of a definition in plain sentences, by which its author can check it.

use crate::article::with_article;
use crate::definition::{Family, FamilyData, TurnForm};
use crate::{BoardSize, Definition, PieceType, Repetition, Square};

/// Sentences on a family's own rules.
pub(crate) trait Wording: FamilyData {
    /// Returns a sentence for each rule, in the order in which a player asks for them.
    fn sentences(&self, definition: &Definition) -> Vec<String>;

    /// Returns the effect of the loss of a kind, in a sentence; `None` if it has none by itself.
    fn loss(&self, definition: &Definition, kind: PieceType) -> Option<&'static str>;
}

/// Makes [`Family::sentences`].
macro_rules! wording {
    ($dollar:tt $($family:ident $folder:ident $data:ident: $($name:ident $bits:ident),+;)+) => {
        impl Family {
            /// Sentences on the rules that one family alone has.
            fn sentences(&self, definition: &Definition) -> Vec<String> {
                match self {
                    $(Family::$family(own) => own.sentences(definition),)+
                }
            }

            fn loss(&self, definition: &Definition, kind: PieceType) -> Option<&'static str> {
                match self {
                    $(Family::$family(own) => own.loss(definition, kind),)+
                }
            }
        }
    };
}

for_each_family!(wording $);

/// A number of occurrences as a word.
fn ordinal(number: u8) -> &'static str {
    const WORDS: [&str; 8] =
        ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    WORDS[usize::from(number.clamp(2, 9)) - 2]
}

/// A number of things: `1 king`, `2 kings`.
pub(super) fn count_of(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

impl Definition {
    /// The rules in plain sentences: duties, promotions, ends and draws.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut text = self.family.sentences(self);
        if self.misere {
            text.push(
                "All ends are reversed: a side that would win by these rules has lost, and one that would lose has won."
                    .to_owned(),
            );
        }
        let which = ordinal(self.repetition_count);
        let checker = "a side that has given check with each of its moves since the first has lost";
        text.push(match self.repetition {
            Repetition::Allowed => "Positions may be repeated.".to_owned(),
            Repetition::Draw => format!("The {which} occurrence of a position is a draw."),
            Repetition::CheckerLoses => {
                format!("The {which} occurrence of a position is a draw; {checker}.")
            }
            Repetition::CheckerOrFirstLoses => format!(
                "With the {which} occurrence of a position {} has lost; {checker} instead.",
                self.first_side().name()
            ),
            Repetition::Illegal => {
                format!("No move may make a position occur {} time.", with_article(which))
            }
        });
        let unit = match self.family.turn_form() {
            TurnForm::OneMove | TurnForm::MultiJump => ["ply", "plies"],
            TurnForm::Series | TurnForm::Steps => ["turn", "turns"],
        };
        text.extend(self.move_rule.map(|limit| match limit {
            1 => format!("A {} without progress is a draw.", unit[0]),
            limit => format!("{limit} {} in a row without progress are a draw.", unit[1]),
        }));
        text
    }

    /// The effect of the loss of a kind, in a sentence; `None` if it has none by itself.
    #[must_use]
    pub fn loss(&self, kind: PieceType) -> Option<&'static str> {
        self.family.loss(self, kind)
    }

    /// The names of kinds, joined by a word.
    pub(super) fn names(&self, kinds: &[PieceType], word: &str) -> String {
        let names = kinds.iter().map(|&kind| self.piece(kind).name.clone());
        listed(&names.collect::<Vec<_>>(), word)
    }

    /// Kinds as what a side has or lacks: `piece` for all of them.
    pub(super) fn names_or_all(&self, kinds: &[PieceType]) -> String {
        if kinds.len() == self.pieces.len() { "piece".to_owned() } else { self.names(kinds, "or") }
    }
}

/// Words as a list: `a, b or c`.
pub(super) fn listed(words: &[String], word: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Squares: whole ranks and files in one word each, several in a row as `ranks 1 to 5`, and a
/// rectangle by two of its corners, as `d1 to f3`.
pub(super) fn squares(all: &[Square], size: BoardSize) -> String {
    let has = |square: &Square| all.contains(square);
    let rank = |rank: u8| size.iter().filter(move |&square| size.rank(square) == rank);
    let file = |file: u8| size.iter().filter(move |&square| size.file(square) == file);
    let ranks: Vec<u8> =
        (0..size.ranks()).filter(|&r| rank(r).all(|square| has(&square))).collect();
    let files: Vec<u8> =
        (0..size.files()).filter(|&f| file(f).all(|square| has(&square))).collect();
    let mut words = rows(&ranks, "rank", |rank| (rank + 1).to_string());
    words.extend(rows(&files, "file", |file| ((b'a' + file) as char).to_string()));
    let others: Vec<Square> = all
        .iter()
        .copied()
        .filter(|&square| {
            !ranks.contains(&size.rank(square)) && !files.contains(&size.file(square))
        })
        .collect();
    match rectangle(&others, size) {
        Some([first, last]) => {
            words.push(format!("{} to {}", size.name(first), size.name(last)));
        }
        None => words.extend(others.iter().map(|&square| size.name(square))),
    }
    listed(&words, "or")
}

/// Ranks or files: those in a row as one.
fn rows(all: &[u8], noun: &str, name: impl Fn(u8) -> String) -> Vec<String> {
    let mut words = Vec::new();
    for row in all.chunk_by(|one, next| one + 1 == *next) {
        match row {
            [first, _, .., last] => {
                words.push(format!("{noun}s {} to {}", name(*first), name(*last)))
            }
            few => words.extend(few.iter().map(|&one| format!("{noun} {}", name(one)))),
        }
    }
    words
}

/// The first and the last square of a rectangle of six squares or more; `None` for other squares.
fn rectangle(all: &[Square], size: BoardSize) -> Option<[Square; 2]> {
    const LEAST: usize = 6;
    let ends = |of: &dyn Fn(Square) -> u8| {
        let places = || all.iter().map(|&square| of(square));
        Some((places().min()?, places().max()?))
    };
    let (left, right) = ends(&|square| size.file(square))?;
    let (bottom, top) = ends(&|square| size.rank(square))?;
    let (files, ranks) = (usize::from(right - left) + 1, usize::from(top - bottom) + 1);
    if all.len() < LEAST || files < 2 || ranks < 2 || all.len() != files * ranks {
        return None;
    }
    let corner = |file: u8, rank: u8| size.square(file.into(), rank.into());
    Some([corner(left, bottom)?, corner(right, top)?])
}

#[cfg(test)]
mod tests {
    use crate::Catalog;

    #[track_caller]
    fn expect(name: &str, expected: &[&str]) {
        let sentences = Catalog::builtin().get(name).unwrap().sentences();
        for &sentence in expected {
            assert!(sentences.iter().any(|own| own == sentence), "{name}: {sentences:#?}");
        }
    }

    #[test]
    fn every_game_is_told_in_sentences() {
        for name in Catalog::builtin().names() {
            let sentences = Catalog::builtin().get(name).unwrap().sentences();
            assert!(sentences.len() >= 3, "{name}: {sentences:#?}");
            for sentence in sentences {
                let begins =
                    sentence.starts_with(|first: char| first.is_uppercase() || first.is_numeric());
                let is_whole = sentence.ends_with('.') && !sentence.contains("  ");
                assert!(begins && is_whole, "{name}: '{sentence}'");
            }
        }
    }

    #[track_caller]
    fn expect_of(keys: &str, expected: &[&str]) {
        let text = format!("[x]\nfamily = 'royal'\nboard = '4x4'\n{keys}\n");
        let (catalog, _) = Catalog::builtin().with_file(&text).unwrap();
        let sentences = catalog.get("x").unwrap().sentences();
        for &sentence in expected {
            assert!(sentences.iter().any(|own| own == sentence), "{sentence}: {sentences:#?}");
        }
    }

    #[test]
    fn sentences_are_whole_in_games_of_rare_keys() {
        let pieces = "start = 'k1r1/4/4/K1R1 w - - 0 1'
            pieces.K = { name = 'king', moves = 'K', royal = true }
            pieces.R = { name = 'rook', moves = 'R', promotes = 'E' }
            pieces.E = { name = 'elephant', moves = 'A' }";
        let turning = pieces.replace("'E'", "'+R'").replace("pieces.E", "pieces.'+R'");
        let turning = turning.replace("'A' }", "'A', promotes = 'R' }");
        expect_of(
            &format!(
                "promotion = '*'\npoints = {{ equal = 'black' }}\nrepetition-count = 2\nrepetition = 'checker-or-first-loses'\n{turning}"
            ),
            &[
                "A rook turns into an elephant with each move.",
                "In a game that would be drawn, points decide; with as many each Black wins.",
                "With the second occurrence of a position White has lost; a side that has given check \
                 with each of its moves since the first has lost instead.",
            ],
        );
        expect_of(
            &format!("points = {{ full-board = true }}\npass = true\n{pieces}"),
            &[
                "White's rook promotes to elephant on rank 4.",
                "Where a repetition, a pass or a full board ends the game, points decide; with as many \
                 each it is a draw.",
            ],
        );
        expect_of(
            &format!("points.equal = 'white'\nmove-rule = 20\n{pieces}"),
            &[
                "Where a repetition or the move rule ends the game, points decide; with as many each White wins.",
            ],
        );
        let castling = "board = '8x4'\nstart = 'r4k1r/8/8/R4K1R w KQkq - 0 1'
            castling.rank = 1\ncastling.king = 'f'\ncastling.rook = 'R'
            castling.king-side = { rook-from = 'h', king-to = 'g', rook-to = 'f' }
            castling.queen-side = { rook-from = 'a', king-to = 'b-d', rook-to = 'beside' }
            pieces.K = { name = 'king', moves = 'K', royal = true }
            pieces.R = { name = 'rook', moves = 'R' }";
        let text = format!("[x]\nfamily = 'royal'\n{castling}\n");
        let (catalog, _) = Catalog::builtin().with_file(&text).unwrap();
        let sentences = catalog.get("x").unwrap().sentences();
        let sentence = "The king castles from f1 to g1 with the rook from h1 to f1; or to b1, c1 or d1 \
                        with the rook from a1, which goes beside it (White's squares).";
        assert!(sentences.iter().any(|own| own == sentence), "{sentences:#?}");
    }

    #[test]
    fn sentences_say_what_the_keys_do() {
        expect(
            "racingkings",
            &[
                "No move may give check.",
                "White wins with a king on rank 8.",
                "Black wins with a king on rank 8.",
                "The side that moves second has one more move then, if it can reach its own, and draws by that.",
                "The third occurrence of a position is a draw.",
            ],
        );
        expect(
            "3check",
            &[
                "A side may not leave its king attacked; a mated side has lost.",
                "A side that has given 3 checks has won.",
                "The king castles from e1 to g1 with the rook from h1 to f1 or to c1 with the rook from \
                 a1 to d1 (White's squares).",
                "White's pawn promotes to queen, rook, bishop or knight on rank 8.",
                "100 plies in a row without progress are a draw.",
            ],
        );
        expect(
            "antichess",
            &[
                "A side that can capture has to.",
                "All ends are reversed: a side that would win by these rules has lost, and one that would lose has won.",
            ],
        );
        expect("marseillais", &["A turn has 2 moves.", "A check ends the turn."]);
        expect(
            "shogi",
            &[
                "White's silver may promote to promoted silver with a move that begins or ends on ranks 7 to 9.",
                "White's pawn may promote to promoted pawn with a move that begins or ends on ranks 7 to 9, and \
                 has to on rank 9.",
            ],
        );
        expect("kinglet", &["A side without a pawn has lost."]);
        expect("threekings", &["A side with fewer than 3 pieces of the kind king has lost."]);
        expect("kingofthehill", &["White wins with a king on d4, e4, d5 or e5."]);
        expect(
            "italian-draughts",
            &[
                "Of captures it chooses one that takes the most, of these one by a king, if there is \
                 one, of these one that takes the most kings, of these one that takes a king the \
                 earliest.",
                "A man cannot jump over a king.",
                "Its games are written as PDN, with the tag GameType \"22,W,8,8,N2,1\".",
            ],
        );
        expect(
            "xiangqi",
            &[
                "The soldier also moves one square sideways: on ranks 6 to 10 for White, ranks 1 to \
                 5 for Black.",
                "The elephant keeps to these squares: ranks 1 to 5 for White, ranks 6 to 10 for \
                 Black.",
                "The advisor keeps to these squares: d1 to f3 for White, d8 to f10 for Black.",
            ],
        );
        let taken =
            "The moves of a turn can capture en passant as long as all before them have done so.";
        expect("marseillais", &[taken]);
        expect("progressive", &["Only the first move of a turn can capture en passant."]);
        expect(
            "fischerandom",
            &[
                "The back rank may stand in any order at the start, the same for both sides: pieces that \
                 stay on one colour divided between both colours, and the king between the pieces that \
                 castle with it.",
            ],
        );
        expect("frisian-draughts", &["For the value a man counts 100 and a king counts 199."]);
    }
}
