//! Parser of games in PGN (<https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>) and PDN
//! (<https://pdn.fmjd.org/>), line by line. Moves are not checked for legality.

mod origin;
mod tags;
#[cfg(test)]
mod tests;
mod words;

use protocol::text::excerpt;
use variants::{Catalog, Variant};

pub use origin::Origin;

use tags::{tag, unescaped_tag};
pub(crate) use words::without_number;
use words::{bracketed, is_number, without_marks};

/// Description of an invalid line.
#[derive(Debug)]
pub struct BadLine {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the error.
    pub what: String,
    /// Beginning of the line.
    pub text: String,
}

impl BadLine {
    /// Returns the description of a line.
    pub fn new(line: usize, what: impl Into<String>, text: impl AsRef<[u8]>) -> Self {
        BadLine { line, what: what.into(), text: excerpt(text) }
    }
}

/// Receiver of games.
pub trait Games {
    /// Receives a remark on a line.
    fn note(&mut self, line: usize, what: String);

    /// Receives a game.
    ///
    /// # Errors
    /// When it is invalid.
    fn game(&mut self, game: PgnGame) -> Result<(), BadLine>;

    /// Receives a comment that stands after the result of the last game.
    fn comment_after(&mut self, text: String) {
        let _ = text;
    }
}

/// A game as it was read.
#[derive(Debug, Default)]
pub struct PgnGame {
    /// Line number of its beginning, from 1.
    pub line: usize,
    tags: Vec<(String, String)>,
    /// Moves and comments.
    pub words: Vec<Word>,
    /// Whether anything but tags was read.
    pub in_moves: bool,
    /// Result at the end of the moves.
    pub end: Option<String>,
    /// Index of a last word `0-0`, which may be castling or a result.
    doubtful: Option<usize>,
}

/// Move, or what stands between moves.
#[derive(Debug)]
pub enum Word {
    /// Move, without marks.
    Move(String),
    /// Comment.
    Comment(String),
    /// Mark of the move before it, by its number (NAG).
    Mark(u8),
    /// Beginning of a variation, which replaces the move before it.
    Open,
    /// End of a variation.
    Close,
}

/// Results at the end of games: PDN also has those of two points, and [`BOTH_LOST`].
const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"];
/// Result of a game that both have lost, or castling of programs that write zeros.
const BOTH_LOST: &str = "0-0";

/// Parser of a file.
#[derive(Debug, Default)]
pub struct Reader {
    draft: Option<PgnGame>,
    /// Comment being read.
    comment: Option<String>,
    /// Nesting depth of variations.
    depth: usize,
    /// Line of the beginning of the comment, or else of the outermost variation.
    begun: usize,
    /// Whether the last word was the number of a move.
    is_numbered: bool,
    /// Whether variations and marks are read; otherwise they are skipped.
    with_variations: bool,
    /// Whether the game before has ended.
    has_ended: bool,
}

impl Reader {
    /// Returns a parser that reads variations and marks too.
    pub fn with_variations() -> Self {
        Reader { with_variations: true, ..Reader::default() }
    }

    /// Whether words are read here.
    fn reads(&self) -> bool {
        self.depth == 0 || self.with_variations
    }

    /// Parses a line.
    ///
    /// # Errors
    /// When it is invalid.
    pub fn line(
        &mut self,
        number: usize,
        line: &[u8],
        games: &mut dyn Games,
    ) -> Result<(), BadLine> {
        // Old files have names in Latin-1, which do not affect the report.
        let line = String::from_utf8_lossy(line);
        let is_tag = line.trim_start().starts_with('[');
        if is_tag && line.trim_start().starts_with("[Event ") {
            self.close(games);
        }
        if self.comment.is_none() && self.depth == 0 {
            if line.starts_with('%') {
                return Ok(());
            }
            if is_tag {
                if self.draft.as_ref().is_some_and(|draft| draft.in_moves) {
                    self.finish(games)?;
                }
                return self.tags(number, line.trim(), games);
            }
        }
        self.text(number, &line, games)
    }

    /// Parses the tags of a line, and moves that may follow them.
    fn tags(&mut self, number: usize, line: &str, games: &mut dyn Games) -> Result<(), BadLine> {
        let mut rest = line;
        while rest.starts_with('[') {
            let Some((pair, after)) = tag(rest).or_else(|| unescaped_tag(rest)) else {
                return Err(BadLine::new(number, "expected a tag [Name \"value\"]", line));
            };
            let draft = self.draft.get_or_insert_with(|| PgnGame::at(number));
            draft.tags.push(pair);
            rest = after.trim_start();
        }
        self.text(number, rest, games)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When its last game is invalid.
    pub fn end(mut self, games: &mut dyn Games) -> Result<(), BadLine> {
        self.close(games);
        self.finish(games)
    }

    /// Ends a comment and variations that the file does not end.
    fn close(&mut self, games: &mut dyn Games) {
        let what = match (&self.comment, self.depth) {
            (Some(_), _) => "unterminated comment: expected '}'",
            (None, 1..) => "unterminated variation: expected ')'",
            (None, 0) => return,
        };
        games.note(self.begun, what.to_owned());
        (self.comment, self.depth) = (None, 0);
    }

    /// Parses moves and comments.
    fn text(&mut self, number: usize, line: &str, games: &mut dyn Games) -> Result<(), BadLine> {
        let mut rest = line;
        loop {
            if let Some(comment) = &mut self.comment {
                let Some((inside, after)) = rest.split_once('}') else {
                    comment.push_str(rest);
                    comment.push('\n');
                    return Ok(());
                };
                comment.push_str(inside);
                let whole = self.comment.take().unwrap_or_default();
                self.comment(number, whole, games);
                rest = after;
                continue;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { return Ok(()) };
            match first {
                '{' => {
                    self.comment = Some(String::new());
                    self.begun = number;
                }
                '(' => {
                    if let Some((marks, after)) = bracketed(rest) {
                        self.marks(number, marks);
                        rest = after;
                        continue;
                    }
                    if self.depth == 0 {
                        self.begun = number;
                    }
                    self.depth += 1;
                    if let Some(draft) = &mut self.draft {
                        draft.doubtful = None;
                    }
                    if self.with_variations {
                        self.draft(number).words.push(Word::Open);
                    }
                }
                ')' if self.depth == 0 => {
                    games.note(number, "')' without a variation before it".to_owned());
                }
                ')' => {
                    self.depth -= 1;
                    if self.with_variations {
                        self.draft(number).words.push(Word::Close);
                    }
                }
                ';' => {
                    let comment = rest.get(1..).unwrap_or_default().to_owned();
                    self.comment(number, comment, games);
                    return Ok(());
                }
                _ => {
                    let (word, after) = rest.split_at(words::length(rest));
                    rest = after;
                    if self.reads() {
                        self.word(number, word, games)?;
                    }
                    continue;
                }
            }
            rest = rest.get(1..).unwrap_or_default();
        }
    }

    /// Adds a comment to the game being read, or to the one that has just ended.
    fn comment(&mut self, number: usize, text: String, games: &mut dyn Games) {
        if self.draft.is_none() && self.has_ended {
            games.comment_after(text);
        } else if self.reads() {
            self.draft(number).words.push(Word::Comment(text));
        }
    }

    fn word(&mut self, number: usize, word: &str, games: &mut dyn Games) -> Result<(), BadLine> {
        if self.draft.is_none() {
            let what = match self.has_ended {
                true => "moves after the result: expected the tags of another game",
                false => "moves before any tag: expected PGN, or games of a match",
            };
            return Err(BadLine::new(number, what, word));
        }
        let was_numbered = std::mem::replace(&mut self.is_numbered, is_number(word));
        let is_result = match word {
            "½-½" => true,
            BOTH_LOST => self.draft(number).tag("GameType").is_some(),
            word => RESULTS.contains(&word),
        };
        if is_result {
            if self.depth > 0 {
                return Ok(());
            }
            let draft = self.draft(number);
            let word = if word == "½-½" { "1/2-1/2" } else { word };
            draft.end = Some(word.to_owned());
            draft.doubtful = None;
            return self.finish(games);
        }
        let mv = without_number(word);
        if let Some(mark) = mv.strip_prefix('$') {
            self.marks(number, mark.parse().ok());
            return Ok(());
        }
        let (mv, marks) = without_marks(mv);
        if !mv.is_empty() {
            let is_doubtful = word == BOTH_LOST && !was_numbered && self.depth == 0;
            let draft = self.draft(number);
            draft.doubtful = is_doubtful.then_some(draft.words.len());
            draft.words.push(Word::Move(mv.to_owned()));
        }
        self.marks(number, marks);
        Ok(())
    }

    /// Adds marks of the move before.
    fn marks(&mut self, number: usize, marks: impl IntoIterator<Item = u8>) {
        if self.with_variations {
            self.draft(number).words.extend(marks.into_iter().map(Word::Mark));
        }
    }

    /// Returns the game being read; its moves follow.
    fn draft(&mut self, number: usize) -> &mut PgnGame {
        let draft = self.draft.get_or_insert_with(|| PgnGame::at(number));
        draft.in_moves = true;
        draft
    }

    fn finish(&mut self, games: &mut dyn Games) -> Result<(), BadLine> {
        (self.comment, self.depth) = (None, 0);
        // Comment before the first game.
        let Some(mut draft) = self.draft.take().filter(|draft| !draft.tags.is_empty()) else {
            return Ok(());
        };
        self.is_numbered = false;
        self.has_ended = true;
        draft.settle_doubt();
        games.game(draft)
    }
}

impl Word {
    /// Returns the move.
    pub fn as_move(&self) -> Option<&str> {
        match self {
            Word::Move(text) => Some(text),
            _ => None,
        }
    }
}

impl PgnGame {
    fn at(line: usize) -> Self {
        PgnGame { line, ..PgnGame::default() }
    }

    /// Decides whether a last word `0-0` is a result: unless the game has another one.
    fn settle_doubt(&mut self) {
        let Some(index) = self.doubtful.take() else { return };
        if self.tag("Result").is_none_or(|result| result == BOTH_LOST) {
            self.words.remove(index);
            self.end = Some(BOTH_LOST.to_owned());
        }
    }

    /// Returns the name of its variant, if it has one: of PDN's games by their number. Names that the
    /// catalog does not have are returned in small letters.
    pub fn variant(&self, catalog: &Catalog) -> Option<String> {
        let kind =
            self.tag("GameType").map(|kind| kind.split(',').next().unwrap_or_default().trim());
        let named = self.tag("Variant").map(str::trim).filter(|name| !name.is_empty());
        if let Some(name) = named.filter(|name| kind.is_none() || !is_general(name)) {
            let known = catalog.meant(name).map(|game| game.name.clone());
            return Some(known.unwrap_or_else(|| name.to_lowercase()));
        }
        let number = kind?;
        let has_number = |name: &&str| {
            let pdn = catalog.get(name).and_then(|game| game.family.pdn()?.number);
            pdn.is_some_and(|pdn| pdn.to_string() == number)
        };
        let known = catalog.names().find(has_number).map(str::to_owned);
        Some(known.unwrap_or_else(|| format!("game type {}", excerpt(number))))
    }

    /// Returns the name of its variant if that is another than the given one.
    pub fn other_variant(&self, variant: &Variant) -> Option<String> {
        let definition = variant.definition();
        let own = [&definition.name, &definition.title];
        if self
            .tag("Variant")
            .is_some_and(|tag| own.iter().any(|own| tag.eq_ignore_ascii_case(own)))
        {
            return None;
        }
        let of_pdn = definition.family.pdn().and_then(|pdn| pdn.number);
        let kind = self.tag("GameType").and_then(|kind| kind.split(',').next());
        if kind.is_some_and(|kind| of_pdn.is_some_and(|own| own.to_string() == kind.trim())) {
            return None;
        }
        self.variant(&Catalog::builtin()).filter(|name| *name != definition.name)
    }

    /// Returns what stays with the game where it is written again.
    pub fn origin(&self) -> Origin {
        Origin::new(&self.tags, self.end.as_deref())
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.as_str())
    }
}

/// Whether a name is of the usual game of a server, draughts or chess.
fn is_general(name: &str) -> bool {
    ["standard", "from position"].iter().any(|general| name.eq_ignore_ascii_case(general))
}
