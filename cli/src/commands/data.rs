//! Files of self-play games for training, played by one machine or in parts by several.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use arena::Shard;
use engine::evaluation::Evaluation;
use engine::files::{make_folder, shown};
use engine::fingerprint::fingerprint;
use training::selfplay::{DataHeader, Generation, Store, Until, evaluation_name, generate};
use variants::{Variant, counted};

use super::bar;
use crate::exit::INTERRUPTED;

/// Games to be played.
pub struct Games<'a> {
    /// Variant.
    pub variant: &'a Variant,
    /// Evaluation of the players.
    pub evaluation: &'a Evaluation,
    /// Number of games of all shards.
    pub games: u32,
    /// Nodes per turn.
    pub nodes: u64,
    /// Random turns at the start of each game.
    pub opening: u32,
    /// Random seed.
    pub seed: u64,
    /// Part of the games that is played; `None` is all.
    pub shard: Option<Shard>,
    /// Number of concurrent games.
    pub concurrency: usize,
}

impl Games<'_> {
    /// Plays the games that are not in the file, and appends them. Returns the numbers of games and
    /// positions in it; `None` if the user interrupts.
    pub fn play(&self, path: &Path, stop: &AtomicBool) -> Result<Option<(usize, usize)>> {
        let definition = self.variant.definition();
        let header = DataHeader {
            variant: definition.name.clone(),
            fingerprint: fingerprint(definition),
            nodes: self.nodes,
            opening: self.opening,
            seed: self.seed,
            engine: Some(env!("CARGO_PKG_VERSION").to_owned()),
            evaluation: Some(evaluation_name(self.evaluation)),
        };
        make_folder(path)?;
        let store = Store::open(path, &header, &mut |_| {
            let is_over = stop.load(Ordering::Relaxed);
            Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        let Some(mut store) = store else { return Ok(None) };
        let known = store.numbers.clone();
        let is_own = |number: u32| self.shard.is_none_or(|shard| shard.has(number as usize));
        let all = (0..self.games).filter(|&number| is_own(number)).count();
        let bar = bar(all as u64, "games");
        bar.set_position(known.iter().filter(|&&number| number < self.games).count() as u64);
        let plan = Generation {
            variant: self.variant,
            header: &header,
            evaluation: self.evaluation,
            games: self.games,
            known: &known,
            shard: self.shard,
            concurrency: self.concurrency,
        };
        generate::<anyhow::Error>(&plan, &Until { stop, at: None }, &mut |game| {
            if let Some(game) = game {
                store.add(&game)?;
                bar.inc(1);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        bar.finish_and_clear();
        Ok((!stop.load(Ordering::Relaxed)).then_some((store.numbers.len(), store.positions)))
    }

    /// Plays the games, and prints the next step: `then`, a command that reads the file.
    pub fn play_alone(&self, path: &Path, stop: &AtomicBool, then: &str) -> Result<ExitCode> {
        let Some((games, positions)) = self.play(path, stop)? else {
            writeln!(io::stdout(), "Interrupted: rerun the same command to resume.")?;
            return Ok(ExitCode::from(INTERRUPTED));
        };
        let games = counted(games, "game", "games");
        let mut out = io::stdout();
        let positions = counted(positions, "position", "positions");
        writeln!(out, "Games: {} ({games}, {positions})", shown(path))?;
        let whole = if self.shard.is_some() { "When all shards are complete" } else { "Next" };
        writeln!(out, "{whole}: {then}")?;
        Ok(ExitCode::SUCCESS)
    }
}
