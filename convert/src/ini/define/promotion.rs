//! Promotion.

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::{SIDES, Squares, zone};
use super::Define;

impl Define<'_> {
    /// Squares of promotion by side.
    pub fn promotion_squares(&self) -> [Squares; 2] {
        // The default is that of a board of eight ranks, on any board.
        SIDES.map(|side| {
            let own = self.rules.squares("promotionRegion", side).cloned();
            self.board.inside(&own.unwrap_or_else(|| zone(8, 8, 8, side)))
        })
    }

    /// Whether pieces of a kind promote.
    fn promotes_at_all(&self, kind: Kind) -> bool {
        self.is_pawn(kind) && SIDES.iter().any(|&side| !self.promotions(kind, side).is_empty())
    }

    /// Sets the rank of promotion, and notes what cannot be said of it.
    pub fn promotion_rank(&mut self, kinds: &[Kind]) {
        let forms = self.rules.forms();
        if kinds.iter().any(|kind| forms.get(kind).copied().flatten().is_some()) {
            self.cannot("promotedPieceType", "promotion by a move in a zone cannot be stated");
        }
        if !kinds.iter().any(|&kind| self.promotes_at_all(kind)) {
            return;
        }
        if !self.rules.flag("mandatoryPawnPromotion") {
            self.cannot("mandatoryPawnPromotion", "optional promotion cannot be stated");
        }
        let limited = |kind: &Kind| {
            let targets = SIDES.iter().flat_map(|&side| self.promotions(*kind, side));
            targets.into_iter().any(|target| self.rules.limit(target).is_some())
        };
        if kinds.iter().any(limited) {
            self.cannot("promotionLimit", "a limit of promoted pieces cannot be stated");
        }
        let [white, black] = self.promotion_squares();
        let last = self.board.ranks - 1;
        match self.board.common_ranks([&white, &black]).as_deref() {
            Some([rank]) if *rank == last => {}
            Some([first, rest @ ..]) if rest.len() == usize::from(last - first) => {
                self.set("promotion-rank", Setting::Number(i64::from(*first) + 1));
            }
            Some([]) | None | Some(_) => {
                self.cannot("promotionRegion", "promotion elsewhere than from one rank on");
            }
        }
    }

    /// Adds what a kind promotes to.
    pub fn promotes(&mut self, kind: Kind, piece: &mut Settings) {
        if !self.is_pawn(kind) {
            return;
        }
        let [white, black] = SIDES.map(|side| self.promotions(kind, side));
        if self.is_pawn_of(kind, 0) && self.is_pawn_of(kind, 1) && white != black {
            self.cannot("promotionPieceTypes", "other promotions for Black than for White");
            return;
        }
        let targets = if self.is_pawn_of(kind, 0) { white } else { black };
        if targets.is_empty() {
            let reaches = self.promotion_squares().iter().any(|squares| !squares.is_empty());
            let forms = self.rules.forms();
            if reaches && self.rules.flag("mandatoryPawnPromotion") && !forms.contains_key(&kind) {
                let message = "pawns that may not go where they would promote";
                self.cannot("promotionPieceTypes", message);
            }
            return;
        }
        piece.push(("promotes".to_owned(), Setting::Text(self.letters(targets))));
    }
}
