//! The text of the Interactive Diagram of the Chess Variant Pages.
//!
//! Lines, or words, `key=value` state the board and the promotions; `name:ID:moves:image:squares`
//! states a piece. The ID, the moves and the image may be left out: the ID is the first letter of
//! the name, and the moves of a piece with a usual name are known.

mod castling;
mod draft;
mod read;

use variants::Catalog;

use crate::fault::Fault;
use crate::import::{Import, Imported};
use crate::inherit::shortest;
use crate::name::name;

/// Reads the game of an Interactive Diagram, under a name that a definition file may give it.
#[must_use]
pub fn read_diagram(text: &str, wanted: &str, catalog: &Catalog) -> Import {
    let mut faults: Vec<Fault> = Vec::new();
    let diagram = read::read(text, &mut faults);
    let keys = draft::draft(&diagram, &mut faults);
    let mut game = Imported {
        source: wanted.to_owned(),
        line: 1,
        name: name(wanted, catalog, &[]),
        text: None,
        faults,
        notes: Vec::new(),
    };
    if game.faults.is_empty() {
        let text = shortest(&game.name, &keys, ["chess"].into_iter(), catalog);
        game.settle(text, "", &mut catalog.clone());
    }
    let names = vec![game.source.clone()];
    Import { games: vec![game], faults: Vec::new(), names }
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::Variant;

    fn read(text: &str) -> Import {
        read_diagram(text, "diagram", &Catalog::builtin())
    }

    #[test]
    fn a_diagram_of_chess_with_compounds_is_played() {
        let text = "files=10 ranks=8 promoZone=1 maxPromote=1 promoChoice=QCARBN squareSize=36\n\
            graphicsDir=/x/ whitePrefix=w\n\
            pawn::::a2-j2\nknight:N:::b1,i1\nbishop::::d1,g1\nrook::::a1,j1\nqueen::::e1\n\
            archbishop:A:BN:x:c1\nchancellor:C:::h1\nking::KisO3::f1\n";
        let import = read(text);
        assert_eq!(import.lines(), Vec::<String>::new());
        let text = import.games[0].text.clone().unwrap();
        assert!(text.contains("inherits = \"chess\""), "{text}");
        let (catalog, _) = Catalog::builtin().with_file(&text).unwrap();
        let game = Variant::compile(catalog.get("diagram").unwrap().clone()).unwrap().start();
        assert_eq!([1, 2, 3].map(|depth| game.perft(depth)), [28, 784, 25228], "{text}");
    }

    #[test]
    fn paths_in_brackets_stay_as_they_are() {
        let text = "files=8\nranks=8\nking::::e1\npawn::::a2-h2\nrook::::a1,h1\n\
            griffon:G:[F?fR]::d1\nmanticore:M:mW[W?fB]::c1\n";
        let import = read(text);
        assert_eq!(import.lines(), Vec::<String>::new());
        let text = import.games[0].text.clone().unwrap();
        for expected in ["moves = \"[F?fR]\"", "moves = \"mW[W?fB]\""] {
            assert!(text.contains(expected), "{text}");
        }
        let (catalog, _) = Catalog::builtin().with_file(&text).unwrap();
        assert!(Variant::compile(catalog.get("diagram").unwrap().clone()).is_ok());
        let broken = read("files=8\nranks=8\ngriffon:G:[F?fR::d1\nking::::e1\n").lines();
        assert!(broken[0].contains("'[' in moves: expected ']' after it"), "{broken:?}");
    }

    #[test]
    fn a_text_of_words_is_named_as_a_whole() {
        let lines = read("hello world this\nis not a game\n").lines();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].starts_with("line 1: diagram: cannot be stated: neither sections such as"),
            "{lines:?}"
        );
    }

    #[test]
    fn whatever_cannot_be_stated_is_named_with_its_line() {
        let text = "files=8\nranks=99\nshuffle=NBR\nwizard:W:mafK::b1\nking:K:::e1\nrook::::a9\n";
        let lines = [
            "line 2: diagram: cannot be stated: ranks: '99': expected a number from 2 to 16",
            "line 3: diagram: cannot be stated: shuffle: has no counterpart here",
            "line 4: diagram: cannot be stated: wizard: 'a' in moves",
            "line 6: diagram: cannot be stated: rook: 'a9': expected squares of the board",
        ];
        assert_eq!(read(text).lines(), lines);
    }
}
