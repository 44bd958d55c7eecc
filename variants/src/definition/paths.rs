//! Ways of pieces on a game's board: cut off at missing squares and outside of zones.

use super::{Definition, PieceDefinition};
use crate::betza::Path;
use crate::{Color, Square};

impl Definition {
    /// The squares that the board lacks.
    #[must_use]
    pub fn holes(&self) -> &[Square] {
        self.family.holes()
    }

    /// The square `files` to the right and `ranks` up, if there is one.
    #[must_use]
    pub fn offset(&self, square: Square, files: i32, ranks: i32) -> Option<Square> {
        self.size.offset(square, files, ranks).filter(|to| !self.holes().contains(to))
    }

    /// All paths of a side's piece that stands on `from`. Some may lead to the same square.
    #[must_use]
    pub fn paths(&self, piece: &PieceDefinition, from: Square, color: Color) -> Vec<Path> {
        let mut paths = piece.moves.paths(self.size, from, color);
        let local = piece.moves_in.iter().filter(|local| local.squares[color].contains(&from));
        for local in local {
            let own = local.moves.paths(self.size, from, color);
            match local.inside {
                true => {
                    let squares = &local.squares[color];
                    let is_outside = |square: &Square| !squares.contains(square);
                    paths.extend(own.into_iter().filter_map(|path| up_to(path, is_outside)));
                }
                false => paths.extend(own),
            }
        }
        if !self.holes().is_empty() {
            let is_hole = |square: &Square| self.holes().contains(square);
            paths = paths.into_iter().filter_map(|path| up_to(path, is_hole)).collect();
        }
        match &piece.zone {
            Some(zone) => paths.iter().flat_map(|path| within(path, &zone[color])).collect(),
            None => paths,
        }
    }
}

/// A path as far as the first square that ends it; `None` where it lands nowhere then.
fn up_to(mut path: Path, ends: impl Fn(&Square) -> bool) -> Option<Path> {
    let end = path.squares.iter().position(ends);
    path.squares.truncate(end.unwrap_or(path.squares.len()));
    let least = path.first_landing.max(usize::from(path.modes.hop.is_some()));
    (path.squares.len() > least).then_some(path)
}

/// The parts of a path that have landings in a zone alone. Squares outside may be passed.
fn within(path: &Path, zone: &[Square]) -> Vec<Path> {
    let mut parts = Vec::new();
    let first = path.first_landing.max(usize::from(path.modes.hop.is_some()));
    let mut start = None;
    for index in first..=path.squares.len() {
        let inside = path.squares.get(index).is_some_and(|square| zone.contains(square));
        match start {
            None if inside => start = Some(index),
            Some(first_landing) if !inside => {
                let squares = path.squares[..index].to_vec();
                parts.push(Path { squares, first_landing, modes: path.modes });
                start = None;
            }
            _ => {}
        }
    }
    parts
}
