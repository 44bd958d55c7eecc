//! From a file's text to definitions.

use std::cell::Cell;
use std::sync::Arc;

use toml::de::DeTable;

use super::game::{definition, is_name};
use crate::definition::Definition;
use crate::reading::{
    Duplicate, Entry, Fault, Faults, Item, Section, Table, Value, inherited, join, quoted,
    suggestion, table,
};

/// The longest file, in bytes.
const LONGEST_FILE: usize = 128 * 1024;

/// The most games in a file.
const MOST_GAMES: usize = 100;

/// The most keys that stand twice whose first place is looked for, since each is a pass over the text.
const MOST_TRACED: usize = 20;

/// Keys that a game does not inherit.
const OWN_KEYS: [&str; 3] = ["inherits", "title", "description"];

/// A game, and the keys that others can inherit from it.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    pub definition: Arc<Definition>,
    pub table: Arc<Table>,
}

/// The games that a file can build on.
pub(super) trait Library {
    /// A game by its name.
    fn find(&self, name: &str) -> Option<&Loaded>;
    /// All names.
    fn names(&self) -> Vec<&str>;
    /// Whether the file is one of the built-in ones.
    fn is_builtin(&self) -> bool {
        false
    }
    /// Reason why a file may not give a game that name, if there is one.
    fn taken(&self, name: &str) -> Option<String>;
}

/// Contents of a file.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// The games without a fault, in their order in the file.
    pub games: Vec<Loaded>,
    /// The names of the others: with faults, or with faults in what they inherit.
    pub left_out: Vec<String>,
    /// All faults, in their order in the file.
    pub faults: Vec<Fault>,
}

/// Reads all games of a file.
pub(super) fn read(text: &str, library: &dyn Library) -> Contents {
    let faults = Faults::new(text);
    if text.len() > LONGEST_FILE {
        let length = text.len();
        faults.add(0, "", format!("{length} bytes long: expected at most {LONGEST_FILE}"));
        return Contents { faults: faults.into_list(), ..Contents::default() };
    }
    let (parsed, errors) = DeTable::parse_recoverable(text);
    let mut broken_lines = Vec::new();
    for (number, error) in errors.iter().enumerate() {
        let span = error.span().unwrap_or_default();
        let at = span.start;
        broken_lines.push(faults.line(at));
        let duplicate = || Duplicate::find(error.message(), span, text, parsed.get_ref());
        match (number < MOST_TRACED).then(duplicate).flatten() {
            Some(twice) => faults.add(at, "", twice.message(faults.line(twice.first))),
            None => faults.add(at, "", error.message()),
        }
    }
    let budget = Cell::new(0);
    let mut file = File { faults: &faults, library, budget: &budget, games: Vec::new() };
    file.collect(table(parsed.get_ref()), !errors.is_empty());
    for index in 0..file.games.len() {
        file.read(index);
    }
    let (mut games, mut left_out) = (Vec::new(), Vec::new());
    for game in std::mem::take(&mut file.games) {
        match game.state {
            // In a file with invalid TOML a game may not be as its author meant it.
            State::Read { loaded: Some(loaded), .. } if errors.is_empty() => games.push(loaded),
            _ => left_out.push(game.name),
        }
    }
    let mut list = faults.into_list();
    // Faults of keys on an invalid line are of no use.
    broken_lines.sort_unstable();
    list.retain(|fault| fault.key.is_empty() || broken_lines.binary_search(&fault.line).is_err());
    Contents { games, left_out, faults: list }
}

struct File<'f> {
    faults: &'f Faults<'f>,
    library: &'f dyn Library,
    /// Cost of the games so far.
    budget: &'f Cell<usize>,
    games: Vec<Game>,
}

struct Game {
    name: String,
    at: usize,
    /// Whether it may have its name.
    is_named: bool,
    state: State,
}

enum State {
    /// The keys as they stand in the file.
    Unread(Table),
    /// Being read: a game that inherits from it now does so in a circle.
    Reading,
    /// Read; loaded unless a fault was found in it or in those that it inherits from.
    Read { table: Arc<Table>, loaded: Option<Loaded> },
}

/// Inherited keys of a game.
struct Parent {
    table: Table,
    sound: bool,
}

impl File<'_> {
    /// Takes the file's games, and notes what else it has.
    fn collect(&mut self, table: Table, broken: bool) {
        self.faults.mute_follow_ups(broken);
        if table.is_empty() && !broken {
            self.faults.add(0, "", "no game: expected a table such as [my-game]");
        }
        if table.len() > MOST_GAMES {
            let found = table.len();
            self.faults.add(0, "", format!("{found} games: expected at most {MOST_GAMES}"));
        }
        for entry in table.into_iter().take(MOST_GAMES) {
            let at = entry.at.unwrap_or(0);
            let (key, name) = (join("", &entry.key), entry.key);
            let Value::Table(own) = entry.node.value else {
                let message = "outside of any game: expected a table such as [my-game] first";
                self.faults.add(at, &key, message);
                continue;
            };
            let before = self.faults.count();
            if !is_name(&name) {
                let found = quoted(&name);
                self.faults.add(
                    at,
                    &key,
                    format!(
                        "{found}: expected a name of lower-case letters, digits and hyphens, at \
                         most 40, without a hyphen first"
                    ),
                );
            } else if let Some(why) = self.library.taken(&name) {
                self.faults.add(at, &key, format!("'{name}' {why}: expected another name"));
            }
            let is_named = self.faults.count() == before;
            self.games.push(Game { name, at, is_named, state: State::Unread(own) });
        }
    }

    /// Reads a game, after those that it inherits from.
    fn read(&mut self, index: usize) {
        let game = &mut self.games[index];
        let own = match std::mem::replace(&mut game.state, State::Reading) {
            State::Unread(own) => own,
            read => {
                game.state = read;
                return;
            }
        };
        let (name, at, is_named, faults) = (game.name.clone(), game.at, game.is_named, self.faults);
        let key = join("", &name);
        let inherits = Section::new(&own, key.clone(), at, faults).any("inherits");
        let parent = inherits.map(|item| self.parent(&item));
        let before = faults.count();
        let (table, complete) = match parent {
            None => (own, true),
            Some(None) => (own, false),
            Some(Some(parent)) => {
                let kin = is_of_family(&parent, &Section::new(&own, key.clone(), at, faults));
                (inherited(&parent.table, own), parent.sound && kin)
            }
        };
        let muted = faults.mute_follow_ups(!complete);
        let definition = {
            let budget = Some(self.budget).filter(|_| !self.library.is_builtin());
            definition(&name, &Section::new(&table, key, at, faults), budget)
        };
        faults.restore_follow_ups(muted);
        let sound = is_named && complete && faults.count() == before;
        let table = Arc::new(table);
        let loaded = definition.filter(|_| sound).map(|definition| Loaded {
            definition: Arc::new(definition),
            table: Arc::clone(&table),
        });
        self.games[index].state = State::Read { table, loaded };
    }

    /// The game that an `inherits` names; `None`, and a fault, when there is none.
    fn parent(&mut self, item: &Item<'_>) -> Option<Parent> {
        let name = item.text("the name of a game")?;
        let Some(index) = self.games.iter().position(|game| game.name == name) else {
            let Some(loaded) = self.library.find(name) else {
                self.unknown_parent(item, name);
                return None;
            };
            return Some(Parent::new(&loaded.table, true));
        };
        self.read(index);
        match &self.games[index].state {
            State::Read { table, loaded } => Some(Parent::new(table, loaded.is_some())),
            State::Unread(_) | State::Reading => {
                item.fault(format!("'{name}': inherits from itself, expected no cycle"));
                None
            }
        }
    }

    fn unknown_parent(&self, item: &Item<'_>, name: &str) {
        let own = self.games.iter().map(|game| game.name.as_str());
        let mut known = self.library.names();
        known.extend(own.filter(|own| is_name(own)));
        let (found, near) = (quoted(name), suggestion(name, known.iter().copied()));
        // The suggestion is enough.
        let expected = match near.is_empty() {
            true => format!(": expected one of {}", known.join(" ")),
            false => String::new(),
        };
        item.fault(format!("unknown game {found}{near}{expected}"));
    }
}

/// Notes a game that names another family than the one that it inherits.
fn is_of_family(parent: &Parent, own: &Section<'_>) -> bool {
    let item = own.any("family");
    let family = parent.table.iter().find(|entry| entry.key == "family");
    match (item, family.map(|entry| &entry.node.value)) {
        (Some(item), Some(Value::Text(family))) if !item.is_text(family) => {
            item.unexpected(&format!("{family}, the family that it inherits"));
            false
        }
        _ => true,
    }
}

impl Parent {
    fn new(table: &[Entry], sound: bool) -> Self {
        let handed_down = |entry: &&Entry| !OWN_KEYS.contains(&entry.key.as_str());
        Parent { table: table.iter().filter(handed_down).cloned().collect(), sound }
    }
}
