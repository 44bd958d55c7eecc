//! Menagerie: an engine for hybrid and large-board chess variants.
//!
//! The binary joins the rules (`variants`), the search (`search`) and the protocols (`protocol`)
//! in one session, and has a command line for people and scripts.

#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

mod args;
mod commands;
mod exit;
mod folders;
mod input;
mod interrupt;
mod manual;
mod serve;

use anyhow::Result;

use args::{Cli, Command};
use protocol::text::printable_lines;

fn main() -> ExitCode {
    let words = words();
    if let Some(message) = args::cutechess::message(&words) {
        let _ = writeln!(io::stderr(), "menagerie: {}", printable_lines(&message));
        return exit::USAGE.into();
    }
    let lines = protocol_lines(&words);
    let cli = if lines.is_some() {
        None
    } else {
        match args::parse() {
            Ok(cli) => Some(cli),
            Err(code) => return code,
        }
    };
    engine::logging::start();
    let result = match (cli, lines) {
        (Some(cli), _) => run(cli),
        (None, lines) => {
            let (paths, lines) = lines.unwrap_or_default();
            speak(&paths, lines)
        }
    };
    // No flush here: it would wait for a reader that does not read.
    result.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            // The reader has closed the output.
            return ExitCode::SUCCESS;
        }
        // The message may quote external names.
        let text = printable_lines(&format!("{error:#}"));
        let _ = writeln!(io::stderr(), "menagerie: {text}");
        exit::code(&error)
    })
}

/// Returns the words of the command line after the program's name.
fn words() -> Vec<String> {
    std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Files of definitions, and commands of UCI, as OpenBench and others pass them as words of the command
/// line: `"setoption name Hash value 64" bench quit`; `None` for other words. A subcommand has no blanks.
fn protocol_lines(mut words: &[String]) -> Option<(Vec<PathBuf>, Vec<String>)> {
    const BEGINS: [&str; 4] = ["setoption ", "genfens ", "position ", "go "];
    const FILES: &str = "--variant-path";
    let mut paths = Vec::new();
    loop {
        match words {
            [key, path, rest @ ..] if key == FILES => {
                paths.push(path.into());
                words = rest;
            }
            [first, rest @ ..] => {
                let path = first.strip_prefix(FILES).and_then(|rest| rest.strip_prefix('='));
                let Some(path) = path else {
                    let is_command = BEGINS.iter().any(|begin| first.starts_with(begin));
                    return is_command.then(|| (paths, words.to_vec()));
                };
                paths.push(path.into());
                words = rest;
            }
            [] => return None,
        }
    }
}

/// Carries out commands of UCI.
fn speak(paths: &[PathBuf], lines: Vec<String>) -> Result<ExitCode> {
    match commands::genfens(paths, &lines) {
        Some(done) => done,
        None => serve::run(commands::library(paths)?, Some(lines)),
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let library = match &cli.command {
        // It follows the files.
        Some(Command::Play(_)) => commands::library(&[])?,
        _ => commands::library(&cli.variant_path)?,
    };
    match cli.command {
        None => serve::run(library, None),
        Some(Command::Variants(args)) => commands::variants(&library, &args),
        Some(Command::Show(args)) => commands::show(&library, &args),
        Some(Command::Perft(args)) => commands::perft(&library, &args),
        Some(Command::Bench(args)) => commands::bench(&library, &args),
        Some(Command::Selfplay(args)) => commands::selfplay(&library, &args),
        Some(Command::Play(args)) => commands::play(&cli.variant_path, &args),
        Some(Command::Match(args)) => commands::matches(&library, &cli.variant_path, &args),
        Some(Command::Study(args)) => commands::study(&library, &cli.variant_path, &args),
        Some(Command::Solve(args)) => commands::solve(&library, &args),
        Some(Command::Tune(args)) => commands::tune(&library, &args),
        Some(Command::Learn(args)) => commands::learn(&library, &args),
        Some(Command::Check(args)) => commands::check(&library, &args),
        Some(Command::Import(args)) => commands::import(&library, &args),
        Some(Command::Export(args)) => commands::export(&library, &args),
        Some(Command::Install(args)) => commands::install(&args),
        Some(Command::Completions(args)) => commands::completions(&args),
        Some(Command::Man(args)) => commands::man(&args),
        Some(Command::Uninstall(args)) => commands::uninstall(&args),
        Some(Command::GuardMatch(args)) => commands::guard_match(&args.tag),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
