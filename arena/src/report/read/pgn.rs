//! PGN parser for files of cutechess-cli, fastchess and XBoard, line by line.
//!
//! Moves are not checked for legality: a report needs only their number, times and scores. See the
//! standard, <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>.

use crate::{Fault, GameRecord, GameResult, MoveRecord, Termination};

use super::comment::{Comment, termination_of};
use super::{BadLine, GameSource};

#[derive(Default)]
pub(super) struct Reader {
    draft: Option<Draft>,
    /// Comment being read.
    comment: Option<String>,
    /// Nesting depth of variations.
    depth: usize,
    games: usize,
}

/// Game being read.
#[derive(Default)]
struct Draft {
    line: usize,
    tags: Vec<(String, String)>,
    opening: Vec<String>,
    moves: Vec<MoveRecord>,
    reason: String,
    /// Whether anything but tags was read.
    in_moves: bool,
    /// Result at the end of the moves.
    end: Option<String>,
}

impl Reader {
    pub(super) fn line(
        &mut self,
        number: usize,
        line: &[u8],
        source: &mut GameSource,
        sink: &mut dyn FnMut(GameRecord),
    ) -> Result<(), BadLine> {
        // Old files have names in Latin-1, which do not affect the report.
        let line = String::from_utf8_lossy(line);
        let is_tag = line.trim_start().starts_with('[');
        let begins = is_tag && line.trim_start().starts_with("[Event ");
        if begins && (self.comment.is_some() || self.depth > 0) {
            source.note(number, "unterminated comment or variation before it".to_owned());
            self.comment = None;
            self.depth = 0;
        }
        if self.comment.is_none() && self.depth == 0 {
            if line.starts_with('%') {
                return Ok(());
            }
            if is_tag {
                if self.draft.as_ref().is_some_and(|draft| draft.in_moves) {
                    self.finish(source, sink)?;
                }
                return self.tags(number, line.trim(), source, sink);
            }
        }
        self.text(number, &line, source, sink)
    }

    /// Parses the tags of a line, and moves that may follow them.
    fn tags(
        &mut self,
        number: usize,
        line: &str,
        source: &mut GameSource,
        sink: &mut dyn FnMut(GameRecord),
    ) -> Result<(), BadLine> {
        let mut rest = line;
        while rest.starts_with('[') {
            let Some((pair, after)) = tag(rest).or_else(|| unescaped_tag(rest)) else {
                return Err(BadLine::new(number, "expected a tag [Name \"value\"]", line));
            };
            let draft = self.draft.get_or_insert_with(|| Draft::at(number));
            draft.tags.push(pair);
            rest = after.trim_start();
        }
        self.text(number, rest, source, sink)
    }

    pub(super) fn end(
        mut self,
        source: &mut GameSource,
        sink: &mut dyn FnMut(GameRecord),
    ) -> Result<(), BadLine> {
        self.finish(source, sink)
    }

    /// Parses moves and comments.
    fn text(
        &mut self,
        number: usize,
        line: &str,
        source: &mut GameSource,
        sink: &mut dyn FnMut(GameRecord),
    ) -> Result<(), BadLine> {
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
                if self.depth == 0 {
                    self.draft(number).comment(&whole);
                }
                rest = after;
                continue;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { return Ok(()) };
            match first {
                '{' => self.comment = Some(String::new()),
                '(' => self.depth += 1,
                ')' => self.depth = self.depth.saturating_sub(1),
                ';' => {
                    if self.depth == 0 {
                        self.draft(number).comment(rest.get(1..).unwrap_or_default());
                    }
                    return Ok(());
                }
                _ => {
                    let apart = |c: char| c.is_whitespace() || "{();".contains(c);
                    let (word, after) = rest.split_at(rest.find(apart).unwrap_or(rest.len()));
                    rest = after;
                    if self.depth == 0 {
                        self.word(number, word, source, sink)?;
                    }
                    continue;
                }
            }
            rest = rest.get(1..).unwrap_or_default();
        }
    }

    fn word(
        &mut self,
        number: usize,
        word: &str,
        source: &mut GameSource,
        sink: &mut dyn FnMut(GameRecord),
    ) -> Result<(), BadLine> {
        if self.draft.is_none() {
            return Err(BadLine::new(
                number,
                "moves before any tag: expected PGN, or games of a match",
                word,
            ));
        }
        let draft = self.draft(number);
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            draft.end = Some(word.to_owned());
            return self.finish(source, sink);
        }
        // "12.", "12...", and "1.e4".
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let mv = if bare.is_empty() || bare.starts_with('.') {
            bare.trim_start_matches('.')
        } else {
            word
        };
        if !mv.is_empty() && !mv.starts_with(['$', '!', '?']) {
            let turn = mv.to_owned();
            let empty = MoveRecord { turn, time_us: 0, score: None, depth: None, nodes: None };
            draft.moves.push(empty);
            // Not the end of the game.
            draft.reason.clear();
        }
        Ok(())
    }

    /// Returns the game being read; its moves follow.
    fn draft(&mut self, number: usize) -> &mut Draft {
        let draft = self.draft.get_or_insert_with(|| Draft::at(number));
        draft.in_moves = true;
        draft
    }

    fn finish(
        &mut self,
        source: &mut GameSource,
        sink: &mut dyn FnMut(GameRecord),
    ) -> Result<(), BadLine> {
        (self.comment, self.depth) = (None, 0);
        // Comment before the first game.
        let Some(draft) = self.draft.take().filter(|draft| !draft.tags.is_empty()) else {
            return Ok(());
        };
        self.games += 1;
        match draft.record(self.games, source)? {
            Some(record) => {
                source.games += 1;
                sink(record);
            }
            None => source.unfinished += 1,
        }
        Ok(())
    }
}

impl Draft {
    fn at(line: usize) -> Self {
        Draft { line, ..Draft::default() }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.as_str())
    }

    fn comment(&mut self, text: &str) {
        let comment = Comment::parse(text);
        if !comment.reason.is_empty() {
            self.reason = comment.reason;
        }
        if comment.is_book {
            // Later book moves are the engine's own.
            if self.moves.len() == 1 {
                self.opening.extend(self.moves.pop().map(|mv| mv.turn));
            }
        } else if let Some(mv) = self.moves.last_mut() {
            mv.score = comment.score.or(mv.score);
            mv.depth = comment.depth.or(mv.depth);
            mv.nodes = comment.nodes.or(mv.nodes);
            mv.time_us = comment.time_us.unwrap_or(mv.time_us);
        }
    }

    /// Returns the game; `None` if it has no result.
    fn record(self, number: usize, source: &mut GameSource) -> Result<Option<GameRecord>, BadLine> {
        let tagged = self.tag("Result").filter(|&text| text != "*");
        let ended = self.end.as_deref().filter(|&text| text != "*");
        let Some(text) = tagged.or(ended) else { return Ok(None) };
        if let Some(ended) = ended.filter(|&ended| ended != text) {
            let what =
                format!("tag Result {text} and the moves' result {ended} differ; the tag is used");
            source.note(self.line, what);
        }
        if self.end.is_none() && self.in_moves {
            source.note(self.line, "missing result after the moves".to_owned());
        }
        let result = match text {
            "1-0" => GameResult::White,
            "0-1" => GameResult::Black,
            "1/2-1/2" => GameResult::Draw,
            _ => {
                return Err(BadLine::new(
                    self.line,
                    "unknown result, expected 1-0, 0-1, 1/2-1/2 or *",
                    text,
                ));
            }
        };
        let name = |tag: &'static str| {
            let name = self.tag(tag).map(str::trim).filter(|name| !name.is_empty());
            let what = format!("missing tag {tag}");
            name.map(str::to_owned).ok_or_else(|| BadLine::new(self.line, what, text))
        };
        let (white, black) = (name("White")?, name("Black")?);
        let loser = match result {
            GameResult::White => Some(&black),
            GameResult::Black => Some(&white),
            GameResult::Draw => None,
        };
        let termination = termination_of(self.tag("Termination").unwrap_or_default(), &self.reason);
        let reason = if self.reason.is_empty() {
            self.tag("Termination").unwrap_or_default().to_owned()
        } else {
            self.reason.clone()
        };
        let faults = match (termination, loser) {
            (Termination::Fault(kind), Some(engine)) => {
                vec![Fault { engine: engine.clone(), kind, text: reason.clone() }]
            }
            _ => Vec::new(),
        };
        let limits = |tag| self.tag(tag).or(self.tag("TimeControl")).unwrap_or_default().to_owned();
        Ok(Some(GameRecord {
            number,
            round: round(self.tag("Round").unwrap_or_default()),
            variant: self.tag("Variant").unwrap_or("chess").to_lowercase(),
            size: None,
            fen: self.tag("FEN").unwrap_or_default().to_owned(),
            result,
            termination,
            reason,
            faults,
            white_limits: limits("WhiteTimeControl"),
            black_limits: limits("BlackTimeControl"),
            began: self.tag("GameStartTime").or(self.tag("Date")).unwrap_or_default().to_owned(),
            duration_ms: self.moves.iter().fold(0, |sum: u64, mv| sum.saturating_add(mv.time_us))
                / 1000,
            final_fen: String::new(),
            white,
            black,
            opening: self.opening,
            moves: self.moves,
        }))
    }
}

/// Parses a round: `3`, or `3.1` for the first board of the third; 0 if unknown.
fn round(text: &str) -> usize {
    let digits = text.split_once('.').map_or(text, |(round, _)| round);
    digits.trim().parse().unwrap_or(0)
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
