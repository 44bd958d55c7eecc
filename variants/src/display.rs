//! The board as text, for people.

use std::fmt::Write;

use crate::{Board, BoardSize, Color, Definition, Fen, Piece, Position, Square};

/// Style of a drawn board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Plain ASCII, for files and pipes.
    #[default]
    Plain,
    /// With ANSI colours, for a terminal.
    Color,
}

// Colours of the 256-colour palette, so that a terminal's own theme does not make pieces vanish.
const LIGHT_SQUARE: u8 = 180;
const DARK_SQUARE: u8 = 137;
const WHITE_PIECE: u8 = 231;
const BLACK_PIECE: u8 = 16;

/// Draws a position: ranks numbered from `first_rank` at the left, files lettered below, White at the bottom.
///
/// Empty squares are dots; in games that use the dark squares alone, light ones are left blank.
pub fn draw<P: Position>(position: &P, style: Style, first_rank: u16) -> String {
    let definition = &position.common().definition;
    let drawing = Drawing {
        size: definition.size,
        dark_only: is_on_dark_squares(definition),
        width: if definition.pieces.iter().any(|piece| piece.promoted) { 2 } else { 1 },
        definition,
        style,
        first_rank,
    };
    drawing.board(position.board())
}

/// Whether the light squares are out of play: all pieces start on dark ones and stay there.
/// Jumps over a neighbour keep to a colour whatever they are.
fn is_on_dark_squares(definition: &Definition) -> bool {
    let size = definition.size;
    let Ok(fen) = Fen::parse(&definition.start, definition) else { return false };
    fen.pieces.iter().all(|&(square, _)| size.is_dark(square))
        && definition.pieces.iter().all(|piece| {
            size.iter().filter(|&square| size.is_dark(square)).all(|from| {
                let paths = definition.paths(piece, from, Color::White);
                paths.iter().all(|path| {
                    path.squares[path.first_landing..].iter().all(|&to| size.is_dark(to))
                })
            })
        })
}

struct Drawing<'a> {
    size: BoardSize,
    definition: &'a Definition,
    dark_only: bool,
    /// Characters of the widest piece.
    width: usize,
    style: Style,
    /// The number of the lowest rank.
    first_rank: u16,
}

impl Drawing<'_> {
    fn board<B: crate::Bits>(&self, board: &Board<B>) -> String {
        let mut out = String::new();
        for rank in (0..self.size.ranks()).rev() {
            let _ = write!(out, "{:>2} ", u16::from(rank) + self.first_rank);
            for file in 0..self.size.files() {
                if let Some(square) = self.size.square(file.into(), rank.into()) {
                    self.square(&mut out, square, board.get(square));
                }
            }
            // Blank squares at the end of a row are not worth their bytes.
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        out.push_str("   ");
        for file in 0..self.size.files() {
            let letter = (b'a' + file) as char;
            let _ = write!(out, " {letter:>width$}", width = self.width);
            if self.style == Style::Color {
                out.push(' ');
            }
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
        out
    }

    fn square(&self, out: &mut String, square: Square, piece: Option<Piece>) {
        let dark = self.size.is_dark(square);
        if self.definition.holes().contains(&square) {
            let _ = match self.style {
                Style::Plain => write!(out, " {:width$}", "", width = self.width),
                Style::Color => write!(out, "  {:width$}", "", width = self.width + 1),
            };
            return;
        }
        let text = match piece {
            Some(piece) => self.definition.piece(piece.kind()).fen(piece.color()),
            None if self.style == Style::Color || (self.dark_only && !dark) => String::new(),
            None => ".".to_owned(),
        };
        let width = self.width;
        match self.style {
            Style::Plain => {
                let _ = write!(out, " {text:>width$}");
            }
            Style::Color => {
                let back = if dark { DARK_SQUARE } else { LIGHT_SQUARE };
                let fore = match piece.map(Piece::color) {
                    Some(Color::White) => WHITE_PIECE,
                    _ => BLACK_PIECE,
                };
                let _ = write!(out, "\x1b[1;38;5;{fore};48;5;{back}m {text:>width$} \x1b[0m");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Variant};

    #[track_caller]
    fn check(name: &str, fen: &str, expected: &[&str]) {
        let definition = Catalog::builtin().get(name).unwrap().clone();
        let game = Variant::compile(definition).unwrap().game(fen).unwrap();
        let drawn = game.draw(Style::Plain);
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
        let colored = game.draw(Style::Color);
        assert_eq!(colored.lines().count(), expected.len());
        // Every row is as wide as the others, apart from the codes.
        let width = |line: &str| {
            line.split('\x1b')
                .map(|part| match part.split_once('m') {
                    Some((_, text)) => text.chars().count(),
                    None => part.chars().count(),
                })
                .sum::<usize>()
        };
        let widths: Vec<usize> = colored.lines().map(width).collect();
        assert!(widths[..expected.len() - 1].iter().all(|&width| width == widths[0]), "{colored}");
    }

    #[test]
    fn boards() {
        check(
            "chesica",
            "4+q3/8/8/8/8/8/1b6/+R6Q w - - 0 1",
            &[
                " 8   .  .  .  . +q  .  .  .",
                " 7   .  .  .  .  .  .  .  .",
                " 6   .  .  .  .  .  .  .  .",
                " 5   .  .  .  .  .  .  .  .",
                " 4   .  .  .  .  .  .  .  .",
                " 3   .  .  .  .  .  .  .  .",
                " 2   .  b  .  .  .  .  .  .",
                " 1  +R  .  .  .  .  .  .  Q",
                "     a  b  c  d  e  f  g  h",
            ],
        );
        check(
            "cheskers",
            "5k2/8/8/2p5/8/8/8/K7 b - - 0 1",
            &[
                " 8    .   .   k   .",
                " 7  .   .   .   .",
                " 6    .   .   .   .",
                " 5  .   p   .   .",
                " 4    .   .   .   .",
                " 3  .   .   .   .",
                " 2    .   .   .   .",
                " 1  K   .   .   .",
                "    a b c d e f g h",
            ],
        );
    }
}
