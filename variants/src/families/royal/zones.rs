//! Rules of first moves and of promotion, as a definition states them.

use std::fmt;

use super::in_place_rules::InPlace;
use crate::{ByColor, PieceType, RuleMap, Square};

/// Squares of each side: of all kinds, and of those that have their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// Squares of all kinds without their own; `None`: the game's rank.
    pub all: Option<ByColor<Vec<Square>>>,
    /// Kinds with squares of their own.
    pub kinds: Vec<(PieceType, ByColor<Vec<Square>>)>,
}

impl Zone {
    /// Whether the squares of all kinds that matter stay the same under a map.
    fn is_preserved(&self, map: &RuleMap<'_>) -> bool {
        map.kinds().iter().all(|&kind| self.of(kind).is_none_or(|squares| map.keeps(squares)))
    }

    /// Squares of a kind; `None`: the game's rank.
    pub(super) fn of(&self, kind: PieceType) -> Option<&ByColor<Vec<Square>>> {
        let own = self.kinds.iter().find(|(other, _)| *other == kind).map(|(_, squares)| squares);
        own.or(self.all.as_ref())
    }
}

/// Rules of first moves and promotion beyond one rank each.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PawnRules {
    /// Squares from which `i` moves start.
    pub initial: Zone,
    /// Squares on which pieces promote.
    pub promotion: Zone,
    /// Squares of these on which they have to; `None`: all.
    pub must_promote: Zone,
    /// Kinds that promote by captures alone.
    pub by_capture: Vec<PieceType>,
    /// Kinds that also promote by moves that begin on the squares of promotion.
    pub by_leaving: Vec<PieceType>,
    /// Kinds that a side may promote to.
    pub limit: PromotionLimit,
    /// Squares on which pieces that passed them can be taken; `None`: all.
    pub en_passant: Option<ByColor<Vec<Square>>>,
    /// Whether pieces stay what they are when they capture en passant, wherever that ends.
    pub en_passant_stays: bool,
    /// Promotion in place of a move, if there is any.
    pub in_place: Option<Box<InPlace>>,
}

/// As in [`RoyalDefinition`](super::data::RoyalDefinition), newer fields are left out while they have
/// their defaults.
impl fmt::Debug for PawnRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("PawnRules");
        text.field("initial", &self.initial)
            .field("promotion", &self.promotion)
            .field("must_promote", &self.must_promote)
            .field("by_capture", &self.by_capture)
            .field("by_leaving", &self.by_leaving)
            .field("limit", &self.limit)
            .field("en_passant", &self.en_passant);
        if self.en_passant_stays {
            text.field("en_passant_stays", &self.en_passant_stays);
        }
        if let Some(own) = &self.in_place {
            text.field("in_place", own);
        }
        text.finish()
    }
}

impl PawnRules {
    /// Whether they stay the same under a map.
    pub(super) fn is_preserved(&self, map: &RuleMap<'_>) -> bool {
        [&self.initial, &self.promotion, &self.must_promote]
            .into_iter()
            .all(|zone| zone.is_preserved(map))
            && self.en_passant.as_ref().is_none_or(|squares| map.keeps(squares))
            && !(self.limit == PromotionLimit::Lost && map.swaps())
    }
}

/// Number of pieces of a kind up to which a side may promote to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PromotionLimit {
    /// None.
    #[default]
    None,
    /// The number at the start: only to kinds of which a piece was lost.
    Lost,
    /// A number by kind.
    Numbers(Vec<(PieceType, u8)>),
}
