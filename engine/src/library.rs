//! Library of games, built in and from files.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use protocol::text::excerpt;
use thiserror::Error;
use variants::{BoardSize, Catalog, Definition, FenError, Reading, SizeError, Variant, counted};

use crate::files::{FileError, read_text, shown};
use crate::xboard::UnsupportedRule;

/// Maximum number of errors that are reported for a file, unless all are requested.
const MAX_FAULTS: usize = 10;

/// Error of a library, or of a game in it.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// File that cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// File without a valid game: its errors, a line each.
    #[error("{0}")]
    Invalid(String),
    /// Unknown game.
    #[error(
        "unknown variant '{name}'{}: expected one that `menagerie variants` lists, or one of a file \
         given with --variant-path",
        suggestion(near)
    )]
    Unknown {
        /// Name that was given.
        name: String,
        /// Names of similar games, the nearest first.
        near: Vec<String>,
    },
    /// Board size that the game cannot have.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Invalid start position.
    #[error("the start of {game}")]
    Start {
        /// Name of the game.
        game: String,
        /// Cause.
        source: FenError,
    },
}

/// Library of games. Clones are cheap.
#[derive(Clone, Debug)]
pub struct Library {
    catalog: Catalog,
}

/// A library with games from files.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// All games.
    pub library: Library,
    /// Names of the games from files.
    pub names: Vec<String>,
    /// Errors in other games of these files, a line each.
    pub faults: Vec<String>,
}

/// Returns a question for names, for a message; nothing without any.
fn suggestion(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [all @ .., last] => {
            let before = all.iter().fold(String::new(), |text, name| text + &format!("'{name}', "));
            let either = before.strip_suffix(", ").map(|text| format!("{text} or "));
            format!(" (did you mean {}'{last}'?)", either.unwrap_or_default())
        }
    }
}

impl Library {
    /// Returns the library of a catalog.
    pub fn of(catalog: Catalog) -> Self {
        Library { catalog }
    }

    /// Returns the library of the built-in games.
    pub fn builtin() -> Self {
        Library { catalog: Catalog::builtin() }
    }

    /// Returns the built-in games with those of files.
    ///
    /// # Errors
    /// If a file cannot be read, or has no valid game.
    pub fn with_files<P: AsRef<Path>>(paths: &[P]) -> Result<Loaded, LibraryError> {
        let mut all = Loaded { library: Library::builtin(), names: Vec::new(), faults: Vec::new() };
        let mut read = HashSet::new();
        for path in paths {
            // A file that is given twice has its games once.
            if let Ok(whole) = path.as_ref().canonicalize()
                && !read.insert(whole)
            {
                continue;
            }
            let Loaded { library, names, faults } = all.library.with_file(path.as_ref())?;
            all.library = library;
            all.names.extend(names);
            all.faults.extend(faults);
        }
        Ok(all)
    }

    /// Returns this library with the valid games of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has no valid game. The message has a line for each error.
    pub fn with_file(&self, path: &Path) -> Result<Loaded, LibraryError> {
        self.with_games(&read_text(path)?, &format!("{}: ", shown(path)))
    }

    /// Returns this library with the valid games of a definition file's text.
    ///
    /// # Errors
    /// If the text has no valid game. The message has a line for each error.
    pub fn with_text(&self, text: &str) -> Result<Loaded, LibraryError> {
        self.with_games(text, "")
    }

    /// Returns this library with the valid games of a text; lines about faults begin with `place`.
    fn with_games(&self, text: &str, place: &str) -> Result<Loaded, LibraryError> {
        let Reading { catalog, names, faults, .. } = self.check(text);
        let first = faults.iter().take(MAX_FAULTS);
        let mut lines: Vec<String> = first.map(|fault| format!("{place}{fault}")).collect();
        if faults.len() > MAX_FAULTS {
            let more = faults.len() - MAX_FAULTS;
            lines.push(format!("and {}", counted(more, "fault more", "faults more")));
        }
        if names.is_empty() && !lines.is_empty() {
            return Err(LibraryError::Invalid(lines.join("\n")));
        }
        Ok(Loaded { library: Library { catalog }, names, faults: lines })
    }

    /// Checks the text of a file.
    pub fn check(&self, text: &str) -> Reading {
        self.catalog.read_file(text)
    }

    /// Returns the catalog of the games.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Returns the names of the games.
    pub fn names(&self) -> Vec<String> {
        self.catalog.names().map(str::to_owned).collect()
    }

    /// Returns the names of the games that XBoard can show: all without an [`UnsupportedRule`].
    pub fn names_for_xboard(&self) -> Vec<String> {
        let shows = |name: &&str| {
            let definition = self.catalog.get(name);
            definition.is_some_and(|own| UnsupportedRule::of(own).is_none())
        };
        self.catalog.names().filter(shows).map(str::to_owned).collect()
    }

    /// Returns a game by its name, its title or another name that programs have for it, ignoring case,
    /// spaces and hyphens.
    pub fn definition(&self, name: &str) -> Result<&Arc<Definition>, LibraryError> {
        self.catalog.meant(name).ok_or_else(|| {
            let near = self.catalog.near(name).into_iter().map(str::to_owned);
            LibraryError::Unknown { name: excerpt(name), near: near.collect() }
        })
    }

    /// Returns a game ready to play, on its default board or another.
    pub fn variant(&self, name: &str, size: Option<BoardSize>) -> Result<Variant, LibraryError> {
        let definition = self.definition(name)?;
        let definition = match size {
            Some(size) => Arc::new(definition.resized(size)?),
            None => Arc::clone(definition),
        };
        let game = definition.name.clone();
        Variant::compile(definition).map_err(|source| LibraryError::Start { game, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_answered_with_near_ones() {
        let library = Library::builtin();
        let error = |name| library.definition(name).unwrap_err().to_string();
        let end = ": expected one that `menagerie variants` lists, or one of a file given with --variant-path";
        assert_eq!(error("qwertyuiop"), format!("unknown variant 'qwertyuiop'{end}"));
        assert_eq!(error("choss"), format!("unknown variant 'choss' (did you mean 'chess'?){end}"));
        assert_eq!(
            suggestion(&["a", "b", "c"].map(str::to_owned)),
            " (did you mean 'a', 'b' or 'c'?)"
        );
        assert_eq!(library.definition("King of the Hill").unwrap().name, "kingofthehill");
    }

    #[test]
    fn a_file_that_is_given_twice_has_its_games_once() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "[heir]\ninherits = 'chess'\n").unwrap();
        let loaded = Library::with_files(&[file.path(), file.path()]).unwrap();
        assert_eq!(loaded.names, ["heir"]);
    }

    #[test]
    fn one_faulty_game_does_not_block_the_others() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let heir = |name: &str, line: &str| format!("[{name}]\ninherits = 'chess'\n{line}\n");
        std::fs::write(file.path(), heir("good", "") + &heir("bad", "speed = 1")).unwrap();
        let loaded = Library::builtin().with_file(file.path()).unwrap();
        assert_eq!(loaded.names, ["good"]);
        assert!(loaded.faults.len() == 1 && loaded.faults[0].contains("line 6: bad.speed"));
        assert!(loaded.library.definition("good").is_ok());
        std::fs::write(file.path(), heir("bad", "speed = 1")).unwrap();
        assert!(Library::builtin().with_file(file.path()).is_err());
    }
}
