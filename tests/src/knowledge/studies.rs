//! Sections of a page about studies of a game: piece values and first moves, from the folder `data/studies`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use arena::{RecordedScore, SearchedTurn};
use serde::Deserialize;
use variants::counted;

/// Studies of a game, at several limits.
#[derive(Debug, Deserialize)]
struct Studies {
    date: String,
    commit: String,
    studies: Vec<Study>,
}

/// One study: the JSON that `menagerie study` writes, and how it was made.
#[derive(Debug, Deserialize)]
struct Study {
    /// Limit of each turn, in words.
    limit: String,
    /// Limit of the search of each first move, in words; empty without.
    #[serde(default)]
    searched: String,
    commands: Vec<String>,
    findings: Findings,
}

/// Findings that the sections show.
#[derive(Debug, Deserialize)]
struct Findings {
    games: usize,
    pieces: Vec<Piece>,
    moved_first: Option<Estimate>,
    first_turns: Vec<FirstTurn>,
}

#[derive(Debug, Deserialize)]
struct Piece {
    letter: String,
    name: String,
    elo: Option<Estimate>,
}

#[derive(Debug, Deserialize)]
struct FirstTurn {
    turn: String,
    games: usize,
    band: Option<Estimate>,
    searched: Option<SearchedTurn>,
}

/// Estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Estimate {
    value: f64,
    low: f64,
    high: f64,
}

impl Estimate {
    /// In Elo: `+272 (133 to 412)`.
    fn elo(self) -> String {
        // Zero has no sign.
        let signed = |elo: f64| match elo.round() as i64 {
            0 => "0".to_owned(),
            elo => format!("{elo:+}"),
        };
        format!("{} ({} to {})", signed(self.value), signed(self.low), signed(self.high))
    }

    /// In percent: `54 (41 to 66)`.
    fn percent(self) -> String {
        let [value, low, high] = [self.value, self.low, self.high].map(|share| 100.0 * share);
        format!("{value:.0} ({low:.0} to {high:.0})")
    }
}

/// Returns the sections about the studies of a page's game; empty where there are none.
///
/// # Errors
/// If the data cannot be read.
pub(super) fn sections(data: &Path, name: &str) -> Result<String> {
    let file = data.join("studies").join(format!("{name}.json"));
    if !file.exists() {
        return Ok(String::new());
    }
    let text = fs::read(&file)?;
    let studies: Studies =
        serde_json::from_slice(&text).with_context(|| file.display().to_string())?;
    let mut out = String::new();
    piece_values(&studies, &mut out)?;
    first_moves(&studies, &mut out)?;
    let Studies { date, commit, .. } = &studies;
    writeln!(
        out,
        "[data/studies/{name}.json](data/studies/{name}.json) (CRC-32 {:08x}), written on {date} by commit {commit}:\n\n```sh",
        crc32fast::hash(&text)
    )?;
    for command in studies.studies.iter().flat_map(|study| &study.commands) {
        writeln!(out, "{command}")?;
    }
    writeln!(out, "```\n")?;
    Ok(out)
}

fn piece_values(studies: &Studies, out: &mut String) -> Result<()> {
    let studies = &studies.studies;
    writeln!(out, "## Piece values\n")?;
    writeln!(
        out,
        "Effect of an extra piece of each kind in self-play, in Elo with the 95 % interval.\n"
    )?;
    let heads = studies.iter().map(|study| {
        format!("{}, {}", study.limit, counted(study.findings.games, "game", "games"))
    });
    header(out, "piece", heads)?;
    let Some(first) = studies.first() else { return Ok(()) };
    for piece in &first.findings.pieces {
        let values = studies.iter().map(|study| {
            let own = study.findings.pieces.iter().find(|own| own.letter == piece.letter);
            own.and_then(|own| own.elo).map_or_else(String::new, Estimate::elo)
        });
        row(out, format!("`{}` {}", piece.letter, piece.name), values)?;
    }
    let moved_first = studies
        .iter()
        .map(|study| study.findings.moved_first.map_or_else(String::new, Estimate::elo));
    row(out, "having moved first, with equal pieces".to_owned(), moved_first)?;
    writeln!(out)?;
    Ok(())
}

/// Fewest games that a first move needs for a row, unless it was searched.
const FEWEST_GAMES: usize = 5;

/// Writes the table of first moves; nothing where the games hardly ever began alike.
fn first_moves(studies: &Studies, out: &mut String) -> Result<()> {
    let studies = &studies.studies;
    let searched = studies.iter().find(|study| !study.searched.is_empty());
    let Some(all) = searched.or(studies.last()) else { return Ok(()) };
    let is_shown = |turn: &&FirstTurn| turn.games >= FEWEST_GAMES || turn.searched.is_some();
    let mut turns: Vec<&FirstTurn> = all.findings.first_turns.iter().filter(is_shown).collect();
    if turns.is_empty() {
        return Ok(());
    }
    writeln!(out, "## First moves\n")?;
    let and_search = match searched {
        Some(_) => "; and the score, in pawns, and the depth of a search of the position after it",
        None => "",
    };
    writeln!(
        out,
        "The score of the side that makes the move, in percent of the points of the games that began with it, \
         with the 95 % interval{and_search}. The openings of the games are random.\n"
    )?;
    let heads = studies.iter().map(|study| format!("{}: games, score", study.limit));
    let search = searched.map(|study| format!("search, {}", study.searched));
    header(out, "move", heads.chain(search))?;
    turns.sort_by_key(|turn| (std::cmp::Reverse(order(turn)), &turn.turn));
    for turn in turns {
        let of = |study: &Study| {
            let own = study.findings.first_turns.iter().find(|own| own.turn == turn.turn);
            match own.and_then(|own| Some((own.games, own.band?))) {
                Some((games, band)) => format!("{games}, {}", band.percent()),
                None => String::new(),
            }
        };
        let cells = studies.iter().map(of).chain(searched.map(|_| search_text(turn)));
        row(out, format!("`{}`", turn.turn), cells)?;
    }
    writeln!(out)?;
    Ok(())
}

/// The order of first moves: by the score of the search, without one last.
fn order(turn: &FirstTurn) -> i32 {
    match turn.searched.as_ref().and_then(|searched| searched.score) {
        Some(RecordedScore::Cp(value)) => value,
        Some(RecordedScore::Mate(moves @ 1..)) => i32::MAX - moves,
        Some(RecordedScore::Mate(moves)) => -1_000_000 - moves,
        None => i32::MIN,
    }
}

fn search_text(turn: &FirstTurn) -> String {
    let Some(searched) = &turn.searched else { return String::new() };
    let depth = searched.depth;
    match searched.score {
        Some(RecordedScore::Cp(value)) => {
            format!("{:+.2}, depth {depth}", f64::from(value) / 100.0)
        }
        Some(RecordedScore::Mate(moves)) => format!("mate {moves}, depth {depth}"),
        None => String::new(),
    }
}

/// Writes the head of a table: a column of names, and others of figures.
fn header(out: &mut String, left: &str, right: impl Iterator<Item = String>) -> Result<()> {
    let titles: Vec<String> = right.collect();
    let rules = " ---: |".repeat(titles.len());
    row(out, left.to_owned(), titles.into_iter())?;
    writeln!(out, "| --- |{rules}")?;
    Ok(())
}

fn row(out: &mut String, left: String, right: impl Iterator<Item = String>) -> Result<()> {
    let cells: Vec<String> = std::iter::once(left).chain(right).collect();
    writeln!(out, "| {} |", cells.join(" | "))?;
    Ok(())
}
