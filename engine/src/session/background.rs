//! Long commands, each on a thread of its own.
//!
//! The session waits briefly for such a command, so that a short one completes at once. Input after
//! a longer one is queued until it is done, except `stop` and `quit`.

use std::sync::Arc;
use std::time::Duration;

use search::Control;

use super::Session;
use crate::task::{Effect, News, Task, TaskId, Work, Yield};

/// Time that the session waits for a command before it reads other lines.
const MOMENT: Duration = Duration::from_millis(20);
/// Maximum number of stopped commands whose threads still run.
const MAX_ABANDONED: usize = 4;

/// Effect of `stop` on a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Cancels the command, which has no effect.
    Ends,
    /// None; the command is completed.
    Waits,
}

/// A command in progress.
#[derive(Debug)]
pub(super) struct Background {
    id: TaskId,
    name: &'static str,
    stop: Stop,
    control: Arc<Control>,
}

impl Session {
    /// Runs a command on another thread; its result takes effect when it is done.
    ///
    /// Its control reports a stop, so that it can return early.
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

    /// Handles the news of the command in progress, if it is from there.
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
                log::error!("{name} panicked: {text}");
                self.error(format!("{name}: internal error: {text}"));
            }
            News::Done(_) | News::Say(_) => {}
        }
    }

    /// Cancels the command in progress, unless it must be completed. Its thread may continue for a
    /// while, without effect.
    pub(super) fn stop_background(&mut self) {
        let stopped = self.background.take_if(|background| background.stop == Stop::Ends);
        if let Some(Background { name, control, .. }) = stopped {
            control.stop();
            self.error(format!("{name}: stopped"));
        }
    }
}
