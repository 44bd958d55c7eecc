//! The board in the terminal.

mod editor;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use board::{Console, Flow, Settings, Window};
use protocol::LineReader;
use terminal_size::terminal_size;

use self::editor::{Editor, Input};
use super::style;
use crate::interrupt;

/// Plays on a board of text: lines are typed in a terminal, or come from a pipe.
pub fn play(settings: Settings) -> Result<ExitCode> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        converse(settings)
    } else {
        read(settings)
    }
}

/// Plays with a person.
fn converse(settings: Settings) -> Result<ExitCode> {
    let mut console = Console::open(settings, window(), interrupt::key()?).context("play")?;
    let mut editor = Editor::new()?;
    let mut out = anstream::stdout();
    console.greet(&mut out)?;
    let mut is_leaving = false;
    loop {
        match editor.read(&console.prompt(), console.completions())? {
            Input::Line(line) => {
                is_leaving = false;
                console.set_window(window());
                if console.enter(&line, &mut out)? == Flow::Quit {
                    return Ok(ExitCode::SUCCESS);
                }
            }
            Input::Interrupted if !is_leaving => {
                is_leaving = true;
                writeln!(out, "Ctrl-C again, or `quit`, leaves the board; the game is kept.")?;
            }
            Input::Interrupted | Input::End => {
                console.leave(&mut out)?;
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
}

/// Plays with another program, or from a file.
fn read(settings: Settings) -> Result<ExitCode> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let mut console = Console::open(settings, window(), interrupt).context("play")?;
    let mut out = anstream::stdout();
    console.greet(&mut out)?;
    for line in LineReader::new(io::stdin().lock()) {
        out.flush()?;
        match line {
            Ok(line) => {
                if console.enter(&String::from_utf8_lossy(&line), &mut out)? == Flow::Quit {
                    return Ok(ExitCode::SUCCESS);
                }
            }
            Err(error) => writeln!(out, "{error}")?,
        }
    }
    console.leave(&mut out)?;
    Ok(ExitCode::SUCCESS)
}

fn window() -> Window {
    let size = io::stdout().is_terminal().then(terminal_size).flatten();
    let (columns, rows) = size.map(|(width, height)| (width.0, height.0)).unzip();
    Window { columns, rows, style: style() }
}
