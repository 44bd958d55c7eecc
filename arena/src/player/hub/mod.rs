//! Player that runs an engine over the Hub protocol.

mod board;
mod settings;

use std::time::{Duration, Instant};

use protocol::client::hub::HubLine;
use protocol::text::excerpt;
use variants::{AnyGame, Variant};

use self::board::HubBoard;
use super::process::now;
use super::report::LastReport;
use super::{Action, Ask, ClockState, Launch, Player, Process, Received, Setup, Thought};
use crate::{EngineSpec, Fault, FaultKind, GameResult, RecordedScore, TurnLimits};

/// Timeout of the introduction and the initialisation, as in UCI.
const INTRODUCTION: Duration = Duration::from_secs(35);

/// Timeout of an answer to `ping`, as to `isready` in UCI.
const READY: Duration = Duration::from_secs(15);

/// Timeout of an answer to `stop`.
const STOP: Duration = Duration::from_secs(5);

/// Timeout of any output, in a search without a time limit.
const SILENCE: Duration = Duration::from_secs(60);

/// Player that runs an engine over the Hub protocol, in games with numbered squares.
///
/// As over UCI, the engine has to answer a `ping` before each request, off the clock.
#[derive(Debug)]
pub struct HubPlayer {
    process: Process,
    board: HubBoard,
    variant: Variant,
    /// Whether `quit` is sent at the end.
    usable: bool,
    limits: TurnLimits,
    /// Start position.
    start: String,
    /// Game after the turns in `moves`.
    game: AnyGame,
    /// Turns so far, as the engine reads them.
    moves: Vec<String>,
    /// Name and version in the engine's introduction.
    name: Option<String>,
}

impl HubPlayer {
    /// Starts an engine for games of a variant; see [`create`](super::create).
    ///
    /// # Errors
    /// [`FaultKind::Start`] when it cannot be started, does not introduce itself, lacks a
    /// configured parameter, or does not play the variant.
    pub fn start(launch: Launch<'_>, variant: &Variant) -> Result<Self, Fault> {
        let spec = launch.spec;
        let definition = variant.definition();
        let Some(board) = HubBoard::of(definition) else {
            let text = format!(
                "the Hub protocol does not have {}: expected draughts with numbered squares",
                definition.name
            );
            return Err(Fault { engine: spec.name.clone(), kind: FaultKind::Start, text });
        };
        let mut player = HubPlayer {
            process: Process::start(launch)?,
            board,
            variant: variant.clone(),
            usable: false,
            limits: spec.limits,
            start: String::new(),
            game: variant.start(),
            moves: Vec::new(),
            name: None,
        };
        match player.introduce(spec) {
            Ok(()) => {
                player.usable = true;
                Ok(player)
            }
            Err(fault) => Err(Fault { kind: FaultKind::Start, ..fault }),
        }
    }

    fn introduce(&mut self, spec: &EngineSpec) -> Result<(), Fault> {
        self.process.begin_budget();
        self.send(&HubLine::new("hub"));
        let (mut known, mut name) = (Vec::new(), None);
        self.wait(INTRODUCTION, "wait", |line| match line.command.as_str() {
            "param" => known.push(line),
            "id" => {
                let words = ["name", "version"].map(|word| line.value(word).unwrap_or_default());
                name = Some(words.join(" ").trim().to_owned());
            }
            _ => {}
        })?;
        self.name = name;
        let commands = settings::commands(spec, &known, self.variant.definition())
            .map_err(|error| self.process.fault(FaultKind::Start, error.to_string()))?;
        for command in &commands {
            self.send(command);
        }
        for line in &spec.init {
            self.process.send(&format!("{line}\n"));
        }
        self.send(&HubLine::new("init"));
        self.wait(INTRODUCTION, "ready", drop)
    }

    /// Waits until the engine answers; earlier output is discarded.
    fn synchronize(&mut self) -> Result<(), Fault> {
        self.process.begin_budget();
        self.send(&HubLine::new("ping"));
        self.wait(READY, "pong", drop)
    }

    /// Waits for a command; passes those before it on. An engine's error is its fault.
    fn wait(
        &mut self,
        limit: Duration,
        expected: &str,
        mut other: impl FnMut(HubLine),
    ) -> Result<(), Fault> {
        let until = now() + limit;
        loop {
            match self.process.receive(Some(until))? {
                Received::Line { bytes, at } => match HubLine::parse(&bytes) {
                    Some(line) if line.command == expected => return Ok(()),
                    Some(line) if line.command == "error" => return Err(self.error(&bytes)),
                    _ if at > until => {}
                    Some(line) => {
                        other(line);
                        continue;
                    }
                    None => continue,
                },
                Received::TimedOut => {}
            }
            let text = format!("no '{expected}' within {} s", limit.as_secs_f64());
            return Err(self.process.fault(FaultKind::Hang, text));
        }
    }

    fn error(&self, line: &[u8]) -> Fault {
        self.process.fault(FaultKind::Protocol, format!("it reports '{}'", excerpt(line)))
    }

    fn send(&mut self, line: &HubLine) {
        self.process.send(&line.text());
    }

    fn begin_game(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        self.limits = *setup.limits;
        let game = setup.fen.map_or_else(|| Ok(self.variant.start()), |fen| self.variant.game(fen));
        self.game =
            game.map_err(|error| self.process.fault(FaultKind::Protocol, error.to_string()))?;
        self.start = self.board.position(&self.game).unwrap_or_default();
        self.moves.clear();
        self.send(&HubLine::new("new-game"));
        self.synchronize()
    }

    /// Records the turns that were not sent yet.
    fn note_turns(&mut self, turns: &[String]) {
        for turn in turns.iter().skip(self.moves.len()) {
            let Ok(course) = self.game.turn_course(turn) else { return };
            self.moves.push(self.board.turn(&course).unwrap_or_default());
            if self.game.play_turn(&course.text).is_err() {
                return;
            }
        }
    }

    fn answer(&mut self, ask: &Ask<'_>) -> Result<Thought, Fault> {
        self.note_turns(ask.turns);
        let mut position = HubLine::new("pos").with("pos", &self.start);
        if !self.moves.is_empty() {
            position = position.with("moves", self.moves.join(" "));
        }
        self.send(&position);
        for level in levels(&self.limits, &ask.clocks[ask.game.side()]) {
            self.send(&level);
        }
        self.synchronize()?;
        self.process.begin_budget();
        let begin = now();
        self.process.send("go think\n");
        let mut last = LastReport::default();
        // Timeout for silence, in a search without a time limit.
        let mut silent = begin + SILENCE;
        let mut is_asked = false;
        loop {
            let until = ask.deadline.map_or(silent, |limit| begin + limit);
            match self.process.receive(Some(until))? {
                Received::Line { bytes, at } => {
                    let elapsed = at.saturating_duration_since(begin);
                    let line = HubLine::parse(&bytes).unwrap_or_default();
                    match (&*line.command, ask.deadline) {
                        ("done", Some(limit)) if elapsed > limit => {
                            return Err(self.process.late(elapsed, limit));
                        }
                        ("done", _) => return self.thought(&line, &bytes, ask, elapsed, last),
                        ("error", _) => return Err(self.error(&bytes)),
                        ("info", _) => note(&mut last, &line),
                        _ => {}
                    }
                    if let Some(limit) = ask.deadline.filter(|&limit| elapsed > limit) {
                        return Err(self.overdue(begin, limit));
                    }
                    silent = at + SILENCE;
                    is_asked = false;
                }
                Received::TimedOut => match ask.deadline {
                    Some(limit) => return Err(self.overdue(begin, limit)),
                    None if is_asked => {
                        let (silence, ready) = (SILENCE.as_secs(), READY.as_secs());
                        let text = format!(
                            "no output for {silence} s, nor an answer to 'ping' for {ready} s"
                        );
                        return Err(self.process.fault(FaultKind::Hang, text));
                    }
                    None => {
                        self.send(&HubLine::new("ping"));
                        silent = now() + READY;
                        is_asked = true;
                    }
                },
            }
        }
    }

    fn thought(
        &self,
        line: &HubLine,
        bytes: &[u8],
        ask: &Ask<'_>,
        elapsed: Duration,
        last: LastReport,
    ) -> Result<Thought, Fault> {
        let Some(mv) = line.value("move") else {
            let text = format!("'{}': expected done move=MOVE", excerpt(bytes));
            return Err(self.process.fault(FaultKind::Protocol, text));
        };
        // A move that is not legal is the referee's to reject.
        let text = self.board.read(ask.game, mv).unwrap_or_else(|| mv.to_owned());
        let action = Action::Turn { text, offers_draw: false };
        let LastReport { score, depth, nodes } = last;
        Ok(Thought { action, elapsed, score, depth, nodes })
    }

    /// Returns the fault of an engine that did not answer in time: late, or hanging.
    fn overdue(&mut self, begin: Instant, limit: Duration) -> Fault {
        self.send(&HubLine::new("stop"));
        let is_answer =
            |line: &[u8]| HubLine::parse(line).is_some_and(|read| read.command == "done");
        self.process.overdue((begin, limit), STOP, is_answer)
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &result {
            self.usable &= !fault.kind.needs_restart();
        }
        result
    }
}

/// Returns the limits of a search by the side with that clock.
fn levels(limits: &TurnLimits, clock: &ClockState) -> Vec<HubLine> {
    let level = |name: &str, value: String| HubLine::new("level").with(name, value);
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64().max(0.001));
    let mut levels = Vec::new();
    levels.extend(limits.depth.map(|depth| level("depth", depth.to_string())));
    levels.extend(limits.nodes.map(|nodes| level("nodes", nodes.to_string())));
    let move_time = limits.move_time_ms.map(|ms| seconds(Duration::from_millis(ms)));
    levels.extend(move_time.map(|time| level("move-time", time)));
    if let Some(left) = clock.remaining {
        let mut line = HubLine::new("level");
        if let Some(moves) = clock.moves_to_go {
            line = line.with("moves", moves);
        }
        line = line.with("time", seconds(left));
        if !clock.increment.is_zero() {
            line = line.with("inc", seconds(clock.increment));
        }
        levels.push(line);
    }
    levels
}

/// Records an engine's information: its score counts men.
fn note(last: &mut LastReport, line: &HubLine) {
    let score = line.value("score").and_then(|text| text.parse::<f64>().ok());
    if let Some(score) = score.filter(|score| score.abs() < 1e6) {
        last.score = Some(RecordedScore::Cp((score * 100.0).round() as i32));
    }
    last.depth = line.value("depth").and_then(|text| text.parse().ok()).or(last.depth);
    last.nodes = line.value("nodes").and_then(|text| text.parse().ok()).or(last.nodes);
}

impl Player for HubPlayer {
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

    fn game_over(&mut self, _: GameResult, _: &str, _: &[String]) {}
}

impl Drop for HubPlayer {
    fn drop(&mut self) {
        if self.usable {
            self.process.quit("quit");
        }
    }
}
