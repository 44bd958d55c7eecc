//! The `go` command.

use std::time::Duration;

use protocol::Go;
use variants::{ByColor, Color};

use crate::{ClockState, TurnLimits};

/// Returns the limits of a search by one side.
///
/// The other side's clock is sent only with a clock of its own: engines that receive any clock
/// manage their time by it.
pub fn go(limits: &TurnLimits, color: Color, clocks: &ByColor<ClockState>) -> Go {
    let mut go = Go {
        movetime: limits.move_time_ms.map(|ms| ms.max(1)),
        nodes: limits.nodes,
        depth: limits.depth,
        ..Go::default()
    };
    let own = &clocks[color];
    if own.remaining.is_some() {
        let time = |color: Color| clocks[color].remaining.map(milliseconds);
        let increment = |color: Color| {
            let clock = &clocks[color];
            let increment = Some(clock.increment).filter(|increment| !increment.is_zero());
            clock.remaining.and(increment).map(milliseconds)
        };
        go.wtime = time(Color::White);
        go.btime = time(Color::Black);
        go.winc = increment(Color::White);
        go.binc = increment(Color::Black);
        go.movestogo = own.moves_to_go;
    }
    go
}

/// Rounded down, so that no engine counts on time that it does not have; but at least 1.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).clamp(1, Go::MAX_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClockRule;

    fn clock(ms: f64, increment: u64, moves_to_go: Option<u32>) -> ClockState {
        let remaining = Some(Duration::from_secs_f64(ms / 1000.0));
        ClockState { remaining, increment: Duration::from_millis(increment), moves_to_go }
    }

    #[test]
    fn clocks_are_rounded_down_to_at_least_1() {
        let rule = ClockRule { moves: Some(40), base_ms: 1000, increment_ms: 0 };
        let limits = TurnLimits { clock: Some(rule), depth: Some(9), ..TurnLimits::default() };
        let clocks = ByColor::new(clock(1234.9, 100, Some(7)), clock(0.3, 0, Some(8)));
        let expected = Go {
            wtime: Some(1234),
            btime: Some(1),
            winc: Some(100),
            movestogo: Some(8),
            depth: Some(9),
            ..Go::default()
        };
        assert_eq!(go(&limits, Color::Black, &clocks), expected);
    }

    #[test]
    fn a_side_without_a_clock_is_told_of_none() {
        let clocks = ByColor::new(ClockState::default(), clock(5000.0, 0, None));
        let limits = TurnLimits { move_time_ms: Some(100), ..TurnLimits::default() };
        let expected = Go { movetime: Some(100), ..Go::default() };
        assert_eq!(go(&limits, Color::White, &clocks), expected);
        let limits = TurnLimits { nodes: Some(50), ..TurnLimits::default() };
        let expected = Go { btime: Some(5000), nodes: Some(50), ..Go::default() };
        assert_eq!(go(&limits, Color::Black, &clocks), expected);
    }
}
