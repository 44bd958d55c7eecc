//! Program that communicates over pipes.
//!
//! Three threads serve it. One writes, so that a program that does not read blocks nobody; one
//! reads, and records the time of each line; the third is the caller. Lines wait in a bounded
//! channel: a program that floods its output is blocked.

mod clock;
mod descendants;
mod last_words;
mod launch;
mod reader;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::process::{ChildStdin, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};
use protocol::LineError;
use protocol::text::{excerpt, printable};

pub use self::clock::now;
pub use self::descendants::{end_tagged, run_tag};
use self::last_words::LastWords;
use self::launch::command;
pub use self::launch::{LaunchError, find_program};
use self::reader::{Read, read};
use crate::player::{Launch, WireLabel};
use crate::{Fault, FaultKind};

/// Lines in the channel before the reader blocks.
const WAITING_LINES: usize = 32;

/// Output budget of a program per request, in bytes and in lines.
const BUDGET: Budget = Budget { bytes: 64 << 20, lines: 2_000_000 };

/// Timeout for the exit of a program that closed its output, before it counts as alive.
const END_PATIENCE: Duration = Duration::from_millis(500);

/// Timeout for the exit after `quit`.
const QUIT_PATIENCE: Duration = Duration::from_secs(5);

/// Timeout for the exit after a kill.
const KILL_PATIENCE: Duration = Duration::from_secs(2);

/// Poll interval of the stop flag.
const SLICE: Duration = Duration::from_millis(100);

/// Remaining output budget.
#[derive(Clone, Copy, Debug)]
struct Budget {
    bytes: usize,
    lines: usize,
}

/// Event from a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// Line, without its ending.
    Line {
        /// Bytes, which need not be UTF-8.
        bytes: Vec<u8>,
        /// Time at which it was read.
        at: Instant,
    },
    /// Timeout.
    TimedOut,
}

/// Running program. It is killed, with all its descendants, when this is dropped.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Box<dyn ChildWrapper>,
    /// Fault after which it is unusable.
    ended: Option<Fault>,
    /// Exit status, once it has ended and nothing of it is left.
    status: Option<ExitStatus>,
    /// Time at which its end was noticed.
    ended_at: Option<Instant>,
    /// Tag that identifies its descendants.
    tag: String,
    output: Receiver<Read>,
    /// Whether search reports are dropped while nobody reads them.
    drops_reports: Arc<AtomicBool>,
    log: Option<WireLabel>,
    input: Option<Sender<String>>,
    /// End of its standard error; `None` if the thread to read it could not be started.
    errors: Option<LastWords>,
    budget: Budget,
    stop: Arc<AtomicBool>,
}

impl Process {
    /// Starts an engine's program. Once the stop flag is set, every wait for it ends with a fault.
    ///
    /// # Errors
    /// [`FaultKind::Start`] when the program does not exist or cannot be started.
    pub fn start(launch: Launch<'_>) -> Result<Self, Fault> {
        let Launch { spec, stop, log } = launch;
        let fault = |text| Fault { engine: spec.name.clone(), kind: FaultKind::Start, text };
        let command = command(spec).map_err(|error| fault(error.to_string()))?;
        let tag = descendants::new_tag();
        let mut wrap = CommandWrap::from(command);
        wrap.command_mut().env(descendants::VARIABLE, &tag);
        // A group of its own: its descendants are killed with it, and Ctrl-C at a terminal does not
        // reach it.
        #[cfg(unix)]
        wrap.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(process_wrap::std::JobObject);
        wrap.command_mut().stdin(Stdio::piped()).stdout(Stdio::piped());
        let program = wrap.command().get_program().to_string_lossy().into_owned();
        // Before it starts: it may write at once.
        let file = spec.stderr.as_deref().map(LastWords::of_file);
        let started = wrap.spawn();
        let mut child = started
            .map_err(|error| fault(format!("cannot run '{}': {error}", excerpt(&program))))?;
        let (stdin, stdout) = (child.stdin().take(), child.stdout().take());
        let errors = match (file, child.stderr().take()) {
            (Some(file), _) => Some(file),
            (None, Some(pipe)) => LastWords::of_pipe(pipe, &spec.name).ok(),
            (None, None) => None,
        };
        let (to_writer, for_writer) = mpsc::channel();
        let (from_reader, output) = mpsc::sync_channel(WAITING_LINES);
        let mut process = Process {
            name: spec.name.clone(),
            child,
            ended: None,
            status: None,
            ended_at: None,
            tag,
            output,
            drops_reports: Arc::default(),
            log: log.map(|log| log.process(&spec.name)),
            input: Some(to_writer),
            errors,
            budget: BUDGET,
            stop: Arc::clone(stop),
        };
        // Dropping the process ends the threads: it is dropped here if one cannot be started.
        let threads = match (stdin, stdout) {
            (Some(stdin), Some(stdout)) => {
                let writer = thread_named("to", &spec.name);
                let reader = thread_named("from", &spec.name);
                let name = spec.name.clone();
                let (log, drops) = (process.log.clone(), Arc::clone(&process.drops_reports));
                writer
                    .spawn(move || write(stdin, &for_writer, &name))
                    .and_then(|_| {
                        reader.spawn(move || read(stdout, &from_reader, log.as_ref(), &drops))
                    })
                    .map_err(|error| fault(format!("cannot start a thread for its pipes: {error}")))
            }
            _ => Err(fault("it has no pipes".to_owned())),
        };
        if let Err(fault) = threads {
            process.kill();
            return Err(fault);
        }
        Ok(process)
    }

    /// Returns the engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sends lines, with their endings. Never blocks.
    pub fn send(&mut self, lines: &str) {
        if log::log_enabled!(log::Level::Debug) {
            for line in lines.lines() {
                log::debug!("{} > {}", self.name, excerpt(line));
            }
        }
        if let Some(input) = &self.input {
            if let Some(log) = &self.log {
                log.sent(lines);
            }
            // The writer has ended if the program does not read any more; its output gives the
            // reason.
            let _ = input.send(lines.to_owned());
        }
    }

    /// Returns the next line; waits for it until then, or without a limit.
    ///
    /// # Errors
    /// [`FaultKind::Crash`] when the program ended or closed its output, and
    /// [`FaultKind::Protocol`] when its output exceeded the budget. All later calls return the same
    /// fault.
    pub fn receive(&mut self, until: Option<Instant>) -> Result<Received, Fault> {
        if let Some(fault) = &self.ended {
            return Err(fault.clone());
        }
        let received = loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(self.end(FaultKind::Hang, "it was stopped".to_owned()));
            }
            let left = until.map(|until| until.saturating_duration_since(now()));
            match self.output.recv_timeout(left.map_or(SLICE, |left| left.min(SLICE))) {
                Ok(received) => break Some(received),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) if self.is_dead() => break None,
                // Only if the clock agrees: this program may have been stopped.
                Err(RecvTimeoutError::Timeout) if until.is_some_and(|until| now() >= until) => {
                    return Ok(Received::TimedOut);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        let text = match received {
            Some((Ok(bytes), at)) => match self.spend(bytes.len()) {
                Ok(()) => {
                    if log::log_enabled!(log::Level::Debug) {
                        log::debug!("{} < {}", self.name, excerpt(&bytes));
                    }
                    return Ok(Received::Line { bytes, at });
                }
                Err(text) => text,
            },
            Some((Err(error @ LineError::TooLong { .. }), _)) => {
                format!("too much output: {error}")
            }
            Some((Err(LineError::Io(error)), _)) => {
                return Err(self.end(FaultKind::Crash, format!("cannot read its output: {error}")));
            }
            None => {
                let text = self.how_it_ended();
                let words = self.last_words(true);
                return Err(self.end(FaultKind::Crash, text + &words));
            }
        };
        Err(self.end(FaultKind::Protocol, text))
    }

    /// Resets the output budget: to be called before each request.
    pub fn begin_budget(&mut self) {
        self.budget = BUDGET;
        self.drops_reports.store(false, Ordering::Relaxed);
    }

    /// Lets the program think unread, until the next request: search reports that nobody reads do not
    /// block it. The newest one is kept.
    pub fn leave_unread(&mut self) {
        self.drops_reports.store(true, Ordering::Relaxed);
    }

    /// Returns a fault of this engine. For a hang, the text includes the last lines of standard
    /// error.
    pub fn fault(&self, kind: FaultKind, text: impl Into<String>) -> Fault {
        let mut text = text.into();
        if kind == FaultKind::Hang {
            text += &self.last_words(false);
        }
        Fault { engine: self.name.clone(), kind, text }
    }

    /// Returns the fault of an answer after the limit.
    pub fn late(&self, elapsed: Duration, limit: Duration) -> Fault {
        let over = elapsed.saturating_sub(limit);
        let text = format!(
            "it answered after {:.1} ms, {:.1} ms too late",
            elapsed.as_secs_f64() * 1000.0,
            over.as_secs_f64() * 1000.0
        );
        self.fault(FaultKind::Time, text)
    }

    /// Returns the fault of an engine that has not answered within `limit` from `begin` on, and was
    /// sent `stop` then: late if it answers within `patience`, hanging if not.
    pub fn overdue(
        &mut self,
        (begin, limit): (Instant, Duration),
        patience: Duration,
        is_answer: impl Fn(&[u8]) -> bool,
    ) -> Fault {
        let until = now() + patience;
        loop {
            match self.receive(Some(until)) {
                Err(fault) => return fault,
                Ok(Received::Line { bytes, at }) => {
                    if is_answer(&bytes) {
                        return self.late(at.saturating_duration_since(begin), limit);
                    }
                    if at <= until {
                        continue;
                    }
                }
                Ok(Received::TimedOut) => {}
            }
            let text = format!(
                "no answer within {} ms, nor to 'stop' within {} s",
                limit.as_millis(),
                patience.as_secs_f64()
            );
            return self.fault(FaultKind::Hang, text);
        }
    }

    fn last_words(&self, has_ended: bool) -> String {
        self.errors.as_ref().map(|errors| errors.shown(has_ended)).unwrap_or_default()
    }

    /// Sends a last line such as `quit`, and waits up to five seconds for the exit; does not wait
    /// if the program is unusable or the match is stopped. Then kills what is left.
    pub fn quit(&mut self, farewell: &str) {
        if self.ended.is_none() {
            self.send(&format!("{farewell}\n"));
            // The writer closes the pipe once everything is written.
            self.input = None;
            let until = now() + QUIT_PATIENCE;
            while self.wait(SLICE).is_none() && now() < until && !self.stop.load(Ordering::Relaxed)
            {
            }
        }
        self.kill();
    }

    /// Kills it at once, with all its descendants.
    pub fn kill(&mut self) {
        if self.ended.is_none() {
            self.end(FaultKind::Crash, "it was killed".to_owned());
        }
        if self.status.is_none() {
            let _ = self.child.start_kill();
            // It ends soon, but a system may be busy.
            let _ = self.wait(KILL_PATIENCE);
        }
    }

    fn end(&mut self, kind: FaultKind, text: String) -> Fault {
        let fault = Fault { engine: self.name.clone(), kind, text };
        self.ended = Some(fault.clone());
        fault
    }

    fn spend(&mut self, bytes: usize) -> Result<(), String> {
        let Budget { bytes: bytes_left, lines: lines_left } = &mut self.budget;
        match (bytes_left.checked_sub(bytes), lines_left.checked_sub(1)) {
            (Some(bytes), Some(lines)) => {
                self.budget = Budget { bytes, lines };
                Ok(())
            }
            _ => Err(format!(
                "too much output: more than {} MB or {} lines for one request",
                BUDGET.bytes >> 20,
                BUDGET.lines
            )),
        }
    }

    /// Whether it has ended although its output is still open, held by a descendant. Its remaining
    /// output is read before.
    fn is_dead(&mut self) -> bool {
        self.look();
        self.ended_at.is_some_and(|at| now() >= at + END_PATIENCE)
    }

    /// Records its exit, if it has ended.
    fn look(&mut self) {
        if self.status.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            // Descendants may outlive it. At no later time: another group could by then have the
            // number.
            let _ = self.child.start_kill();
            end_tagged(&self.tag);
            (self.status, self.ended_at) = (Some(status), Some(now()));
        }
    }

    fn how_it_ended(&mut self) -> String {
        match self.wait(END_PATIENCE) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output, though it is still running".to_owned(),
        }
    }

    /// Waits for the program's exit; its output is read meanwhile, so that it does not block on a
    /// full pipe.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = now() + patience;
        let mut pause = Duration::from_millis(1);
        while self.status.is_none() {
            self.look();
            let at = now();
            if self.status.is_some() || at >= until {
                break;
            }
            let end = (at + pause).min(until);
            while let left = end.saturating_duration_since(now())
                && !left.is_zero()
            {
                if let Err(error) = self.output.recv_timeout(left) {
                    if error == RecvTimeoutError::Disconnected {
                        thread::sleep(left);
                    }
                    break;
                }
            }
            pause = (pause * 2).min(Duration::from_millis(50));
        }
        self.status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns the builder of an engine's thread. Its name is made printable, as it cannot contain a
/// NUL.
fn thread_named(what: &str, engine: &str) -> thread::Builder {
    thread::Builder::new().name(format!("{what} {}", printable(engine)))
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>, name: &str) {
    for lines in lines {
        if let Err(error) = stdin.write_all(lines.as_bytes()).and_then(|()| stdin.flush()) {
            log::debug!("{name} does not read: {error}");
            return;
        }
    }
}
