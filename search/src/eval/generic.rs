//! Generic weights: the HCE of a game of which only the definition is known.

use variants::{Color, Definition, Family, PieceType};

use super::layout::Layout;
use super::values::{self, Values};
use super::weight::Weight;
use super::weights::Weights;
use super::{armies, jumping, piece_square, royal};

impl Weights {
    /// Returns the generic weights of a game: from the moves of its pieces, and from defaults that
    /// suit most games.
    #[must_use]
    pub fn generic(definition: &Definition) -> Self {
        let values = Values::new(definition);
        let layout = Layout::new(definition, &values, &counts(definition));
        let mut weights = Weights { all: vec![Weight::default(); layout.len()], layout, wdl: None };
        for kind in definition.piece_types() {
            let piece = Some(definition.piece(kind).fen(Color::White));
            let start = weights.layout.value(kind);
            if !values::is_royal(definition, kind) {
                weights.all[start] = Weight::both(values.worth(kind) as f32);
            }
            for square in definition.size.iter() {
                let index = weights.layout.piece_square(Color::White, kind, square);
                weights.all[index] = piece_square::piece_square(definition, &values, kind, square);
            }
            if piece.is_some() && values.officer(kind) > 0 {
                weights.officer(kind, &values);
            }
        }
        for (name, list) in terms(definition) {
            let start = weights.layout.term(name);
            for (weight, &value) in weights.all[start..].iter_mut().zip(&list) {
                *weight = value;
            }
        }
        weights.even_out();
        weights
    }

    /// Whether the weights are [generic](Weights::generic), regardless of the WDL model.
    #[must_use]
    pub fn is_generic(&self, definition: &Definition) -> bool {
        let generic = Self::generic(definition);
        *self == Weights { wdl: self.wdl, ..generic }
    }

    /// Sets the weights of an officer's attacks.
    fn officer(&mut self, kind: PieceType, values: &Values) {
        if let Some(index) = self.layout.mobility(kind) {
            self.all[index] = Weight::new(14.0, 16.0);
        }
        if let Some(index) = self.layout.king_attack(kind) {
            let strength = (values.officer(kind) as f32 / 300.0).sqrt();
            self.all[index] = Weight::new(2.0 * strength, 0.4 * strength);
        }
    }

    /// Sets tied weights to their mean.
    fn even_out(&mut self) {
        let mut sums = vec![(Weight::default(), 0.0_f32); self.all.len()];
        for (index, &weight) in self.all.iter().enumerate() {
            let (sum, count) = &mut sums[self.layout.tied(index)];
            *sum = *sum + weight;
            *count += 1.0;
        }
        for index in 0..self.all.len() {
            let (sum, count) = sums[self.layout.tied(index)];
            self.all[index] = sum * (1.0 / count.max(1.0));
        }
    }

    /// Whether the weights fit a game: pieces, board and terms are the same.
    #[must_use]
    pub fn fit(&self, definition: &Definition) -> bool {
        let values = Values::new(definition);
        Layout::new(definition, &values, &counts(definition)) == self.layout
    }
}

/// Returns the terms of a game's family, each with its generic weights.
fn terms(definition: &Definition) -> Vec<(&'static str, Vec<Weight>)> {
    let ranks = usize::from(definition.size.ranks());
    let (tempo, list) = match &definition.family {
        Family::Royal(_) => (12.0, royal::terms(ranks)),
        Family::Jumping(_) => (4.0, jumping::terms(ranks)),
        Family::Armies(_) => (20.0, armies::terms()),
    };
    let tempo = ("tempo", vec![Weight::both(tempo)]);
    std::iter::once(tempo).chain(list).collect()
}

/// Returns the number of weights of each term of the family.
fn counts(definition: &Definition) -> Vec<(&'static str, usize)> {
    terms(definition).into_iter().map(|(name, weights)| (name, weights.len())).collect()
}
