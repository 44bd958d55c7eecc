//! The keys that a definition file may have.

/// A family, before what it needs to know is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FamilyName {
    Royal,
    Jumping,
    Armies,
}

type Keys = &'static [&'static str];

/// Keys of every game.
pub(super) const COMMON: Keys = &[
    "inherits",
    "title",
    "description",
    "template",
    "family",
    "board",
    "start",
    "repetition",
    "move-rule",
    "pieces",
];

/// Keys of a castling table.
pub(super) const CASTLING: Keys = &["rank", "king", "rook", "king-side", "queen-side"];

/// Keys of one side in a castling table.
pub(super) const CASTLING_SIDE: Keys = &["rook-from", "king-to", "rook-to"];

/// Keys of a table of dead positions.
pub(super) const DEAD: Keys = &["single", "same-color"];

/// Keys of a table of arrays.
pub(super) const ARRAY: Keys = &["min", "max", "rows"];

/// Keys of an army.
pub(super) const ARMY: Keys = &["name", "units"];

impl FamilyName {
    pub(super) const ALL: [(&str, FamilyName); 3] = [
        ("royal", FamilyName::Royal),
        ("jumping", FamilyName::Jumping),
        ("armies", FamilyName::Armies),
    ];

    pub(super) const fn as_str(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The other family whose games (or whose pieces) have a key.
    pub(super) fn of_key(key: &str, keys: fn(FamilyName) -> Keys) -> Option<FamilyName> {
        Self::ALL.into_iter().map(|(_, family)| family).find(|&f| keys(f).contains(&key))
    }

    /// Keys of the family's games beside the common ones.
    pub(super) const fn game_keys(self) -> Keys {
        match self {
            FamilyName::Royal => {
                &["initial-rank", "promotion-rank", "stalemate", "castling", "dead"]
            }
            FamilyName::Jumping => &["duty", "capture", "lose-without", "progress", "array"],
            FamilyName::Armies => &["armies", "royal-chiefs"],
        }
    }

    /// Keys of the family's pieces.
    pub(super) const fn piece_keys(self) -> Keys {
        match self {
            FamilyName::Royal => &["name", "picture", "moves", "value", "promotes", "royal"],
            FamilyName::Jumping => &["name", "picture", "moves", "value", "promotes", "jumps"],
            FamilyName::Armies => &["name", "picture", "moves", "value"],
        }
    }
}
