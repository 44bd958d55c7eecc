//! Standard input, line by line.
//!
//! A plain thread reads: the runtime's own would keep the process from ending as long as the other
//! side holds its end open.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use protocol::{LineError, LineReader};
use tokio::sync::mpsc::{Receiver, channel};

/// Maximum number of lines waiting for the session, each of 4 MB at most; more are left in the pipe.
const WAITING: usize = 8;

/// A line after such a wait comes from a program or person that reacts to answers, and not from a
/// script that is complete at the start.
const LIVE: Duration = Duration::from_millis(200);

/// Line of the input.
#[derive(Debug)]
pub struct Line {
    /// The line.
    pub line: Result<Vec<u8>, LineError>,
    /// Whether there was such a wait between two lines so far.
    pub is_live: bool,
}

/// Returns given lines as the input, which ends after them.
pub fn of(given: Vec<String>) -> Receiver<Line> {
    let (send, lines) = channel(given.len().max(1));
    for line in given {
        // There is room for all of them.
        let _ = send.try_send(Line { line: Ok(line.into_bytes()), is_live: false });
    }
    lines
}

/// Starts the reader; the channel closes at the end of input.
pub fn start() -> io::Result<Receiver<Line>> {
    let (send, lines) = channel(WAITING);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut reader = LineReader::new(io::stdin().lock());
        let (mut is_first, mut is_live) = (true, false);
        loop {
            let begin = Instant::now();
            let Some(line) = reader.next() else { break };
            is_live |= !is_first && begin.elapsed() >= LIVE;
            is_first = false;
            if send.blocking_send(Line { line, is_live }).is_err() {
                break;
            }
        }
    })?;
    Ok(lines)
}
