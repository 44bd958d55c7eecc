//! Search and evaluation of [`AnyGame`]: types are erased here, so that the search is compiled with
//! this crate and not with each that calls it.

use std::any::Any;
use std::sync::Arc;

use nets::Net;
use variants::{AnyGame, AnyTurn, Game, TurnCourse, courses, with_game};

use crate::eval::Evaluator;
use crate::families::SearchFamily;
use crate::{Engine, Report, SearchRequest, SearchResult, Trace, Weights};

impl Engine {
    /// Calls [`Engine::prepare`] for this game.
    pub fn prepare_any(&mut self, game: &AnyGame) {
        with_game!(game, game => prepare(self, game));
    }

    /// Calls [`Engine::search`] and returns whole turns: the last turn of a report's PV may be
    /// incomplete; each list of the result has one turn or none.
    ///
    /// # Panics
    /// If a turn to choose among was read by a game of another family or width.
    pub fn search_any(
        &mut self,
        request: &SearchRequest<'_, AnyGame>,
        report: &mut (dyn FnMut(&Report<TurnCourse>) + Send),
    ) -> SearchResult<TurnCourse> {
        with_game!(request.game, game => search(self, game, request, report))
    }
}

fn prepare<P: SearchFamily>(engine: &mut Engine, game: &Game<P>) {
    engine.prepare::<P>(&game.position().common().definition);
}

fn search<P: SearchFamily>(
    engine: &mut Engine,
    game: &Game<P>,
    request: &SearchRequest<'_, AnyGame>,
    report: &mut (dyn FnMut(&Report<TurnCourse>) + Send),
) -> SearchResult<TurnCourse> {
    let SearchRequest { limits, only, clock, control, tables, .. } = *request;
    let steps = |turn: &AnyTurn| turn.steps::<P>().map(<[P::Step]>::to_vec);
    let only: Option<Vec<Vec<P::Step>>> = only.iter().map(steps).collect();
    let only = only.expect("turns of the same game");
    let position = game.position();
    let request = SearchRequest { game, limits, only: &only, clock, control, tables };
    let result = engine.search(&request, &mut |found| {
        report(&found.with_line(courses(position, &found.pv)));
    });
    let SearchResult { turn: mut line, ponder, score, depth, nodes, elapsed } = result;
    line.extend(ponder);
    let mut turns = courses(position, &line).into_iter();
    let turn = turns.next().into_iter().collect();
    SearchResult { turn, ponder: turns.next().into_iter().collect(), score, depth, nodes, elapsed }
}

/// Calls [`evaluate`](crate::evaluate) for a game of any kind.
#[must_use]
pub fn evaluate_any(game: &AnyGame, weights: Option<&Weights>, net: Option<&Arc<Net>>) -> i32 {
    with_game!(game, game => crate::evaluate(game.position(), weights, net))
}

/// Returns the trace of a position's HCE, by the weights of one game's layout: the counts do not
/// depend on the weights' values. `None` for positions of other games.
pub type Tracing = Box<dyn Fn(&AnyGame) -> Option<Trace> + Send + Sync>;

/// Returns a [`Tracing`] for the game's positions.
#[must_use]
pub fn tracer(game: &AnyGame, weights: &Weights) -> Tracing {
    with_game!(game, game => tracing(game, weights))
}

fn tracing<P: SearchFamily>(game: &Game<P>, weights: &Weights) -> Tracing {
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

/// The hand-crafted evaluation (HCE) of positions of one game, in centipawns for the side to move. `None` for
/// positions of other games.
pub type HandCrafted = Box<dyn Fn(&AnyGame) -> Option<i32> + Send + Sync>;

/// Returns a [`HandCrafted`] for the game's positions; weights as for [`Engine::set_weights`].
#[must_use]
pub fn hand_crafted(game: &AnyGame, weights: Option<&Weights>) -> HandCrafted {
    with_game!(game, game => hand_crafted_of(game, weights))
}

fn hand_crafted_of<P: SearchFamily>(game: &Game<P>, weights: Option<&Weights>) -> HandCrafted {
    let definition = Arc::clone(&game.position().common().definition);
    let evaluator = Evaluator::<P>::new(&definition, weights, None);
    Box::new(move |game| {
        let game: &dyn Any = with_game!(game, game => game);
        let position = game.downcast_ref::<Game<P>>()?.position();
        let same = Arc::ptr_eq(&position.common().definition, &definition);
        same.then(|| evaluator.hce(position))
    })
}

/// Returns the evaluation's value of each piece type, in centipawns, in the definition's order.
#[must_use]
pub fn piece_values(game: &AnyGame, weights: Option<&Weights>) -> Vec<i32> {
    with_game!(game, game => values(game.position(), weights))
}

fn values<P: SearchFamily>(position: &P, weights: Option<&Weights>) -> Vec<i32> {
    let definition = &position.common().definition;
    let kinds = definition.piece_types();
    kinds.map(|kind| crate::piece_value::<P>(definition, kind, weights)).collect()
}
