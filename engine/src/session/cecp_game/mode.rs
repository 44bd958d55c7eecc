//! Mode of a game that the engine keeps, as a state machine.
//!
//! Each event of the game is a method, and each method is the only way to its transitions.

use variants::Color;

/// Status of the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum GameStatus {
    /// The game goes on.
    #[default]
    Open,
    /// Either side has reported a result, or the game has ended by its rules.
    Over,
    /// The GUI's position cannot be played, for this reason; the session has another position.
    Unplayable(String),
}

/// Mode of the engine. It plays in an open game only.
#[derive(Clone, Debug, PartialEq, Eq)]
enum EngineMode {
    /// Checks moves, and plays neither side.
    Force(GameStatus),
    /// Has a side, and waits for a move or `go`.
    Waiting(Color, GameStatus),
    /// Moves when its side is to move, and may ponder otherwise.
    Playing(Color),
    /// Analyses each position.
    Analyzing(GameStatus),
}

/// Activity of the engine when no search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Plays this side.
    Play(Color),
    /// Analyses the position.
    Analyze,
}

/// Mode of a game, and whether it is paused.
#[derive(Clone, Debug)]
pub struct ModeMachine {
    mode: EngineMode,
    paused: bool,
}

impl Default for ModeMachine {
    fn default() -> Self {
        ModeMachine { mode: EngineMode::Force(GameStatus::Open), paused: false }
    }
}

/// Queries.
impl ModeMachine {
    /// Returns the activity of the engine; `None` if it waits for the GUI.
    pub fn activity(&self) -> Option<Activity> {
        match self.mode {
            _ if self.paused => None,
            EngineMode::Playing(side) => Some(Activity::Play(side)),
            EngineMode::Analyzing(GameStatus::Open | GameStatus::Over) => Some(Activity::Analyze),
            EngineMode::Force(_)
            | EngineMode::Waiting(..)
            | EngineMode::Analyzing(GameStatus::Unplayable(_)) => None,
        }
    }

    /// Returns the engine's side; `None` if it plays neither.
    pub fn side(&self) -> Option<Color> {
        match self.mode {
            EngineMode::Waiting(side, _) | EngineMode::Playing(side) => Some(side),
            EngineMode::Force(_) | EngineMode::Analyzing(_) => None,
        }
    }

    /// Returns the reason why no move is legal, if the GUI's position cannot be played.
    pub fn unplayable(&self) -> Option<&str> {
        match &self.mode {
            EngineMode::Force(GameStatus::Unplayable(reason))
            | EngineMode::Waiting(_, GameStatus::Unplayable(reason))
            | EngineMode::Analyzing(GameStatus::Unplayable(reason)) => Some(reason),
            _ => None,
        }
    }

    /// Whether the engine plays a side of a game without a result.
    pub fn is_contested(&self) -> bool {
        matches!(self.mode, EngineMode::Playing(_) | EngineMode::Waiting(_, GameStatus::Open))
    }
}

/// Commands of the GUI.
impl ModeMachine {
    /// `force`: the engine plays neither side.
    pub fn force(&mut self) {
        self.mode = EngineMode::Force(self.take_status());
    }

    /// `go`: the engine plays the side to move, even if a result was reported. A pause ends.
    pub fn go(&mut self, to_move: Color) {
        self.paused = false;
        self.mode = match self.take_status() {
            GameStatus::Open | GameStatus::Over => EngineMode::Playing(to_move),
            unplayable => EngineMode::Waiting(to_move, unplayable),
        };
    }

    /// `playother`: the engine plays the side that is not to move. A pause ends.
    pub fn play_other(&mut self, to_move: Color) {
        self.paused = false;
        self.mode = match self.take_status() {
            GameStatus::Open => EngineMode::Playing(!to_move),
            closed => EngineMode::Waiting(!to_move, closed),
        };
    }

    /// `analyze`: the engine analyses each position. A pause ends.
    pub fn analyze(&mut self) {
        self.paused = false;
        self.mode = EngineMode::Analyzing(self.take_status());
    }

    /// `exit`: an analysis ends. Returns whether there was one.
    pub fn exit(&mut self) -> bool {
        let EngineMode::Analyzing(status) = &mut self.mode else { return false };
        self.mode = EngineMode::Force(std::mem::take(status));
        true
    }

    /// `new`: the engine plays Black; an analysis continues instead. A pause ends: XBoard sends no
    /// `resume` then. The new position [follows](Self::set_up). Returns whether the engine plays.
    pub fn new_game(&mut self) -> bool {
        self.paused = false;
        if matches!(self.mode, EngineMode::Analyzing(_)) {
            return false;
        }
        self.mode = EngineMode::Waiting(Color::Black, self.take_status());
        true
    }

    /// `pause`: the engine does nothing.
    pub fn pause(&mut self) {
        self.paused = true;
    }

    /// `resume`: the engine continues.
    pub fn resume(&mut self) {
        self.paused = false;
    }
}

/// Events of the game.
impl ModeMachine {
    /// Another position is set up.
    pub fn set_up(&mut self) {
        self.close(GameStatus::Open);
    }

    /// The position that the GUI has set up cannot be played.
    pub fn refuse_position(&mut self, reason: String) {
        self.close(GameStatus::Unplayable(reason));
    }

    /// Moves are taken back.
    pub fn take_back(&mut self) {
        self.close(GameStatus::Open);
    }

    /// The GUI has made a legal move; now `to_move` is to move. A user who moves for the engine's
    /// side while it does not search takes that side over.
    pub fn moved(&mut self, to_move: Color, is_searching: bool) {
        self.mode = match self.mode {
            EngineMode::Force(_) => EngineMode::Force(GameStatus::Open),
            EngineMode::Analyzing(_) => EngineMode::Analyzing(GameStatus::Open),
            EngineMode::Waiting(side, _) | EngineMode::Playing(side) => {
                EngineMode::Playing(if is_searching { side } else { to_move })
            }
        };
    }

    /// The game has a result: by its rules, or reported by either side.
    pub fn end_game(&mut self) {
        if self.unplayable().is_none() {
            self.close(GameStatus::Over);
        }
    }

    /// The engine has no move, and waits.
    pub fn wait(&mut self) {
        if let EngineMode::Playing(side) = self.mode {
            self.mode = EngineMode::Waiting(side, GameStatus::Open);
        }
    }

    /// Takes the status for the next mode.
    fn take_status(&mut self) -> GameStatus {
        match &mut self.mode {
            EngineMode::Playing(_) => GameStatus::Open,
            EngineMode::Force(status)
            | EngineMode::Waiting(_, status)
            | EngineMode::Analyzing(status) => std::mem::take(status),
        }
    }

    /// Sets the status; the engine does not play on.
    fn close(&mut self, status: GameStatus) {
        self.mode = match self.mode {
            EngineMode::Force(_) => EngineMode::Force(status),
            EngineMode::Analyzing(_) => EngineMode::Analyzing(status),
            EngineMode::Waiting(side, _) | EngineMode::Playing(side) => {
                EngineMode::Waiting(side, status)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use Color::{Black, White};
    use EngineMode::{Analyzing, Force, Playing, Waiting};
    use GameStatus::{Open, Over};

    use super::*;

    type Event = fn(&mut ModeMachine);

    /// Commands by name, with White to move.
    const EVENTS: [(&str, Event); 11] = [
        ("force", ModeMachine::force),
        ("go", |machine| machine.go(White)),
        ("playother", |machine| machine.play_other(White)),
        ("analyze", ModeMachine::analyze),
        ("exit", |machine| _ = machine.exit()),
        ("new", |machine| _ = machine.new_game()),
        ("setup", ModeMachine::set_up),
        ("refuse", |machine| machine.refuse_position("x".to_owned())),
        ("undo", ModeMachine::take_back),
        ("result", ModeMachine::end_game),
        ("wait", ModeMachine::wait),
    ];

    fn unplayable() -> GameStatus {
        GameStatus::Unplayable("x".to_owned())
    }

    fn all_modes() -> Vec<EngineMode> {
        let statuses = || [Open, Over, unplayable()].into_iter();
        let sides = [White, Black];
        statuses()
            .map(Force)
            .chain(statuses().map(Analyzing))
            .chain(sides.into_iter().flat_map(|side| statuses().map(move |s| Waiting(side, s))))
            .chain(sides.map(Playing))
            .collect()
    }

    fn machine(mode: EngineMode) -> ModeMachine {
        ModeMachine { mode, paused: false }
    }

    fn after(mode: EngineMode, name: &str) -> EngineMode {
        let mut machine = machine(mode);
        let (_, event) = EVENTS.into_iter().find(|(event, _)| *event == name).unwrap();
        event(&mut machine);
        machine.mode
    }

    #[test]
    fn transitions() {
        for (mode, event, expected) in [
            (Force(Open), "go", Playing(White)),
            (Force(Over), "go", Playing(White)),
            (Force(unplayable()), "go", Waiting(White, unplayable())),
            (Force(Open), "playother", Playing(Black)),
            (Force(Over), "playother", Waiting(Black, Over)),
            (Force(unplayable()), "playother", Waiting(Black, unplayable())),
            (Force(Over), "analyze", Analyzing(Over)),
            (Force(Open), "exit", Force(Open)),
            (Force(Open), "new", Waiting(Black, Open)),
            (Force(Open), "wait", Force(Open)),
            (Playing(White), "force", Force(Open)),
            (Playing(White), "exit", Playing(White)),
            (Playing(White), "new", Waiting(Black, Open)),
            (Playing(White), "setup", Waiting(White, Open)),
            (Playing(White), "refuse", Waiting(White, unplayable())),
            (Playing(White), "undo", Waiting(White, Open)),
            (Playing(White), "result", Waiting(White, Over)),
            (Playing(White), "wait", Waiting(White, Open)),
            (Waiting(Black, Over), "go", Playing(White)),
            (Waiting(Black, Over), "undo", Waiting(Black, Open)),
            (Waiting(Black, unplayable()), "result", Waiting(Black, unplayable())),
            (Waiting(Black, unplayable()), "setup", Waiting(Black, Open)),
            (Analyzing(Open), "new", Analyzing(Open)),
            (Analyzing(Over), "exit", Force(Over)),
            (Analyzing(unplayable()), "setup", Analyzing(Open)),
        ] {
            let text = format!("{mode:?}, {event}");
            assert_eq!(after(mode, event), expected, "{text}");
        }
    }

    #[test]
    fn a_refused_position_stays_until_another_is_set_up() {
        for mode in all_modes() {
            for (name, event) in EVENTS {
                let mut machine = machine(mode.clone());
                let was_unplayable = machine.unplayable().is_some();
                event(&mut machine);
                let expected = match name {
                    "refuse" => true,
                    "setup" | "undo" => false,
                    _ => was_unplayable,
                };
                assert_eq!(machine.unplayable().is_some(), expected, "{mode:?}, {name}");
            }
        }
    }

    #[test]
    fn moves_go_on_with_a_game() {
        for (mode, expected) in [
            (Force(Over), Force(Open)),
            (Analyzing(Over), Analyzing(Open)),
            (Waiting(Black, Over), Playing(Black)),
            (Playing(Black), Playing(Black)),
            // The user has moved for White.
            (Waiting(White, Open), Playing(Black)),
            (Playing(White), Playing(Black)),
        ] {
            let mut machine = machine(mode);
            machine.moved(Black, false);
            assert_eq!(machine.mode, expected);
        }
        // The engine's search for its reply goes on.
        let mut machine = machine(Playing(White));
        machine.moved(Black, true);
        assert_eq!(machine.mode, Playing(White));
    }

    #[test]
    fn a_pause_ends_when_the_engine_is_told_to_do_something() {
        for mode in all_modes() {
            for (name, event) in EVENTS {
                let mut machine = ModeMachine { mode: mode.clone(), paused: true };
                event(&mut machine);
                let expected = !matches!(name, "go" | "playother" | "analyze" | "new");
                assert_eq!(machine.paused, expected, "{mode:?}, {name}");
            }
        }
    }

    #[test]
    fn activities() {
        for (mode, expected) in [
            (Force(Open), None),
            (Waiting(White, Open), None),
            (Playing(White), Some(Activity::Play(White))),
            (Analyzing(Open), Some(Activity::Analyze)),
            (Analyzing(Over), Some(Activity::Analyze)),
            (Analyzing(unplayable()), None),
        ] {
            let mut machine = machine(mode);
            assert_eq!(machine.activity(), expected, "{machine:?}");
            machine.pause();
            assert_eq!(machine.activity(), None);
            machine.resume();
            assert_eq!(machine.activity(), expected);
        }
    }
}
