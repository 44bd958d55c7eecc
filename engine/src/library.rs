//! The games that can be chosen, and the files that they come from.

use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail, ensure};
use protocol::text::counted;
use variants::{BoardSize, Catalog, Definition, Reading, Variant};

use crate::files;

/// The largest file that is read, in bytes: far beyond any in earnest.
const MAX_FILE: u64 = 32 << 20;

/// How many of a file's faults are told where nobody asked for all of them.
const MAX_FAULTS: usize = 10;

/// The games that can be chosen. A clone is cheap.
#[derive(Clone, Debug)]
pub struct Library {
    catalog: Catalog,
}

/// Games with those of files.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// All games that can be chosen.
    pub library: Library,
    /// The names of the files' games.
    pub names: Vec<String>,
    /// What is wrong with other games of these files, a line each.
    pub faults: Vec<String>,
}

impl Library {
    /// The games of a catalog.
    pub fn of(catalog: Catalog) -> Self {
        Library { catalog }
    }

    /// The built-in games.
    pub fn builtin() -> Self {
        Library { catalog: Catalog::builtin() }
    }

    /// The built-in games and those of files.
    ///
    /// # Errors
    /// When a file cannot be read, or none of its games.
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

    /// These games and those of a file that have no fault.
    ///
    /// # Errors
    /// When the file cannot be read, or none of its games. The message has a line for each fault.
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

    /// What is to be said of a file's text.
    pub fn check(&self, text: &str) -> Reading {
        self.catalog.read_file(text)
    }

    /// The games' names.
    pub fn names(&self) -> Vec<String> {
        self.catalog.names().map(str::to_owned).collect()
    }

    /// A game by its name, in whatever case.
    pub fn definition(&self, name: &str) -> Result<&Arc<Definition>> {
        self.catalog.get(name).or_else(|| self.catalog.get(&name.to_ascii_lowercase())).ok_or_else(
            || {
                let name = protocol::text::excerpt(name);
                anyhow!("no variant '{name}'; known are {}", self.names().join(", "))
            },
        )
    }

    /// A game ready to be played, on its own board or another.
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
/// When it cannot be read, is not a regular file, or is larger than 32 MB.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    /// No system opens longer ones, in bytes.
    const MAX_PATH: usize = 1 << 16;
    let bytes = path.as_os_str().as_encoded_bytes();
    ensure!(bytes.len() <= MAX_PATH, "no path: '{}'", protocol::text::excerpt(bytes));
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

/// Reads a file of text; faults name it.
///
/// # Errors
/// When it cannot be read, or is no text.
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
        assert!(loaded.faults.len() == 1 && loaded.faults[0].contains("line 5: bad.speed"));
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
