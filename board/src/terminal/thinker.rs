//! Searches that a terminal waits for.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use engine::endings::Endings;
use engine::strength::Strength;
use search::{Control, Engine, Limits};
use variants::AnyGame;

use crate::opponent::{self, Answer, Audience, Found, Job};

/// Time between two looks at the interruption.
const LOOK: Duration = Duration::from_millis(20);

/// The engine's thread, and its answers.
pub(super) struct Thinker {
    jobs: Sender<Job>,
    answers: Receiver<(u64, Answer)>,
    next: u64,
}

/// Audience that waits for results alone.
struct Answers(Sender<(u64, Answer)>);

impl Audience for Answers {
    fn report(&self, _: u64, _: &AnyGame, _: &[Found]) {}

    fn answer(&self, ticket: u64, _: &AnyGame, answer: Answer) -> bool {
        self.0.send((ticket, answer)).is_ok()
    }
}

impl Thinker {
    /// Starts the thread.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(engine: Engine, endings: Arc<Endings>) -> io::Result<Self> {
        let (sender, answers) = channel();
        let jobs = opponent::start(Answers(sender), engine, endings)?;
        Ok(Thinker { jobs, answers, next: 1 })
    }

    /// Searches until the limits are reached, or `is_over` is true, which is polled. Returns the
    /// result, and whether the search was stopped; `None` when the engine has failed.
    pub(super) fn search(
        &mut self,
        game: &AnyGame,
        (strength, limits): (Strength, Limits),
        seed: u64,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Option<(Answer, bool)> {
        let control = Arc::new(Control::new());
        let ticket = self.next;
        self.next += 1;
        let stop = control.clone();
        let (game, pace) = (game.clone(), Duration::ZERO);
        self.jobs.send(Job { ticket, game, limits, strength, seed, pace, control }).ok()?;
        let mut stopped = false;
        loop {
            match self.answers.recv_timeout(LOOK) {
                Ok((found, answer)) if found == ticket => return Some((answer, stopped)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    if !stopped && is_over() {
                        stopped = true;
                        stop.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}
