//! Players of the game on the board, for people and in files.

use engine::strength::LEVELS;
use variants::Color;

use super::{Source, Stored, Table};
use crate::setup::Setup;

/// Name of the engine.
const ENGINE: &str = "Menagerie";
/// Name of a person without one in files.
const PERSON: &str = "Person";

impl Setup {
    /// Name of the person who plays a side against the engine, where it is known.
    fn person(&self, color: Color) -> Option<&str> {
        let is_persons = self.engine.has(!color) && !self.engine.has(color);
        self.name.as_deref().filter(|_| is_persons)
    }
}

impl Table {
    /// Names of White and Black for people: the engine with its level, the players of a loaded game, or the
    /// person against the engine. `None` where there is no name.
    pub(crate) fn players(&self) -> [Option<String>; 2] {
        let setup = &self.setup;
        Color::ALL.map(|color| {
            if setup.engine.has(color) {
                let name = LEVELS.get(usize::from(setup.level).saturating_sub(1)).unwrap_or(&"");
                return Some(format!("{ENGINE}, level {} ({name})", setup.level));
            }
            let loaded = self.source.as_ref().and_then(|source| source.player(color));
            loaded.or(setup.person(color)).map(str::to_owned)
        })
    }
}

impl Stored {
    /// Names of White and Black in records and PGN. A loaded game is that of its players until the engine
    /// makes other moves in it.
    pub(crate) fn players(&self) -> [String; 2] {
        let origin = self.origin();
        Color::ALL.map(|color| {
            let is_engines = self.setup.engine.has(color);
            match (origin, &self.source) {
                (Some((_, is_same)), Some(source)) if is_same || !is_engines => {
                    source.player(color).unwrap_or("?").to_owned()
                }
                _ if is_engines => format!("{ENGINE} level {}", self.setup.level),
                _ => self.setup.person(color).unwrap_or(PERSON).to_owned(),
            }
        })
    }
}

impl Source {
    /// Name of a player, where the tags have one.
    fn player(&self, color: Color) -> Option<&str> {
        self.origin().player(color)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::library::Library;

    use super::super::{TableError, load};
    use super::*;
    use crate::setup::Players;

    const NOW: Duration = Duration::ZERO;

    fn setup(engine: Players, name: Option<&str>) -> Setup {
        let (variant, name) = ("chess".to_owned(), name.map(str::to_owned));
        Setup { variant, size: None, fen: None, engine, level: 3, clock: None, name }
    }

    fn table(setup: Setup) -> Result<Table, TableError> {
        Table::new(setup, &Library::builtin(), 1, "now".to_owned(), NOW)
    }

    fn loaded(pgn: &str) -> Table {
        load(pgn, "chess", &Library::builtin(), 1, "now", NOW).unwrap().table
    }

    #[test]
    fn the_engine_has_its_level_and_a_person_the_name_that_was_given() {
        const ENGINE: &str = "Menagerie, level 3 (casual)";
        const RECORDED: &str = "Menagerie level 3";
        for (engine, name, shown, recorded) in [
            (Players::Black, Some(" Ada "), [Some("Ada"), Some(ENGINE)], ["Ada", RECORDED]),
            (Players::White, Some("Ada"), [Some(ENGINE), Some("Ada")], [RECORDED, "Ada"]),
            (Players::White, Some(" "), [Some(ENGINE), None], [RECORDED, PERSON]),
            (Players::Black, None, [None, Some(ENGINE)], [PERSON, RECORDED]),
            (Players::None, Some("Ada"), [None, None], [PERSON, PERSON]),
            (Players::Both, Some("Ada"), [Some(ENGINE), Some(ENGINE)], [RECORDED, RECORDED]),
        ] {
            let table = table(setup(engine, name)).unwrap();
            assert_eq!(table.players().each_ref().map(Option::as_deref), shown, "{engine:?}");
            assert_eq!(table.stored(NOW).players(), recorded, "{engine:?}");
        }
        for bad in ["x".repeat(61), "a\u{1b}b".to_owned()] {
            assert!(matches!(table(setup(Players::Black, Some(&bad))), Err(TableError::Name)));
        }
    }

    #[test]
    fn a_loaded_game_is_that_of_its_players_until_the_engine_plays_in_it() {
        let tags = "[White \"Ada X\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n";
        let mut table = loaded(&format!("{tags}1. e4 e5 1-0"));
        assert_eq!(table.players().map(Option::unwrap), ["Ada X", "Bo"]);
        assert_eq!(table.view(NOW, false).loaded.as_deref(), Some("1-0"));
        table.setup.engine = Players::Black;
        assert_eq!(table.players()[1].as_deref(), Some("Menagerie, level 3 (casual)"));
        assert_eq!(table.stored(NOW).players(), ["Ada X", "Bo"]);
        table.play("Nf3", NOW).unwrap();
        assert_eq!(table.stored(NOW).players(), ["Ada X", "Menagerie level 3"]);
        assert_eq!(table.view(NOW, false).loaded, None);
        // Names that are not known.
        let table = loaded("[White \"?\"]\n\n1. e4 *");
        assert_eq!(
            (table.players(), table.stored(NOW).players()),
            ([None, None], ["?".into(), "?".into()])
        );
        assert_eq!(table.view(NOW, false).loaded, None);
    }
}
