//! Queue of commands that wait: for a task that is being stopped or that ends by itself, for a
//! command in the background, or for the GUI to read the output.

use std::collections::VecDeque;

use protocol::{Command, GameCommand};

use super::{Flow, Session};
use crate::task::{Purpose, Task, Work};

/// Maximum number of queued commands.
const MAX_COMMANDS: usize = 4096;
/// Maximum size of their lines, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// Queued commands, with the lengths of their lines.
#[derive(Debug, Default)]
pub(super) struct Queue {
    commands: VecDeque<(Command, usize)>,
    bytes: usize,
}

impl Queue {
    fn is_full(&self) -> bool {
        self.commands.len() >= MAX_COMMANDS || self.bytes >= MAX_BYTES
    }

    pub(super) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Adds a command before all others.
    pub(super) fn push_front(&mut self, command: Command) {
        self.commands.push_front((command, 0));
    }

    fn push_back(&mut self, command: Command, bytes: usize) {
        self.bytes += bytes;
        self.commands.push_back((command, bytes));
    }

    fn pop_front(&mut self) -> Option<Command> {
        let (command, bytes) = self.commands.pop_front()?;
        self.bytes -= bytes;
        Some(command)
    }

    fn has_stop(&self) -> bool {
        self.commands.iter().any(|(command, _)| *command == Command::Stop)
    }

    pub(super) fn clear(&mut self) {
        *self = Queue::default();
    }
}

/// Returns the name of a command that is not allowed while a task runs.
pub(super) fn needs_idle(command: &Command) -> Option<&'static str> {
    Some(match command {
        Command::NewGame => "ucinewgame",
        Command::SetOption { .. } => "setoption",
        Command::Position { .. } => "position",
        Command::Go(_) => "go",
        Command::GoPerft { .. } => "go perft",
        Command::Bench(_) => "bench",
        Command::Flip => "flip",
        _ => return None,
    })
}

impl Session {
    /// Whether no more lines can be queued.
    pub fn is_full(&self) -> bool {
        let soon = self.stopping || self.background.is_some() || self.output.is_full();
        soon && self.waiting.is_full()
    }

    /// Handles a command; `bytes` is the length of its line.
    pub(super) fn command(&mut self, command: Command, bytes: usize) -> Flow {
        match command {
            Command::Quit => return Flow::Quit,
            Command::Stop => self.hear_stop(),
            // CECP has no other command to stop a perft or benchmark.
            Command::Game(GameCommand::MoveNow) if self.is_counting() => self.stop(),
            // The clock runs.
            Command::PonderHit if !self.stopping && self.purpose().is_some() => {
                self.execute(command);
            }
            command if self.waiting.is_empty() && !self.has_to_wait(&command) => {
                self.execute(command);
            }
            command => self.enqueue(command, bytes),
        }
        Flow::Continue
    }

    /// Stops the current task, and the queued ones after it.
    fn hear_stop(&mut self) {
        let others = self.stopping || !self.waiting.is_empty();
        if self.task.is_some() {
            if !self.stopping {
                self.stop();
            }
        } else if !others {
            match self.background {
                Some(_) => self.stop_background(),
                None => self.stop(),
            }
            self.resume();
        }
        if others {
            self.enqueue(Command::Stop, 0);
        }
    }

    fn enqueue(&mut self, command: Command, bytes: usize) {
        if self.waiting.is_full() {
            return self.error("too many commands wait: this one is ignored; send stop first");
        }
        self.waiting.push_back(command, bytes);
    }

    /// Whether a command cannot be executed now, but can later without a `stop`.
    fn has_to_wait(&self, command: &Command) -> bool {
        if self.stopping || self.background.is_some() || self.output.is_full() {
            return true;
        }
        match self.task.as_ref().map(|task| task.work) {
            Some(Work::Perft | Work::Bench) => {
                matches!(command, Command::Game(_)) || needs_idle(command).is_some()
            }
            Some(Work::Search { purpose: Purpose::BestMove, bounded: true }) => {
                needs_idle(command).is_some()
            }
            _ => false,
        }
    }

    /// Whether a perft or the benchmark runs, and is not being stopped.
    fn is_counting(&self) -> bool {
        let work = self.task.as_ref().map(|task| task.work);
        !self.stopping && matches!(work, Some(Work::Perft | Work::Bench))
    }

    /// Defers a command until the engine has moved.
    pub(super) fn defer(&mut self, command: Command) {
        if self.deferred.len() >= MAX_COMMANDS {
            return self.error("too many commands wait for the engine's move: this one is ignored");
        }
        self.deferred.push(command);
    }

    /// Executes the commands that need not wait any more.
    pub fn resume(&mut self) {
        while let Some((next, _)) = self.waiting.commands.front()
            && !self.has_to_wait(next)
            && let Some(command) = self.waiting.pop_front()
        {
            self.execute(command);
        }
        // The current task was requested before a queued stop.
        if self.task.is_some() && !self.stopping && self.waiting.has_stop() {
            self.stop();
        }
    }

    /// Whether a task runs, or commands wait.
    pub fn is_busy(&self) -> bool {
        self.task.is_some() || self.background.is_some() || !self.waiting.is_empty()
    }

    /// Whether the current task ends without a `stop`.
    pub fn ends_by_itself(&self) -> bool {
        let endless = |task: &Task| matches!(task.work, Work::Search { bounded: false, .. });
        self.stopping || !self.task.as_ref().is_some_and(endless)
    }

    /// Whether the engine searches for its move in a game that it keeps.
    pub fn is_playing(&self) -> bool {
        matches!(self.purpose(), Some(Purpose::Move | Purpose::Ponder | Purpose::Hint))
    }
}
