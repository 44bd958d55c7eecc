//! Fairy-Stockfish's dialect of Betza notation, read as sets of leaps.

use super::super::moves::{Leap, Moves, Reach};

/// Letters of directions.
const VERTICAL: &str = "fbvh";
const HORIZONTAL: &str = "rlsh";

/// Moves of one kind: a word such as `fmnD`.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub atom: char,
    /// Rider: maximum number of leaps; 0: any number.
    pub range: Option<u8>,
    /// Leaps: files to the right, ranks forward.
    pub leaps: Vec<Leap>,
    /// The letters of its directions.
    directions: String,
    pub quiet: bool,
    pub capture: bool,
    pub initial: bool,
    pub lame: bool,
    /// `p` or `g`.
    pub hopper: Option<char>,
    /// Whether it takes en passant.
    pub en_passant: bool,
}

/// Reads moves; an error names what is not known.
pub(super) fn words(text: &str) -> Result<Vec<Word>, String> {
    let letters: Vec<char> = text.chars().take_while(|c| !c.is_whitespace()).collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        at = word(&letters, at, &mut words)?;
    }
    Ok(words)
}

/// Reads a word from `at`, and returns where it ends.
fn word(letters: &[char], mut at: usize, words: &mut Vec<Word>) -> Result<usize, String> {
    let mut word = Word {
        atom: ' ',
        range: None,
        leaps: Vec::new(),
        directions: String::new(),
        quiet: false,
        capture: false,
        initial: false,
        lame: false,
        hopper: None,
        en_passant: false,
    };
    let mut directions: Vec<[char; 2]> = Vec::new();
    while let Some(&letter) = letters.get(at) {
        at += 1;
        match letter {
            'm' => word.quiet = true,
            'c' => word.capture = true,
            'p' | 'g' => word.hopper = Some(letter),
            'n' => word.lame = true,
            'i' => word.initial = true,
            'e' => word.en_passant = true,
            _ if VERTICAL.contains(letter) || HORIZONTAL.contains(letter) => {
                word.directions.push(letter);
                let second = letters.get(at).copied().filter(|&second| {
                    second == letter
                        || VERTICAL.contains(letter) && HORIZONTAL.contains(second)
                        || HORIZONTAL.contains(letter) && VERTICAL.contains(second)
                });
                if let Some(second) = second {
                    word.directions.push(second);
                    at += 1;
                }
                directions.push([letter, second.unwrap_or(letter)]);
            }
            _ => {
                let Some(atoms) = atoms(letter) else {
                    return Err(format!("'{letter}' in moves"));
                };
                word.atom = letter;
                if matches!(letter, 'R' | 'B' | 'Q') {
                    word.range = Some(0);
                }
                if let Some(&next) = letters.get(at) {
                    if let Some(digit) = next.to_digit(10) {
                        word.range = Some(digit as u8);
                        at += 1;
                    } else if next == letter {
                        word.range = Some(0);
                        at += 1;
                    }
                }
                if !word.quiet && !word.capture {
                    (word.quiet, word.capture) = (true, true);
                }
                for leap in atoms {
                    add(&mut word.leaps, *leap, &directions, atoms.len() == 1);
                }
                words.push(word);
                return Ok(at);
            }
        }
    }
    if directions.is_empty() && word.directions.is_empty() {
        return Ok(at);
    }
    Err("directions without a piece letter in moves".to_owned())
}

/// The leaps of an atom: the longer way first.
fn atoms(letter: char) -> Option<&'static [(i32, i32)]> {
    Some(match letter {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'L' | 'C' => &[(3, 1)],
        'J' | 'Z' => &[(3, 2)],
        'G' => &[(3, 3)],
        _ => return None,
    })
}

/// Adds the leaps of an atom that its directions name.
fn add(leaps: &mut Vec<Leap>, (long, short): (i32, i32), directions: &[[char; 2]], alone: bool) {
    let mut named: Vec<[char; 2]> = Vec::new();
    for &[first, second] in directions {
        if alone && short == 0 && first != second {
            named.extend([[first, first], [second, second]]);
        } else {
            named.push([first, second]);
        }
    }
    // Each image, with the pairs of letters that name it.
    let images: [(Leap, &str); 8] = [
        ((short, long), "ff vv rf rv fh rh hr"),
        ((-short, -long), "bb vv lb lv bh lh hr"),
        ((long, -short), "rr ss br bs bh rh hr"),
        ((-long, short), "ll ss fl fs fh lh hr"),
        ((long, short), "rr ss fr fs fh rh hl"),
        ((-long, -short), "ll ss bl bs bh lh hl"),
        ((short, -long), "bb vv rb rv bh rh hl"),
        ((-short, long), "ff vv lf lv fh lh hl"),
    ];
    for (leap, names) in images {
        let is_named = |pair: &[char; 2]| names.split(' ').any(|name| name.chars().eq(*pair));
        if (named.is_empty() || named.iter().any(is_named)) && !leaps.contains(&leap) {
            leaps.push(leap);
        }
    }
}

impl Word {
    /// Returns the word in this program's notation, with `e` where it takes en passant.
    pub fn text(&self) -> Result<String, String> {
        let Word { atom, .. } = *self;
        if self.leaps.is_empty() {
            return Ok(String::new());
        }
        let mut modes = String::new();
        if self.initial {
            modes.push('i');
        }
        if self.quiet && !self.capture {
            modes.push('m');
        }
        if self.capture && !self.quiet {
            modes.push('c');
        }
        if self.en_passant {
            modes.push('e');
        }
        if let Some(hopper) = self.hopper {
            modes.push(hopper);
        }
        if self.lame && self.range.is_none() {
            modes.push('n');
        }
        let reach = self.range.map_or(Reach::Leap, Reach::Slide);
        let leaps = if self.directions.is_empty() { Vec::new() } else { self.leaps.clone() };
        let moves = Moves { atom, reach, leaps, hint: self.directions.clone(), modes };
        moves.text().ok_or_else(|| format!("the directions of {atom}"))
    }
}

/// Letters of directions to try, the plainest first.
const TRIED: [&str; 27] = [
    "", "f", "b", "s", "v", "l", "r", "ff", "fs", "bs", "fl", "fr", "bl", "br", "rf", "lf", "rb",
    "lb", "fh", "bh", "lh", "rh", "hl", "hr", "frfl", "rflf", "lv",
];

/// Returns moves of this program's notation in Fairy-Stockfish's; an error names the part that it
/// lacks.
pub(super) fn from_own(text: &str) -> Result<String, String> {
    const NARROW: &str = "[W-fF]";
    let text = text.replace(NARROW, "nN");
    let mut written = String::new();
    let (mut modes, mut directions) = (String::new(), String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'm' | 'c' | 'i' | 'n' | 'e' | 'p' | 'g' => modes.push(letter),
            'f' | 'b' | 'l' | 'r' | 's' | 'v' => directions.push(letter),
            _ if atoms(letter).is_some() => {
                let mut range = String::new();
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    range.push(digit);
                }
                if range.is_empty() && letters.next_if_eq(&letter).is_some() {
                    range.push(letter);
                }
                written += &written_word(letter, &range, &modes, &directions)?;
                modes.clear();
                directions.clear();
            }
            _ => return Err(format!("'{letter}' has no counterpart there")),
        }
    }
    Ok(written)
}

fn written_word(atom: char, range: &str, modes: &str, directions: &str) -> Result<String, String> {
    let lacks = || format!("{directions}{modes}{atom}{range} has no counterpart there");
    let rides = !range.is_empty() || matches!(atom, 'R' | 'B' | 'Q');
    if rides && !"RBQWFKN".contains(atom)
        || range.len() > 1
        || range == "0"
        || modes.contains('n') && (rides || !"NADZ".contains(atom))
    {
        return Err(lacks());
    }
    // First moves are made with the double step's squares, by the letters of the modes.
    let word = |directions: &str| {
        let (first, modes) = match modes.strip_prefix('i') {
            Some(rest) => ("i", rest.to_owned()),
            None => ("", modes.to_owned()),
        };
        format!("{first}{directions}{modes}{atom}{range}")
    };
    if directions.is_empty() {
        return Ok(word(""));
    }
    let mut wanted = super::super::moves::directed(directions, atom).ok_or_else(lacks)?;
    wanted.sort_unstable();
    wanted.dedup();
    for tried in std::iter::once(directions).chain(TRIED) {
        let mut leaps = match words(&format!("{tried}{atom}")) {
            Ok(list) => list.into_iter().flat_map(|word| word.leaps).collect::<Vec<_>>(),
            Err(_) => continue,
        };
        leaps.sort_unstable();
        if leaps == wanted {
            return Ok(word(tried));
        }
    }
    Err(lacks())
}
