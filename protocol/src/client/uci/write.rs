//! Writer of UCI commands.

use std::fmt::Write;

use crate::options::EMPTY;
use crate::text::{line, printable, word};
use crate::{Command, Go, Registration, StartPosition};

/// Appends the command's line.
///
/// The result is one line, whatever its strings contain, and a move is one word. Some of the
/// commands (`bench`, `d`, `eval`, `flip`, `help`, `go perft`) are not part of UCI, though engines
/// support them. One for an engine that keeps the game itself ([`Command::Game`]) is not available
/// in UCI: nothing is appended.
pub fn write(command: &Command, out: &mut String) {
    match command {
        Command::Handshake => line(out, "uci"),
        Command::IsReady => line(out, "isready"),
        Command::NewGame => line(out, "ucinewgame"),
        Command::Debug(on) => line(out, if *on { "debug on" } else { "debug off" }),
        Command::SetOption { name, value } => set_option(name, value.as_deref(), out),
        Command::Position { start, moves } => position(start, moves, out),
        Command::Go(limits) => go(limits, out),
        Command::GoPerft { depth } => line(out, &format!("go perft {depth}")),
        Command::Stop => line(out, "stop"),
        Command::PonderHit => line(out, "ponderhit"),
        Command::Quit => line(out, "quit"),
        Command::Register(registration) => register(registration, out),
        Command::Display => line(out, "d"),
        Command::Eval => line(out, "eval"),
        Command::Flip => line(out, "flip"),
        Command::Bench(_) => line(out, "bench"),
        Command::Help => line(out, "help"),
        Command::Game(_) => {}
    }
}

fn set_option(name: &str, value: Option<&str>, out: &mut String) {
    let name = printable(name);
    match value {
        None => line(out, &format!("setoption name {name}")),
        Some(value) => {
            let value = if value.is_empty() { EMPTY.into() } else { printable(value) };
            line(out, &format!("setoption name {name} value {value}"));
        }
    }
}

fn position(start: &StartPosition, moves: &[String], out: &mut String) {
    out.push_str("position ");
    match start {
        StartPosition::Default => out.push_str("startpos"),
        StartPosition::Fen(fen) => {
            out.push_str("fen ");
            out.push_str(&printable(fen));
        }
    }
    if !moves.is_empty() {
        out.push_str(" moves");
    }
    for mv in moves {
        out.push(' ');
        out.push_str(&word(mv));
    }
    out.push('\n');
}

fn go(limits: &Go, out: &mut String) {
    let Go { wtime, btime, winc, binc, movestogo, depth, nodes, mate, movetime, .. } = limits;
    out.push_str("go");
    // First, because engines expect it there.
    if limits.ponder {
        out.push_str(" ponder");
    }
    let numbers = [
        ("wtime", *wtime),
        ("btime", *btime),
        ("winc", *winc),
        ("binc", *binc),
        ("movestogo", movestogo.map(u64::from)),
        ("depth", depth.map(u64::from)),
        ("nodes", *nodes),
        ("mate", mate.map(u64::from)),
        ("movetime", *movetime),
    ];
    for (key, number) in numbers {
        if let Some(number) = number {
            // Writing to a string cannot fail.
            let _ = write!(out, " {key} {number}");
        }
    }
    if limits.infinite {
        out.push_str(" infinite");
    }
    // Last, because it extends to the end of the line.
    if !limits.search_moves.is_empty() {
        out.push_str(" searchmoves");
    }
    for mv in &limits.search_moves {
        out.push(' ');
        out.push_str(&word(mv));
    }
    out.push('\n');
}

fn register(registration: &Registration, out: &mut String) {
    out.push_str("register");
    match registration {
        Registration::Later => out.push_str(" later"),
        Registration::With { name, code } => {
            for (key, text) in [("name", name), ("code", code)] {
                if let Some(text) = text {
                    let _ = write!(out, " {key} {}", printable(text));
                }
            }
        }
    }
    out.push('\n');
}
