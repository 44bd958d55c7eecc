//! Commands of the game, and their consequences.

use protocol::{BoardMove, Command, GameCommand, GameEvent};
use variants::Color;

use super::CecpGame;
use super::mode::Activity;
use crate::options;
use crate::session::Session;
use crate::task::{Purpose, Task};

/// Changes of the mode that end the engine's turn.
impl CecpGame {
    fn force(&mut self) {
        self.mode.force();
        self.clear_plan();
    }

    fn go(&mut self) {
        self.mode.go(self.record.board_side());
        self.clear_plan();
    }

    fn play_other(&mut self) {
        self.mode.play_other(self.record.board_side());
        self.clear_plan();
    }

    fn analyze(&mut self) {
        self.mode.analyze();
        self.clear_plan();
    }

    fn exit(&mut self) {
        if self.mode.exit() {
            self.clear_plan();
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
    AbortSearch,
}

impl Session {
    /// Handles a command of a GUI that leaves the game to the engine.
    pub(in crate::session) fn game_command(&mut self, command: GameCommand) {
        match self.timing(&command) {
            Timing::Now => self.execute_game_command(command),
            Timing::AfterMove => self.defer(Command::Game(command)),
            Timing::AbortSearch => {
                self.abort_search();
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
            _ => Timing::AbortSearch,
        }
    }

    /// Executes a command, when no search is in its way.
    fn execute_game_command(&mut self, command: GameCommand) {
        use GameCommand as C;
        match command {
            C::Begin => self.cecp.settings.is_cecp = true,
            C::New => self.new_game(),
            C::Variant(name) => self.choose_variant(&name),
            C::SetBoard(fen) => self.set_board(&fen),
            C::Edit(changes) => self.edit(&changes),
            C::Force => self.cecp.force(),
            C::Go => self.cecp.go(),
            C::PlayOther => self.cecp.play_other(),
            C::Move(text) => self.handle_move(&text),
            C::Computer => self.cecp.settings.computer = true,
            C::MoveNow => {
                if self.purpose() == Some(Purpose::Move) {
                    self.stop();
                }
            }
            C::TakeBack { moves } => self.take_back(moves as usize),
            C::Level(level) => self.cecp.clock.set_level(level),
            C::MoveTime(ms) => self.cecp.clock.set_move_time(ms),
            C::Depth(depth) => self.cecp.clock.set_depth(depth),
            C::NodeRate(rate) => self.cecp.clock.set_node_rate(rate),
            C::Clock(ms) => self.cecp.clock.set_remaining(ms),
            C::OpponentClock(_) => {}
            C::Ping(text) => {
                self.prepare(|session| session.send_game_event(GameEvent::Pong(text)));
            }
            C::OfferDraw => self.consider_draw(),
            C::Result { .. } => self.cecp.mode.end_game(),
            C::Ponder(on) => self.cecp.settings.ponder = on,
            C::Post(on) => self.cecp.settings.post = on,
            C::Analyze => self.cecp.analyze(),
            C::Status => self.report_status(),
            C::Exit => self.cecp.exit(),
            C::Exclude(mv) => self.exclude(mv.as_deref()),
            C::Include(mv) => self.include(mv.as_deref()),
            C::Hint => self.hint(),
            C::Book => self.send_game_event(GameEvent::Book(vec!["no opening book".to_owned()])),
            C::Memory(megabytes) => {
                self.set_option(options::HASH, Some(megabytes.to_string()));
            }
            C::Cores(cores) => {
                self.set_option(options::THREADS, Some(options::threads(cores).to_string()));
            }
            C::Pause => self.cecp.mode.pause(),
            C::Resume => self.cecp.mode.resume(),
            C::Lift(square) => self.lift(&square),
            C::Put(square) => self.put(&square),
        }
    }

    pub(in crate::session) fn send_game_event(&mut self, event: GameEvent) {
        self.send(&protocol::Event::Game(event));
    }

    /// Returns the purpose of the current search.
    pub(in crate::session) fn purpose(&self) -> Option<Purpose> {
        self.task.as_ref().and_then(Task::purpose)
    }

    /// Carries out the consequences of the game's state. It may be called at any time.
    pub(in crate::session) fn advance(&mut self) {
        if self.task.is_some() || self.background.is_some() {
            return;
        }
        match self.cecp.mode.activity() {
            None => {}
            Some(Activity::Analyze) => self.analyze(),
            Some(Activity::Play(side)) => self.play_for(side),
        }
    }

    fn play_for(&mut self, side: Color) {
        if self.cecp.record.board_side() != side {
            if self.cecp.settings.ponder && self.cecp.unsent.is_empty() {
                self.ponder();
            }
        } else if self.game.side() != side {
            // The opponent's turn continues.
            self.make_move(&BoardMove::Pass);
        } else if let Some(part) = self.cecp.unsent.pop_front() {
            self.make_move(&part);
        } else {
            self.think(side);
        }
    }
}
