//! The loop around the session: lines, news of searches and signals, one at a time.

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

/// How long a search that ends by itself may go on when the input has ended: so that a short one
/// at the end of a script is completed, and yet the process ends within 300 ms.
const GRACE: Duration = Duration::from_millis(150);
/// How long a search that was told to stop may take to answer when the process ends.
const LAST_ANSWER: Duration = Duration::from_millis(100);
/// How long the other side may take to read what is left when the process ends.
const LAST_WORDS: Duration = Duration::from_millis(40);

/// Why the loop ended.
enum End {
    Quit,
    Input,
    Signal,
    Output(io::Error),
}

/// Speaks the protocol until told to quit, the input ends, or a signal comes.
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
            // Nobody listens any more: an end like any other.
            ExitCode::SUCCESS
        }
    })
}

/// Lets the session answer what it has begun: work that ends by itself may take `grace`, then all
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
