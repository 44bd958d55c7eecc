//! Keys of an armies game in definition files.

use super::data::{ArmiesDefinition, Army};
use crate::families::reading::{Keys, ReadFamily, StartFault};
use crate::reading::{Item, Kinds, Section};
use crate::{BoardSize, Definition, Fen, PieceType};

/// Keys of an army.
const ARMY: Keys = &["name", "units"];

impl ReadFamily for ArmiesDefinition {
    const GAME_KEYS: Keys = &["armies", "royal-chiefs"];
    const PIECE_KEYS: Keys = &[];
    const TABLES: &'static [Keys] = &[ARMY];

    fn read(game: &Section<'_>, _: Option<BoardSize>, kinds: &Kinds) -> Option<Self> {
        const EXPECTED: &str =
            "an array of armies, such as [{ name = \"ortho\", units = \"OWH\" }]";
        let item = game.required("armies", EXPECTED);
        let list = item.as_ref().and_then(|item| item.list(EXPECTED));
        let list: Option<Vec<Option<Army>>> =
            list.map(|items| items.iter().map(|item| army(item, kinds)).collect());
        let armies = list.and_then(|list| list.into_iter().collect::<Option<Vec<Army>>>());
        let chiefs = game.required("royal-chiefs", "letters of chiefs");
        let royal_chiefs = chiefs.as_ref().and_then(|item| kinds.several(item));
        let (item, armies) = (item?, armies?);
        expect_one_army_each(&item, &armies, kinds)?;
        let (chiefs, royal_chiefs) = (chiefs?, royal_chiefs?);
        for &kind in &royal_chiefs {
            if armies.iter().all(|army| army.chief != kind) {
                chiefs.fault(format!("'{}': expected the chief of an army", kinds.name(kind)));
                return None;
            }
        }
        Some(ArmiesDefinition { armies, royal_chiefs })
    }

    fn check_start(&self, fen: &Fen, _: &Definition) -> Result<(), StartFault> {
        Ok(fen.expect_no_marks().map_err(|error| error.to_string())?)
    }
}

fn army(item: &Item<'_>, kinds: &Kinds) -> Option<Army> {
    let table = item.section("a table, such as { name = \"ortho\", units = \"OWH\" }")?;
    table.expect_keys(ARMY, |_| None);
    let name = table.required("name", "the army's name");
    let name = name.and_then(|item| item.words("the army's name"));
    let units = table.required("units", "letters of its pieces, the chief's first");
    let units = units.and_then(|item| kinds.several(&item));
    let (name, units) = (name?.to_owned(), units?);
    Some(Army { name, chief: *units.first()?, units })
}

/// Notes kinds that are in no army or in several.
fn expect_one_army_each(item: &Item<'_>, armies: &[Army], kinds: &Kinds) -> Option<()> {
    let of = |kind: PieceType| armies.iter().filter(|army| army.units.contains(&kind)).count();
    let mut sound = true;
    for kind in kinds.iter() {
        let (name, count) = (kinds.name(kind), of(kind));
        if count != 1 {
            item.fault(format!("'{name}' is in {count} armies: expected every piece in one"));
            sound = false;
        }
    }
    sound.then_some(())
}
