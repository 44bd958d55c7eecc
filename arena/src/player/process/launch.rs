//! Command of an engine.

use std::env;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

use crate::{EngineSpec, Program};

/// Error of finding an engine's program.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// Built-in baseline player, which has no program.
    #[error("a baseline player has no program")]
    BaselinePlayer,
    /// Path of this program that is not available.
    #[error("cannot find this program's own file: {0}")]
    Own(io::Error),
    /// Missing program file.
    #[error("program '{path}' not found: looked for {places}", path = .path.display())]
    NotFound {
        /// Path as given.
        path: PathBuf,
        /// Locations that were searched, in words.
        places: String,
    },
    /// Missing working directory.
    #[error("working directory '{}' not found", .0.display())]
    NoFolder(PathBuf),
    /// Standard error file that cannot be written.
    #[error("cannot write '{path}': {error}", path = .path.display())]
    Stderr {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        error: io::Error,
    },
}

/// Returns the command that starts an engine's program, with standard error redirected.
///
/// # Errors
/// When a file or folder is missing.
pub fn command(spec: &EngineSpec) -> Result<Command, LaunchError> {
    let mut command = match &spec.program {
        Program::Random | Program::Greedy => return Err(LaunchError::BaselinePlayer),
        Program::Own => Command::new(env::current_exe().map_err(LaunchError::Own)?),
        Program::Command { path, args } => {
            let mut command = Command::new(find_program(path, spec.dir.as_deref())?);
            command.args(args);
            command
        }
    };
    if let Some(dir) = &spec.dir {
        if !dir.is_dir() {
            return Err(LaunchError::NoFolder(dir.clone()));
        }
        command.current_dir(dir);
    }
    command.stderr(match &spec.stderr {
        None => Stdio::piped(),
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(|error| LaunchError::Stderr { path: path.clone(), error })?.into()
        }
    });
    Ok(command)
}

/// Returns the file of a program with a working directory. A path is relative to the current
/// directory, or else to the working directory. A bare name is a file in the working directory, or
/// else on the search path, or is left to the system.
///
/// # Errors
/// When the file does not exist.
pub fn find_program(path: &Path, dir: Option<&Path>) -> Result<PathBuf, LaunchError> {
    let bare = path.components().count() == 1 && path.file_name() == Some(path.as_os_str());
    let mut places = Vec::new();
    if !bare {
        places.push(path.to_owned());
    }
    places.extend(dir.filter(|_| !path.is_absolute()).map(|dir| dir.join(path)));
    for place in &places {
        for place in [place.clone(), with_suffix(place)] {
            // Absolute, because the working directory is another.
            if place.is_file() {
                return Ok(std::path::absolute(&place).unwrap_or(place));
            }
        }
    }
    if bare {
        return Ok(on_search_path(path).unwrap_or_else(|| path.to_owned()));
    }
    let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    Err(LaunchError::NotFound { path: path.to_owned(), places: places.join(" and ") })
}

/// Returns the first program of that name on the search path.
fn on_search_path(name: &Path) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let places = env::split_paths(&folders).filter(|folder| folder.is_absolute());
    places
        .flat_map(|folder| [folder.join(name), with_suffix(&folder.join(name))])
        .find(|place| is_program(place))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Appends `.exe`, on systems that use it.
fn with_suffix(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(env::consts::EXE_SUFFIX);
    name.into()
}
