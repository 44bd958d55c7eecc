//! An engine that plays legal turns, in UCI or XBoard's protocol, until it shows a fault of real
//! engines that a match must survive.
//!
//! ```text
//! faulty-engine [--fault FAULT] [--at TURN] [--sleep MS] [--seed SEED]
//! ```
//!
//! Without a fault it always plays on: the first legal turn in alphabetical order, or with a seed a
//! random one. The fault occurs at the turn of that number (from 1) of each game. In XBoard's
//! protocol it plays chess only.

use std::env;
use std::io::{self, Lines, StdinLock, Write};
use std::process::{Command, ExitCode, Stdio, exit};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use menagerie_tests::Random;
use variants::{AnyGame, BoardSize, Catalog, Color, Variant};

/// Faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Stops answering.
    Hang,
    /// Exits with code 3.
    Crash,
    /// Plays an illegal move.
    Illegal,
    /// Reports that it has no move.
    None,
    /// Writes endlessly.
    Flood,
    /// Closes its output, but keeps running.
    Close,
    /// Answers only after `stop`.
    Late,
    /// Writes a line of a megabyte, then plays on.
    Megabyte,
    /// Writes invalid UTF-8, then plays on.
    Garbage,
    /// Delays its introduction by `--sleep`, or two seconds.
    SlowStart,
    /// Does not introduce itself.
    NoHandshake,
    /// Exits without any output.
    ExitAtStart,
    /// Answers with an invalid `bestmove`.
    BadBestmove,
    /// Answers `isready`, but neither `go` nor `stop`.
    IgnoreStop,
    /// Stops reading.
    Deaf,
    /// Claims that it has won (in XBoard's protocol; in UCI it plays on).
    ResignLie,
}

const FAULTS: [(&str, Fault); 16] = [
    ("hang", Fault::Hang),
    ("crash", Fault::Crash),
    ("illegal", Fault::Illegal),
    ("none", Fault::None),
    ("flood", Fault::Flood),
    ("close", Fault::Close),
    ("late", Fault::Late),
    ("megabyte", Fault::Megabyte),
    ("garbage", Fault::Garbage),
    ("slow-start", Fault::SlowStart),
    ("no-handshake", Fault::NoHandshake),
    ("exit-at-start", Fault::ExitAtStart),
    ("bad-bestmove", Fault::BadBestmove),
    ("ignore-stop", Fault::IgnoreStop),
    ("deaf", Fault::Deaf),
    ("resign-lie", Fault::ResignLie),
];

/// Argument that makes this program read its input to the end, and do nothing else.
const IDLE: &str = "--idle";

struct Engine {
    fault: Option<Fault>,
    at: usize,
    pause: Duration,
    chance: Option<Random>,
    input: Lines<StdinLock<'static>>,
    /// Whether it uses XBoard's protocol.
    xboard: bool,
    variant: Variant,
    game: AnyGame,
    /// Own turns in this game.
    turns: usize,
    /// Whether moves are recorded without an answer.
    force: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "faulty-engine: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut args = env::args().skip(1);
    let (mut fault, mut at, mut pause, mut chance) = (None, 1, Duration::ZERO, None);
    while let Some(key) = args.next() {
        let input = io::stdin().lines();
        if key == IDLE {
            input.for_each(drop);
            return Ok(());
        }
        let value = args.next().with_context(|| format!("{key}: a value is missing"))?;
        match &*key {
            "--fault" => {
                let known = FAULTS.iter().find(|(name, _)| *name == value);
                fault = Some(known.with_context(|| format!("no fault '{value}'"))?.1);
            }
            "--at" => at = value.parse().context("--at")?,
            "--sleep" => pause = Duration::from_millis(value.parse().context("--sleep")?),
            "--seed" => chance = Some(Random::new(value.parse().context("--seed")?)),
            _ => bail!("unknown word '{key}'"),
        }
    }
    if fault == Some(Fault::ExitAtStart) {
        exit(4);
    }
    let variant = chosen("chess", None)?;
    let (game, input) = (variant.start(), io::stdin().lines());
    let (xboard, turns, force) = (false, 0, false);
    let mut engine =
        Engine { fault, at, pause, chance, input, xboard, variant, game, turns, force };
    while let Some(line) = engine.line()? {
        engine.obey(&line)?;
    }
    Ok(())
}

fn chosen(name: &str, size: Option<BoardSize>) -> Result<Variant> {
    let catalog = Catalog::builtin();
    let mut definition = Arc::clone(catalog.get(name).with_context(|| format!("no '{name}'"))?);
    if let Some(size) = size {
        definition = Arc::new(definition.resized(size)?);
    }
    Ok(Variant::compile(definition)?)
}

/// Writes and flushes a line.
fn say(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// Returns the first legal turn, or a random one; `None` when the game is over.
fn legal_turn(game: &AnyGame, chance: &mut Option<Random>) -> Option<String> {
    let mut game = game.clone();
    if game.outcome().is_some() {
        return None;
    }
    let mut steps = Vec::new();
    loop {
        let texts = game.step_texts();
        let text = match chance {
            Some(random) if !texts.is_empty() => random.choose(&texts),
            _ => texts.first()?,
        };
        game.play_step(text).ok()?;
        // The end of a turn is not written.
        if text != "end" {
            steps.push(text.clone());
        }
        if game.is_turn_start() || game.outcome_on_board().is_some() {
            return Some(steps.join(","));
        }
    }
}

impl Engine {
    fn line(&mut self) -> Result<Option<String>> {
        Ok(self.input.next().transpose()?)
    }

    fn obey(&mut self, line: &str) -> Result<()> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "uci" => self.introduce_uci(),
            "isready" => say("readyok"),
            "setoption" => self.set_option(rest),
            "ucinewgame" => {
                self.turns = 0;
                Ok(())
            }
            "position" => self.position(rest),
            "go" if !self.xboard => self.turn(),
            "xboard" => {
                self.xboard = true;
                Ok(())
            }
            "protover" => self.introduce_xboard(),
            "ping" => say(&format!("pong {rest}")),
            "new" => {
                self.game = self.variant.start();
                (self.turns, self.force) = (0, false);
                Ok(())
            }
            "setboard" => {
                self.game = self.variant.game(rest)?;
                Ok(())
            }
            "force" => {
                self.force = true;
                Ok(())
            }
            "go" => {
                self.force = false;
                self.turn()
            }
            "usermove" => {
                self.game.play_turn(rest)?;
                // It reports no result of its own; the game may be over.
                if self.force { Ok(()) } else { self.turn() }
            }
            "quit" => exit(0),
            _ => Ok(()),
        }
    }

    fn introduce_uci(&self) -> Result<()> {
        say("id name Faulty")?;
        let names: Vec<String> =
            Catalog::builtin().names().map(|name| format!(" var {name}")).collect();
        say(&format!("option name UCI_Variant type combo default chess{}", names.concat()))?;
        say("option name BoardSize type string default native")?;
        self.introduced("uciok")
    }

    fn introduce_xboard(&self) -> Result<()> {
        say("feature done=0")?;
        say("feature myname=\"Faulty\" ping=1 setboard=1 usermove=1 sigint=0 sigterm=0 colors=0")?;
        say("feature variants=\"normal\"")?;
        self.introduced("feature done=1")
    }

    fn introduced(&self, text: &str) -> Result<()> {
        match self.fault {
            Some(Fault::NoHandshake) => Ok(()),
            Some(Fault::SlowStart) => {
                let pause = Some(self.pause).filter(|pause| !pause.is_zero());
                sleep(pause.unwrap_or(Duration::from_secs(2)));
                say(text)
            }
            _ => say(text),
        }
    }

    fn set_option(&mut self, rest: &str) -> Result<()> {
        let rest = rest.trim_start_matches("name ");
        self.variant = match rest.split_once(" value ") {
            Some(("UCI_Variant", name)) => chosen(name, None)?,
            Some(("BoardSize", size)) => {
                chosen(&self.variant.definition().name, size.parse().ok())?
            }
            _ => return Ok(()),
        };
        self.game = self.variant.start();
        Ok(())
    }

    fn position(&mut self, rest: &str) -> Result<()> {
        let (start, moves) = rest.split_once("moves").unwrap_or((rest, ""));
        self.game = match start.trim().strip_prefix("fen ") {
            Some(fen) => self.variant.game(fen)?,
            None => self.variant.start(),
        };
        for turn in moves.split_ascii_whitespace() {
            self.game.play_turn(turn)?;
        }
        Ok(())
    }

    /// Plays a turn, or shows its fault.
    fn turn(&mut self) -> Result<()> {
        self.turns += 1;
        if self.fault != Some(Fault::SlowStart) {
            sleep(self.pause);
        }
        let turn = legal_turn(&self.game, &mut self.chance);
        let fault = self.fault.filter(|_| self.turns == self.at);
        match fault {
            Some(Fault::Hang) => {
                while self.line()?.is_some() {}
                exit(0)
            }
            Some(Fault::Crash) => exit(3),
            Some(Fault::Illegal) => return self.answer("a1a1"),
            Some(Fault::None) => return self.answer("(none)"),
            Some(Fault::BadBestmove) if self.xboard => return say("move"),
            Some(Fault::BadBestmove) => return say("bestmove this or that"),
            Some(Fault::Flood) => loop {
                say("info string a line that nobody wants to read, and then another")?;
            },
            Some(Fault::Close) => return close(),
            Some(Fault::Late) => self.until_stopped()?,
            Some(Fault::IgnoreStop) => loop {
                self.until_stopped()?;
            },
            // By then the other program has given up.
            Some(Fault::Deaf) => {
                sleep(Duration::from_secs(120));
                exit(0)
            }
            Some(Fault::Megabyte) => say(&"x".repeat(1 << 20))?,
            Some(Fault::Garbage) => {
                let mut out = io::stdout().lock();
                for byte in 0..=255 {
                    out.write_all(&[byte, 0, 255 - byte, b'\n'])?;
                }
            }
            Some(Fault::ResignLie) if self.xboard => {
                let white = self.game.side() == Color::White;
                return say(if white { "1-0 {White mates}" } else { "0-1 {Black mates}" });
            }
            _ => {}
        }
        match turn {
            Some(turn) => self.answer(&turn),
            None if self.xboard => Ok(()),
            None => self.answer("(none)"),
        }
    }

    fn answer(&mut self, turn: &str) -> Result<()> {
        if self.xboard {
            // Updates its own board, if the move is legal.
            let _ = self.game.play_turn(turn);
            return say(&format!("move {turn}"));
        }
        say(&format!("info depth 1 score cp 10 nodes 20 pv {turn}"))?;
        say(&format!("bestmove {turn}"))
    }

    /// Reads until `stop`; exits at the end of its input.
    fn until_stopped(&mut self) -> Result<()> {
        while let Some(line) = self.line()? {
            match line.trim() {
                "stop" | "?" => return Ok(()),
                "isready" => say("readyok")?,
                "quit" => break,
                other => {
                    if let Some(number) = other.strip_prefix("ping ") {
                        say(&format!("pong {number}"))?;
                    }
                }
            }
        }
        exit(0)
    }
}

/// Continues without its output: replaces the process by this program.
#[cfg(unix)]
fn close() -> Result<()> {
    use std::os::unix::process::CommandExt;

    Err(Command::new(env::current_exe()?).arg(IDLE).stdout(Stdio::null()).exec().into())
}

/// Continues without its output: as another process.
#[cfg(not(unix))]
fn close() -> Result<()> {
    Command::new(env::current_exe()?).arg(IDLE).stdout(Stdio::null()).spawn()?;
    exit(0)
}
