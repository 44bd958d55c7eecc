//! Rules of a royal game, as its definition states them.

use std::fmt;

use super::bar_rules::Bars;
use super::counting::Counting;
use super::ends::{Ends, Royals};
use super::flips::{DropPlace, Flips};
use super::hand::HandDefinition;
use super::pass_rules::{FacingKings, PassRule, Points};
use super::turns::TurnRule;
use super::unmoved_rules::Unmoved;
use super::walls::WallDefinition;
use super::zones::PawnRules;
use crate::definition::{FamilyData, TurnForm};
use crate::{ByColor, Color, Definition, PieceType, RuleMap, Square};

/// Rules of the royal family.
#[derive(Clone)]
pub struct RoyalDefinition {
    /// Rank from which `i` moves start, counted from 0 from the mover's side.
    pub initial_rank: u8,
    /// Rank on which pieces promote, counted from 0 from the mover's side.
    pub promotion_rank: u8,
    /// Result of stalemate, by the side that has no legal move.
    pub stalemate: ByColor<Stalemate>,
    /// Castling, if there is any.
    pub castling: Option<Box<CastlingDefinition>>,
    /// Kinds of which a single one, with the two kings and nothing else, is a dead position; so
    /// are two kings alone, unless `dead` is false.
    pub dead_single: Vec<PieceType>,
    /// Kinds that stay on one colour: with the kings and any number of these, all on squares of
    /// one colour, the position is dead.
    pub dead_same_color: Vec<PieceType>,
    /// Whether there are dead positions at all.
    pub dead: bool,
    /// Royal pieces that may not be left attacked.
    pub royals: Royals,
    /// Ends beside mate.
    pub ends: Ends,
    /// Whether a side that can capture has to.
    pub must_capture: bool,
    /// Whether moves may give check.
    pub give_check: bool,
    /// First moves and promotion, where they have rules beyond one rank each.
    pub pawns: Box<PawnRules>,
    /// Pieces in hand, if there are any.
    pub hand: Option<Box<HandDefinition>>,
    /// Rule of royal pieces of both sides that face each other along an open file or rank.
    pub facing_kings: FacingKings,
    /// The squares that the board lacks.
    pub holes: Vec<Square>,
    /// Turns of several moves, if there are any.
    pub turn: Option<TurnRule>,
    /// Whether games begin with the back rank in any order, as in Chess960.
    pub shuffled: bool,
    /// Counting of moves in endings, if there is any.
    pub counting: Option<Box<Counting>>,
    /// Blasts of captures, if there are any.
    pub blast: Option<Box<BlastDefinition>>,
    /// Walls, if there are any.
    pub walls: Option<Box<WallDefinition>>,
    /// When a side may pass, if it may at all.
    pub pass: Option<PassRule>,
    /// Points that decide drawn games, if there are any.
    pub points: Option<Box<Points>>,
    /// Pieces that kinds may not jump over or take.
    pub bars: Vec<Bars>,
    /// Enemies that a move turns over.
    pub flips: Flips,
    /// Squares where pieces of kinds without their own may stand; `None`: all.
    pub zone: Option<Box<ByColor<Vec<Square>>>>,
    /// Kinds whose first moves are for pieces that have not moved, if there are any.
    pub unmoved: Option<Box<Unmoved>>,
}

impl RoyalDefinition {
    /// Whether a side can lose or win without mate.
    pub(super) fn can_be_decided(&self, color: Color) -> bool {
        self.ends.can_lose(color)
            || self.stalemate[color] != Stalemate::Draw
            || self.points.is_some()
    }
}

impl Default for RoyalDefinition {
    fn default() -> Self {
        RoyalDefinition {
            initial_rank: 1,
            promotion_rank: 0,
            stalemate: ByColor::default(),
            castling: None,
            dead_single: Vec::new(),
            dead_same_color: Vec::new(),
            dead: true,
            royals: Royals::One,
            ends: Ends::default(),
            must_capture: false,
            give_check: true,
            pawns: Box::default(),
            hand: None,
            facing_kings: FacingKings::Allowed,
            holes: Vec::new(),
            turn: None,
            shuffled: false,
            counting: None,
            blast: None,
            walls: None,
            pass: None,
            points: None,
            bars: Vec::new(),
            flips: Flips::None,
            zone: None,
            unmoved: None,
        }
    }
}

/// Fields that were added since games have fingerprints are left out while they have their
/// defaults, so that the fingerprint of a game is that of its rules.
impl fmt::Debug for RoyalDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("RoyalDefinition");
        text.field("initial_rank", &self.initial_rank)
            .field("promotion_rank", &self.promotion_rank);
        let stalemate = Color::ALL.map(|color| self.stalemate[color]);
        if stalemate[0] == stalemate[1] {
            text.field("stalemate", &stalemate[0]);
        } else {
            text.field("stalemate", &stalemate);
        }
        text.field("castling", &self.castling)
            .field("dead_single", &self.dead_single)
            .field("dead_same_color", &self.dead_same_color)
            .field("dead", &self.dead);
        let RoyalDefinition { royals, ends, must_capture, give_check, pawns, hand, turn, .. } =
            self;
        let RoyalDefinition { facing_kings, holes, shuffled, .. } = self;
        if *royals != Royals::One {
            text.field("royals", royals);
        }
        if !ends.is_empty() {
            text.field("ends", ends);
        }
        if *must_capture {
            text.field("must_capture", must_capture);
        }
        if !give_check {
            text.field("give_check", give_check);
        }
        if **pawns != PawnRules::default() {
            text.field("pawns", pawns);
        }
        if let Some(hand) = hand {
            text.field("hand", hand);
        }
        match facing_kings {
            FacingKings::Allowed => {}
            // In the form of the time before the third rule.
            FacingKings::Forbidden => {
                text.field("facing_kings", &false);
            }
            FacingKings::Part => {
                text.field("facing_kings", facing_kings);
            }
        }
        if !holes.is_empty() {
            text.field("holes", holes);
        }
        if let Some(turn) = turn {
            text.field("turn", turn);
        }
        if *shuffled {
            text.field("shuffled", shuffled);
        }
        if let Some(counting) = &self.counting {
            text.field("counting", counting);
        }
        if let Some(blast) = &self.blast {
            text.field("blast", blast);
        }
        if let Some(walls) = &self.walls {
            text.field("walls", walls);
        }
        if let Some(pass) = &self.pass {
            text.field("pass", pass);
        }
        if let Some(points) = &self.points {
            text.field("points", points);
        }
        if !self.bars.is_empty() {
            text.field("bars", &self.bars);
        }
        if self.flips != Flips::None {
            text.field("flips", &self.flips);
        }
        if let Some(zone) = &self.zone {
            text.field("zone", zone);
        }
        if let Some(unmoved) = &self.unmoved {
            text.field("unmoved", unmoved);
        }
        text.finish()
    }
}

/// Result for a side without a legal move and not in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stalemate {
    /// A draw.
    #[default]
    Draw,
    /// A loss.
    Loss,
    /// A win.
    Win,
    /// A win of the side that has more pieces, or a draw.
    Majority,
}

/// Rules of blasts, as a definition states them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastDefinition {
    /// Kinds that a blast beside them leaves alone.
    pub survivors: Vec<PieceType>,
}

/// Castling of both sides.
#[derive(Clone)]
pub struct CastlingDefinition {
    /// Kinds that castle with the king.
    pub rooks: Vec<PieceType>,
    /// The kind that is the king of castling, where that is not the royal one.
    pub king_kind: Option<PieceType>,
    /// Squares, by side.
    pub sides: ByColor<CastlingRank>,
}

/// Squares of a side's castling pieces, on one rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastlingRank {
    /// The rank, counted from 0 from the mover's side.
    pub rank: u8,
    /// The king's file, counted from 0.
    pub king: u8,
    /// Towards higher files: `K` and `k`.
    pub king_side: Option<CastlingSide>,
    /// Towards lower files: `Q` and `q`.
    pub queen_side: Option<CastlingSide>,
}

impl CastlingRank {
    /// No castling.
    pub(super) const NONE: Self =
        CastlingRank { rank: 0, king: 0, king_side: None, queen_side: None };

    /// The way of a letter of `KQkq`, by its index.
    pub(super) fn side(&self, index: usize) -> Option<CastlingSide> {
        if index.is_multiple_of(2) { self.king_side } else { self.queen_side }
    }
}

impl CastlingDefinition {
    /// Whether a king chooses how far it goes.
    #[must_use]
    pub fn has_choice(&self) -> bool {
        let ways = |color| [self.sides[color].king_side, self.sides[color].queen_side];
        Color::ALL.into_iter().flat_map(ways).flatten().any(|way| way.has_choice())
    }

    /// Whether pieces of a kind are the king of castling.
    #[must_use]
    pub fn is_king(&self, kind: PieceType, definition: &Definition) -> bool {
        self.king_kind.map_or(definition.piece(kind).royal, |king| kind == king)
    }
}

/// As in [`RoyalDefinition`], the form of games that castle alike on both sides, with one kind, is
/// as old as fingerprints.
impl fmt::Debug for CastlingDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CastlingDefinition { rooks, king_kind, sides } = self;
        let white = &sides[Color::White];
        let mut text = f.debug_struct("CastlingDefinition");
        if let (
            CastlingRank { rank, king, king_side: Some(k), queen_side: Some(q) },
            [rook],
            true,
        ) = (white, &rooks[..], *white == sides[Color::Black])
        {
            text.field("rank", rank).field("king", king).field("rook", rook);
            if let Some(kind) = king_kind {
                text.field("king_kind", kind);
            }
            return text.field("king_side", k).field("queen_side", q).finish();
        }
        text.field("rooks", rooks).field("king_kind", king_kind);
        text.field("white", white).field("black", &sides[Color::Black]).finish()
    }
}

/// One way to castle: files counted from 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CastlingSide {
    /// Rook's file before castling.
    pub rook_from: u8,
    /// King's file after castling; the farthest, where it has a choice.
    pub king_to: u8,
    /// Rook's file after castling to there.
    pub rook_to: u8,
    /// The nearest file that the king may go to, with the rook beside it on the side that it comes
    /// from; `king_to` where it has no choice.
    pub nearest: u8,
}

/// As in [`RoyalDefinition`], newer fields are left out while they have their defaults.
impl fmt::Debug for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CastlingSide { rook_from, king_to, rook_to, nearest } = self;
        let mut text = f.debug_struct("CastlingSide");
        text.field("rook_from", rook_from).field("king_to", king_to).field("rook_to", rook_to);
        if nearest != king_to {
            text.field("nearest", nearest);
        }
        text.finish()
    }
}

impl CastlingSide {
    /// Whether the king chooses how far it goes.
    #[must_use]
    pub fn has_choice(&self) -> bool {
        self.nearest != self.king_to
    }

    /// Whether a file lies between the rook's and that of a king.
    pub(super) fn is_between(self, king: u8, file: u8) -> bool {
        king.min(self.rook_from) < file && file < king.max(self.rook_from)
    }

    /// The targets that a king on a file has, the farthest first: where there are several, those between
    /// it and the rook.
    pub(super) fn targets_from(self, king: u8) -> impl Iterator<Item = CastlingSide> {
        let fits = move |to| !self.has_choice() || self.is_between(king, to);
        self.targets().filter(move |way| fits(way.king_to))
    }

    /// The same way with each of the king's targets alone, the farthest first.
    pub fn targets(self) -> impl Iterator<Item = CastlingSide> {
        let CastlingSide { king_to, nearest, .. } = self;
        let count = king_to.abs_diff(nearest);
        (0..=count).map(move |back| {
            let nearer = |file: u8| if nearest < king_to { file - back } else { file + back };
            let to = nearer(king_to);
            CastlingSide { king_to: to, rook_to: nearer(self.rook_to), nearest: to, ..self }
        })
    }
}

impl FamilyData for RoyalDefinition {
    const NAME: &'static str = "royal";

    fn turn_form(&self) -> TurnForm {
        let has_parts = self.walls.as_ref().is_some_and(|walls| walls.is_chosen());
        if self.turn.is_some() || has_parts { TurnForm::Series } else { TurnForm::OneMove }
    }

    fn is_won_as(&self, other: &Self) -> bool {
        let ways = |own: &Self| (own.royals, own.must_capture, own.give_check, own.hand.is_some());
        ways(self) == ways(other)
            && self.ends == other.ends
            && self.pawns.promotion == other.pawns.promotion
            && self.pawns.in_place == other.pawns.in_place
            && self.turn == other.turn
            && self.blast == other.blast
            && self.walls == other.walls
            && self.points == other.points
            && self.flips == other.flips
    }

    fn is_preserved(&self, map: &RuleMap<'_>) -> bool {
        map.keeps_sides(&self.stalemate)
            && self.ends.is_preserved(map)
            && self.pawns.is_preserved(map)
            && self.turn.is_none()
            && self.points.is_none()
            && self
                .hand
                .as_ref()
                .is_none_or(|hand| hand.place != DropPlace::Falling && hand.opening.is_empty())
    }

    fn check_limit(&self) -> Option<u8> {
        self.ends.check_limit
    }

    fn has_hands(&self) -> bool {
        self.hand.is_some()
    }

    fn captures_to_hand(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.captures)
    }

    fn has_gates(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.gates)
    }

    fn drops_promoted(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.drop_promoted)
    }

    fn holds_royals(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.royals)
    }

    fn in_place(&self) -> &[PieceType] {
        self.pawns.in_place.as_ref().map_or(&[], |own| &own.pieces)
    }

    fn is_shuffled(&self) -> bool {
        self.shuffled
    }

    fn has_blasts(&self) -> bool {
        self.blast.is_some()
    }

    fn has_walls(&self) -> bool {
        self.walls.is_some()
    }

    fn has_passes(&self) -> bool {
        self.pass.is_some()
    }

    fn has_flips(&self) -> bool {
        self.flips != Flips::None
    }

    fn castling(&self) -> Option<&CastlingDefinition> {
        self.castling.as_deref()
    }

    fn holes(&self) -> &[Square] {
        &self.holes
    }
}
