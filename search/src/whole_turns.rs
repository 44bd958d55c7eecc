//! Lines cut to whole turns, where the rules set the number of moves of a turn.

use variants::Game;

use crate::eval::Evaluator;
use crate::families::SearchFamily;
use crate::score::{DRAW, loss_in, win_in};

/// Returns a line without the moves of an incomplete turn at its end; if that is the first turn, it is
/// completed by the static evaluation. Lines of other games are returned as they are.
pub(crate) fn whole_turns<P: SearchFamily>(
    game: &Game<P>,
    evaluator: &Evaluator<P>,
    line: &[P::Step],
) -> Vec<P::Step> {
    let mut whole = line.to_vec();
    if P::LONG_TURNS || !game.position().has_long_turns() || line.is_empty() {
        return whole;
    }
    let mut game = game.clone();
    // Number of moves up to the end of the last complete turn.
    let mut complete = 0;
    for (index, &step) in line.iter().enumerate() {
        game.play(step);
        if game.is_turn_over() {
            complete = index + 1;
        }
    }
    if complete > 0 {
        whole.truncate(complete);
        return whole;
    }
    while !game.is_turn_over()
        && let Some(step) = best_by_evaluation(&mut game, evaluator)
    {
        game.play(step);
        whole.push(step);
    }
    whole
}

/// Returns the move after which the static evaluation is best; `None` if there is none.
fn best_by_evaluation<P: SearchFamily>(
    game: &mut Game<P>,
    evaluator: &Evaluator<P>,
) -> Option<P::Step> {
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let side = game.position().side();
    steps.into_iter().max_by_key(|&step| {
        game.play(step);
        let position = game.position();
        let value = match position.outcome_on_board().map(|outcome| outcome.winner) {
            Some(Some(winner)) if winner == position.side() => win_in(0),
            Some(Some(_)) => loss_in(0),
            Some(None) => DRAW,
            None => evaluator.hce(position),
        };
        let value = if position.side() == side { value } else { -value };
        game.undo();
        value
    })
}
