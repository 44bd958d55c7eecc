//! The state machine behind every protocol: it alone holds the game and the options.
//!
//! It hears lines and the news of its own tasks, one at a time, and never waits: what takes time is
//! a [`Task`] on another thread.

mod choice;
mod go;
mod keeper;
mod position;
mod show;
mod work;

pub use show::describe;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use protocol::{Command, Dialect, Event, Options};
use search::Engine;
use tokio::sync::mpsc::UnboundedSender;
use variants::{AnyGame, Variant};

use crate::greeting;
use crate::library::Library;
use crate::logging::{self, Way};
use crate::options;
use crate::output::Output;
use crate::task::{Message, Purpose, Task, TaskId};

use keeper::Keeper;

/// Commands that can wait for a task to stop; more are left where they come from.
const MAX_WAITING: usize = 4096;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Give it the next line.
    Continue,
    /// It was told to quit.
    Quit,
}

/// A conversation with a chess program.
pub struct Session {
    dialect: Box<dyn Dialect>,
    output: Output,
    /// Where tasks send their news.
    messages: UnboundedSender<Message>,
    /// The games of the command line, without those of the option `VariantPath`.
    base: Library,
    /// All games that can be chosen.
    library: Library,
    options: Options,
    variant: Variant,
    game: AnyGame,
    engine: Arc<Mutex<Engine>>,
    task: Option<Task>,
    /// Number of tasks so far.
    tasks: TaskId,
    /// Whether the task was told to stop: what comes then is for after it.
    stopping: bool,
    waiting: VecDeque<Command>,
    /// What is to be done when the search that runs has ended by itself.
    deferred: Vec<Command>,
    /// The game, where the engine keeps it.
    keeper: Keeper,
    /// Whether the other side wants to know more.
    debug: bool,
}

impl Session {
    /// A session at its start: every option at its default.
    pub fn new(
        dialect: Box<dyn Dialect>,
        library: Library,
        output: Output,
        messages: UnboundedSender<Message>,
    ) -> Result<Self> {
        let variant = library.variant(options::DEFAULT_VARIANT, None)?;
        let game = variant.start();
        let engine =
            Engine::new(1, options::DEFAULT_HASH as usize).context("cannot set up the search")?;
        Ok(Session {
            dialect,
            output,
            messages,
            options: options::table(library.names())?,
            base: library.clone(),
            library,
            keeper: Keeper::new(&game),
            game,
            variant,
            engine: Arc::new(Mutex::new(engine)),
            task: None,
            tasks: 0,
            stopping: false,
            waiting: VecDeque::new(),
            deferred: Vec::new(),
            debug: false,
        })
    }

    /// Whether it can hear no more lines for now, until a task has stopped.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= MAX_WAITING
    }

    /// Hears a line.
    pub fn line(&mut self, line: &[u8]) -> Flow {
        logging::traffic(Way::In, line);
        match self.dialect.parse(line) {
            Ok(Some(command)) => self.command(command),
            Ok(None) => Flow::Continue,
            Err(error) => {
                log::info!("{error}");
                self.send(&Event::Unreadable(error));
                Flow::Continue
            }
        }
    }

    /// Hears that a line could not be read.
    pub fn input_error(&mut self, error: &protocol::LineError) {
        self.error(error.to_string());
    }

    fn command(&mut self, command: Command) -> Flow {
        match command {
            Command::Quit => return Flow::Quit,
            // A stop as well: it may be for a search that waits.
            command if self.stopping => self.waiting.push_back(command),
            command => self.execute(command),
        }
        Flow::Continue
    }

    fn execute(&mut self, command: Command) {
        let what = match &command {
            Command::NewGame => "ucinewgame",
            Command::SetOption { .. } => "setoption",
            Command::Position { .. } => "position",
            Command::Go(_) => "go",
            Command::GoPerft { .. } => "go perft",
            Command::Bench(_) => "bench",
            Command::Flip => "flip",
            _ => "",
        };
        if !what.is_empty() && self.task.is_some() {
            match self.purpose() {
                // In a game that the engine keeps nobody has to know what it is doing.
                Some(Purpose::Ponder | Purpose::Analysis | Purpose::Hint) => {
                    self.break_off();
                    self.waiting.push_front(command);
                }
                Some(Purpose::Move) if what == "setoption" => self.deferred.push(command),
                _ => {
                    self.error(format!("{what}: not possible while a search runs; send stop first"))
                }
            }
            return;
        }
        match command {
            Command::Handshake => self.introduce(),
            Command::IsReady => {
                self.prepare();
                self.send(&Event::ReadyOk);
            }
            Command::NewGame => self.engine().new_game(),
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::Go(go) => self.go(&go),
            Command::GoPerft { depth } => self.perft(depth),
            Command::Bench(bench) => self.bench(bench),
            Command::Flip => self.flip(),
            Command::Display => self.display(),
            Command::Eval => self.eval(),
            Command::Help => self.send(&Event::Text(greeting::HELP.to_owned())),
            Command::Register(_) => self.inform("no registration is needed"),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Game(command) => self.game_command(command),
            // Heard before.
            Command::Quit => {}
        }
        self.act();
    }

    fn introduce(&mut self) {
        self.send(&Event::Id {
            name: greeting::NAME.to_owned(),
            author: greeting::AUTHOR.to_owned(),
        });
        let specs: Vec<_> = self.options.iter().map(|(spec, _)| spec.clone()).collect();
        for spec in specs {
            self.send(&Event::Option(spec));
        }
        self.send(&Event::Variants(self.library.names()));
        self.send(&Event::Introduced);
    }

    fn engine(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&mut self, event: &Event) {
        let mut text = String::new();
        self.dialect.write(event, &mut text);
        logging::traffic(Way::Out, text.as_bytes());
        self.output.write(text);
    }

    fn inform(&mut self, text: impl Into<String>) {
        self.send(&Event::InfoString(text.into()));
    }

    /// Tells what only those want to know who look for a fault.
    fn debug(&mut self, text: impl FnOnce() -> String) {
        if self.debug {
            self.inform(text());
        }
    }

    fn error(&mut self, text: impl Into<String>) {
        let text = text.into();
        log::info!("{text}");
        self.send(&Event::Error(text));
    }
}

#[cfg(test)]
mod tests;
