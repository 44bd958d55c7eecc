//! Tag pairs.

/// Parses a tag pair and returns the rest; a backslash escapes quotes and backslashes.
pub(super) fn tag(text: &str) -> Option<((String, String), &str)> {
    let (name, rest) = text.strip_prefix('[')?.trim_start().split_once(char::is_whitespace)?;
    let mut value = String::new();
    let mut chars = rest.trim_start().strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => match chars.next()? {
                c @ ('"' | '\\') => value.push(c),
                c => value.extend(['\\', c]),
            },
            c => value.push(c),
        }
    }
    let after = chars.as_str().trim_start().strip_prefix(']')?;
    Some(((name.to_owned(), value), after))
}

/// Parses a tag pair of a program that does not escape values: the text between the first quote and
/// the last.
pub(super) fn unescaped_tag(text: &str) -> Option<((String, String), &str)> {
    let inside = text.strip_prefix('[')?.trim_start().strip_suffix(']')?.trim_end();
    let (name, rest) = inside.split_once(char::is_whitespace)?;
    let value = rest.trim_start().strip_prefix('"')?.strip_suffix('"')?;
    Some(((name.to_owned(), value.to_owned()), ""))
}
