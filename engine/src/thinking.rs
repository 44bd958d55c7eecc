//! The door to the search: a game of whatever kind in, events and a best move out.

use std::time::Instant;

use protocol::{Bound, Event, Score, SearchInfo, Turn, Wdl};
use search::{Control, Engine, Limits, Report, Request, SearchResult};
use variants::{AnyGame, Color, Game, Position, TurnError, read_turn, with_game};

use crate::turns::turns;

/// What is asked of a search.
#[derive(Debug)]
pub struct Question {
    /// The game.
    pub game: AnyGame,
    /// When to end.
    pub limits: Limits,
    /// The turns to choose among, each legal; empty: all.
    pub only: Vec<String>,
    /// Whether the chances to win, draw and lose are told.
    pub wdl: bool,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The turn to play; `None` where there is none.
    pub best: Option<Turn>,
    /// The turn that is expected in answer.
    pub ponder: Option<Turn>,
    /// The score, for the side to move.
    pub score: Option<Score>,
    /// How deep was searched.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// Searches. `say` gets each line of progress, at least one where there is a legal turn.
pub fn think(
    engine: &mut Engine,
    question: &mut Question,
    control: &Control,
    say: &mut (dyn FnMut(Event) + Send),
) -> Answer {
    let Question { game, limits, only, wdl } = question;
    with_game!(game, game => think_in(engine, game, limits, only, *wdl, control, say))
}

fn think_in<P: Position>(
    engine: &mut Engine,
    game: &mut Game<P>,
    limits: &Limits,
    only: &[String],
    wdl: bool,
    control: &Control,
    say: &mut (dyn FnMut(Event) + Send),
) -> Answer {
    let only: Vec<Vec<P::Step>> =
        only.iter().filter_map(|text| read_turn(game, text).ok()).collect();
    let begin = Instant::now();
    let clock = move || begin.elapsed();
    let request = Request { game, limits, only: &only, clock: &clock, control };
    let position = game.position();
    let mut told = false;
    let result = engine.search(&request, &mut |report| {
        told |= report.bound == search::Bound::Exact && !report.pv.is_empty();
        say(Event::Info(search_info(position, report, wdl)));
    });
    let turn = turns(position, &result.turn);
    if !told && !turn.is_empty() {
        say(Event::Info(last_info(&turn, &result)));
    }
    let mut line = result.turn.clone();
    line.extend(&result.ponder);
    let mut turns = turns(position, &line).into_iter();
    Answer {
        best: turns.next(),
        ponder: turns.next(),
        score: Some(score(result.score)),
        depth: result.depth,
        nodes: result.nodes,
    }
}

fn score(score: search::Score) -> Score {
    match score {
        search::Score::Centipawns(value) => Score::Centipawns(value),
        search::Score::Mate(moves) => Score::Mate(moves),
    }
}

fn search_info<P: Position>(position: &P, report: &Report<P::Step>, wdl: bool) -> SearchInfo {
    SearchInfo {
        depth: report.depth,
        seldepth: Some(report.seldepth),
        multipv: u16::try_from(report.line).ok(),
        score: Some(score(report.score)),
        bound: match report.bound {
            search::Bound::Exact => Bound::Exact,
            search::Bound::Lower => Bound::Lower,
            search::Bound::Upper => Bound::Upper,
        },
        wdl: wdl.then_some(Wdl {
            win: report.wdl.win,
            draw: report.wdl.draw,
            loss: report.wdl.loss,
        }),
        nodes: report.nodes,
        nps: report.nps(),
        hashfull: u16::try_from(report.hashfull).ok(),
        time_ms: report.elapsed.as_millis() as u64,
        pv: turns(position, &report.pv),
        ..SearchInfo::default()
    }
}

/// The line for a search that had no time to report one.
fn last_info<S>(turn: &[Turn], result: &SearchResult<S>) -> SearchInfo {
    let micros = result.elapsed.as_micros().max(1);
    SearchInfo {
        depth: result.depth.max(1),
        seldepth: Some(result.depth.max(1)),
        multipv: Some(1),
        score: Some(score(result.score)),
        nodes: result.nodes,
        nps: (u128::from(result.nodes) * 1_000_000 / micros) as u64,
        hashfull: Some(0),
        time_ms: result.elapsed.as_millis() as u64,
        pv: turn.to_vec(),
        ..SearchInfo::default()
    }
}

/// Whether a text is a legal turn.
pub fn check_turn(game: &mut AnyGame, text: &str) -> Result<(), TurnError> {
    with_game!(game, game => read_turn(game, text).map(drop))
}

/// What the evaluation says, in centipawns from White's view, and of what each kind of piece is
/// worth.
pub fn evaluation(game: &AnyGame) -> (i32, Vec<(String, i32)>) {
    with_game!(game, game => {
        let position = game.position();
        let value = search::evaluate(position);
        (if position.side() == Color::White { value } else { -value }, piece_values(position))
    })
}

fn piece_values<P: Position>(position: &P) -> Vec<(String, i32)> {
    let definition = &position.common().definition;
    let value = |kind| {
        let letter = definition.piece(kind).fen(Color::White);
        (letter, search::piece_value::<P>(definition, kind))
    };
    definition.piece_types().map(value).collect()
}
