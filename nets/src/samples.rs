//! Positions to learn from.

use variants::{Color, Piece, PieceType, Square};

/// A position with what is known of its worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Who is to move.
    pub side: Color,
    /// What a search found it worth, in centipawns for White.
    pub score: i16,
    /// White's part of the point: that of the end, 0, 0.5 or 1, or what a net should foretell,
    /// between them.
    pub result: f32,
    /// The number of its game.
    pub game: u32,
}

/// Many positions, packed.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Two bytes for each piece of each position: the piece's kind and colour, and its square.
    pieces: Vec<u16>,
    /// Where each position's pieces end.
    ends: Vec<usize>,
    samples: Vec<Sample>,
}

impl Samples {
    /// None yet.
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

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// What is known of a position.
    ///
    /// # Panics
    /// When there are not so many.
    #[must_use]
    pub fn sample(&self, index: usize) -> Sample {
        self.samples[index]
    }

    /// Changes what is known of a position.
    ///
    /// # Panics
    /// When there are not so many.
    pub(crate) fn sample_mut(&mut self, index: usize) -> &mut Sample {
        &mut self.samples[index]
    }

    /// The pieces of a position.
    ///
    /// # Panics
    /// When there are not so many positions.
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
