//! Legal moves as they are listed and typed.

use arena::written;
use variants::AnyGame;

use super::columns::columns;

/// Most moves that are listed.
const MAX_LISTED: usize = 200;

/// Legal steps, each in the game's own notation and as people write it.
pub(super) fn legal(game: &AnyGame, steps: &[String]) -> Vec<(String, Option<String>)> {
    let mut game = game.clone();
    let is_first = game.is_turn_start();
    let mut label =
        |text: &String| written(&mut game, text).filter(|label| is_first && label != text);
    steps.iter().map(|text| (text.clone(), label(text))).collect()
}

/// Lists the legal steps that begin with a text.
pub(super) fn list(game: &AnyGame, steps: &[String], begin: &str, width: usize) -> String {
    let fits = |(text, label): &(String, Option<String>)| {
        text.starts_with(begin) || label.as_ref().is_some_and(|label| label.starts_with(begin))
    };
    let found: Vec<String> = legal(game, steps)
        .into_iter()
        .filter(fits)
        .map(|(text, label)| match label {
            Some(label) => format!("{text} ({label})"),
            None => text,
        })
        .collect();
    let mut out = columns(&found[..found.len().min(MAX_LISTED)], width);
    if let Some(left) = found.len().checked_sub(MAX_LISTED).filter(|&left| left > 0) {
        out += &format!("and {left} more: `moves SQUARE` lists those of one piece\n");
    }
    out
}

/// Returns the legal steps that go on from a text: the rest of a chain of jumps, or the choice of a
/// promotion; with the text in the game's own notation.
pub(super) fn ways_on(
    game: &AnyGame,
    steps: &[String],
    text: &str,
) -> Option<(String, Vec<String>)> {
    let chain = game.clone().begun_chain(text);
    let begin = chain.unwrap_or_else(|| text.to_owned());
    let ways: Vec<String> = steps
        .iter()
        .filter(|step| step.len() > begin.len() && step.starts_with(&begin))
        // A square alone, such as `a1`, is only the beginning of a move.
        .filter(|_| begin.len() >= 4)
        .cloned()
        .collect();
    (!ways.is_empty()).then_some((begin, ways))
}
