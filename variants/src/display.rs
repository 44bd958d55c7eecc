//! The board as text, for people.

use std::fmt::Write;

use crate::{Bits as _, Board, BoardSize, Color, Definition, Fen, Piece, Position, Square};

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
const LIGHT_SQUARE: u8 = 137;
const DARK_SQUARE: u8 = 94;
const WHITE_PIECE: u8 = 231;
const BLACK_PIECE: u8 = 16;

// Backgrounds of marked squares.
const LAST_SQUARE: u8 = 65;
const CHECK_SQUARE: u8 = 167;
const MOVED_SQUARE: u8 = 245;

/// Appearance of a drawn board.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// Style.
    pub style: Style,
    /// Number of the lowest rank.
    pub first_rank: u16,
    /// Whether Black is at the bottom.
    pub is_flipped: bool,
    /// Whether squares are as narrow as possible.
    pub is_narrow: bool,
    /// Squares that stand out.
    pub marks: &'a [(Square, Mark)],
}

impl Default for Look<'_> {
    fn default() -> Self {
        let style = Style::default();
        Look { style, first_rank: 1, is_flipped: false, is_narrow: false, marks: &[] }
    }
}

/// Mark of a square: a colour, or in plain text a sign before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Of the last turn: `>`.
    Last,
    /// With an attacked royal piece: `!`.
    Check,
    /// With a unit that has moved in this turn: `~`.
    Moved,
}

impl Mark {
    const fn sign(self) -> char {
        match self {
            Mark::Last => '>',
            Mark::Check => '!',
            Mark::Moved => '~',
        }
    }

    const fn background(self) -> u8 {
        match self {
            Mark::Last => LAST_SQUARE,
            Mark::Check => CHECK_SQUARE,
            Mark::Moved => MOVED_SQUARE,
        }
    }
}

/// Draws a position: ranks at the left, files lettered below.
///
/// Empty squares are dots; in games that use the dark squares alone, light ones are left blank.
pub fn draw<P: Position>(position: &P, look: &Look<'_>) -> String {
    let definition = &position.common().definition;
    let drawing = Drawing {
        size: definition.size,
        dark_only: is_on_dark_squares(definition),
        width: if definition.pieces.iter().any(|piece| piece.promoted) { 2 } else { 1 },
        walls: position.walls().iter().collect(),
        definition,
        look,
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
    walls: Vec<Square>,
    look: &'a Look<'a>,
}

impl Drawing<'_> {
    fn board<B: crate::Bits>(&self, board: &Board<B>) -> String {
        let mut out = String::new();
        let flipped = self.look.is_flipped;
        let mut ranks: Vec<u8> = (0..self.size.ranks()).rev().collect();
        let mut files: Vec<u8> = (0..self.size.files()).collect();
        if flipped {
            ranks.reverse();
            files.reverse();
        }
        for rank in ranks {
            let _ = write!(out, "{:>2} ", u16::from(rank) + self.look.first_rank);
            for &file in &files {
                if let Some(square) = self.size.square(file.into(), rank.into()) {
                    self.square(&mut out, square, board.get(square));
                }
            }
            // Blank squares at the end of a row are not worth their bytes.
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        out.push_str("   ");
        for file in files {
            let letter = (b'a' + file) as char;
            let _ = write!(out, " {letter:>width$}", width = self.width);
            if !self.gap().is_empty() {
                out.push(' ');
            }
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
        out
    }

    /// Blank after a square.
    fn gap(&self) -> &'static str {
        if self.look.style == Style::Color && !self.look.is_narrow { " " } else { "" }
    }

    fn mark(&self, square: Square) -> Option<Mark> {
        let found = self.look.marks.iter().find(|(marked, _)| *marked == square);
        found.map(|&(_, mark)| mark)
    }

    fn square(&self, out: &mut String, square: Square, piece: Option<Piece>) {
        let dark = self.size.is_dark(square);
        if self.definition.holes().contains(&square) {
            let _ = write!(out, " {:width$}{}", "", self.gap(), width = self.width);
            return;
        }
        let text = match piece {
            None if self.walls.contains(&square) => "#".to_owned(),
            Some(piece) => self.definition.piece(piece.kind()).fen(piece.color()),
            None if self.look.style == Style::Color || (self.dark_only && !dark) => String::new(),
            None => ".".to_owned(),
        };
        let (width, mark) = (self.width, self.mark(square));
        match self.look.style {
            Style::Plain => {
                let _ = write!(out, "{}{text:>width$}", mark.map_or(' ', Mark::sign));
            }
            Style::Color => {
                let plain = if dark { DARK_SQUARE } else { LIGHT_SQUARE };
                let back = mark.map_or(plain, Mark::background);
                let gap = self.gap();
                let fore = match piece.map(Piece::color) {
                    Some(Color::White) => WHITE_PIECE,
                    _ => BLACK_PIECE,
                };
                let _ = write!(out, "\x1b[1;38;5;{fore};48;5;{back}m {text:>width$}{gap}\x1b[0m");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Variant};

    /// Returns the relative luminance of a colour of the 6x6x6 cube or of the greys
    /// (<https://www.w3.org/TR/WCAG21/#dfn-relative-luminance>).
    fn luminance(color: u8) -> f64 {
        let levels = [0, 95, 135, 175, 215, 255];
        let cube = |index: u8| levels[usize::from(index)];
        let rgb = match color {
            16..=231 => {
                [cube((color - 16) / 36), cube((color - 16) / 6 % 6), cube((color - 16) % 6)]
            }
            _ => [8 + 10 * (i32::from(color) - 232); 3],
        };
        let linear = rgb.map(|level| {
            let level = f64::from(level) / 255.0;
            if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn pieces_stand_out_from_every_square() {
        for square in [LIGHT_SQUARE, DARK_SQUARE, LAST_SQUARE, CHECK_SQUARE, MOVED_SQUARE] {
            for piece in [WHITE_PIECE, BLACK_PIECE] {
                let (one, other) = (luminance(square), luminance(piece));
                let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                assert!(contrast >= 3.0, "{piece} on {square}: {contrast:.1}");
            }
        }
    }

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
    fn boards_are_turned_round_and_marked() {
        let game = Variant::compile(Catalog::builtin().get("chess").unwrap().clone()).unwrap();
        let game = game.game("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1").unwrap();
        let size = game.definition().size;
        let at = |name| size.parse_square(name).unwrap();
        let marks = [(at("e1"), Mark::Check), (at("e4"), Mark::Last), (at("a4"), Mark::Moved)];
        let look = Look { is_flipped: true, marks: &marks, ..Look::default() };
        let drawn = game.draw_with(&look);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], " 1  . . .!K . . . .");
        assert_eq!(lines[3], " 4  . . .>r . . .~.");
        assert_eq!(lines[8], "    h g f e d c b a");
        let colored = |is_narrow| {
            let look = Look { style: Style::Color, is_narrow, ..Look::default() };
            game.draw_with(&look).lines().last().unwrap().trim_end().len()
        };
        assert_eq!((colored(true), colored(false)), (3 + 8 * 2, 3 + 8 * 3 - 1));
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
