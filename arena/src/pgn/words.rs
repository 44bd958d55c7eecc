//! Words among the moves: where they end, and the marks at their ends.

/// Marks of moves with their numbers (NAG), the longer of those that end alike first; 0: a mark
/// that adds nothing to the move.
const MARKS: [(&str, u8); 33] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("□", 7),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=∞", 44),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("−+", 19),
    ("+−", 18),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("△", 140),
    ("e.p.", 0),
    ("ep", 0),
    // PDN: the only move.
    ("*", 7),
];

/// Marks that are words of their own only: a novelty, a diagram, and signs of check that a move has
/// too.
const MARK_WORDS: [(&str, u8); 6] =
    [("N", 146), ("TN", 146), ("D", 220), ("+", 0), ("++", 0), ("#", 0)];

/// Returns the length of the word at the beginning of a text, a promotion in brackets included:
/// `e8(Q)`.
pub(super) fn length(text: &str) -> usize {
    let end = |c: char| c.is_whitespace() || "{();".contains(c);
    let length = text.find(end).unwrap_or(text.len());
    match text.as_bytes().get(length..) {
        Some([b'(', letter, b')', ..]) if length > 0 && letter.is_ascii_uppercase() => length + 3,
        _ => length,
    }
}

/// A move without the number before it, as in `1.e4` and `1...e5`; nothing, for a number alone.
pub(crate) fn without_number(word: &str) -> &str {
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = bare.is_empty() || bare.starts_with(['.', '…']);
    if is_numbered { bare.trim_start_matches(['.', '…']) } else { word }
}

/// Whether a word is the number of a move: `12`, `12.` or `12...`.
pub(super) fn is_number(word: &str) -> bool {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    dots.len() < word.len() && dots.trim_start_matches(['.', '…']).is_empty()
}

/// Returns the number of the mark in brackets that a text begins with, such as `(!)`, `(=)` or
/// `(ep)`, and what follows it.
pub(super) fn bracketed(text: &str) -> Option<(Option<u8>, &str)> {
    let text = text.strip_prefix('(')?;
    let (inside, number, after) = MARKS.iter().find_map(|&(mark, number)| {
        Some((mark, number, text.strip_prefix(mark)?.strip_prefix(')')?))
    })?;
    // A draw offer is no mark of the move.
    Some((Some(number).filter(|&number| number > 0 && inside != "="), after))
}

/// Splits the marks off a word; returns the move, if there is one, and their numbers.
pub(super) fn without_marks(word: &str) -> (&str, Vec<u8>) {
    if let Some(&(_, number)) = MARK_WORDS.iter().find(|(mark, _)| *mark == word) {
        return ("", Some(number).filter(|&number| number > 0).into_iter().collect());
    }
    let (mut rest, mut numbers) = (word, Vec::new());
    while let Some((before, number)) =
        MARKS.iter().find_map(|&(mark, number)| Some((rest.strip_suffix(mark)?, number)))
    {
        rest = before;
        numbers.extend(Some(number).filter(|&number| number > 0));
    }
    numbers.reverse();
    (rest, numbers)
}
