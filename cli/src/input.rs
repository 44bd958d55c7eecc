//! Standard input, line by line.
//!
//! A plain thread reads: the runtime's own would keep the process from ending as long as the other
//! side holds its end open.

use std::io;
use std::thread;

use protocol::{LineError, LineReader};
use tokio::sync::mpsc::{Receiver, channel};

/// Maximum number of lines waiting for the session, each of 4 MB at most; more are left in the pipe.
const WAITING: usize = 8;

/// Returns given lines as the input, which ends after them.
pub fn of(given: Vec<String>) -> Receiver<Result<Vec<u8>, LineError>> {
    let (send, lines) = channel(given.len().max(1));
    for line in given {
        // There is room for all of them.
        let _ = send.try_send(Ok(line.into_bytes()));
    }
    lines
}

/// Starts the reader; the channel closes at the end of input.
pub fn start() -> io::Result<Receiver<Result<Vec<u8>, LineError>>> {
    let (send, lines) = channel(WAITING);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        for line in LineReader::new(io::stdin().lock()) {
            if send.blocking_send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(lines)
}
