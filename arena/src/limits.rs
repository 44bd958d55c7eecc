//! Limits of a turn: `tc=40/60+0.5`, `st=1`, `nodes=10000`, `depth=8`.

use std::fmt;

use protocol::text::excerpt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Limits of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnLimits {
    /// Time control; `None` is no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// Time per turn, in ms, at least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_time_ms: Option<u64>,
    /// Nodes per turn, at least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Search depth in plies, at least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Margin by which a turn may exceed its time before it is a time forfeit, in ms; `None`: see
    /// [`TurnLimits::margin`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_ms: Option<u64>,
}

/// Time control of a clock, with moves per period and increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRule {
    /// Turns after which `base_ms` is added again, at least 1; `None` is the whole game.
    pub moves: Option<u32>,
    /// Base time, in ms.
    pub base_ms: u64,
    /// Increment per turn, in ms.
    pub increment_ms: u64,
}

/// Invalid limit.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{key}={value}: expected {expected}")]
pub struct LimitsError {
    /// Key of the limit.
    pub key: &'static str,
    /// Offending value, shortened if very long.
    pub value: String,
    /// Expected values.
    pub expected: &'static str,
}

/// Default margin of a fixed time per turn, in ms: an engine that uses its full time answers later
/// by the latency of the pipes.
const MOVE_TIME_MARGIN_MS: u64 = 100;

/// Maximum time, in ms: a hundred days.
const MAX_TIME_MS: f64 = 8.64e9;

impl ClockRule {
    /// Parses `40/60+0.5`: moves (optional), seconds or minutes:seconds, and the increment in
    /// seconds (optional).
    ///
    /// # Errors
    /// When the text is not in that format, or the time is zero.
    pub fn parse(text: &str) -> Result<Self, LimitsError> {
        let bad = || LimitsError {
            key: "tc",
            value: excerpt(text),
            expected: "[MOVES/]TIME[+INCREMENT] with TIME in seconds or minutes:seconds, such as \
                       40/60+0.5, or inf",
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => match moves.parse::<u32>() {
                Ok(0) => (None, rest),
                Ok(moves) => (Some(moves), rest),
                Err(_) => return Err(bad()),
            },
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (base, seconds_ms(increment).ok_or_else(bad)?),
            None => (rest, 0),
        };
        let base_ms = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes: u64 = minutes.parse().ok().filter(|&m| m < 100_000).ok_or_else(bad)?;
                minutes * 60_000 + seconds_ms(seconds).ok_or_else(bad)?
            }
            None => seconds_ms(base).ok_or_else(bad)?,
        };
        if base_ms + increment == 0 {
            return Err(bad());
        }
        Ok(ClockRule { moves, base_ms, increment_ms: increment })
    }
}

impl TurnLimits {
    /// Sets one limit, such as `tc=40/60+0.5`. Returns whether `key` is the key of a limit.
    /// # Errors
    /// When the value is invalid; no change is made then.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, LimitsError> {
        let bad = |key, expected| LimitsError { key, value: excerpt(value), expected };
        match key {
            "tc" if value == "inf" => self.clock = None,
            "tc" => self.clock = Some(ClockRule::parse(value)?),
            "st" => {
                let time = seconds_ms(value).filter(|&ms| ms > 0);
                self.move_time_ms = Some(time.ok_or_else(|| bad("st", "seconds above 0"))?);
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                self.nodes = Some(nodes.ok_or_else(|| bad("nodes", "a number of nodes above 0"))?);
            }
            "depth" => {
                let depth = value.parse().ok().filter(|&depth| depth > 0);
                self.depth = Some(depth.ok_or_else(|| bad("depth", "a number of plies above 0"))?);
            }
            "timemargin" => {
                let margin = value.parse().ok().filter(|&ms| ms <= MAX_TIME_MS as u64);
                self.margin_ms = Some(margin.ok_or_else(|| bad("timemargin", "milliseconds"))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether all numbers are in the valid range.
    pub(super) fn is_sound(&self) -> bool {
        let max = MAX_TIME_MS as u64;
        let times = |range: std::ops::RangeInclusive<u64>, time: Option<u64>| {
            time.is_none_or(|time| range.contains(&time))
        };
        let clock = self.clock.is_none_or(|clock| {
            let ClockRule { moves, base_ms, increment_ms } = clock;
            // Minutes may exceed the maximum in seconds.
            base_ms <= 2 * max
                && increment_ms <= max
                && base_ms + increment_ms > 0
                && moves != Some(0)
        });
        clock
            && times(1..=max, self.move_time_ms)
            && times(0..=max, self.margin_ms)
            && self.nodes != Some(0)
            && self.depth != Some(0)
    }

    /// Returns the margin by which a turn may exceed its time before it is a time forfeit, in ms.
    /// The default on a clock is none, as in cutechess-cli.
    #[must_use]
    pub fn margin(&self) -> u64 {
        let usual = if self.move_time_ms.is_some() { MOVE_TIME_MARGIN_MS } else { 0 };
        self.margin_ms.unwrap_or(usual)
    }

    /// Whether any limit ends a search.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        let TurnLimits { clock, move_time_ms, nodes, depth, .. } = self;
        clock.is_some() || move_time_ms.is_some() || nodes.is_some() || depth.is_some()
    }
}

fn seconds_ms(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let ms = text.parse::<f64>().ok().filter(|_| plain)? * 1000.0;
    (ms <= MAX_TIME_MS).then(|| ms.round() as u64)
}

/// Formats seconds with the fewest decimals needed.
fn seconds(ms: u64) -> String {
    format!("{}", ms as f64 / 1000.0)
}

impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        f.write_str(&seconds(self.base_ms))?;
        if self.increment_ms > 0 {
            write!(f, "+{}", seconds(self.increment_ms))?;
        }
        Ok(())
    }
}

impl fmt::Display for TurnLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TurnLimits { clock, move_time_ms, nodes, depth, .. } = self;
        let parts = [
            clock.map(|clock| clock.to_string()),
            move_time_ms.map(|ms| format!("{} s/move", seconds(ms))),
            nodes.map(|nodes| format!("{nodes} nodes")),
            depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "inf".to_owned() } else { parts.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_shown() {
        for (text, moves, base, increment, shown) in [
            ("40/60+0.5", Some(40), 60_000, 500, "40/60+0.5"),
            ("10+0.1", None, 10_000, 100, "10+0.1"),
            ("0/5", None, 5_000, 0, "5"),
            ("1:30+1", None, 90_000, 1_000, "90+1"),
            ("0.05", None, 50, 0, "0.05"),
            ("0+0.1", None, 0, 100, "0+0.1"),
        ] {
            let clock = ClockRule::parse(text).unwrap();
            assert_eq!(clock, ClockRule { moves, base_ms: base, increment_ms: increment });
            assert_eq!(clock.to_string(), shown);
        }
        for text in
            ["", "0", "x", "40/", "/60", "-1", "1e9", "5+", "5+x", "1:x", "nan", "9999999999"]
        {
            let error = ClockRule::parse(text).unwrap_err();
            assert!(error.to_string().starts_with(&format!("tc={text}: expected")), "{error}");
        }
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let mut limits = TurnLimits::default();
        assert_eq!(limits.set("st", "0.1"), Ok(true));
        let before = limits;
        for (key, value) in [("st", "0"), ("st", "-1"), ("nodes", "0"), ("depth", "x"), ("tc", "")]
        {
            assert!(limits.set(key, value).is_err(), "{key}={value}");
        }
        assert_eq!(limits.set("proto", "uci"), Ok(false));
        assert_eq!(limits, before);
        assert_eq!(limits.to_string(), "0.1 s/move");
        assert_eq!(limits.margin(), 100);
        assert_eq!(limits.set("timemargin", "0"), Ok(true));
        assert_eq!(limits.margin(), 0);
        let clock = TurnLimits { clock: ClockRule::parse("1").ok(), ..TurnLimits::default() };
        assert_eq!(clock.margin(), 0);
    }
}
