//! Last lines of a program's standard error.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ChildStderr;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use protocol::text::printable;

/// Bytes kept.
const KEPT: usize = 4096;

/// Lines shown.
const LINES: usize = 3;

/// Maximum number of characters shown per line.
const LINE_CHARS: usize = 200;

/// Timeout for the rest of standard error after the program has ended.
const PATIENCE: Duration = Duration::from_millis(100);

/// End of a program's standard error.
#[derive(Debug)]
pub(super) enum LastWords {
    /// Pipe, read by a thread.
    Pipe {
        /// Last bytes.
        tail: Arc<Mutex<Vec<u8>>>,
        /// Disconnected once the pipe is closed.
        ended: Receiver<()>,
    },
    /// File, with its length when the program started.
    File {
        /// Path of the file.
        path: PathBuf,
        /// Length at the start, in bytes.
        from: u64,
    },
}

impl LastWords {
    /// Reads a pipe until it is closed, on a thread of its own.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub(super) fn of_pipe(stderr: ChildStderr, engine: &str) -> io::Result<Self> {
        let tail = Arc::new(Mutex::new(Vec::new()));
        let (sender, ended) = mpsc::channel::<()>();
        let kept = Arc::clone(&tail);
        let read = move || {
            let _sender = sender;
            keep(stderr, &kept);
        };
        super::thread_named("errors of", engine).spawn(read)?;
        Ok(LastWords::Pipe { tail, ended })
    }

    /// Reads a file, from its present end.
    pub(super) fn of_file(path: &Path) -> Self {
        let from = path.metadata().map_or(0, |data| data.len());
        LastWords::File { path: path.to_owned(), from }
    }

    /// Formats the last lines for the text of a fault; empty if there are none. If the program has
    /// ended, its output is read to the end.
    pub(super) fn shown(&self, has_ended: bool) -> String {
        let bytes = match self {
            LastWords::Pipe { tail, ended } => {
                if has_ended {
                    // Disconnected, or another process still holds the pipe.
                    let _ = ended.recv_timeout(PATIENCE);
                }
                tail.lock().unwrap_or_else(PoisonError::into_inner).clone()
            }
            LastWords::File { path, from } => end_of(path, *from).unwrap_or_default(),
        };
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        if last.is_empty() {
            return String::new();
        }
        let last: Vec<String> = last.iter().map(|line| shorten(&printable(line))).collect();
        format!("; its last lines on stderr: {}", last.join(" | "))
    }
}

/// Reads to the end and keeps the last bytes.
fn keep(mut stderr: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut buffer = [0; KEPT];
    loop {
        match stderr.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(buffer.get(..read).unwrap_or_default());
                let over = tail.len().saturating_sub(KEPT);
                tail.drain(..over);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Returns the last bytes of a file from an offset on.
fn end_of(path: &Path, from: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(from.max(length.saturating_sub(KEPT as u64))))?;
    let mut bytes = Vec::new();
    file.take(KEPT as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Shortens a long line in the middle.
fn shorten(line: &str) -> String {
    let count = line.chars().count();
    if count <= LINE_CHARS {
        return line.to_owned();
    }
    let half = LINE_CHARS / 2;
    let head: String = line.chars().take(half).collect();
    let tail: String = line.chars().skip(count - half).collect();
    format!("{head}...{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_shown() {
        let shown = |text: &str| {
            let tail = Mutex::default();
            keep(text.as_bytes(), &tail);
            let (_, ended) = mpsc::channel();
            let tail = Arc::new(tail);
            LastWords::Pipe { tail, ended }.shown(true)
        };
        assert_eq!(shown(""), "");
        assert_eq!(shown(" \n\n"), "");
        assert_eq!(shown("a\nb\n\nc\u{1b}\n"), "; its last lines on stderr: a | b | c\\x1b");
        assert_eq!(shown("0\n1\n2\n3"), "; its last lines on stderr: 1 | 2 | 3");
        let long = shown(&format!("begin{}end", "x".repeat(10_000)));
        assert!(long.len() < 300 && long.ends_with("xend"), "{long}");
    }
}
