//! Time of day, for records.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use humantime::{format_rfc3339_millis, format_rfc3339_seconds};

/// The last second of the year 9999, in seconds since 1970: RFC 3339 has four digits for a year.
const LAST: u64 = 253_402_300_799;

/// A time in UTC, of the years 1970 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOfDay(SystemTime);

impl TimeOfDay {
    /// Returns the current time; the nearest one that a record can represent if the clock is far off.
    #[must_use]
    pub fn now() -> Self {
        TimeOfDay::nearest(SystemTime::now())
    }

    fn nearest(time: SystemTime) -> Self {
        TimeOfDay(time.clamp(UNIX_EPOCH, UNIX_EPOCH + Duration::from_secs(LAST)))
    }

    /// Returns the text of RFC 3339 to the second, such as `2026-11-29T08:15:30Z`.
    #[must_use]
    pub fn seconds(self) -> String {
        format_rfc3339_seconds(self.0).to_string()
    }

    /// Returns the text of RFC 3339 to the millisecond, such as `2026-11-29T08:15:30.250Z`.
    #[must_use]
    pub fn millis(self) -> String {
        format_rfc3339_millis(self.0).to_string()
    }

    /// Returns the time to the second without the signs that a file's name cannot have, such as
    /// `20261129-081530`.
    #[must_use]
    pub fn in_file_name(self) -> String {
        self.seconds().replace(['-', ':', 'Z'], "").replace('T', "-")
    }

    /// Returns the date, such as `2026-11-29`.
    #[must_use]
    pub fn date(self) -> String {
        self.seconds().split('T').next().unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_far_off_is_no_panic() {
        let text = |time| TimeOfDay::nearest(time).seconds();
        let seconds = Duration::from_secs;
        assert_eq!(text(UNIX_EPOCH + seconds(86_400)), "1970-01-02T00:00:00Z");
        assert_eq!(text(UNIX_EPOCH + seconds(1_000_000_000_000)), "9999-12-31T23:59:59Z");
        for early in [1, 1_000_000_000_000] {
            if let Some(time) = UNIX_EPOCH.checked_sub(seconds(early)) {
                assert_eq!(text(time), "1970-01-01T00:00:00Z");
            }
        }
    }

    #[test]
    fn a_time_is_written_as_a_record_needs_it() {
        let time = TimeOfDay(UNIX_EPOCH + Duration::from_millis(1_764_403_200_250));
        assert_eq!(time.millis(), "2025-11-29T08:00:00.250Z");
        assert_eq!(time.seconds(), "2025-11-29T08:00:00Z");
        assert_eq!(time.in_file_name(), "20251129-080000");
        assert_eq!(time.date(), "2025-11-29");
    }
}
