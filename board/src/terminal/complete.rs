//! Completion of typed lines.

use super::command::COMMANDS;

/// Words that can be typed in the present position.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    /// Legal moves.
    pub(super) moves: Vec<String>,
    /// Names of the games.
    pub(super) games: Vec<String>,
}

/// Ways to go on from a place in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// Words in place of the text from a byte on.
    Words(usize, Vec<String>),
    /// The name of a file.
    File,
}

impl Completions {
    /// Returns the ways to go on from the end of a text.
    #[must_use]
    pub fn find(&self, text: &str) -> Completion {
        let begin = text.len() - text.trim_start().len();
        let Some(blank) = text[begin..].find(char::is_whitespace) else {
            let word = &text[begin..];
            let moves = self.moves.iter().filter(|mv| mv.starts_with(word)).cloned();
            let commands = COMMANDS.iter().map(|(name, ..)| *name);
            // An empty line is completed by a move.
            let commands = commands.filter(|name| !word.is_empty() && name.starts_with(word));
            return Completion::Words(begin, moves.chain(commands.map(str::to_owned)).collect());
        };
        let command = &text[begin..begin + blank];
        let start =
            begin + blank + text[begin + blank..].len() - text[begin + blank..].trim_start().len();
        let word = &text[start..];
        let words: Vec<String> = match command {
            "save" => return Completion::File,
            "new" => self.games.clone(),
            "moves" => self.moves.clone(),
            "level" => (1..=10).map(|level: u8| level.to_string()).collect(),
            "engine" => ["white", "black", "both", "none"].map(str::to_owned).to_vec(),
            _ => Vec::new(),
        };
        let words = words.into_iter().filter(|found| found.starts_with(word)).collect();
        Completion::Words(start, words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_commands_and_arguments_are_completed() {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let moves = owned(&["e2e3", "e2e4", "Nf3"]);
        let all = Completions { moves, games: owned(&["chess", "cheskers", "janus"]) };
        let check = |text: &str, start, words: &[&str]| {
            assert_eq!(all.find(text), Completion::Words(start, owned(words)), "{text}");
        };
        check("e2", 0, &["e2e3", "e2e4"]);
        check("e", 0, &["e2e3", "e2e4", "end", "engine", "exit"]);
        check("", 0, &["e2e3", "e2e4", "Nf3"]);
        check(" hi", 1, &["hint"]);
        check("new  ch", 5, &["chess", "cheskers"]);
        check("level 1", 6, &["1", "10"]);
        check("engine b", 7, &["black", "both"]);
        check("undo x", 5, &[]);
        assert_eq!(all.find("save ga"), Completion::File);
    }
}
