//! Searches of a game of any kind, with its evaluation; search information and results in the
//! types of `protocol`.

use std::time::{Duration, Instant};

use protocol::{InfoBound, InfoScore, InfoWdl, SearchInfo, Turn};
use search::{Engine, Report, SearchRequest, SearchResult};
use variants::{AnyGame, Definition, TurnCourse};

use crate::evaluation::Evaluation;
use crate::turns::shown;

/// Result of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchOutput {
    /// Best turn; `None` if there is none.
    pub best: Option<Turn>,
    /// Expected reply.
    pub ponder: Option<Turn>,
    /// Score for the side to move.
    pub score: Option<InfoScore>,
    /// Probability of a loss at that score by the game's WDL model, from 0 to 1.
    pub loss: f64,
    /// Depth of the last iteration.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// Prepares an engine for searches of a game, so that the first one starts without delay.
pub fn prepare(engine: &mut Engine, game: &AnyGame, evaluation: &Evaluation) {
    set_evaluation(engine, evaluation);
    engine.prepare_any(game);
}

fn set_evaluation(engine: &mut Engine, evaluation: &Evaluation) {
    engine.set_weights(evaluation.weights.clone());
    engine.set_net(evaluation.net.clone());
    engine.set_blend(evaluation.blend);
}

/// Returns a clock of real time, which starts now.
pub fn real_time() -> impl Fn() -> Duration + Sync {
    let begin = Instant::now();
    move || begin.elapsed()
}

/// Searches a game with its evaluation. `say` receives search information, at least once if there
/// is a legal turn.
pub fn run_search(
    engine: &mut Engine,
    request: &SearchRequest<'_, AnyGame>,
    evaluation: &Evaluation,
    say: &mut (dyn FnMut(SearchInfo) + Send),
) -> SearchOutput {
    let definition = request.game.definition();
    set_evaluation(engine, evaluation);
    let mut is_reported = false;
    let result = engine.search_any(request, &mut |report| {
        is_reported |= report.bound == search::Bound::Exact && !report.pv.is_empty();
        say(search_info(definition, report));
    });
    let best = result.turn.first().map(|turn| shown(turn, definition));
    if let Some(best) = best.as_ref().filter(|_| !is_reported) {
        say(last_info(best, &result));
    }
    SearchOutput {
        best,
        ponder: result.ponder.first().map(|turn| shown(turn, definition)),
        score: Some(score(result.score)),
        loss: loss(score(result.score), evaluation),
        depth: result.depth,
        nodes: result.nodes,
    }
}

/// Returns the probability of a loss at a score by the game's WDL model.
pub(crate) fn loss(score: InfoScore, evaluation: &Evaluation) -> f64 {
    match score {
        InfoScore::Centipawns(value) => evaluation.wdl().chances(f64::from(value))[2],
        InfoScore::Mate(moves) => f64::from(u8::from(moves <= 0)),
    }
}

fn score(score: search::Score) -> InfoScore {
    match score {
        search::Score::Centipawns(value) => InfoScore::Centipawns(value),
        search::Score::Mate(moves) => InfoScore::Mate(moves),
    }
}

fn search_info(definition: &Definition, report: &Report<TurnCourse>) -> SearchInfo {
    SearchInfo {
        depth: report.depth,
        seldepth: Some(report.seldepth),
        multipv: u16::try_from(report.line).ok(),
        score: Some(score(report.score)),
        bound: match report.bound {
            search::Bound::Exact => InfoBound::Exact,
            search::Bound::Lower => InfoBound::Lower,
            search::Bound::Upper => InfoBound::Upper,
        },
        wdl: Some(InfoWdl { win: report.wdl.win, draw: report.wdl.draw, loss: report.wdl.loss }),
        nodes: report.nodes,
        nps: report.nps(),
        hashfull: u16::try_from(report.hashfull).ok(),
        tbhits: report.table_hits,
        time_ms: report.elapsed.as_millis() as u64,
        pv: report.pv.iter().map(|turn| shown(turn, definition)).collect(),
        ..SearchInfo::default()
    }
}

/// Returns the information of a search that had no time to report.
fn last_info(turn: &Turn, result: &SearchResult<TurnCourse>) -> SearchInfo {
    let micros = result.elapsed.as_micros().max(1);
    SearchInfo {
        depth: result.depth,
        seldepth: Some(result.depth),
        multipv: Some(1),
        score: Some(score(result.score)),
        nodes: result.nodes,
        nps: (u128::from(result.nodes) * 1_000_000 / micros) as u64,
        hashfull: Some(0),
        time_ms: result.elapsed.as_millis() as u64,
        pv: vec![turn.clone()],
        ..SearchInfo::default()
    }
}
