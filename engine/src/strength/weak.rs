//! Searches below full strength.

use protocol::{InfoBound, InfoScore, SearchInfo};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use search::{Engine, EngineError, SearchRequest, evaluate_any};
use variants::AnyGame;

use super::{Handicap, ordering_score};
use crate::evaluation::Evaluation;
use crate::search_job::{SearchOutput, loss, run_search};

/// Size of the transposition table below full strength, in MB.
const HASH: usize = 4;

/// Returns an engine for searches below full strength: one thread and a small table, so that the
/// strength does not depend on options.
///
/// # Errors
/// If memory or a thread is missing.
pub fn weak_engine() -> Result<Engine, EngineError> {
    Engine::new(1, HASH)
}

/// Returns a seed for [`weak_search`] that differs each time.
pub fn random_seed() -> u64 {
    getrandom::u64().unwrap_or_else(|error| {
        log::warn!("no random numbers: {error}");
        1
    })
}

/// Searches below full strength. `say` receives the lines that were asked for, at least once if
/// there is a legal turn; the result is one of the lines that the handicap allows. It depends on
/// the seed, the position, the number of turns before it and the limits alone.
pub fn weak_search(
    engine: &mut Engine,
    request: &SearchRequest<'_, AnyGame>,
    evaluation: &Evaluation,
    handicap: &Handicap,
    seed: u64,
    say: &mut (dyn FnMut(SearchInfo) + Send),
) -> SearchOutput {
    let game = request.game;
    let mut numbers = ChaCha8Rng::seed_from_u64(seed ^ game.key());
    numbers.set_stream(game.ply() as u64);
    // A hash filled at another strength would add to this one.
    engine.new_game();
    let limits = handicap.limits(request.limits, &mut numbers);
    let asked = request.limits.multi_pv.max(1);
    // Endings are not played perfectly.
    let restricted = SearchRequest { limits, tables: None, ..*request };
    let mut lines = Vec::new();
    let mut output = run_search(engine, &restricted, evaluation, &mut |info| {
        note(&mut lines, &info);
        if info.multipv.is_none_or(|line| usize::from(line) <= asked) {
            say(info);
        }
    });
    let scores: Vec<i32> = lines.iter().map(|(score, _)| ordering_score(*score)).collect();
    let standing = evaluate_any(game, evaluation.weights.as_deref(), evaluation.net.as_ref());
    let chosen = handicap.choose(&scores, standing, &mut numbers);
    if let Some((score, info)) = lines.get(chosen) {
        play(&mut output, game, *score, info);
        output.loss = output.score.map_or(0.0, |score| loss(score, evaluation));
    }
    output
}

/// Adds a line to those of the last iteration, the best first.
fn note(lines: &mut Vec<(InfoScore, SearchInfo)>, info: &SearchInfo) {
    let Some(score) = info.score.filter(|_| info.bound == InfoBound::Exact) else { return };
    let index = usize::from(info.multipv.unwrap_or(1).max(1)) - 1;
    if index <= lines.len() && !info.pv.is_empty() {
        lines.truncate(index);
        lines.push((score, info.clone()));
    }
}

/// Makes a line the result of a search, if its first turn is complete.
fn play(output: &mut SearchOutput, game: &AnyGame, score: InfoScore, info: &SearchInfo) {
    let mut game = game.clone();
    let mut turns = info.pv.iter();
    let best = turns.next().filter(|turn| game.play_turn(&turn.text).is_ok());
    if best.is_none() || best == output.best.as_ref() {
        return;
    }
    output.best = best.cloned();
    output.score = Some(score);
    output.ponder = turns.next().filter(|turn| game.play_turn(&turn.text).is_ok()).cloned();
}
