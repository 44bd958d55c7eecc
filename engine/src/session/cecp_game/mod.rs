//! Game of a GUI that leaves the game to the engine (CECP): its mode, the side to move on the board,
//! the engine's clock, and the settings that come with it.
//!
//! Commands change this state (`commands`); then `Session::advance` carries out the consequences: it
//! passes, sends the next part of a turn, searches, ponders or analyses.

mod analysis;
mod clock;
mod commands;
mod mode;
mod moves;
mod resign;
mod targets;
mod think;

use std::collections::VecDeque;

use protocol::{BoardMove, BoardSquare, Turn};
use variants::{AnyGame, Color};

use crate::record::Record;
use crate::task::Purpose;

use clock::EngineClock;
use mode::ModeMachine;
use resign::RecentScores;

/// State of the game except the position, which is the session's.
#[derive(Debug)]
pub struct CecpGame {
    mode: ModeMachine,
    settings: GuiSettings,
    record: Record,
    clock: EngineClock,
    scores: RecentScores,
    /// Parts of the engine's turn that are not sent yet.
    unsent: VecDeque<BoardMove>,
    /// Expected reply to the engine's last turn.
    expected: Option<Turn>,
    /// Turns excluded from searches of the position.
    excluded: Vec<String>,
    /// Best turn of the analysis so far.
    best: Option<Turn>,
    /// Squares that the user has clicked to enter a move.
    clicks: Vec<BoardSquare>,
}

/// Settings of the GUI, which no event of the game changes but `new`.
#[derive(Clone, Copy, Debug, Default)]
struct GuiSettings {
    /// Whether the GUI leaves the game to the engine.
    is_cecp: bool,
    /// Whether to ponder.
    ponder: bool,
    /// Whether to send search information.
    post: bool,
    /// Whether the opponent is an engine, until the next game.
    computer: bool,
}

impl CecpGame {
    /// Returns the state of a game in force mode.
    pub fn new(game: &AnyGame) -> Self {
        CecpGame {
            mode: ModeMachine::default(),
            settings: GuiSettings::default(),
            record: Record::new(game.side()),
            clock: EngineClock::default(),
            scores: RecentScores::default(),
            unsent: VecDeque::new(),
            expected: None,
            excluded: Vec::new(),
            best: None,
            clicks: Vec::new(),
        }
    }

    /// Switches to another position; `first` moves first on the GUI's board.
    fn set_up(&mut self, first: Color) {
        self.record = Record::new(first);
        self.scores = RecentScores::default();
        self.clear_plan();
        self.clear_input();
        self.mode.set_up();
    }

    /// Clears the engine's turn and the expected reply.
    fn clear_plan(&mut self) {
        self.unsent.clear();
        self.expected = None;
    }

    /// Clears what the user has entered at the previous position.
    fn clear_input(&mut self) {
        self.excluded.clear();
        self.clicks.clear();
    }

    /// Whether the GUI leaves the game to the engine.
    pub fn is_active(&self) -> bool {
        self.settings.is_cecp
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
    pub fn stop_playing(&mut self) {
        self.mode.force();
    }

    /// Whether the information of a search is sent.
    pub fn shows(&self, purpose: Option<Purpose>) -> bool {
        match purpose {
            Some(Purpose::Move | Purpose::Ponder) => self.settings.post,
            Some(Purpose::Hint) => false,
            _ => true,
        }
    }
}
