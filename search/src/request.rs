//! Search requests.

use solver::Tables;
use variants::{AnyGame, AnyTurn, Game};

use crate::families::SearchFamily;
use crate::{Clock, Control, Limits};

/// Game that can be searched: of one family, or [`AnyGame`].
pub trait SearchGame {
    /// Turn to choose.
    type Turn;
}

/// Turns step by step, with or without the step that ends a turn.
impl<P: SearchFamily> SearchGame for Game<P> {
    type Turn = Vec<P::Step>;
}

/// Turns read by the same game.
impl SearchGame for AnyGame {
    type Turn = AnyTurn;
}

/// Search request.
pub struct SearchRequest<'a, G: SearchGame> {
    /// Game, with the history that repetition needs.
    pub game: &'a G,
    /// Limits of the search.
    pub limits: Limits,
    /// Turns to choose among; empty: all legal turns.
    pub only: &'a [G::Turn],
    /// Source of time.
    pub clock: &'a dyn Clock,
    /// Handle to stop and watch this search.
    pub control: &'a Control,
    /// Endgame tables of the game, if there are any.
    pub tables: Option<&'a Tables>,
}

impl<'a, G: SearchGame> SearchRequest<'a, G> {
    /// Creates a request for the best of all legal turns.
    pub fn new(game: &'a G, limits: Limits, clock: &'a dyn Clock, control: &'a Control) -> Self {
        SearchRequest { game, limits, only: &[], clock, control, tables: None }
    }
}
