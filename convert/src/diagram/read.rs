//! Words of a diagram.

use std::collections::BTreeSet;

use crate::fault::{Fault, quoted};

/// The longest text, in bytes.
const LONGEST_TEXT: usize = 1 << 16;
/// The most kinds of pieces.
const MOST_KINDS: usize = 32;
/// Files and ranks of boards.
const SIZES: (u8, u8) = (2, 16);

/// Parameters of how a diagram looks and of the program in it.
const IGNORED: [&str; 26] = [
    "satellite",
    "graphicsdir",
    "graphicstype",
    "squaresize",
    "whiteprefix",
    "blackprefix",
    "lightshade",
    "darkshade",
    "rimcolor",
    "coordcolor",
    "bordercolor",
    "firstrank",
    "usemarkers",
    "newclick",
    "borders",
    "startshade",
    "protected",
    "theme",
    "glide",
    "trackpieces",
    "hidden",
    "spacing",
    "fontsize",
    "scale",
    "ai",
    "level",
];

/// A square: file and rank, from 0.
pub(super) type At = (u8, u8);

/// A kind of piece.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub name: String,
    pub letter: char,
    /// Moves; `None`: those of its name.
    pub moves: Option<String>,
    pub white: Vec<At>,
    /// Black's squares where they are given.
    pub black: Option<Vec<At>>,
    pub line: usize,
}

/// Placement of Black's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    Mirror,
    Rotate,
    None,
}

/// A diagram.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub files: u8,
    pub ranks: u8,
    /// Ranks of the promotion zone.
    pub zone: u8,
    /// Number of kinds that promote: the first ones.
    pub promoting: usize,
    /// Letters of what they become.
    pub choice: Option<String>,
    /// The royal kind: its letter, or its number from 1.
    pub royal: Option<String>,
    pub stalemate: Option<String>,
    pub symmetry: Symmetry,
    pub pieces: Vec<Piece>,
}

/// Reads a diagram.
pub(super) fn read(text: &str, faults: &mut Vec<Fault>) -> Diagram {
    let mut diagram = Diagram {
        files: 8,
        ranks: 8,
        zone: 1,
        promoting: 1,
        choice: None,
        royal: None,
        stalemate: None,
        symmetry: Symmetry::Mirror,
        pieces: Vec::new(),
    };
    if text.len() > LONGEST_TEXT {
        let length = text.len();
        faults.push(Fault::new(0, "", format!("{length} bytes: expected at most {LONGEST_TEXT}")));
        return diagram;
    }
    let is_stated = |word: &str| word.contains(['=', ':']);
    if !text.split_whitespace().any(is_stated) {
        faults.push(Fault::new(
            1,
            "",
            "neither sections such as [game:chess] of a variants.ini nor a diagram: expected key=value and pieces",
        ));
        return diagram;
    }
    // The size of the board comes first: squares are read by it.
    for pieces in [false, true] {
        for (line, content) in (1..).zip(text.lines()) {
            // A name of several words stands on a line of its own.
            let content = content.trim();
            let is_piece = |word: &str| !word.contains('=') && word.contains(':');
            let words: Vec<&str> = match is_piece(content) {
                true => vec![content],
                false => content.split_whitespace().collect(),
            };
            for word in words {
                match word.split_once('=') {
                    _ if is_piece(word) && pieces => diagram.piece(word, line, faults),
                    Some((key, value)) if !pieces && !is_piece(word) => {
                        diagram.parameter(key, value, line, faults);
                    }
                    None if !pieces && !is_piece(word) && !word.starts_with(['<', '#']) => {
                        let message = format!("{}: expected key=value or a piece", quoted(word));
                        faults.push(Fault::new(line, "", message));
                    }
                    _ => {}
                }
            }
        }
    }
    diagram
}

impl Diagram {
    fn parameter(&mut self, key: &str, value: &str, line: usize, faults: &mut Vec<Fault>) {
        let mut number = |least: u8, most: u8, default: u8| {
            let found = value.parse().ok().filter(|found| (least..=most).contains(found));
            found.unwrap_or_else(|| {
                let message =
                    format!("{}: expected a number from {least} to {most}", quoted(value));
                faults.push(Fault::new(line, key, message));
                default
            })
        };
        match key.to_ascii_lowercase().as_str() {
            "files" => self.files = number(SIZES.0, SIZES.1, 8),
            "ranks" => self.ranks = number(SIZES.0, SIZES.1, 8),
            "promozone" => self.zone = number(0, SIZES.1, 1),
            "maxpromote" => self.promoting = number(0, MOST_KINDS as u8, 1).into(),
            "promochoice" => self.choice = Some(value.to_owned()),
            "royal" => self.royal = Some(value.to_owned()),
            "stalemate" => self.stalemate = Some(value.to_ascii_lowercase()),
            "symmetry" => match value {
                "mirror" => self.symmetry = Symmetry::Mirror,
                "rotate" => self.symmetry = Symmetry::Rotate,
                "none" => self.symmetry = Symmetry::None,
                _ => {
                    let message = format!("{}: expected mirror, rotate or none", quoted(value));
                    faults.push(Fault::new(line, key, message));
                }
            },
            key if IGNORED.contains(&key) => {}
            _ => faults.push(Fault::new(line, key, "has no counterpart here")),
        }
    }

    fn piece(&mut self, word: &str, line: usize, faults: &mut Vec<Fault>) {
        let fields: Vec<&str> = word.split(':').map(str::trim).collect();
        let field = |number: usize| fields.get(number).copied().filter(|text| !text.is_empty());
        let name = field(0).unwrap_or("piece").to_ascii_lowercase();
        if self.pieces.len() == MOST_KINDS {
            faults.push(Fault::new(line, name, format!("more than {MOST_KINDS} kinds of pieces")));
            return;
        }
        let id = field(1).unwrap_or(&name);
        let letter = id.chars().next().unwrap_or('?').to_ascii_uppercase();
        if !letter.is_ascii_uppercase() || field(1).is_some_and(|id| id.chars().count() > 1) {
            let message = format!("{}: expected an ID of one letter", quoted(id));
            faults.push(Fault::new(line, &name, message));
        } else if self.pieces.iter().any(|piece| piece.letter == letter) {
            let message = format!("two pieces with the ID '{letter}': expected an ID for each");
            faults.push(Fault::new(line, &name, message));
        }
        let mut squares = |number: usize| {
            let text = field(number)?;
            let squares = self.squares(text);
            if squares.is_none() {
                let message = format!("{}: expected squares of the board", quoted(text));
                faults.push(Fault::new(line, &name, message));
            }
            Some(squares.unwrap_or_default())
        };
        let (white, black) = (squares(4).unwrap_or_default(), squares(5));
        let moves = field(2).map(str::to_owned);
        self.pieces.push(Piece { name, letter, moves, white, black, line });
    }

    /// Reads squares such as `a2-h2,d1`.
    fn squares(&self, text: &str) -> Option<Vec<At>> {
        let square = |text: &str| {
            let (&letter, rank) = text.trim().as_bytes().split_first()?;
            let file = letter.to_ascii_lowercase().checked_sub(b'a')?;
            let rank: u8 = std::str::from_utf8(rank).ok()?.parse().ok()?;
            let inside = file < self.files && (1..=self.ranks).contains(&rank);
            inside.then(|| (file, rank - 1))
        };
        // Each square once, whatever the text repeats.
        let mut found = BTreeSet::new();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            match part.split_once('-') {
                None => drop(found.insert(square(part)?)),
                Some((first, last)) => {
                    let ((a, b), (c, d)) = (square(first)?, square(last)?);
                    for rank in b.min(d)..=b.max(d) {
                        found.extend((a.min(c)..=a.max(c)).map(|file| (file, rank)));
                    }
                }
            }
        }
        Some(found.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_that_is_repeated_counts_once() {
        let text = format!("files=16 ranks=16\nking:K:K:king:{}", "a1-p16,".repeat(9000));
        let mut faults = Vec::new();
        let diagram = read(&text, &mut faults);
        assert_eq!((diagram.pieces[0].white.len(), faults.len()), (256, 0));
    }
}
