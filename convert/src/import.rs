//! Imported games.

use variants::Catalog;

use crate::fault::Fault;
use crate::toml::comment;

/// Games of a text.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// The games, in their order.
    pub games: Vec<Imported>,
    /// Faults of lines that belong to no game.
    pub faults: Vec<Fault>,
    /// Names of all games of the text, those that are not converted included.
    pub names: Vec<String>,
}

/// A game of a text.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its name there.
    pub source: String,
    /// Line of its name.
    pub line: usize,
    /// Its name in the definition file.
    pub name: String,
    /// Its definition; `None` if a rule cannot be stated.
    pub text: Option<String>,
    /// Rules that cannot be stated.
    pub faults: Vec<Fault>,
    /// Rules of draws that the definition leaves out.
    pub notes: Vec<Fault>,
}

impl Import {
    /// Returns the definition file: all games that can be stated.
    #[must_use]
    pub fn toml(&self) -> String {
        let texts: Vec<&str> = self.games.iter().filter_map(|game| game.text.as_deref()).collect();
        texts.join("\n")
    }

    /// Returns all faults with the games that they belong to, in their order.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let own = self.faults.iter().map(|fault| (fault.line, fault.to_string()));
        let games = self.games.iter().flat_map(|game| {
            let faults = game.faults.iter().map(|fault| (fault, "cannot be stated"));
            let notes = game.notes.iter().map(|note| (note, "note"));
            let at = |line: usize| if line == 0 { game.line } else { line };
            let line = |(fault, what): (&Fault, &str)| {
                let line = at(fault.line);
                // Its line comes first.
                let fault = Fault { line: 0, ..fault.clone() };
                (line, format!("line {line}: {}: {what}: {fault}", game.source))
            };
            faults.chain(notes).map(line).collect::<Vec<_>>()
        });
        let mut all: Vec<(usize, String)> = own.chain(games).collect();
        all.sort_by_key(|(line, _)| *line);
        all.into_iter().map(|(_, text)| text).collect()
    }
}

impl Imported {
    /// Takes a text over if it can be read; its games can be inherited from then on.
    pub(crate) fn settle(&mut self, text: String, about: &str, catalog: &mut Catalog) {
        let reading = catalog.read_file(&text);
        if reading.faults.is_empty() {
            *catalog = reading.catalog;
            let about = if about.is_empty() { String::new() } else { comment(about) };
            let notes: String = self.notes.iter().map(|note| comment(&note.to_string())).collect();
            self.text = Some(about + &notes + &text);
        } else {
            let message = |fault: &variants::Fault| {
                let key = fault.key.split_once('.').map_or(fault.key.as_str(), |(_, key)| key);
                Fault::new(self.line, key, fault.message.clone())
            };
            self.faults.extend(reading.faults.iter().map(message));
        }
    }
}
