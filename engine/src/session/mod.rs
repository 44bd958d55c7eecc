//! State machine behind every protocol, which owns the game and the options.
//!
//! It handles lines and the messages of its own tasks, one at a time, and never blocks: long work
//! is a [`Task`] on another thread.

mod background;
mod cecp_game;
mod choice;
mod dispatch;
mod go;
mod long_command;
mod position;
mod queue;
mod show;
mod skill;
mod work;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{Command, Dialect, Event, OptionError, Options};
use search::{Engine, EngineError};
use thiserror::Error;
use tokio::sync::mpsc::UnboundedSender;
use variants::{AnyGame, Variant};

use crate::endings::Endings;
use crate::evaluation::Evaluations;
use crate::greeting;
use crate::lag::Lag;
use crate::library::{Library, LibraryError};
use crate::logging::{self, LineDirection};
use crate::options;
use crate::output::Output;
use crate::task::{Effect, Place, Task, TaskId, TaskMessage};

use background::{Background, OnStop};
use cecp_game::CecpGame;
use queue::Queue;
use skill::Skill;

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Reads the next line.
    Continue,
    /// Ends the program.
    Quit,
}

/// Error of the start of a session.
#[derive(Debug, Error)]
pub enum SessionError {
    /// Invalid first game.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Engine that cannot be set up.
    #[error("cannot set up the search")]
    Engine(#[from] EngineError),
    /// Invalid option.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Session with a GUI.
pub struct Session {
    dialect: Box<dyn Dialect>,
    output: Output,
    /// Channel of the tasks' messages.
    messages: UnboundedSender<TaskMessage<Session>>,
    /// Place of the tasks.
    place: Place,
    /// Games of the command line, without those of the option `VariantPath`.
    base: Library,
    /// All available games.
    library: Library,
    options: Options,
    variant: Variant,
    game: AnyGame,
    engine: Arc<Mutex<Engine>>,
    evaluations: Evaluations,
    endings: Arc<Endings>,
    skill: Skill,
    task: Option<Task>,
    /// Command in progress in the background.
    background: Option<Background>,
    /// Reference count: one clone per running thread of such commands.
    running: Arc<()>,
    /// Number of tasks and such commands so far.
    tasks: TaskId,
    /// Whether the task is being stopped: later commands wait for its end.
    stopping: bool,
    /// Time that the client's clock runs beyond the searches.
    lag: Lag,
    /// Whether the last search ends by itself after `ponderhit`.
    ends_after_hit: bool,
    waiting: Queue,
    /// Commands to execute when the current search has ended by itself.
    deferred: Vec<Command>,
    /// State of a game that the engine keeps.
    cecp: CecpGame,
    /// Whether debug messages are sent.
    debug: bool,
}

impl Session {
    /// Returns a session with every option at its default, whose tasks run at a place.
    pub fn new(
        dialect: Box<dyn Dialect>,
        library: Library,
        output: Output,
        messages: UnboundedSender<TaskMessage<Session>>,
        place: Place,
    ) -> Result<Self, SessionError> {
        let variant = library.variant(options::DEFAULT_VARIANT, None)?;
        let game = variant.start();
        let engine = Engine::new(1, options::DEFAULT_HASH as usize)?;
        Ok(Session {
            dialect,
            output,
            messages,
            place,
            options: options::table(library.names())?,
            base: library.clone(),
            library,
            cecp: CecpGame::new(&game),
            game,
            variant,
            engine: Arc::new(Mutex::new(engine)),
            evaluations: Evaluations::default(),
            endings: Arc::new(Endings::bundled()),
            skill: Skill::new(),
            task: None,
            background: None,
            running: Arc::new(()),
            tasks: 0,
            stopping: false,
            lag: Lag::default(),
            ends_after_hit: false,
            waiting: Queue::default(),
            deferred: Vec::new(),
            debug: false,
        })
    }

    /// Handles a line.
    pub fn line(&mut self, line: &[u8]) -> Flow {
        logging::traffic(LineDirection::In, line);
        match self.dialect.parse(line) {
            Ok(Some(command)) => self.command(command, line.len()),
            Ok(None) => Flow::Continue,
            Err(error) => {
                log::info!("{error}");
                self.send(&Event::Unreadable(error));
                Flow::Continue
            }
        }
    }

    /// Handles a line that could not be read.
    pub fn input_error(&mut self, error: &protocol::LineError) {
        self.error(error.to_string());
    }

    fn handshake(&mut self) {
        self.send(&Event::Id {
            name: greeting::NAME.to_owned(),
            author: greeting::AUTHOR.to_owned(),
        });
        let specs: Vec<_> = self.options.iter().map(|(spec, _)| spec.clone()).collect();
        for spec in specs {
            self.send(&Event::Option(spec));
        }
        self.send(&Event::Variants(self.library.names_for_xboard()));
        self.send(&Event::Introduced);
    }

    fn engine(&self) -> MutexGuard<'_, Engine> {
        lock(&self.engine)
    }

    /// Clears the hash. Clearing a large table takes time.
    fn clear_hash(&mut self, command: &'static str) {
        let engine = Arc::clone(&self.engine);
        self.skill.new_game();
        self.run_in_background(command, OnStop::Finish, move |_| {
            lock(&engine).new_game();
            Effect::new(|_| {})
        });
    }

    fn send(&mut self, event: &Event) {
        let mut text = String::new();
        self.dialect.write(event, &mut text);
        logging::traffic(LineDirection::Out, text.as_bytes());
        self.output.write(text);
    }

    fn inform(&mut self, text: impl Into<String>) {
        self.send(&Event::InfoString(text.into()));
    }

    /// Sends a debug message, if they are on.
    fn debug(&mut self, text: impl FnOnce() -> String) {
        if self.debug {
            self.inform(text());
        }
    }

    fn error(&mut self, text: impl Into<String>) {
        let text = text.into();
        let text = protocol::text::message(&text);
        log::info!("{text}");
        self.send(&Event::Error(text.into_owned()));
    }
}

fn lock(engine: &Mutex<Engine>) -> MutexGuard<'_, Engine> {
    engine.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
