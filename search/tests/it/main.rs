//! Integration tests of the search, on real games.

mod always;
mod captures;
mod lattices;
mod limits;
mod repetition;
mod series;
mod tactics;
mod threads;
mod whole_turns;

use std::time::{Duration, Instant};

use menagerie_search::{
    Control, Engine, Limits, Report, Score, SearchFamily, SearchRequest, SearchResult, turns,
};
use variants::{AnyGame, Catalog, Game, Variant, with_game};

/// Returns a game at a position; at its start if the FEN is empty.
fn game(variant: &str, fen: &str) -> AnyGame {
    let definition = Catalog::builtin().get(variant).unwrap().clone();
    let variant = Variant::compile(definition).unwrap();
    if fen.is_empty() { variant.start() } else { variant.game(fen).unwrap() }
}

/// Result of a search, with steps as text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    turn: Vec<String>,
    ponder: Vec<String>,
    score: Score,
    nodes: u64,
    /// Depth, PV index and first turn of each report.
    reports: Vec<(u32, usize, Option<String>)>,
}

fn texts<P: SearchFamily>(position: &P, steps: &[P::Step]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&step: &P::Step| {
        let text = position.step_text(step);
        position.play(step);
        text
    };
    steps.iter().map(text).collect()
}

/// Searches, and checks the invariants of every search.
fn search_with<P: SearchFamily>(
    engine: &mut Engine,
    game: &Game<P>,
    limits: &Limits,
    only: &[Vec<P::Step>],
    control: &Control,
) -> Answer {
    let start = Instant::now();
    let clock = || start.elapsed();
    let request =
        SearchRequest { game, limits: *limits, only, clock: &clock, control, tables: None };
    let mut reports = Vec::new();
    let result = engine.search(&request, &mut |report: &Report<P::Step>| {
        assert_legal(game, &report.pv);
        assert_eq!(report.wdl.win + report.wdl.draw + report.wdl.loss, 1000);
        let lines = turns(game.position(), &report.pv);
        let first = lines.first().map(|turn| texts(game.position(), turn).join(","));
        reports.push((report.depth, report.line, first));
    });
    assert!(!reports.is_empty());
    assert_turn(game, &result);
    let mut after = game.clone();
    result.turn.iter().for_each(|&step| after.play(step));
    Answer {
        turn: texts(game.position(), &result.turn),
        ponder: texts(after.position(), &result.ponder),
        score: result.score,
        nodes: result.nodes,
        reports,
    }
}

/// Returns a new engine's result, on one thread.
fn search(any: &AnyGame, limits: &Limits) -> Answer {
    let mut engine = Engine::new(1, 8).unwrap();
    with_game!(any, game => search_with(&mut engine, game, limits, &[], &Control::new()))
}

fn assert_legal<P: SearchFamily>(game: &Game<P>, steps: &[P::Step]) {
    let mut game = game.clone();
    let mut legal = Vec::new();
    for step in steps {
        game.legal_steps(&mut legal);
        assert!(legal.contains(step), "{step:?} in {}", describe(&game));
        game.play(*step);
    }
}

/// Asserts that a turn is legal and complete.
fn assert_turn<P: SearchFamily>(game: &Game<P>, result: &SearchResult<P::Step>) {
    let mut game = game.clone();
    let side = game.position().side();
    let mut legal = Vec::new();
    game.legal_steps(&mut legal);
    assert_eq!(result.turn.is_empty(), legal.is_empty(), "{}", describe(&game));
    assert_legal(&game, &result.turn);
    for (index, &step) in result.turn.iter().enumerate() {
        game.play(step);
        let is_last = index + 1 == result.turn.len();
        let is_over = game.position().side() != side || game.position().decided().is_some();
        assert_eq!(is_last, is_over, "{:?} in {}", result.turn, describe(&game));
    }
    assert_legal(&game, &result.ponder);
}

fn describe<P: SearchFamily>(game: &Game<P>) -> String {
    game.position().to_fen().text(&game.position().common().definition)
}

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}
