//! Tasks beside the session: threads that search, count or measure, and report.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{SendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use protocol::Event;
use search::Control;
use tokio::sync::mpsc::UnboundedSender;

use crate::search_job::SearchOutput;
use crate::session::Session;

/// Number of a task, in order of their starts.
pub type TaskId = u64;

/// Message of a task to the session.
#[derive(Debug)]
pub struct Message {
    /// The task.
    pub id: TaskId,
    /// Content.
    pub news: News,
}

/// Report of a task.
#[derive(Debug)]
pub enum News {
    /// An event for the GUI, unchanged.
    Say(Event),
    /// The task is done, with this result; no message follows.
    Done(Yield),
    /// The task failed; no message follows. The text is for the log.
    Broken(String),
}

/// Result of a task.
#[derive(Debug)]
pub enum Yield {
    /// Events for the GUI, unchanged.
    Events(Vec<Event>),
    /// Result of a search.
    SearchOutput(Box<SearchOutput>),
    /// Effect of a command on the session.
    Effect(Effect),
}

/// The effect of a command on the session.
pub struct Effect(Box<dyn FnOnce(&mut Session) + Send>);

impl Effect {
    /// Returns an effect from a function.
    pub fn new(run: impl FnOnce(&mut Session) + Send + 'static) -> Self {
        Effect(Box::new(run))
    }

    /// Applies the effect.
    pub fn apply(self, session: &mut Session) {
        (self.0)(session);
    }
}

impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Effect")
    }
}

/// Kind of task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A search.
    Search {
        /// Purpose of its result.
        purpose: Purpose,
        /// Whether it ends without being stopped.
        bounded: bool,
    },
    /// Perft.
    Perft,
    /// Benchmark.
    Bench,
    /// A long command.
    Command,
}

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Answer to `go`, which must be a best move.
    BestMove,
    /// The engine's next move in the game that it keeps.
    Move,
    /// Pondering in the game that the engine keeps.
    Ponder,
    /// Analysis.
    Analysis,
    /// A move for the user.
    Hint,
}

/// A task in progress.
#[derive(Debug)]
pub struct Task {
    /// Number of the task.
    pub id: TaskId,
    /// Kind of the task.
    pub work: Work,
    /// Control to stop it.
    pub control: Arc<Control>,
    /// Start time.
    pub begin: Instant,
    /// Whether its result is discarded.
    pub dropped: bool,
}

/// Channel of a task to the session.
#[derive(Clone, Debug)]
pub struct Speaker {
    id: TaskId,
    messages: UnboundedSender<Message>,
}

impl Speaker {
    /// Sends an event for the GUI.
    pub fn say(&self, event: Event) {
        self.send(News::Say(event));
    }

    fn send(&self, news: News) {
        // If the session has ended, the message is discarded.
        let _ = self.messages.send(Message { id: self.id, news });
    }
}

impl Task {
    /// Starts a task on a thread of its own. A panic is reported to the session.
    pub fn start(
        id: TaskId,
        work: Work,
        messages: &UnboundedSender<Message>,
        run: impl FnOnce(&Control, &Speaker) -> Yield + Send + 'static,
    ) -> std::io::Result<Self> {
        let (task, _) = Self::start_within(Duration::ZERO, id, work, messages, run)?;
        Ok(task)
    }

    /// Like [`Task::start`]; if the work is done within `patience`, its news is returned instead of
    /// sent.
    pub fn start_within(
        patience: Duration,
        id: TaskId,
        work: Work,
        messages: &UnboundedSender<Message>,
        run: impl FnOnce(&Control, &Speaker) -> Yield + Send + 'static,
    ) -> std::io::Result<(Self, Option<News>)> {
        let control = Arc::new(Control::new());
        let speaker = Speaker { id, messages: messages.clone() };
        let begin = Instant::now();
        let task = Task { id, work, control: Arc::clone(&control), begin, dropped: false };
        // Unbuffered: the news is received by the waiting caller, or not at all.
        let (early, wait) = sync_channel(0);
        thread::Builder::new().name("task".to_owned()).spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(|| run(&control, &speaker)));
            let news = match result {
                Ok(last) => News::Done(last),
                Err(payload) => News::Broken(panic_text(&*payload)),
            };
            if let Err(SendError(news)) = early.send(news) {
                speaker.send(news);
            }
        })?;
        let news = if patience.is_zero() { None } else { wait.recv_timeout(patience).ok() };
        Ok((task, news))
    }

    /// Returns the purpose of its search; `None` if it is not a search.
    pub fn purpose(&self) -> Option<Purpose> {
        match self.work {
            Work::Search { purpose, .. } => Some(purpose),
            Work::Perft | Work::Bench | Work::Command => None,
        }
    }
}

/// Returns the message of a panic.
fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
