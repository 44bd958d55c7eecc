//! The room: the table, the engine and the connected pages.

mod analysis;
mod followed;
mod searching;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use engine::causes::with_causes;
use engine::endings::Endings;
use engine::library::Library;
use engine::strength::random_seed;
use search::{Control, Engine, EngineError};
use thiserror::Error;
use tokio::sync::broadcast;

use crate::definitions::Definitions;
use crate::describe::rules_of;
use crate::limits;
use crate::messages::{Event, Request};
use crate::opponent::{self, Job};
use crate::resume::{First, ResumeError, first_game, first_setup};
use crate::saved::{Saved, pgn, time_of_day};
use crate::setup::Setup;
use crate::table::{Table, TableError};
use crate::tree::{NodeId, Tree};

use followed::FollowedFiles;

/// Time between two notes of a running clock on the disk: so much may be lost with the program.
const NOTED_CLOCK: Duration = Duration::from_secs(3);
/// Most lines of an analysis.
const MAX_LINES: u8 = 5;
/// Events that a slow page may be behind.
const BACKLOG: usize = 64;

/// Definition files that a board follows.
#[derive(Clone, Debug)]
pub struct Follow {
    /// Paths of the files.
    pub paths: Vec<PathBuf>,
    /// Settings of their first game, where none is given to begin with; its name is filled in.
    pub first: Setup,
}

/// Settings of a room.
#[derive(Debug)]
pub struct Settings {
    /// Games to choose from; with files to follow, they are read instead.
    pub library: Library,
    /// Definition files to follow.
    pub follow: Option<Follow>,
    /// Folder of the games; `None`: they are not kept.
    pub folder: Option<PathBuf>,
    /// Threads of the engine.
    pub threads: usize,
    /// Transposition table, in MB.
    pub hash: usize,
    /// Endgame tables, by which the engine plays and the values of positions are shown.
    pub endings: Arc<Endings>,
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
    /// Games' folder or first game that cannot be used.
    #[error(transparent)]
    Resume(#[from] ResumeError),
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
    library: Library,
    /// Definition files, if the board follows some.
    followed: Option<FollowedFiles>,
    running: Option<Running>,
    /// The moves as a tree.
    tree: Tree,
    /// The tree as it was last sent to the pages.
    sent: Tree,
    /// Id of the table whose game was last described to the pages.
    described: u64,
    /// Lines of the analysis; 0: none.
    lines: u8,
    /// Position of the tree to analyse; `None` for the present one.
    analysed: Option<NodeId>,
    next: u64,
    /// The engine's last score, in centipawns for its side.
    score: Option<i32>,
    /// Random seed of moves below full strength, in this game.
    seed: u64,
    /// Time of the last note of the clocks on the disk.
    clocks_noted: Duration,
}

/// Room with one table.
pub struct Room {
    definitions: Option<Mutex<Definitions>>,
    begin: Instant,
    saved: Option<Saved>,
    endings: Arc<Endings>,
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
        let Settings { mut library, follow, folder, threads, hash, endings, mut setup } = settings;
        let engine = Engine::new(threads, hash)?;
        let saved = folder.as_deref().map(Saved::open).transpose().map_err(ResumeError::from)?;
        let mut placeholder = first_setup();
        let mut followed = None;
        let definitions = follow.map(|follow| {
            let opening = followed::open(follow, setup.take(), saved.as_ref());
            library = opening.library;
            setup = opening.setup;
            placeholder = opening.placeholder;
            followed = Some(opening.followed);
            Mutex::new(opening.definitions)
        });
        let First { table, tree, replayed } =
            first_game(setup, placeholder, saved.as_ref(), &library)?;
        if let (Some(followed), Some(replayed)) = (&mut followed, replayed) {
            followed.view.text = followed::replay_text(&replayed);
        }
        let state = State {
            table,
            sent: tree.clone(),
            described: 0,
            tree,
            analysed: None,
            library,
            followed,
            running: None,
            lines: 0,
            next: 2,
            score: None,
            seed: random_seed(),
            clocks_noted: Duration::ZERO,
        };
        let room = Arc::new(Room {
            definitions,
            begin: Instant::now(),
            saved,
            endings: endings.clone(),
            state: Mutex::new(state),
            jobs: OnceLock::new(),
            events: broadcast::channel(BACKLOG).0,
        });
        let jobs = opponent::start(Arc::downgrade(&room), engine, endings);
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

    /// Returns the present state for a new page, and the events after that.
    pub(crate) fn join(&self) -> (Vec<Arc<str>>, broadcast::Receiver<Arc<str>>) {
        let state = self.state();
        let games = followed::games_event(&state);
        let files = followed::definitions_event(&state);
        let tree = Event::Tree(Box::new(state.sent.clone()));
        let game = followed::game_event(&state);
        let first = [Some(games), files, Some(game), Some(tree), Some(self.table_event(&state))];
        (first.iter().flatten().map(text).collect(), self.events.subscribe())
    }

    fn table_event(&self, state: &State) -> Event {
        let thinking = state.running.as_ref().is_some_and(|job| job.purpose == Purpose::Play);
        let mut view = state.table.view(self.now(), thinking);
        view.add_value(state.table.game(), &self.endings);
        Event::Table(Box::new(view))
    }

    fn broadcast(&self, event: &Event) {
        // There may be no page.
        let _ = self.events.send(text(event));
    }

    /// Handles a request of a page. Returns an answer for that page alone.
    pub(crate) fn handle(&self, request: Request) -> Option<Event> {
        let mut guard = self.state();
        let state = &mut *guard;
        let now = self.now();
        let refused = |error: TableError| Some(Event::Refused { text: with_causes(&error) });
        let table = &mut state.table;
        let done = match request {
            Request::New { setup } => return self.renew(state, setup).err().and_then(refused),
            Request::Move { text } if table.is_engine_to_move() => {
                let text = format!("it is the engine's turn: '{text}' was not played");
                return Some(Event::Refused { text });
            }
            Request::Move { text } => table.play(&text, now),
            Request::Explain { text, node, steps } => {
                return Some(Event::Refused { text: analysis::reason(state, node, &steps, &text) });
            }
            Request::UndoStep => table.undo_step(),
            Request::Takeback => table.take_back(now),
            Request::Resign => table.resign(now),
            Request::Draw => return self.offer_draw(state, now),
            Request::Hint => {
                self.search(state, Purpose::Hint);
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
            Request::Analyse { lines, node } => {
                state.analysed = node.filter(|&node| state.tree.path(node).is_some());
                state.lines = lines.min(MAX_LINES);
                self.stop(state);
                self.broadcast(&Event::Analysis { lines: state.lines, node: state.analysed });
                self.go_on(state);
                return None;
            }
            Request::Rules => {
                let html = rules_of(table.variant().definition());
                return html.map(|html| Event::Rules { html });
            }
            Request::Pgn => {
                let text = pgn(&table.stored(now), table, &state.tree);
                return Some(Event::Pgn { text });
            }
            Request::Earlier => {
                return Some(match self.saved.as_ref().map(Saved::earlier).transpose() {
                    Ok(text) => Event::Earlier { text: text.unwrap_or_default() },
                    Err(error) => Event::Refused { text: with_causes(&error) },
                });
            }
            request => return self.handle_tree(state, request),
        };
        match done {
            Ok(()) => {
                self.changed(state);
                None
            }
            Err(error) => refused(error),
        }
    }

    /// Starts a new game.
    fn renew(&self, state: &mut State, setup: Setup) -> Result<(), TableError> {
        let now = self.now();
        let setup = setup.with_array(&state.library);
        let table = Table::new(setup, &state.library, state.next, time_of_day(), now)?;
        let tree = Tree::new(&table.began);
        self.replace(state, table, tree);
        Ok(())
    }

    /// Puts another game on the board. The old one is kept among the others.
    fn replace(&self, state: &mut State, table: Table, tree: Tree) {
        state.next += 1;
        self.keep(state);
        self.forget_replay(state);
        (state.table, state.tree) = (table, tree);
        (state.score, state.analysed) = (None, None);
        state.seed = random_seed();
        self.changed(state);
    }

    fn offer_draw(&self, state: &mut State, now: Duration) -> Option<Event> {
        let agreed = limits::accepts_draw(&state.table, state.score);
        if !agreed {
            return Some(Event::Refused { text: "The engine declines the draw.".to_owned() });
        }
        match state.table.agree_draw(now) {
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
        self.grow(state);
        if let Some(saved) = &self.saved
            && let Err(error) = saved.update(&mut state.table, &state.tree, self.now())
        {
            self.warn(format!("the game is not on disk: {}", with_causes(&error)));
        }
        self.go_on(state);
        if state.described != state.table.id {
            state.described = state.table.id;
            self.broadcast(&followed::game_event(state));
        }
        self.broadcast_tree(state);
        let event = self.table_event(state);
        self.broadcast(&event);
    }

    /// Sends what has changed in the tree of moves.
    fn broadcast_tree(&self, state: &mut State) {
        match state.tree.change_from(&state.sent) {
            Some(change) if change.is_empty(&state.sent) => return,
            Some(change) => self.broadcast(&Event::TreeChange(Box::new(change))),
            None => self.broadcast(&Event::Tree(Box::new(state.tree.clone()))),
        }
        state.sent.clone_from(&state.tree);
    }

    /// Keeps the game, which leaves the board, among the others.
    fn keep(&self, state: &mut State) {
        if let Some(saved) = &self.saved
            && let Err(error) = saved.keep(&mut state.table, &state.tree, self.now())
        {
            self.warn(format!("the last game is not among the others: {}", with_causes(&error)));
        }
    }

    /// Reports a fault to all pages and to the log.
    fn warn(&self, text: String) {
        log::error!("{text}");
        self.broadcast(&Event::Warning { text });
    }

    /// Ends the game if a clock has run out, and notes the clocks on the disk now and then: to be called
    /// regularly.
    pub(crate) fn tick(&self) {
        let mut state = self.state();
        let now = self.now();
        if state.table.flag(now) {
            self.changed(&mut state);
        } else if now.saturating_sub(state.clocks_noted) >= NOTED_CLOCK {
            state.clocks_noted = now;
            self.note_clocks(&state.table);
        }
    }

    /// Notes the clocks on the disk before the program ends; a busy room does not hold up the end.
    pub(crate) fn end(&self) {
        if let Ok(state) = self.state.try_lock() {
            self.note_clocks(&state.table);
        }
    }

    fn note_clocks(&self, table: &Table) {
        if let Some(saved) = self.saved.as_ref().filter(|_| table.is_running())
            && let Err(error) = saved.write_running(table, self.now())
        {
            log::error!("the clocks are not on disk: {}", with_causes(&error));
        }
    }
}

fn text(event: &Event) -> Arc<str> {
    serde_json::to_string(event).unwrap_or_default().into()
}
