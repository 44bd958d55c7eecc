//! Nouns with an indefinite article or a number, for messages.

/// Returns a noun with its indefinite article: `a rook`, `an elephant`.
#[must_use]
pub fn with_article(noun: &str) -> String {
    let is_vowel = |c: char| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u');
    // Spoken with a y, as in unicorn.
    let is_exception =
        ["uni", "use", "eu"].iter().any(|begin| noun.to_ascii_lowercase().starts_with(begin));
    let article = if noun.starts_with(is_vowel) && !is_exception { "an" } else { "a" };
    format!("{article} {noun}")
}

/// The same at the beginning of a sentence.
pub(crate) fn with_capital_article(noun: &str) -> String {
    with_article(noun).replacen('a', "A", 1)
}

/// Returns a number with its noun.
///
/// ```
/// use menagerie_variants::counted;
///
/// assert_eq!(counted(1, "kind", "kinds"), "1 kind");
/// assert_eq!(counted(0, "kind", "kinds"), "0 kinds");
/// ```
#[must_use]
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_go_by_the_sound() {
        for noun in ["a rook", "an ice", "an elephant", "a unicorn", "an archer or rook", "a Euro"]
        {
            assert_eq!(with_article(noun.split_once(' ').unwrap().1), noun);
        }
        assert_eq!(with_capital_article("ox"), "An ox");
        assert_eq!(with_capital_article("rook"), "A rook");
    }
}
