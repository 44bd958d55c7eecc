//! Generic weights: the HCE of a game of which only the definition is known.

use variants::{Color, Definition, PieceType};

use super::layout::Layout;
use super::piece_square::Place;
use super::values::Values;
use super::weight::Weight;
use super::weights::Weights;
use crate::families::heuristics;

/// Value of the choice of a square that a piece in hand has, in centipawns.
const IN_HAND: f32 = 10.0;

impl Weights {
    /// Returns the generic weights of a game: from the moves of its pieces, and from defaults that
    /// suit most games.
    #[must_use]
    pub fn generic(definition: &Definition) -> Self {
        let (values, layout) = values_and_layout(definition);
        let family = heuristics(&definition.family);
        let mut weights = Weights { all: vec![Weight::default(); layout.len()], layout, wdl: None };
        for kind in definition.piece_types() {
            let piece = Some(definition.piece(kind).fen(Color::White));
            let start = weights.layout.value(kind);
            if !definition.is_royal(kind) {
                weights.all[start] = Weight::both(values.worth(kind) as f32);
            }
            if let Some(index) = weights.layout.in_hand(kind) {
                weights.all[index] = Weight::both(values.worth(kind) as f32 + IN_HAND);
            }
            for square in definition.size.iter() {
                let index = weights.layout.piece_square(Color::White, kind, square);
                weights.all[index] =
                    family.piece_square(&Place::new(definition, &values, kind, square));
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
        values_and_layout(definition).1 == self.layout
    }
}

/// Returns the estimated values of a game's pieces.
pub(super) fn values(definition: &Definition) -> Values {
    Values::new(definition, heuristics(&definition.family).least_piece_is_unit())
}

/// Returns the estimated values of a game's pieces, and the layout of its weights.
fn values_and_layout(definition: &Definition) -> (Values, Layout) {
    let family = heuristics(&definition.family);
    let values = values(definition);
    let terms = terms(definition);
    let counts: Vec<_> = terms.iter().map(|(name, weights)| (*name, weights.len())).collect();
    let layout = Layout::new(definition, &values, family.has_officer_terms(), &counts);
    (values, layout)
}

/// Returns the terms of a game's family, each with its generic weights.
fn terms(definition: &Definition) -> Vec<(&'static str, Vec<Weight>)> {
    let family = heuristics(&definition.family);
    let tempo = ("tempo", vec![Weight::both(family.tempo())]);
    let list = family.terms(definition);
    std::iter::once(tempo).chain(list).collect()
}
