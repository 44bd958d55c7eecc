//! The game that the engine keeps for its GUI: whose turn it is on the board, which side the
//! engine plays, and on what clock.
//!
//! Commands change what is so; then [`Session::act`] does what follows from it: it passes, sends
//! the next part of a turn, thinks, ponders or analyses.

mod analysis;
mod clock;
mod moves;
mod targets;
mod think;
mod verdict;

use std::collections::VecDeque;

use protocol::{BoardMove, Command, GameCommand, GameEvent, Square, Turn};
use variants::{AnyGame, Color};

use super::Session;
use crate::options;
use crate::record::Record;
use crate::task::Purpose;

use clock::Clock;

use verdict::Verdict;

/// What the engine does in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    /// It checks moves, and plays neither side.
    #[default]
    Neither,
    /// It plays that side.
    Plays(Color),
    /// It shows what it thinks of each position.
    Analyzes,
}

/// Everything about the game but the position, which is the session's.
#[derive(Debug)]
pub struct Keeper {
    /// Whether a GUI has left the game to the engine.
    begun: bool,
    role: Role,
    record: Record,
    clock: Clock,
    verdict: Verdict,
    /// Whether to think on the other side's time.
    ponder: bool,
    /// Whether to show what is thought.
    post: bool,
    /// Whether the engine moves when it is its turn: not before a move or `go` says so.
    armed: bool,
    paused: bool,
    /// Whether a result was told, by either side.
    over: bool,
    /// Whether the other side is a program too.
    computer: bool,
    /// Why the position that the GUI has cannot be played; it is not the session's then.
    unplayable: Option<String>,
    /// The parts of the engine's turn that are to be sent yet.
    rest: VecDeque<BoardMove>,
    /// The turn that is expected in answer to the engine's last.
    expected: Option<Turn>,
    /// Turns that the analysis leaves out.
    excluded: Vec<String>,
    /// The best turn that the analysis has found.
    best: Option<Turn>,
    /// The squares that the user has clicked to enter a move.
    way: Vec<Square>,
}

impl Keeper {
    /// A game that nobody plays yet.
    pub fn new(game: &AnyGame) -> Self {
        Keeper {
            begun: false,
            role: Role::Neither,
            record: Record::new(game.side()),
            clock: Clock::default(),
            verdict: Verdict::default(),
            ponder: false,
            post: false,
            armed: false,
            paused: false,
            over: false,
            computer: false,
            unplayable: None,
            rest: VecDeque::new(),
            expected: None,
            excluded: Vec::new(),
            best: None,
            way: Vec::new(),
        }
    }

    /// Goes over to another position; `first` moves first on the GUI's board.
    fn set_up(&mut self, first: Color) {
        self.record = Record::new(first);
        self.verdict = Verdict::default();
        self.unplayable = None;
        self.moved_on();
        self.armed = false;
    }

    /// Forgets what belonged to the position before.
    fn moved_on(&mut self) {
        self.over = false;
        self.rest.clear();
        self.expected = None;
        self.excluded.clear();
        self.way.clear();
    }

    /// Whether a GUI has left the game to the engine.
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// The turn that is pondered on.
    pub fn expected(&self) -> Option<&Turn> {
        self.expected.as_ref()
    }

    /// Takes all moves back, for tests.
    #[cfg(test)]
    pub fn rewind(&mut self, game: &mut AnyGame) -> bool {
        self.record.take_back(game, self.record.len())
    }

    /// Does nothing by itself any more.
    pub fn retire(&mut self) {
        self.role = Role::Neither;
        self.armed = false;
    }

    /// Whether what a search tells is to be shown.
    pub fn shows(&self, purpose: Option<Purpose>) -> bool {
        match purpose {
            Some(Purpose::Move | Purpose::Ponder) => self.post,
            Some(Purpose::Hint) => false,
            _ => true,
        }
    }
}

/// What a command means for a search that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timing {
    /// Nothing: it is done at once.
    Now,
    /// It waits for the engine's move; any other search is broken off for it.
    AfterMove,
    /// Whatever is searched is broken off.
    BreakOff,
}

impl Session {
    /// Does what a GUI asks that leaves the game to the engine.
    pub(super) fn game_command(&mut self, command: GameCommand) {
        match self.timing(&command) {
            Timing::Now => self.obey(command),
            Timing::AfterMove => self.defer(Command::Game(command)),
            Timing::BreakOff => {
                self.break_off();
                // Before what waits already: that came later.
                self.waiting.push_front(Command::Game(command));
            }
        }
    }

    /// When to do a command, given what runs.
    fn timing(&mut self, command: &GameCommand) -> Timing {
        use GameCommand as C;
        let Some(task) = &self.task else { return Timing::Now };
        let purpose = task.purpose();
        let moving = purpose == Some(Purpose::Move);
        let analysing = purpose == Some(Purpose::Analysis);
        match command {
            C::Post(_)
            | C::Level(_)
            | C::MoveTime(_)
            | C::Depth(_)
            | C::NodeRate(_)
            | C::Clock(_)
            | C::OpponentClock(_)
            | C::OfferDraw
            | C::Ponder(true)
            | C::MoveNow
            | C::Status
            | C::Computer
            | C::Hint
            | C::Book
            | C::Lift(_)
            | C::Put(_)
            | C::Resume => Timing::Now,
            C::Ping(_) if matches!(purpose, Some(Purpose::Ponder | Purpose::Analysis)) => {
                Timing::Now
            }
            C::Ping(_) => Timing::AfterMove,
            C::Memory(_) | C::Cores(_) if moving => Timing::AfterMove,
            C::Exclude(_) | C::Include(_) | C::Exit if !analysing => Timing::Now,
            C::Ponder(false) if purpose != Some(Purpose::Ponder) => Timing::Now,
            // A move in the engine's own time is refused, and does not disturb it.
            C::Move(_) | C::Go if moving => Timing::Now,
            C::Move(text) if self.is_expected(text) => Timing::Now,
            _ => Timing::BreakOff,
        }
    }

    /// Does a command; nothing is searched that it would have to wait for.
    fn obey(&mut self, command: GameCommand) {
        use GameCommand as C;
        match command {
            C::Begin => self.keeper.begun = true,
            C::New => self.new_game(),
            C::Variant(name) => self.choose_variant(&name),
            C::SetBoard(fen) => self.set_board(&fen),
            C::Edit(changes) => self.edit(&changes),
            C::Force => self.take_role(Role::Neither),
            C::Go => {
                self.take_role(Role::Plays(self.keeper.record.board_side()));
                self.keeper.armed = true;
                self.keeper.over = false;
            }
            C::PlayOther => {
                self.take_role(Role::Plays(!self.keeper.record.board_side()));
                self.keeper.armed = true;
            }
            C::Move(text) => self.hear_move(&text),
            C::Computer => self.keeper.computer = true,
            C::MoveNow => {
                if self.purpose() == Some(Purpose::Move) {
                    self.stop();
                }
            }
            C::TakeBack { moves } => self.take_back(moves as usize),
            C::Level(level) => self.keeper.clock.set_level(level),
            C::MoveTime(ms) => self.keeper.clock.set_move_time(ms),
            C::Depth(depth) => self.keeper.clock.set_depth(depth),
            C::NodeRate(rate) => self.keeper.clock.set_node_rate(rate),
            C::Clock(ms) => self.keeper.clock.set_left(ms),
            C::OpponentClock(_) => {}
            C::Ping(text) => {
                self.prepare(|session| session.tell(GameEvent::Pong(text)));
            }
            C::OfferDraw => self.consider_draw(),
            C::Result { .. } => {
                self.keeper.over = true;
                self.keeper.armed = false;
            }
            C::Ponder(on) => self.keeper.ponder = on,
            C::Post(on) => self.keeper.post = on,
            C::Analyze => self.take_role(Role::Analyzes),
            C::Status => self.tell_status(),
            C::Exit => {
                if self.keeper.role == Role::Analyzes {
                    self.take_role(Role::Neither);
                }
            }
            C::Exclude(mv) => self.exclude(mv.as_deref()),
            C::Include(mv) => self.include(mv.as_deref()),
            C::Hint => self.hint(),
            C::Book => self.tell(GameEvent::Book(vec!["there is no opening book".to_owned()])),
            C::Memory(megabytes) => {
                self.set_option(options::HASH, Some(options::hash(megabytes).to_string()));
            }
            C::Cores(cores) => {
                self.set_option(options::THREADS, Some(options::threads(cores).to_string()));
            }
            C::Pause => self.keeper.paused = true,
            C::Resume => self.keeper.paused = false,
            C::Lift(square) => self.lift(&square),
            C::Put(square) => self.put(&square),
        }
    }

    fn take_role(&mut self, role: Role) {
        self.keeper.role = role;
        self.keeper.armed = false;
        self.keeper.rest.clear();
        self.keeper.expected = None;
    }

    pub(super) fn tell(&mut self, event: GameEvent) {
        self.send(&protocol::Event::Game(event));
    }

    /// What the search that runs is for.
    pub(super) fn purpose(&self) -> Option<Purpose> {
        self.task.as_ref().and_then(crate::task::Task::purpose)
    }

    /// Does what follows from where the game stands. It may be called at any time.
    pub(super) fn act(&mut self) {
        let busy = self.task.is_some() || self.background.is_some();
        if busy || self.keeper.paused || self.keeper.unplayable.is_some() {
            return;
        }
        match self.keeper.role {
            Role::Neither => {}
            Role::Analyzes => self.analyze(),
            Role::Plays(side) if self.keeper.armed && !self.keeper.over => self.act_for(side),
            Role::Plays(_) => {}
        }
    }

    fn act_for(&mut self, side: Color) {
        if self.keeper.record.board_side() != side {
            if self.keeper.ponder && self.keeper.rest.is_empty() {
                self.ponder();
            }
        } else if self.game.side() != side {
            // The other side's turn goes on.
            self.make(&BoardMove::Pass);
        } else if let Some(part) = self.keeper.rest.pop_front() {
            self.make(&part);
        } else {
            self.think(side);
        }
    }
}
