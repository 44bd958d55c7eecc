//! `start`, `random:8`, `random:8:200`, `random:8:any` or a file, as the command line has it.

use protocol::text::excerpt;
use thiserror::Error;

use crate::arena::{OpeningOrder, OpeningSource};

/// How far from even openings by chance may be, in centipawns, where nothing is said.
pub const DEFAULT_BOUND: i32 = 150;

/// The most turns of an opening by chance.
const MAX_PLIES: usize = 500;

/// Openings that cannot be understood.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "openings: '{text}': expected start, random:TURNS[:CENTIPAWNS|any] with TURNS from 1 to \
     {MAX_PLIES}, or a file"
)]
pub struct OpeningTextError {
    /// The offending text.
    pub text: String,
}

/// Reads where games begin; `order` is for a file's lines.
///
/// # Errors
/// When the text begins with `random:` and goes on with something else than numbers, or is empty.
pub fn parse_openings(text: &str, order: OpeningOrder) -> Result<OpeningSource, OpeningTextError> {
    let bad = || OpeningTextError { text: excerpt(text) };
    match text.split_once(':') {
        None if text == "start" => Ok(OpeningSource::Start),
        // Without a number, a slip rather than a file.
        None if text == "random" || text.trim().is_empty() => Err(bad()),
        Some(("random", rest)) => {
            let (plies, bound) = match rest.split_once(':') {
                None => (rest, Some(DEFAULT_BOUND)),
                Some((plies, "any")) => (plies, None),
                Some((plies, bound)) => {
                    let bound = bound.parse::<u16>().map_err(|_| bad())?;
                    (plies, Some(i32::from(bound)))
                }
            };
            let plies = plies.parse().ok().filter(|plies| (1..=MAX_PLIES).contains(plies));
            Ok(OpeningSource::Random { plies: plies.ok_or_else(bad)?, bound })
        }
        _ => Ok(OpeningSource::File { path: text.into(), order }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources() {
        let parse = |text| parse_openings(text, OpeningOrder::Random);
        let random = |plies, bound| Ok(OpeningSource::Random { plies, bound });
        assert_eq!(parse("start"), Ok(OpeningSource::Start));
        assert_eq!(parse("random:8"), random(8, Some(DEFAULT_BOUND)));
        assert_eq!(parse("random:8:200"), random(8, Some(200)));
        assert_eq!(parse("random:500:any"), random(500, None));
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
            "random:x",
            "random:8:any:1",
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("openings: '{text}': expected")), "{error}");
        }
    }
}
