//! Letters of kinds, written one after the other.

/// Splits a text of kinds: a character each, with a `+` before it if there is one.
pub(crate) fn split_letters(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for (index, letter) in text.char_indices() {
        let end = index + letter.len_utf8();
        if letter != '+' || end == text.len() {
            words.push(&text[start..end]);
            start = end;
        }
    }
    words
}
