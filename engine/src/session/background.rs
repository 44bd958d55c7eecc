//! Commands that may take long, each on a thread of its own.
//!
//! The session waits a moment for such a command, so that a short one is done at once. What comes
//! after a longer one waits until it is done; `stop` and `quit` do not wait.

use std::sync::Arc;
use std::time::Duration;

use search::Control;

use super::Session;
use crate::task::{Effect, News, Task, TaskId, Work, Yield};

/// How long the session waits for a command before it hears other lines.
const MOMENT: Duration = Duration::from_millis(20);
/// The most commands that were stopped and whose threads still run.
const MAX_ABANDONED: usize = 4;

/// Whether `stop` ends a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It does, and the command has no effect.
    Ends,
    /// The command is completed in any case.
    Waits,
}

/// A command that runs.
#[derive(Debug)]
pub(super) struct Background {
    id: TaskId,
    name: &'static str,
    stop: Stop,
    control: Arc<Control>,
}

impl Session {
    /// Runs a command on another thread; what it returns takes effect when it is done.
    ///
    /// Its control tells when it was stopped, so that it need not go on in vain.
    pub(super) fn run_in_background(
        &mut self,
        name: &'static str,
        stop: Stop,
        run: impl FnOnce(&Control) -> Effect + Send + 'static,
    ) {
        if stop == Stop::Ends && Arc::strong_count(&self.running) > MAX_ABANDONED {
            let text = format!("{name}: {MAX_ABANDONED} commands that were stopped still run");
            return self.error(text);
        }
        self.tasks += 1;
        let alive = Arc::clone(&self.running);
        let work = move |control: &Control, _: &_| {
            let effect = run(control);
            drop(alive);
            Yield::Effect(effect)
        };
        let started = Task::start_within(MOMENT, self.tasks, Work::Command, &self.messages, work);
        match started {
            Ok((_, Some(news))) => self.finish(name, news),
            Ok((task, None)) => {
                let (id, control) = (task.id, task.control);
                self.background = Some(Background { id, name, stop, control });
            }
            Err(error) => self.error(format!("{name}: cannot start a thread: {error}")),
        }
    }

    /// Takes the news of the command that runs, if it is from there.
    pub(super) fn hear_background(&mut self, id: TaskId, news: News) -> Option<News> {
        match self.background.take_if(|background| background.id == id) {
            Some(background) => {
                self.finish(background.name, news);
                None
            }
            None => Some(news),
        }
    }

    fn finish(&mut self, name: &str, news: News) {
        match news {
            News::Done(Yield::Effect(effect)) => effect.apply(self),
            News::Broken(text) => {
                log::error!("{name} broke: {text}");
                self.error(format!("{name}: internal error: {text}"));
            }
            News::Done(_) | News::Say(_) => {}
        }
    }

    /// Stops the command that runs, unless that has to be completed. Its thread may go on for a
    /// while, and has no effect any more.
    pub(super) fn stop_background(&mut self) {
        let stopped = self.background.take_if(|background| background.stop == Stop::Ends);
        if let Some(Background { name, control, .. }) = stopped {
            control.stop();
            self.error(format!("{name}: stopped"));
        }
    }
}
