//! The room: the table, the engine and everybody who looks on.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use engine::causes::with_causes;
use engine::evaluation::Evaluations;
use engine::library::Library;
use engine::strength::{LEVELS, Strength, centipawns, random_seed};
use protocol::{BoardMove, Turn};
use search::{Control, Engine, EngineError, Limits, TimeControl};
use thiserror::Error;
use tokio::sync::broadcast;
use variants::{AnyGame, Color};

use crate::describe::{GameDescription, describe_all};
use crate::messages::{Event, Line, Request};
use crate::opponent::{self, Answer, Audience, Found, Job};
use crate::saved::{SaveError, Saved, pgn};
use crate::setup::{Players, Setup};
use crate::table::{Table, TableError};

/// Most lines of an analysis.
const MAX_LINES: u8 = 5;
/// Turns of a line that are shown.
const SHOWN_TURNS: usize = 12;
/// Events that a slow page may be behind.
const BACKLOG: usize = 64;
/// Time that is kept for the way to the page, on a clock.
const OVERHEAD: Duration = Duration::from_millis(50);
/// Time for a move without a clock, at full strength.
const MOVE_TIME: Duration = Duration::from_millis(1500);
/// The engine takes a draw at a score of so many centipawns or less.
const DRAW_SCORE: i32 = 15;
/// Turns before which it takes none.
const DRAW_TURNS: usize = 40;

/// Settings of a room.
#[derive(Debug)]
pub struct Settings {
    /// Games to choose from.
    pub library: Library,
    /// Folder of the games; `None`: they are not kept.
    pub folder: Option<PathBuf>,
    /// Threads of the engine.
    pub threads: usize,
    /// Transposition table, in MB.
    pub hash: usize,
    /// Game to begin with; `None`: the one that was running.
    pub setup: Option<Setup>,
}

/// Error that keeps a room closed.
#[derive(Debug, Error)]
pub enum RoomError {
    /// Engine that cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Thread that cannot be started.
    #[error("cannot start the engine's thread")]
    Thread(#[source] std::io::Error),
    /// Games' folder that cannot be used.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// Impossible settings of the first game.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's move.
    Play,
    /// A hint for a person.
    Hint,
    /// Analysis for as long as the position stays.
    Analyse,
}

/// Search in progress.
struct Running {
    ticket: u64,
    purpose: Purpose,
    control: Arc<Control>,
}

struct State {
    table: Table,
    running: Option<Running>,
    /// Lines of the analysis; 0: none.
    lines: u8,
    next: u64,
    /// The engine's last score, in centipawns for its side.
    score: Option<i32>,
    /// Random seed of moves below full strength, in this game.
    seed: u64,
}

/// Room with one table.
pub struct Room {
    library: Library,
    games: Vec<GameDescription>,
    begin: Instant,
    saved: Option<Saved>,
    state: Mutex<State>,
    jobs: OnceLock<Sender<Job>>,
    events: broadcast::Sender<Arc<str>>,
}

impl Room {
    /// Opens a room: with the given game, the one that was running, or chess.
    ///
    /// # Errors
    /// When the engine, the folder or the game cannot be set up.
    pub fn open(settings: Settings) -> Result<Arc<Self>, RoomError> {
        let Settings { library, folder, threads, hash, setup } = settings;
        let engine = Engine::new(threads, hash)?;
        let saved = folder.as_deref().map(Saved::open).transpose()?;
        let stored = saved.as_ref().map(Saved::read_running).transpose()?.flatten();
        let began = time_of_day();
        let mut old = None;
        if let Some(stored) = stored {
            // A game of a file that is no longer loaded is not lost: it stays on disk.
            match Table::restore(stored, &library, 1, Duration::ZERO) {
                Ok(table) => old = Some(table),
                Err(error) => log::warn!("the running game cannot be continued: {error}"),
            }
        }
        let table = match (setup, old) {
            (Some(setup), old) => {
                let table = Table::new(setup, &library, 1, began, Duration::ZERO)?;
                if let (Some(saved), Some(old)) = (&saved, &old) {
                    saved.keep(&old.stored(Duration::ZERO), old)?;
                }
                table
            }
            (None, Some(old)) => old,
            (None, None) => Table::new(first_setup(), &library, 1, began, Duration::ZERO)?,
        };
        let state =
            State { table, running: None, lines: 0, next: 2, score: None, seed: random_seed() };
        let room = Arc::new(Room {
            games: describe_all(&library),
            library,
            begin: Instant::now(),
            saved,
            state: Mutex::new(state),
            jobs: OnceLock::new(),
            events: broadcast::channel(BACKLOG).0,
        });
        let jobs = opponent::start(Arc::downgrade(&room), engine, Evaluations::default());
        let _ = room.jobs.set(jobs.map_err(RoomError::Thread)?);
        room.changed(&mut room.state());
        Ok(room)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Returns what a page needs first, and the events after that.
    pub(crate) fn join(&self) -> (Vec<Arc<str>>, broadcast::Receiver<Arc<str>>) {
        let state = self.state();
        let games = Event::Games {
            version: env!("CARGO_PKG_VERSION"),
            games: self.games.clone(),
            levels: LEVELS.to_vec(),
        };
        let first = [games, self.table_event(&state)];
        (first.iter().map(text).collect(), self.events.subscribe())
    }

    fn table_event(&self, state: &State) -> Event {
        let thinking = state.running.as_ref().is_some_and(|job| job.purpose == Purpose::Play);
        Event::Table(Box::new(state.table.view(self.now(), thinking)))
    }

    fn tell(&self, event: &Event) {
        // Nobody may be looking.
        let _ = self.events.send(text(event));
    }

    /// Does what a page asks for. Returns an answer for that page alone.
    pub(crate) fn handle(&self, request: Request) -> Option<Event> {
        let mut state = self.state();
        let now = self.now();
        let refused = |error: TableError| Some(Event::Refused { text: with_causes(&error) });
        let table = &mut state.table;
        let done = match request {
            Request::New { setup } => return self.renew(&mut state, setup).err().and_then(refused),
            Request::Move { text } if table.is_engine_to_move() => {
                let text = format!("it is the engine's turn: '{text}' was not played");
                return Some(Event::Refused { text });
            }
            Request::Move { text } => table.play(&text, now),
            Request::Explain { text } => {
                let reason = table.reason(&text);
                return reason.map(|reason| Event::Refused { text: reason });
            }
            Request::UndoStep => table.undo_step(),
            Request::Takeback => table.take_back(now),
            Request::Resign => table.resign(),
            Request::Draw => return self.offer_draw(&mut state),
            Request::Hint => {
                self.search(&mut state, Purpose::Hint);
                return None;
            }
            Request::Pause { paused } => {
                table.pause(paused, now);
                Ok(())
            }
            Request::Level { level } if (1..=10).contains(&level) => {
                table.setup.level = level;
                Ok(())
            }
            Request::Level { level } => Err(TableError::Level(level)),
            Request::Sides { engine } => {
                table.setup.engine = engine;
                Ok(())
            }
            Request::Analyse { lines } => {
                state.lines = lines.min(MAX_LINES);
                self.stop(&mut state);
                self.go_on(&mut state);
                return None;
            }
            Request::Look { turn } => {
                let turn = turn.min(table.turns());
                return Some(Event::Look { turn, position: table.look(turn) });
            }
            Request::Pgn => {
                let text = pgn(&table.stored(now), table);
                return Some(Event::Pgn { text });
            }
        };
        match done {
            Ok(()) => {
                self.changed(&mut state);
                None
            }
            Err(error) => refused(error),
        }
    }

    /// Starts a new game.
    fn renew(&self, state: &mut State, setup: Setup) -> Result<(), TableError> {
        let now = self.now();
        let table = Table::new(setup, &self.library, state.next, time_of_day(), now)?;
        state.next += 1;
        if state.table.end.is_none() {
            self.keep(&state.table);
        }
        state.table = table;
        state.score = None;
        state.seed = random_seed();
        self.changed(state);
        Ok(())
    }

    fn offer_draw(&self, state: &mut State) -> Option<Event> {
        let agreed = match state.table.setup.engine {
            Players::None | Players::Both => true,
            _ => {
                state.table.turns() >= DRAW_TURNS
                    && state.score.is_some_and(|score| score <= DRAW_SCORE)
            }
        };
        if !agreed {
            return Some(Event::Refused { text: "the engine declines the draw".to_owned() });
        }
        match state.table.agree_draw() {
            Ok(()) => {
                self.changed(state);
                None
            }
            Err(error) => Some(Event::Refused { text: error.to_string() }),
        }
    }

    /// Stores the table, shows it, and lets the engine go on.
    fn changed(&self, state: &mut State) {
        self.stop(state);
        if let Some(saved) = &self.saved {
            let stored = state.table.stored(self.now());
            if let Err(error) = saved.write_running(&stored, &state.table) {
                let text = format!("the game is not on disk: {}", with_causes(&error));
                log::error!("{text}");
                self.tell(&Event::Warning { text });
            }
            if state.table.end.is_some() && !state.table.is_kept {
                state.table.is_kept = true;
                self.keep(&state.table);
            }
        }
        self.go_on(state);
        let event = self.table_event(state);
        self.tell(&event);
    }

    fn keep(&self, table: &Table) {
        if let Some(saved) = &self.saved
            && let Err(error) = saved.keep(&table.stored(self.now()), table)
        {
            log::error!("the game is not among the others: {}", with_causes(&error));
        }
    }

    fn stop(&self, state: &mut State) {
        if let Some(running) = state.running.take() {
            running.control.stop();
        }
    }

    /// Starts the search that the position calls for.
    fn go_on(&self, state: &mut State) {
        if state.table.is_engine_to_move() {
            self.search(state, Purpose::Play);
        } else if state.lines > 0 && state.table.end.is_none() {
            self.search(state, Purpose::Analyse);
        }
    }

    fn search(&self, state: &mut State, purpose: Purpose) {
        if state.table.end.is_some() {
            return;
        }
        self.stop(state);
        let (strength, limits) = match purpose {
            Purpose::Play => {
                let strength = Strength::level(state.table.setup.level);
                (strength, limits_of(&strength, self.clock(state)))
            }
            Purpose::Hint => (Strength::FULL, Limits::move_time(Duration::from_secs(1))),
            Purpose::Analyse => {
                let lines = usize::from(state.lines);
                let limits = Limits { infinite: true, multi_pv: lines, ..Limits::default() };
                (Strength::FULL, limits)
            }
        };
        let control = Arc::new(Control::new());
        let ticket = state.next;
        state.next += 1;
        let game = state.table.game().clone();
        let seed = state.seed;
        let job = Job { ticket, game, limits, strength, seed, control: control.clone() };
        if self.jobs.get().is_some_and(|jobs| jobs.send(job).is_ok()) {
            state.running = Some(Running { ticket, purpose, control });
        }
    }

    fn clock(&self, state: &State) -> Option<TimeControl> {
        let left = state.table.time_left(self.now())?[state.table.side() as usize];
        Some(TimeControl {
            remaining: left.saturating_sub(OVERHEAD),
            increment: state.table.increment(),
            moves_to_go: None,
        })
    }

    /// Receives the lines of a search in progress.
    fn report(&self, ticket: u64, game: &AnyGame, lines: &[Found]) {
        let state = self.state();
        if state.running.as_ref().is_some_and(|running| running.ticket == ticket) {
            self.tell_lines(game, lines);
        }
    }

    fn tell_lines(&self, game: &AnyGame, lines: &[Found]) {
        let Some(first) = lines.first() else { return };
        let (nps, nodes) = (first.info.nps, first.info.nodes);
        let lines = lines.iter().map(|found| line(game, found)).collect();
        self.tell(&Event::Info { lines, nps, nodes });
    }

    /// Receives the result of a search.
    fn answer(&self, ticket: u64, game: &AnyGame, answer: Answer) {
        let mut state = self.state();
        let state = &mut *state;
        let Some(running) = state.running.take_if(|running| running.ticket == ticket) else {
            return;
        };
        self.tell_lines(game, &answer.lines);
        match running.purpose {
            Purpose::Analyse => {}
            Purpose::Hint => {
                if let Some(best) = &answer.best {
                    let text = label(&mut game.clone(), best);
                    self.tell(&Event::Hint { text, path: first_path(best) });
                }
                self.go_on(state);
            }
            Purpose::Play => {
                let Answer { best: Some(turn), score, .. } = &answer else { return };
                if let Err(error) = state.table.play(&turn.text, self.now()) {
                    log::error!("the engine's move {}: {error}", turn.text);
                    return;
                }
                state.score = score.map(centipawns);
                state.table.note(score.map(Into::into), answer.depth, answer.nodes);
                self.changed(state);
            }
        }
    }

    /// Looks at the clocks: to be called now and then.
    pub(crate) fn tick(&self) {
        let mut state = self.state();
        if state.table.flag(self.now()) {
            self.changed(&mut state);
        }
    }
}

impl Audience for Weak<Room> {
    fn report(&self, ticket: u64, game: &AnyGame, lines: &[Found]) {
        if let Some(room) = self.upgrade() {
            room.report(ticket, game, lines);
        }
    }

    fn answer(&self, ticket: u64, game: &AnyGame, answer: Answer) -> bool {
        let room = self.upgrade();
        room.inspect(|room| room.answer(ticket, game, answer)).is_some()
    }
}

/// Returns the game that a room begins with.
fn first_setup() -> Setup {
    Setup {
        variant: "chess".to_owned(),
        size: None,
        fen: None,
        engine: Players::Black,
        level: 3,
        clock: None,
    }
}

/// Returns the limits of the engine's move: its clock, or a fixed time at full strength.
fn limits_of(strength: &Strength, clock: Option<TimeControl>) -> Limits {
    let free = strength.is_full() && clock.is_none();
    Limits { move_time: free.then_some(MOVE_TIME), clock, ..Limits::default() }
}

fn time_of_day() -> String {
    arena::time_of_day().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn text(event: &Event) -> Arc<str> {
    serde_json::to_string(event).unwrap_or_default().into()
}

/// Returns a line for people, from White's side.
fn line(game: &AnyGame, found: &Found) -> Line {
    let mut game = game.clone();
    let white = game.side() == Color::White;
    let path = found.info.pv.first().map(first_path).unwrap_or_default();
    let mut pv = Vec::new();
    for turn in found.info.pv.iter().take(SHOWN_TURNS) {
        pv.push(label(&mut game, turn));
        if game.play_turn(&turn.text).is_err() {
            break;
        }
    }
    let wdl = found.info.wdl.map_or([0, 1000, 0], |wdl| [wdl.win, wdl.draw, wdl.loss]);
    let wdl = if white { wdl } else { [wdl[2], wdl[1], wdl[0]] };
    Line {
        depth: found.info.depth,
        score: score_text(found.score, white),
        white: (f64::from(wdl[0]) + f64::from(wdl[1]) / 2.0) / 1000.0,
        wdl,
        pv,
        path,
    }
}

fn label(game: &mut AnyGame, turn: &Turn) -> String {
    let text = game.pdn(&turn.text).or_else(|| game.san(&turn.text));
    text.unwrap_or_else(|| turn.text.clone())
}

/// Formats a score from White's side.
fn score_text(score: protocol::InfoScore, white: bool) -> String {
    let sign = if white { 1 } else { -1 };
    match score {
        protocol::InfoScore::Centipawns(value) => {
            format!("{:+.2}", f64::from(sign * value) / 100.0)
        }
        protocol::InfoScore::Mate(moves) => {
            let wins = (moves > 0) == white;
            format!("{} mates in {}", if wins { "White" } else { "Black" }, moves.abs())
        }
    }
}

/// Returns the squares of a turn's first step.
fn first_path(turn: &Turn) -> Vec<String> {
    let Some(BoardMove::Piece(first)) = turn.moves.first() else { return Vec::new() };
    let name = |square: protocol::BoardSquare| {
        format!("{}{}", char::from(b'a' + square.file), square.rank + 1)
    };
    let from = first.legs.first().map(|leg| name(leg.from));
    from.into_iter().chain(first.legs.iter().map(|leg| name(leg.to))).collect()
}
