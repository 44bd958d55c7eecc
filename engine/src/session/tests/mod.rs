//! Tests of the session: lines in, expected lines out.

mod cecp;
mod cecp_search;
mod fuzz;
mod skill;
mod uci;
mod uci_queue;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use protocol::{Detect, Uci};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::*;
use crate::task::{Purpose, TaskKind, TaskReport, TaskResult};

/// A sink that keeps the output.
struct Sink(Sender<u8>);

impl std::io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            let _ = self.0.send(byte);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A session with its channels.
struct Client {
    session: Session,
    messages: UnboundedReceiver<TaskMessage<Session>>,
    written: Receiver<u8>,
}

impl Client {
    /// Starts a UCI session.
    fn new() -> Self {
        Self::with(Box::new(Uci::new()))
    }

    /// Starts a CECP session, after the introduction.
    fn cecp() -> Self {
        let mut client = Self::with(Box::new(Detect::new()));
        client.send("xboard\nprotover 2\nnew\nsd 1");
        client.output();
        client
    }

    fn with(dialect: Box<dyn Dialect>) -> Self {
        let (sink, written) = channel();
        let output = Output::start(Sink(sink), |_| {}).unwrap();
        let (sender, messages) = unbounded_channel();
        let session =
            Session::new(dialect, Library::builtin(), output, sender, Place::Threads).unwrap();
        Client { session, messages, written }
    }

    /// Sends lines; `wait` is not sent, but waits until no task runs.
    fn send(&mut self, script: &str) {
        for line in script.lines().map(str::trim) {
            if line == "wait" {
                self.wait();
            } else {
                self.session.line(line.as_bytes());
            }
        }
        self.settle();
    }

    /// Waits until no command runs in the background.
    fn settle(&mut self) {
        while self.session.background.is_some() {
            let message = self.messages.blocking_recv().unwrap();
            self.session.handle_message(message);
        }
    }

    /// Waits until no task runs but endless ones.
    fn wait(&mut self) {
        while self.session.is_busy() && !self.session.is_content() {
            let message = self.messages.blocking_recv().unwrap();
            self.session.handle_message(message);
        }
    }

    /// Returns the output since the last call.
    fn output(&mut self) -> String {
        self.session.output.finish(Duration::from_secs(10));
        String::from_utf8(self.written.try_iter().collect()).unwrap()
    }
}

impl Session {
    /// Whether the current task would never end.
    fn is_content(&self) -> bool {
        let endless = [Some(Purpose::Ponder), Some(Purpose::Analysis)].contains(&self.purpose());
        let waits = self.stopping || self.background.is_some() || !self.waiting.is_empty();
        endless && !waits
    }
}
