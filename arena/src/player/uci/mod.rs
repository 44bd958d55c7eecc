//! Player that runs an engine over UCI.

mod introduction;
mod ponder;
mod search;
mod settings;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use protocol::client::uci::{UciReply, parse, write};
use protocol::text::excerpt;
use protocol::{Command, StartPosition};
use variants::{Color, Variant};

use super::process::now;
use super::report::LastReport;
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
    /// End of the engine's message on a net that does not fit the game.
    unfit: String,
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
            unfit: String::new(),
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
            // The game does not depend on a report.
            Err(error) if is_info(line) => {
                log::warn!(
                    "{}: {error}, in '{}'; line ignored",
                    self.process.name(),
                    excerpt(line)
                );
                Ok(None)
            }
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
        let is_answer = |line: &[u8]| matches!(parse(line), Ok(UciReply::BestMove { .. }));
        self.process.overdue((begin, limit), self.patience.stop, is_answer)
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &result {
            self.usable &= !fault.kind.needs_restart();
        }
        result
    }
}

/// Whether a line begins with `info`.
fn is_info(line: &[u8]) -> bool {
    line.trim_ascii_start().split(u8::is_ascii_whitespace).next() == Some(b"info")
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
