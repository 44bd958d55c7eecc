//! Moves along ranks, files and diagonals in words.

use crate::betza::{Betza, Hop, Modes, Path};
use crate::families::wording::listed;
use crate::{BoardSize, Color, Square};

/// Board on which moves are looked at, from its middle.
const BOARD: u8 = 15;
const MIDDLE: u8 = BOARD / 2;

/// Directions, as files to the right and ranks forwards, under one name.
const NAMES: [(&[(i8, i8)], &str); 13] = [
    (&[(0, 1), (1, 0), (0, -1), (-1, 0)], "along rank and file"),
    (&[(1, 1), (1, -1), (-1, -1), (-1, 1)], "diagonally"),
    (&[(1, 0), (-1, 0)], "sideways"),
    (&[(1, 1), (-1, 1)], "diagonally forwards"),
    (&[(1, -1), (-1, -1)], "diagonally backwards"),
    (&[(0, 1)], "forwards"),
    (&[(0, -1)], "backwards"),
    (&[(1, 0)], "to the right"),
    (&[(-1, 0)], "to the left"),
    (&[(1, 1)], "forwards to the right"),
    (&[(-1, 1)], "forwards to the left"),
    (&[(1, -1)], "backwards to the right"),
    (&[(-1, -1)], "backwards to the left"),
];

/// The length of a move: squares that are passed in any case, and the most.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Length {
    least: usize,
    /// `None`: as far as the board goes.
    most: Option<usize>,
}

/// Length and modes, by which moves are put together.
type Kind = (Length, Modes);

/// Returns moves in words, such as `one square sideways`; `None` where there are others than along
/// ranks, files and diagonals.
pub(super) fn in_words(moves: &Betza) -> Option<String> {
    let size = BoardSize::new(BOARD, BOARD)?;
    let middle = size.square(MIDDLE.into(), MIDDLE.into())?;
    let mut groups: Vec<(Kind, Vec<(i8, i8)>)> = Vec::new();
    for path in moves.paths(size, middle, Color::White) {
        let (length, direction) = along(&path, size)?;
        let key = (length, path.modes);
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, directions)) => directions.push(direction),
            None => groups.push((key, vec![direction])),
        }
    }
    let words: Option<Vec<String>> =
        groups.into_iter().map(|((length, modes), there)| group(length, modes, there)).collect();
    words.filter(|words| !words.is_empty()).map(|words| listed(&words, "or"))
}

/// Length and direction of a straight way from the middle.
fn along(path: &Path, size: BoardSize) -> Option<(Length, (i8, i8))> {
    let place = |square: Square| {
        let from_middle = |at: u8| at as i8 - MIDDLE as i8;
        (from_middle(size.file(square)), from_middle(size.rank(square)))
    };
    let first = place(*path.squares.first()?);
    let is_straight = path
        .squares
        .iter()
        .zip(1..)
        .all(|(&square, step)| place(square) == (first.0 * step, first.1 * step));
    let is_step = first.0.abs() <= 1 && first.1.abs() <= 1;
    let most = Some(path.squares.len()).filter(|&most| most < usize::from(MIDDLE));
    let length = Length { least: path.first_landing + 1, most };
    (is_straight && is_step).then_some((length, first))
}

fn group(length: Length, modes: Modes, mut there: Vec<(i8, i8)>) -> Option<String> {
    let squares = |number: usize| match number {
        1 => "one square".to_owned(),
        2 => "two squares".to_owned(),
        3 => "three squares".to_owned(),
        number => format!("{number} squares"),
    };
    let far = match length {
        Length { least: 1, most: None } => "any number of squares".to_owned(),
        Length { least, most: None } => format!("{least} or more squares"),
        Length { least, most: Some(most) } if least == most => squares(most),
        Length { least: 1, most: Some(most) } => format!("up to {}", squares(most)),
        Length { least, most: Some(most) } => format!("{least} to {}", squares(most)),
    };
    let mut directions = Vec::new();
    for (all, name) in NAMES {
        if all.iter().all(|one| there.contains(one)) {
            there.retain(|one| !all.contains(one));
            directions.push(name.to_owned());
        }
    }
    let over = match modes.hop {
        None => "",
        Some(Hop::Far) => " over a piece on the way",
        Some(Hop::Near) => " to the square just behind a piece",
    };
    let how = match (modes.quiet, modes.capture) {
        (true, false) => " without capturing",
        (false, true) => ", captures alone",
        _ => "",
    };
    let when = if modes.initial { " with its first move" } else { "" };
    there.is_empty().then(|| format!("{far} {}{over}{how}{when}", listed(&directions, "or")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_moves_have_words() {
        for (betza, words) in [
            ("sW", "one square sideways"),
            ("F", "one square diagonally"),
            ("fF", "one square diagonally forwards"),
            ("pB", "any number of squares diagonally over a piece on the way"),
            ("ifmnH", "three squares forwards without capturing with its first move"),
            (
                "WfcF",
                "one square along rank and file or one square diagonally forwards, captures alone",
            ),
            ("flF", "one square forwards to the left"),
            ("mR3", "up to three squares along rank and file without capturing"),
        ] {
            assert_eq!(in_words(&Betza::parse(betza).unwrap()).as_deref(), Some(words), "{betza}");
        }
        for betza in ["N", "D", "[F?fR]", "WN"] {
            assert_eq!(in_words(&Betza::parse(betza).unwrap()), None, "{betza}");
        }
    }
}
