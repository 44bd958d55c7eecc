//! The log: to standard error as `RUST_LOG` says, or to a file with all that the protocol sends.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use log::{LevelFilter, Log, Metadata, Record};

/// The file that is written, with the time of its beginning.
struct LogFile {
    file: BufWriter<File>,
    since: Instant,
}

static FILE: Mutex<Option<LogFile>> = Mutex::new(None);

fn file() -> MutexGuard<'static, Option<LogFile>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends records to the file when there is one, else to standard error.
struct Logger {
    stderr: env_logger::Logger,
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= LevelFilter::Info || self.stderr.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        let wanted = record.level() <= LevelFilter::Info || self.stderr.matches(record);
        let mut file = file();
        match file.as_mut() {
            Some(file) => {
                if wanted {
                    file.line(&format!(
                        "{} {}: {}",
                        record.level(),
                        record.target(),
                        record.args()
                    ));
                }
            }
            None => {
                drop(file);
                self.stderr.log(record);
            }
        }
    }

    fn flush(&self) {}
}

impl LogFile {
    fn line(&mut self, text: &str) {
        let time = self.since.elapsed();
        // A full disk must not end a game.
        let _ = writeln!(self.file, "{:>9.3} {text}", time.as_secs_f64());
        let _ = self.file.flush();
    }
}

/// Starts the log, on standard error.
pub fn start() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let env = env_logger::Env::default().default_filter_or("warn");
        let stderr = env_logger::Builder::from_env(env).build();
        let level = stderr.filter().max(LevelFilter::Info);
        if log::set_boxed_logger(Box::new(Logger { stderr })).is_ok() {
            log::set_max_level(level);
        }
    });
}

/// Appends the log, and what the protocol sends, to a file from now on; `None`: no longer.
pub fn to_file(path: Option<&Path>) -> io::Result<()> {
    let opened = match path {
        Some(path) => {
            let opened = File::options().create(true).append(true).open(path)?;
            Some(LogFile { file: BufWriter::new(opened), since: Instant::now() })
        }
        None => None,
    };
    *file() = opened;
    Ok(())
}

/// Which way a line of the protocol went.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// To the engine.
    In,
    /// From the engine.
    Out,
}

/// Writes the protocol's lines to the file, if there is one.
pub fn traffic(way: Way, text: &[u8]) {
    let mut file = file();
    if let Some(file) = file.as_mut() {
        let arrow = match way {
            Way::In => ">>",
            Way::Out => "<<",
        };
        for line in String::from_utf8_lossy(text).lines() {
            file.line(&format!("{arrow} {line}"));
        }
    }
}
