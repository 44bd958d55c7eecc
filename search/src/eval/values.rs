//! What pieces are worth: as the definition says, or by how freely they move on a half-full board.
//!
//! The estimate is Betza's "crowded board mobility"
//! (<https://www.chessvariants.com/d.betza/pieces/value/>): the mean, over the board, of the
//! number of squares that a piece reaches when each square of its way is empty with a fixed
//! chance.

use variants::betza::Betza;
use variants::{BoardSize, Color, Definition, Family, PieceDefinition, PieceType, Square};

/// The chance that a square is empty.
const EMPTY: f64 = 0.69;
/// Centipawns of a mobility of 1; with [`POWER`] a knight comes to some 320, a queen to 900.
const SCALE: f64 = 51.6;
/// Worth grows faster than mobility: one strong piece beats two weak ones.
const POWER: f64 = 1.1;
/// What staying on squares of one colour leaves of the worth.
const COLOR_BOUND: f64 = 0.94;
/// The part of the best promotion's worth that a piece has by the mere prospect.
const PROSPECT: f64 = 0.045;
/// What the taking of a royal piece brings, where it can be taken at all, in centipawns.
const ROYAL: i32 = 2500;

/// The worth of each kind of piece.
pub(crate) struct Values {
    worth: [i32; PieceType::MAX],
    officer: [i32; PieceType::MAX],
    mobility: Vec<Vec<f64>>,
}

impl Values {
    pub(crate) fn new(definition: &Definition) -> Self {
        let size = definition.size;
        let mobility: Vec<Vec<f64>> = definition
            .pieces
            .iter()
            .map(|piece| size.iter().map(|square| mobility(piece, size, square)).collect())
            .collect();
        let mean = |squares: &[f64]| squares.iter().sum::<f64>() / squares.len() as f64;
        let mut estimates: Vec<f64> = definition
            .pieces
            .iter()
            .zip(&mobility)
            .map(|(piece, squares)| {
                let bound = if is_color_bound(piece, size) { COLOR_BOUND } else { 1.0 };
                SCALE * mean(squares).powf(POWER) * bound
            })
            .collect();
        let royal = |kind: PieceType| is_royal(definition, kind);
        let prospects: Vec<f64> = definition
            .pieces
            .iter()
            .map(|piece| {
                let best = piece.promotes.iter().map(|kind| estimates[kind.index()]);
                best.fold(0.0, f64::max) * PROSPECT
            })
            .collect();
        for (estimate, prospect) in estimates.iter_mut().zip(prospects) {
            *estimate += prospect;
        }
        // Where there is no chess pawn to measure by, the least piece is worth 100.
        if !matches!(definition.family, Family::Royal(_)) {
            let least = estimates.iter().copied().fold(f64::INFINITY, f64::min).max(1.0);
            estimates.iter_mut().for_each(|estimate| *estimate *= 100.0 / least);
        }
        let mut values =
            Values { worth: [0; PieceType::MAX], officer: [0; PieceType::MAX], mobility };
        for kind in definition.piece_types() {
            let piece = definition.piece(kind);
            let estimate = piece.value.unwrap_or(estimates[kind.index()].round() as i32);
            let royal = royal(kind);
            values.worth[kind.index()] = if royal { ROYAL.max(estimate) } else { estimate };
            if !royal && piece.promotes.is_empty() {
                values.officer[kind.index()] = estimate;
            }
        }
        values
    }

    /// What a kind is worth, in centipawns.
    #[inline]
    pub(crate) fn worth(&self, kind: PieceType) -> i32 {
        self.worth[kind.index()]
    }

    /// The worth of kinds that neither promote nor are royal, 0 for others: what tells how far a
    /// game is from its end.
    #[inline]
    pub(crate) fn officer(&self, kind: PieceType) -> i32 {
        self.officer[kind.index()]
    }

    /// How many squares a kind reaches on a half-full board, from a mean square.
    pub(crate) fn mean_mobility(&self, kind: PieceType) -> f64 {
        let squares = &self.mobility[kind.index()];
        squares.iter().sum::<f64>() / squares.len().max(1) as f64
    }

    /// How many squares more than from a mean square a kind reaches from this one, as White.
    pub(crate) fn freedom(&self, kind: PieceType, square: Square) -> f64 {
        self.mobility[kind.index()][square.index()] - self.mean_mobility(kind)
    }
}

/// Whether the game hangs on the pieces of a kind.
pub(crate) fn is_royal(definition: &Definition, kind: PieceType) -> bool {
    match &definition.family {
        Family::Royal(_) => definition.piece(kind).royal,
        Family::Jumping(_) => false,
        Family::Armies(own) => own.royal_chiefs.contains(&kind),
    }
}

/// The squares that a piece reaches on the half-full board, each times its chance; squares that
/// can only be gone to, or only be taken on, count half.
fn mobility(piece: &PieceDefinition, size: BoardSize, square: Square) -> f64 {
    // Chances not to reach a square, to go there and to take there.
    let mut missed = vec![[1.0; 2]; size.squares()];
    for path in piece.moves.paths(size, square, Color::White) {
        if path.modes.initial {
            continue;
        }
        let mut reached = 1.0;
        for (index, &target) in path.squares.iter().enumerate() {
            if index >= path.first_landing {
                let ways = [path.modes.quiet, path.modes.capture];
                for (missed, way) in missed[target.index()].iter_mut().zip(ways) {
                    if way {
                        *missed *= 1.0 - reached;
                    }
                }
            }
            reached *= EMPTY;
        }
    }
    let steps: f64 = missed.iter().flatten().map(|missed| (1.0 - missed) / 2.0).sum();
    let jumps = piece.jumps.as_ref().map_or(0.0, |jumps| mobility_of_jumps(jumps, size, square));
    steps + jumps
}

/// The jumps that fit on the board, each half.
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
pub(super) fn is_color_bound(piece: &PieceDefinition, size: BoardSize) -> bool {
    piece.jumps.is_none()
        && size.iter().all(|square| {
            let paths = piece.moves.paths(size, square, Color::White);
            let mut landings = paths.iter().flat_map(|path| &path.squares[path.first_landing..]);
            landings.all(|&target| size.is_dark(target) == size.is_dark(square))
        })
}
