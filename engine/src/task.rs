//! Work beside the session: a thread that searches, counts or measures, and tells how it goes.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use protocol::Event;
use search::Control;
use tokio::sync::mpsc::UnboundedSender;

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
    /// All is done, and this is how it ends; nothing follows.
    Done(Vec<Event>),
    /// It broke; nothing follows. The text is for the log.
    Broken(String),
}

/// What kind of work a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A search, which must be answered with a best move; `bounded` if it ends by itself.
    Search {
        /// Whether it ends without being stopped.
        bounded: bool,
    },
    /// Counting leaves.
    Perft,
    /// The benchmark.
    Bench,
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
    /// Starts work on a thread of its own; what it returns is said at its end. If it panics, the
    /// session is told.
    pub fn start(
        id: TaskId,
        work: Work,
        messages: &UnboundedSender<Message>,
        run: impl FnOnce(&Control, &Speaker) -> Vec<Event> + Send + 'static,
    ) -> std::io::Result<Self> {
        let control = Arc::new(Control::new());
        let speaker = Speaker { id, messages: messages.clone() };
        let task = Task { id, work, control: Arc::clone(&control) };
        thread::Builder::new().name("task".to_owned()).spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(|| run(&control, &speaker)));
            speaker.send(match result {
                Ok(last) => News::Done(last),
                Err(payload) => News::Broken(panic_text(&*payload)),
            });
        })?;
        Ok(task)
    }
}

/// What a panic says.
fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text".to_owned())
}
