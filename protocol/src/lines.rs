//! Reader of lines of bounded length.

use std::io::{self, BufRead};

use thiserror::Error;

/// Maximum length of a line for [`LineReader::new`], in bytes without its ending.
///
/// Enough for a `position` with half a million moves.
pub const DEFAULT_LINE_LIMIT: usize = 4 << 20;

/// Reason why a line could not be read.
#[derive(Debug, Error)]
pub enum LineError {
    /// The line was too long, and is skipped.
    #[error("a line longer than {limit} bytes was skipped")]
    TooLong {
        /// Maximum length of a line, in bytes.
        limit: usize,
    },
    /// The stream failed; no more lines follow.
    #[error("cannot read the input: {0}")]
    Io(io::Error),
}

/// Iterates over a stream's lines, without their endings (`\n` or `\r\n`).
///
/// The last line needs no ending. Lines need not be UTF-8. A line above the limit takes no memory
/// beyond the limit.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    limit: usize,
    done: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Reads lines of at most [`DEFAULT_LINE_LIMIT`] bytes.
    pub fn new(input: R) -> Self {
        Self::with_limit(input, DEFAULT_LINE_LIMIT)
    }

    /// Reads lines of at most `limit` bytes.
    pub fn with_limit(input: R, limit: usize) -> Self {
        LineReader { input, limit, done: false }
    }

    fn read(&mut self) -> Result<Option<Vec<u8>>, LineError> {
        let mut line = Vec::new();
        let mut too_long = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.done = true;
                    return Err(LineError::Io(error));
                }
            };
            if available.is_empty() {
                self.done = true;
                if line.is_empty() && !too_long {
                    return Ok(None);
                }
                break;
            }
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            // One byte more than the limit may be the `\r` of the ending.
            if !too_long && line.len() + part.len() <= self.limit.saturating_add(1) {
                line.extend_from_slice(part);
            } else {
                too_long = true;
                line = Vec::new();
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if too_long || line.len() > self.limit {
            return Err(LineError::TooLong { limit: self.limit });
        }
        Ok(Some(line))
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = Result<Vec<u8>, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// Compares the lines with the expected ones, `!` for one that was too long; reads in small
    /// pieces, so that lines cross them.
    fn check(input: &[u8], limit: usize, expected: &[&str]) {
        for capacity in [1, 3, 64] {
            let reader = LineReader::with_limit(BufReader::with_capacity(capacity, input), limit);
            let lines: Vec<String> = reader
                .map(|line| match line {
                    Ok(line) => String::from_utf8_lossy(&line).into_owned(),
                    Err(LineError::TooLong { .. }) => "!".to_owned(),
                    Err(LineError::Io(error)) => panic!("{error}"),
                })
                .collect();
            assert_eq!(lines, expected, "in pieces of {capacity}");
        }
    }

    #[test]
    fn endings() {
        check(b"", 10, &[]);
        check(b"uci", 10, &["uci"]);
        check(b"uci\nquit\r\n", 10, &["uci", "quit"]);
        check(b"\n\r\na\rb\n", 10, &["", "", "a\rb"]);
    }

    #[test]
    fn the_limit_counts_the_line_alone() {
        check(b"1234\n12345\n123456\nx\n", 5, &["1234", "12345", "!", "x"]);
        check(b"12345\r\n123456\r\nx", 5, &["12345", "!", "x"]);
        check(b"1234567890", 5, &["!"]);
        check(b"a\n\n", 0, &["!", ""]);
    }

    #[test]
    fn a_megabyte_is_a_line() {
        let mut input = vec![b'x'; 1 << 20];
        input.push(b'\n');
        let lines: Vec<_> = LineReader::new(&input[..]).map(Result::unwrap).collect();
        assert_eq!(lines[0].len(), 1 << 20);
    }

    #[test]
    fn after_a_failure_nothing_comes() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut reader = LineReader::new(BufReader::new((&b"uci\nhal"[..]).chain(Broken)));
        assert_eq!(reader.next().unwrap().unwrap(), b"uci");
        assert!(matches!(reader.next(), Some(Err(LineError::Io(_)))));
        assert!(reader.next().is_none());
    }
}
