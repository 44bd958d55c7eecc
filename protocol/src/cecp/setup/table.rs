//! Assignment of kinds of pieces to XBoard's slots.

use super::betza;
use super::slots::{
    self, FIRST_LONE, KING, LANCE, LAST_PROMOTABLE, LEAST, MONARCH, PAWN, QUEEN, Slot, TO_PROMOTED,
};
use crate::{PieceInfo, TurnKind, VariantInfo};

/// Kinds of pieces in their slots.
#[derive(Debug)]
pub(super) struct SlotTable {
    /// FEN name of each slot's kind: a letter, or a `+` for the promoted kind of a slot before, or
    /// `^` and the letter of the plain kind.
    letters: [Option<String>; KING + 1],
}

/// A letter, with the properties that determine its slot.
struct LetterKind<'a> {
    piece: &'a PieceInfo,
    /// Whether there is a promoted kind of the same letter.
    promoted: bool,
    /// Preferred picture of the promoted kind.
    promoted_picture: Option<&'a str>,
    /// Required slots, if they are free.
    ruled: &'static [Slot],
    /// Whether it is the first promotion of pawns.
    target: bool,
}

impl<'a> LetterKind<'a> {
    fn new(game: &'a VariantInfo, piece: &'a PieceInfo) -> Self {
        let promoted = game.pieces.iter().find(|other| other.plus && other.letter == piece.letter);
        let to_letters =
            piece.promotes.iter().any(|&to| game.pieces.get(to).is_some_and(|to| !to.plus));
        let ruled: &[Slot] = if piece.plus {
            &[]
        } else if is_king(game, piece) {
            &[KING]
        } else if to_letters {
            &[PAWN, LANCE]
        } else if betza::convert(&piece.moves, piece.jumps.as_deref()).is_none() {
            &slots::WILD
        } else {
            &[]
        };
        let mut targets = game.pieces.iter().flat_map(|other| &other.promotes);
        let letter = |&to: &usize| game.pieces.get(to).filter(|target| !target.plus);
        let target = targets.find_map(letter).is_some_and(|target| target == piece);
        LetterKind {
            piece,
            promoted: promoted.is_some(),
            promoted_picture: promoted.and_then(|kind| kind.picture.as_deref()),
            ruled,
            target,
        }
    }
}

/// Whether the game is lost with this piece, by a rule that XBoard has.
fn is_king(game: &VariantInfo, piece: &PieceInfo) -> bool {
    game.turns == TurnKind::Single && piece.royal
}

impl SlotTable {
    /// Assigns a slot to every kind.
    pub(super) fn new(game: &VariantInfo) -> Self {
        let mut table = SlotTable { letters: [const { None }; KING + 1] };
        let letters = game.pieces.iter().filter(|piece| {
            // A promoted kind without a plain one still needs the slot of the plain one.
            let plain = |other: &PieceInfo| !other.plus && other.letter == piece.letter;
            piece.letter.is_ascii_uppercase() && (!piece.plus || !game.pieces.iter().any(plain))
        });
        let (pairs, singles): (Vec<_>, Vec<_>) =
            letters.map(|piece| LetterKind::new(game, piece)).partition(|kind| kind.promoted);
        // Pairs first, as they have few slots to choose from.
        for mut waiting in [pairs, singles] {
            // One criterion after the other, so that no kind loses its preferred slot to another's
            // fallback.
            for wish in [by_rule, by_picture, by_target, by_name, by_moves, any] {
                waiting.retain(|kind| match wish(&table, kind) {
                    Some(slot) => {
                        table.put(kind, slot);
                        false
                    }
                    None => true,
                });
            }
        }
        table
    }

    /// Writes the table in XBoard's format: White's half, then Black's. A half may end early, and
    /// then its last slot is the king's.
    pub(super) fn text(&self) -> String {
        let last = (0..KING).rfind(|&slot| self.letters[slot].is_some()).unwrap_or(0);
        let places = (0..=last.max(LEAST)).chain([KING]);
        let white: String =
            places.map(|slot| self.letters[slot].as_deref().unwrap_or(".")).collect();
        let black = white.to_ascii_lowercase();
        white + &black
    }

    /// Whether the kinds of a letter have a slot.
    pub(super) fn has(&self, letter: char) -> bool {
        letter.is_ascii_uppercase() && self.letters.contains(&Some(letter.to_string()))
    }

    fn put(&mut self, kind: &LetterKind<'_>, slot: Slot) {
        let letter = kind.piece.letter;
        self.letters[slot] = Some(letter.to_string());
        if kind.promoted {
            let wished = kind.promoted_picture.and_then(slots::by_picture);
            let wished = wished.filter(|&slot| {
                slot >= FIRST_LONE && !slots::is_peculiar(slot) && self.letters[slot].is_none()
            });
            match wished {
                Some(slot) => self.letters[slot] = Some(format!("^{letter}")),
                None => self.letters[slot + TO_PROMOTED] = Some("+".to_owned()),
            }
        }
    }

    /// Returns the slot, if it is free and suits this kind.
    fn free(&self, kind: &LetterKind<'_>, slot: Slot) -> Option<Slot> {
        let allowed = !slots::is_peculiar(slot) || kind.ruled.contains(&slot);
        let pair =
            !kind.promoted || slot <= LAST_PROMOTABLE && self.letters[slot + TO_PROMOTED].is_none();
        let alone = slot != MONARCH || self.letters[KING].is_none();
        (allowed && pair && alone && self.letters[slot].is_none()).then_some(slot)
    }
}

fn by_rule(table: &SlotTable, kind: &LetterKind<'_>) -> Option<Slot> {
    kind.ruled.iter().find_map(|&slot| table.free(kind, slot))
}

fn by_picture(table: &SlotTable, kind: &LetterKind<'_>) -> Option<Slot> {
    let picture = kind.piece.picture.as_ref()?.to_ascii_lowercase();
    table.free(kind, slots::by_picture(&picture)?)
}

/// XBoard promotes to the queen where the user has no choice.
fn by_target(table: &SlotTable, kind: &LetterKind<'_>) -> Option<Slot> {
    if kind.target { table.free(kind, QUEEN) } else { None }
}

fn by_name(table: &SlotTable, kind: &LetterKind<'_>) -> Option<Slot> {
    let name = kind.piece.name.to_ascii_lowercase();
    let suits = |slot: &Slot| *slot == MONARCH || slots::has_own_picture(*slot);
    slots::by_name(&name).filter(suits).find_map(|slot| table.free(kind, slot))
}

fn by_moves(table: &SlotTable, kind: &LetterKind<'_>) -> Option<Slot> {
    table.free(kind, slots::by_moves(&kind.piece.moves)?)
}

fn any(table: &SlotTable, kind: &LetterKind<'_>) -> Option<Slot> {
    slots::ANY.into_iter().find_map(|slot| table.free(kind, slot))
}
