//! Restrictions of a search below full strength.

use rand::{Rng, RngExt as _};
use search::Limits;

/// Restrictions of a search below full strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// Maximum depth, in plies (in Chesimals iterations); of 2.3, the depth is 3 for three moves of
    /// ten, and 2 for the others.
    pub depth: f64,
    /// Maximum nodes.
    pub nodes: u64,
    /// Moves among which it chooses.
    pub lines: usize,
    /// Maximum loss of the chosen move against the best one, in centipawns.
    pub margin: i32,
    /// Probability that it overlooks what a move wins: then a move that keeps the balance is as good.
    pub overlooks: f64,
}

impl Handicap {
    /// Returns the restrictions at a point between two others, from 0 to 1.
    pub(super) fn between(from: &Handicap, to: &Handicap, share: f64) -> Self {
        let mix = |from: f64, to: f64| from + (to - from) * share;
        let nodes = mix((from.nodes as f64).ln(), (to.nodes as f64).ln()).exp();
        Handicap {
            depth: mix(from.depth, to.depth),
            nodes: nodes.round() as u64,
            lines: mix(from.lines as f64, to.lines as f64).round() as usize,
            margin: mix(f64::from(from.margin), f64::from(to.margin)).round() as i32,
            overlooks: mix(from.overlooks, to.overlooks),
        }
    }

    /// Returns the limits of a search: of the given ones and its own, the stricter.
    pub fn limits(&self, given: Limits, numbers: &mut impl Rng) -> Limits {
        let more = numbers.random_range(0.0..1.0) < self.depth.fract();
        let depth = self.depth as u32 + u32::from(more);
        Limits {
            depth: Some(given.depth.map_or(depth, |given| given.min(depth))),
            nodes: Some(given.nodes.map_or(self.nodes, |given| given.min(self.nodes))),
            multi_pv: given.multi_pv.max(self.lines),
            ..given
        }
    }
}
