//! Time that the client's clock runs beyond the search.

use std::time::Duration;

use search::TimeControl;
use variants::Color;

/// Maximum sample: a larger one means that the clock was set.
const MOST: Duration = Duration::from_millis(500);
/// Weight of a sample in the moving average, as a divisor.
const SLOWNESS: u32 = 4;

/// Measures the lag of one game: on a busy machine the clock runs for milliseconds before the program
/// reads a command, and after it has answered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lag {
    /// Moving average per move.
    mean: Duration,
    /// Side of the last search, with its clock after the move, increment included, and without lag.
    expected: Option<(Color, Duration)>,
    /// Clock of the search in progress, increment included.
    given: Option<(Color, Duration)>,
}

impl Lag {
    /// Takes the clock of a new search; returns the average lag so far.
    pub fn begin(&mut self, side: Color, clock: Option<&TimeControl>) -> Duration {
        self.given = clock.map(|clock| (side, clock.remaining + clock.increment));
        // A clock with more time than expected has been set, or begins a new time control.
        if let (Some((before, expected)), Some(clock)) = (self.expected.take(), clock)
            && before == side
            && let Some(lag) = expected.checked_sub(clock.remaining)
        {
            self.mean = (self.mean * (SLOWNESS - 1) + lag.min(MOST)) / SLOWNESS;
        }
        self.mean
    }

    /// Takes the time of the search that began last, until its answer.
    pub fn end(&mut self, thought: Duration) {
        let rest = |(side, clock): (Color, Duration)| Some((side, clock.checked_sub(thought)?));
        self.expected = self.given.take().and_then(rest);
    }

    /// Drops the search in progress, whose time does not count.
    pub fn skip(&mut self) {
        (self.expected, self.given) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64) -> TimeControl {
        TimeControl {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(5),
            moves_to_go: None,
        }
    }

    #[test]
    fn lag_is_what_the_clock_loses_beyond_the_search() {
        let mut lag = Lag::default();
        let mut left = 1000;
        for _ in 0..30 {
            lag.begin(Color::White, Some(&clock(left)));
            lag.end(Duration::from_millis(10));
            left = left + 5 - 10 - 8;
        }
        let mean = lag.begin(Color::White, Some(&clock(left))).as_secs_f64();
        assert!((0.0075..=0.008).contains(&mean), "{mean}");
    }

    #[test]
    fn a_clock_that_was_set_is_no_lag() {
        let mut lag = Lag::default();
        let ms = Duration::from_millis;
        lag.begin(Color::White, Some(&clock(100)));
        lag.end(ms(20));
        // A new time control; then the other side; then none; then a pondering search.
        assert_eq!(lag.begin(Color::White, Some(&clock(5000))), ms(0));
        lag.end(ms(20));
        assert_eq!(lag.begin(Color::Black, Some(&clock(100))), ms(0));
        lag.end(ms(20));
        assert_eq!(lag.begin(Color::Black, None), ms(0));
        lag.end(ms(20));
        assert_eq!(lag.begin(Color::Black, Some(&clock(10))), ms(0));
        lag.skip();
        assert_eq!(lag.begin(Color::Black, Some(&clock(1))), ms(0));
        lag.end(ms(0));
        // An hour taken off a clock counts for little.
        let mut lag = Lag::default();
        lag.begin(Color::White, Some(&clock(3_600_000)));
        lag.end(ms(0));
        assert_eq!(lag.begin(Color::White, Some(&clock(1000))), MOST / SLOWNESS);
    }
}
