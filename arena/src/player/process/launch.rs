//! Which program an engine is.

use std::env;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

use crate::{EngineSpec, Program};

/// Why a program cannot be started.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// A built-in partner is no program.
    #[error("it is no program of its own")]
    BaselinePlayer,
    /// This program's own file is not known.
    #[error("cannot find this program's own file: {0}")]
    Own(io::Error),
    /// There is no such file.
    #[error("there is no program '{path}': looked for {places}", path = .path.display())]
    NotFound {
        /// The path as it was given.
        path: PathBuf,
        /// The files that were looked for, in words.
        places: String,
    },
    /// There is no such folder.
    #[error("there is no folder '{}' to run in", .0.display())]
    NoFolder(PathBuf),
    /// The file for its errors cannot be written.
    #[error("cannot write '{path}': {error}", path = .path.display())]
    Stderr {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

/// The command that starts an engine's program, its errors going where they should.
///
/// # Errors
/// When something that it needs is not there.
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

/// The file of a program, which runs in a folder: a path is one from the present folder, or else
/// from that folder; a bare name is a file of that folder, or else on the search path, or whatever
/// the system makes of it.
///
/// # Errors
/// When there is no such file.
pub fn find_program(path: &Path, dir: Option<&Path>) -> Result<PathBuf, LaunchError> {
    let bare = path.components().count() == 1 && path.file_name() == Some(path.as_os_str());
    let mut places = Vec::new();
    if !bare {
        places.push(path.to_owned());
    }
    places.extend(dir.filter(|_| !path.is_absolute()).map(|dir| dir.join(path)));
    for place in &places {
        for place in [place.clone(), with_suffix(place)] {
            // Absolute, because the program is to run in another folder.
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

/// The first program of that name in the folders that are searched for programs.
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

/// With `.exe` behind it, where programs are called so.
fn with_suffix(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(env::consts::EXE_SUFFIX);
    name.into()
}
