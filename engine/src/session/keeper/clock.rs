//! The engine's clock, in a game that it keeps.

use std::time::Duration;

use protocol::Level;
use search::{Limits, TimeControl};

/// What a GUI that says nothing of time is taken to mean: 40 moves in 5 minutes.
const DEFAULT_LEVEL: Level = Level { moves: Some(40), base_ms: 300_000, increment_ms: 0 };

/// The rules of the clock, and what it shows.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    level: Level,
    /// What every move takes, in ms, in place of the level.
    move_time: Option<u64>,
    depth: Option<u32>,
    /// So many nodes are a second; 0: the processor's time counts.
    node_rate: Option<u64>,
    /// Time left to the engine, in ms.
    left_ms: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            level: DEFAULT_LEVEL,
            move_time: None,
            depth: None,
            node_rate: None,
            left_ms: DEFAULT_LEVEL.base_ms,
        }
    }
}

impl Clock {
    /// For a new game: the same rules, but no limit of depth, and the time on the wall.
    pub fn reset(&mut self) {
        self.depth = None;
        self.node_rate = None;
        self.left_ms = self.level.base_ms;
    }

    /// Sets the rules.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.move_time = None;
        self.left_ms = level.base_ms;
    }

    /// Every move takes this long, in ms.
    pub fn set_move_time(&mut self, ms: u64) {
        self.move_time = Some(ms);
    }

    /// No move is searched deeper, in plies.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// So many nodes are a second.
    pub fn set_node_rate(&mut self, rate: u64) {
        self.node_rate = Some(rate);
    }

    /// The clock shows this, in ms.
    pub fn set_left(&mut self, ms: u64) {
        self.left_ms = ms;
    }

    /// A move of the engine took so long; `made` are its moves with this one. For GUIs that do
    /// not tell what the clock shows.
    pub fn spend(&mut self, time: Duration, made: usize) {
        let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.left_ms = self.left_ms.saturating_sub(ms).saturating_add(self.level.increment_ms);
        if let Some(moves) = self.level.moves
            && moves > 0
            && made.is_multiple_of(moves as usize)
        {
            self.left_ms = self.left_ms.saturating_add(self.level.base_ms);
        }
    }

    /// The limits of a search after so many moves of the engine.
    pub fn limits(&self, made: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        if let Some(rate) = self.node_rate.filter(|&rate| rate > 0) {
            limits.nodes = Some(self.share_ms(made).saturating_mul(rate).div_ceil(1000).max(1));
        } else if let Some(ms) = self.move_time {
            limits.move_time = Some(Duration::from_millis(ms));
        } else {
            limits.clock = Some(TimeControl {
                remaining: Duration::from_millis(self.left_ms),
                increment: Duration::from_millis(self.level.increment_ms),
                moves_to_go: self.moves_to_go(made),
            });
        }
        limits
    }

    fn moves_to_go(&self, made: usize) -> Option<u32> {
        let moves = self.level.moves.filter(|&moves| moves > 0)?;
        Some(moves - (made % moves as usize) as u32)
    }

    /// What a move may take where nodes are the time, in ms: there search has no say.
    fn share_ms(&self, made: usize) -> u64 {
        /// Moves that a game still lasts, where nobody says.
        const MOVES_LEFT: u64 = 30;
        match self.move_time {
            Some(ms) => ms,
            None => {
                let moves = self.moves_to_go(made).map_or(MOVES_LEFT, |moves| u64::from(moves) + 1);
                (self.left_ms / moves).saturating_add(self.level.increment_ms * 3 / 4)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(clock: &Clock, made: usize) -> (u64, Option<u32>) {
        let control = clock.limits(made).clock.unwrap();
        (control.remaining.as_millis() as u64, control.moves_to_go)
    }

    #[test]
    fn sessions_come_again() {
        let mut clock = Clock::default();
        clock.set_level(Level { moves: Some(3), base_ms: 60_000, increment_ms: 0 });
        assert_eq!(control(&clock, 0), (60_000, Some(3)));
        clock.spend(Duration::from_secs(20), 1);
        assert_eq!(control(&clock, 1), (40_000, Some(2)));
        clock.spend(Duration::from_secs(20), 2);
        clock.spend(Duration::from_secs(10), 3);
        assert_eq!(control(&clock, 3), (70_000, Some(3)));
    }

    #[test]
    fn increments_are_added_and_the_gui_is_right() {
        let mut clock = Clock::default();
        clock.set_level(Level { moves: None, base_ms: 1000, increment_ms: 100 });
        clock.spend(Duration::from_millis(300), 1);
        assert_eq!(control(&clock, 1), (800, None));
        clock.spend(Duration::from_secs(5), 2);
        assert_eq!(control(&clock, 2), (100, None));
        clock.set_left(700);
        assert_eq!(control(&clock, 2), (700, None));
    }

    #[test]
    fn a_time_for_each_move_lasts_until_the_next_level() {
        let mut clock = Clock::default();
        clock.set_move_time(250);
        clock.set_depth(7);
        let limits = clock.limits(0);
        assert_eq!(limits.move_time, Some(Duration::from_millis(250)));
        assert_eq!((limits.depth, limits.clock), (Some(7), None));
        clock.set_level(DEFAULT_LEVEL);
        assert_eq!(clock.limits(0).move_time, None);
        assert_eq!(clock.limits(0).depth, Some(7));
        clock.reset();
        assert_eq!(clock.limits(0).depth, None);
    }

    #[test]
    fn nodes_can_be_the_time() {
        let mut clock = Clock::default();
        clock.set_move_time(8000);
        clock.set_node_rate(10_000);
        assert_eq!(clock.limits(0), Limits { nodes: Some(80_000), ..Limits::default() });
        clock.set_node_rate(u64::MAX);
        assert!(clock.limits(0).nodes.is_some());
        clock.set_level(Level { moves: None, base_ms: u64::MAX, increment_ms: 0 });
        assert!(clock.limits(0).nodes.is_some());
    }
}
