//! Game state for GUIs that leave the game to the engine: the side to move on the board, the
//! engine's side, and its clock.
//!
//! Commands change this state; then [`Session::act`] carries out the consequences: it passes, sends
//! the next part of a turn, searches, ponders or analyses.

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

/// Role of the engine in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    /// Checks moves, and plays neither side.
    #[default]
    Neither,
    /// Plays that side.
    Plays(Color),
    /// Analyses each position.
    Analyzes,
}

/// State of the game except the position, which is the session's.
#[derive(Debug)]
pub struct Keeper {
    /// Whether a GUI has left the game to the engine.
    begun: bool,
    role: Role,
    record: Record,
    clock: Clock,
    verdict: Verdict,
    /// Whether to ponder.
    ponder: bool,
    /// Whether to send search information.
    post: bool,
    /// Whether the engine moves when its side is to move: not before a move or `go`.
    armed: bool,
    paused: bool,
    /// Whether either side has reported a result.
    over: bool,
    /// Whether the opponent is an engine.
    computer: bool,
    /// Reason why the GUI's position cannot be played; the session has another one then.
    unplayable: Option<String>,
    /// Parts of the engine's turn that are not sent yet.
    rest: VecDeque<BoardMove>,
    /// Expected reply to the engine's last turn.
    expected: Option<Turn>,
    /// Turns excluded from the analysis.
    excluded: Vec<String>,
    /// Best turn of the analysis so far.
    best: Option<Turn>,
    /// Squares that the user has clicked to enter a move.
    way: Vec<Square>,
}

impl Keeper {
    /// Returns the state of a game that has not begun.
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

    /// Switches to another position; `first` moves first on the GUI's board.
    fn set_up(&mut self, first: Color) {
        self.record = Record::new(first);
        self.verdict = Verdict::default();
        self.unplayable = None;
        self.moved_on();
        self.armed = false;
    }

    /// Clears state of the previous position.
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

    /// Returns the ponder turn.
    pub fn expected(&self) -> Option<&Turn> {
        self.expected.as_ref()
    }

    /// Takes all moves back, for tests.
    #[cfg(test)]
    pub fn rewind(&mut self, game: &mut AnyGame) -> bool {
        self.record.take_back(game, self.record.len())
    }

    /// Stops acting without a command.
    pub fn retire(&mut self) {
        self.role = Role::Neither;
        self.armed = false;
    }

    /// Whether the information of a search is sent.
    pub fn shows(&self, purpose: Option<Purpose>) -> bool {
        match purpose {
            Some(Purpose::Move | Purpose::Ponder) => self.post,
            Some(Purpose::Hint) => false,
            _ => true,
        }
    }
}

/// Effect of a command on the current search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timing {
    /// None: the command is done at once.
    Now,
    /// The command waits for the engine's move; any other search is aborted for it.
    AfterMove,
    /// Any search is aborted.
    BreakOff,
}

impl Session {
    /// Handles a command of a GUI that leaves the game to the engine.
    pub(super) fn game_command(&mut self, command: GameCommand) {
        match self.timing(&command) {
            Timing::Now => self.obey(command),
            Timing::AfterMove => self.defer(Command::Game(command)),
            Timing::BreakOff => {
                self.break_off();
                // Before the queued commands: those came later.
                self.waiting.push_front(Command::Game(command));
            }
        }
    }

    /// Returns the timing of a command, given the current task.
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
            // A move during the engine's search for its own is refused, and does not interrupt it.
            C::Move(_) | C::Go if moving => Timing::Now,
            C::Move(text) if self.is_expected(text) => Timing::Now,
            _ => Timing::BreakOff,
        }
    }

    /// Executes a command, when no search is in its way.
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
            C::Book => self.tell(GameEvent::Book(vec!["no opening book".to_owned()])),
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

    /// Returns the purpose of the current search.
    pub(super) fn purpose(&self) -> Option<Purpose> {
        self.task.as_ref().and_then(crate::task::Task::purpose)
    }

    /// Carries out the consequences of the game's state. It may be called at any time.
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
            // The opponent's turn continues.
            self.make(&BoardMove::Pass);
        } else if let Some(part) = self.keeper.rest.pop_front() {
            self.make(&part);
        } else {
            self.think(side);
        }
    }
}
