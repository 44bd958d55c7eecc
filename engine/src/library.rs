//! Library of games, built in and from files.

use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail, ensure};
use protocol::text::counted;
use variants::{BoardSize, Catalog, Definition, Reading, Variant};

use crate::files;

/// Maximum size of a file, in bytes.
const MAX_FILE: u64 = 32 << 20;

/// Maximum number of errors that are reported for a file, unless all are requested.
const MAX_FAULTS: usize = 10;

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
    pub fn with_files<P: AsRef<Path>>(paths: &[P]) -> Result<Loaded> {
        let mut all = Loaded { library: Library::builtin(), names: Vec::new(), faults: Vec::new() };
        for path in paths {
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
    pub fn with_file(&self, path: &Path) -> Result<Loaded> {
        let text = read_file(path)?;
        let Reading { catalog, names, faults, .. } = self.check(&text);
        let shown = faults.iter().take(MAX_FAULTS);
        let mut lines: Vec<String> =
            shown.map(|fault| format!("{}: {fault}", files::shown(path))).collect();
        if faults.len() > MAX_FAULTS {
            let more = faults.len() - MAX_FAULTS;
            lines.push(format!("and {}", counted(more, "fault more", "faults more")));
        }
        ensure!(!names.is_empty() || lines.is_empty(), lines.join("\n"));
        Ok(Loaded { library: Library { catalog }, names, faults: lines })
    }

    /// Checks the text of a file.
    pub fn check(&self, text: &str) -> Reading {
        self.catalog.read_file(text)
    }

    /// Returns the names of the games.
    pub fn names(&self) -> Vec<String> {
        self.catalog.names().map(str::to_owned).collect()
    }

    /// Returns a game by its name, ignoring case.
    pub fn definition(&self, name: &str) -> Result<&Arc<Definition>> {
        self.catalog.get(name).or_else(|| self.catalog.get(&name.to_ascii_lowercase())).ok_or_else(
            || {
                let name = protocol::text::excerpt(name);
                anyhow!("unknown variant '{name}': expected one of {}", self.names().join(", "))
            },
        )
    }

    /// Returns a game ready to play, on its default board or another.
    pub fn variant(&self, name: &str, size: Option<BoardSize>) -> Result<Variant> {
        let definition = self.definition(name)?;
        let definition = match size {
            Some(size) => Arc::new(definition.resized(size)?),
            None => Arc::clone(definition),
        };
        let name = definition.name.clone();
        Variant::compile(definition).with_context(|| format!("the start of {name}"))
    }
}

/// Returns the content of a regular file.
///
/// # Errors
/// If it cannot be read, is not a regular file, or is larger than 32 MB.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    /// Maximum length of a path, in bytes; no system supports longer ones.
    const MAX_PATH: usize = 1 << 16;
    let bytes = path.as_os_str().as_encoded_bytes();
    ensure!(bytes.len() <= MAX_PATH, "path too long: '{}'", protocol::text::excerpt(bytes));
    let shown = files::shown(path);
    let file = files::open_regular(path, OpenOptions::new().read(true))
        .with_context(|| format!("cannot open {shown}"))?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {shown}"))?;
    if bytes.len() as u64 > MAX_FILE {
        bail!("{shown} is larger than {} MB", MAX_FILE >> 20);
    }
    Ok(bytes)
}

/// Reads a text file; errors name it.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn read_file(path: &Path) -> Result<String> {
    let shown = files::shown(path);
    match String::from_utf8(read_bytes(path)?) {
        Ok(text) => Ok(text),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
            bail!("{shown}: line {line}: not UTF-8")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_path_that_is_none_is_not_repeated_at_length() {
        let error = read_file(Path::new(&"x".repeat(1 << 20))).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("xxx") && text.len() < 300, "{text}");
    }
}
