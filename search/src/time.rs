//! Time management.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::{Control, Limits, TimeControl};

/// Source of time for a search.
pub trait Clock: Sync {
    /// Returns the time since an arbitrary fixed moment. Never runs backwards.
    fn now(&self) -> Duration;
}

impl<F: Fn() -> Duration + Sync> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// Divisor that limits the overhead reserved from a fixed time per move: the time is to be used,
/// and clients allow a little more.
const FIXED_RESERVE: u32 = 10;

/// Time budget of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Soft limit: no iteration begins after this.
    pub soft: Duration,
    /// Hard limit: the search stops.
    pub hard: Duration,
}

impl Budget {
    /// Returns the budget of the limits; `None`: no limit.
    pub(crate) fn new(limits: &Limits) -> Option<Self> {
        let fixed = limits.move_time.map(|time| {
            let time = time.saturating_sub(limits.overhead.min(time / FIXED_RESERVE));
            Budget { soft: time, hard: time }
        });
        let clocked = limits
            .clock
            .map(|clock| Budget::of_clock(&clock, limits.overhead.max(limits.lag), limits.lag));
        match (fixed, clocked) {
            (Some(a), Some(b)) => {
                Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) })
            }
            (a, b) => a.or(b),
        }
    }

    /// Allocates a share of the clock (<https://www.chessprogramming.org/Time_Management>): as if
    /// some thirty moves were left, with room for hard decisions.
    fn of_clock(clock: &TimeControl, overhead: Duration, lag: Duration) -> Self {
        /// Moves to go, if the time left is for the rest of the game.
        const TURNS: u32 = 28;
        /// Time that is not allocated, up to half of the time left: a busy machine may delay the
        /// program's answer by so much.
        const RESERVE: Duration = Duration::from_millis(200);
        let left = clock.remaining.saturating_sub(overhead);
        let left = left - RESERVE.min(left / 2);
        let turns = clock.moves_to_go.map_or(TURNS, |turns| turns.clamp(1, TURNS));
        let soft = left / turns + (clock.increment * 3 / 4).saturating_sub(lag);
        // With further moves to go, some time must remain for them.
        let most = if turns == 1 { left * 9 / 10 } else { left / 2 };
        let hard = soft.saturating_mul(4).min(most);
        Budget { soft: soft.min(hard), hard }
    }
}

/// Stability of best move and score over iterations, which scales the soft limit
/// (<https://www.chessprogramming.org/Time_Management#Search_Time>).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BestMoveStability {
    /// Iterations in a row with the same best move.
    stable: u32,
    /// Moving average of the scores, in centipawns.
    mean: Option<f64>,
    /// Last score's drop below the average, in centipawns.
    drop: f64,
    /// Share of the nodes spent on the best move, from 0 to 1.
    share: f64,
}

impl BestMoveStability {
    /// Records a completed iteration.
    pub(crate) fn note(&mut self, same_step: bool, value: i32, share: f64) {
        self.stable = if same_step { self.stable + 1 } else { 0 };
        let value = f64::from(value);
        let mean = self.mean.unwrap_or(value);
        self.drop = mean - value;
        self.mean = Some(mean + (value - mean) / 3.0);
        self.share = share;
    }

    /// Returns the factor for the soft limit: from about a third, when the best move is stable, to
    /// about three.
    pub(crate) fn factor(&self) -> f64 {
        /// By iterations in a row with the same best move.
        const STABLE: [f64; 6] = [1.7, 1.25, 1.05, 0.95, 0.85, 0.8];
        let stable = STABLE[(self.stable as usize).min(STABLE.len() - 1)];
        let drop = (1.0 + self.drop / 80.0).clamp(0.8, 1.6);
        let share = (1.6 - self.share) * 1.1;
        stable * drop * share.clamp(0.6, 1.6)
    }
}

/// Timer of one search.
pub(crate) struct Timer<'a> {
    clock: &'a dyn Clock,
    control: &'a Control,
    began: Duration,
    /// Start of counted time, in nanoseconds; [`Timer::PONDERING`] before the ponder hit.
    counts_from: AtomicU64,
}

impl<'a> Timer<'a> {
    const PONDERING: u64 = u64::MAX;

    pub(crate) fn new(clock: &'a dyn Clock, control: &'a Control, ponder: bool) -> Self {
        let began = clock.now();
        let counts_from = if ponder { Self::PONDERING } else { began.as_nanos() as u64 };
        Timer { clock, control, began, counts_from: AtomicU64::new(counts_from) }
    }

    /// Returns the time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.began)
    }

    /// Returns the counted time: since the beginning or the ponder hit; `None` while pondering.
    pub(crate) fn spent(&self) -> Option<Duration> {
        let mut from = self.counts_from.load(Ordering::Relaxed);
        if from == Self::PONDERING {
            if !self.control.is_ponder_hit() {
                return None;
            }
            from = self.clock.now().as_nanos() as u64;
            self.counts_from.store(from, Ordering::Relaxed);
        }
        Some(self.clock.now().saturating_sub(Duration::from_nanos(from)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocked(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let limits = Limits {
            clock: Some(TimeControl {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            }),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        };
        Budget::new(&limits).unwrap()
    }

    #[test]
    fn never_more_than_the_clock_has() {
        for remaining in [0, 1, 5, 10, 20, 100, 1000, 60_000] {
            for increment in [0, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clocked(remaining, increment, moves_to_go);
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard <= Duration::from_millis(remaining.saturating_sub(10)));
                }
            }
        }
        assert!(clocked(60_000, 0, None).soft >= Duration::from_millis(1500));
    }

    #[test]
    fn a_small_increment_does_not_run_the_clock_down() {
        let mut left = 1000;
        for _ in 0..1000 {
            left = left - clocked(left, 20, None).soft.as_millis() as u64 + 20;
        }
        assert!(left > 200, "{left} ms");
    }

    #[test]
    fn lag_does_not_run_the_clock_down() {
        // Each move costs 4 ms more than it is searched, and 5 are added.
        let (mut left, lag) = (200, Duration::from_millis(4));
        for _ in 0..1000 {
            let (remaining, increment) = (Duration::from_millis(left), Duration::from_millis(5));
            let clock = TimeControl { remaining, increment, moves_to_go: None };
            let budget = Budget::of_clock(&clock, Duration::from_millis(10), lag);
            left = left + 5 - 4 - budget.hard.as_millis() as u64;
        }
        assert!(left > 10, "{left} ms");
    }

    #[test]
    fn doubt_takes_time_and_certainty_gives_it_back() {
        let after = |depths: &[(bool, i32, f64)]| {
            let mut stability = BestMoveStability::default();
            depths.iter().for_each(|&(same, value, share)| stability.note(same, value, share));
            stability.factor()
        };
        let clear = after(&[(true, 20, 0.95); 8]);
        assert!((0.3..0.7).contains(&clear), "{clear}");
        let changed = after(&[(true, 20, 0.5), (false, 20, 0.3)]);
        assert!((1.5..3.5).contains(&changed), "{changed}");
        let fell = after(&[(true, 20, 0.5), (true, 20, 0.5), (true, -80, 0.5)]);
        let steady = after(&[(true, 20, 0.5), (true, 20, 0.5), (true, 20, 0.5)]);
        assert!(fell > steady * 1.3, "{fell} {steady}");
    }

    #[test]
    fn no_time_limit_no_budget() {
        assert_eq!(Budget::new(&Limits::depth(3)), None);
        let limits = Limits::move_time(Duration::from_millis(5));
        assert_eq!(Budget::new(&limits).unwrap().hard, Duration::from_millis(5));
    }

    #[test]
    fn a_fixed_time_is_used() {
        for (time, expected) in [(1000, 990), (100, 90), (50, 45), (10, 9), (0, 0)] {
            let limits = Limits {
                overhead: Duration::from_millis(10),
                ..Limits::move_time(Duration::from_millis(time))
            };
            let budget = Budget::new(&limits).unwrap();
            assert_eq!((budget.soft, budget.hard), (budget.hard, Duration::from_millis(expected)));
        }
    }

    #[test]
    fn pondering_costs_nothing() {
        let control = Control::new();
        let time = AtomicU64::new(1);
        let clock = || Duration::from_secs(time.load(Ordering::Relaxed));
        let timer = Timer::new(&clock, &control, true);
        time.store(50, Ordering::Relaxed);
        assert_eq!(timer.spent(), None);
        control.ponder_hit();
        assert_eq!(timer.spent(), Some(Duration::ZERO));
        time.store(53, Ordering::Relaxed);
        assert_eq!(timer.spent(), Some(Duration::from_secs(3)));
        assert_eq!(timer.elapsed(), Duration::from_secs(52));
    }
}
