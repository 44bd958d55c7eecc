//! A game as data: its board, pieces and rules.

mod family;
mod letters;
mod paths;
mod pdn;
mod shuffle;
mod size;

pub use family::{Family, FamilyData, TurnForm};
pub(crate) use letters::split_letters;
pub use pdn::{PdnCorner, PdnDefinition, PdnSquares};
pub(crate) use shuffle::NUMBERED_STARTS;
pub use size::SizeError;

use std::fmt;

use crate::betza::Betza;
use crate::{BoardSize, ByColor, Color, Fen, PieceType, Square};

/// One game: its board, pieces and rules.
#[derive(Clone)]
pub struct Definition {
    /// The name in protocols: lower-case letters, digits and hyphens.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Description in a sentence; may be empty.
    pub description: String,
    /// Template for GUIs, as in Fairy-Stockfish's `info string variant`: `fairy`
    /// unless it is a game that they know.
    pub template: String,
    /// Files and ranks of the board.
    pub size: BoardSize,
    /// The position at the start, a six-field FEN.
    pub start: String,
    /// Set-up on boards of other sizes, if there is one.
    pub array: Option<Array>,
    /// The kinds of pieces; a [`PieceType`] is an index here.
    pub pieces: Vec<PieceDefinition>,
    /// Repetition rule.
    pub repetition: Repetition,
    /// Occurrences of a position at which that rule applies.
    pub repetition_count: u8,
    /// Number of plies in a row without progress (turns, in army games) after which the game is
    /// drawn; `None`: never.
    pub move_rule: Option<u32>,
    /// Whether the side that would win by the other rules loses.
    pub misere: bool,
    /// The family, with the rules that it alone has.
    pub family: Family,
}

/// Fields that were added since games have fingerprints are left out while they have their
/// defaults, so that the fingerprint of a game is that of its rules.
impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Definition");
        text.field("name", &self.name)
            .field("title", &self.title)
            .field("description", &self.description)
            .field("template", &self.template)
            .field("size", &self.size)
            .field("start", &self.start)
            .field("array", &self.array)
            .field("pieces", &self.pieces)
            .field("repetition", &self.repetition);
        if self.repetition_count != Repetition::COUNT {
            text.field("repetition_count", &self.repetition_count);
        }
        text.field("move_rule", &self.move_rule);
        if self.misere {
            text.field("misere", &self.misere);
        }
        text.field("family", &self.family).finish()
    }
}

impl Repetition {
    /// Occurrences of a position at which the rule applies where a definition has no number of its own.
    pub const COUNT: u8 = 3;
    /// The most occurrences that a definition can ask for.
    pub const MOST: u8 = 9;

    /// Whether the last occurrence that counts ends the game.
    #[inline]
    #[must_use]
    pub fn ends_game(self) -> bool {
        !matches!(self, Repetition::Allowed | Repetition::Illegal)
    }

    /// Whether checks since the first occurrence are looked at.
    #[inline]
    #[must_use]
    pub fn asks_checks(self) -> bool {
        matches!(self, Repetition::CheckerLoses | Repetition::CheckerOrFirstLoses)
    }
}

impl Definition {
    /// The kind written as that FEN letter, in either case, promoted (`+`) or not.
    #[must_use]
    pub fn piece_type(&self, letter: char, promoted: bool) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        self.pieces
            .iter()
            .position(|piece| piece.letter == letter && piece.promoted == promoted)
            .map(PieceType::from_index)
    }

    /// The kind that moves and is written as another, but reverts when it is taken.
    #[must_use]
    pub fn reverting(&self, kind: PieceType) -> Option<PieceType> {
        let plain = self.piece(kind);
        let is_meant = |piece: &PieceDefinition| piece.is_marked() && piece.letter == plain.letter;
        self.pieces.iter().position(is_meant).map(PieceType::from_index)
    }

    /// The definition of a kind.
    ///
    /// # Panics
    /// When the kind is another definition's and this one has fewer kinds.
    #[must_use]
    pub fn piece(&self, kind: PieceType) -> &PieceDefinition {
        &self.pieces[kind.index()]
    }

    /// Whether losing pieces of a kind can lose the game: it can be checked or, in army games,
    /// commands an army.
    #[must_use]
    pub fn is_royal(&self, kind: PieceType) -> bool {
        self.piece(kind).royal || self.family.royal_chiefs().contains(&kind)
    }

    /// Whether there are royal pieces, and so check.
    #[must_use]
    pub fn has_royals(&self) -> bool {
        self.pieces.iter().any(|piece| piece.royal)
    }

    /// The side that begins.
    #[must_use]
    pub fn first_side(&self) -> Color {
        let begins_black = self.start.split(' ').nth(1) == Some("b");
        if begins_black { Color::Black } else { Color::White }
    }

    /// The kind in hand of pieces that are dropped as a kind: its plain form, where pieces may be dropped
    /// promoted.
    #[must_use]
    pub fn held_to_drop(&self, kind: PieceType) -> PieceType {
        let piece = self.piece(kind);
        let may_be_promoted = piece.promoted && self.family.drops_promoted();
        let plain = may_be_promoted.then(|| self.piece_type(piece.letter, false)).flatten();
        plain.unwrap_or(kind)
    }

    /// Whether pieces of a kind can become that kind again by promotions, as in Kyoto shogi.
    #[must_use]
    pub fn alternates(&self, kind: PieceType) -> bool {
        self.becomes(kind, kind)
    }

    /// Whether pieces of a kind promote, and never become that kind again.
    #[must_use]
    pub fn promotes_for_good(&self, kind: PieceType) -> bool {
        !self.piece(kind).promotes.is_empty() && !self.alternates(kind)
    }

    /// Whether pieces of a kind can become another by one or several promotions.
    #[must_use]
    pub fn becomes(&self, kind: PieceType, other: PieceType) -> bool {
        let mut found = self.piece(kind).promotes.clone();
        let mut next = 0;
        while let Some(&target) = found.get(next) {
            if target == other {
                return true;
            }
            for further in &self.piece(target).promotes {
                if !found.contains(further) {
                    found.push(*further);
                }
            }
            next += 1;
        }
        false
    }

    /// Kinds that no game from the start has: they are neither on the board nor in a hand there, and
    /// nothing that is promotes to them. Kinds that are told apart by their past alone are left out.
    #[must_use]
    pub fn absent_kinds(&self) -> Vec<PieceType> {
        let Ok(start) = Fen::parse(&self.start, self) else { return Vec::new() };
        let is_held = |kind| {
            let held = |color| start.hands.is_some_and(|hands| hands.count(color, kind) > 0);
            Color::ALL.into_iter().any(held)
        };
        let stands = |kind| start.pieces.iter().any(|(_, piece)| piece.kind() == kind);
        let present: Vec<PieceType> =
            self.piece_types().filter(|&kind| stands(kind) || is_held(kind)).collect();
        let comes = |kind| present.iter().any(|&other| other == kind || self.becomes(other, kind));
        let is_marked = |kind| self.piece(kind).fen(Color::White).ends_with('~');
        self.piece_types().filter(|&kind| !comes(kind) && !is_marked(kind)).collect()
    }

    /// All kinds.
    pub fn piece_types(&self) -> impl Iterator<Item = PieceType> + use<> {
        (0..self.pieces.len()).map(PieceType::from_index)
    }
}

/// A kind of piece.
#[derive(Clone)]
pub struct PieceDefinition {
    /// The upper-case letter of White's piece in a FEN.
    pub letter: char,
    /// Whether the FEN writes a `+` before the letter.
    pub promoted: bool,
    /// Name for people.
    pub name: String,
    /// The picture that suits it, by the name of a piece that GUIs have pictures of; `None`: any.
    pub picture: Option<String>,
    /// Its moves and captures on the enemy's square.
    pub moves: Betza,
    /// In the jumping family: the neighbours (leaps of `W` and `F`) that it can jump over and
    /// take, landing just beyond.
    pub jumps: Option<Betza>,
    /// Promotions on the last rank, at choice; empty: it does not promote.
    pub promotes: Vec<PieceType>,
    /// In the royal family: the same by side, where the sides differ.
    pub promotes_by_side: Option<Box<ByColor<Vec<PieceType>>>>,
    /// In the royal family: whether it must not be lost.
    pub royal: bool,
    /// Its value in centipawns, if the definition states it; otherwise the evaluation estimates it.
    pub value: Option<i32>,
    /// The kind as which it comes into a hand when it is taken, where that is another: for promoted
    /// pieces, in games with hands.
    pub reverts: Option<PieceType>,
    /// In the royal family: the squares where it may stand, by side; `None`: all.
    pub zone: Option<ByColor<Vec<Square>>>,
    /// In the royal family: more moves that it has on some squares.
    pub moves_in: Vec<LocalMoves>,
}

/// Moves that a kind has on some squares alone.
#[derive(Clone)]
pub struct LocalMoves {
    /// The squares, by side.
    pub squares: ByColor<Vec<Square>>,
    /// The moves.
    pub moves: Betza,
    /// Whether these moves go over the squares alone, step by step.
    pub inside: bool,
}

/// As in [`Definition`], the newer field is left out while it has its default.
impl fmt::Debug for LocalMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("LocalMoves");
        text.field("squares", &self.squares).field("moves", &self.moves);
        if self.inside {
            text.field("inside", &self.inside);
        }
        text.finish()
    }
}

/// As in [`Definition`], the newer fields are left out while they have their defaults.
impl fmt::Debug for PieceDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("PieceDefinition");
        text.field("letter", &self.letter)
            .field("promoted", &self.promoted)
            .field("name", &self.name)
            .field("picture", &self.picture)
            .field("moves", &self.moves)
            .field("jumps", &self.jumps)
            .field("promotes", &self.promotes)
            .field("royal", &self.royal)
            .field("value", &self.value);
        if let Some(own) = &self.promotes_by_side {
            text.field("promotes_by_side", own);
        }
        if let Some(kind) = &self.reverts {
            text.field("reverts", kind);
        }
        if let Some(zone) = &self.zone {
            text.field("zone", zone);
        }
        if !self.moves_in.is_empty() {
            text.field("moves_in", &self.moves_in);
        }
        text.finish()
    }
}

impl PieceDefinition {
    /// The promotions of a side's pieces.
    #[must_use]
    pub fn promotes_of(&self, color: Color) -> &[PieceType] {
        self.promotes_by_side.as_ref().map_or(&self.promotes, |own| &own[color])
    }

    /// The Betza notation of its moves, with those that it has on some squares alone.
    #[must_use]
    pub fn all_moves(&self) -> String {
        let local = self.moves_in.iter().map(|local| local.moves.text());
        std::iter::once(self.moves.text()).chain(local).collect()
    }

    /// Whether a FEN writes `~` after its letter: it looks like another kind, but has promoted and
    /// reverts when it is taken.
    #[must_use]
    pub fn is_marked(&self) -> bool {
        self.reverts.is_some() && !self.promoted
    }

    /// The piece as a FEN writes it, such as `K`, `p`, `+q` or `Q~`.
    #[must_use]
    pub fn fen(&self, color: Color) -> String {
        let letter = match color {
            Color::White => self.letter,
            Color::Black => self.letter.to_ascii_lowercase(),
        };
        match (self.promoted, self.is_marked()) {
            (true, _) => format!("+{letter}"),
            (false, true) => format!("{letter}~"),
            (false, false) => letter.to_string(),
        }
    }
}

/// Result of the third occurrence of a position, or of another number of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing.
    Allowed,
    /// The game is drawn.
    Draw,
    /// A side that has given check with each of its moves since the first occurrence has lost; the
    /// game is drawn if there is none.
    CheckerLoses,
    /// The same, but the side that began the game has lost if there is none.
    CheckerOrFirstLoses,
    /// The move that would make it is not legal.
    Illegal,
}

/// Set-up on boards of even width and height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The least files, and ranks.
    pub min: u8,
    /// The most files, and ranks.
    pub max: u8,
    /// For a number of files: White's rows from the back, a letter for each dark square.
    pub rows: Vec<(u8, Vec<String>)>,
}
