//! Tasks beside the session, which search, count or measure, and report: on threads of their own, or
//! where there are none, on their owner's.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{SendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use protocol::Event;
use search::{Control, Listener};
use tokio::sync::mpsc::UnboundedSender;

use crate::causes::panic_text;
use crate::search_job::SearchOutput;

/// Number of a task, in order of their starts.
pub type TaskId = u64;

/// Place where tasks run.
#[derive(Clone, Default)]
pub enum Place {
    /// Threads of their own.
    #[default]
    Threads,
    /// The owner's thread: the owner gets them as [`TaskReport::Begin`], and runs them. Meanwhile
    /// this listener is called.
    Owner(Arc<dyn Listener>),
}

/// Task to be run by its owner.
pub struct Job(Box<dyn FnOnce() + Send>);

impl Job {
    /// Runs the task. Its messages are sent as those of other tasks are.
    pub fn run(self) {
        (self.0)();
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

/// Message of a task to its owner, of type `S`.
#[derive(Debug)]
pub struct TaskMessage<S> {
    /// The task.
    pub id: TaskId,
    /// Content.
    pub report: TaskReport<S>,
}

/// Report of a task.
#[derive(Debug)]
pub enum TaskReport<S> {
    /// The task is to be run on the owner's thread.
    Begin(Job),
    /// An event for the GUI, unchanged.
    Event(Event),
    /// The task is done, with this result; no message follows.
    Done(TaskResult<S>),
    /// The task failed; no message follows. The text is for the log.
    Panicked(String),
}

/// Result of a task.
#[derive(Debug)]
pub enum TaskResult<S> {
    /// Events for the GUI, unchanged.
    Events(Vec<Event>),
    /// Result of a search.
    SearchOutput(Box<SearchOutput>),
    /// Effect of a command on the owner.
    Effect(Effect<S>),
}

/// Effect of a command on the owner of the task.
pub struct Effect<S>(Box<dyn FnOnce(&mut S) + Send>);

impl<S> Effect<S> {
    /// Returns an effect from a function.
    pub fn new(run: impl FnOnce(&mut S) + Send + 'static) -> Self {
        Effect(Box::new(run))
    }

    /// Applies the effect.
    pub fn apply(self, owner: &mut S) {
        (self.0)(owner);
    }
}

impl<S> fmt::Debug for Effect<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Effect")
    }
}

/// Kind of task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
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
    pub kind: TaskKind,
    /// Control to stop it.
    pub control: Arc<Control>,
    /// Start time.
    pub begin: Instant,
    /// Whether its result is discarded.
    pub dropped: bool,
}

/// Channel of a task to its owner.
#[derive(Debug)]
pub struct TaskSender<S> {
    id: TaskId,
    messages: UnboundedSender<TaskMessage<S>>,
}

impl<S> TaskSender<S> {
    /// Sends an event for the GUI.
    pub fn send_event(&self, event: Event) {
        self.send(TaskReport::Event(event));
    }

    fn send(&self, report: TaskReport<S>) {
        // If the owner has ended, the message is discarded.
        let _ = self.messages.send(TaskMessage { id: self.id, report });
    }
}

impl Task {
    /// Starts a task. A panic is reported.
    pub fn start<S: 'static>(
        place: &Place,
        id: TaskId,
        kind: TaskKind,
        messages: &UnboundedSender<TaskMessage<S>>,
        run: impl FnOnce(&Control, &TaskSender<S>) -> TaskResult<S> + Send + 'static,
    ) -> std::io::Result<Self> {
        let sender = TaskSender { id, messages: messages.clone() };
        match place {
            Place::Threads => {
                let task = Task::new(id, kind, Control::new());
                let control = Arc::clone(&task.control);
                spawn(move || sender.send(report_of(&control, &sender, run)))?;
                Ok(task)
            }
            Place::Owner(listener) => {
                let task = Task::new(id, kind, Control::with_listener(Arc::clone(listener)));
                let control = Arc::clone(&task.control);
                let owner = TaskSender { id, messages: messages.clone() };
                let job = move || sender.send(report_of(&control, &sender, run));
                owner.send(TaskReport::Begin(Job(Box::new(job))));
                Ok(task)
            }
        }
    }

    /// Like [`Task::start`]; if the work is done within `max_wait`, or on the owner's thread, its
    /// report is returned instead of sent.
    pub fn start_within<S: 'static>(
        place: &Place,
        max_wait: Duration,
        id: TaskId,
        kind: TaskKind,
        messages: &UnboundedSender<TaskMessage<S>>,
        run: impl FnOnce(&Control, &TaskSender<S>) -> TaskResult<S> + Send + 'static,
    ) -> std::io::Result<(Self, Option<TaskReport<S>>)> {
        let task = Task::new(id, kind, Control::new());
        let control = Arc::clone(&task.control);
        let sender = TaskSender { id, messages: messages.clone() };
        if let Place::Owner(_) = place {
            let report = report_of(&control, &sender, run);
            return Ok((task, Some(report)));
        }
        // Unbuffered: the report is received by the waiting caller, or not at all.
        let (early, reports) = sync_channel(0);
        spawn(move || {
            if let Err(SendError(report)) = early.send(report_of(&control, &sender, run)) {
                sender.send(report);
            }
        })?;
        let report = reports.recv_timeout(max_wait).ok();
        Ok((task, report))
    }

    fn new(id: TaskId, kind: TaskKind, control: Control) -> Self {
        Task { id, kind, control: Arc::new(control), begin: Instant::now(), dropped: false }
    }

    /// Returns the purpose of its search; `None` if it is not a search.
    pub fn purpose(&self) -> Option<Purpose> {
        match self.kind {
            TaskKind::Search { purpose, .. } => Some(purpose),
            TaskKind::Perft | TaskKind::Bench | TaskKind::Command => None,
        }
    }
}

fn spawn(run: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name("task".to_owned()).spawn(run).map(drop)
}

/// Does the work of a task; returns its last report.
fn report_of<S>(
    control: &Control,
    sender: &TaskSender<S>,
    run: impl FnOnce(&Control, &TaskSender<S>) -> TaskResult<S>,
) -> TaskReport<S> {
    match catch_unwind(AssertUnwindSafe(|| run(control, sender))) {
        Ok(last) => TaskReport::Done(last),
        Err(payload) => TaskReport::Panicked(panic_text(&*payload)),
    }
}
