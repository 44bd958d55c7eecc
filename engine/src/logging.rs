//! Log: to standard error as set by `RUST_LOG`, or to a file with all protocol traffic.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use log::{Level, LevelFilter, Log, Metadata, Record};
use protocol::text::{printable, printable_lines};

use crate::files;

/// Log file, with its start time.
#[derive(Debug)]
pub struct LogFile {
    file: BufWriter<File>,
    since: Instant,
}

static FILE: Mutex<Option<LogFile>> = Mutex::new(None);

fn file() -> MutexGuard<'static, Option<LogFile>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends records to the log file if there is one, else to standard error.
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
                    let text = printable_lines(&record.args().to_string());
                    file.line(&format!("{} {}: {text}", record.level(), record.target()));
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
        let mut builder = env_logger::Builder::from_env(env);
        builder.format(|out, record| {
            let text = printable_lines(&record.args().to_string());
            match record.level() {
                // For users; the others are for the program's engineers.
                level @ (Level::Error | Level::Warn) => writeln!(out, "[{level}] {text}"),
                level => writeln!(out, "[{level} {}] {text}", record.target()),
            }
        });
        let stderr = builder.build();
        let level = stderr.filter().max(LevelFilter::Info);
        if log::set_boxed_logger(Box::new(Logger { stderr })).is_ok() {
            log::set_max_level(level);
        }
    });
}

/// Opens a log file for appending.
///
/// # Errors
/// If it cannot be written, or is not a regular file.
pub fn open(path: &Path) -> io::Result<LogFile> {
    let opened = files::open_regular(path, File::options().create(true).append(true))?;
    Ok(LogFile { file: BufWriter::new(opened), since: Instant::now() })
}

/// Sets the file for the log and the protocol traffic; `None`: ends logging to a file.
pub fn write_to(opened: Option<LogFile>) {
    *file() = opened;
}

/// Direction of a protocol line.
#[derive(Clone, Copy, Debug)]
pub enum LineDirection {
    /// To the engine.
    In,
    /// From the engine.
    Out,
}

/// Writes protocol lines to the log file, if there is one.
pub fn traffic(way: LineDirection, text: &[u8]) {
    let mut file = file();
    if let Some(file) = file.as_mut() {
        let arrow = match way {
            LineDirection::In => ">>",
            LineDirection::Out => "<<",
        };
        for line in String::from_utf8_lossy(text).lines() {
            file.line(&format!("{arrow} {}", printable(line)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        start();
        write_to(Some(open(&path).unwrap()));
        traffic(LineDirection::In, b"\x1b[2J one\rtwo\x07");
        log::info!("bad \x1b name\rfake\nsecond line");
        write_to(None);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(r">> \x1b[2J one\rtwo\x07"), "{text}");
        assert!(text.contains("bad \\x1b name\\rfake\nsecond line"), "{text}");
    }
}
