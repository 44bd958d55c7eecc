//! Royal pieces.

use super::super::kinds::Kind;
use super::super::rules::{KindSet, SIDES};
use super::Define;
use super::start::Start;

/// Royal kinds.
#[derive(Debug, Default)]
pub(super) struct Royals {
    pub kinds: Vec<Kind>,
}

impl Define<'_> {
    /// The kinds of `extinctionPieceTypes` that the game has.
    pub fn extinction_kinds(&self, kinds: &[Kind]) -> Vec<Kind> {
        match self.rules.kinds("extinctionPieceTypes", 0) {
            KindSet::All => kinds.to_vec(),
            KindSet::Some(types) => {
                types.into_iter().filter(|kind| self.rules.piece(*kind).is_some()).collect()
            }
        }
    }

    /// Sets which pieces may not be left attacked.
    pub fn royals(&mut self, start: &Start, kinds: &[Kind]) -> Royals {
        let mut royals = Royals::default();
        if kinds.contains(&Kind::KING) {
            royals.kinds.push(Kind::KING);
        }
        if !self.rules.flag("extinctionPseudoRoyal") || self.rules.word("extinctionValue") == "none"
        {
            return royals;
        }
        let types: Vec<Kind> =
            self.extinction_kinds(kinds).into_iter().filter(|kind| kinds.contains(kind)).collect();
        for kind in types {
            if !royals.kinds.contains(&kind) {
                royals.kinds.push(kind);
            }
        }
        let most = |kind: &Kind| SIDES.iter().map(|&side| start.count(side, *kind)).max();
        let most = royals.kinds.iter().filter_map(most).max().unwrap_or(0);
        let made = |kind: &Kind| {
            let pawns = kinds
                .iter()
                .any(|pawn| SIDES.iter().any(|&side| self.promotions(*pawn, side).contains(kind)));
            pawns || self.rules.forms().values().any(|form| *form == Some(*kind))
        };
        let several = royals.kinds.len() > 1 || most > 1 || royals.kinds.iter().any(made);
        // A kind's pieces are royal while there are at most this number of them.
        let royal = self.rules.number("extinctionPieceCount", 0) + 1;
        if !several {
            return royals;
        }
        if self.rules.flag("dupleCheck") {
            self.text("royals", "all");
        } else if royal == 1 {
            self.text("royals", "last");
        } else if royal >= 64 || royal >= most as i64 && !royals.kinds.iter().any(made) {
            self.text("royals", "any");
        } else {
            self.refuse("extinctionPieceCount", "pieces that are royal while they are few");
        }
        royals
    }
}
