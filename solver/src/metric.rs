//! The end of the count of plies in a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The plies that the distances of a table count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Up to the end of the game (for chess: distance to mate, DTM).
    #[default]
    End,
    /// Up to the conversion: the next move that the move rule counts as progress, or the end (for chess:
    /// distance to zeroing, DTZ).
    Conversion,
}

/// Error of a metric's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown metric '{0}': expected end or conversion")]
pub struct UnknownMetric(String);

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 2] = [Metric::End, Metric::Conversion];

    /// Extension of its files. Programs that know one metric alone do not open files of the other.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Metric::End => "egt",
            Metric::Conversion => "egc",
        }
    }

    pub(crate) fn is_end(&self) -> bool {
        *self == Metric::End
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::End => "end",
            Metric::Conversion => "conversion",
        })
    }
}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Self, UnknownMetric> {
        let named = |metric: &Metric| metric.to_string() == text;
        Metric::ALL.into_iter().find(named).ok_or_else(|| UnknownMetric(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for metric in Metric::ALL {
            assert_eq!(metric.to_string().parse(), Ok(metric));
        }
        let error = "mate".parse::<Metric>().unwrap_err().to_string();
        assert_eq!(error, "unknown metric 'mate': expected end or conversion");
    }
}
