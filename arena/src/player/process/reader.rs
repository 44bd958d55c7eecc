//! Thread that reads a program's output.

use std::io::{BufReader, Read as Input};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::Instant;

use protocol::{LineError, LineReader};

use super::now;
use crate::player::WireLabel;

/// Maximum length of a line, in bytes.
const LINE_LIMIT: usize = 4 << 20;

/// Message of the reader.
pub type Read = (Result<Vec<u8>, LineError>, Instant);

/// Sends the lines of a program, with their times. Blocks while the channel is full, except that
/// search reports are dropped then if the flag is set, all but the newest with a score.
pub fn read(
    output: impl Input,
    to: &SyncSender<Read>,
    log: Option<&WireLabel>,
    drops_reports: &AtomicBool,
) {
    // Newest report with a score that had no room.
    let mut held: Option<Read> = None;
    for line in LineReader::with_limit(BufReader::new(output), LINE_LIMIT) {
        let at = now();
        if let (Some(log), Ok(line)) = (log, &line) {
            log.received(line);
        }
        let is_report = line.as_ref().is_ok_and(|line| is_report(line));
        let read = (line, at);
        if is_report && drops_reports.load(Ordering::Relaxed) {
            match to.try_send(read) {
                Ok(()) => held = None,
                Err(TrySendError::Full(read)) if has_score(&read) => held = Some(read),
                Err(TrySendError::Full(_)) => {}
                Err(TrySendError::Disconnected(_)) => return,
            }
            continue;
        }
        for read in held.take().into_iter().chain([read]) {
            if to.send(read).is_err() {
                return;
            }
        }
    }
}

/// Whether a line is a search report: of UCI `info ...`, of XBoard's protocol numbers.
fn is_report(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"info ") || line.first().is_some_and(u8::is_ascii_digit)
}

/// Whether a report has a score, as all have in XBoard's protocol.
fn has_score((line, _): &Read) -> bool {
    let has = |line: &[u8]| {
        !line.trim_ascii_start().starts_with(b"info") || line.windows(7).any(|w| w == b" score ")
    };
    line.as_ref().is_ok_and(|line| has(line))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::{Sender, channel, sync_channel};
    use std::thread;

    use super::*;

    /// Empty input that signals when it is read.
    struct Signal(Sender<()>);

    impl Input for Signal {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.send(()).map_err(io::Error::other)?;
            Ok(0)
        }
    }

    #[test]
    fn reports_that_nobody_reads_are_dropped_but_the_newest() {
        let reports = (1..=1000).map(|depth| format!("info depth {depth} score cp 1\n"));
        let reports = reports.chain(["info depth 1001 currmove e2e4\n".to_owned()]);
        let (to, from) = sync_channel(2);
        let (signal, all_reports_are_read) = channel();
        let output = io::Cursor::new(reports.collect::<String>())
            .chain(Signal(signal))
            .chain(&b"bestmove e2e4\n"[..]);
        let flag = AtomicBool::new(true);
        thread::scope(|scope| {
            scope.spawn(move || read(output, &to, None, &flag));
            all_reports_are_read.recv().unwrap();
            let lines: Vec<_> = from.iter().map(|(line, _)| line.unwrap()).collect();
            let depth = |depth| format!("info depth {depth} score cp 1").into_bytes();
            let answer = b"bestmove e2e4".to_vec();
            assert_eq!(lines, [depth(1), depth(2), depth(1000), answer]);
        });
    }
}
