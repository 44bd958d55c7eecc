//! Start position of a game as a picture: squares, and pieces as discs with their letters.

use maud::{Markup, html};
use variants::{Color, Definition, Fen};

/// Size of a square.
const SIDE: u32 = 40;
/// Width of the margin with ranks and files.
const MARGIN: u32 = 20;

/// Draws the start position, White at the bottom; `None` if it cannot be read.
pub fn board(definition: &Definition) -> Option<Markup> {
    let fen = Fen::parse(&definition.start, definition).ok()?;
    let size = definition.size;
    let (files, ranks) = (u32::from(size.files()), u32::from(size.ranks()));
    let (width, height) = (files * SIDE + MARGIN, ranks * SIDE + MARGIN);
    let left = |square| MARGIN + u32::from(size.file(square)) * SIDE;
    let top = |square| (ranks - 1 - u32::from(size.rank(square))) * SIDE;
    let middle = SIDE / 2;
    let text = format!("Start position of {}", definition.title);
    Some(html! {
        svg.board viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(text) {
            @for square in size.iter().filter(|square| !definition.holes().contains(square)) {
                rect class=(if size.is_dark(square) { "dark" } else { "light" })
                    x=(left(square)) y=(top(square)) width=(SIDE) height=(SIDE) {}
            }
            @for rank in 0..ranks {
                text.edge x=(MARGIN / 2) y=((ranks - 1 - rank) * SIDE + middle) { (rank + 1) }
            }
            @for file in 0..files {
                text.edge x=(MARGIN + file * SIDE + middle) y=(ranks * SIDE + MARGIN / 2) {
                    (char::from(b'a' + file as u8))
                }
            }
            @for &(square, piece) in &fen.pieces {
                @let is_white = piece.color() == Color::White;
                @let letters = definition.piece(piece.kind()).fen(piece.color()).to_string();
                circle class=(if is_white { "white" } else { "black" })
                    cx=(left(square) + middle) cy=(top(square) + middle) r=(SIDE * 2 / 5) {}
                text class=(if is_white { "white" } else { "black" })
                    x=(left(square) + middle) y=(top(square) + middle) { (letters) }
            }
        }
    })
}
