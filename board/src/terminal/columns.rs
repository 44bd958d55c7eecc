//! Text in columns and lines of a width.

/// Blanks between two columns.
const GAP: usize = 2;

/// Arranges words in columns, row by row.
pub(super) fn columns(words: &[String], width: usize) -> String {
    let widest = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let number = (width.saturating_sub(1) / (widest + GAP)).max(1);
    let mut out = String::new();
    for row in words.chunks(number) {
        let mut line = String::new();
        for word in row {
            line += &format!("{word:<0$}", widest + GAP);
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// Breaks a text between its words into lines of a width; longer words are broken too.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let length = |text: &str| text.chars().count();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => {
                let letters: Vec<char> = word.chars().collect();
                lines.extend(letters.chunks(width.max(1)).map(|part| part.iter().collect()));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_columns() {
        let words: Vec<String> = ["a3", "a4", "Nf3", "e4"].map(str::to_owned).to_vec();
        assert_eq!(columns(&words, 16), "a3   a4   Nf3\ne4\n");
        assert_eq!(columns(&words, 1).lines().count(), 4);
        assert_eq!(columns(&[], 80), "");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("must capture: d6 or f6", 13), ["must capture:", "d6 or f6"]);
        assert_eq!(wrap("abcdef g", 4), ["abcd", "ef g"]);
        assert!(wrap("  ", 10).is_empty());
    }
}
