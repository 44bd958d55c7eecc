//! Training samples.

use variants::{Color, Piece, PieceType, Square};

/// Data of a training position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Side to move.
    pub side: Color,
    /// Search score, in centipawns for White.
    pub score: i16,
    /// Training target: White's score of the game, 0, 0.5 or 1, or a target between them.
    pub result: f32,
    /// Number of its game.
    pub game: u32,
}

/// Packed training samples.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Pieces of all positions, two bytes each: piece type and colour, and square.
    pieces: Vec<u16>,
    /// End of each position's pieces.
    ends: Vec<usize>,
    samples: Vec<Sample>,
}

impl Samples {
    /// Creates an empty set of samples.
    #[must_use]
    pub fn new() -> Self {
        Samples::default()
    }

    /// Adds a position.
    pub fn push(&mut self, pieces: impl IntoIterator<Item = (Square, Piece)>, sample: Sample) {
        let pack = |(square, piece): (Square, Piece)| {
            let kind = piece.kind().index() + PieceType::MAX * piece.color() as usize;
            (kind * 256 + square.index()) as u16
        };
        self.pieces.extend(pieces.into_iter().map(pack));
        self.ends.push(self.pieces.len());
        self.samples.push(sample);
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Returns the data of a position.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    pub fn sample(&self, index: usize) -> Sample {
        self.samples[index]
    }

    /// Returns the data of a position for changes.
    ///
    /// # Panics
    /// If the index is out of range.
    pub(crate) fn sample_mut(&mut self, index: usize) -> &mut Sample {
        &mut self.samples[index]
    }

    /// Returns the pieces of a position.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn pieces(&self, index: usize) -> impl Iterator<Item = (Square, Piece)> + Clone + '_ {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.pieces[start..self.ends[index]].iter().map(|&packed| {
            let kind = usize::from(packed / 256);
            let color = Color::ALL[kind / PieceType::MAX];
            let kind = PieceType::from_index(kind % PieceType::MAX);
            (Square::from_index(packed as u8), Piece::new(color, kind))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::{Catalog, Fen};

    #[test]
    fn positions_come_back_as_they_were() {
        let mut samples = Samples::new();
        let mut all = Vec::new();
        for name in Catalog::builtin().names() {
            let catalog = Catalog::builtin();
            let definition = catalog.get(name).unwrap();
            let pieces = Fen::parse(&definition.start, definition).unwrap().pieces;
            let sample = Sample { side: Color::Black, score: -7, result: 0.5, game: 3 };
            samples.push(pieces.iter().copied(), sample);
            all.push((pieces, sample));
        }
        assert_eq!(samples.len(), all.len());
        for (index, (pieces, sample)) in all.into_iter().enumerate() {
            assert!(samples.pieces(index).eq(pieces));
            assert_eq!(samples.sample(index), sample);
        }
    }
}
