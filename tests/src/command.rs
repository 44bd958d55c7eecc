//! Runs of the command line that end by themselves.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::{PATIENCE, binary};

/// Result of a run.
#[derive(Debug)]
pub struct Finished {
    /// Exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Finished {
    /// Returns the text after a word at the beginning of an output line.
    ///
    /// # Panics
    /// If there is no such line.
    #[track_caller]
    pub fn field(&self, start: &str) -> &str {
        let found = self.out.lines().find_map(|line| line.strip_prefix(start));
        found.unwrap_or_else(|| panic!("no line {start:?} in {self:#?}")).trim()
    }
}

/// Returns a command of the program, without environment variables that affect its output.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.args(args).env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    // Not the developer's own folder.
    command.env("XDG_STATE_HOME", std::env::temp_dir().join("menagerie-tests"));
    command
}

/// Runs the program with arguments and an empty input.
///
/// # Panics
/// If it cannot be run, or does not end.
#[track_caller]
pub fn run(args: &[&str]) -> Finished {
    run_within(&mut command(args), PATIENCE)
}

/// Runs a command with an empty input.
///
/// # Panics
/// If it cannot be run, or does not end in time.
#[track_caller]
pub fn run_within(command: &mut Command, within: Duration) -> Finished {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let out = child.stdout.take().map(collect);
    let err = child.stderr.take().map(collect);
    let status = finish(&mut child, within);
    let text = |reader: Option<JoinHandle<String>>| reader.unwrap().join().unwrap();
    let (out, err) = (text(out), text(err));
    match status {
        Some(status) => Finished { code: status.code(), out, err },
        None => panic!("{command:?} did not end within {within:?}:\n{out}\n{err}"),
    }
}

fn collect(mut from: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the end of a process; kills it on a timeout, and returns `None`.
pub fn finish(child: &mut Child, within: Duration) -> Option<ExitStatus> {
    let begin = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if begin.elapsed() < within => thread::sleep(Duration::from_millis(1)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}
