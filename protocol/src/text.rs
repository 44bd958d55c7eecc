//! Text that is safe to show on one line.

use std::borrow::Cow;
use std::fmt::Write;

/// Maximum length of an [`excerpt`], in characters.
pub const EXCERPT_CHARS: usize = 80;

const ELLIPSIS: &str = "...";

/// Escapes every character that could end a line or move a terminal's cursor.
///
/// A backslash stays as it is, for the sake of paths; the result is not meant to be unescaped.
///
/// ```
/// use menagerie_protocol::text::printable;
///
/// assert_eq!(printable("two\nlines\u{1b}"), r"two\nlines\x1b");
/// assert_eq!(printable(r"C:\chess"), r"C:\chess");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(breaks_line) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        push_char(&mut out, c);
    }
    Cow::Owned(out)
}

/// Makes each line of a text [`printable`].
///
/// ```
/// use menagerie_protocol::text::printable_lines;
///
/// assert_eq!(printable_lines("one\u{1b}\r\ntwo\rthree"), "one\\x1b\ntwo\\rthree");
/// ```
pub fn printable_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for part in parts(text) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&printable(part));
    }
    out
}

/// Maximum number of lines of a [`message`].
const MESSAGE_LINES: usize = 16;
/// Maximum length of each of them, in characters.
const MESSAGE_CHARS: usize = 800;

/// Truncates a message for the user to 16 lines of 800 characters, with `...` where truncated.
///
/// ```
/// use menagerie_protocol::text::message;
///
/// assert_eq!(message("no such file"), "no such file");
/// assert_eq!(message(&"x".repeat(1_000_000)).len(), 800);
/// ```
pub fn message(text: &str) -> Cow<'_, str> {
    let is_long = |part: &str| part.len() > MESSAGE_CHARS && part.chars().count() > MESSAGE_CHARS;
    if !parts(text).any(is_long) && parts(text).nth(MESSAGE_LINES).is_none() {
        return Cow::Borrowed(text);
    }
    let mut lines: Vec<Cow<'_, str>> = parts(text).take(MESSAGE_LINES).map(cut).collect();
    if parts(text).nth(MESSAGE_LINES).is_some()
        && let Some(last) = lines.last_mut()
    {
        *last = ELLIPSIS.into();
    }
    Cow::Owned(lines.join("\n"))
}

/// A line of a message.
fn cut(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(MESSAGE_CHARS) {
        None => Cow::Borrowed(line),
        Some(_) => {
            let kept = line.char_indices().nth(MESSAGE_CHARS - ELLIPSIS.len());
            let end = kept.map_or(line.len(), |(at, _)| at);
            Cow::Owned(format!("{}{ELLIPSIS}", &line[..end]))
        }
    }
}

/// Returns the beginning of an input for use in a message: printable, invalid UTF-8 as `\xNN`, at
/// most [`EXCERPT_CHARS`] characters, with `...` if truncated.
///
/// The cost does not depend on the length of the input.
///
/// ```
/// use menagerie_protocol::text::excerpt;
///
/// assert_eq!(excerpt(b"d\xe9p\tth"), r"d\xe9p\tth");
/// assert_eq!(excerpt(&[b'x'; 1_000_000]).len(), 80);
/// ```
pub fn excerpt(input: impl AsRef<[u8]>) -> String {
    let input = input.as_ref();
    // Four bytes a character at most, and one character more to detect truncation.
    let head = &input[..input.len().min(4 * (EXCERPT_CHARS + 1))];
    let mut out = String::new();
    let mut shown = 0;
    // Position of a cut: the last one with room for the dots.
    let mut cut = 0;
    let mut piece = String::new();
    for chunk in head.utf8_chunks() {
        let valid = chunk.valid().chars().map(Ok);
        let invalid = chunk.invalid().iter().map(Err);
        for item in valid.chain(invalid) {
            piece.clear();
            match item {
                Ok(c) => push_char(&mut piece, c),
                Err(byte) => push_byte(&mut piece, *byte),
            }
            shown += piece.chars().count();
            if shown > EXCERPT_CHARS {
                out.truncate(cut);
                out.push_str(ELLIPSIS);
                return out;
            }
            out.push_str(&piece);
            if shown <= EXCERPT_CHARS - ELLIPSIS.len() {
                cut = out.len();
            }
        }
    }
    out
}

fn breaks_line(c: char) -> bool {
    // The separators are not control characters, but some readers end a line at them.
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn push_char(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c.is_ascii_control() => push_byte(out, c as u8),
        c if breaks_line(c) => out.extend(c.escape_unicode()),
        c => out.push(c),
    }
}

fn push_byte(out: &mut String, byte: u8) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\x{byte:02x}");
}

/// Appends a line.
pub(crate) fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// Returns the lines of a text, at least one.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').map(|part| part.strip_suffix('\r').unwrap_or(part))
}

/// Returns a move as one word, with separators escaped.
pub(crate) fn word(mv: &str) -> Cow<'_, str> {
    let text = printable(mv);
    if text.contains(char::is_whitespace) {
        Cow::Owned(text.replace(char::is_whitespace, "_"))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_plain_is_not_copied() {
        assert!(matches!(printable("Grüße \\ 王"), Cow::Borrowed(_)));
    }

    #[test]
    fn escapes() {
        let cases = [
            ("", ""),
            ("a\r\nb", "a\\r\\nb"),
            ("\0\u{7f}", "\\x00\\x7f"),
            ("\u{85}\u{2028}", "\\u{85}\\u{2028}"),
        ];
        for (input, expected) in cases {
            assert_eq!(printable(input), expected);
            assert_eq!(excerpt(input), expected);
        }
    }

    #[test]
    fn an_excerpt_is_cut_only_when_too_long() {
        let eighty = "é".repeat(80);
        assert_eq!(excerpt(&eighty), eighty);
        let cut = excerpt("é".repeat(81));
        assert_eq!(cut, "é".repeat(77) + "...");
        // An escape is shown completely or not at all.
        assert_eq!(excerpt([b'\x01'; 40]), "\\x01".repeat(19) + "...");
    }

    #[test]
    fn messages_are_cut_in_both_directions() {
        let text = format!("{}\nshort\n", "é".repeat(801));
        assert_eq!(message(&text), format!("{}...\nshort", "é".repeat(797)));
        assert_eq!(message(&"x\n".repeat(17)), "x\n".repeat(15) + "...");
        assert!(matches!(message(&"x\n".repeat(16)), Cow::Borrowed(_)));
    }

    #[test]
    fn a_character_that_the_window_splits_is_not_shown() {
        // The window of bytes ends within the emoji.
        let text = "\u{1F40E}".repeat(1000);
        assert_eq!(excerpt(&text[..]), "\u{1F40E}".repeat(77) + "...");
        let shifted = format!("a{text}");
        assert!(!excerpt(&shifted[..]).contains("\\x"));
    }

    proptest! {
        #[test]
        fn an_excerpt_is_short_and_printable(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let shown = excerpt(&bytes);
            prop_assert!(shown.chars().count() <= EXCERPT_CHARS);
            prop_assert!(!shown.contains(breaks_line));
        }
    }
}
