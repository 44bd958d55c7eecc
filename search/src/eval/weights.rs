//! The weights of a game's evaluation: data, with a generic default.

use thiserror::Error;

use super::layout::{Group, Layout};
use super::weight::Weight;
use crate::WdlModel;

/// The weights by which a game's positions are judged.
///
/// They come in groups. Each kind of piece has `value` and `piece_square` (a weight for each square,
/// from a1 along the ranks, as White sees the board), the officers of royal games also `mobility`
/// (for the root of the number of squares that they reach) and `king_attack` (for each square next to
/// the enemy's king that they attack, times the number of attackers). The groups without a kind are
/// the terms of the game's family: the evaluator's files say what each counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub(super) layout: Layout,
    pub(super) all: Vec<Weight>,
    /// What values by these weights mean for the result; `None`: not known.
    pub wdl: Option<WdlModel>,
}

/// Why weights do not suit a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// The game has no such group.
    #[error("{0}: no such weights in this game")]
    Unknown(String),
    /// There are more or fewer than the game has.
    #[error("{name}: {found} weights, expected {expected}")]
    Count {
        /// The group.
        name: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A weight is not a number, or too large.
    #[error("{0}: expected numbers from -20000 to 20000")]
    Range(String),
}

/// No weight is larger, in centipawns.
const LIMIT: f32 = 20_000.0;

impl Weights {
    /// Which weights there are.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All weights, in the layout's order.
    #[must_use]
    pub fn all(&self) -> &[Weight] {
        &self.all
    }

    /// The weights of a group.
    #[must_use]
    pub fn group(&self, group: &Group) -> &[Weight] {
        self.all.get(group.start..group.start + group.len).unwrap_or(&[])
    }

    /// Replaces one weight; nothing, where there is none at that index.
    pub fn set_at(&mut self, index: usize, weight: Weight) {
        if let Some(place) = self.all.get_mut(index) {
            *place = weight;
        }
    }

    /// Multiplies the weights of a group by a factor, within what weights may be.
    pub fn scale(&mut self, group: &Group, factor: f32) {
        for index in group.start..(group.start + group.len).min(self.all.len()) {
            let Weight { opening, ending } = self.all[index] * factor;
            self.all[index] =
                Weight::new(opening.clamp(-LIMIT, LIMIT), ending.clamp(-LIMIT, LIMIT));
        }
    }

    /// Replaces the weights of a group, by the piece's letter (`None`: a term of the family) and
    /// the group's name.
    ///
    /// # Errors
    /// When there is no such group, or it has another number of weights, or they are out of range.
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
