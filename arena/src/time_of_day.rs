//! Time of day, for records.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// Returns the current time in UTC, clamped to the years that a record can represent.
#[must_use]
pub fn time_of_day() -> Timestamp {
    nearest(SystemTime::now())
}

fn nearest(time: SystemTime) -> Timestamp {
    let bound = if time > UNIX_EPOCH { Timestamp::MAX } else { Timestamp::MIN };
    Timestamp::try_from(time).unwrap_or(bound)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_that_is_far_off_is_no_panic() {
        let text = |time| nearest(time).strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let seconds = Duration::from_secs;
        assert_eq!(text(UNIX_EPOCH + seconds(86_400)), "1970-01-02T00:00:00Z");
        assert_eq!(text(UNIX_EPOCH + seconds(1_000_000_000_000)), "9999-12-30T22:00:00Z");
        if let Some(time) = UNIX_EPOCH.checked_sub(seconds(1_000_000_000_000)) {
            assert!(text(time).starts_with("-9999"), "{}", text(time));
        }
    }
}
