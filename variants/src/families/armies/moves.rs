//! Move tables of each kind of unit.

use std::ops::Range;

use crate::betza::Path;
use crate::{Bits, Board, Color, Definition, Piece, Square};

/// The moves of all kinds of one game.
#[derive(Debug)]
pub(super) struct Moves<B> {
    squares: usize,
    /// By piece and square.
    entries: Vec<Entry<B>>,
    vias: Vec<Via<B>>,
    paths: Vec<Path>,
}

/// The moves of one piece from one square.
#[derive(Debug)]
struct Entry<B> {
    /// Targets of quiet moves, on an empty board.
    quiet: B,
    /// Targets of captures, on an empty board.
    capture: B,
    /// Its part of the list of vias.
    vias: Range<u32>,
    /// Its part of the list of paths.
    paths: Range<u32>,
}

/// A square that must be empty, and where it then leads, to take or not.
#[derive(Debug)]
struct Via<B> {
    square: Square,
    targets: B,
}

impl<B: Bits> Moves<B> {
    /// Compiles the moves of all kinds of a game.
    pub(super) fn new(definition: &Definition) -> Self {
        let squares = definition.size.squares();
        let (entries, vias, paths) = (Vec::new(), Vec::new(), Vec::new());
        let mut moves = Moves { squares, entries, vias, paths };
        // In the order of `Piece::index`.
        for kind in &definition.pieces {
            for color in Color::ALL {
                for square in definition.size.iter() {
                    moves.add(kind.moves.paths(definition.size, square, color));
                }
            }
        }
        moves
    }

    /// Adds the entry of the next piece and square.
    fn add(&mut self, paths: Vec<Path>) {
        let (mut quiet, mut capture) = (B::EMPTY, B::EMPTY);
        let (first_via, first_path) = (self.vias.len(), self.paths.len());
        for mut path in paths {
            if path.first_landing == 0
                && let Some(&target) = path.squares.first()
            {
                if path.modes.quiet {
                    quiet |= B::bit(target);
                }
                if path.modes.capture {
                    capture |= B::bit(target);
                }
                path.first_landing = 1;
            }
            if path.first_landing == 1
                && path.modes.quiet
                && path.modes.capture
                && let [square, target, ..] = path.squares[..]
            {
                self.add_via(first_via, square, target);
                path.first_landing = 2;
            }
            if path.first_landing < path.squares.len() {
                self.paths.push(path);
            }
        }
        self.entries.push(Entry {
            quiet,
            capture,
            vias: first_via as u32..self.vias.len() as u32,
            paths: first_path as u32..self.paths.len() as u32,
        });
    }

    /// Adds a target behind a square to the vias from `first` on.
    fn add_via(&mut self, first: usize, square: Square, target: Square) {
        let targets = B::bit(target);
        match self.vias[first..].iter_mut().find(|via| via.square == square) {
            Some(via) => via.targets |= targets,
            None => self.vias.push(Via { square, targets }),
        }
    }

    /// The squares among `empty` that a piece can go to, and those among `enemies` that it can
    /// take on.
    #[inline]
    pub(super) fn targets(
        &self,
        piece: Piece,
        from: Square,
        board: &Board<B>,
        empty: B,
        enemies: B,
    ) -> B {
        let entry = &self.entries[piece.index() * self.squares + from.index()];
        let mut either = B::EMPTY;
        for via in &self.vias[entry.vias.start as usize..entry.vias.end as usize] {
            if board.get(via.square).is_none() {
                either |= via.targets;
            }
        }
        let mut targets = (entry.quiet | either) & empty | (entry.capture | either) & enemies;
        for path in &self.paths[entry.paths.start as usize..entry.paths.end as usize] {
            targets |= walk(path, board, empty, enemies);
        }
        targets
    }
}

/// The targets on one path, as [`Moves::targets`] has them.
fn walk<B: Bits>(path: &Path, board: &Board<B>, empty: B, enemies: B) -> B {
    let mut targets = B::EMPTY;
    for (index, &square) in path.squares.iter().enumerate() {
        let is_empty = board.get(square).is_none();
        let (admitted, wanted) =
            if is_empty { (path.modes.quiet, empty) } else { (path.modes.capture, enemies) };
        if index >= path.first_landing && admitted {
            targets |= B::bit(square) & wanted;
        }
        if !is_empty {
            break;
        }
    }
    targets
}
