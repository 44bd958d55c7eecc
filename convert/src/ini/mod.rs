//! Fairy-Stockfish's `variants.ini`.

mod betza;
mod define;
mod export;
mod keys;
mod kinds;
mod lines;
mod rules;
#[cfg(test)]
mod tests;

pub use self::export::to_ini;

use std::collections::BTreeMap;

use variants::Catalog;

use self::lines::sections;
use self::rules::Rules;
use crate::fault::{Fault, quoted};
use crate::import::{Import, Imported};
use crate::inherit::shortest;
use crate::name::name;

/// The games that Fairy-Stockfish knows by itself.
const BASES: &str = include_str!("bases.ini");

/// The most games of a chain of bases that are tried as a game's parent: each costs two readings.
const MOST_PARENTS: usize = 8;

/// Reads the games of a `variants.ini`.
///
/// A section that names a game of Fairy-Stockfish's own as its base inherits its rules. Names that a
/// definition file may not give a game are changed. `catalog` has the games that the definitions may
/// inherit from; `only` names the sections to convert, all if it is empty.
#[must_use]
pub fn read_ini(text: &str, catalog: &Catalog, only: &[String]) -> Import {
    let mut faults = Vec::new();
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    for section in sections(BASES, &mut Vec::new()) {
        let base = section.base.as_ref().and_then(|base| known.get(base));
        let mut rules = Rules::of_section(base.map(|base| &base.rules), &section, &mut Vec::new());
        rules.forget_lines();
        let mut chain = base.map(|base| base.chain.clone()).unwrap_or_default();
        chain.insert(0, section.name.clone());
        known.insert(section.name, Known { rules, chain, faults: Vec::new() });
    }
    let mut games: Vec<Imported> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut catalog = catalog.clone();
    let mut all = Vec::new();
    for section in sections(text, &mut faults) {
        all.push(section.name.clone());
        let base = match &section.base {
            Some(base) => match known.get(base) {
                Some(found) => Some(found.clone()),
                None => {
                    let message = format!(
                        "unknown base {}: expected an earlier section, or a game \
                        that Fairy-Stockfish knows",
                        quoted(base)
                    );
                    faults.push(Fault::new(section.line, &section.name, message));
                    continue;
                }
            },
            None => None,
        };
        let mut own = section.faults.clone();
        let rules = Rules::of_section(base.as_ref().map(|base| &base.rules), &section, &mut own);
        let inherited = base.as_ref().map(|base| base.faults.clone()).unwrap_or_default();
        let mut chain = base.map(|base| base.chain).unwrap_or_default();
        let all_own = [inherited, own].concat();
        if !only.is_empty() && !only.contains(&section.name) {
            known.insert(section.name, Known { rules, chain, faults: all_own });
            continue;
        }
        let draft = define::define(&rules);
        let mut game = Imported {
            source: section.name.clone(),
            line: section.line,
            name: name(&section.name, &catalog, &names),
            text: None,
            faults: [all_own.clone(), draft.faults].concat(),
            notes: draft.notes,
        };
        if game.faults.is_empty() {
            let parents = chain.iter().map(String::as_str);
            let root = (!chain.iter().any(|name| name == "chess")).then_some("chess");
            let text = shortest(&game.name, &draft.keys, parents.chain(root), &catalog);
            game.settle(text, &section.comment, &mut catalog);
        }
        if game.name != game.source {
            let message =
                format!("named {}: '{}' is not a name for it here", game.name, game.source);
            game.notes.push(Fault::new(game.line, "name", message));
        }
        names.push(game.name.clone());
        // Games of the file are inherited by their new names.
        chain.insert(0, game.name.clone());
        chain.truncate(MOST_PARENTS);
        // Later sections refer to the first game of a name.
        known.entry(section.name).or_insert(Known { rules, chain, faults: all_own });
        games.push(game);
    }
    Import { games, faults, names: all }
}

/// Returns moves in XBoard's notation, which Fairy-Stockfish shares, in this program's; an error
/// names the unknown part.
pub(crate) fn own_moves(text: &str) -> Result<String, String> {
    betza::words(text)?.iter().map(betza::Word::text).collect()
}

/// A game that sections can name as their base.
#[derive(Clone, Debug)]
struct Known {
    rules: Rules,
    /// Its name and those of its bases, the nearest first.
    chain: Vec<String>,
    /// Faults of its own lines.
    faults: Vec<Fault>,
}
