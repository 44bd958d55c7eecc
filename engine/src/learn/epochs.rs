//! Training epoch by epoch, each kept on disk.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use nets::train::Trainer;
use nets::{Inputs, Samples};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::display::Progress;
use super::folder::{read, write};
use super::round::Rounds;

/// A training that may be interrupted.
#[derive(Debug)]
pub struct Training {
    /// How far it has come.
    pub trainer: Trainer,
    /// After each epoch: how far the net is from the positions that it was trained with, and from
    /// others.
    pub losses: Vec<[f64; 2]>,
}

/// A training after an epoch, on disk: a line of this, then the trainer.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Checkpoint {
    losses: Vec<[f64; 2]>,
}

impl Training {
    /// One that begins.
    pub fn new(trainer: Trainer) -> Self {
        Training { trainer, losses: Vec::new() }
    }

    /// One that was kept in a file, if there is such a file.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn resume(path: &Path, inputs: &Inputs) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = read(path)?;
        (|| {
            let end = bytes.iter().position(|&byte| byte == b'\n').context("no first line")?;
            let Checkpoint { losses } = serde_json::from_slice(&bytes[..end])?;
            let trainer = Trainer::restore(&bytes[end + 1..], inputs)?;
            ensure!(losses.len() == trainer.epochs() as usize, "{} losses", losses.len());
            Ok(Some(Training { trainer, losses }))
        })()
        .with_context(|| {
            format!("{} is damaged: remove it, and the training begins anew", path.display())
        })
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.trainer.epochs() >= self.trainer.settings().epochs
    }

    /// Goes through the epochs that are left, and keeps each in the file.
    ///
    /// # Errors
    /// When the file cannot be written, or the user interrupts.
    pub fn finish(
        &mut self,
        run: &mut Rounds<'_>,
        path: &Path,
        samples: &Samples,
        pool: &ThreadPool,
        clock: &mut Clock,
    ) -> Result<()> {
        let learn = run.learn;
        let (first, all) = (self.trainer.epochs(), self.trainer.settings().epochs);
        let begun = Instant::now();
        while !self.is_done() {
            let epoch = self.trainer.epochs();
            let text = self.losses.last().map_or(String::new(), |[training, validation]| {
                format!(", loss {training:.5}, of other games {validation:.5}")
            });
            let mut show = |part: f32| {
                let done = f64::from(epoch) + f64::from(part);
                let gone = begun.elapsed().as_secs_f64();
                let left = gone / (done - f64::from(first)).max(1e-3) * (f64::from(all) - done);
                let progress =
                    Progress { part: done / f64::from(all), left, all: run.left(clock.seconds()) };
                let text =
                    format!("{} positions, epoch {} of {all}{text}", samples.len(), epoch + 1);
                learn.display.show(progress, &text);
            };
            let found = pool.install(|| self.trainer.epoch(samples, learn.stop, &mut show));
            let Some(found) = found else {
                run.note(clock.seconds())?;
                run.check()?;
                bail!("the training ended early");
            };
            let loss = [found.training, found.validation];
            ensure!(loss.iter().all(|loss| loss.is_finite()), "the training has gone astray");
            self.losses.push(loss);
            self.save(path)?;
            if clock.is_due() {
                run.note(clock.seconds())?;
            }
        }
        Ok(())
    }

    fn save(&self, path: &Path) -> Result<()> {
        let mut bytes = serde_json::to_vec(&Checkpoint { losses: self.losses.clone() })?;
        bytes.push(b'\n');
        bytes.extend(self.trainer.save());
        write(path, &bytes)
    }
}
