//! Clock of one side, kept by the match.

use std::time::Duration;

use super::{ClockRule, ClockState, TurnLimits};

/// Clock of one side in one game.
#[derive(Clone, Debug)]
pub struct PlayerClock {
    rule: Option<ClockRule>,
    move_time: Option<Duration>,
    margin: Duration,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// Returns the clock at the start of a game.
    #[must_use]
    pub fn new(limits: &TurnLimits) -> Self {
        let ms = Duration::from_millis;
        let remaining = limits.clock.map_or(Duration::ZERO, |rule| match rule.base_ms {
            // Otherwise the first turn would be lost at once.
            0 => ms(rule.increment_ms),
            base => ms(base),
        });
        PlayerClock {
            rule: limits.clock,
            move_time: limits.move_time_ms.map(ms),
            margin: ms(limits.margin()),
            remaining,
            moves_to_go: limits.clock.and_then(|rule| rule.moves).filter(|&moves| moves > 0),
        }
    }

    /// Returns the clock state sent to the player before a turn.
    #[must_use]
    pub fn state(&self) -> ClockState {
        match self.rule {
            Some(rule) => ClockState {
                remaining: Some(self.remaining),
                increment: Duration::from_millis(rule.increment_ms),
                moves_to_go: self.moves_to_go,
            },
            None => ClockState::default(),
        }
    }

    /// Returns the maximum time of the next turn without the margin; `None` is unlimited.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        let remaining = self.rule.map(|_| self.remaining);
        [remaining, self.move_time].into_iter().flatten().min()
    }

    /// Returns the deadline of the next turn, margin included.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        Some(self.allowance()?.saturating_add(self.margin))
    }

    /// Subtracts the time of a turn and adds the increment. Returns false, without a change, if the
    /// turn took too long.
    #[must_use]
    pub fn charge(&mut self, elapsed: Duration) -> bool {
        if self.deadline().is_some_and(|deadline| elapsed > deadline) {
            return false;
        }
        let Some(rule) = self.rule else { return true };
        let ms = Duration::from_millis;
        self.remaining =
            self.remaining.saturating_sub(elapsed).saturating_add(ms(rule.increment_ms));
        if let Some(left) = self.moves_to_go {
            self.moves_to_go = Some(left - 1);
            if left == 1 {
                self.remaining = self.remaining.saturating_add(ms(rule.base_ms));
                self.moves_to_go = rule.moves;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(words: &[(&str, &str)]) -> TurnLimits {
        let mut limits = TurnLimits::default();
        for (key, value) in words {
            assert_eq!(limits.set(key, value), Ok(true));
        }
        limits
    }

    /// Plays turns of the given ms; expects the remaining time after each, or `flag`.
    #[track_caller]
    fn check(words: &[(&str, &str)], turns: &[u64], expected: &str) {
        let mut clock = PlayerClock::new(&limits(words));
        let mut seen = Vec::new();
        for &turn in turns {
            if !clock.charge(Duration::from_millis(turn)) {
                seen.push("flag".to_owned());
                break;
            }
            let state = clock.state();
            let togo = state.moves_to_go.map(|moves| format!("/{moves}")).unwrap_or_default();
            seen.push(format!("{}{togo}", state.remaining.unwrap_or_default().as_millis()));
        }
        assert_eq!(seen.join(" "), expected, "{words:?}");
    }

    #[test]
    fn clocks_run() {
        check(&[("tc", "1+0.1")], &[100, 500, 600, 0], "1000 600 100 200");
        check(&[("tc", "1")], &[1000, 1], "0 flag");
        check(&[("tc", "1")], &[1001], "flag");
        check(&[("tc", "1"), ("timemargin", "20")], &[1020, 20, 21], "0 0 flag");
        check(&[("tc", "3/1+0.1")], &[500, 500, 200, 1100], "600/2 200/1 1100/3 100/2");
        check(&[("tc", "0+0.1")], &[100, 60, 141], "100 140 flag");
        check(&[("st", "0.1"), ("timemargin", "0")], &[100, 100, 101], "0 0 flag");
        check(&[("st", "0.1")], &[100, 200, 201], "0 0 flag");
        check(&[("st", "0.1"), ("timemargin", "50")], &[150, 151], "0 flag");
        let both = [("tc", "1"), ("st", "0.4"), ("timemargin", "0")];
        check(&both, &[400, 400, 201], "600 200 flag");
        check(&[("nodes", "100")], &[1_000_000], "0");
    }

    #[test]
    fn players_are_told() {
        let clock = PlayerClock::new(&limits(&[("tc", "40/60+0.5"), ("timemargin", "100")]));
        let state = ClockState {
            remaining: Some(Duration::from_secs(60)),
            increment: Duration::from_millis(500),
            moves_to_go: Some(40),
        };
        assert_eq!(clock.state(), state);
        assert_eq!(clock.allowance(), Some(Duration::from_secs(60)));
        assert_eq!(clock.deadline(), Some(Duration::from_millis(60_100)));
        let clock = PlayerClock::new(&limits(&[("depth", "3")]));
        assert_eq!((clock.state(), clock.deadline()), (ClockState::default(), None));
    }
}
