//! Reasons why a move is not legal, for people who tried it.

use std::mem::discriminant;

use variants::{AnyGame, Color, Illegal, with_article};

use super::Table;

/// Most squares that a reason names; the others are counted.
const NAMED: usize = 3;

impl Table {
    /// Returns the reason why a move is illegal, in words; `None` if it is legal. A piece in hand without
    /// a square, such as `P@`, is one that cannot be dropped anywhere: the reasons are those of all empty
    /// squares.
    pub(crate) fn reason(&self, text: &str) -> Option<String> {
        let mut game = self.game.clone();
        let Some(letter) = text.strip_suffix('@') else {
            return game.play_step(text).err().map(|error| error.why.to_string());
        };
        let definition = game.definition().clone();
        let mut pieces = definition.piece_types().map(|kind| definition.piece(kind));
        let piece = pieces.find(|piece| piece.fen(Color::White) == letter);
        let name = piece.map_or("piece", |piece| piece.name.as_str());
        let reasons = drop_reasons(&mut game, letter)?;
        Some(format!("the {name} cannot be dropped now: {reasons}"))
    }
}

/// Returns the reasons why a piece in hand cannot be dropped on any empty square; `None` if it can.
fn drop_reasons(game: &mut AnyGame, letter: &str) -> Option<String> {
    let size = game.definition().size;
    let mut found: Vec<(Illegal, Vec<String>)> = Vec::new();
    let holes = game.definition().holes().to_vec();
    for square in size.iter().filter(|square| !holes.contains(square)) {
        let square = size.name(square);
        let why = game.play_step(&format!("{letter}@{square}")).err()?.why;
        if matches!(why, Illegal::NotEmpty(_)) {
            continue;
        }
        let alike = |(other, _): &&mut (Illegal, _)| discriminant(other) == discriminant(&why);
        match found.iter_mut().find(alike) {
            Some((_, squares)) => squares.push(square),
            None => found.push((why, vec![square])),
        }
    }
    Some(match &found[..] {
        [] => "no square is empty".to_owned(),
        [(why, _)] => anywhere(why),
        several => {
            let parts = several.iter().map(|(why, squares)| {
                let named = squares.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>();
                let more = match squares.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                format!("{}{more}: {}", named.join(", "), anywhere(why))
            });
            parts.collect::<Vec<_>>().join("; ")
        }
    })
}

/// Returns the reason why a piece cannot be dropped, without the square.
fn anywhere(why: &Illegal) -> String {
    match why {
        Illegal::DropZone { piece, .. } => {
            format!("{} cannot be dropped there", with_article(piece))
        }
        Illegal::DropPlace(_) => "no piece can be dropped, by what stands around".to_owned(),
        why => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::library::Library;

    use super::*;
    use crate::setup::{Players, Setup};

    fn reason(variant: &str, fen: &str, text: &str) -> Option<String> {
        let setup = Setup {
            variant: variant.to_owned(),
            size: None,
            fen: Some(fen.to_owned()),
            engine: Players::None,
            level: 1,
            clock: None,
            name: None,
        };
        let library = Library::builtin();
        Table::new(setup, &library, 1, String::new(), Duration::ZERO).unwrap().reason(text)
    }

    #[test]
    fn a_piece_that_cannot_be_dropped_says_why_for_all_squares() {
        // A pawn on every file.
        let fen = "4k4/9/9/9/9/9/PPPPPPPPP/9/4K4[P] w - - 0 1";
        assert_eq!(
            reason("shogi", fen, "P@").unwrap(),
            "the pawn cannot be dropped now: a1, b1, c1 and 59 more: there is already a pawn of yours on \
             the file, and no more may be dropped there; a9, b9, c9 and 5 more: a pawn cannot be dropped \
             there"
        );
        // Two rooks give check.
        let fen = "4k4/9/9/9/4r4/9/9/9/r3K4[G] w - - 0 1";
        let expected = "the gold cannot be dropped now: it leaves the king in check";
        assert_eq!(reason("shogi", fen, "G@").as_deref(), Some(expected));
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1";
        let gates = reason("seirawan", fen, "H@").unwrap();
        assert!(gates.ends_with("put on squares that first moves leave"), "{gates}");
        assert_eq!(reason("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@"), None);
        let none = reason("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Q@").unwrap();
        assert_eq!(none, "the queen cannot be dropped now: no queen in hand");
    }
}
