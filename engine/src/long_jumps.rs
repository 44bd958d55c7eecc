//! Moves of pieces that jump from afar, as boards tell them: by the squares of the victims.
//!
//! A jump over a neighbour follows from either square. One from afar does not: so such a move is
//! matched with the legal ones.

use variants::{AnyGame, BoardSize, Leg, Square};

/// Returns the legal move that visits these squares in order, each leg by its victim, its landing or
/// both, and whether it ends there; if it does not, its legs up to there.
pub fn by_path(game: &mut AnyGame, text: &str) -> Option<(String, bool)> {
    let size = game.definition().size;
    let (path, sign) = path(text, size)?;
    let (&from, rest) = path.split_first()?;
    let mut started = None;
    for turn in game.step_courses() {
        let Some(Some(course)) = turn.steps.first() else { continue };
        if course.legs.first().is_none_or(|leg| leg.from != from) {
            continue;
        }
        let Some(made) = legs_made(&course.legs, rest) else { continue };
        if made < course.legs.len() {
            let legs = course.legs[..made].iter();
            let legs: Vec<_> = legs.map(|leg| size.name(leg.from) + &size.name(leg.to)).collect();
            started.get_or_insert_with(|| legs.join(","));
            continue;
        }
        let chosen = course.promotion.filter(|&(_, chosen)| chosen);
        let letter = chosen.map(|(kind, _)| game.definition().piece(kind).letter);
        if letter.is_none_or(|letter| sign == Some(letter.to_ascii_lowercase())) {
            return Some((turn.text, true));
        }
    }
    started.map(|legs| (legs, false))
}

/// Returns the number of legs that a path makes; `None` if it is another move's.
fn legs_made(legs: &[Leg], path: &[Square]) -> Option<usize> {
    let Some((&next, rest)) = path.split_first() else { return Some(0) };
    let (leg, others) = legs.split_first()?;
    let more = |path| legs_made(others, path).map(|made| made + 1);
    let landed = || (next == leg.to).then(|| more(rest)).flatten();
    let jumped = || {
        if leg.over != Some(next) {
            return None;
        }
        let lands = || rest.split_first().filter(|&(&to, _)| to == leg.to);
        // The last square is where the piece stands.
        lands()
            .and_then(|(_, rest)| more(rest))
            .or_else(|| (!rest.is_empty()).then(|| more(rest)).flatten())
    };
    landed().or_else(jumped)
}

/// Splits legs, each of which begins where the one before ends, into squares; and the sign of a
/// promotion.
fn path(text: &str, size: BoardSize) -> Option<(Vec<Square>, Option<char>)> {
    let mut path = Vec::new();
    let mut sign = None;
    for leg in text.split(',') {
        let second = leg.get(1..)?.find(|c: char| c.is_ascii_alphabetic())? + 1;
        let (from, to) = leg.split_at(second);
        let end = to.get(1..)?.find(|c: char| !c.is_ascii_digit()).map_or(to.len(), |at| at + 1);
        let (to, rest) = to.split_at(end);
        let (from, to) = (size.parse_square(from)?, size.parse_square(to)?);
        match path.last() {
            None => path.push(from),
            Some(&last) if last == from => {}
            Some(_) => return None,
        }
        path.push(to);
        sign = rest.chars().next();
    }
    Some((path, sign))
}

#[cfg(test)]
mod tests {
    use variants::{Catalog, Variant};

    use super::*;

    #[test]
    fn flying_kings_are_told_by_their_victims() {
        let definition = Catalog::builtin().get("russian-draughts").unwrap().clone();
        let variant = Variant::compile(definition).unwrap();
        let mut game = variant.game("8/8/5m2/8/8/2m5/8/K7 w - - 0 1").unwrap();
        // Over c3 to d4 or e5, then over f6.
        let whole = by_path(&mut game, "a1c3,c3f6,f6g7").unwrap();
        assert!(whole.1 && game.turn_course(&whole.0).is_ok(), "{whole:?}");
        assert!(!by_path(&mut game, "a1c3,c3d4").unwrap().1);
        assert!(by_path(&mut game, "a1c3,c3b2").is_none());
        assert!(by_path(&mut game, "nonsense").is_none());
    }
}
