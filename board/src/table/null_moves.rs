//! Lines of a PGN with null moves, which no game has, or after the end of a game by its rules: they are kept as
//! comments.

use arena::pgn::Word;

/// Whether a word stands for no move at all, as authors show threats.
pub(super) fn is_null_move(text: &str) -> bool {
    matches!(text, "--" | "Z0")
}

/// Returns the number of words up to the end of the variation that they stand in.
pub(super) fn length_of_variation(words: &[Word]) -> usize {
    let mut depth = 0;
    let is_end = |word: &Word| {
        match word {
            Word::Open => depth += 1,
            Word::Close => depth -= 1,
            _ => {}
        }
        depth < 0
    };
    words.iter().position(is_end).unwrap_or(words.len())
}

/// Returns words of a game as the text of a comment.
pub(super) fn text_of(first: &Word, rest: &[Word]) -> String {
    let texts = std::iter::once(first).chain(rest).map(|word| match word {
        Word::Move(text) | Word::Comment(text) => text.clone(),
        Word::Mark(mark) => format!("${mark}"),
        Word::Open => "(".to_owned(),
        Word::Close => ")".to_owned(),
    });
    texts.collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" )", ")")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::library::Library;

    use crate::table::load;

    fn read(text: &str) -> (crate::table::Table, crate::tree::Tree) {
        let loaded = load(text, "chess", &Library::builtin(), 1, "now", Duration::ZERO).unwrap();
        (loaded.table, loaded.tree)
    }

    #[test]
    fn lines_with_null_moves_are_comments() {
        let text = "1. e4 e5 (1... -- 2. Qh5 (2. Qf3 {too}) 2... Nf6) ({as} 1... Z0 $1 2. d4) \
                    (1... c5 2. -- Nc6) 2. Nf3 *";
        let (table, tree) = read(text);
        assert_eq!(table.turns(), 3);
        let words = tree.words().join(" ");
        let expected = "1. e4 {-- Qh5 (Qf3 too) Nf6 as Z0 $1 d4} 1... e5 (1... c5 {-- Nc6}) 2. Nf3";
        assert_eq!(words, expected);
        let (table, tree) = read("1. e4 -- 2. d4 *");
        assert_eq!((table.turns(), tree.words().join(" ").as_str()), (1, "1. e4 {-- d4}"));
    }

    #[test]
    fn moves_after_the_end_and_comments_after_the_result_are_kept() {
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 {on} e5 1-0 {he resigned}";
        let (table, tree) = read(text);
        assert_eq!(table.turns(), 8);
        let words = tree.words().join(" ");
        let end = "4. Ng1 Ng8 {(Draw by 3-fold repetition) e4 on e5 he resigned}";
        assert!(words.ends_with(end), "{words}");
    }
}
