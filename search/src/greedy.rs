//! Turn of a player who takes what there is to take and looks no further.

use variants::{AnyGame, Game, PieceType, Position, courses, with_game};

/// Value of a turn that wins the game: more than all material.
const WIN: i64 = 1 << 40;

/// Returns the turn with the largest immediate gain of material, as text, and leaves the game as it is; `None`
/// if nothing is legal. `values` are by [`PieceType::index`], in any unit. `choose` gets a number of
/// choices, 1 or more, and returns the one to take, from 0: among equal turns, and where a turn has to go on
/// without a gain.
#[must_use]
pub fn greedy_turn(
    game: &mut AnyGame,
    values: &[i64],
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<String> {
    with_game!(game, game => {
        let steps = most_won(game, values, choose);
        courses(game.position(), &steps).into_iter().next().map(|turn| turn.text)
    })
}

/// Returns one of the turns with the largest gain.
fn most_won<P: Position>(
    game: &mut Game<P>,
    values: &[i64],
    choose: &mut dyn FnMut(usize) -> usize,
) -> Vec<P::Step> {
    let mut firsts = Vec::new();
    game.legal_steps(&mut firsts);
    let mut best = (i64::MIN, Vec::new());
    // Number of equal turns, to choose among them with equal probability.
    let mut equals = 0;
    for first in firsts {
        let (gain, steps) = go_on(game, first, values, choose);
        if gain > best.0 {
            (best, equals) = ((gain, steps), 1);
        } else if gain == best.0 {
            equals += 1;
            if choose(equals) == 0 {
                best.1 = steps;
            }
        }
    }
    best.1
}

/// Returns the gain of a turn that begins with a step and continues with the most valuable
/// captures, or with random steps where the turn must go on; and its steps.
fn go_on<P: Position>(
    game: &mut Game<P>,
    first: P::Step,
    values: &[i64],
    choose: &mut dyn FnMut(usize) -> usize,
) -> (i64, Vec<P::Step>) {
    let side = game.position().side();
    let mut gain = won(game.position(), first, values);
    let mut made = vec![first];
    game.play(first);
    let mut steps = Vec::new();
    while !game.is_turn_over() {
        game.tactical_steps(&mut steps);
        let position = game.position();
        let worth = |step: P::Step| won(position, step, values);
        let takes = steps.iter().copied().filter(|&step| position.step_info(step).is_some());
        let best = takes.map(|step| (worth(step), step)).max_by_key(|&(worth, _)| worth);
        let next = best.filter(|&(worth, _)| worth > 0).or_else(|| {
            let end = steps.iter().copied().find(|&step| position.step_info(step).is_none());
            end.map(|end| (0, end))
        });
        let next = next.or_else(|| {
            game.legal_steps(&mut steps);
            if steps.is_empty() {
                return None;
            }
            let step = steps[choose(steps.len())];
            Some((won(game.position(), step, values), step))
        });
        let Some((worth, step)) = next else { break };
        gain += worth;
        made.push(step);
        game.play(step);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    if let Some(winner) = winner {
        gain = if winner == side { WIN } else { -WIN };
    }
    for _ in &made {
        game.undo();
    }
    (gain, made)
}

/// Returns the gain of a step: the captured piece and the promotion.
fn won<P: Position>(position: &P, step: P::Step, values: &[i64]) -> i64 {
    let value = |kind: PieceType| values.get(kind.index()).copied().unwrap_or(0);
    let mut gain = 0;
    position.victims(step, |_, victim| gain += value(victim.kind()));
    if let Some(step_info) = position.step_info(step)
        && let Some(kind) = step_info.promotion
    {
        gain += value(kind) - value(step_info.piece.kind());
    }
    gain
}
