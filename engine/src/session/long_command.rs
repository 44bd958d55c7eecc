//! Long commands, each on a thread of its own if there are threads.
//!
//! The session waits briefly for such a command, so that a short one completes at once. Input after
//! a longer one is queued until it is done, except `stop` and `quit`.

use std::sync::Arc;
use std::time::Duration;

use search::Control;

use super::Session;
use super::background::{Background, OnStop};
use crate::task::{Effect, Task, TaskId, TaskKind, TaskReport, TaskResult};

/// Time that the session waits for a command before it reads other lines.
const SHORT_WAIT: Duration = Duration::from_millis(20);
/// Maximum number of stopped commands whose threads still run.
const MAX_ABANDONED: usize = 4;

impl Session {
    /// Runs a command on another thread; its result takes effect when it is done.
    ///
    /// Its control reports a stop, so that it can return early.
    pub(super) fn run_in_background(
        &mut self,
        name: &'static str,
        on_stop: OnStop,
        run: impl FnOnce(&Control) -> Effect<Session> + Send + 'static,
    ) {
        if on_stop == OnStop::Cancel && Arc::strong_count(&self.running) > MAX_ABANDONED {
            let text = format!("{name}: {MAX_ABANDONED} commands that were stopped still run");
            return self.error(text);
        }
        self.tasks += 1;
        let alive = Arc::clone(&self.running);
        let work = move |control: &Control, _: &_| {
            let effect = run(control);
            drop(alive);
            TaskResult::Effect(effect)
        };
        let started = Task::start_within(
            &self.place,
            SHORT_WAIT,
            self.tasks,
            TaskKind::Command,
            &self.messages,
            work,
        );
        match started {
            Ok((_, Some(report))) => self.finish(name, report),
            Ok((task, None)) => {
                let (id, control) = (task.id, task.control);
                self.background = Some(Background { id, name, on_stop, control });
            }
            Err(error) => self.error(format!("{name}: cannot start a thread: {error}")),
        }
    }

    /// Handles the report of a task, if it is the command in progress; returns any other.
    pub(super) fn handle_background(
        &mut self,
        id: TaskId,
        report: TaskReport<Session>,
    ) -> Option<TaskReport<Session>> {
        match self.background.take_if(|background| background.id == id) {
            Some(background) => {
                self.finish(background.name, report);
                None
            }
            None => Some(report),
        }
    }

    fn finish(&mut self, name: &str, report: TaskReport<Session>) {
        match report {
            TaskReport::Done(TaskResult::Effect(effect)) => effect.apply(self),
            TaskReport::Panicked(text) => {
                log::error!("{name} panicked: {text}");
                self.error(format!("{name}: internal error: {text}"));
            }
            TaskReport::Done(_) | TaskReport::Event(_) | TaskReport::Begin(_) => {}
        }
    }

    /// Cancels the command in progress, unless it must be completed. Its thread may continue for a
    /// while, without effect.
    pub(super) fn stop_background(&mut self) {
        let stopped = self.background.take_if(|background| background.on_stop == OnStop::Cancel);
        if let Some(Background { name, control, .. }) = stopped {
            control.stop();
            self.error(format!("{name}: stopped"));
        }
    }
}
