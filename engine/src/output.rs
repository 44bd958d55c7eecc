//! What the protocol sends, on its way to standard output.
//!
//! A thread of its own writes, so that a reader who does not read cannot keep the session from
//! hearing `quit` or Ctrl-C. What it has not written yet is bounded: whoever sends text asks first
//! whether there is [room](Output::is_full).

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use tokio::sync::Notify;

/// The text that waits to be written before there is no room for more, in bytes.
const MAX_WAITING: usize = 4 << 20;

/// Something to write, or a sign when all before it is written.
#[derive(Debug)]
enum Job {
    Write(String),
    Sync(SyncSender<()>),
}

/// Where the session sends text to.
#[derive(Clone, Debug)]
pub struct Output {
    jobs: Sender<Job>,
    waiting: Arc<Waiting>,
}

/// What waits to be written.
#[derive(Debug, Default)]
struct Waiting {
    /// In bytes.
    amount: AtomicUsize,
    /// Tells whenever there is less.
    less: Notify,
}

impl Output {
    /// Writes to `sink` until nobody sends any more; calls `failed` if that cannot go on.
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
        Ok(Output { jobs, waiting })
    }

    /// Whether so much waits to be written that nothing should be added that can wait.
    pub fn is_full(&self) -> bool {
        self.waiting.amount.load(Ordering::Relaxed) > MAX_WAITING
    }

    /// Whether all is written.
    pub fn is_empty(&self) -> bool {
        self.waiting.amount.load(Ordering::Relaxed) == 0
    }

    /// Waits until there is room. At most one at a time may wait.
    pub async fn room(&self) {
        self.wait_for(MAX_WAITING).await;
    }

    /// Waits until all is written. At most one at a time may wait.
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
        self.waiting.amount.fetch_add(text.len(), Ordering::Relaxed);
        // Where nobody writes any more, the session has been told already.
        let _ = self.jobs.send(Job::Write(text));
    }

    /// Waits until all is written, but no longer than that.
    pub fn finish(&self, patience: Duration) {
        let (done, wait) = sync_channel(1);
        if self.jobs.send(Job::Sync(done)).is_ok() {
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
