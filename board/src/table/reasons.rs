//! Reasons why a move is not legal, for people who tried it.

use std::mem::discriminant;

use variants::{AnyGame, Color, Illegal, Square, with_article};

use super::Table;

/// Most squares that a reason names; the others are counted.
const NAMED: usize = 3;
/// Most pieces that are named because they can move.
const MOST_MOVABLE: usize = 8;

/// Reasons with the squares that they are of.
#[derive(Default)]
struct Reasons(Vec<(Illegal, Vec<String>)>);

impl Table {
    /// Returns the reason why a move is illegal, in words; `None` if it is legal. A piece in hand without
    /// a square, such as `P@`, is one that cannot be dropped anywhere: the reasons are those of all empty
    /// squares. A square alone is that of a piece that cannot go anywhere.
    pub(crate) fn reason(&self, text: &str) -> Option<String> {
        let mut game = self.game.clone();
        if let Some(square) = game.definition().size.parse_square(text) {
            return piece_reasons(&mut game, square);
        }
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
    let mut found = Reasons::default();
    let holes = game.definition().holes().to_vec();
    for square in size.iter().filter(|square| !holes.contains(square)) {
        let square = size.name(square);
        let why = game.play_step(&format!("{letter}@{square}")).err()?.why;
        if matches!(why, Illegal::NotEmpty(_)) {
            continue;
        }
        found.add(why, square);
    }
    Some(found.text(anywhere).unwrap_or_else(|| "no square is empty".to_owned()))
}

/// Returns the reasons why the piece on a square cannot go to any other, and the pieces that can move; `None`
/// if it can.
fn piece_reasons(game: &mut AnyGame, from: Square) -> Option<String> {
    let definition = game.definition().clone();
    let size = definition.size;
    let name = game.piece_on(from).map_or("piece", |piece| &definition.piece(piece.kind()).name);
    let from = size.name(from);
    let mut found = Reasons::default();
    for to in size.iter().map(|square| size.name(square)) {
        match game.play_step(&format!("{from}{to}")).err()?.why {
            Illegal::CannotGo { .. } | Illegal::Blocked { .. } | Illegal::OwnPiece(_) => {}
            why @ (Illegal::NoPiece(_) | Illegal::NotYours { .. } | Illegal::GameOver(_)) => {
                return Some(why.to_string());
            }
            why => found.add(why, to),
        }
    }
    let why = match found.text(Illegal::to_string) {
        None => format!("the {name} on {from} has no free square to go to"),
        Some(why) => format!("the {name} on {from} cannot move now: {why}"),
    };
    let mut movable: Vec<String> = Vec::new();
    for course in
        game.step_courses().into_iter().filter_map(|turn| turn.steps.into_iter().flatten().next())
    {
        let from = course.legs.first().map(|leg| size.name(leg.from));
        movable.extend(from.filter(|from| !movable.contains(from)));
    }
    Some(match movable.len() {
        1..=MOST_MOVABLE => format!("{why}. These can move: {}", movable.join(", ")),
        _ => why,
    })
}

impl Reasons {
    fn add(&mut self, why: Illegal, square: String) {
        let alike = |(other, _): &&mut (Illegal, _)| discriminant(other) == discriminant(&why);
        match self.0.iter_mut().find(alike) {
            Some((_, squares)) => squares.push(square),
            None => self.0.push((why, vec![square])),
        }
    }

    /// Returns them as text, with the squares where there are several; `None` where there is none.
    fn text(&self, words: impl Fn(&Illegal) -> String) -> Option<String> {
        Some(match &self.0[..] {
            [] => return None,
            [(why, _)] => words(why),
            several => {
                let parts = several.iter().map(|(why, squares)| {
                    let named = squares.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>();
                    let more = match squares.len().saturating_sub(NAMED) {
                        0 => String::new(),
                        more => format!(" and {more} more"),
                    };
                    format!("{}{more}: {}", named.join(", "), words(why))
                });
                parts.collect::<Vec<_>>().join("; ")
            }
        })
    }
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

    fn table(variant: &str, fen: Option<&str>) -> Table {
        let setup = Setup {
            variant: variant.to_owned(),
            size: None,
            fen: fen.map(str::to_owned),
            engine: Players::None,
            level: 1,
            clock: None,
            name: None,
        };
        Table::new(setup, &Library::builtin(), 1, String::new(), Duration::ZERO).unwrap()
    }

    fn reason(variant: &str, fen: &str, text: &str) -> Option<String> {
        table(variant, Some(fen)).reason(text)
    }

    #[test]
    fn a_piece_that_cannot_move_says_why() {
        for (variant, fen, square, why) in [
            (
                "chess",
                "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
                "e2",
                "the knight on e2 cannot move now: it leaves the king in check",
            ),
            (
                "chess",
                "4k3/8/8/8/8/8/PP6/RK6 w - - 0 1",
                "a1",
                "the rook on a1 has no free square to go to",
            ),
            (
                "chess",
                "4k3/8/8/8/8/8/7P/4K3 w - - 0 1",
                "e8",
                "not your piece on e8: white is to move",
            ),
            (
                "english-draughts",
                "8/8/8/4m3/3M4/8/1M6/8 w - - 0 1",
                "b2",
                "the man on b2 cannot move now: a jump is available and has to be made. These can move: d4",
            ),
        ] {
            let reason = reason(variant, fen, square).unwrap();
            assert!(reason.starts_with(why), "{reason}");
        }
        assert_eq!(reason("chess", "4k3/8/8/8/8/8/7P/4K3 w - - 0 1", "e1"), None);
    }

    #[test]
    fn a_unit_of_another_army_says_so() {
        let mut table = table("chesimals", None);
        table.play("d3e4", Duration::ZERO).unwrap();
        for (square, why) in
            [("e4", "the unit on e4 is out of contact"), ("f3", "this turn moves the")]
        {
            let reason = table.reason(square).unwrap();
            assert!(reason.contains(why), "{reason}");
        }
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
