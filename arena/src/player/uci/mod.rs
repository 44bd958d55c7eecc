//! Player that runs an engine over UCI.

mod ponder;
mod search;
mod settings;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use protocol::client::uci::{EngineCheck, UciReply, parse, write};
use protocol::text::{excerpt, printable};
use protocol::{Command, OptionSpec, StartPosition};
use variants::{Color, Variant};

use super::other_protocol::{DOUBT, other_protocol};
use super::process::now;
use super::report::LastReport;
use super::setting_error::SettingError;
use super::{Action, Ask, Launch, Player, Process, Received, Setup, Thought};
use crate::{Fault, FaultKind, GameResult, TurnLimits};
use ponder::Pondering;

/// Timeouts for an engine.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// For `uciok`; the same as in cutechess-cli.
    introduction: Duration,
    /// For `readyok`.
    ready: Duration,
    /// For the answer to `stop`.
    stop: Duration,
    /// For any output, in a search without a time limit.
    silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            introduction: Duration::from_secs(35),
            ready: Duration::from_secs(15),
            stop: Duration::from_secs(5),
            silence: Duration::from_secs(60),
        }
    }
}

/// Player that runs an engine over UCI.
///
/// Before each request it has to answer `isready`, off the clock. All earlier output, such as a
/// duplicate or late answer, is thereby separated from the next answer and ignored.
#[derive(Debug)]
pub struct UciPlayer {
    process: Process,
    patience: Patience,
    /// Whether `quit` is sent at the end.
    usable: bool,
    color: Color,
    limits: TurnLimits,
    start: StartPosition,
    /// Option that the engine refused, with the reason.
    refusal: Option<String>,
    /// Name in the engine's introduction.
    name: Option<String>,
    /// Whether the engine thinks on the opponent's time.
    ponders: bool,
    /// Opponent's turn that the engine's last answer expects.
    expected: Option<String>,
    /// Search on the opponent's time.
    pondering: Option<Pondering>,
}

impl UciPlayer {
    /// Starts an engine for games of a variant; see [`create`](super::create).
    ///
    /// # Errors
    /// [`FaultKind::Start`] when it cannot be started, does not introduce itself, lacks a
    /// configured option, or does not play the variant.
    pub fn start(launch: Launch<'_>, variant: &Variant) -> Result<Self, Fault> {
        Self::start_within(launch, variant, Patience::default())
    }

    fn start_within(
        launch: Launch<'_>,
        variant: &Variant,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let spec = launch.spec;
        let mut player = UciPlayer {
            process: Process::start(launch)?,
            patience,
            usable: false,
            color: Color::White,
            limits: spec.limits,
            start: StartPosition::Default,
            refusal: None,
            name: None,
            ponders: spec.ponders,
            expected: None,
            pondering: None,
        };
        match player.set_up(launch, variant) {
            Ok(()) => {
                player.usable = true;
                Ok(player)
            }
            Err(fault) => Err(Fault { kind: FaultKind::Start, ..fault }),
        }
    }

    fn set_up(&mut self, launch: Launch<'_>, variant: &Variant) -> Result<(), Fault> {
        let spec = launch.spec;
        let definition = variant.definition();
        let mut known = self.introduction(Some(launch))?;
        let commands = settings::user_options(spec, &known)
            .map_err(|error| self.process.fault(FaultKind::Start, error.to_string()))?;
        let is_set = !commands.is_empty();
        for command in &commands {
            self.send(command);
        }
        let mut chosen = settings::check_choices(spec, &known);
        let mut game = settings::game_options(spec, &known, definition);
        if is_set && (chosen.is_err() || matches!(game, Err(SettingError::UnknownGame { .. }))) {
            // Choices may have been added by an option, such as the variants of a file.
            known = self.introduction(None)?;
            chosen = settings::check_choices(spec, &known);
            game = settings::game_options(spec, &known, definition);
        }
        let game = chosen.and(game);
        let game = game.map_err(|error| self.process.fault(FaultKind::Start, error.to_string()))?;
        for command in &game {
            self.send(command);
        }
        // Without it, some engines check the old game's position against the new game's rules, and
        // crash.
        self.send(&Command::Position { start: StartPosition::Default, moves: Vec::new() });
        for line in &spec.init {
            self.process.send(&format!("{line}\n"));
        }
        self.synchronize()?;
        match self.refusal.take() {
            Some(text) => Err(self.process.fault(FaultKind::Start, text)),
            None => Ok(()),
        }
    }

    /// Sends `uci`; returns the engine's options. A program that does not answer soon is examined for
    /// another protocol, if it is given.
    fn introduction(&mut self, program: Option<Launch<'_>>) -> Result<Vec<OptionSpec>, Fault> {
        let mut options: Vec<OptionSpec> = Vec::new();
        self.process.begin_budget();
        self.send(&Command::Handshake);
        let limit = self.patience.introduction;
        let (mut refusal, mut introduced) = (None, None);
        let mut read = |name: &str, line: &[u8]| match parse(line) {
            Ok(UciReply::UciOk) => true,
            Ok(UciReply::Name(text)) => {
                introduced = Some(text);
                false
            }
            Ok(UciReply::InfoString(text)) => {
                note_refusal(&mut refusal, &text);
                false
            }
            Ok(UciReply::Option(option)) => {
                options.retain(|known| !known.is_named(&option.name));
                options.push(option);
                false
            }
            Ok(
                UciReply::CopyProtection(EngineCheck::Error)
                | UciReply::Registration(EngineCheck::Error),
            ) => {
                log::warn!("{name}: '{}': may refuse to play", excerpt(line));
                false
            }
            Ok(_) => false,
            Err(error) => {
                log::warn!("{name}: {error}, in '{}'; line ignored", excerpt(line));
                false
            }
        };
        let begin = now();
        let program = program.filter(|_| limit > DOUBT);
        if program.is_none() || !self.wait_until(begin + DOUBT, &mut read)? {
            if let Some(fault) = program.and_then(other_protocol) {
                return Err(fault);
            }
            if !self.wait_until(begin + limit, &mut read)? {
                return Err(self.silent("uciok", limit));
            }
        }
        self.refusal = self.refusal.take().or(refusal);
        self.name = introduced.or(self.name.take());
        Ok(options)
    }

    /// Waits until the engine is ready; earlier output is discarded.
    fn synchronize(&mut self) -> Result<(), Fault> {
        self.process.begin_budget();
        self.send(&Command::IsReady);
        let limit = self.patience.ready;
        let mut refusal = None;
        let result = self.wait(limit, "readyok", |name, line| match parse(line) {
            Ok(UciReply::ReadyOk) => true,
            Ok(UciReply::InfoString(text)) => {
                note_refusal(&mut refusal, &text);
                false
            }
            Ok(UciReply::BestMove { .. }) => {
                log::warn!("{name}: unexpected '{}' ignored", excerpt(line));
                false
            }
            Ok(_) => false,
            Err(error) => {
                log::warn!("{name}: {error}, in '{}'; line ignored", excerpt(line));
                false
            }
        });
        self.refusal = self.refusal.take().or(refusal);
        result
    }

    /// Waits for a line.
    fn wait(
        &mut self,
        limit: Duration,
        expected: &str,
        mut is_it: impl FnMut(&str, &[u8]) -> bool,
    ) -> Result<(), Fault> {
        match self.wait_until(now() + limit, &mut is_it)? {
            true => Ok(()),
            false => Err(self.silent(expected, limit)),
        }
    }

    /// Waits for a line; returns whether it came.
    fn wait_until(
        &mut self,
        until: Instant,
        is_it: &mut impl FnMut(&str, &[u8]) -> bool,
    ) -> Result<bool, Fault> {
        loop {
            match self.process.receive(Some(until))? {
                Received::Line { bytes, .. } if is_it(self.process.name(), &bytes) => {
                    return Ok(true);
                }
                // A stream of other lines is not an answer either.
                Received::Line { at, .. } if at <= until => {}
                Received::Line { .. } | Received::TimedOut => return Ok(false),
            }
        }
    }

    /// Returns the fault of an engine that did not send a line.
    fn silent(&self, expected: &str, limit: Duration) -> Fault {
        let text = format!("no '{expected}' within {} s", limit.as_secs_f64());
        self.process.fault(FaultKind::Hang, text)
    }

    fn send(&mut self, command: &Command) {
        let mut line = String::new();
        write(command, &mut line);
        self.process.send(&line);
    }

    fn begin_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        self.color = setup.color;
        self.limits = *setup.limits;
        self.start = match setup.fen {
            Some(fen) => StartPosition::Fen(fen.to_owned()),
            None => StartPosition::Default,
        };
        self.end_pondering()?;
        self.expected = None;
        self.send(&Command::NewGame);
        self.synchronize()
    }

    fn answer(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        let begin = match self.ponder_hit(ask)? {
            Some(begin) => begin,
            None => {
                self.send_position(ask.turns.to_vec());
                self.synchronize()?;
                self.process.begin_budget();
                let go = search::go(&self.limits, self.color, ask.clocks);
                let begin = now();
                self.send(&Command::Go(go));
                begin
            }
        };
        let mut last = LastReport::default();
        // Timeout for silence, in a search without a time limit.
        let mut silent = begin + self.patience.silence;
        let mut is_asked = false;
        loop {
            let until = ask.deadline.map_or(silent, |limit| begin + limit);
            match self.process.receive(Some(until))? {
                Received::Line { bytes, at } => {
                    let elapsed = at.saturating_duration_since(begin);
                    if let Some(best) = self.read_answer(&bytes, &mut last)? {
                        return match ask.deadline {
                            Some(limit) if elapsed > limit => {
                                Err(self.process.late(elapsed, limit))
                            }
                            _ => self.thought(best, &bytes, elapsed, last),
                        };
                    }
                    if let Some(limit) = ask.deadline.filter(|&limit| elapsed > limit) {
                        return Err(self.overdue(begin, limit));
                    }
                    silent = at + self.patience.silence;
                    is_asked = false;
                }
                Received::TimedOut => match ask.deadline {
                    Some(limit) => return Err(self.overdue(begin, limit)),
                    None if is_asked => {
                        let Patience { silence, ready, .. } = self.patience;
                        let text = format!(
                            "no output for {} s, nor an answer to 'isready' for {} s",
                            silence.as_secs_f64(),
                            ready.as_secs_f64()
                        );
                        return Err(self.process.fault(FaultKind::Hang, text));
                    }
                    None => {
                        self.send(&Command::IsReady);
                        silent = now() + self.patience.ready;
                        is_asked = true;
                    }
                },
            }
        }
    }

    fn send_position(&mut self, moves: Vec<String>) {
        let start = self.start.clone();
        self.send(&Command::Position { start, moves });
    }

    /// Parses a line of a search; returns the answer if it is one.
    fn read_answer(
        &mut self,
        line: &[u8],
        last: &mut LastReport,
    ) -> Result<Option<Option<String>>, Fault> {
        match parse(line) {
            Ok(UciReply::BestMove { best, ponder }) => {
                self.expected = ponder;
                Ok(Some(best))
            }
            Ok(UciReply::Info(report)) => {
                last.note(&report);
                Ok(None)
            }
            Ok(_) => Ok(None),
            Err(error) => {
                let text = format!("{error}, in '{}'", excerpt(line));
                Err(self.process.fault(FaultKind::Protocol, text))
            }
        }
    }

    fn thought(
        &self,
        best: Option<String>,
        line: &[u8],
        elapsed: Duration,
        last: LastReport,
    ) -> Result<Thought, Fault> {
        let LastReport { score, depth, nodes } = last;
        match best {
            Some(text) => {
                let action = Action::Turn { text, offers_draw: false };
                Ok(Thought { action, elapsed, score, depth, nodes })
            }
            None => {
                let text = format!("'{}' though the game is not over", excerpt(line));
                Err(self.process.fault(FaultKind::IllegalMove, text))
            }
        }
    }

    /// Returns the fault of an engine that did not answer in time: late, or hanging.
    fn overdue(&mut self, begin: Instant, limit: Duration) -> Fault {
        self.send(&Command::Stop);
        let until = now() + self.patience.stop;
        loop {
            match self.process.receive(Some(until)) {
                Err(fault) => return fault,
                Ok(Received::Line { bytes, at }) => {
                    if matches!(parse(&bytes), Ok(UciReply::BestMove { .. })) {
                        return self.process.late(at.saturating_duration_since(begin), limit);
                    }
                    if at <= until {
                        continue;
                    }
                }
                Ok(Received::TimedOut) => {}
            }
            let text = format!(
                "no answer within {} ms, nor to 'stop' within {} s",
                limit.as_millis(),
                self.patience.stop.as_secs_f64()
            );
            return self.process.fault(FaultKind::Hang, text);
        }
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &result {
            self.usable &= !fault.kind.needs_restart();
        }
        result
    }
}

/// Records the first `info string option 'NAME': ...`, by which engines such as this one refuse the
/// value of an option: UCI has no reply for it.
fn note_refusal(refusal: &mut Option<String>, text: &str) {
    if refusal.is_none() && text.starts_with("option '") {
        *refusal = Some(printable(text).into_owned());
    }
}

impl Player for UciPlayer {
    fn introduced_as(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn new_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        let result = self.begin_game(setup);
        self.note(result)
    }

    fn think(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        let result = self.answer(ask);
        self.note(result)
    }

    fn ponder(&mut self, ask: &Ask<'_>) {
        if self.ponders && self.usable {
            self.begin_pondering(ask);
        }
    }

    fn game_over(&mut self, _: GameResult, _: &str, _: &[String]) {
        self.stop_pondering();
    }
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        if self.usable {
            self.process.quit("quit");
        }
    }
}
