//! Log of all lines between this program and the engines of a match, as cutechess-cli's `-debug`.

use std::fmt;
use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use protocol::text::printable;

/// Log of the lines of all engines.
///
/// A line of it is the time in ms, `>` for a line to the engine or `<` for one from it, the engine's
/// name with the number of its process, and the line: `1203 >new(2): go movetime 100`.
pub struct WireLog {
    began: Instant,
    /// `None` after a write error.
    out: Mutex<Option<Box<dyn Write + Send>>>,
    processes: AtomicU64,
}

/// Part of the log that belongs to a process.
#[derive(Clone, Debug)]
pub struct WireLabel {
    log: Arc<WireLog>,
    label: Arc<str>,
}

impl WireLog {
    /// Opens the file of a log; one that is there goes on.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> io::Result<Arc<Self>> {
        Ok(Self::new(Box::new(LineWriter::new(
            File::options().create(true).append(true).open(path)?,
        ))))
    }

    /// Returns a log that is written to `out`, a line at a time.
    #[must_use]
    pub fn new(out: Box<dyn Write + Send>) -> Arc<Self> {
        let (began, out) = (Instant::now(), Mutex::new(Some(out)));
        Arc::new(WireLog { began, out, processes: AtomicU64::new(0) })
    }

    /// Returns the part of a new process of an engine.
    #[must_use]
    pub fn process(self: &Arc<Self>, engine: &str) -> WireLabel {
        let number = self.processes.fetch_add(1, Ordering::Relaxed);
        let label = format!("{}({number})", printable(engine)).into();
        WireLabel { log: Arc::clone(self), label }
    }
}

impl WireLabel {
    /// Records lines that were sent to the engine.
    pub fn sent(&self, lines: &str) {
        for line in lines.lines() {
            self.write('>', line.as_bytes());
        }
    }

    /// Records a line of the engine.
    pub fn received(&self, line: &[u8]) {
        self.write('<', line);
    }

    fn write(&self, direction: char, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let text = printable(&text);
        let mut out = self.log.out.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = out.as_mut() else { return };
        // Under the lock, so that times ascend.
        let time = self.log.began.elapsed().as_millis();
        if let Err(error) = writeln!(file, "{time} {direction}{}: {text}", self.label) {
            log::warn!("cannot write the log of the engines any more: {error}");
            *out = None;
        }
    }
}

impl fmt::Debug for WireLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WireLog").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_of_two_processes() {
        let out = Shared::default();
        let log = WireLog::new(Box::new(out.clone()));
        let (first, second) = (log.process("a b"), log.process("c"));
        first.sent("uci\nisready\n");
        second.received(b"id name \x1b[1mc\xff");
        let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<&str> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!(lines[..2], [">a b(0): uci", ">a b(0): isready"]);
        assert!(lines[2].starts_with("<c(1): id name \\x1b[1mc"), "{text}");
    }
}
