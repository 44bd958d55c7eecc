//! Which kind of piece takes which place.

use super::betza;
use super::slots::{
    self, FIRST_LONE, KING, LANCE, LAST_PROMOTABLE, LEAST, MONARCH, PAWN, QUEEN, Slot, TO_PROMOTED,
};
use crate::{PieceInfo, TurnKind, VariantInfo};

/// The kinds in their places.
#[derive(Debug)]
pub(super) struct Table {
    /// What a FEN calls what stands there: a letter, or a `+` for the promoted kind of a place
    /// before, or `^` and the letter of the plain kind.
    letters: [Option<String>; KING + 1],
}

/// A letter, with all that decides about its place.
struct Kind<'a> {
    piece: &'a PieceInfo,
    /// Whether there is a promoted kind of the same letter.
    promoted: bool,
    /// The picture that the promoted kind should have.
    promoted_picture: Option<&'a str>,
    /// The places that it must have, if they are free.
    ruled: &'static [Slot],
    /// Whether it is what pawns become first of all.
    target: bool,
}

impl<'a> Kind<'a> {
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
        Kind {
            piece,
            promoted: promoted.is_some(),
            promoted_picture: promoted.and_then(|kind| kind.picture.as_deref()),
            ruled,
            target,
        }
    }
}

/// Whether the game is lost with this piece in a way that XBoard knows.
fn is_king(game: &VariantInfo, piece: &PieceInfo) -> bool {
    game.turns == TurnKind::Single && piece.royal
}

impl Table {
    /// Finds a place for every kind.
    pub(super) fn new(game: &VariantInfo) -> Self {
        let mut table = Table { letters: [const { None }; KING + 1] };
        let letters = game.pieces.iter().filter(|piece| {
            // A promoted kind without a plain one needs the place of the plain one all the same.
            let plain = |other: &PieceInfo| !other.plus && other.letter == piece.letter;
            piece.letter.is_ascii_uppercase() && (!piece.plus || !game.pieces.iter().any(plain))
        });
        let (pairs, singles): (Vec<_>, Vec<_>) =
            letters.map(|piece| Kind::new(game, piece)).partition(|kind| kind.promoted);
        // Pairs first, which have few places to choose from.
        for mut waiting in [pairs, singles] {
            // One wish after the other, so that nobody's wish loses to another's last resort.
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

    /// The table as XBoard reads it: White's half, then Black's. A half may end early, and then
    /// its last place is the king's.
    pub(super) fn text(&self) -> String {
        let last = (0..KING).rfind(|&slot| self.letters[slot].is_some()).unwrap_or(0);
        let places = (0..=last.max(LEAST)).chain([KING]);
        let white: String =
            places.map(|slot| self.letters[slot].as_deref().unwrap_or(".")).collect();
        let black = white.to_ascii_lowercase();
        white + &black
    }

    /// Whether there is a place for the kinds of a letter.
    pub(super) fn has(&self, letter: char) -> bool {
        letter.is_ascii_uppercase() && self.letters.contains(&Some(letter.to_string()))
    }

    fn put(&mut self, kind: &Kind<'_>, slot: Slot) {
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

    /// The place, if it is free and can be this kind's.
    fn free(&self, kind: &Kind<'_>, slot: Slot) -> Option<Slot> {
        let allowed = !slots::is_peculiar(slot) || kind.ruled.contains(&slot);
        let pair =
            !kind.promoted || slot <= LAST_PROMOTABLE && self.letters[slot + TO_PROMOTED].is_none();
        let alone = slot != MONARCH || self.letters[KING].is_none();
        (allowed && pair && alone && self.letters[slot].is_none()).then_some(slot)
    }
}

fn by_rule(table: &Table, kind: &Kind<'_>) -> Option<Slot> {
    kind.ruled.iter().find_map(|&slot| table.free(kind, slot))
}

fn by_picture(table: &Table, kind: &Kind<'_>) -> Option<Slot> {
    let picture = kind.piece.picture.as_ref()?.to_ascii_lowercase();
    table.free(kind, slots::by_picture(&picture)?)
}

/// Where a user is not asked, XBoard makes a queen.
fn by_target(table: &Table, kind: &Kind<'_>) -> Option<Slot> {
    if kind.target { table.free(kind, QUEEN) } else { None }
}

fn by_name(table: &Table, kind: &Kind<'_>) -> Option<Slot> {
    let name = kind.piece.name.to_ascii_lowercase();
    let suits = |slot: &Slot| *slot == MONARCH || slots::has_own_picture(*slot);
    slots::by_name(&name).filter(suits).find_map(|slot| table.free(kind, slot))
}

fn by_moves(table: &Table, kind: &Kind<'_>) -> Option<Slot> {
    table.free(kind, slots::by_moves(&kind.piece.moves)?)
}

fn any(table: &Table, kind: &Kind<'_>) -> Option<Slot> {
    slots::ANY.into_iter().find_map(|slot| table.free(kind, slot))
}
