//! Conversion of the engine's Betza notation to XBoard's, which has another order and other
//! directions.
//!
//! XBoard requires direction letters before the modality letters, reads `f` before a knight or a
//! king as the narrowest leaps only, and has legs where the engine's notation has brackets: `a`
//! means "again", `p` "over any piece", `y` "again, and slide". Hoppers are written alike. Zigzags,
//! circles and leaps in parentheses have no match that this module knows.

/// One leap: files to the right and ranks forwards.
type Leap = (i8, i8);

/// A kind of leap: its letter, and the leaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Atom {
    /// Letter in XBoard's notation.
    letter: char,
    /// Distance across and along.
    leap: Leap,
}

const ORTHOGONAL: Atom = Atom { letter: 'W', leap: (0, 1) };
const DIAGONAL: Atom = Atom { letter: 'F', leap: (1, 1) };

/// One atom of a piece's moves with its modifiers.
#[derive(Clone, Debug, Default)]
struct Part {
    directions: String,
    quiet: bool,
    capture: bool,
    initial: bool,
    lame: bool,
    en_passant: bool,
    /// `p` or `g`: the kind of hopper.
    hop: Option<char>,
    atoms: Vec<Atom>,
    /// Maximum number of leaps in a row; 0: any number.
    range: u32,
}

/// Returns the moves of a piece in XBoard's notation, with the jumps over one and over two
/// neighbours; `None` if XBoard's notation cannot express them.
pub(super) fn convert(moves: &str, jumps: Option<&str>) -> Option<String> {
    let mut out = String::new();
    let mut rest = moves;
    while !rest.is_empty() {
        rest = match rest.strip_prefix('[') {
            Some(inner) => {
                let (path, after) = inner.split_once(']')?;
                out.push_str(&legs(path)?);
                after
            }
            None => {
                let (part, after) = Part::take(rest)?;
                out.push_str(&part.simple());
                after
            }
        };
    }
    if let Some(jumps) = jumps {
        out.push_str(&jumping(jumps)?);
    }
    Some(out)
}

/// Converts a path in brackets.
fn legs(path: &str) -> Option<String> {
    // Bent riders: a step, then a slide outwards.
    match path {
        "F-fR" => return Some("yafsF".to_owned()),
        "F?fR" => return Some("FyafsF".to_owned()),
        "W-fB" => return Some("yafsW".to_owned()),
        "W?fB" => return Some("WyafsW".to_owned()),
        "W-fF" => return Some("nN".to_owned()),
        _ => {}
    }
    let (first, second) = path.split_once('-')?;
    bracket(&whole(first)?, &whole(second)?)
}

/// Parses a text that is a single part.
fn whole(text: &str) -> Option<Part> {
    Part::take(text).filter(|(_, rest)| rest.is_empty()).map(|(part, _)| part)
}

/// Converts one leap followed by another, with the square between empty.
fn bracket(first: &Part, second: &Part) -> Option<String> {
    if first.range != 1 || second.range != 1 || second.directions.contains('s') {
        return None;
    }
    let end = second.modes();
    let mut out = String::new();
    if second.directions.is_empty() {
        // Any direction but back: XBoard can express that for two steps of the same kind.
        let steps = |part: &Part| part.atoms.iter().all(|atom| atom.steps() == Some(1));
        let both = first.atoms == second.atoms && steps(first);
        if !both || !first.directions.is_empty() {
            return None;
        }
        let letter = united(&first.atoms)?;
        return Some(format!("ma{end}{letter}"));
    }
    // Straight on to the nearest direction is more than XBoard can express.
    let goes_on = |a: &Atom| second.atoms.iter().any(|b| a.is_diagonal() == b.is_diagonal());
    if !first.atoms.iter().all(goes_on) {
        return None;
    }
    for a in &first.atoms {
        for b in &second.atoms {
            let (once, twice) = (a.steps()?, b.steps()?);
            if a.is_diagonal() != b.is_diagonal() {
                continue;
            }
            out.push_str(&directions(&first.admitted(*a), *a));
            for step in 1..once + twice {
                // Only the square between the two leaps must be empty.
                out.push_str(match (step == once, step == 1) {
                    (true, true) => "ma",
                    (true, false) => "fma",
                    (false, true) => "mpa",
                    (false, false) => "fmpa",
                });
            }
            out.push('f');
            out.push_str(&end);
            out.push(if a.is_diagonal() { 'F' } else { 'W' });
        }
    }
    // Two king steps straight on are one word.
    let king = |part: &Part| part.atoms.len() == 2;
    if king(first) && king(second) && first.directions.is_empty() {
        return Some(format!("maf{end}K"));
    }
    Some(out)
}

/// Converts jumps over a neighbour to just beyond, and such a jump followed by another: in any
/// direction but back, which is more than some pieces can do, but XBoard's notation cannot express
/// less. `None` for jumps from afar and over more than a neighbour.
fn jumping(jumps: &str) -> Option<String> {
    let mut neighbours: Vec<Leap> = Vec::new();
    let mut rest = jumps;
    while !rest.is_empty() {
        let (part, after) = Part::take(rest)?;
        for &atom in &part.atoms {
            neighbours.extend(part.admitted(atom));
        }
        if part.range != 1 {
            return None;
        }
        rest = after;
    }
    if neighbours.iter().any(|&(dx, dy)| dx.abs().max(dy.abs()) > 1) {
        return None;
    }
    neighbours.sort_unstable();
    neighbours.dedup();
    let straight = |&(dx, dy): &Leap| dx == 0 || dy == 0;
    let starts = if neighbours.iter().all(straight) {
        vec![(directions(&neighbours, ORTHOGONAL), 'W')]
    } else if !neighbours.iter().any(straight) {
        vec![(directions(&neighbours, DIAGONAL), 'F')]
    } else if neighbours.len() == 8 {
        vec![(String::new(), 'K')]
    } else {
        // Adjacent letters would be read as the diagonal between them.
        let axes: [fn(&Leap) -> bool; 3] =
            [|&(dx, _)| dx == 0, |&(_, dy)| dy == 0, |&(dx, dy)| dx != 0 && dy != 0];
        let letters = axes.map(|axis| {
            let on_axis = neighbours.iter().filter(|leap| axis(leap));
            on_axis.map(|leap| single(leap, DIAGONAL)).collect::<String>()
        });
        letters.into_iter().filter(|all| !all.is_empty()).map(|all| (all, 'K')).collect()
    };
    let mut out = String::new();
    for legs in ["cafm", "cafmacafm"] {
        for (directions, letter) in &starts {
            out.push_str(&format!("{directions}{legs}{letter}"));
        }
    }
    Some(out)
}

/// Returns one letter for kinds of steps: `K` for both.
fn united(atoms: &[Atom]) -> Option<char> {
    match atoms {
        [one] => Some(one.letter),
        [_, _] => Some('K'),
        _ => None,
    }
}

impl Part {
    /// Splits off the part at the beginning of a text.
    fn take(text: &str) -> Option<(Self, &str)> {
        let mut part = Part { range: 1, ..Part::default() };
        let mut rest = text;
        let letter = loop {
            let letter = rest.chars().next()?;
            rest = &rest[letter.len_utf8()..];
            match letter {
                'f' | 'b' | 'l' | 'r' | 's' | 'v' => part.directions.push(letter),
                'm' => part.quiet = true,
                'c' => part.capture = true,
                'i' => part.initial = true,
                'n' => part.lame = true,
                'e' => part.en_passant = true,
                'p' | 'g' => part.hop = Some(letter),
                letter => break letter,
            }
        };
        let atom = |letter, leap| Atom { letter, leap };
        (part.atoms, part.range) = match letter {
            'W' => (vec![ORTHOGONAL], 1),
            'F' => (vec![DIAGONAL], 1),
            'D' => (vec![atom('D', (0, 2))], 1),
            'A' => (vec![atom('A', (2, 2))], 1),
            'H' => (vec![atom('H', (0, 3))], 1),
            'G' => (vec![atom('G', (3, 3))], 1),
            'N' => (vec![atom('N', (1, 2))], 1),
            'C' | 'L' => (vec![atom('C', (1, 3))], 1),
            'J' | 'Z' => (vec![atom('Z', (2, 3))], 1),
            'K' => (vec![ORTHOGONAL, DIAGONAL], 1),
            'R' => (vec![ORTHOGONAL], 0),
            'B' => (vec![DIAGONAL], 0),
            'Q' => (vec![ORTHOGONAL, DIAGONAL], 0),
            _ => return None,
        };
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end > 0 {
            part.range = rest[..end].parse().ok()?;
            rest = &rest[end..];
        } else if let Some(after) = rest.strip_prefix(letter) {
            part.range = 0;
            rest = after;
        }
        Some((part, rest))
    }

    /// Returns the modality letters of the last leg, in XBoard's order.
    fn modes(&self) -> String {
        // Alone, `e` would allow en passant only.
        let either = self.en_passant && !self.quiet && !self.capture;
        let mut modes = String::new();
        for (letter, wanted) in [
            ('m', self.quiet || either),
            ('c', self.capture || either),
            ('e', self.en_passant),
            ('n', self.lame),
        ] {
            if wanted {
                modes.push(letter);
            }
        }
        modes.extend(self.hop);
        modes
    }

    fn simple(&self) -> String {
        let initial = if self.initial { "i" } else { "" };
        let modes = self.modes();
        let mut out = String::new();
        let mut push = |directions: &str, letter: char| {
            // Slides of any distance have the letters of sliding pieces.
            let (letter, range) = match (letter, self.range) {
                (letter, 1) => (letter, String::new()),
                ('W', 0) => ('R', String::new()),
                ('F', 0) => ('B', String::new()),
                ('K', 0) => ('Q', String::new()),
                // XBoard reads two digits, and no board is wider.
                (letter, range @ 2..=15) => (letter, range.to_string()),
                (letter, _) => (letter, "0".to_owned()),
            };
            out.push_str(&format!("{initial}{directions}{modes}{letter}{range}"));
        };
        if self.directions.is_empty()
            && let [_, _] = self.atoms[..]
        {
            push("", 'K');
        } else {
            for &atom in &self.atoms {
                let admitted = self.admitted(atom);
                if !admitted.is_empty() {
                    push(&directions(&admitted, atom), atom.letter);
                }
            }
        }
        out
    }

    /// Returns the leaps of an atom in the given directions: a vertical and a horizontal letter
    /// together name a quarter, but for leaps along a line either is enough.
    fn admitted(&self, atom: Atom) -> Vec<Leap> {
        let all = atom.leaps();
        if self.directions.is_empty() {
            return all;
        }
        let letters = self.directions.as_bytes();
        let admits = |&(dx, dy): &Leap| {
            let (flat, steep) = (dx.abs() > dy.abs(), dy.abs() > dx.abs());
            let (mut vertical, mut horizontal) = (None, None);
            let mut at = 0;
            while let Some(&letter) = letters.get(at) {
                let doubled = letters.get(at + 1) == Some(&letter);
                at += if doubled { 2 } else { 1 };
                let (axis, fits) = match letter {
                    b'f' => (&mut vertical, dy > 0 && (!doubled || steep)),
                    b'b' => (&mut vertical, dy < 0 && (!doubled || steep)),
                    b'v' => (&mut vertical, !flat),
                    b'l' => (&mut horizontal, dx < 0 && (!doubled || flat)),
                    b'r' => (&mut horizontal, dx > 0 && (!doubled || flat)),
                    _ => (&mut horizontal, !steep),
                };
                *axis = Some(axis.unwrap_or(false) | fits);
            }
            match (vertical, horizontal) {
                (Some(v), Some(h)) if dx == 0 || dy == 0 => v || h,
                (Some(v), Some(h)) => v && h,
                (v, h) => v.or(h).unwrap_or(true),
            }
        };
        all.into_iter().filter(admits).collect()
    }
}

impl Atom {
    /// Returns all leaps of the kind.
    fn leaps(self) -> Vec<Leap> {
        let (a, b) = self.leap;
        let mut leaps = Vec::new();
        for (x, y) in [(a, b), (b, a)] {
            for leap in [(x, y), (-x, y), (x, -y), (-x, -y)] {
                if !leaps.contains(&leap) {
                    leaps.push(leap);
                }
            }
        }
        leaps
    }

    fn is_diagonal(self) -> bool {
        self.leap.0 == self.leap.1
    }

    /// Returns the length in king steps; `None` if it is not along a rank, file or diagonal.
    fn steps(self) -> Option<i8> {
        let (a, b) = self.leap;
        (a == 0 || a == b).then_some(b)
    }
}

/// Returns XBoard's letters for some of an atom's leaps: none for all of them.
fn directions(some: &[Leap], atom: Atom) -> String {
    if some.len() == atom.leaps().len() {
        return String::new();
    }
    for letter in ["f", "b", "l", "r"] {
        let half = |&(dx, dy): &Leap| match letter {
            "f" => dy > 0,
            "b" => dy < 0,
            "l" => dx < 0,
            _ => dx > 0,
        };
        let size = atom.leaps().iter().filter(|leap| half(leap)).count();
        if some.len() == size && some.iter().all(half) {
            // A lone letter means the narrowest leaps, unless they are along a rank, file or
            // diagonal.
            return if atom.steps().is_some() { letter.to_owned() } else { format!("{letter}h") };
        }
    }
    some.iter().map(|leap| single(leap, atom)).collect()
}

/// Returns XBoard's letters for one leap: for an oblique one the side that it is narrower to comes
/// last.
fn single(&(dx, dy): &Leap, atom: Atom) -> String {
    let vertical = if dy > 0 { "f" } else { "b" };
    let horizontal = if dx < 0 { "l" } else { "r" };
    match (dx, dy) {
        (0, _) => vertical.to_owned(),
        (_, 0) => horizontal.to_owned(),
        _ if atom.is_diagonal() || dx.abs() > dy.abs() => format!("{vertical}{horizontal}"),
        _ => format!("{horizontal}{vertical}"),
    }
}

#[cfg(test)]
mod tests;
