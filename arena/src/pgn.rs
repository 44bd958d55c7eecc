//! Parser of games in PGN (<https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>) and PDN
//! (<https://pdn.fmjd.org/>), line by line. Moves are not checked for legality.

use protocol::text::excerpt;
use variants::Catalog;

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
}

/// Move, or what stands between moves.
#[derive(Debug)]
pub enum Word {
    /// Move.
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

/// Results at the end of games: PDN also has those of two points.
const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"];

/// Parser of a file.
#[derive(Debug, Default)]
pub struct Reader {
    draft: Option<PgnGame>,
    /// Comment being read.
    comment: Option<String>,
    /// Nesting depth of variations.
    depth: usize,
    /// Whether variations and marks are read; otherwise they are skipped.
    with_variations: bool,
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
        let begins = is_tag && line.trim_start().starts_with("[Event ");
        if begins && (self.comment.is_some() || self.depth > 0) {
            games.note(number, "unterminated comment or variation before it".to_owned());
            self.comment = None;
            self.depth = 0;
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
        self.finish(games)
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
                if self.reads() {
                    self.draft(number).words.push(Word::Comment(whole));
                }
                rest = after;
                continue;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { return Ok(()) };
            match first {
                '{' => self.comment = Some(String::new()),
                '(' => {
                    self.depth += 1;
                    if self.with_variations {
                        self.draft(number).words.push(Word::Open);
                    }
                }
                ')' => {
                    if self.with_variations && self.depth > 0 {
                        self.draft(number).words.push(Word::Close);
                    }
                    self.depth = self.depth.saturating_sub(1);
                }
                ';' => {
                    if self.reads() {
                        let comment = rest.get(1..).unwrap_or_default().to_owned();
                        self.draft(number).words.push(Word::Comment(comment));
                    }
                    return Ok(());
                }
                _ => {
                    let apart = |c: char| c.is_whitespace() || "{();".contains(c);
                    let (word, after) = rest.split_at(rest.find(apart).unwrap_or(rest.len()));
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

    fn word(&mut self, number: usize, word: &str, games: &mut dyn Games) -> Result<(), BadLine> {
        if self.draft.is_none() {
            return Err(BadLine::new(
                number,
                "moves before any tag: expected PGN, or games of a match",
                word,
            ));
        }
        if RESULTS.contains(&word) {
            if self.depth > 0 {
                return Ok(());
            }
            let draft = self.draft(number);
            draft.end = Some(word.to_owned());
            return self.finish(games);
        }
        // "12.", "12...", and "1.e4".
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let mv = if bare.is_empty() || bare.starts_with('.') {
            bare.trim_start_matches('.')
        } else {
            word
        };
        if let Some(mark) = mv.strip_prefix('$').filter(|_| self.with_variations) {
            self.draft(number).words.extend(mark.parse().ok().map(Word::Mark));
        } else if !mv.is_empty() && !mv.starts_with(['$', '!', '?']) {
            self.draft(number).words.push(Word::Move(mv.to_owned()));
        }
        Ok(())
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
        let Some(draft) = self.draft.take().filter(|draft| !draft.tags.is_empty()) else {
            return Ok(());
        };
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

    /// Returns the name of its variant: of PDN's games by their number.
    pub fn variant(&self) -> Option<String> {
        if let Some(name) = self.tag("Variant") {
            return Some(name.to_lowercase());
        }
        let kind = self.tag("GameType")?;
        let number = kind.split(',').next().unwrap_or_default().trim();
        let catalog = Catalog::builtin();
        let has_number = |name: &&str| {
            let pdn = catalog.get(name).and_then(|game| game.family.pdn()?.number);
            pdn.is_some_and(|pdn| pdn.to_string() == number)
        };
        let known = catalog.names().find(has_number).map(str::to_owned);
        Some(known.unwrap_or_else(|| format!("game type {}", excerpt(number))))
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.as_str())
    }
}

/// Parses a tag pair and returns the rest; a backslash escapes quotes and backslashes.
fn tag(text: &str) -> Option<((String, String), &str)> {
    let (name, rest) = text.strip_prefix('[')?.trim_start().split_once(char::is_whitespace)?;
    let mut value = String::new();
    let mut chars = rest.trim_start().strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => match chars.next()? {
                c @ ('"' | '\\') => value.push(c),
                c => value.extend(['\\', c]),
            },
            c => value.push(c),
        }
    }
    let after = chars.as_str().trim_start().strip_prefix(']')?;
    Some(((name.to_owned(), value), after))
}

/// Parses a tag pair of a program that does not escape values: the text between the first quote and
/// the last.
fn unescaped_tag(text: &str) -> Option<((String, String), &str)> {
    let inside = text.strip_prefix('[')?.trim_start().strip_suffix(']')?.trim_end();
    let (name, rest) = inside.split_once(char::is_whitespace)?;
    let value = rest.trim_start().strip_prefix('"')?.strip_suffix('"')?;
    Some(((name.to_owned(), value.to_owned()), ""))
}
