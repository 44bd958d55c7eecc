//! The door for games of any kind: types are erased here, so that the search is compiled with this
//! crate and not with each that calls it.

use std::any::Any;
use std::sync::Arc;

use nets::Net;
use variants::{AnyGame, AnyTurn, Game, Position, TurnCourse, courses, with_game};

use crate::eval::Evaluator;
use crate::{Clock, Control, Engine, Limits, Report, Request, SearchResult, Trace, Weights};

/// What a search in a game of any kind is about; see [`Request`].
#[derive(Clone, Copy)]
pub struct AnyRequest<'a> {
    /// The game, with the history that repetition needs.
    pub game: &'a AnyGame,
    /// When to end.
    pub limits: &'a Limits,
    /// Turns to choose among, read by the same game; empty: all that are legal.
    pub only: &'a [AnyTurn],
    /// Where the time comes from.
    pub clock: &'a dyn Clock,
    /// How others speak to this search.
    pub control: &'a Control,
}

impl Engine {
    /// As [`Engine::prepare`], for searches of such a game.
    pub fn prepare_any(&mut self, game: &AnyGame) {
        with_game!(game, game => prepare(self, game));
    }

    /// As [`Engine::search`], with lines in whole turns: the last of a report's line may be
    /// unfinished, and the result has one turn, or none, in each of its lists.
    ///
    /// # Panics
    /// When a turn to choose among was read by a game of another family or width.
    pub fn search_any(
        &mut self,
        request: &AnyRequest<'_>,
        report: &mut (dyn FnMut(&Report<TurnCourse>) + Send),
    ) -> SearchResult<TurnCourse> {
        with_game!(request.game, game => search(self, game, request, report))
    }
}

fn prepare<P: Position>(engine: &mut Engine, game: &Game<P>) {
    engine.prepare::<P>(&game.position().common().definition);
}

fn search<P: Position>(
    engine: &mut Engine,
    game: &Game<P>,
    request: &AnyRequest<'_>,
    report: &mut (dyn FnMut(&Report<TurnCourse>) + Send),
) -> SearchResult<TurnCourse> {
    let AnyRequest { limits, only, clock, control, .. } = *request;
    let steps = |turn: &AnyTurn| turn.steps::<P>().map(<[P::Step]>::to_vec);
    let only: Option<Vec<Vec<P::Step>>> = only.iter().map(steps).collect();
    let only = only.expect("turns of the same game");
    let position = game.position();
    let request = Request { game, limits, only: &only, clock, control };
    let result = engine.search(&request, &mut |found| {
        report(&found.with_line(courses(position, &found.pv)));
    });
    let SearchResult { turn: mut line, ponder, score, depth, nodes, elapsed } = result;
    line.extend(ponder);
    let mut turns = courses(position, &line).into_iter();
    let turn = turns.next().into_iter().collect();
    SearchResult { turn, ponder: turns.next().into_iter().collect(), score, depth, nodes, elapsed }
}

/// As [`evaluate`](crate::evaluate), for a game of any kind.
#[must_use]
pub fn evaluate_any(game: &AnyGame, weights: Option<&Weights>, net: Option<&Arc<Net>>) -> i32 {
    with_game!(game, game => crate::evaluate(game.position(), weights, net))
}

/// Tells how a position's evaluation comes about, by the weights of one game's layout: the counts
/// are the same whatever the weights are. `None` for positions of other games.
pub type Tracing = Box<dyn Fn(&AnyGame) -> Option<Trace> + Send + Sync>;

/// A [`Tracing`] for games as this one.
#[must_use]
pub fn tracer(game: &AnyGame, weights: &Weights) -> Tracing {
    with_game!(game, game => tracing(game, weights))
}

fn tracing<P: Position>(game: &Game<P>, weights: &Weights) -> Tracing {
    let definition = Arc::clone(&game.position().common().definition);
    let evaluator = Evaluator::<P>::new(&definition, Some(weights), None);
    let layout = weights.layout().clone();
    let fit = weights.fit(&definition);
    Box::new(move |game| {
        let game: &dyn Any = with_game!(game, game => game);
        let position = game.downcast_ref::<Game<P>>()?.position();
        let same = Arc::ptr_eq(&position.common().definition, &definition);
        (fit && same).then(|| evaluator.trace(position, &layout))
    })
}

/// Judges positions of one game by weights alone: centipawns for the side to move. `None` for
/// positions of other games.
pub type Judge = Box<dyn Fn(&AnyGame) -> Option<i32> + Send + Sync>;

/// A [`Judge`] for games as this one; weights as for [`Engine::set_weights`].
#[must_use]
pub fn judge(game: &AnyGame, weights: Option<&Weights>) -> Judge {
    with_game!(game, game => judging(game, weights))
}

fn judging<P: Position>(game: &Game<P>, weights: Option<&Weights>) -> Judge {
    let definition = Arc::clone(&game.position().common().definition);
    let evaluator = Evaluator::<P>::new(&definition, weights, None);
    Box::new(move |game| {
        let game: &dyn Any = with_game!(game, game => game);
        let position = game.downcast_ref::<Game<P>>()?.position();
        let same = Arc::ptr_eq(&position.common().definition, &definition);
        same.then(|| evaluator.hce(position))
    })
}

/// What each kind of piece is worth to the evaluation, in centipawns, in the definition's order.
#[must_use]
pub fn piece_values(game: &AnyGame, weights: Option<&Weights>) -> Vec<i32> {
    with_game!(game, game => values(game.position(), weights))
}

fn values<P: Position>(position: &P, weights: Option<&Weights>) -> Vec<i32> {
    let definition = &position.common().definition;
    let kinds = definition.piece_types();
    kinds.map(|kind| crate::piece_value::<P>(definition, kind, weights)).collect()
}
