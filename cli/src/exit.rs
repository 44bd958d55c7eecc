//! Exit codes besides plain success and failure.

use std::process::ExitCode;

use thiserror::Error;

/// Wrong usage of the command line.
pub const USAGE: u8 = 2;
/// All games played, SPRT undecided.
pub const UNDECIDED: u8 = 3;
/// Shells' code for a process ended by Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Error with an exit code of its own.
#[derive(Debug, Error)]
#[error("{error:#}")]
struct Failure {
    code: u8,
    error: anyhow::Error,
}

/// Returns an error that ends the program with this code.
pub fn with_code(code: u8, error: impl Into<anyhow::Error>) -> anyhow::Error {
    Failure { code, error: error.into() }.into()
}

/// Returns an error of the command line.
pub fn usage(error: impl Into<anyhow::Error>) -> anyhow::Error {
    with_code(USAGE, error)
}

/// Returns the exit code of an error.
pub fn code(error: &anyhow::Error) -> ExitCode {
    error.downcast_ref::<Failure>().map_or(ExitCode::FAILURE, |failure| failure.code.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_its_text_and_has_its_code() {
        let error = usage(anyhow::anyhow!("inner").context("outer"));
        assert_eq!(error.to_string(), "outer: inner");
        assert_eq!(format!("{:?}", code(&error)), format!("{:?}", ExitCode::from(USAGE)));
        let plain = anyhow::anyhow!("plain");
        assert_eq!(format!("{:?}", code(&plain)), format!("{:?}", ExitCode::FAILURE));
    }
}
