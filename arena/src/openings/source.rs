//! Parser of `start`, `random:8`, `random:8:55%`, `random:8:200`, `random:8:any` or a file name, as
//! given on the command line.

use protocol::text::excerpt;
use thiserror::Error;

use crate::{Evenness, OpeningOrder, OpeningSource};

/// Default imbalance of random openings. A bound in centipawns would not suit all variants: 150 are
/// an expected score of 0.9 in one and hardly more than 0.5 in another.
pub const DEFAULT_BOUND: Evenness = Evenness::Chances { percent: 60 };

/// Maximum number of turns of a random opening.
pub const MAX_PLIES: usize = 500;

/// Invalid openings option.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "openings: '{text}': expected start, random:TURNS[:PERCENT%|CENTIPAWNS|any] with TURNS from 1 \
     to {MAX_PLIES} and PERCENT from 50 to 100, or a file"
)]
pub struct OpeningTextError {
    /// Offending text.
    pub text: String,
}

/// Parses the source of the openings; `order` is for the lines of a file, `bound` for
/// `random:TURNS` without a bound of its own.
///
/// # Errors
/// When the text is empty, or begins with `random:` and does not continue with valid numbers.
pub fn parse_openings(
    text: &str,
    order: OpeningOrder,
    bound: Option<Evenness>,
) -> Result<OpeningSource, OpeningTextError> {
    let bad = || OpeningTextError { text: excerpt(text) };
    match text.split_once(':') {
        None if text == "start" => Ok(OpeningSource::Start),
        // Without a number, more likely a typo than a file.
        None if text == "random" || text.trim().is_empty() => Err(bad()),
        Some(("random", rest)) => {
            let (plies, bound) = match rest.split_once(':') {
                None => (rest, bound),
                Some((plies, "any")) => (plies, None),
                Some((plies, bound)) => (plies, Some(evenness(bound).ok_or_else(bad)?)),
            };
            let plies = plies.parse().ok().filter(|plies| (1..=MAX_PLIES).contains(plies));
            let plies = plies.ok_or_else(bad)?;
            Ok(OpeningSource::Random { plies, bound, either_begins: false })
        }
        _ => Ok(OpeningSource::File { path: text.into(), order }),
    }
}

fn evenness(text: &str) -> Option<Evenness> {
    match text.strip_suffix('%') {
        Some(percent) => {
            let percent = percent.parse().ok().filter(|percent| (50..=100).contains(percent))?;
            Some(Evenness::Chances { percent })
        }
        None => Some(Evenness::Centipawns(text.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources() {
        let parse = |text| parse_openings(text, OpeningOrder::Random, Some(DEFAULT_BOUND));
        let random =
            |plies, bound| Ok(OpeningSource::Random { plies, bound, either_begins: false });
        assert_eq!(parse("start"), Ok(OpeningSource::Start));
        assert_eq!(parse("random:8"), random(8, Some(DEFAULT_BOUND)));
        assert_eq!(parse("random:8:200"), random(8, Some(Evenness::Centipawns(200))));
        for percent in [50, 55, 100] {
            let bound = Some(Evenness::Chances { percent });
            let text = format!("random:8:{percent}%");
            assert_eq!(parse_openings(&text, OpeningOrder::Random, None), random(8, bound));
        }
        assert_eq!(parse("random:500:any"), random(500, None));
        assert_eq!(parse_openings("random:8", OpeningOrder::Random, None), random(8, None));
        for text in ["book.epd", "./start", r"C:\books\random.txt", "randoms:8"] {
            let order = OpeningOrder::Random;
            assert_eq!(parse(text), Ok(OpeningSource::File { path: text.into(), order }));
        }
        for text in [
            "",
            "random",
            "random:",
            "random:0",
            "random:501",
            "random:8:",
            "random:8:-1",
            "random:8:%",
            "random:8:49%",
            "random:8:101%",
            "random:8:60%%",
            "random:x",
            "random:8:any:1",
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("openings: '{text}': expected")), "{error}");
        }
    }
}
