//! Patterns: occupation of small windows of the board.
//!
//! In games with jumps, the pieces' formation and the empty squares matter. So a net for such a
//! game has a weight for each occupation of the squares of a small window, as Scan has for draughts
//! (<https://github.com/rhalbersma/scan>), after GLEM (M. Buro, *Improving heuristic mini-max
//! search by supervised learning*, Artificial Intelligence 134, 2002). The weights are added to the
//! net's output: a table is fast to look up, and needs few games to train.

use variants::{BoardSize, Color, Definition, Fen, Square, Symmetry};

use crate::kernel::{Lane, WIDTH, update};

/// Size of a window. It has the squares of one colour only: pieces that jump along diagonals stay
/// on one.
const RANKS: u8 = 4;
const FILES: u8 = 4;
/// Number of squares of a window.
const SQUARES: usize = RANKS as usize * FILES as usize / 2;
/// Number of states of a window: each square is empty, or has an own or an enemy piece.
const STATES: usize = 3_usize.pow(SQUARES as u32);

/// Windows of a board; none in games without patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Patterns {
    windows: usize,
    /// State change of each window by each input: rows of [`Patterns::width`] lanes.
    rows: Vec<Lane>,
}

impl Patterns {
    /// Returns the windows of a game.
    pub(crate) fn new(definition: &Definition) -> Self {
        let (size, kinds) = (definition.size, definition.pieces.len());
        let has_jumps = definition.pieces.iter().any(|piece| piece.jumps.is_some());
        let colors = if has_jumps { colors(definition) } else { [false; 2] };
        let windows = windows(size, colors);
        let width = windows.len().div_ceil(WIDTH);
        let mut rows = vec![Lane::ZERO; 2 * kinds * size.squares() * width];
        for (window, squares) in windows.iter().enumerate() {
            for (place, square) in squares.iter().enumerate() {
                for kind in 0..2 * kinds {
                    let row = (kind * size.squares() + square.index()) * width;
                    let state = if kind < kinds { 1 } else { 2 };
                    rows[row + window / WIDTH].0[window % WIDTH] = state * 3_i16.pow(place as u32);
                }
            }
        }
        Patterns { windows: windows.len(), rows }
    }

    /// Returns the number of patterns: the states of all windows.
    pub(crate) fn len(&self) -> usize {
        self.windows * STATES
    }

    /// Returns the number of lanes that hold the states of all windows.
    pub(crate) fn width(&self) -> usize {
        self.windows.div_ceil(WIDTH)
    }

    /// Returns the states of the windows on an empty board.
    pub(crate) fn empty(&self) -> Vec<Lane> {
        vec![Lane::ZERO; self.width()]
    }

    /// Adds inputs to the states of the windows, and removes others.
    #[inline]
    pub(crate) fn update(&self, states: &mut [Lane], added: &[usize], removed: &[usize]) {
        update(states, &self.rows, added, removed);
    }

    /// Returns the patterns of these states of the windows, below [`Patterns::len`].
    #[inline]
    pub(crate) fn found(&self, states: &[Lane]) -> impl Iterator<Item = usize> {
        let states = states.iter().flat_map(|lane| &lane.0).take(self.windows);
        states.enumerate().map(|(window, &state)| window * STATES + state as usize)
    }
}

/// Returns the windows of the squares of some colours, light and dark.
fn windows(size: BoardSize, colors: [bool; 2]) -> Vec<Vec<Square>> {
    let (Some(last_file), Some(last_rank)) =
        (size.files().checked_sub(FILES), size.ranks().checked_sub(RANKS))
    else {
        return Vec::new();
    };
    let files = || (0..last_file).step_by(2).chain([last_file]);
    let corners = (0..=last_rank).flat_map(|rank| files().map(move |file| (file, rank)));
    let window = |dark, (file, rank)| {
        let is_within = |at| {
            (file..file + FILES).contains(&size.file(at))
                && (rank..rank + RANKS).contains(&size.rank(at))
        };
        size.iter().filter(|&at| is_within(at) && size.is_dark(at) == dark).collect()
    };
    let seen = [false, true].into_iter().filter(|&dark| colors[usize::from(dark)]);
    seen.flat_map(|dark| corners.clone().map(move |corner| window(dark, corner))).collect()
}

/// Returns the square colours, light and dark, that pieces use in either side's view.
fn colors(definition: &Definition) -> [bool; 2] {
    let size = definition.size;
    let keeps_color = definition.pieces.iter().all(|piece| {
        size.iter().all(|from| {
            definition.paths(piece, from, Color::White).iter().all(|path| {
                let landings = &path.squares[path.first_landing..];
                landings.iter().all(|&to| size.is_dark(to) == size.is_dark(from))
            })
        })
    });
    if !keeps_color {
        return [true; 2];
    }
    let symmetry = Symmetry::new(definition);
    let mut colors = [false; 2];
    let pieces = Fen::parse(&definition.start, definition).map_or(Vec::new(), |fen| fen.pieces);
    for (square, _) in pieces {
        for view in Color::ALL {
            colors[usize::from(size.is_dark(symmetry.seen_by(view, square)))] = true;
        }
    }
    colors
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::{Catalog, Piece, PieceType};

    use crate::Inputs;

    fn inputs(name: &str) -> Inputs {
        Inputs::new(Catalog::builtin().get(name).unwrap())
    }

    #[test]
    fn only_games_of_jumps_have_windows() {
        for (name, windows) in [
            ("english-draughts", 15),
            ("cheskers-most", 15),
            ("chesica", 30),
            ("chess", 0),
            ("chesimals", 0),
        ] {
            assert_eq!(inputs(name).patterns().windows, windows, "{name}");
        }
    }

    #[test]
    fn windows_have_all_squares_of_their_colors() {
        for (files, ranks) in [(8, 8), (9, 4), (16, 16)] {
            let size = BoardSize::new(files, ranks).unwrap();
            for dark in [false, true] {
                let windows = windows(size, [!dark, dark]);
                assert!(windows.iter().all(|squares| squares.len() == SQUARES));
                for square in size.iter() {
                    let is_seen = windows.iter().any(|squares| squares.contains(&square));
                    assert_eq!(is_seen, size.is_dark(square) == dark, "{files}x{ranks}");
                }
            }
        }
        assert!(windows(BoardSize::new(3, 8).unwrap(), [true; 2]).is_empty());
    }

    #[test]
    fn patterns_tell_own_pieces_enemies_and_empty_squares_apart() {
        let inputs = inputs("english-draughts");
        let patterns = inputs.patterns();
        let size = inputs.size();
        let found = |pieces: &[(&str, Color)]| -> Vec<usize> {
            let index = |&(name, color): &(&str, Color)| {
                let square = size.parse_square(name).unwrap();
                let piece = Piece::new(color, PieceType::from_index(0));
                inputs.index(Color::White, false, piece, square)
            };
            let on: Vec<usize> = pieces.iter().map(index).collect();
            let mut states = patterns.empty();
            patterns.update(&mut states, &on, &[]);
            patterns.found(&states).collect()
        };
        let empty: Vec<usize> = (0..patterns.windows).map(|window| window * STATES).collect();
        assert_eq!(found(&[]), empty);
        let (own, enemy) = (found(&[("c3", Color::White)]), found(&[("c3", Color::Black)]));
        let differ = |one: &[usize], other: &[usize]| {
            one.iter().zip(other).filter(|(one, other)| one != other).count()
        };
        // The windows that start on the files a and c, and on the ranks 1 to 3.
        assert_eq!([differ(&own, &empty), differ(&enemy, &empty), differ(&own, &enemy)], [6; 3]);
        let both = found(&[("c3", Color::White), ("h8", Color::Black)]);
        assert_eq!(differ(&both, &own), 1);
    }
}
