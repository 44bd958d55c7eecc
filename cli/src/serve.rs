//! Event loop of the session: input lines, search events and signals, one at a time.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::Detect;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, timeout_at};

use crate::exit::INTERRUPTED;
use crate::input;
use engine::greeting;
use engine::library::Library;
use engine::output::Output;
use engine::session::{Flow, Session};
use engine::task::Message;

/// Grace period of a search with limits of its own after the end of input, so that a short one at
/// the end of a script completes, and the process still ends within 300 ms.
const GRACE: Duration = Duration::from_millis(150);
/// Timeout for the answer of a stopped search when the process ends.
const LAST_ANSWER: Duration = Duration::from_millis(100);
/// Timeout for the reader of the remaining output when the process ends.
const LAST_WORDS: Duration = Duration::from_millis(40);

/// Reason for the end of the loop.
enum End {
    Quit,
    Input,
    Signal,
    Output(io::Error),
}

/// Runs the protocol until `quit`, the end of input, or a signal.
pub fn run(library: Library) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let result = runtime.block_on(serve(library));
    // Nothing is left that is worth waiting for, least of all a read of standard input.
    runtime.shutdown_background();
    result
}

async fn serve(library: Library) -> Result<ExitCode> {
    greeting::greet();
    let (failed, mut failures) = unbounded_channel();
    let output = Output::start(io::stdout(), move |error| {
        let _ = failed.send(error);
    })
    .context("cannot start writing")?;
    let (messages, mut news) = unbounded_channel();
    let mut session = Session::new(Box::new(Detect::new()), library, output.clone(), messages)?;
    let mut lines = input::start().context("cannot start reading")?;
    let mut interrupt = std::pin::pin!(tokio::signal::ctrl_c());

    let end = loop {
        tokio::select! {
            biased;
            _ = &mut interrupt => break End::Signal,
            Some(error) = failures.recv() => break End::Output(error),
            Some(message) = news.recv() => session.hear(message),
            line = lines.recv(), if !session.is_full() => match line {
                Some(Ok(line)) => if session.line(&line) == Flow::Quit {
                    break End::Quit;
                },
                Some(Err(error)) => session.input_error(&error),
                None => break End::Input,
            },
        }
    };
    Ok(match end {
        End::Quit => {
            finish(&mut session, &mut news, Duration::ZERO).await;
            output.finish(LAST_WORDS);
            ExitCode::SUCCESS
        }
        End::Input => {
            finish(&mut session, &mut news, GRACE).await;
            output.finish(LAST_WORDS);
            ExitCode::SUCCESS
        }
        End::Signal => {
            session.stop_all();
            output.finish(LAST_WORDS);
            ExitCode::from(INTERRUPTED)
        }
        End::Output(error) => {
            session.stop_all();
            if error.kind() != io::ErrorKind::BrokenPipe {
                return Err(error).context("cannot write");
            }
            // The reader has closed the output: an end like any other.
            ExitCode::SUCCESS
        }
    })
}

/// Lets the session complete its work: a search with limits of its own may take `grace`, then all
/// is stopped.
async fn finish(session: &mut Session, news: &mut UnboundedReceiver<Message>, grace: Duration) {
    let begin = Instant::now();
    let mut deadline = begin + grace;
    let mut stopped = false;
    while session.is_busy() {
        if !stopped && (Instant::now() >= deadline || !session.ends_by_itself()) {
            session.stop_all();
            stopped = true;
            deadline = Instant::now() + LAST_ANSWER;
        }
        match timeout_at(deadline, news.recv()).await {
            Ok(Some(message)) => session.hear(message),
            Ok(None) => break,
            Err(_) if stopped => break,
            Err(_) => {}
        }
    }
}
