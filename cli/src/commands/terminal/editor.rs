//! Line editing with history and completion.

use anyhow::Result;
use board::{Completion, Completions};
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::config::{BellStyle, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Helper};

/// Input of a person.
pub enum Input {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// The end: Ctrl-D, or a closed terminal.
    End,
}

/// Line editor.
pub struct Editor {
    editor: rustyline::Editor<Words, MemHistory>,
}

impl Editor {
    /// Makes an editor without history.
    pub fn new() -> Result<Self> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .bell_style(BellStyle::None)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = rustyline::Editor::with_history(config, history)?;
        editor.set_helper(Some(Words::default()));
        Ok(Editor { editor })
    }

    /// Reads a line.
    pub fn read(&mut self, prompt: &str, completions: Completions) -> Result<Input> {
        if let Some(words) = self.editor.helper_mut() {
            words.completions = completions;
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Input::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(error) => Err(error.into()),
        }
    }
}

/// Completion of words.
#[derive(Default)]
struct Words {
    completions: Completions,
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        match self.completions.find(line.get(..at).unwrap_or_default()) {
            Completion::Words(start, words) => Ok((start, words)),
            Completion::File => {
                let (start, pairs) = self.files.complete_path(line, at)?;
                Ok((start, pairs.into_iter().map(|pair| pair.replacement).collect()))
            }
        }
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
