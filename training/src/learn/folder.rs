//! Folder of a run and its files.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use engine::files::{FileError, lock, remove_drafts};

/// Folder of a run. Rounds are counted from 0 in the program and from 1 in file names.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Returns a folder, which need not exist.
    pub fn new(root: PathBuf) -> Self {
        Folder { root }
    }

    /// Creates the folder if it does not exist, and locks it against other programs for the
    /// lifetime of the result. Incomplete files of a killed process are removed.
    ///
    /// # Errors
    /// When the folder cannot be created, or is in use by another program.
    pub fn take(&self) -> Result<File, FileError> {
        let failed = |action, error| FileError::io(action, &self.root, error);
        fs::create_dir_all(&self.root).map_err(|error| failed("create", error))?;
        let file = File::create(self.root.join("lock"));
        let file = file.map_err(|error| failed("write into", error))?;
        if lock(&file, &self.root)? {
            remove_drafts(&self.root);
        }
        Ok(file)
    }

    /// Returns the path of the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path of the run's state.
    pub fn state(&self) -> PathBuf {
        self.root.join("state.json")
    }

    /// Returns the path of the log, with a line for each completed stage.
    pub fn log(&self) -> PathBuf {
        self.root.join("log.jsonl")
    }

    /// Returns the path of the training chart.
    pub fn picture(&self) -> PathBuf {
        self.root.join("learn.svg")
    }

    /// Returns the path of a round's games.
    pub fn games(&self, round: usize) -> PathBuf {
        self.root.join(format!("games-{}.jsonl", round + 1))
    }

    /// Returns the path of a round's checkpoint, after its last epoch.
    pub fn checkpoint(&self, round: usize) -> PathBuf {
        self.root.join(format!("training-{}.bin", round + 1))
    }

    /// Returns the path of the weights that were fitted to the first round's games.
    pub fn weights(&self) -> PathBuf {
        self.root.join("weights.toml")
    }

    /// Returns the path of the pretraining checkpoint (imitation of the HCE), after its last epoch.
    pub fn imitation(&self) -> PathBuf {
        self.root.join("imitation.bin")
    }

    /// Returns the path of a round's network.
    pub fn net(&self, round: usize) -> PathBuf {
        self.root.join(format!("round-{}.net", round + 1))
    }

    /// Returns the path of the SPRT match of a round's network.
    pub fn test(&self, round: usize) -> PathBuf {
        self.root.join(format!("test-{}.jsonl", round + 1))
    }

    /// Returns the path of the SPRT match of the weights.
    pub fn weights_test(&self) -> PathBuf {
        self.root.join("test-weights.jsonl")
    }

    /// Returns the path of the match of a round's network against the HCE.
    pub fn final_match(&self, round: usize) -> PathBuf {
        self.root.join(format!("final-{}.jsonl", round + 1))
    }

    /// Returns the path of the best network.
    pub fn best(&self, variant: &str) -> PathBuf {
        self.root.join(format!("{variant}.net"))
    }

    /// Returns the path of the best network's provenance.
    pub fn origin(&self, variant: &str) -> PathBuf {
        self.root.join(format!("{variant}.toml"))
    }
}

/// Reads a file.
///
/// # Errors
/// When the file cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|error| FileError::io("read", path, error))
}
