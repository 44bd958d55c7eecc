//! Moves of a piece as sets of leaps, written in this program's Betza notation.

use variants::betza::Betza;
use variants::{BoardSize, Color};

/// A leap: files to the right, ranks forward.
pub(crate) type Leap = (i32, i32);

/// Board on which directions are measured: the largest that there is.
const BOARD: &str = "16x16";
const CENTRE: (i32, i32) = (8, 8);

/// Letters of directions, the plainest first.
const DIRECTIONS: [&str; 27] = [
    "", "f", "b", "s", "v", "l", "r", "ff", "bb", "ss", "vv", "ll", "rr", "fs", "bs", "fl", "fr",
    "bl", "br", "ffl", "ffr", "bbl", "bbr", "fll", "frr", "bll", "brr",
];

/// Range of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// One leap.
    Leap,
    /// Maximum number of leaps in a row; 0: any number.
    Slide(u8),
}

/// Moves of one kind in some directions.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// Letter of the atom, such as `N`; for riders that of the leap or the rider.
    pub atom: char,
    pub reach: Reach,
    /// Directions, as leaps; none: all of the atom's.
    pub leaps: Vec<Leap>,
    /// Letters of directions in the other notation, tried first.
    pub hint: String,
    /// Letters before the atom beside directions, such as `mn`.
    pub modes: String,
}

impl Moves {
    /// Returns the notation; `None` if there is none.
    pub(crate) fn text(&self) -> Option<String> {
        let atom = self.atom_text();
        let modes: String = self.modes.chars().filter(|mode| *mode != 'i').collect();
        let initial = if self.modes.contains('i') { "i" } else { "" };
        let word = |directions: &str, atom: &str| format!("{initial}{directions}{modes}{atom}");
        if self.leaps.is_empty() {
            return Some(word("", &atom));
        }
        if let Some(cover) = cover(&self.leaps, self.atom, &self.hint) {
            return Some(cover.iter().map(|directions| word(directions, &atom)).collect());
        }
        // Straight and diagonal directions apart.
        let parts = match self.atom {
            'K' => ['W', 'F'],
            'Q' => ['R', 'B'],
            _ => return None,
        };
        let mut text = String::new();
        for (part, straight) in parts.into_iter().zip([true, false]) {
            let fits = |(x, y): &&Leap| (*x == 0 || *y == 0) == straight;
            let leaps: Vec<Leap> = self.leaps.iter().filter(fits).copied().collect();
            if !leaps.is_empty() {
                let part = Moves { atom: part, leaps, ..self.clone() };
                text += &part.text()?;
            }
        }
        Some(text)
    }

    fn atom_text(&self) -> String {
        let atom = self.atom;
        match self.reach {
            Reach::Leap => atom.to_string(),
            Reach::Slide(0) if matches!(atom, 'R' | 'B' | 'Q') => atom.to_string(),
            Reach::Slide(0) => format!("{atom}{atom}"),
            Reach::Slide(limit) => format!("{atom}{limit}"),
        }
    }
}

/// Returns letters of directions that name these leaps of an atom together.
fn cover(leaps: &[Leap], atom: char, hint: &str) -> Option<Vec<String>> {
    let mut left: Vec<Leap> = leaps.to_vec();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let options = std::iter::once(hint).chain(DIRECTIONS);
        let mut best: Option<(usize, &str)> = None;
        for directions in options {
            let Some(named) = directed(directions, atom) else { continue };
            let inside = named.iter().all(|leap| leaps.contains(leap));
            let count = named.iter().filter(|leap| left.contains(leap)).count();
            if inside && count > best.map_or(0, |(most, _)| most) {
                best = Some((count, directions));
            }
        }
        let (_, directions) = best?;
        let named = directed(directions, atom)?;
        left.retain(|leap| !named.contains(leap));
        chosen.push(directions.to_owned());
    }
    Some(chosen)
}

/// Returns the leaps of an atom in the directions of some letters.
pub(crate) fn directed(directions: &str, atom: char) -> Option<Vec<Leap>> {
    let betza = Betza::parse(&format!("{directions}{atom}")).ok()?;
    let size: BoardSize = BOARD.parse().ok()?;
    let centre = size.square(CENTRE.0, CENTRE.1)?;
    let paths = betza.paths(size, centre, Color::White);
    let leap = |path: &variants::betza::Path| {
        let square = *path.squares.first()?;
        let (file, rank) = (i32::from(size.file(square)), i32::from(size.rank(square)));
        Some((file - CENTRE.0, rank - CENTRE.1))
    };
    paths.iter().map(leap).collect()
}
