//! Settings of a run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nets::Net;
use variants::{Definition, Variant};

use super::display::Display;
use super::folder::Folder;
use super::plan::{Budget, Settings};
use super::sprt_match::{Rules, SprtMatch};
use crate::selfplay::evaluation_name;
use arena::SprtSpec;
use engine::evaluation::Evaluation;

/// Pairs of test games that are played even if the time ends before: with fewer, a test shows
/// nothing.
const LEAST_PAIRS: usize = 8;

/// Training run: variant, settings, budget, folder.
#[derive(Debug)]
pub struct Learn<'a> {
    /// Variant.
    pub variant: &'a Variant,
    /// Other variants that share its network, whose games may be training data too.
    pub kin: Vec<Arc<Definition>>,
    /// Settings that must not change between resumptions.
    pub settings: Settings,
    /// Initial network; `None`: the hand-crafted evaluation.
    pub from: Option<Arc<Net>>,
    /// Time, threads and games.
    pub budget: Budget,
    /// Folder of the run's files.
    pub folder: Folder,
    /// Command line, for the record.
    pub command: String,
    /// Set when the user interrupts.
    pub stop: &'a AtomicBool,
    /// Progress display.
    pub display: Display,
}

impl Learn<'_> {
    /// Returns the variants of the training data, its own first.
    pub fn definitions(&self) -> Vec<&Definition> {
        let own: &Definition = self.variant.definition();
        std::iter::once(own).chain(self.kin.iter().map(Arc::as_ref)).collect()
    }

    /// Returns a match of two evaluations with the run's settings; `seed` is an offset to their
    /// seed.
    pub fn sprt_match<'g>(
        &'g self,
        evaluations: [&'g Evaluation; 2],
        seed: u64,
        sprt: Option<SprtSpec>,
    ) -> SprtMatch<'g> {
        let Settings { pace, opening, seed: first, .. } = self.settings;
        SprtMatch {
            variant: self.variant,
            rules: Rules {
                players: evaluations.map(evaluation_name),
                pace,
                opening,
                seed: first.wrapping_add(seed),
            },
            evaluations,
            games: self.budget.test_games as usize,
            least_pairs: LEAST_PAIRS,
            sprt,
            concurrency: self.budget.concurrency,
        }
    }
}
