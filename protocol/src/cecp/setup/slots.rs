//! XBoard's slots for kinds of pieces, each with a picture of its own.

/// Index of a slot, from 0.
pub(super) type Slot = usize;

/// Promotes to a letter, and can be captured en passant.
pub(super) const PAWN: Slot = 0;
/// Default promotion of pawns.
pub(super) const QUEEN: Slot = 4;
/// As [`PAWN`].
pub(super) const LANCE: Slot = 18;
/// Royal; the last slot of a table, however short it is.
pub(super) const KING: Slot = 65;
/// Has the picture of a king, but is not royal.
pub(super) const MONARCH: Slot = 50;
/// Kinds that may go anywhere if their moves are not specified.
pub(super) const WILD: [Slot; 2] = [17, 19];
/// Captures, and is captured, by rules of its own.
const LION: Slot = 21;

/// Last slot that can have a promoted kind.
pub(super) const LAST_PROMOTABLE: Slot = 10;
/// From here on no slot is the promoted kind of another.
pub(super) const FIRST_LONE: Slot = 22;
/// Distance from a plain kind to its promoted one.
pub(super) const TO_PROMOTED: usize = 11;
/// The shortest table has slots up to this one and the king's.
pub(super) const LEAST: Slot = QUEEN;

/// XBoard's names of the slots, in order.
const NAMES: [&str; KING + 1] = [
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "ferz",
    "alfil",
    "angel",
    "marshall",
    "wazir",
    "man",
    "cannon",
    "nightrider",
    "cardinal",
    "dragon",
    "grasshopper",
    "silver",
    "falcon",
    "lance",
    "cobra",
    "unicorn",
    "lion",
    "sword",
    "zebra",
    "camel",
    "tower",
    "wolf",
    "hat",
    "duck",
    "amazon",
    "flying",
    "gnu",
    "cub",
    "shield",
    "horse",
    "wizard",
    "copper",
    "iron",
    "viking",
    "flag",
    "axe",
    "dolphin",
    "cat",
    "claw",
    "wheel",
    "butterfly",
    "pbishop",
    "prook",
    "hcrown",
    "shierd",
    "monarch",
    "mother",
    "nothing",
    "drunk",
    "wheer",
    "tokin",
    "pknight",
    "pcardinal",
    "pdragon",
    "plance",
    "psilver",
    "dagger",
    "psword",
    "pdagger",
    "crown",
    "king",
];

/// Slots that look like another.
const LOOK_ALIKES: [Slot; 10] = [29, 32, 50, 51, 52, 53, 54, 58, 62, 63];

/// Synonyms of pictures, and pieces that they suit.
const ALIASES: [(&str, Slot); 27] = [
    ("elephant", 6),
    ("swords", 7),
    ("star", 8),
    ("fortress", 8),
    ("dome", 9),
    ("guard", 10),
    ("commoner", 10),
    ("helmet", 10),
    ("archbishop", 13),
    ("janus", 13),
    ("princess", 15),
    ("chancellor", 16),
    ("marshal", 16),
    ("hawk", 17),
    ("spear", 18),
    ("castle", 25),
    ("warmachine", 25),
    ("nobleman", 27),
    ("top hat", 27),
    ("pegasus", 34),
    ("antelope", 31),
    ("leopard", 42),
    ("paw", 43),
    ("mitre", 46),
    ("moon", 56),
    ("ring", 59),
    ("chief", 64),
];

/// Slots for pieces with unknown names, by their moves.
const MOVES: [(&str, Slot); 16] = [
    ("N", 1),
    ("B", 2),
    ("R", 3),
    ("Q", 4),
    ("QN", 4),
    ("F", 5),
    ("A", 6),
    ("FA", 6),
    ("W", 9),
    ("K", 10),
    ("NN", 12),
    ("BN", 13),
    ("RN", 16),
    ("J", 23),
    ("C", 24),
    ("WD", 25),
];

/// Returns the names of all pictures, with synonyms.
pub(super) fn pictures() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain(ALIASES.into_iter().map(|(name, _)| name))
}

/// Returns the slot of a picture.
pub(super) fn by_picture(name: &str) -> Option<Slot> {
    NAMES.iter().position(|&known| known == name).or_else(|| find(&ALIASES, name))
}

/// Returns the slots that match a piece's name: the whole name, then its words from the last.
pub(super) fn by_name(name: &str) -> impl Iterator<Item = Slot> {
    let found = std::iter::once(name).chain(name.rsplit(' ')).filter_map(by_picture);
    found.flat_map(|slot| if slot == KING { [KING, MONARCH] } else { [slot, slot] })
}

/// Returns the slot for a Betza move string.
pub(super) fn by_moves(moves: &str) -> Option<Slot> {
    find(&MOVES, moves)
}

/// Slots for pieces that match no picture, the best known pictures last.
pub(super) const ANY: [Slot; 44] = [
    10, 25, 27, 8, 7, 5, 6, 9, 20, 24, 23, 26, 28, 30, 31, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42,
    43, 44, 45, 48, 49, 22, 61, 11, 12, 13, 14, 15, 16, 64, 46, 1, 3, 2, 4,
];

/// Whether no other slot has the same picture.
pub(super) fn has_own_picture(slot: Slot) -> bool {
    !LOOK_ALIKES.contains(&slot)
}

/// Whether XBoard adds moves to the specified ones of pieces there.
pub(super) fn is_peculiar(slot: Slot) -> bool {
    matches!(slot, PAWN | LANCE | LION | KING)
}

fn find(list: &[(&str, Slot)], name: &str) -> Option<Slot> {
    list.iter().find(|(known, _)| *known == name).map(|&(_, slot)| slot)
}
