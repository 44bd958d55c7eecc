//! Promotion in place of a move, stated again.

use std::collections::BTreeMap;

use super::slow::{Change, World};
use crate::{Piece, PieceType, Square};

impl World<'_> {
    /// Promotions in place of a move, without regard to the own king's safety.
    pub(super) fn promotions_in_place(&self) -> Vec<Change> {
        let Some(own) = &self.royal.pawns.in_place else { return Vec::new() };
        let size = self.definition.size;
        let is_own = |(_, piece): &(&Square, &Piece)| {
            piece.color() == self.side && own.pieces.contains(&piece.kind())
        };
        let pieces: Vec<_> = self.pieces.iter().filter(is_own).collect();
        let mut changes = Vec::new();
        for &(&from, &piece) in &pieces {
            let there = self.royal.promotion_squares(size, piece.kind(), self.side);
            if !(there.contains(&from) || own.last_anywhere && pieces.len() == 1) {
                continue;
            }
            for kind in self.allowed_promotions(piece) {
                let target = self.definition.piece(kind);
                let mut ends = vec![from];
                for path in self.paths(target, from, self.side).iter().filter(|_| own.step) {
                    let starts = !path.modes.initial || self.is_home(kind, from);
                    let landings = self.landings(self.side, target, path).into_iter();
                    let empty = landings.filter(|to| !self.pieces.contains_key(to));
                    ends.extend(empty.filter(|_| starts && path.modes.quiet));
                }
                ends.sort_unstable();
                ends.dedup();
                for to in ends {
                    let is_own = target.letter == self.definition.piece(piece.kind()).letter;
                    let signed = target.promoted && (target.reverts.is_some() || is_own);
                    let letter = if signed { '+' } else { target.letter.to_ascii_lowercase() };
                    let change = Change {
                        text: format!("{}{}{letter}", size.name(from), size.name(to)),
                        removed: vec![from],
                        put: vec![(to, Piece::new(self.side, kind))],
                    };
                    if own.attack || !self.attacks_after(&change) {
                        changes.push(change);
                    }
                }
            }
        }
        changes
    }

    /// Whether a kind could make a first move from a square.
    fn is_home(&self, kind: PieceType, from: Square) -> bool {
        let homes = self.royal.initial_squares(self.definition.size, kind, self.side);
        homes.contains(&from)
    }

    /// Whether the piece that a change puts on the board attacks an enemy, or the enemy is in check.
    fn attacks_after(&self, change: &Change) -> bool {
        let after = self.world_after(&self.pieces_after(change), &[]);
        let is_attacker = |&(to, piece): &(Square, Piece)| {
            let kind = self.definition.piece(piece.kind());
            after.paths(kind, to, self.side).iter().any(|path| {
                let targets = after.landings(self.side, kind, path).into_iter();
                let mut taken = targets.filter_map(|at| after.pieces.get(&at));
                let starts = !path.modes.initial || self.is_home(piece.kind(), to);
                starts && path.modes.capture && taken.any(|other| other.color() != self.side)
            })
        };
        change.put.iter().any(is_attacker) || after.in_check(!self.side)
    }

    /// Removes the promotions of a royal piece and a piece that could only promote, where that is not
    /// forced.
    pub(super) fn drop_unforced(&self, moves: &mut BTreeMap<String, BTreeMap<Square, Piece>>) {
        let Some(rule) = &self.royal.pawns.in_place else { return };
        let own = || self.pieces.values().filter(|piece| piece.color() == self.side);
        let promotes = own().filter(|piece| rule.pieces.contains(&piece.kind())).count();
        let royals = own().filter(|piece| self.definition.piece(piece.kind()).royal).count();
        let is_promotion = |text: &String| !text.ends_with(|last: char| last.is_ascii_digit());
        let holds = self.hands.iter().any(|piece| piece.color() == self.side);
        let alone = own().count() == 2 && promotes == 1 && royals == 1 && !holds;
        if !rule.forced && alone && !self.in_check(self.side) && moves.keys().all(is_promotion) {
            moves.clear();
        }
    }
}
