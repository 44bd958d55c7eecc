//! Work beside the session: a thread that searches, counts or measures, and tells how it goes.

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

use crate::session::Session;
use crate::thinking::Answer;

/// Which of the session's tasks, in their order, a message is from.
pub type TaskId = u64;

/// What a task tells the session.
#[derive(Debug)]
pub struct Message {
    /// The task.
    pub id: TaskId,
    /// What it says.
    pub news: News,
}

/// What there is to tell.
#[derive(Debug)]
pub enum News {
    /// Something for the other side, as it is.
    Say(Event),
    /// All is done, and this came of it; nothing follows.
    Done(Yield),
    /// It broke; nothing follows. The text is for the log.
    Broken(String),
}

/// What comes of a task.
#[derive(Debug)]
pub enum Yield {
    /// Something for the other side, as it is.
    Events(Vec<Event>),
    /// What a search found.
    Answer(Box<Answer>),
    /// The effect of a command on the session.
    Effect(Effect),
}

/// The effect of a command on the session.
pub struct Effect(Box<dyn FnOnce(&mut Session) + Send>);

impl Effect {
    /// An effect that is a function's.
    pub fn new(run: impl FnOnce(&mut Session) + Send + 'static) -> Self {
        Effect(Box::new(run))
    }

    /// Takes effect.
    pub fn apply(self, session: &mut Session) {
        (self.0)(session);
    }
}

impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Effect")
    }
}

/// What kind of work a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A search; `bounded` if it ends by itself.
    Search {
        /// What its answer is for.
        purpose: Purpose,
        /// Whether it ends without being stopped.
        bounded: bool,
    },
    /// Counting leaves.
    Perft,
    /// The benchmark.
    Bench,
    /// A command that may take long.
    Command,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It must be answered with a best move.
    BestMove,
    /// The engine's next move in the game that it keeps.
    Move,
    /// The same on the other side's time, should it play what is expected.
    Ponder,
    /// To show what it finds.
    Analysis,
    /// A move for the user.
    Hint,
}

/// A task in progress.
#[derive(Debug)]
pub struct Task {
    /// Its number.
    pub id: TaskId,
    /// What it does.
    pub work: Work,
    /// The way to stop it.
    pub control: Arc<Control>,
    /// When it began.
    pub begin: Instant,
    /// Whether what comes of it is wanted no more.
    pub dropped: bool,
}

/// A task's line to the session.
#[derive(Clone, Debug)]
pub struct Speaker {
    id: TaskId,
    messages: UnboundedSender<Message>,
}

impl Speaker {
    /// Sends an event on to the other side.
    pub fn say(&self, event: Event) {
        self.send(News::Say(event));
    }

    fn send(&self, news: News) {
        // A session that has gone wants to hear no more.
        let _ = self.messages.send(Message { id: self.id, news });
    }
}

impl Task {
    /// Starts work on a thread of its own. If it panics, the session is told.
    pub fn start(
        id: TaskId,
        work: Work,
        messages: &UnboundedSender<Message>,
        run: impl FnOnce(&Control, &Speaker) -> Yield + Send + 'static,
    ) -> std::io::Result<Self> {
        let (task, _) = Self::start_within(Duration::ZERO, id, work, messages, run)?;
        Ok(task)
    }

    /// As [`Task::start`]; if the work is done within `patience`, its news is returned, and not sent.
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
        // Without room: the news goes to whoever waits, or nowhere.
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

    /// What its search is for; `None` if it does something else.
    pub fn purpose(&self) -> Option<Purpose> {
        match self.work {
            Work::Search { purpose, .. } => Some(purpose),
            Work::Perft | Work::Bench | Work::Command => None,
        }
    }
}

/// What a panic says.
fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text".to_owned())
}
