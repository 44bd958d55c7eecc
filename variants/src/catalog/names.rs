//! Names that games of users' files cannot have.

/// Games of XBoard's own that it finds anywhere in a name.
const ANYWHERE: [&str; 25] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "wild29",
    "wild30",
    "wild31",
    "wild32",
    "wild33",
    "wild34",
    "wild35",
    "wild36",
    // Other words for `fischerandom`.
    "frc",
    "960",
    "fischer-random",
];

/// Games of XBoard's own that it finds at the beginning of a name, if no letter follows.
const AT_THE_BEGINNING: [&str; 26] = [
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
    "janggi",
    "duck",
    "unknown",
];

/// The game of XBoard's own for which it takes a game of that name: it then plays by its own rules,
/// whatever the engine sends.
pub(super) fn meant_by_xboard(name: &str) -> Option<&'static str> {
    let begins = |word: &&str| {
        let rest = name.strip_prefix(*word);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
    };
    let anywhere = ANYWHERE.into_iter().find(|word| name.contains(word));
    let found = anywhere.or_else(|| AT_THE_BEGINNING.into_iter().find(begins));
    // A number after the first `wild` or `w` is that of a wild game on a chess server.
    let number = || {
        let (_, rest) = name.split_once("wild").or_else(|| name.split_once('w'))?;
        rest.starts_with(|next: char| next.is_ascii_digit()).then_some("wild")
    };
    found.or_else(number)
}
