//! What the protocol sends, on its way to standard output.
//!
//! A thread of its own writes, so that a reader who does not read cannot keep the session from
//! hearing `quit` or Ctrl-C.

use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

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
}

impl Output {
    /// Writes to `sink` until nobody sends any more; calls `failed` if that cannot go on.
    pub fn start(
        sink: impl Write + Send + 'static,
        failed: impl FnOnce(io::Error) + Send + 'static,
    ) -> io::Result<Self> {
        let (jobs, queue) = channel();
        thread::Builder::new().name("output".to_owned()).spawn(move || {
            if let Err(error) = write_all(sink, &queue) {
                failed(error);
            }
        })?;
        Ok(Output { jobs })
    }

    /// Writes whole lines.
    pub fn write(&self, text: String) {
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

fn write_all(mut sink: impl Write, queue: &Receiver<Job>) -> io::Result<()> {
    for job in queue {
        match job {
            Job::Write(text) => {
                sink.write_all(text.as_bytes())?;
                sink.flush()?;
            }
            Job::Sync(done) => {
                let _ = done.send(());
            }
        }
    }
    Ok(())
}
