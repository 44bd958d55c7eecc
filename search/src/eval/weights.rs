//! Weights of a game's HCE: data, with generic defaults.

use thiserror::Error;
use variants::counted;

use super::layout::{Group, Layout};
use super::weight::Weight;
use crate::WdlModel;

/// Weights of the HCE of a game.
///
/// They come in groups. Each piece type has `value` and `placement` (its piece-square table, from
/// a1 along the ranks, from White's side), in games with hands also `hand`, the officers of royal games also `mobility` (for the
/// square root of the number of squares that they reach) and `danger` (king attack: for each square
/// adjacent to the enemy's king that they attack, times the number of attackers). The groups
/// without a piece type are the terms of the game's family: the evaluator's files define them.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub(super) layout: Layout,
    pub(super) all: Vec<Weight>,
    /// WDL model of these weights' values; `None`: not known.
    pub wdl: Option<WdlModel>,
}

/// Error of weights that do not fit a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// Unknown group.
    #[error("unknown weights '{0}' for this game")]
    Unknown(String),
    /// Wrong number of weights.
    #[error("{name}: {}, expected {expected}", counted(*found, "weight", "weights"))]
    Count {
        /// Name of the group.
        name: String,
        /// Given number.
        found: usize,
        /// Expected number.
        expected: usize,
    },
    /// A weight is not finite, or out of range.
    #[error("{0}: expected numbers from -20000 to 20000")]
    Range(String),
}

/// Maximum weight, in centipawns.
const LIMIT: f32 = 20_000.0;

impl Weights {
    /// Returns the layout of the weights.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns all weights, in the layout's order.
    #[must_use]
    pub fn all(&self) -> &[Weight] {
        &self.all
    }

    /// Returns the weights of a group.
    #[must_use]
    pub fn group(&self, group: &Group) -> &[Weight] {
        self.all.get(group.start..group.start + group.len).unwrap_or(&[])
    }

    /// Replaces one weight; ignores an index out of range.
    pub fn set_at(&mut self, index: usize, weight: Weight) {
        if let Some(place) = self.all.get_mut(index) {
            *place = weight;
        }
    }

    /// Multiplies the weights of a group by a factor, clamped to the range of weights.
    pub fn scale(&mut self, group: &Group, factor: f32) {
        for index in group.start..(group.start + group.len).min(self.all.len()) {
            let Weight { opening, ending } = self.all[index] * factor;
            self.all[index] =
                Weight::new(opening.clamp(-LIMIT, LIMIT), ending.clamp(-LIMIT, LIMIT));
        }
    }

    /// Replaces the weights of a group, given by the piece's letter (`None`: a term of the family)
    /// and the group's name.
    ///
    /// # Errors
    /// If there is no such group, or it has another number of weights, or they are out of range.
    pub fn set(
        &mut self,
        piece: Option<&str>,
        name: &str,
        list: &[Weight],
    ) -> Result<(), WeightsError> {
        let shown = piece.map_or_else(|| name.to_owned(), |piece| format!("{piece}.{name}"));
        let groups = self.layout.groups();
        let found = groups.iter().find(|g| g.piece.as_deref() == piece && g.name == name);
        let Some(group) = found else { return Err(WeightsError::Unknown(shown)) };
        if list.len() != group.len {
            let (found, expected) = (list.len(), group.len);
            return Err(WeightsError::Count { name: shown, found, expected });
        }
        let sound = |value: f32| value.abs() <= LIMIT;
        if !list.iter().all(|weight| sound(weight.opening) && sound(weight.ending)) {
            return Err(WeightsError::Range(shown));
        }
        self.all[group.start..group.start + group.len].copy_from_slice(list);
        Ok(())
    }

    pub(super) fn at(&self, index: usize) -> Weight {
        self.all[index]
    }
}
