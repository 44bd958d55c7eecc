//! Piece values: from the definition, or estimated from mobility on a half-full board.
//!
//! The estimate is Betza's "crowded board mobility"
//! (<https://www.chessvariants.com/d.betza/pieces/value/>): the mean, over the board, of the number
//! of squares that a piece reaches when each square of its path is empty with a fixed probability.

use variants::betza::{Betza, Hop};
use variants::{BoardSize, Color, Definition, PieceDefinition, PieceType, Square};

/// Probability that a square is empty.
const EMPTY: f64 = 0.69;
/// Centipawns per mobility of 1; with [`POWER`] a knight is worth some 320, a queen 900.
const SCALE: f64 = 51.6;
/// Exponent of mobility: one strong piece beats two weak ones.
const POWER: f64 = 1.1;
/// Factor for pieces bound to squares of one colour.
const COLOR_BOUND: f64 = 0.94;
/// Share of the best promotion's value that is added for the prospect.
const PROSPECT: f64 = 0.045;
/// Minimum value of a royal piece, where it can be captured at all, in centipawns.
const ROYAL: i32 = 2500;

/// Value and mobility of each piece type.
pub struct Values {
    worth: [i32; PieceType::MAX],
    officer: [i32; PieceType::MAX],
    mobility: Vec<Mobility>,
}

/// Mobility of a piece type, in squares.
struct Mobility {
    /// By square.
    squares: Vec<f64>,
    /// The mean of the squares where it may stand.
    mean: f64,
}

impl Mobility {
    fn new(definition: &Definition, piece: &PieceDefinition) -> Self {
        let size = definition.size;
        let squares: Vec<f64> =
            size.iter().map(|square| mobility(definition, piece, square)).collect();
        let zone = piece.zone.as_ref().map(|zone| zone[Color::White].as_slice());
        let may_stand = |square: &Square| {
            zone.is_none_or(|zone| zone.contains(square)) && !definition.holes().contains(square)
        };
        let stands: Vec<Square> = size.iter().filter(may_stand).collect();
        let sum: f64 = stands.iter().map(|square| squares[square.index()]).sum();
        Mobility { mean: sum / stands.len().max(1) as f64, squares }
    }
}

impl Values {
    /// Estimates the values of a game. `unit`: whether the least valuable piece is worth 100, for
    /// want of a chess pawn.
    pub(crate) fn new(definition: &Definition, unit: bool) -> Self {
        let of_piece = |piece| Mobility::new(definition, piece);
        let mobility: Vec<Mobility> = definition.pieces.iter().map(of_piece).collect();
        let mut estimates: Vec<f64> = definition
            .pieces
            .iter()
            .zip(&mobility)
            .map(|(piece, mobility)| {
                let bound = if is_color_bound(definition, piece) { COLOR_BOUND } else { 1.0 };
                SCALE * mobility.mean.powf(POWER) * bound
            })
            .collect();
        let estimates_alone = estimates.clone();
        for kind in definition.piece_types().filter(|&kind| definition.alternates(kind)) {
            // A piece that turns with each move is worth as much on one side as on the other.
            let is_form = |&other: &PieceType| {
                definition.becomes(kind, other) && definition.becomes(other, kind)
            };
            let forms = definition.piece_types().filter(is_form);
            let values: Vec<f64> = forms.map(|form| estimates_alone[form.index()]).collect();
            estimates[kind.index()] = values.iter().sum::<f64>() / values.len().max(1) as f64;
        }
        let prospects: Vec<f64> = definition
            .piece_types()
            .map(|kind| {
                let promotes = match definition.promotes_for_good(kind) {
                    true => &definition.piece(kind).promotes[..],
                    false => &[],
                };
                let best = promotes.iter().map(|kind| estimates[kind.index()]);
                best.fold(0.0, f64::max) * PROSPECT
            })
            .collect();
        for (estimate, prospect) in estimates.iter_mut().zip(prospects) {
            *estimate += prospect;
        }
        if unit {
            let least = estimates.iter().copied().fold(f64::INFINITY, f64::min).max(1.0);
            estimates.iter_mut().for_each(|estimate| *estimate *= 100.0 / least);
        }
        let mut values =
            Values { worth: [0; PieceType::MAX], officer: [0; PieceType::MAX], mobility };
        for kind in definition.piece_types() {
            let piece = definition.piece(kind);
            let estimate = piece.value.unwrap_or(estimates[kind.index()].round() as i32);
            let royal = definition.is_royal(kind);
            values.worth[kind.index()] = if royal { ROYAL.max(estimate) } else { estimate };
            if !royal && !definition.promotes_for_good(kind) {
                values.officer[kind.index()] = estimate;
            }
        }
        values
    }

    /// Returns the value of a piece type, in centipawns.
    #[inline]
    pub(crate) fn worth(&self, kind: PieceType) -> i32 {
        self.worth[kind.index()]
    }

    /// Returns the value of a piece type that neither promotes nor is royal, 0 for others: the unit
    /// of the game phase.
    #[inline]
    pub(crate) fn officer(&self, kind: PieceType) -> i32 {
        self.officer[kind.index()]
    }

    /// Returns the mobility on a half-full board from a mean square, in squares.
    pub(crate) fn mean_mobility(&self, kind: PieceType) -> f64 {
        self.mobility[kind.index()].mean
    }

    /// Returns the mobility from this square, as White, less the mean, in squares.
    pub(crate) fn freedom(&self, kind: PieceType, square: Square) -> f64 {
        self.mobility[kind.index()].squares[square.index()] - self.mean_mobility(kind)
    }
}

/// Returns the squares that a piece reaches on the half-full board, weighted by probability;
/// squares reached by captures only or quiet moves only count half.
fn mobility(definition: &Definition, piece: &PieceDefinition, square: Square) -> f64 {
    let size = definition.size;
    // Probabilities not to reach a square by a quiet move and by a capture.
    let mut missed = vec![[1.0; 2]; size.squares()];
    for path in definition.paths(piece, square, Color::White) {
        if path.modes.initial {
            continue;
        }
        // Probabilities of no piece on the way so far, and of a single one.
        let (mut open, mut hurdle) = (1.0, 0.0);
        for (index, &target) in path.squares.iter().enumerate() {
            let reached = if path.modes.hop.is_some() { hurdle } else { open };
            if index >= path.first_landing {
                let ways = [path.modes.quiet, path.modes.capture];
                for (missed, way) in missed[target.index()].iter_mut().zip(ways) {
                    if way {
                        *missed *= 1.0 - reached;
                    }
                }
            }
            let goes_on = if path.modes.hop == Some(Hop::Near) { 0.0 } else { EMPTY };
            hurdle = hurdle * goes_on + open * (1.0 - EMPTY);
            open *= EMPTY;
        }
    }
    let steps: f64 = missed.iter().flatten().map(|missed| (1.0 - missed) / 2.0).sum();
    let jumps = piece.jumps.as_ref().map_or(0.0, |jumps| mobility_of_jumps(jumps, size, square));
    steps + jumps
}

/// Counts the jumps that fit on the board, each half.
fn mobility_of_jumps(jumps: &Betza, size: BoardSize, square: Square) -> f64 {
    let fits = |over: &Square| {
        let file = |square| i32::from(size.file(square));
        let rank = |square| i32::from(size.rank(square));
        let delta = (file(*over) - file(square), rank(*over) - rank(square));
        size.offset(*over, delta.0, delta.1).is_some()
    };
    let paths = jumps.paths(size, square, Color::White);
    paths.iter().filter_map(|path| path.squares.first()).filter(|over| fits(over)).count() as f64
        / 2.0
}

/// Whether a piece stays on squares of one colour where not all of the game's pieces do.
pub(crate) fn is_color_bound(definition: &Definition, piece: &PieceDefinition) -> bool {
    let size = definition.size;
    piece.jumps.is_none()
        && size.iter().all(|square| {
            let paths = definition.paths(piece, square, Color::White);
            let mut landings = paths.iter().flat_map(|path| &path.squares[path.first_landing..]);
            landings.all(|&target| size.is_dark(target) == size.is_dark(square))
        })
}
