//! The engine's clock, in a game that it keeps.

use std::time::Duration;

use protocol::Level;
use search::{Limits, TimeControl};

/// Default time control, if the GUI sends none: 40 moves in 5 minutes.
const DEFAULT_LEVEL: Level = Level { moves: Some(40), base_ms: 300_000, increment_ms: 0 };

/// Time control and remaining time of the engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineClock {
    level: Level,
    /// Fixed time per move, in ms, instead of the level.
    move_time: Option<u64>,
    depth: Option<u32>,
    /// Nodes that count as one second; 0: uses CPU time.
    node_rate: Option<u64>,
    /// Time on the engine's clock, in ms.
    remaining_ms: u64,
}

impl Default for EngineClock {
    fn default() -> Self {
        EngineClock {
            level: DEFAULT_LEVEL,
            move_time: None,
            depth: None,
            node_rate: None,
            remaining_ms: DEFAULT_LEVEL.base_ms,
        }
    }
}

impl EngineClock {
    /// Resets for a new game: the same time control, without depth limit and node rate.
    pub fn reset(&mut self) {
        self.depth = None;
        self.node_rate = None;
        self.remaining_ms = self.level.base_ms;
    }

    /// Sets the time control.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.move_time = None;
        self.remaining_ms = level.base_ms;
    }

    /// Sets a fixed time per move, in ms.
    pub fn set_move_time(&mut self, ms: u64) {
        self.move_time = Some(ms);
    }

    /// Sets the maximum depth, in plies.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// Sets the number of nodes that count as one second.
    pub fn set_node_rate(&mut self, rate: u64) {
        self.node_rate = Some(rate);
    }

    /// Sets the remaining time, in ms.
    pub fn set_remaining(&mut self, ms: u64) {
        self.remaining_ms = ms;
    }

    /// Subtracts the time of a move; `made` is the number of the engine's moves including it. For
    /// GUIs that do not send the remaining time.
    pub fn charge(&mut self, time: Duration, made: usize) {
        let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.remaining_ms =
            self.remaining_ms.saturating_sub(ms).saturating_add(self.level.increment_ms);
        if let Some(moves) = self.level.moves
            && moves > 0
            && made.is_multiple_of(moves as usize)
        {
            self.remaining_ms = self.remaining_ms.saturating_add(self.level.base_ms);
        }
    }

    /// Returns the limits of a search after `made` moves of the engine.
    pub fn limits(&self, made: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        if let Some(rate) = self.node_rate.filter(|&rate| rate > 0) {
            limits.nodes = Some(self.allowance_ms(made).saturating_mul(rate).div_ceil(1000).max(1));
        } else if let Some(ms) = self.move_time {
            limits.move_time = Some(Duration::from_millis(ms));
        } else {
            limits.clock = Some(TimeControl {
                remaining: Duration::from_millis(self.remaining_ms),
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

    /// Returns the time per move, in ms, if nodes count as time: the search's time management does
    /// not apply.
    fn allowance_ms(&self, made: usize) -> u64 {
        /// Assumed number of remaining moves, in sudden death.
        const MOVES_LEFT: u64 = 30;
        match self.move_time {
            Some(ms) => ms,
            None => {
                let moves = self.moves_to_go(made).map_or(MOVES_LEFT, |moves| u64::from(moves) + 1);
                (self.remaining_ms / moves).saturating_add(self.level.increment_ms * 3 / 4)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(clock: &EngineClock, made: usize) -> (u64, Option<u32>) {
        let control = clock.limits(made).clock.unwrap();
        (control.remaining.as_millis() as u64, control.moves_to_go)
    }

    #[test]
    fn sessions_come_again() {
        let mut clock = EngineClock::default();
        clock.set_level(Level { moves: Some(3), base_ms: 60_000, increment_ms: 0 });
        assert_eq!(control(&clock, 0), (60_000, Some(3)));
        clock.charge(Duration::from_secs(20), 1);
        assert_eq!(control(&clock, 1), (40_000, Some(2)));
        clock.charge(Duration::from_secs(20), 2);
        clock.charge(Duration::from_secs(10), 3);
        assert_eq!(control(&clock, 3), (70_000, Some(3)));
    }

    #[test]
    fn increments_are_added_and_the_gui_is_right() {
        let mut clock = EngineClock::default();
        clock.set_level(Level { moves: None, base_ms: 1000, increment_ms: 100 });
        clock.charge(Duration::from_millis(300), 1);
        assert_eq!(control(&clock, 1), (800, None));
        clock.charge(Duration::from_secs(5), 2);
        assert_eq!(control(&clock, 2), (100, None));
        clock.set_remaining(700);
        assert_eq!(control(&clock, 2), (700, None));
    }

    #[test]
    fn a_time_for_each_move_lasts_until_the_next_level() {
        let mut clock = EngineClock::default();
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
        let mut clock = EngineClock::default();
        clock.set_move_time(8000);
        clock.set_node_rate(10_000);
        assert_eq!(clock.limits(0), Limits { nodes: Some(80_000), ..Limits::default() });
        clock.set_node_rate(u64::MAX);
        assert!(clock.limits(0).nodes.is_some());
        clock.set_level(Level { moves: None, base_ms: u64::MAX, increment_ms: 0 });
        assert!(clock.limits(0).nodes.is_some());
    }
}
