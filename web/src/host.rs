//! Session on a single thread: lines in, searches in between.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use engine::library::Library;
use engine::output::Output;
use engine::session::{Flow, Session, SessionError};
use engine::task::{Job, Place, TaskMessage, TaskReport};
use protocol::Detect;
use search::Listener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// Time between two looks for input during a search.
const INTERVAL: Duration = Duration::from_millis(20);
/// Limit of searches without an end of their own, where nothing can stop them.
const BLOCKED_LIMIT: Duration = Duration::from_secs(10);

/// Answer of the GUI's side to a request for input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line.
    Line(Vec<u8>),
    /// None at present.
    Nothing,
    /// None until the search has ended, since lines cannot arrive during it.
    Blocked,
}

/// Result of a look for input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// A line was handled.
    Line,
    /// There was none.
    Nothing,
    /// There can be none until the search has ended.
    Blocked,
}

/// Source of lines.
pub trait Lines: Send + Sync {
    /// Returns the next line; with `wait`, waits for it.
    fn next(&self, wait: bool) -> Input;
}

/// Session with its source of lines.
pub struct Host {
    lines: Box<dyn Lines>,
    session: OnceLock<Mutex<Session>>,
    state: Mutex<State>,
}

struct State {
    messages: UnboundedReceiver<TaskMessage<Session>>,
    /// Tasks to run when the present one has ended.
    jobs: VecDeque<Job>,
    /// Begin of the task that runs.
    begin: Instant,
    looked: Instant,
    flow: Flow,
}

/// Listener of the session's searches.
struct InputListener(Weak<Host>);

impl Listener for InputListener {
    fn listen(&self, wait: bool) {
        if let Some(host) = self.0.upgrade() {
            host.listen(wait);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Host {
    /// Starts a session that writes to `sink`.
    ///
    /// # Errors
    /// If memory is missing.
    pub fn new(
        lines: Box<dyn Lines>,
        sink: impl Write + Send + 'static,
    ) -> Result<Arc<Self>, SessionError> {
        let (sender, messages) = unbounded_channel();
        let now = Instant::now();
        let (flow, jobs) = (Flow::Continue, VecDeque::new());
        let state = Mutex::new(State { messages, jobs, begin: now, looked: now, flow });
        let host = Arc::new(Host { lines, session: OnceLock::new(), state });
        let place = Place::Owner(Arc::new(InputListener(Arc::downgrade(&host))));
        let (dialect, output) = (Box::new(Detect::new()), Output::direct(sink));
        let session = Session::new(dialect, Library::builtin(), output, sender, place)?;
        let _ = host.session.set(Mutex::new(session));
        Ok(host)
    }

    /// Handles all lines that there are, with their searches; returns whether the session goes on.
    pub fn run(&self) -> Flow {
        loop {
            self.deliver();
            if lock(&self.state).flow == Flow::Quit {
                return Flow::Quit;
            }
            let job = lock(&self.state).jobs.pop_front();
            if let Some(job) = job {
                lock(&self.state).begin = Instant::now();
                job.run();
            } else if self.read(false) != Read::Line {
                return Flow::Continue;
            }
        }
    }

    /// Reads lines and sends output during a search.
    fn listen(&self, wait: bool) {
        let since = {
            let mut state = lock(&self.state);
            if !wait && state.looked.elapsed() < INTERVAL {
                return;
            }
            state.looked = Instant::now();
            state.begin.elapsed()
        };
        self.deliver();
        let mut read = self.read(wait);
        while read == Read::Line {
            read = self.read(false);
        }
        if read == Read::Blocked
            && (wait || since >= BLOCKED_LIMIT)
            && let Some(mut session) = self.session()
        {
            session.end_endless();
        }
    }

    /// Reads a line, if there is one.
    fn read(&self, wait: bool) -> Read {
        if lock(&self.state).flow == Flow::Quit {
            return Read::Nothing;
        }
        // A command that runs at once may look at its control: its session is in use.
        let Some(mut session) = self.session() else { return Read::Nothing };
        let line = match self.lines.next(wait) {
            Input::Line(line) => line,
            Input::Nothing => return Read::Nothing,
            Input::Blocked => return Read::Blocked,
        };
        if session.line(&line) == Flow::Quit {
            session.stop_all();
            lock(&self.state).flow = Flow::Quit;
        }
        drop(session);
        self.deliver();
        Read::Line
    }

    /// Handles the messages of tasks; those that begin wait.
    fn deliver(&self) {
        loop {
            let message = lock(&self.state).messages.try_recv();
            let Ok(message) = message else { return };
            match message.report {
                TaskReport::Begin(job) => lock(&self.state).jobs.push_back(job),
                report => {
                    let Some(mut session) = self.session() else { return };
                    session.handle_message(TaskMessage { id: message.id, report });
                }
            }
        }
    }

    /// Returns the session, unless it is in use.
    fn session(&self) -> Option<MutexGuard<'_, Session>> {
        self.session.get()?.try_lock().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of a script. Each `...` stands for one look for input that finds none, unless the
    /// engine waits for input.
    struct Script {
        lines: Mutex<VecDeque<&'static str>>,
        can_receive: bool,
    }

    impl Lines for Script {
        fn next(&self, wait: bool) -> Input {
            let mut lines = lock(&self.lines);
            if lines.front() == Some(&"...") {
                if !self.can_receive {
                    return Input::Blocked;
                }
                lines.pop_front();
                if !wait {
                    return Input::Nothing;
                }
            }
            match lines.pop_front() {
                Some(line) => Input::Line(line.into()),
                None if self.can_receive => Input::Nothing,
                None => Input::Blocked,
            }
        }
    }

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            lock(&self.0).extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn play(script: &'static str, can_receive: bool) -> (String, Flow) {
        let sink = Sink::default();
        let lines = Mutex::new(script.lines().map(str::trim).collect());
        let host = Host::new(Box::new(Script { lines, can_receive }), sink.clone()).unwrap();
        let mut flow = host.run();
        while flow == Flow::Continue && !lock(&host.state).jobs.is_empty() {
            flow = host.run();
        }
        let text = String::from_utf8(lock(&sink.0).clone()).unwrap();
        (text, flow)
    }

    #[test]
    fn a_session_needs_no_threads() {
        let (text, flow) = play(
            "uci
            setoption name UCI_Variant value cheskers
            isready
            go depth 3
            position startpos
            go perft 2
            d",
            true,
        );
        assert_eq!(flow, Flow::Continue);
        for expected in ["uciok", "readyok", "info depth 3", "bestmove", "Fen: "] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }

    #[test]
    fn a_search_receives_stop_and_quit() {
        let (text, _) = play("uci\ngo infinite\n...\n...\n...\nisready\nstop\nisready", true);
        let (before, after) = text.split_once("bestmove").unwrap();
        assert!(before.contains("readyok") && after.contains("readyok"), "{text}");
        // The search has ended, and waits.
        let mated = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n...\nstop";
        assert!(play(mated, true).0.contains("bestmove (none)"));
        let (text, flow) = play("go infinite\n...\nquit\nisready", true);
        assert_eq!(flow, Flow::Quit);
        assert!(!text.contains("readyok"), "{text}");
    }

    #[test]
    fn a_search_without_input_ends() {
        let mated = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n...\nisready";
        let (text, _) = play(mated, false);
        assert!(text.contains("bestmove (none)"), "{text}");
    }
}
