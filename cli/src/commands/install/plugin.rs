//! Plugin file that registers an engine with XBoard.
//!
//! It has three lines: `plugin spec 0.0`, the command that starts the engine, and the variants that
//! it plays. XBoard's list of engines then shows the last part of the command. The file cannot
//! contain a nickname: any other word makes XBoard take the whole line for a command.

use std::path::Path;

use anyhow::{Result, bail, ensure};

use engine::files::shown;

/// Words of the first line; XBoard requires two numbers after them.
const HEAD: &str = "plugin spec ";

/// Maximum length of a command: XBoard copies it into 512 bytes, and adds quotes and more.
const MAX_COMMAND: usize = 480;

/// Maximum length of the variants: XBoard copies them into 1024 bytes, without a length check.
const MAX_GAMES: usize = 1023;

/// Returns the file's text for a command (a path and nothing else).
pub fn text(command: &Path, games: &[String]) -> Result<Vec<u8>> {
    let games = games.join(",");
    ensure!(games.len() <= MAX_GAMES, "too many games for XBoard: {games}");
    let mut text = format!("{HEAD}0.0\n").into_bytes();
    text.extend(self::command(command)?);
    text.extend(format!("\n{games}\n").bytes());
    Ok(text)
}

/// Quotes a path for XBoard. It splits a command at spaces unless they are quoted; it cannot
/// distinguish quotes in the path itself, and a backslash would hide what follows.
fn command(path: &Path) -> Result<Vec<u8>> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let spaces = bytes.contains(&b' ');
    let odd = |&byte: &u8| {
        byte < b' ' || byte == 127 || byte == b'"' || byte == b'\\' || (spaces && byte == b'\'')
    };
    if let Some(&byte) = bytes.iter().find(|byte| odd(byte)) {
        let byte = protocol::text::excerpt([byte]);
        bail!("XBoard cannot start {}: a path with {byte} in it", shown(path));
    }
    ensure!(
        bytes.len() <= MAX_COMMAND,
        "XBoard cannot start {}: the path is too long",
        shown(path)
    );
    let quote: &[u8] = if spaces { b"\"" } else { b"" };
    Ok([quote, bytes, quote].concat())
}

/// Formats a command as a line of XBoard's list of engines.
#[cfg(unix)]
pub fn list_line(path: &Path) -> String {
    let path = path.to_string_lossy();
    if path.contains(' ') { format!("'\"{path}\"'") } else { path.into_owned() }
}

/// Whether a text is such a file for some version of this program.
pub fn is_ours(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n');
    let (head, command) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let command = command.trim_ascii();
    let command = command.strip_suffix(b"\"").unwrap_or(command);
    head.starts_with(HEAD.as_bytes())
        && command.rsplit(|byte| b"/\"".contains(byte)).next() == Some(b"menagerie")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(command: &str) -> Result<String> {
        let text = text(Path::new(command), &["chess".to_owned(), "pacific".to_owned()])?;
        Ok(String::from_utf8(text)?)
    }

    #[test]
    fn three_lines() {
        let plain = file("/usr/local/bin/menagerie").unwrap();
        assert_eq!(plain, "plugin spec 0.0\n/usr/local/bin/menagerie\nchess,pacific\n");
        let spaces = file("/home/me/my games/bin/menagerie").unwrap();
        assert_eq!(spaces.lines().nth(1), Some("\"/home/me/my games/bin/menagerie\""));
        let quote = file("/home/o'neil/bin/menagerie").unwrap();
        assert_eq!(quote.lines().nth(1), Some("/home/o'neil/bin/menagerie"));
    }

    #[test]
    fn all_games_fit() {
        let games = engine::library::Library::builtin().names();
        text(Path::new("/usr/local/bin/menagerie"), &games).unwrap();
    }

    #[test]
    fn paths_that_xboard_cannot_read() {
        let long = format!("/{}", "x".repeat(MAX_COMMAND));
        for path in ["/a\nb/menagerie", "/a\"b/m", "/a\\b/m", "/it's a/m", "/a\tb/m", &long] {
            let error = file(path).unwrap_err().to_string();
            assert!(error.contains("XBoard cannot start") && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn our_own_and_others() {
        for command in ["/usr/bin/menagerie", "menagerie", "/a b/menagerie"] {
            assert!(is_ours(file(command).unwrap().as_bytes()), "{command}");
        }
        for text in [
            "",
            "plugin spec 0.0",
            "plugin spec 0.0\nfairymax\nchess\n",
            "plugin spec 0.0\n/usr/bin/menagerie2\nchess\n",
            "notes\n/usr/bin/menagerie\n",
        ] {
            assert!(!is_ours(text.as_bytes()), "{text}");
        }
    }
}
