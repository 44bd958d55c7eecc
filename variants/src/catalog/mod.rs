//! The games that are known by name: the built-in ones, and those of users' files.
//!
//! `definitions/example.toml` explains every key of such a file.

mod array;
mod cost;
mod game;
mod keys;
mod local;
mod names;
mod pictures;
mod pieces;
mod read;
mod spelling;
mod start;
#[cfg(test)]
mod tests;

pub use self::pictures::PICTURES;

use std::sync::{Arc, OnceLock};

use self::game::is_name;
use self::names::meant_by_xboard;
use self::read::{Contents, Library, Loaded, read};
use crate::definition::Definition;
use crate::reading::{Fault, Settings, settings};

/// The games that are known by name: the built-in ones and those of users' files.
///
/// Built-in games are read when they are first asked for.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The games of users' files.
    added: Vec<Loaded>,
}

/// A built-in file.
struct Builtin {
    text: &'static str,
    /// Its games, in the order in which they are listed.
    names: &'static [&'static str],
    games: OnceLock<Vec<Loaded>>,
}

impl Builtin {
    const fn new(names: &'static [&'static str], text: &'static str) -> Self {
        Builtin { text, names, games: OnceLock::new() }
    }

    fn games(&'static self) -> &'static [Loaded] {
        self.games.get_or_init(|| {
            let Contents { games, faults, .. } = read(self.text, &BuiltinLibrary);
            let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
            assert!(faults.is_empty(), "built-in {}: {}", self.names[0], faults.join("; "));
            games
        })
    }
}

/// All built-in files.
static BUILTIN: [Builtin; 18] = [
    Builtin::new(&["chess"], include_str!("../../definitions/chess.toml")),
    Builtin::new(
        &["pacific", "pacific-gollon", "pacific-triple", "pacific-castling"],
        include_str!("../../definitions/pacific.toml"),
    ),
    Builtin::new(&["capablanca", "janus"], include_str!("../../definitions/capablanca.toml")),
    Builtin::new(
        &["chancellor", "amazon", "knightmate"],
        include_str!("../../definitions/chancellor.toml"),
    ),
    Builtin::new(
        &["cheskers", "cheskers-free", "cheskers-most"],
        include_str!("../../definitions/cheskers.toml"),
    ),
    Builtin::new(&["chesica"], include_str!("../../definitions/chesica.toml")),
    Builtin::new(
        &[
            "english-draughts",
            "suicide-checkers",
            "international-draughts",
            "canadian-draughts",
            "brazilian-draughts",
            "frisian-draughts",
            "russian-draughts",
            "pool-checkers",
            "spanish-draughts",
            "czech-draughts",
            "thai-draughts",
            "italian-draughts",
            "turkish-draughts",
            "armenian-draughts",
        ],
        include_str!("../../definitions/draughts.toml"),
    ),
    Builtin::new(&["chesimals", "chesimals2"], include_str!("../../definitions/chesimals.toml")),
    Builtin::new(
        &[
            "kingofthehill",
            "3check",
            "5check",
            "racingkings",
            "antichess",
            "giveaway",
            "losers",
            "codrus",
            "extinction",
            "kinglet",
            "threekings",
            "coregal",
            "shatranj",
            "breakthrough",
        ],
        include_str!("../../definitions/ends.toml"),
    ),
    Builtin::new(
        &["grand", "opulent", "horde", "torpedo", "pawnsideways", "legan"],
        include_str!("../../definitions/pawns.toml"),
    ),
    Builtin::new(
        &[
            "crazyhouse",
            "loop",
            "chessgi",
            "capahouse",
            "pocketknight",
            "placement",
            "seirawan",
            "minishogi",
            "shogi",
            "kyoto-shogi",
            "micro-shogi",
        ],
        include_str!("../../definitions/hands.toml"),
    ),
    Builtin::new(
        &["xiangqi", "minixiangqi", "manchu", "janggi"],
        include_str!("../../definitions/xiangqi.toml"),
    ),
    Builtin::new(
        &["shako", "grasshopper", "omega", "wildebeest", "tamerlane", "orda"],
        include_str!("../../definitions/fairy.toml"),
    ),
    Builtin::new(
        &[
            "marseillais",
            "balanced-marseillais",
            "progressive",
            "italian-progressive",
            "monster",
            "doublemove",
        ],
        include_str!("../../definitions/turns.toml"),
    ),
    Builtin::new(&["fischerandom", "caparandom"], include_str!("../../definitions/shuffled.toml")),
    Builtin::new(
        &["makruk", "cambodian", "asean", "sittuyin"],
        include_str!("../../definitions/makruk.toml"),
    ),
    Builtin::new(&["atomic"], include_str!("../../definitions/atomic.toml")),
    Builtin::new(&["duck", "amazons"], include_str!("../../definitions/walls.toml")),
];

/// The built-in games, for the built-in files themselves.
struct BuiltinLibrary;

impl BuiltinLibrary {
    fn find(name: &str) -> Option<&'static Loaded> {
        let file = BUILTIN.iter().find(|file| file.names.contains(&name))?;
        file.games().iter().find(|game| game.definition.name == name)
    }

    fn names() -> impl Iterator<Item = &'static str> {
        BUILTIN.iter().flat_map(|file| file.names.iter().copied())
    }
}

impl Library for BuiltinLibrary {
    fn find(&self, name: &str) -> Option<&Loaded> {
        Self::find(name)
    }

    fn names(&self) -> Vec<&str> {
        Self::names().collect()
    }

    fn is_builtin(&self) -> bool {
        true
    }

    fn taken(&self, _: &str) -> Option<String> {
        None
    }
}

impl Library for Catalog {
    fn find(&self, name: &str) -> Option<&Loaded> {
        let added = self.added.iter().find(|game| game.definition.name == name);
        added.or_else(|| BuiltinLibrary::find(name))
    }

    fn names(&self) -> Vec<&str> {
        self.names().collect()
    }

    fn taken(&self, name: &str) -> Option<String> {
        if BuiltinLibrary::names().any(|builtin| builtin == name) {
            return Some("is a built-in game".to_owned());
        }
        if let Some(own) = meant_by_xboard(name) {
            return Some(format!("means '{own}' in XBoard, which has its own rules for it"));
        }
        let added = self.added.iter().any(|game| game.definition.name == name);
        added.then(|| "is a game of another file".to_owned())
    }
}

/// A definition file as it was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The games that were known before, and those of the file that have no fault.
    pub catalog: Catalog,
    /// The names of the file's games without a fault, in their order in it.
    pub names: Vec<String>,
    /// The names of its other games: they have faults, or inherit from one that has.
    pub left_out: Vec<String>,
    /// All faults, in their order in the file.
    pub faults: Vec<Fault>,
}

impl Catalog {
    /// The built-in games.
    #[must_use]
    pub fn builtin() -> Self {
        Catalog::default()
    }

    /// The names of all games: the built-in ones, chess first, then those of files as they were
    /// added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let added = self.added.iter().map(|game| game.definition.name.as_str());
        BuiltinLibrary::names().map(|name: &str| name).chain(added)
    }

    /// A game by its name. Built-in draughts are found without `-draughts` too, as in `russian`, and
    /// `pool-checkers` as `pool`; `fischerandom` as `chess960`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Definition>> {
        let short = || {
            if name == "chess960" {
                return BuiltinLibrary::find("fischerandom");
            }
            let end = if name == "pool" { "checkers" } else { "draughts" };
            BuiltinLibrary::find(&format!("{name}-{end}"))
        };
        self.find(name).or_else(short).map(|game| &game.definition)
    }

    /// The keys of a game as they stand in its file, with those that it inherits; `None` for an
    /// unknown game.
    #[must_use]
    pub fn settings(&self, name: &str) -> Option<Settings> {
        self.find(name).map(|game| settings(&game.table))
    }

    /// Reason why a file may not give a game that name, if there is one.
    #[must_use]
    pub fn refuses_name(&self, name: &str) -> Option<String> {
        if !is_name(name) {
            return Some(
                "is not of lower-case letters, digits and, but for the first, hyphens".to_owned(),
            );
        }
        Library::taken(self, name)
    }

    /// These games and those of a definition file that have no fault.
    ///
    /// A game of the file may inherit from any of these and from others of the file, but not have
    /// the name of one of these.
    #[must_use]
    pub fn read_file(&self, text: &str) -> Reading {
        let Contents { games, left_out, faults } = read(text, self);
        let names = games.iter().map(|game| game.definition.name.clone()).collect();
        let mut catalog = self.clone();
        catalog.added.extend(games);
        Reading { catalog, names, left_out, faults }
    }

    /// These games and those of a definition file, whose names are returned too, in their order in
    /// the file.
    ///
    /// # Errors
    /// When the file has faults: all of them, in their order in the file.
    pub fn with_file(&self, text: &str) -> Result<(Catalog, Vec<String>), Vec<Fault>> {
        let Reading { catalog, names, faults, .. } = self.read_file(text);
        if faults.is_empty() { Ok((catalog, names)) } else { Err(faults) }
    }
}
