//! Layout of an installation, and advice for the search path.

use std::env;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};
use clap_complete::Shell;

use crate::{args, manual};
use engine::endings::bundled_folder_of;
use engine::files::shown;

/// Standard folders, which are kept even if empty
/// (<https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html>).
const SYSTEM_FOLDERS: [&str; 4] = ["bin", "share", "share/man", "share/man/man1"];

/// Prefixes of these folders.
const SYSTEM_PREFIXES: [&str; 2] = ["/usr", "/usr/local"];

/// Paths of one installation.
#[derive(Debug)]
pub struct Layout {
    /// Path of the program.
    pub program: PathBuf,
    /// Path of XBoard's plugin file, on systems where XBoard reads plugin files.
    pub plugin: Option<PathBuf>,
    /// Path of the folder for data, such as `/usr/share`, on systems with manual pages.
    pub share: Option<PathBuf>,
    /// Path of the folder for endgame tables.
    pub tables: PathBuf,
    /// Path of the program at run time: without the folder that stands for the root while a package
    /// is built.
    pub command: PathBuf,
}

impl Layout {
    /// Returns the paths for the given arguments.
    pub fn new(place: &args::InstallPlace) -> Result<Self> {
        let prefix = match &place.prefix {
            Some(prefix) => std::path::absolute(prefix)
                .with_context(|| format!("the prefix '{}'", shown(prefix)))?,
            None => default_prefix(place.destdir.is_some())?,
        };
        let command = prefix.join("bin").join(format!("menagerie{}", env::consts::EXE_SUFFIX));
        let (plugin, share) = (plugin_file(&prefix), share(&prefix));
        let tables = bundled_folder_of(&command).unwrap_or_else(|| prefix.join("tables"));
        Ok(match &place.destdir {
            Some(root) => Layout {
                program: below(root, &command),
                plugin: plugin.map(|path| below(root, &path)),
                share: share.map(|path| below(root, &path)),
                tables: below(root, &tables),
                command,
            },
            None => Layout { program: command.clone(), plugin, share, tables, command },
        })
    }

    /// Returns the folders below the prefix that contain the files, inner ones first, without the
    /// standard folders of every system. They are removed when they are empty.
    pub fn folders(&self, tables: &[PathBuf]) -> Vec<PathBuf> {
        let prefix = self.program.ancestors().nth(2);
        let texts = self.texts();
        let texts = texts.iter().map(|(path, _)| path);
        let files = self.plugin.iter().chain(texts).chain([&self.program]).chain(tables);
        let folders = files.flat_map(|file| {
            let above = file.ancestors().skip(1);
            above.take_while(|folder| Some(*folder) != prefix).map(Path::to_owned)
        });
        let is_system = |folder: &PathBuf| {
            let mut of = SYSTEM_PREFIXES.iter().map(Path::new);
            of.any(|prefix| SYSTEM_FOLDERS.iter().any(|own| *folder == prefix.join(own)))
        };
        folders.filter(|folder| !is_system(folder)).collect()
    }

    /// Returns the manual pages and completions, with their paths.
    pub fn texts(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let Some(share) = &self.share else { return Vec::new() };
        let pages = manual::pages().into_iter();
        let pages = pages.map(|(name, text)| (share.join("man/man1").join(name), text));
        // Where the shells look for completions of installed programs.
        let shells = [
            (Shell::Bash, "bash-completion/completions/menagerie"),
            (Shell::Zsh, "zsh/site-functions/_menagerie"),
            (Shell::Fish, "fish/vendor_completions.d/menagerie.fish"),
        ];
        let completions =
            shells.map(|(shell, path)| (share.join(path), manual::completions(shell)));
        pages.chain(completions).collect()
    }
}

/// Returns an absolute path below another root.
fn below(root: &Path, path: &Path) -> PathBuf {
    let names = path.components().filter(|part| {
        matches!(part, Component::Normal(_) | Component::ParentDir | Component::CurDir)
    });
    root.join(names.collect::<PathBuf>())
}

#[cfg(unix)]
pub use unix::*;

#[cfg(unix)]
mod unix {
    use super::*;
    use crate::commands::install::files::is_writable;
    use crate::commands::install::plugin::list_line;

    /// Prefix of an administrator's installation; also the only place for unpackaged programs where
    /// XBoard looks.
    const SYSTEM: &str = "/usr/local";

    /// Folders in which XBoard looks for plugin files: a fixed list, whatever the environment is.
    const XBOARD: [&str; 2] = ["/usr/local/share/games/plugins", "/usr/share/games/plugins"];

    /// Returns the system's prefix if this user may write there, otherwise the user's own.
    pub fn default_prefix(package: bool) -> Result<PathBuf> {
        let system = PathBuf::from(SYSTEM);
        let files = [system.join("bin/menagerie"), plugin_path(&system)];
        if package || files.iter().all(|file| is_writable(file)) {
            return Ok(system);
        }
        let home = env::home_dir().filter(|home| home.is_absolute());
        Ok(home.context("unknown home folder: expected --prefix")?.join(".local"))
    }

    pub fn plugin_file(prefix: &Path) -> Option<PathBuf> {
        Some(plugin_path(prefix))
    }

    pub fn share(prefix: &Path) -> Option<PathBuf> {
        Some(prefix.join("share"))
    }

    fn plugin_path(prefix: &Path) -> PathBuf {
        prefix.join("share/games/plugins/xboard/menagerie.eng")
    }

    impl Layout {
        /// Returns advice on finding the program, line by line.
        pub fn advice(&self) -> Vec<String> {
            let command = shown(&self.command);
            let mut lines = Vec::new();
            let bin = self.command.parent().unwrap_or(&self.command);
            if !is_among(bin, env::split_paths(&env::var_os("PATH").unwrap_or_default())) {
                lines.push(format!(
                    "{} is not in PATH: add it there, or give the whole path.",
                    shown(bin)
                ));
            }
            let plugins = self.plugin.iter().flat_map(|path| path.ancestors()).nth(2);
            if plugins.is_some_and(|folder| is_among(folder, XBOARD.map(PathBuf::from))) {
                lines.push("XBoard lists it as menagerie when it starts next.".to_owned());
            } else {
                lines.push(format!("XBoard looks for engines in {} only;", XBOARD.join(" and ")));
                lines.push("to have it list menagerie all the same, run once:".to_owned());
                let line = shell_word(&shown(Path::new(&list_line(&self.command))));
                lines.push(format!(
                    "    xboard -date {} -installEngine {line} -autoClose",
                    i32::MAX
                ));
            }
            lines.push(format!("For other chess programs the command is {command}"));
            lines
        }
    }

    /// Quotes a text as one word of a shell command.
    fn shell_word(text: &str) -> String {
        let plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
        if text.chars().all(plain) {
            return text.to_owned();
        }
        format!("'{}'", text.replace('\'', r"'\''"))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn words_for_a_shell() {
            assert_eq!(
                shell_word("/home/me/.local/bin/menagerie"),
                "/home/me/.local/bin/menagerie"
            );
            assert_eq!(shell_word("/a b/m"), "'/a b/m'");
            assert_eq!(shell_word("'\"/a b/m\"'"), r#"''\''"/a b/m"'\'''"#);
            assert_eq!(shell_word("/a;b"), "'/a;b'");
        }
    }
}

#[cfg(not(unix))]
pub use elsewhere::*;

#[cfg(not(unix))]
mod elsewhere {
    use super::*;

    /// Returns the user's own folder for programs; a package has no other root here.
    pub fn default_prefix(_package: bool) -> Result<PathBuf> {
        let programs = env::var_os("LOCALAPPDATA").filter(|path| !path.is_empty());
        let programs =
            programs.context("LOCALAPPDATA is not set: --prefix says where to install")?;
        Ok(PathBuf::from(programs).join("Programs").join("Menagerie"))
    }

    /// There are no manual pages.
    pub fn share(_prefix: &Path) -> Option<PathBuf> {
        None
    }

    /// WinBoard reads no plugin files.
    pub fn plugin_file(_prefix: &Path) -> Option<PathBuf> {
        None
    }

    impl Layout {
        /// Returns advice on finding the program, line by line.
        pub fn advice(&self) -> Vec<String> {
            let mut lines = Vec::new();
            let bin = self.command.parent().unwrap_or(&self.command);
            if !is_among(bin, env::split_paths(&env::var_os("PATH").unwrap_or_default())) {
                lines.push(format!("{} is not in PATH.", shown(bin)));
            }
            lines.push("WinBoard lists it with this line in /firstChessProgramNames:".to_owned());
            let name = self.command.file_name().map(Path::new).map(shown).unwrap_or_default();
            lines.push(format!("    \"Menagerie\" -fcp \"{name}\" -fd \"{}\"", shown(bin)));
            lines.push(format!("For other chess programs the command is {}", shown(&self.command)));
            lines
        }
    }
}

/// Whether a folder is among others, links resolved.
fn is_among(folder: &Path, others: impl IntoIterator<Item = PathBuf>) -> bool {
    let real = folder.canonicalize();
    others.into_iter().any(|other| {
        other == folder || matches!((&real, other.canonicalize()), (Ok(a), Ok(b)) if *a == b)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn below_another_root() {
        let path = below(Path::new("/tmp/root"), Path::new("/usr/bin/menagerie"));
        assert_eq!(path, Path::new("/tmp/root/usr/bin/menagerie"));
    }
}
