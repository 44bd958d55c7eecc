//! Lines cut to whole turns, where the rules set the number of moves of a turn.

use variants::{Game, Outcome, Position};

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

/// Returns the end of the game on the board, without looking for moves where no check could make it
/// a mate.
pub(crate) fn outcome_or_mate<P: Position>(position: &P) -> Option<Outcome> {
    match position.decided() {
        None if position.is_forced() => position.outcome_on_board(),
        decided => decided,
    }
}

/// Bound of the moves looked at to complete a turn, divided by the moves that it has left: games can
/// be stated whose turns have sixteen of hundreds.
const MOST_COMPLETIONS: u32 = 256;
/// The same for the intervals of [`Position::generate_while`].
const MOST_INTERVALS: u32 = 16;

/// Returns the move after which the static evaluation is best, among the first ones where there are
/// very many; `None` if there is none.
fn best_by_evaluation<P: SearchFamily>(
    game: &mut Game<P>,
    evaluator: &Evaluator<P>,
) -> Option<P::Step> {
    let mut steps = Vec::new();
    let left = game.position().moves_left().max(1);
    let mut intervals = MOST_INTERVALS.div_ceil(left);
    game.legal_steps_while(&mut steps, usize::MAX, &mut || {
        intervals = intervals.saturating_sub(1);
        intervals > 0
    });
    steps.truncate(MOST_COMPLETIONS.div_ceil(left) as usize);
    let side = game.position().side();
    steps.into_iter().max_by_key(|&step| {
        game.play(step);
        let position = game.position();
        let value = match outcome_or_mate(position).map(|outcome| outcome.winner) {
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
