//! Execution of commands, at once or later: commands wait for a task that is being stopped or that
//! ends by itself, for a command in the background, or for the GUI to read the output.

use protocol::{Command, Event, GameCommand};

use super::queue::MAX_COMMANDS;
use super::{Flow, Session};
use crate::greeting;
use crate::task::{Purpose, Task, TaskKind};

/// Returns the name of a command that is not allowed while a task runs.
fn needs_idle(command: &Command) -> Option<&'static str> {
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
            Command::Stop => self.handle_stop(),
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

    fn execute(&mut self, command: Command) {
        if let (Some(name), Some(purpose)) = (needs_idle(&command), self.purpose()) {
            match purpose {
                // In a game that the engine keeps, these searches are internal.
                Purpose::Ponder | Purpose::Analysis | Purpose::Hint => {
                    self.abort_search();
                    self.waiting.push_front(command);
                }
                Purpose::Move if matches!(command, Command::SetOption { .. }) => {
                    self.defer(command);
                }
                _ => self.error(format!("{name}: not allowed during a search; send stop first")),
            }
            return;
        }
        match command {
            Command::Handshake => self.handshake(),
            Command::IsReady => self.prepare(|session| session.send(&Event::ReadyOk)),
            Command::NewGame => {
                self.lag.skip();
                self.clear_hash("ucinewgame");
            }
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, value),
            Command::Position { start, moves } => self.set_position(start, moves),
            Command::Go(go) => self.go(&go),
            Command::GoPerft { depth } => self.perft(depth),
            Command::Bench(bench) => self.bench(bench),
            Command::Flip => self.flip(),
            Command::Display => self.display(),
            Command::Eval => self.eval(),
            Command::Help => self.send(&Event::Text(greeting::HELP.to_owned())),
            Command::Register(_) => self.inform("registration is not needed"),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Game(command) => self.game_command(command),
            // Handled before.
            Command::Quit => {}
        }
        self.advance();
    }

    /// Stops the current task, and the queued ones after it.
    fn handle_stop(&mut self) {
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
        match self.task.as_ref().map(|task| task.kind) {
            Some(TaskKind::Perft | TaskKind::Bench) => {
                matches!(command, Command::Game(_)) || needs_idle(command).is_some()
            }
            Some(TaskKind::Search { purpose: Purpose::BestMove, bounded: true }) => {
                needs_idle(command).is_some()
            }
            _ => false,
        }
    }

    /// Whether a perft or the benchmark runs, and is not being stopped.
    fn is_counting(&self) -> bool {
        let kind = self.task.as_ref().map(|task| task.kind);
        !self.stopping && matches!(kind, Some(TaskKind::Perft | TaskKind::Bench))
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
        while let Some(next) = self.waiting.front()
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
        let endless = |task: &Task| matches!(task.kind, TaskKind::Search { bounded: false, .. });
        self.stopping || !self.task.as_ref().is_some_and(endless)
    }

    /// Whether the engine searches for its move in a game that it keeps.
    pub fn is_playing(&self) -> bool {
        matches!(self.purpose(), Some(Purpose::Move | Purpose::Ponder | Purpose::Hint))
    }
}
