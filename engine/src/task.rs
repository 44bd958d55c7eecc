//! Work beside the session: a thread that searches, counts or measures, and tells how it goes.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use protocol::Event;
use search::Control;
use tokio::sync::mpsc::UnboundedSender;

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
        let control = Arc::new(Control::new());
        let speaker = Speaker { id, messages: messages.clone() };
        let begin = Instant::now();
        let task = Task { id, work, control: Arc::clone(&control), begin, dropped: false };
        thread::Builder::new().name("task".to_owned()).spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(|| run(&control, &speaker)));
            speaker.send(match result {
                Ok(last) => News::Done(last),
                Err(payload) => News::Broken(panic_text(&*payload)),
            });
        })?;
        Ok(task)
    }

    /// What its search is for; `None` if it does something else.
    pub fn purpose(&self) -> Option<Purpose> {
        match self.work {
            Work::Search { purpose, .. } => Some(purpose),
            Work::Perft | Work::Bench => None,
        }
    }
}

/// What a panic says.
fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text".to_owned())
}
