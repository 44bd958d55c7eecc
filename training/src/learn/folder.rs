//! The folder of a run, and what is in it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use engine::files::remove_drafts;

/// The folder of a run. Rounds are counted from 0 in the program and from 1 in names.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// A folder, which may have to be made.
    pub fn new(root: PathBuf) -> Self {
        Folder { root }
    }

    /// Makes the folder, if it has to be, and keeps other programs from it for as long as the
    /// result lives. What one that was killed left half written is removed.
    ///
    /// # Errors
    /// When it cannot be made, or another program learns in it.
    pub fn take(&self) -> Result<File> {
        let shown = self.root.display();
        fs::create_dir_all(&self.root).with_context(|| format!("cannot make {shown}"))?;
        let lock = File::create(self.root.join("lock"))
            .with_context(|| format!("cannot write into {shown}"))?;
        // Where files cannot be locked, the user has to take care.
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("{shown} is in use by another program"),
            Err(TryLockError::Error(error)) => log::debug!("{shown}: {error}"),
            Ok(()) => remove_drafts(&self.root),
        }
        Ok(lock)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// How far the run has come.
    pub fn state(&self) -> PathBuf {
        self.root.join("state.json")
    }

    /// A line for each stage that is done.
    pub fn log(&self) -> PathBuf {
        self.root.join("log.jsonl")
    }

    /// A picture of how learning goes.
    pub fn picture(&self) -> PathBuf {
        self.root.join("learn.svg")
    }

    /// The games of a round.
    pub fn games(&self, round: usize) -> PathBuf {
        self.root.join(format!("games-{}.jsonl", round + 1))
    }

    /// The training of a round, after its last epoch.
    pub fn checkpoint(&self, round: usize) -> PathBuf {
        self.root.join(format!("training-{}.bin", round + 1))
    }

    /// The weights that were fitted to the first round's games.
    pub fn weights(&self) -> PathBuf {
        self.root.join("weights.toml")
    }

    /// The imitation of the hand-made evaluation, after its last epoch.
    pub fn imitation(&self) -> PathBuf {
        self.root.join("imitation.bin")
    }

    /// The net of a round.
    pub fn net(&self, round: usize) -> PathBuf {
        self.root.join(format!("round-{}.net", round + 1))
    }

    /// The test of a round's net.
    pub fn test(&self, round: usize) -> PathBuf {
        self.root.join(format!("test-{}.jsonl", round + 1))
    }

    /// The test of the weights.
    pub fn weights_test(&self) -> PathBuf {
        self.root.join("test-weights.jsonl")
    }

    /// The games of a round's net against the hand-made evaluation.
    pub fn proof(&self, round: usize) -> PathBuf {
        self.root.join(format!("proof-{}.jsonl", round + 1))
    }

    /// The best net.
    pub fn best(&self, variant: &str) -> PathBuf {
        self.root.join(format!("{variant}.net"))
    }

    /// Where the best net comes from.
    pub fn origin(&self, variant: &str) -> PathBuf {
        self.root.join(format!("{variant}.toml"))
    }
}

/// Reads a file.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
