//! Rules against tables of an independent referee.
//!
//! `NAME.perft` holds counts, `NAME.moves.jsonl` whole move lists, FENs after a move and outcomes,
//! `NAME.history.jsonl` moves barred by repetition; `NAME@WxH` is a game on another size of board.
//! Every file of the folder is read: a new one is a new test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use serde::Deserialize;
use variants::{AnyGame, BoardSize, Catalog, Variant};

/// Returns the folder of the tables.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tables")
}

/// Returns the game of a table's file name.
pub fn variant(name: &str) -> Result<Variant> {
    let (name, size) = match name.split_once('@') {
        Some((name, size)) => (name, Some(size.parse::<BoardSize>()?)),
        None => (name, None),
    };
    let catalog = Catalog::builtin();
    let definition = catalog.get(name).with_context(|| format!("no game {name}"))?;
    let definition = match size {
        Some(size) => Arc::new(definition.resized(size)?),
        None => Arc::clone(definition),
    };
    Ok(Variant::compile(definition)?)
}

/// Runs `check` on each line of each table with that ending, on all cores, and reports every error.
/// Returns the number of lines.
fn each_line(ending: &str, check: impl Fn(&Variant, &str) -> Result<()> + Sync) -> usize {
    let mut lines = Vec::new();
    let mut variants = BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = file.strip_suffix(ending) else { continue };
        variants.insert(name.to_owned(), variant(name).unwrap());
        let text = fs::read_to_string(folder().join(&file)).unwrap();
        let wanted = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.extend(wanted.map(|line| (name.to_owned(), line.to_owned())));
    }
    let faults: Vec<String> = lines
        .par_iter()
        .filter_map(|(name, line)| {
            let fault = check(&variants[name], line).err()?;
            Some(format!("{name}: {fault:#}\n  in {line:.300}"))
        })
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    lines.len()
}

#[test]
fn perft_counts() {
    let lines = each_line(".perft", |variant, line| {
        let mut fields = line.split(" ; ");
        let fen = fields.next().context("no FEN")?;
        let game = variant.game(fen)?;
        for field in fields {
            let (depth, count) =
                field.trim().trim_start_matches('D').split_once(' ').context("no count")?;
            let (depth, count): (u32, u64) = (depth.parse()?, count.parse()?);
            let found = game.perft(depth);
            ensure!(found == count, "depth {depth}: {found}, not {count}");
        }
        Ok(())
    });
    assert!(lines > 300, "only {lines} lines");
}

/// A line of `NAME.moves.jsonl`.
#[derive(Deserialize)]
struct Moves {
    fen: String,
    outcome: Option<(String, String)>,
    moves: Vec<String>,
    play: Option<String>,
    then: Option<String>,
    after: Option<(String, String)>,
    #[serde(default)]
    steps: Vec<String>,
}

/// Returns up to `most` positions of each table in which the game is over, with the table's game.
pub fn finished_positions(most: usize) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = file.strip_suffix(".moves.jsonl") else { continue };
        let text = fs::read_to_string(folder().join(&file)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let positions = lines
            .map(|line| serde_json::from_str::<Moves>(line).unwrap())
            .filter(|line| line.outcome.is_some() && line.steps.is_empty())
            .take(most);
        found.extend(positions.map(|line| (name.to_owned(), line.fen)));
    }
    found.sort();
    found
}

/// Returns the outcome by the board, in the tables' notation.
fn outcome(game: &AnyGame) -> Option<(String, String)> {
    let outcome = game.outcome_on_board()?;
    let winner = outcome.winner.map_or("draw".to_owned(), |winner| winner.to_string());
    Some((winner, outcome.reason.to_string()))
}

/// Returns a FEN with the pieces in hand by letter: programs have orders of their own.
fn with_sorted_hands(fen: &str) -> String {
    let Some((board, (hands, rest))) =
        fen.split_once('[').and_then(|(board, rest)| Some((board, rest.split_once(']')?)))
    else {
        return fen.to_owned();
    };
    let mut hands: Vec<char> = hands.chars().collect();
    hands.sort_unstable();
    format!("{board}[{}]{rest}", hands.into_iter().collect::<String>())
}

#[test]
fn move_lists() {
    let lines = each_line(".moves.jsonl", |variant, line| {
        let line: Moves = serde_json::from_str(line)?;
        let game = variant.game(&line.fen)?;
        ensure!(
            with_sorted_hands(&game.fen()) == with_sorted_hands(&line.fen),
            "the FEN is written as {}",
            game.fen()
        );
        ensure!(outcome(&game) == line.outcome, "outcome {:?}", outcome(&game));
        let mut in_turn = game.clone();
        for step in &line.steps {
            in_turn.play_step(step)?;
        }
        let moves = in_turn.step_texts();
        ensure!(moves == line.moves, "moves {moves:?}, not {:?}", line.moves);
        if let (Some(play), Some(then)) = (&line.play, &line.then) {
            let mut played = game.clone();
            played.play_turn(play)?;
            ensure!(played.fen() == *then, "after {play}: {}, not {then}", played.fen());
            ensure!(outcome(&played) == line.after, "after {play}: {:?}", outcome(&played));
            ensure!(played.undo_turn() && played.fen() == line.fen, "{play} not taken back");
        }
        Ok(())
    });
    assert!(lines > 1000, "only {lines} lines");
}

/// A line of `NAME.history.jsonl`.
#[derive(Deserialize)]
struct History {
    fen: String,
    played: Vec<String>,
    moves: Vec<String>,
    barred: Vec<String>,
}

#[test]
fn moves_barred_by_repetition() {
    let lines = each_line(".history.jsonl", |variant, line| {
        let line: History = serde_json::from_str(line)?;
        let mut game = variant.game(&line.fen)?;
        for turn in &line.played {
            game.play_turn(turn)?;
        }
        ensure!(game.step_texts() == line.moves, "moves {:?}", game.step_texts());
        ensure!(game.barred_texts() == line.barred, "barred {:?}", game.barred_texts());
        for turn in &line.barred {
            ensure!(game.play_turn(turn).is_err(), "{turn} was played");
        }
        Ok(())
    });
    assert!(lines >= 20, "only {lines} lines");
}
