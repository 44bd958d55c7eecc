//! A game played by typed lines.

mod lists;
mod think;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::causes::with_causes;
use engine::endings::Endings;
use engine::library::Library;
use engine::strength::{LEVELS, random_seed};
use protocol::text::printable;
use search::Engine;

use super::columns::{columns, wrap};
use super::command::Command;
use super::complete::Completions;
use super::moves::{legal, ways_on};
use super::screen::{Window, screen};
use super::thinker::Thinker;
use crate::resume::{First, ResumeError, first_game, first_setup};
use crate::room::{RoomError, Settings};
use crate::saved::{Saved, add_to_file, pgn, time_of_day};
use crate::setup::{Players, Setup};
use crate::table::{Table, TableError};
use crate::tree::Tree;
use crate::{limits, saved};

use lists::help;

/// Longest beginning of a turn in the prompt.
const SHOWN_STEPS: usize = 24;

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next line is read.
    Continue,
    /// The board is left.
    Quit,
}

/// A game in a terminal.
pub struct Console {
    library: Library,
    endings: Arc<Endings>,
    saved: Option<Saved>,
    table: Table,
    /// The moves as a tree, with what was noted in the browser.
    tree: Tree,
    thinker: Thinker,
    begin: Instant,
    /// Random seed of moves below full strength, in this game.
    seed: u64,
    /// The engine's last score, in centipawns for its side.
    score: Option<i32>,
    window: Window,
    is_flipped: bool,
    /// Beginning of a multi-jump that has to be completed.
    begun: Option<String>,
    /// Whether the engine waits for `go`, although it is its turn.
    is_held: bool,
    /// Whether the last command was `resign`, which is asked for twice.
    is_resigning: bool,
    interrupt: Arc<AtomicBool>,
}

impl Console {
    /// Opens a board: with the given game, the one that was running, or chess. Setting `interrupt`
    /// stops a search.
    ///
    /// # Errors
    /// When the engine, the folder or the game cannot be set up.
    pub fn open(
        settings: Settings,
        window: Window,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Self, RoomError> {
        let Settings { library, folder, threads, hash, endings, setup, .. } = settings;
        let engine = Engine::new(threads, hash)?;
        let saved = folder.as_deref().map(Saved::open).transpose().map_err(ResumeError::from)?;
        let First { table, tree, .. } = first_game(setup, first_setup(), saved.as_ref(), &library)?;
        let is_flipped = table.setup.engine == Players::White;
        Ok(Console {
            library,
            endings: endings.clone(),
            saved,
            table,
            tree,
            thinker: Thinker::start(engine, endings).map_err(RoomError::Thread)?,
            begin: Instant::now(),
            seed: random_seed(),
            score: None,
            window,
            is_flipped,
            begun: None,
            is_resigning: false,
            is_held: false,
            interrupt,
        })
    }

    /// Sets the window's size.
    pub fn set_window(&mut self, window: Window) {
        self.window = window;
    }

    /// Greets the player, shows the board, and lets the engine move if it begins.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn greet(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.say("Type a move, `moves` for the legal ones, or `help`.", out)?;
        if self.table.is_engine_to_move() {
            self.changed(out)
        } else {
            self.store(out)?;
            self.show(out)
        }
    }

    /// Prompt of the next line.
    pub fn prompt(&self) -> String {
        if self.table.end.is_some() {
            return "over> ".to_owned();
        }
        let side = self.table.side().name();
        let steps = self.table.stored(self.now()).steps.into_iter().chain(self.begun.clone());
        let steps = steps.collect::<Vec<_>>().join(",");
        if steps.is_empty() {
            return format!("{side}> ");
        }
        let hidden = steps.chars().count().saturating_sub(SHOWN_STEPS);
        let dots = if hidden > 0 { "..." } else { "" };
        let shown: String = steps.chars().skip(hidden).collect();
        format!("{side} {dots}{shown}> ")
    }

    /// Words that the next line may have.
    pub fn completions(&self) -> Completions {
        let moves = legal(self.table.game(), &self.steps());
        let rest = |text: &String| match &self.begun {
            Some(begun) => text.strip_prefix(begun)?.strip_prefix(',').map(str::to_owned),
            None => Some(text.clone()),
        };
        let labels = moves.iter().filter_map(|(_, label)| label.clone());
        let texts = moves.iter().filter_map(|(text, _)| rest(text));
        Completions { moves: texts.chain(labels).collect(), games: self.library.names() }
    }

    /// Carries out a typed line.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn enter(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Flow> {
        // An interrupt during typing does not stop the next search.
        self.interrupt.store(false, Ordering::Relaxed);
        if self.table.flag(self.now()) {
            self.changed(out)?;
            return Ok(Flow::Continue);
        }
        match Command::parse(line) {
            Ok(Command::Quit) => {
                self.leave(out)?;
                return Ok(Flow::Quit);
            }
            Ok(command) => self.run(command, out)?,
            Err(error) => self.say(&error.to_string(), out)?,
        }
        Ok(Flow::Continue)
    }

    /// Stores the game before the program ends.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn leave(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.saved.is_some() && self.table.end.is_none() {
            // The clocks stand still in the meantime.
            if self.store(out)? {
                writeln!(out, "The game is kept; `menagerie play` goes on with it.")?;
            }
        }
        Ok(())
    }

    fn now(&self) -> Duration {
        self.begin.elapsed()
    }

    /// The legal steps as text, without the end of a turn.
    fn steps(&self) -> Vec<String> {
        let view = self.table.view(self.now(), false);
        view.position.steps.into_iter().map(|step| step.text).collect()
    }

    fn run(&mut self, command: Command<'_>, out: &mut dyn Write) -> io::Result<()> {
        let now = self.now();
        let is_sure = std::mem::take(&mut self.is_resigning);
        match command {
            Command::Empty | Command::Quit => Ok(()),
            Command::Move(text) => self.play(text, out),
            Command::Moves(begin) => self.list_moves(begin, out),
            Command::Undo => {
                let done = if self.begun.take().is_some() {
                    Ok(())
                } else {
                    // Steps of a turn go one by one.
                    self.table.undo_step().or_else(|_| self.table.take_back(now))
                };
                self.done(done, out)
            }
            Command::Hint => self.hint(out),
            Command::Level(None) => self.list_levels(out),
            Command::Level(Some(level)) => {
                self.table.setup.level = level;
                self.store(out)?;
                writeln!(out, "Level {level} ({}).", level_name(level))
            }
            Command::Save(path) => match add_to_file(Path::new(path), &self.table, &self.tree, now)
            {
                Ok(()) => writeln!(out, "The game is in {}.", printable(path)),
                Err(error) => self.say(&with_causes(&error), out),
            },
            Command::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show(out)
            }
            Command::Fen => writeln!(out, "{}", self.table.game().fen()),
            Command::SetUp(fen) => {
                let setup = Setup { fen: Some(fen.to_owned()), ..self.table.setup.clone() };
                self.renew(setup, out)
            }
            Command::New(game) => self.renew(self.next_setup(game), out),
            Command::Games => {
                write!(out, "{}", columns(&self.library.names(), self.window.width()))
            }
            Command::Engine(players) => {
                self.table.setup.engine = players;
                self.done(Ok(()), out)
            }
            Command::Go => self.go(out),
            Command::Pause => {
                self.table.pause(true, now);
                self.done(Ok(()), out)
            }
            Command::Draw => {
                if limits::accepts_draw(&self.table, self.score) {
                    let done = self.table.agree_draw(now);
                    self.done(done, out)
                } else {
                    writeln!(out, "The engine declines the draw.")
                }
            }
            Command::Resign if !is_sure && self.table.end.is_none() => {
                self.is_resigning = true;
                writeln!(out, "`resign` once more gives the game up.")
            }
            Command::Resign => {
                let done = self.table.resign(now);
                self.done(done, out)
            }
            Command::Board => self.show(out),
            Command::Rules => self.list_rules(out),
            Command::Pgn => {
                write!(out, "{}", pgn(&self.table.stored(now), &self.table, &self.tree))
            }
            Command::Help => help(out, self.window.width()),
        }
    }

    /// Stores and shows the game after a change, or says why there was none.
    fn done(&mut self, done: Result<(), TableError>, out: &mut dyn Write) -> io::Result<()> {
        match done {
            Ok(()) => {
                self.is_held = false;
                self.changed(out)
            }
            Err(error) => self.refuse(&error, out),
        }
    }

    fn refuse(&self, error: &TableError, out: &mut dyn Write) -> io::Result<()> {
        let text = with_causes(error);
        let hint = match error {
            TableError::Turn(_) => " (`moves` lists the legal ones, `help` the commands)",
            TableError::Ended => " (`new` begins another, `undo` takes a turn back)",
            TableError::Paused => " (`go` goes on)",
            _ => "",
        };
        self.say(&format!("{text}{hint}"), out)
    }

    /// Makes a typed move: a step, a whole turn, or the next jumps of a multi-jump.
    fn play(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.table.is_engine_to_move() {
            let text =
                "It is the engine's turn: `go` lets it move, `engine none` gives you its side.";
            return self.say(text, out);
        }
        let now = self.now();
        let whole = self.begun.as_ref().map(|begun| format!("{begun},{text}"));
        let tries = whole.iter().map(String::as_str).chain([text]);
        let mut failed = None;
        for text in tries {
            match self.table.play(text, now) {
                Ok(()) => {
                    self.begun = None;
                    return self.done(Ok(()), out);
                }
                Err(error @ TableError::Turn(_)) => {
                    if let Some((begin, ways)) = ways_on(self.table.game(), &self.steps(), text) {
                        return self.go_on_with(begin, &ways, out);
                    }
                    failed = failed.or(Some(error));
                }
                Err(error) => return self.refuse(&error, out),
            }
        }
        failed.map_or(Ok(()), |error| self.refuse(&error, out))
    }

    /// Completes a move that was begun, or lists the ways to do so.
    fn go_on_with(
        &mut self,
        begin: String,
        ways: &[String],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if let [only] = ways {
            self.begun = None;
            let done = self.table.play(only, self.now());
            return self.done(done, out);
        }
        writeln!(out, "{begin} goes on:")?;
        write!(out, "{}", columns(ways, self.window.width()))?;
        // Jumps are added one by one; a promotion is typed whole.
        let is_chain = ways.iter().all(|way| way[begin.len()..].starts_with(','));
        self.begun = is_chain.then_some(begin);
        Ok(())
    }

    /// Lets the engine move, also for the side of a person.
    fn go(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.table.end.is_some() {
            return self.refuse(&TableError::Ended, out);
        }
        let was_paused = self.table.paused;
        self.table.pause(false, self.now());
        self.is_held = false;
        if was_paused || self.table.is_engine_to_move() {
            return self.changed(out);
        }
        self.think(out)?;
        self.changed(out)
    }

    /// Stores the game, lets the engine move where it is its turn, and shows the board.
    fn changed(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.store(out)?;
        let mut shown = false;
        while self.table.is_engine_to_move() && !self.is_held {
            shown = self.think(out)?;
            if !shown {
                break;
            }
        }
        if shown { Ok(()) } else { self.show(out) }
    }

    /// Returns the settings of a new game: the same again, or another with the same players.
    fn next_setup(&self, game: Option<&str>) -> Setup {
        let old = self.table.setup.clone();
        match game {
            None => Setup { fen: None, ..old },
            Some(game) => {
                let (variant, size) = game.split_once(char::is_whitespace).unwrap_or((game, ""));
                let size = Some(size.trim().to_owned()).filter(|size| !size.is_empty());
                Setup { variant: variant.to_owned(), size, fen: None, ..old }
            }
        }
    }

    fn renew(&mut self, setup: Setup, out: &mut dyn Write) -> io::Result<()> {
        let now = self.now();
        let setup = setup.with_array(&self.library);
        match Table::new(setup, &self.library, self.table.id + 1, time_of_day(), now) {
            Ok(table) => {
                let tree = Tree::new(&table.began);
                let mut old = std::mem::replace(&mut self.table, table);
                let old_tree = std::mem::replace(&mut self.tree, tree);
                if let Some(saved) = &self.saved
                    && let Err(error) = saved.keep(&mut old, &old_tree, now)
                {
                    warn(&error, out)?;
                }
                self.score = None;
                self.begun = None;
                self.seed = random_seed();
                self.done(Ok(()), out)
            }
            Err(error) => self.refuse(&error, out),
        }
    }

    /// Stores the game; returns whether nothing was in the way.
    fn store(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let now = self.begin.elapsed();
        self.tree.follow(self.table.turn_views());
        match self.saved.as_ref().map(|saved| saved.update(&mut self.table, &self.tree, now)) {
            Some(Err(error)) => warn(&error, out).map(|()| false),
            _ => Ok(true),
        }
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut view = self.table.view(self.now(), false);
        view.add_value(self.table.game(), &self.endings);
        let turns: Vec<_> = self.table.turn_views().collect();
        let text = screen(&view, &turns, self.table.game(), &self.window, self.is_flipped);
        write!(out, "\n{text}")
    }

    /// Writes a message in lines of the window's width.
    fn say(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        for line in wrap(&printable(text), self.window.width() - 1) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

fn level_name(level: u8) -> &'static str {
    LEVELS.get(usize::from(level).saturating_sub(1)).copied().unwrap_or_default()
}

fn warn(error: &saved::SaveError, out: &mut dyn Write) -> io::Result<()> {
    let text = with_causes(error);
    log::error!("{text}");
    writeln!(out, "The game is not on disk: {}", printable(&text))
}
