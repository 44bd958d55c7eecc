//! Records of games in PGN and PDN: of cutechess-cli, fastchess, XBoard and others.
//!
//! A report needs only the number of the moves, their times and scores.

use engine::library::Library;
use variants::Catalog;

use crate::pgn::{BadLine, Games, PgnGame, Word};
use crate::{Fault, GameRecord, GameResult, MoveRecord, Termination};

use super::GameSource;
use super::comment::{Comment, termination_of};
use super::replay::{Check, Replays};

/// Progress in a file.
#[derive(Default)]
pub(super) struct Progress {
    /// Number of games so far.
    count: usize,
    /// Whether the parser has found a fault of the game that it reads.
    is_broken: bool,
    replays: Replays,
}

/// Receiver of the games of a file.
pub(super) struct Records<'a> {
    pub(super) progress: &'a mut Progress,
    pub(super) source: &'a mut GameSource,
    /// Rules of the games.
    pub(super) library: &'a Library,
    pub(super) sink: &'a mut dyn FnMut(GameRecord),
}

impl Games for Records<'_> {
    fn note(&mut self, line: usize, what: String) {
        self.progress.is_broken = true;
        self.source.note(line, what);
    }

    fn game(&mut self, game: PgnGame) -> Result<(), BadLine> {
        let Progress { count, is_broken, replays } = &mut *self.progress;
        *count += 1;
        let is_broken = std::mem::take(is_broken);
        let turns: Vec<String> =
            game.words.iter().filter_map(|word| word.as_move().map(str::to_owned)).collect();
        let (line, board) = (game.line, game.tag("Board").map(str::to_owned));
        match record(game, *count, self.library.catalog(), self.source)? {
            Some(record) => {
                let check = replays.check(self.library, &record, board.as_deref(), &turns);
                let is_doubtful = is_broken || matches!(check, Check::Differs(_));
                self.source.doubtful += usize::from(is_doubtful);
                match check {
                    Check::Differs(fault) => {
                        self.source.note(line, format!("game {count}: {fault}"));
                    }
                    Check::Unknown { is_first: true } => {
                        let name = &record.variant;
                        let what = format!("game {count}: unknown game '{name}': not replayed");
                        self.source.note(line, what);
                    }
                    Check::Unknown { is_first: false } | Check::Agrees => {}
                }
                self.source.games += 1;
                (self.sink)(record);
            }
            None => self.source.unfinished += 1,
        }
        Ok(())
    }
}

/// Moves of a game with their comments.
#[derive(Default)]
struct Played {
    opening: Vec<String>,
    moves: Vec<MoveRecord>,
    /// Termination in words.
    reason: String,
}

impl Played {
    fn of(words: &[Word]) -> Self {
        let mut played = Played::default();
        for word in words {
            match word {
                Word::Comment(text) => played.comment(text),
                Word::Mark(_) | Word::Open | Word::Close => {}
                Word::Move(turn) => {
                    let turn = turn.clone();
                    let (score, depth, nodes) = (None, None, None);
                    played.moves.push(MoveRecord { turn, time_us: 0, score, depth, nodes });
                    // Not the end of the game.
                    played.reason.clear();
                }
            }
        }
        played
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
}

/// Returns the record of a game; `None` if it has no result.
fn record(
    game: PgnGame,
    number: usize,
    catalog: &Catalog,
    source: &mut GameSource,
) -> Result<Option<GameRecord>, BadLine> {
    let Some(text) = result_text(&game, source) else { return Ok(None) };
    let Some(result) = result(text, game.line)? else { return Ok(None) };
    let played = Played::of(&game.words);
    let name = |tag: &'static str| {
        let name = game.tag(tag).map(str::trim).filter(|name| !name.is_empty());
        let what = format!("missing tag {tag}");
        name.map(str::to_owned).ok_or_else(|| BadLine::new(game.line, what, text))
    };
    let (white, black) = (name("White")?, name("Black")?);
    let loser = match result {
        GameResult::White => Some(&black),
        GameResult::Black => Some(&white),
        GameResult::Draw => None,
    };
    let termination = termination_of(game.tag("Termination").unwrap_or_default(), &played.reason);
    let reason = if played.reason.is_empty() {
        game.tag("Termination").unwrap_or_default().to_owned()
    } else {
        played.reason.clone()
    };
    let faults = match (termination, loser) {
        (Termination::Fault(kind), Some(engine)) => {
            vec![Fault { engine: engine.clone(), kind, text: reason.clone() }]
        }
        _ => Vec::new(),
    };
    let limits = |tag| game.tag(tag).or(game.tag("TimeControl")).unwrap_or_default().to_owned();
    Ok(Some(GameRecord {
        number,
        round: round(game.tag("Round").unwrap_or_default()),
        variant: game.variant(catalog).unwrap_or_else(|| "chess".to_owned()),
        size: None,
        fen: game.tag("FEN").unwrap_or_default().to_owned(),
        result,
        termination,
        reason,
        faults,
        white_limits: limits("WhiteTimeControl"),
        black_limits: limits("BlackTimeControl"),
        began: game.tag("GameStartTime").or(game.tag("Date")).unwrap_or_default().to_owned(),
        duration_ms: played.moves.iter().fold(0, |sum: u64, mv| sum.saturating_add(mv.time_us))
            / 1000,
        final_fen: String::new(),
        white,
        black,
        opening: played.opening,
        moves: played.moves,
    }))
}

/// Returns the text of a game's result, and notes where it has two or none after the moves; `None` for a
/// game without a result.
fn result_text<'g>(game: &'g PgnGame, source: &mut GameSource) -> Option<&'g str> {
    let tagged = game.tag("Result").filter(|&text| text != "*");
    let ended = game.end.as_deref().filter(|&text| text != "*");
    let text = tagged.or(ended)?;
    if let Some(ended) = ended.filter(|&ended| ended != text) {
        let what =
            format!("tag Result {text} and the moves' result {ended} differ; the tag is used");
        source.note(game.line, what);
    }
    if game.end.is_none() && game.in_moves {
        source.note(game.line, "missing result after the moves".to_owned());
    }
    Some(text)
}

/// Parses a result; `None` where both have lost.
fn result(text: &str, line: usize) -> Result<Option<GameResult>, BadLine> {
    match text {
        "1-0" | "2-0" => Ok(Some(GameResult::White)),
        "0-1" | "0-2" => Ok(Some(GameResult::Black)),
        "1/2-1/2" | "1-1" => Ok(Some(GameResult::Draw)),
        "0-0" => Ok(None),
        _ => {
            let what = "unknown result, expected 1-0, 0-1, 1/2-1/2 or *";
            Err(BadLine::new(line, what, text))
        }
    }
}

/// Parses a round: `3`, or `3.1` for the first board of the third; 0 if unknown.
fn round(text: &str) -> usize {
    let digits = text.split_once('.').map_or(text, |(round, _)| round);
    digits.trim().parse().unwrap_or(0)
}
