//! `bench`, a non-standard command of every dialect.

use crate::number::count;
use crate::text::excerpt;
use crate::tokens::Tokens;
use crate::{BenchParameters, Command, ParseError};

/// `bench [VARIANT] [variant NAME] [depth N] [threads N]`; a number alone is the depth.
pub(crate) fn bench(mut tokens: Tokens<'_>) -> Result<Command, ParseError> {
    let mut bench = BenchParameters::default();
    while let Some(word) = tokens.peek() {
        let is = |key: &str| word.eq_ignore_ascii_case(key);
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            bench.depth = Some(count(&mut tokens, "bench", "a number of plies")?);
            continue;
        }
        tokens.next();
        if is("depth") {
            bench.depth = Some(count(&mut tokens, "bench depth", "a number of plies")?);
        } else if is("threads") {
            bench.threads = Some(count(&mut tokens, "bench threads", "a number of threads")?);
        } else if is("variant") {
            let name = tokens.next().ok_or(ParseError::Missing {
                command: "bench variant",
                expected: "the name of a variant",
            })?;
            bench.variant = Some(name.to_owned());
        } else if bench.variant.is_none() {
            bench.variant = Some(word.to_owned());
        } else {
            return Err(ParseError::UnknownWord { command: "bench", word: excerpt(word) });
        }
    }
    Ok(Command::Bench(bench))
}
