//! A royal game's definition compiled into tables.

use std::fmt;
use std::sync::Arc;

use super::blast::Blast;
use super::castlings::Castlings;
use super::data::RoyalDefinition;
use super::ends::Royals;
use super::hand_rules::HandRules;
use super::kinds::{Kind, compile_kind, set};
use super::pass_rules::FacingKings;
use super::sources::Sources;
use super::turn_tables::Turns;
use super::turns::TurnCheck;
use super::wall_rules::Walls;
use super::zones::PromotionLimit;
use crate::{
    Bits, ByColor, Color, Common, Definition, Direction, Fen, Lines, Piece, PieceType, Square,
};

/// The rules of one royal game.
pub struct RoyalRules<B> {
    pub(super) common: Common<B>,
    pub(super) lines: Lines<B>,
    pub(super) kinds: Vec<Kind<B>>,
    /// Kinds that are neither royal nor move as pawns do.
    pub(super) pieces: Vec<PieceType>,
    /// Kinds that move as pawns do.
    pub(super) pawns: Vec<PieceType>,
    /// Kinds that take en passant.
    pub(super) passing_takers: Vec<PieceType>,
    /// The royal kind, in games where each side has exactly one royal piece; else meaningless.
    pub(super) king: PieceType,
    /// All royal kinds.
    pub(super) royal_kinds: Vec<PieceType>,
    /// Whether royal pieces, captures or checks have rules of their own.
    pub(super) special: bool,
    /// Whether check differs from an attack on the only royal piece.
    pub(super) odd_check: bool,
    /// Turns of several moves, if there are any.
    pub(super) turns: Option<Turns>,
    /// Whether there are ends beside mate.
    pub(super) has_ends: bool,
    /// Whether checks are counted.
    pub(super) counts_checks: bool,
    /// Squares that win, by side.
    pub(super) goals: ByColor<B>,
    /// The side that begins.
    pub(super) first: Color,
    /// Blasts of captures, if there are any.
    pub(super) blast: Option<Box<Blast<B>>>,
    /// Number of pieces of each royal kind at the start, by side.
    pub(super) royal_counts: ByColor<Vec<usize>>,
    /// Number of royal pieces at the start, by side.
    pub(super) royal_count: ByColor<usize>,
    /// Origins of attacks on a square, in games whose rules are exact.
    pub(super) sources: Sources<B>,
    pub(super) orthogonal: Vec<PieceType>,
    pub(super) diagonal: Vec<PieceType>,
    /// Whether there are kinds that can become the same kind again by promotions.
    pub(super) alternates: bool,
    /// Whether all attacks are leaps and whole lines, so that legal moves follow from checks and
    /// pins.
    pub(super) exact: bool,
    /// Whether some pieces take behind a hurdle, so that coming to a square can open an attack.
    pub(super) hops: bool,
    /// The squares between two that share a line, by first and second square.
    between: Vec<B>,
    /// Castlings of the game's own array.
    pub(super) castlings: Arc<Castlings<B>>,
    /// Numbers of pieces by kind up to which a side may promote to it, in games with such limits.
    pub(super) limits: Option<ByColor<Vec<u32>>>,
    /// Squares that pieces of a side, when they pass them, can be taken on.
    pub(super) en_passant: ByColor<B>,
    /// Pieces in hand, if there are any.
    pub(super) hand: Option<Box<HandRules<B>>>,
    /// Walls, if there are any.
    pub(super) walls: Option<Box<Walls<B>>>,
    pub(super) royal: RoyalDefinition,
}

impl<B> fmt::Debug for RoyalRules<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoyalRules({})", self.common.definition.name)
    }
}

impl<B: Bits> RoyalRules<B> {
    /// Compiles a definition of the royal family.
    ///
    /// # Panics
    /// When the definition is another family's or has no royal piece.
    pub(super) fn new(definition: Arc<Definition>) -> Self {
        let Some(mut royal) = RoyalDefinition::of(&definition).cloned() else {
            panic!("{} is not of the royal family", definition.name);
        };
        // In games that are won by losing, a side that cannot mate may still win.
        royal.dead &= !definition.misere && !royal.hand.as_ref().is_some_and(|hand| hand.captures);
        let common = Common::<B>::new(definition.clone());
        let size = definition.size;
        let lines = Lines::new(size, definition.holes());
        let kinds: Vec<Kind<B>> =
            definition.piece_types().map(|kind| compile_kind(&definition, &royal, kind)).collect();
        let royal_kinds: Vec<PieceType> =
            definition.piece_types().filter(|&kind| definition.piece(kind).royal).collect();
        let start = Fen::parse(&definition.start, &definition).ok();
        let royal_count =
            ByColor::from_fn(|color| royals_at_start(start.as_ref(), &royal_kinds, color));
        let royal_counts = ByColor::from_fn(|color| {
            let count = |&kind: &PieceType| count_at_start(start.as_ref(), Piece::new(color, kind));
            royal_kinds.iter().map(count).collect()
        });
        let blast = royal.blast.as_deref();
        let blast = blast.map(|own| Box::new(Blast::new(own, &definition, &common.geometry)));
        let is_single = royal.royals == Royals::One
            && royal_kinds.len() == 1
            && !royal.hand.as_ref().is_some_and(|hand| hand.royals)
            && Color::ALL.iter().all(|&color| royal_count[color] == 1);
        let walls = royal.walls.as_deref().map(|own| Box::new(Walls::new(own, &definition)));
        let special = !is_single
            || walls.is_some()
            || blast.is_some()
            || royal.must_capture
            || !royal.give_check;
        let king = royal_kinds.first().copied().unwrap_or(PieceType::from_index(0));
        let goals = ByColor::from_fn(|color| {
            set(royal.ends.goal.iter().flat_map(|goal| &goal.squares[color]))
        });
        let en_passant = ByColor::from_fn(|color| match &royal.pawns.en_passant {
            Some(squares) => set(&squares[color]),
            None => !B::EMPTY,
        });
        let limits = promotion_limits(&royal.pawns.limit, &definition, start.as_ref());
        let select = |keep: &dyn Fn(PieceType) -> bool| -> Vec<PieceType> {
            definition.piece_types().filter(|&kind| keep(kind)).collect()
        };
        let sources = Sources::new(&kinds, &lines, size);
        let exact = !special && tells_by_lines(&royal, &kinds) && sources.is_complete();
        let hand = royal.hand.as_ref();
        let hand = hand.map(|hand| HandRules::new(hand, &definition, &common, &kinds));
        let castlings = Castlings::new(size, royal.castling.as_deref(), royal.shuffled);
        let turns = Turns::new(&royal, &definition, start.as_ref());
        let by_turn = turns.as_ref().is_some_and(|t| t.rule.check == TurnCheck::ByTurn);
        RoyalRules {
            pieces: select(&|kind| {
                !(is_single && kind == king) && kinds[kind.index()].pawn.is_none()
            }),
            pawns: select(&|kind| kinds[kind.index()].pawn.is_some()),
            passing_takers: select(&|kind| kinds[kind.index()].takes_en_passant),
            orthogonal: select(&|kind| kinds[kind.index()].orthogonal),
            diagonal: select(&|kind| kinds[kind.index()].diagonal),
            king,
            special,
            odd_check: special || by_turn,
            turns,
            has_ends: !royal.ends.is_empty()
                || blast.is_some()
                || royal.pass.is_some()
                || royal.points.as_ref().is_some_and(|points| points.full_board),
            counts_checks: royal.ends.check_limit.is_some(),
            goals,
            first: definition.first_side(),
            royal_kinds,
            blast,
            royal_counts,
            royal_count,
            sources,
            alternates: kinds.iter().any(|kind| kind.alternates),
            exact,
            hops: kinds.iter().any(|kind| kind.hops),
            between: between(&definition),
            castlings: Arc::new(castlings),
            limits,
            en_passant,
            hand: hand.map(Box::new),
            walls,
            royal,
            lines,
            kinds,
            common,
        }
    }

    #[inline]
    pub(super) fn kind(&self, kind: PieceType) -> &Kind<B> {
        &self.kinds[kind.index()]
    }

    /// Whether pieces of a kind may stand where they would have had to promote.
    pub(super) fn stands_anywhere(&self, kind: &Kind<B>) -> bool {
        kind.by_capture
            || kind.is_made
            || kind.takes_en_passant && self.royal.pawns.en_passant_stays
            || self.royal.hand.as_ref().is_some_and(|hand| hand.where_promotes)
    }

    /// The whole rank and file through a square.
    #[inline]
    pub(super) fn cross(&self, square: Square) -> B {
        self.sources.of(Color::White, square).cross
    }

    /// The whole diagonals through a square.
    #[inline]
    pub(super) fn diagonals(&self, square: Square) -> B {
        self.sources.of(Color::White, square).diagonals
    }

    /// The squares strictly between two that share a line; none for others.
    #[inline]
    pub(super) fn between(&self, a: Square, b: Square) -> B {
        self.between[a.index() * self.sources.squares() + b.index()]
    }

    /// Attacks of any piece type, moves of a simple one; own pieces are not excluded.
    #[inline]
    pub(super) fn attacks(&self, kind: &Kind<B>, color: Color, square: Square, occupied: B) -> B {
        kind.captures[color][square.index()] | self.slides(kind, square, occupied)
    }

    /// Moves and attacks of a piece type along whole lines, up to the first occupied square.
    #[inline]
    pub(super) fn slides(&self, kind: &Kind<B>, square: Square, occupied: B) -> B {
        let mut slides = B::EMPTY;
        if kind.orthogonal {
            slides |= self.lines.orthogonal(square, occupied);
        }
        if kind.diagonal {
            slides |= self.lines.diagonal(square, occupied);
        }
        slides
    }
}

/// Number of pieces like this one on the board at the start.
fn count_at_start(start: Option<&Fen>, piece: Piece) -> usize {
    let pieces = start.into_iter().flat_map(|fen| &fen.pieces);
    pieces.filter(|(_, other)| *other == piece).count()
}

/// Number of a side's royal pieces at the start, on the board and in hand.
fn royals_at_start(start: Option<&Fen>, kinds: &[PieceType], color: Color) -> usize {
    let hands = start.and_then(|fen| fen.hands.as_ref());
    let held = |kind| hands.map_or(0, |hands| hands.count(color, kind)) as usize;
    kinds.iter().map(|&kind| count_at_start(start, Piece::new(color, kind)) + held(kind)).sum()
}

/// Numbers of pieces by kind up to which a side may promote to it.
fn promotion_limits(
    limit: &PromotionLimit,
    definition: &Definition,
    start: Option<&Fen>,
) -> Option<ByColor<Vec<u32>>> {
    match limit {
        PromotionLimit::None => None,
        PromotionLimit::Lost => Some(ByColor::from_fn(|color| {
            let count = |kind| count_at_start(start, Piece::new(color, kind)) as u32;
            definition.piece_types().map(count).collect()
        })),
        PromotionLimit::Numbers(numbers) => {
            let limit = |kind| numbers.iter().find(|(other, _)| *other == kind);
            let limit = |kind| limit(kind).map_or(u32::MAX, |&(_, number)| number.into());
            Some(ByColor::from_fn(|_| definition.piece_types().map(limit).collect()))
        }
    }
}

/// Whether legal moves follow from attacks along lines, rules of their own for royal pieces,
/// captures and checks apart.
fn tells_by_lines<B: Bits>(royal: &RoyalDefinition, kinds: &[Kind<B>]) -> bool {
    !royal.hand.as_ref().is_some_and(|hand| hand.first)
        && royal.facing_kings == FacingKings::Allowed
        && royal.pass.is_none()
        && royal.bars.is_empty()
        && royal.pawns.in_place.is_none()
        && !kinds.iter().any(|kind| kind.paths_capture)
}

/// The squares between each two that share a line.
fn between<B: Bits>(definition: &Definition) -> Vec<B> {
    let size = definition.size;
    let squares = size.squares();
    let mut between = vec![B::EMPTY; squares * squares];
    for from in size.iter() {
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            let (mut passed, mut at) = (B::EMPTY, from);
            while let Some(next) = definition.offset(at, dx, dy) {
                between[from.index() * squares + next.index()] = passed;
                passed |= B::bit(next);
                at = next;
            }
        }
    }
    between
}
