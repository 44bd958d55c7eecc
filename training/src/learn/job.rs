//! The settings of a run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nets::Net;
use variants::{Definition, Variant};

use super::display::Display;
use super::folder::Folder;
use super::plan::{Budget, Settings};
use super::sprt_match::{Rules, SprtMatch};
use crate::selfplay::judge;
use arena::SprtSpec;
use engine::evaluation::Evaluation;

/// A run of learning: game, settings, budget, folder.
#[derive(Debug)]
pub struct Learn<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// Other games that share its net, whose games it may learn from too.
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
    /// The games that may be learnt from, its own first.
    pub fn definitions(&self) -> Vec<&Definition> {
        let own: &Definition = self.variant.definition();
        std::iter::once(own).chain(self.kin.iter().map(Arc::as_ref)).collect()
    }

    /// A match of two evaluations by the run's settings; `seed` counts on from theirs.
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
                players: evaluations.map(judge),
                pace,
                opening,
                seed: first.wrapping_add(seed),
            },
            evaluations,
            games: self.budget.test_games as usize,
            sprt,
            concurrency: self.budget.concurrency,
        }
    }
}
