//! Protocol output to standard output.
//!
//! Output has a thread of its own, so that a GUI that does not read cannot block `quit` or Ctrl-C.
//! Its buffer is bounded: check for [room](Output::is_full) before sending text. Where there are no
//! threads, output is [direct](Output::direct).

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::Notify;

/// Maximum size of the buffered text, in bytes.
const MAX_WAITING: usize = 4 << 20;

/// Text to write, or a request for a signal when all text before it is written.
#[derive(Debug)]
enum Job {
    Write(String),
    Sync(SyncSender<()>),
}

/// Output of the session.
#[derive(Clone, Debug)]
pub struct Output {
    way: Way,
    waiting: Arc<Waiting>,
}

/// Way to the reader.
#[derive(Clone)]
enum Way {
    Thread(Sender<Job>),
    Direct(Arc<Mutex<dyn Write + Send>>),
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::Thread(_) => "Thread",
            Way::Direct(_) => "Direct",
        })
    }
}

/// Amount of buffered text.
#[derive(Debug, Default)]
struct Waiting {
    /// In bytes.
    amount: AtomicUsize,
    /// Notified whenever the amount decreases.
    less: Notify,
}

impl Output {
    /// Writes to `sink` until all senders are dropped; calls `failed` on an error.
    pub fn start(
        sink: impl Write + Send + 'static,
        failed: impl FnOnce(io::Error) + Send + 'static,
    ) -> io::Result<Self> {
        let (jobs, queue) = channel();
        let waiting = Arc::new(Waiting::default());
        let shared = Arc::clone(&waiting);
        thread::Builder::new().name("output".to_owned()).spawn(move || {
            if let Err(error) = write_all(sink, &queue, &shared) {
                failed(error);
            }
        })?;
        Ok(Output { way: Way::Thread(jobs), waiting })
    }

    /// Writes to `sink` on the caller's thread. Errors are ignored.
    pub fn direct(sink: impl Write + Send + 'static) -> Self {
        Output { way: Way::Direct(Arc::new(Mutex::new(sink))), waiting: Arc::default() }
    }

    /// Whether the buffer is full; then output that can wait should wait.
    pub fn is_full(&self) -> bool {
        self.waiting.amount.load(Ordering::Relaxed) > MAX_WAITING
    }

    /// Whether all output is written.
    pub fn is_empty(&self) -> bool {
        self.waiting.amount.load(Ordering::Relaxed) == 0
    }

    /// Waits for room. At most one caller may wait at a time.
    pub async fn room(&self) {
        self.wait_for(MAX_WAITING).await;
    }

    /// Waits until all output is written. At most one caller may wait at a time.
    pub async fn written(&self) {
        self.wait_for(0).await;
    }

    async fn wait_for(&self, amount: usize) {
        while self.waiting.amount.load(Ordering::Relaxed) > amount {
            self.waiting.less.notified().await;
        }
    }

    /// Writes whole lines.
    pub fn write(&self, text: String) {
        match &self.way {
            Way::Thread(jobs) => {
                self.waiting.amount.fetch_add(text.len(), Ordering::Relaxed);
                // If the writer has ended, the session has been notified already.
                let _ = jobs.send(Job::Write(text));
            }
            Way::Direct(sink) => {
                let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = sink.write_all(text.as_bytes()).and_then(|()| sink.flush());
            }
        }
    }

    /// Waits until all output is written, or the time is over.
    pub fn finish(&self, patience: Duration) {
        let Way::Thread(jobs) = &self.way else { return };
        let (done, wait) = sync_channel(1);
        if jobs.send(Job::Sync(done)).is_ok() {
            let _ = wait.recv_timeout(patience);
        }
    }
}

fn write_all(mut sink: impl Write, queue: &Receiver<Job>, waiting: &Waiting) -> io::Result<()> {
    for job in queue {
        match job {
            Job::Write(text) => {
                sink.write_all(text.as_bytes())?;
                sink.flush()?;
                waiting.amount.fetch_sub(text.len(), Ordering::Relaxed);
                waiting.less.notify_one();
            }
            Job::Sync(done) => {
                let _ = done.send(());
            }
        }
    }
    Ok(())
}
