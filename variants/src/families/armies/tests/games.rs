//! Games to test with.

use crate::Catalog;
use crate::Definition;

/// The armies' letters, the chief's first, in the order of the definition.
pub(super) const CHESIMALS: &[&str] = &["DEG", "QST", "KNP", "OWH"];
/// As [`CHESIMALS`], for [`skirmish`].
pub(super) const SKIRMISH: &[&str] = &["KRCP", "QBLM", "DT"];

fn builtin(name: &str) -> Definition {
    Definition::clone(Catalog::builtin().get(name).unwrap())
}

pub(super) fn chesimals() -> Definition {
    builtin("chesimals")
}

pub(super) fn chesimals2() -> Definition {
    builtin("chesimals2")
}

/// A game of sliders, riders, lame leaps, and units that take otherwise than they move.
pub(super) fn skirmish(size: &str) -> Definition {
    let moves = ["K[K-K]", "R", "NN", "fmWfcF", "W2F", "mBcN", "nHnN", "cKmDnA", "K", "mKcR3[W-F]"];
    let letters = SKIRMISH.iter().flat_map(|army| army.chars());
    let pieces: Vec<String> = letters
        .zip(moves)
        .map(|(letter, moves)| format!("{letter} = {{ name = \"{letter}\", moves = \"{moves}\" }}"))
        .collect();
    let armies: Vec<String> = SKIRMISH
        .iter()
        .map(|units| format!("{{ name = \"army of {}\", units = \"{units}\" }}", &units[..1]))
        .collect();
    let (files, ranks) = size.split_once('x').unwrap();
    let empty = format!("{files}/").repeat(ranks.parse::<usize>().unwrap() - 2);
    let gap: u8 = files.parse::<u8>().unwrap() - 1;
    let text = format!(
        "[skirmish]\ntitle = \"Skirmish\"\nfamily = \"armies\"\nboard = \"{size}\"\n\
         start = \"k{gap}/{empty}K{gap} w - - 0 1\"\nrepetition = \"draw\"\nmove-rule = 100\n\
         royal-chiefs = \"QK\"\narmies = [{}]\n[skirmish.pieces]\n{}\n",
        armies.join(", "),
        pieces.join("\n"),
    );
    let (catalog, _) = Catalog::builtin().with_file(&text).unwrap();
    Definition::clone(catalog.get("skirmish").unwrap())
}
