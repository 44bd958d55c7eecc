//! The clocks of the game on the board.

use std::time::Duration;

use arena::{FaultKind, GameResult, Termination, reason};

use super::Table;

/// Clocks of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    pub(super) left: [Duration; 2],
    pub(super) increment: Duration,
}

impl Table {
    /// Ends the game if the time of the side to move is over; returns whether it did.
    pub(crate) fn flag(&mut self, now: Duration) -> bool {
        let side = self.side();
        let Some(left) = self.time_left(now) else { return false };
        if self.end.is_some() || left[side as usize] > Duration::ZERO {
            return false;
        }
        let kind = FaultKind::Time;
        let (termination, reason) = (Termination::Fault(kind), reason::fault(side, kind));
        self.finish(GameResult::won_by(Some(!side)), termination, reason, now).is_ok()
    }

    /// Stops the clocks, or starts them again.
    pub(crate) fn pause(&mut self, paused: bool, now: Duration) {
        if paused && !self.paused {
            self.settle(now);
        }
        if self.paused != paused {
            self.since = now;
        }
        self.paused = paused && self.end.is_none();
    }

    /// Takes the time of the turn in progress off its clock, which then stands.
    pub(super) fn settle(&mut self, now: Duration) {
        if let (Some(left), Some(clocks)) = (self.time_left(now), &mut self.clocks) {
            clocks.left = left;
        }
    }

    /// Whether the clock of the side to move runs.
    pub(crate) fn is_running(&self) -> bool {
        self.clocks.is_some() && self.end.is_none() && !self.paused && !self.made.is_empty()
    }

    /// Returns the time left of White and Black.
    pub(crate) fn time_left(&self, now: Duration) -> Option<[Duration; 2]> {
        let mut left = self.clocks?.left;
        if self.is_running() {
            let own = &mut left[self.side() as usize];
            *own = own.saturating_sub(now.saturating_sub(self.since));
        }
        Some(left)
    }

    /// Returns the increment per turn.
    pub(crate) fn increment(&self) -> Duration {
        self.clocks.map_or(Duration::ZERO, |clocks| clocks.increment)
    }
}
