//! Kinds of pieces that Fairy-Stockfish knows by name.

/// Number of kinds that a section can define.
const CUSTOM: usize = 25;

/// A kind that it knows: its key, its moves in its notation, and its name for people.
struct Known {
    key: &'static str,
    moves: &'static str,
    name: &'static str,
}

const fn known(key: &'static str, moves: &'static str, name: &'static str) -> Known {
    Known { key, moves, name }
}

/// The kinds before those that a section can define; the king comes after these.
const KNOWN: [Known; 37] = [
    known("pawn", "fmWfceF", "pawn"),
    known("knight", "N", "knight"),
    known("bishop", "B", "bishop"),
    known("rook", "R", "rook"),
    known("queen", "Q", "queen"),
    known("fers", "F", "ferz"),
    known("alfil", "A", "alfil"),
    known("fersAlfil", "FA", "elephant"),
    known("silver", "FfW", "silver general"),
    known("aiwok", "RNF", "ai-wok"),
    known("bers", "RF", "dragon king"),
    known("archbishop", "BN", "archbishop"),
    known("chancellor", "RN", "chancellor"),
    known("amazon", "QN", "amazon"),
    known("knibis", "mNcB", "knight-bishop"),
    known("biskni", "mBcN", "bishop-knight"),
    known("kniroo", "mNcR", "knight-rook"),
    known("rookni", "mRcN", "rook-knight"),
    known("shogiPawn", "fW", "pawn"),
    known("lance", "fR", "lance"),
    known("shogiKnight", "ffN", "knight"),
    known("gold", "WfF", "gold general"),
    known("dragonHorse", "BW", "dragon horse"),
    known("clobber", "cW", "stone"),
    known("breakthrough", "fmWfF", "pawn"),
    known("immobile", "", "stone"),
    known("cannon", "mRcpR", "cannon"),
    known("janggiCannon", "pR", "cannon"),
    known("soldier", "fsW", "soldier"),
    known("horse", "nN", "horse"),
    known("elephant", "nA", "elephant"),
    known("janggiElephant", "nZ", "elephant"),
    known("banner", "RcpRnN", "banner"),
    known("wazir", "W", "wazir"),
    known("commoner", "K", "commoner"),
    known("centaur", "KN", "centaur"),
    known("king", "K", "king"),
];

/// A kind of piece: an index, in the order in which Fairy-Stockfish reads their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kind(u8);

impl Kind {
    pub const PAWN: Kind = Kind(0);
    pub const KING: Kind = Kind((KNOWN.len() - 1 + CUSTOM) as u8);
    /// Number of kinds.
    pub const COUNT: usize = KNOWN.len() + CUSTOM;

    /// All kinds.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..Self::COUNT as u8).map(Kind)
    }

    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Its number among those that a section can define, from 1.
    fn custom(self) -> Option<usize> {
        let first = KNOWN.len() - 1;
        (first..first + CUSTOM).contains(&self.index()).then(|| self.index() - first + 1)
    }

    /// Whether a section gives its moves.
    pub fn is_custom(self) -> bool {
        self.custom().is_some()
    }

    /// Its key in a section.
    pub fn key(self) -> String {
        match self.custom() {
            Some(number) => format!("customPiece{number}"),
            None => self.known().key.to_owned(),
        }
    }

    /// Moves of a kind that no section defines.
    pub fn moves(self) -> &'static str {
        if self.is_custom() { "" } else { self.known().moves }
    }

    /// Its name for people; empty for one that a section defines.
    pub fn name(self) -> &'static str {
        if self.is_custom() { "" } else { self.known().name }
    }

    fn known(self) -> &'static Known {
        &KNOWN[self.index().min(KNOWN.len() - 1)]
    }

    /// The kind of that key.
    pub fn of_key(key: &str) -> Option<Kind> {
        Self::all().find(|kind| kind.key() == key)
    }
}

/// A name for a piece that has these moves.
pub(super) fn name_of_moves(moves: &str) -> Option<&'static str> {
    let more = [
        ("NN", "nightrider"),
        ("C", "camel"),
        ("Z", "zebra"),
        ("NC", "gnu"),
        ("CF", "wizard"),
        ("DAW", "champion"),
        ("D", "dabbaba"),
        ("gQ", "grasshopper"),
        ("WF", "commoner"),
    ];
    let known = KNOWN.iter().map(|known| (known.moves, known.name));
    more.into_iter().chain(known).find(|(text, _)| *text == moves).map(|(_, name)| name)
}
