//! Walls at the end of a game: once a king is taken, it does not matter where the turn's wall goes.

use variants::AnyGame;

use crate::view::{is_square, path};

/// Returns a wall's step with its squares, where every place ends the game with the same result.
pub(super) fn decided(game: &AnyGame) -> Option<(String, Vec<String>)> {
    if game.is_turn_start() || !game.definition().family.has_walls() {
        return None;
    }
    let size = game.definition().size;
    let mut first = None;
    for turn in game.clone().step_courses() {
        let courses: Vec<_> = turn.steps.iter().flatten().collect();
        let [course] = courses[..] else { return None };
        course.wall?;
        let mut after = game.clone();
        after.play_step(&turn.text).ok()?;
        let outcome = after.outcome()?;
        let squares = path(course, |square| size.name(square));
        let squares = squares.into_iter().filter(|item| is_square(item)).collect();
        let (_, known) = first.get_or_insert(((turn.text, squares), outcome));
        if *known != outcome {
            return None;
        }
    }
    first.map(|(step, _)| step)
}

#[cfg(test)]
mod tests {
    use engine::library::Library;

    use super::*;

    fn after(variant: &str, fen: &str, step: &str) -> AnyGame {
        let mut game = Library::builtin().variant(variant, None).unwrap().game(fen).unwrap();
        game.play_step(step).unwrap();
        game
    }

    #[test]
    fn the_wall_is_left_to_the_program_once_the_king_is_taken() {
        let fen = "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1";
        let (text, squares) = decided(&after("duck", fen, "e2e8")).unwrap();
        assert_eq!((&text[..2], squares.len()), ("e8", 1));
        assert!(decided(&after("duck", fen, "e2e7")).is_none());
        let fen = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1";
        assert!(decided(&after("chess", fen, "d2d7")).is_none());
    }
}
