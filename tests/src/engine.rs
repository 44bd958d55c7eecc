//! A running engine, driven by lines over pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Answer, PATIENCE, answer, command, finish};

/// Number of the last lines that a failing test shows.
const SHOWN: usize = 40;

/// A running program, killed on drop.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Arc<Mutex<String>>,
    /// Lines in both directions.
    log: Vec<String>,
}

impl Engine {
    /// Starts the program without arguments.
    ///
    /// # Panics
    /// If it does not start.
    #[track_caller]
    pub fn start() -> Engine {
        Engine::start_with(&[])
    }

    /// Starts the program.
    ///
    /// # Panics
    /// If it does not start.
    #[track_caller]
    pub fn start_with(args: &[&str]) -> Engine {
        let mut command = command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (send, lines) = channel();
        let output = child.stdout.take().expect("a pipe");
        thread::spawn(move || pass_on(BufReader::new(output), &send));
        let errors = Arc::new(Mutex::new(String::new()));
        let sink = Arc::clone(&errors);
        let mut stderr = child.stderr.take().expect("a pipe");
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = stderr.read(&mut part) {
                let text = String::from_utf8_lossy(&part[..count]);
                sink.lock().unwrap_or_else(PoisonError::into_inner).push_str(&text);
            }
        });
        Engine { input: child.stdin.take(), child, lines, errors, log: Vec::new() }
    }

    /// Returns the process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns its standard error so far.
    pub fn errors(&self) -> String {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sends a line.
    ///
    /// # Panics
    /// If the program does not read it.
    #[track_caller]
    pub fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    /// Sends a line, which need not be UTF-8.
    ///
    /// # Panics
    /// If the program does not read it.
    #[track_caller]
    pub fn send_bytes(&mut self, line: &[u8]) {
        self.log.push(format!("> {:.200}", String::from_utf8_lossy(line)));
        let mut bytes = line.to_vec();
        bytes.push(b'\n');
        let input = self.input.as_mut().expect("an open input");
        if let Err(error) = input.write_all(&bytes).and_then(|()| input.flush()) {
            self.fail(&format!("cannot send: {error}"));
        }
    }

    /// Returns the lines up to and with the first one of this prefix.
    ///
    /// # Panics
    /// On a timeout.
    #[track_caller]
    pub fn lines_until(&mut self, start: &str, within: Duration) -> Vec<String> {
        let deadline = Instant::now() + within;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.log.push(format!("< {line:.400}"));
                    let last = line.starts_with(start);
                    lines.push(line);
                    if last {
                        return lines;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.fail(&format!("no line {start:?} within {within:?}"))
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.fail(&format!("ended before a line {start:?}"))
                }
            }
        }
    }

    /// Returns the first line of this prefix; earlier lines are skipped.
    ///
    /// # Panics
    /// On a timeout.
    #[track_caller]
    pub fn expect_line(&mut self, start: &str, within: Duration) -> String {
        self.lines_until(start, within).pop().expect("a line")
    }

    /// Sends a line, and returns the output until the program is ready again.
    ///
    /// # Panics
    /// On a timeout.
    #[track_caller]
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.ask_bytes(line.as_bytes())
    }

    /// Like [`Engine::ask`], for bytes that need not be UTF-8.
    ///
    /// # Panics
    /// On a timeout.
    #[track_caller]
    pub fn ask_bytes(&mut self, line: &[u8]) -> Vec<String> {
        self.send_bytes(line);
        self.send("isready");
        let mut lines = self.lines_until("readyok", PATIENCE);
        lines.pop();
        lines
    }

    /// Chooses a game, and returns its `info string` line.
    ///
    /// # Panics
    /// If it is not chosen.
    #[track_caller]
    pub fn choose(&mut self, variant: &str) -> String {
        let lines = self.ask(&format!("setoption name UCI_Variant value {variant}"));
        match &lines[..] {
            [line] if line.starts_with("info string variant ") => line.clone(),
            _ => self.fail(&format!("{variant} is not chosen")),
        }
    }

    /// Sends `go` with limits that end the search, and waits for the answer.
    ///
    /// # Panics
    /// On a timeout.
    #[track_caller]
    pub fn go(&mut self, limits: &str) -> Answer {
        self.send(format!("go {limits}").trim_end());
        self.answer()
    }

    /// Waits for the answer of a search.
    ///
    /// # Panics
    /// On a timeout.
    #[track_caller]
    pub fn answer(&mut self) -> Answer {
        answer(&self.lines_until("bestmove", PATIENCE))
    }

    /// Returns the output of `d`: board, FEN and visible history.
    ///
    /// # Panics
    /// If there is no output.
    #[track_caller]
    pub fn board(&mut self) -> Vec<String> {
        let lines = self.ask("d");
        if !lines.iter().any(|line| line.starts_with("Fen: ")) {
            self.fail("no FEN in the answer to d");
        }
        lines
    }

    /// Returns the FEN of the position.
    ///
    /// # Panics
    /// If there is none in the output.
    #[track_caller]
    pub fn fen(&mut self) -> String {
        let lines = self.board();
        lines.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("a FEN").to_owned()
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.log.push("> (end of input)".to_owned());
        self.input = None;
    }

    /// Waits for its end.
    ///
    /// # Panics
    /// On a timeout.
    #[track_caller]
    pub fn end(&mut self, within: Duration) -> ExitStatus {
        let status = finish(&mut self.child, within);
        status.unwrap_or_else(|| self.fail(&format!("not ended within {within:?}")))
    }

    /// Sends `quit` and checks the exit code, and that standard error is empty.
    ///
    /// # Panics
    /// If the check fails.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("quit");
        let status = self.end(PATIENCE);
        if status.code() != Some(0) || !self.errors().is_empty() {
            self.fail(&format!("ended with {status}"));
        }
    }

    #[track_caller]
    fn fail(&self, what: &str) -> ! {
        let begin = self.log.len().saturating_sub(SHOWN);
        panic!("{what}\n{}\nstandard error:\n{}", self.log[begin..].join("\n"), self.errors());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Forwards lines until the output ends or the receiver is dropped.
fn pass_on(mut output: impl BufRead, lines: &Sender<String>) {
    let mut bytes = Vec::new();
    while let Ok(1..) = output.read_until(b'\n', &mut bytes) {
        let line = String::from_utf8_lossy(&bytes);
        if lines.send(line.trim_end_matches(['\r', '\n']).to_owned()).is_err() {
            break;
        }
        bytes.clear();
    }
}
