//! Legal turns as text.

use variants::{AnyGame, Game, Notation, TurnForm, courses, with_game};

/// Returns the legal turns, or the ways to finish the one in progress, sorted; `None` if there are
/// more than `most`.
pub(super) fn legal_turns(game: &mut AnyGame, most: usize) -> Option<Vec<String>> {
    let form = game.definition().family.turn_form();
    let mut texts = if matches!(form, TurnForm::OneMove | TurnForm::MultiJump) {
        let texts = game.step_texts();
        (texts.len() <= most).then_some(texts)?
    } else {
        let mut texts = Vec::new();
        with_game!(game, game => extend(game, &mut Vec::new(), &mut texts, most)).then_some(())?;
        texts
    };
    texts.sort_unstable();
    Some(texts)
}

/// Adds the turns that begin with some steps, which have been made; false if there are too many.
fn extend<P: Notation>(
    game: &mut Game<P>,
    made: &mut Vec<P::Step>,
    texts: &mut Vec<String>,
    most: usize,
) -> bool {
    let mut steps = Vec::new();
    if game.position().decided().is_none() {
        game.legal_steps(&mut steps);
    }
    for step in steps {
        let is_end = game.position().step_info(step).is_none();
        // A pass alone is no text.
        if is_end && made.is_empty() {
            continue;
        }
        game.play(step);
        made.push(step);
        let is_over = game.position().is_turn_start() || game.position().decided().is_some();
        let fits = if is_over {
            add(game, made, texts);
            texts.len() <= most
        } else {
            extend(game, made, texts, most)
        };
        made.pop();
        game.undo();
        if !fits {
            return false;
        }
    }
    true
}

/// Adds the turn of some steps, which have just been made.
fn add<P: Notation>(game: &mut Game<P>, made: &[P::Step], texts: &mut Vec<String>) {
    for _ in made {
        game.undo();
    }
    texts.extend(courses(game.position(), made).into_iter().next().map(|turn| turn.text));
    for &step in made {
        game.play(step);
    }
}
