//! Legal steps of games of any kind with everything that a board shows of them.

use super::AnyGame;
use crate::{Bits, Course, Game, Notation, Square, course};

/// A legal step, as a board shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownStep {
    /// The step as text.
    pub text: String,
    /// Its course; `None` for the end of the turn.
    pub course: Option<Course>,
    /// Whether it moves nothing, and only hands over the move.
    pub passes: bool,
    /// Whether it takes something.
    pub takes: bool,
    /// Square that the king castles to, if it castles.
    pub king: Option<Square>,
    /// Square of the piece that castles with the king, unless it stays where it is.
    pub rook: Option<Square>,
}

impl AnyGame {
    /// The legal steps, `most` of them if there are more.
    #[must_use]
    pub fn shown_steps(&mut self, most: usize) -> Vec<ShownStep> {
        with_game!(self, game => {
            let mut steps = Vec::new();
            game.legal_steps_while(&mut steps, most, &mut || true);
            steps.truncate(most);
            steps.into_iter().map(|step| shown(game, step)).collect()
        })
    }
}

fn shown<P: Notation>(game: &Game<P>, step: P::Step) -> ShownStep {
    let position = game.position();
    let castling = position.step_info(step).filter(|info| info.castles);
    let rook = castling.as_ref().and_then(|info| {
        let mut after = position.clone();
        after.play(step);
        let (old, new) = (position.board(), after.board());
        let mut own = old.side(position.side()).iter();
        own.find(|&square| square != info.from && old.get(square) != new.get(square))
    });
    let mut takes = false;
    position.victims(step, |_, _| takes = true);
    ShownStep {
        text: position.step_text(step),
        course: course(position, step),
        passes: position.passes(step),
        takes,
        king: castling.map(|info| info.to),
        rook,
    }
}
