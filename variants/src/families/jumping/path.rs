//! Paths of squares, matched with the ways of chains.

use crate::{Bits, BoardSize, Leg, Square};

/// The legs of a way by its squares, with the pieces that it jumps over: those of `taken`.
pub(super) fn legs<B: Bits>(way: &[Square], mut taken: B, size: BoardSize) -> Vec<Leg> {
    let mut leg = |from: Square, to: Square| {
        let over = between(from, to, size).find(|&square| taken.contains(square));
        if let Some(over) = over {
            taken &= !B::bit(over);
        }
        Leg { from, to, over }
    };
    way.windows(2).map(|pair| leg(pair[0], pair[1])).collect()
}

/// The squares between two, by the smallest leap that comes from one to the other.
fn between(from: Square, to: Square, size: BoardSize) -> impl Iterator<Item = Square> {
    let files = i32::from(size.file(to)) - i32::from(size.file(from));
    let ranks = i32::from(size.rank(to)) - i32::from(size.rank(from));
    let (mut count, mut rest) = (files.abs(), ranks.abs());
    while rest != 0 {
        (count, rest) = (rest, count % rest);
    }
    let count = count.max(1);
    (1..count).filter_map(move |n| size.offset(from, files / count * n, ranks / count * n))
}

/// The number of legs that a path makes, each given by its victim, its landing or both; `None` if
/// it goes another way.
pub(super) fn legs_made(legs: &[Leg], path: &[Square]) -> Option<usize> {
    follow(legs, path, None)
}

/// Whether a way that begins with those legs can be the path's.
pub(super) fn may_make(legs: &[Leg], path: &[Square]) -> bool {
    follow(legs, path, Some(0)).is_some()
}

/// The number of legs that a path makes. `beyond` is that of a path which goes on after the last leg.
fn follow(legs: &[Leg], path: &[Square], beyond: Option<usize>) -> Option<usize> {
    let Some((&next, rest)) = path.split_first() else { return Some(0) };
    let Some((leg, others)) = legs.split_first() else { return beyond };
    let more = |path| follow(others, path, beyond).map(|made| made + 1);
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
