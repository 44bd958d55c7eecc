//! Definition files that the board follows: they are read again when they change.

use std::path::PathBuf;

use engine::causes::with_causes;
use engine::files::{read_text, shown};
use engine::library::Library;
use serde::Serialize;

/// Most faults that are shown.
const MAX_FAULTS: usize = 50;

/// Fault in a definition file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FileFault {
    /// Path of the file.
    pub(crate) file: String,
    /// Line, from 1; 0 where the file cannot be read.
    pub(crate) line: usize,
    /// Character in the line, from 1.
    pub(crate) column: usize,
    /// Key and reason.
    pub(crate) text: String,
}

/// Games of the files, with all others.
#[derive(Debug)]
pub(crate) struct Games {
    /// All games.
    pub(crate) library: Library,
    /// Names of the files' games without a fault.
    pub(crate) names: Vec<String>,
    /// Faults, so many at most.
    pub(crate) faults: Vec<FileFault>,
    /// Number of further faults.
    pub(crate) more_faults: usize,
}

/// Contents of a file, or the reason why it cannot be read.
type Content = Result<String, String>;

/// Definition files that are followed.
#[derive(Debug)]
pub(crate) struct Definitions {
    paths: Vec<PathBuf>,
    /// Contents that are in effect.
    used: Vec<Content>,
    /// Contents at the last look.
    seen: Vec<Content>,
}

impl Definitions {
    /// Follows files.
    pub(crate) fn new(paths: Vec<PathBuf>) -> Self {
        Definitions { paths, used: Vec::new(), seen: Vec::new() }
    }

    /// Names of the files.
    pub(crate) fn files(&self) -> Vec<String> {
        self.paths.iter().map(|path| shown(path)).collect()
    }

    /// Returns the games as the files have them now.
    pub(crate) fn read(&mut self) -> Games {
        self.seen = self.contents();
        self.used.clone_from(&self.seen);
        self.games()
    }

    /// Reads the files. Returns their games if they have changed, but not since the last call: a
    /// file that is being written is left alone.
    pub(crate) fn poll(&mut self) -> Option<Games> {
        let now = self.contents();
        let stands_still = now == self.seen;
        self.seen = now;
        if !stands_still || self.seen == self.used {
            return None;
        }
        self.used.clone_from(&self.seen);
        Some(self.games())
    }

    fn contents(&self) -> Vec<Content> {
        let read = |path: &PathBuf| read_text(path).map_err(|error| with_causes(&error));
        self.paths.iter().map(read).collect()
    }

    fn games(&self) -> Games {
        let mut games = Games {
            library: Library::builtin(),
            names: Vec::new(),
            faults: Vec::new(),
            more_faults: 0,
        };
        for (path, content) in self.paths.iter().zip(&self.used) {
            let file = shown(path);
            match content {
                Err(text) => {
                    let text = text.clone();
                    games.faults.push(FileFault { file, line: 0, column: 0, text });
                }
                Ok(content) => {
                    let reading = games.library.check(content);
                    games.library = Library::of(reading.catalog);
                    games.names.extend(reading.names);
                    games.faults.extend(reading.faults.into_iter().map(|fault| FileFault {
                        file: file.clone(),
                        line: fault.line,
                        column: fault.column,
                        text: match fault.key.as_str() {
                            "" => fault.message,
                            key => format!("{key}: {}", fault.message),
                        },
                    }));
                }
            }
        }
        games.more_faults = games.faults.len().saturating_sub(MAX_FAULTS);
        games.faults.truncate(MAX_FAULTS);
        games
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_takes_effect_when_it_stands_still() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.toml");
        std::fs::write(&path, "[mine]\ninherits = 'chess'\n").unwrap();
        let mut definitions = Definitions::new(vec![path.clone()]);
        assert_eq!(definitions.read().names, ["mine"]);
        assert!(definitions.poll().is_none());
        // Half a file, then the rest of it.
        std::fs::write(&path, "[mine]\ninherits = 'ch").unwrap();
        assert!(definitions.poll().is_none());
        std::fs::write(&path, "[mine]\ninherits = 'cheskers'\n").unwrap();
        assert!(definitions.poll().is_none());
        let games = definitions.poll().unwrap();
        assert!(games.faults.is_empty() && games.library.definition("mine").is_ok());
        assert!(definitions.poll().is_none());
        std::fs::write(&path, "[mine]\ninherits = 'chess'\nspeed = 1\n").unwrap();
        definitions.poll();
        let games = definitions.poll().unwrap();
        assert_eq!((games.names.len(), games.faults[0].line), (0, 3));
        assert!(games.faults[0].text.contains("speed"), "{games:?}");
        // Editors replace a file, which is away for a moment.
        std::fs::remove_file(&path).unwrap();
        assert!(definitions.poll().is_none());
        std::fs::write(&path, "[mine]\ninherits = 'chess'\n").unwrap();
        assert!(definitions.poll().is_none());
        assert_eq!(definitions.poll().unwrap().names, ["mine"]);
        std::fs::remove_file(&path).unwrap();
        definitions.poll();
        assert_eq!(definitions.poll().unwrap().faults[0].line, 0);
    }
}
