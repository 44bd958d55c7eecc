//! Event loop of the session: input lines, search events and signals, one at a time.
//!
//! At the end of the input, as of a script, all work that ends by itself is finished, and written.
//! `quit` ends at once where the input stays open, or where its lines came one by one: a client could
//! have sent `stop`, and wants no more answers. A script's work is finished though `quit` ends it.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::Detect;
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::{Instant, sleep_until};

use crate::exit::INTERRUPTED;
use crate::input::{self, Line};
use engine::greeting;
use engine::library::Library;
use engine::output::Output;
use engine::session::{Flow, Session};
use engine::task::Place;

/// Grace period of bounded work after `quit`, unless it is a script's.
const GRACE: Duration = Duration::from_millis(150);
/// Timeout for the answer of a stopped search when the process ends.
const LAST_ANSWER: Duration = Duration::from_millis(100);
/// The same for that of a script, which wants all answers, however busy the machine is.
const SCRIPT_ANSWER: Duration = Duration::from_secs(5);
/// Timeout for the reader of the remaining output when the process ends.
const LAST_OUTPUT: Duration = Duration::from_millis(40);
/// Interval of checks for a reader of the output, after the end of the input.
const LOOK: Duration = Duration::from_millis(250);

/// Stage of the end of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Lines are read.
    Open,
    /// `quit` was received.
    Quit {
        /// Deadline of bounded work.
        until: Instant,
        /// Whether it may come from a script, whose work is finished if the input ends.
        is_script: bool,
    },
    /// The input has ended: requested work is finished, apart from searches without a limit.
    Ended,
    /// All work was asked to stop.
    Stopped {
        /// Deadline of the answers.
        until: Instant,
    },
}

impl Stage {
    /// Time of the next check.
    fn next_look(self) -> Option<Instant> {
        match self {
            Stage::Open => None,
            Stage::Quit { until, .. } | Stage::Stopped { until } => Some(until),
            Stage::Ended => Some(Instant::now() + LOOK),
        }
    }
}

/// Reason for an immediate end.
enum Break {
    Signal,
    Output(io::Error),
}

/// Speaks the protocol until `quit`, the end of the input, or a signal. The input is `lines`, or
/// standard input.
pub fn run(library: Library, lines: Option<Vec<String>>) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let result = runtime.block_on(serve(library, lines));
    // No work is left to wait for; a read of standard input may block for ever.
    runtime.shutdown_background();
    result
}

async fn serve(library: Library, lines: Option<Vec<String>>) -> Result<ExitCode> {
    if lines.is_none() {
        greeting::greet();
    }
    let (failed, mut failures) = unbounded_channel();
    let output = Output::start(io::stdout(), move |error| {
        let _ = failed.send(error);
    })
    .context("cannot start writing")?;
    let (sender, mut messages) = unbounded_channel();
    let dialect = Box::new(Detect::new());
    let mut session = Session::new(dialect, library, output.clone(), sender, Place::Threads)?;
    let mut lines = match lines {
        Some(lines) => input::of(lines),
        None => input::start().context("cannot start reading")?,
    };
    let mut interrupt = std::pin::pin!(tokio::signal::ctrl_c());

    let mut stage = Stage::Open;
    let broken = loop {
        stage = advance(stage, &mut session);
        let is_done = stage != Stage::Open && !session.is_busy();
        if is_done && (stage != Stage::Ended || output.is_empty()) {
            break None;
        }
        let look = stage.next_look();
        tokio::select! {
            biased;
            _ = &mut interrupt => break Some(Break::Signal),
            Some(error) = failures.recv() => break Some(Break::Output(error)),
            Some(message) = messages.recv() => session.handle_message(message),
            () = output.room(), if output.is_full() => session.resume(),
            line = lines.recv(), if wants_lines(stage, &session) => match line {
                None => stage = Stage::Ended,
                // After `quit` only the end of the input counts.
                Some(_) if stage != Stage::Open => {}
                Some(Line { line: Ok(line), is_live }) => if session.line(&line) == Flow::Quit {
                    stage = quit(&session, !is_live);
                },
                Some(Line { line: Err(error), .. }) => session.input_error(&error),
            },
            () = output.written(), if is_done => {}
            () = sleep_until(look.unwrap_or_else(Instant::now)), if look.is_some() => {
                if stage == Stage::Ended && !has_reader() {
                    break None;
                }
            }
        }
    };
    if broken.is_some() {
        session.stop_all();
    }
    Ok(match broken {
        None => {
            output.finish(LAST_OUTPUT);
            ExitCode::SUCCESS
        }
        Some(Break::Signal) => {
            output.finish(LAST_OUTPUT);
            ExitCode::from(INTERRUPTED)
        }
        Some(Break::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(error).context("cannot write");
        }
        // The reader has closed the output: an ordinary end.
        Some(Break::Output(_)) => ExitCode::SUCCESS,
    })
}

fn wants_lines(stage: Stage, session: &Session) -> bool {
    match stage {
        Stage::Open => !session.is_full(),
        Stage::Quit { is_script, .. } => is_script,
        Stage::Ended | Stage::Stopped { .. } => false,
    }
}

/// The stage after `quit`.
fn quit(session: &Session, is_script: bool) -> Stage {
    let until = Instant::now();
    // A GUI that leaves a game, or a search without a limit, needs no answer.
    let at_once = session.is_playing() || !session.ends_by_itself();
    Stage::Quit { until: if at_once { until } else { until + GRACE }, is_script }
}

/// Goes on to the next stage when it is time.
fn advance(stage: Stage, session: &mut Session) -> Stage {
    let now = Instant::now();
    match stage {
        Stage::Quit { until, is_script } if now >= until => {
            session.stop_all();
            Stage::Stopped { until: now + if is_script { SCRIPT_ANSWER } else { LAST_ANSWER } }
        }
        Stage::Stopped { until } if now >= until => {
            session.abandon();
            stage
        }
        Stage::Ended => {
            session.end_endless();
            stage
        }
        stage => stage,
    }
}

/// Whether standard output can still be read by anybody.
fn has_reader() -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdout = io::stdout();
        let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut polled, Some(&at_once)).is_err()
            || !polled[0].revents().intersects(PollFlags::ERR | PollFlags::NVAL)
    }
    #[cfg(not(unix))]
    true
}
