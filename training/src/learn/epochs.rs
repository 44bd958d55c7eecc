//! Training epoch by epoch, with a checkpoint after each.

use std::path::{Path, PathBuf};
use std::time::Instant;

use nets::train::{CheckpointError, Trainer};
use nets::{Inputs, Samples};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use variants::counted;

use super::Result;
use super::display::Progress;
use super::folder::read;
use super::rounds::Rounds;
use super::stage_timer::StageTimer;
use engine::files::write;

/// Error of a training and its checkpoints.
#[derive(Debug, Error)]
pub enum EpochError {
    /// Damaged checkpoint.
    #[error("{} is damaged: remove it to restart this training", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: DamageError,
    },
    /// Training that was stopped.
    #[error("the training ended early")]
    Stopped,
    /// Loss that is not a number.
    #[error("training diverged: the loss is not finite")]
    Diverged,
}

/// Damage of a checkpoint.
#[derive(Debug, Error)]
pub enum DamageError {
    /// Missing first line.
    #[error("missing first line")]
    NoLine,
    /// Invalid first line.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Invalid trainer.
    #[error(transparent)]
    Trainer(#[from] CheckpointError),
    /// Another number of losses than of epochs.
    #[error("{}", counted(*.0, "loss", "losses"))]
    Losses(usize),
}

/// Training that may be interrupted.
#[derive(Debug)]
pub struct Training {
    /// Trainer after the last epoch.
    trainer: Trainer,
    /// Trainer after the epoch with the lowest validation loss
    /// (<https://en.wikipedia.org/wiki/Early_stopping>).
    best: Trainer,
    /// Training and validation loss after each epoch.
    pub losses: Vec<[f64; 2]>,
}

/// Checkpoint after an epoch: one line with this, then the trainer.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Checkpoint {
    losses: Vec<[f64; 2]>,
}

impl Training {
    /// Returns a new training.
    pub fn new(trainer: Trainer) -> Self {
        Training { best: trainer.clone(), trainer, losses: Vec::new() }
    }

    /// Returns the trainer after its best epoch.
    pub fn best(&self) -> &Trainer {
        &self.best
    }

    /// Reads a checkpoint, if the file exists.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn resume(path: &Path, inputs: &Inputs) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let damaged = |path: &Path, source| EpochError::Damaged { path: path.to_owned(), source };
        let (best_path, bytes) = (best_path(path), read(path)?);
        // An epoch after the checkpoint is repeated, with the same result.
        let best = Trainer::restore(&read(&best_path)?, inputs);
        let best = best.map_err(|error| damaged(&best_path, error.into()))?;
        let last = Self::restore(&bytes, inputs).map_err(|error| damaged(path, error))?;
        Ok(Some(Training { best, ..last }))
    }

    /// Reads a checkpoint; the best epoch is the last one.
    fn restore(bytes: &[u8], inputs: &Inputs) -> std::result::Result<Self, DamageError> {
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(DamageError::NoLine)?;
        let Checkpoint { losses } = serde_json::from_slice(&bytes[..end])?;
        let trainer = Trainer::restore(&bytes[end + 1..], inputs)?;
        if losses.len() != trainer.epochs() as usize {
            return Err(DamageError::Losses(losses.len()));
        }
        Ok(Training { losses, ..Training::new(trainer) })
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.trainer.epochs() >= self.trainer.settings().epochs
    }

    /// Runs the remaining epochs, and writes a checkpoint after each.
    ///
    /// # Errors
    /// When the file cannot be written, or the user interrupts.
    pub fn finish(
        &mut self,
        run: &mut Rounds<'_>,
        path: &Path,
        samples: &Samples,
        pool: &ThreadPool,
        timer: &mut StageTimer,
    ) -> Result<()> {
        let learn = run.learn;
        let (first, all) = (self.trainer.epochs(), self.trainer.settings().epochs);
        let begun = Instant::now();
        while !self.is_done() {
            let epoch = self.trainer.epochs();
            let text = self.losses.last().map_or(String::new(), |[training, validation]| {
                format!(", loss {training:.5}, validation loss {validation:.5}")
            });
            let mut show = |part: f32| {
                let done = f64::from(epoch) + f64::from(part);
                let gone = begun.elapsed().as_secs_f64();
                let left = gone / (done - f64::from(first)).max(1e-3) * (f64::from(all) - done);
                let progress =
                    Progress { part: done / f64::from(all), left, all: run.left(timer.seconds()) };
                let text =
                    format!("{} positions, epoch {} of {all}{text}", samples.len(), epoch + 1);
                learn.display.show(progress, &text);
            };
            let found = pool.install(|| self.trainer.epoch(samples, learn.stop, &mut show));
            let Some(found) = found else {
                run.note(timer.seconds())?;
                run.check()?;
                return Err(EpochError::Stopped.into());
            };
            let loss = [found.training, found.validation];
            if !loss.iter().all(|loss| loss.is_finite()) {
                return Err(EpochError::Diverged.into());
            }
            let least = self.losses.iter().map(|loss| loss[1]).fold(f64::INFINITY, f64::min);
            self.losses.push(loss);
            // Without validation games, the last epoch is the best.
            if loss[1] < least || loss[1] == 0.0 {
                self.best = self.trainer.clone();
                write(&best_path(path), &self.best.save())?;
            }
            self.save(path)?;
            if timer.is_due() {
                run.note(timer.seconds())?;
            }
        }
        Ok(())
    }

    fn save(&self, path: &Path) -> Result<()> {
        let mut bytes = serde_json::to_vec(&Checkpoint { losses: self.losses.clone() })?;
        bytes.push(b'\n');
        bytes.extend(self.trainer.save());
        Ok(write(path, &bytes)?)
    }
}

/// Returns the path of the best epoch's checkpoint.
fn best_path(path: &Path) -> PathBuf {
    path.with_extension("best")
}

/// Removes the checkpoints of a training.
pub fn remove(path: &Path) {
    // They may have been removed before.
    let _ = std::fs::remove_file(path);
    let _ = std::fs::remove_file(best_path(path));
}
