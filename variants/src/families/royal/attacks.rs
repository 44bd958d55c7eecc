//! Squares that pieces attack.

use super::flips::Flips;
use super::kinds::Kind;
use super::rules::RoyalRules;
use super::sources::Leapers;
use super::state::Royal;
use super::step::{RoyalStep, StepKind};
use crate::{Attacks, Bits, Board, Color, Piece, PieceType, Position, Square};

/// One side's pieces, grouped by how they attack, for many questions about one position.
///
/// Only for games whose rules are exact.
#[derive(Clone, Copy)]
pub(super) struct Attackers<B> {
    color: Color,
    orthogonal: B,
    diagonal: B,
    leapers: Leapers<B>,
}

impl<B: Bits> Attackers<B> {
    #[inline]
    pub fn new(rules: &RoyalRules<B>, board: &Board<B>, color: Color) -> Self {
        let side = board.side(color);
        Attackers {
            color,
            orthogonal: board.kinds(&rules.orthogonal) & side,
            diagonal: board.kinds(&rules.diagonal) & side,
            leapers: rules.sources.leapers(board, side),
        }
    }

    /// The same without the pieces on some squares.
    pub fn without(mut self, squares: B) -> Self {
        self.orthogonal &= !squares;
        self.diagonal &= !squares;
        self.leapers.remove(squares);
        self
    }

    /// The leapers that attack a square.
    #[inline]
    pub fn leapers_on(&self, rules: &RoyalRules<B>, square: Square) -> B {
        rules.sources.leaping(self.color, square, &self.leapers)
    }

    /// The sliders that would attack a square if nothing stood between.
    #[inline]
    pub fn sliders_towards(&self, rules: &RoyalRules<B>, square: Square) -> B {
        let origins = rules.sources.of(self.color, square);
        origins.cross & self.orthogonal | origins.diagonals & self.diagonal
    }

    /// Whether a square is attacked when these squares are occupied.
    #[inline]
    pub fn attack(&self, rules: &RoyalRules<B>, square: Square, occupied: B) -> bool {
        if self.leapers_on(rules, square).any() {
            return true;
        }
        // Most squares have no slider on their lines: asking first saves the look-up.
        let origins = rules.sources.of(self.color, square);
        let cross = origins.cross & self.orthogonal;
        if cross.any() && (rules.lines.orthogonal(square, occupied) & cross).any() {
            return true;
        }
        let diagonals = origins.diagonals & self.diagonal;
        diagonals.any() && (rules.lines.diagonal(square, occupied) & diagonals).any()
    }
}

impl<B: Bits> Royal<B> {
    /// Whether a side attacks a square.
    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        let rules = &*self.rules;
        let occupied = self.board.occupied();
        if rules.exact {
            return Attackers::new(rules, &self.board, by).attack(rules, square, occupied);
        }
        let occupied = occupied | self.walls;
        rules.kinds.iter().zip(self.common().definition.piece_types()).any(|(kind, name)| {
            let pieces = self.board.pieces(by, name);
            if self.untaken(kind).contains(square) {
                return false;
            }
            let slides =
                |slides: bool, attacks: &dyn Fn() -> B| slides && (attacks() & pieces).any();
            (kind.attackers[by][square.index()] & pieces).any()
                || slides(kind.orthogonal, &|| rules.lines.orthogonal(square, occupied))
                || slides(kind.diagonal, &|| rules.lines.diagonal(square, occupied))
                || self.path_origins(kind, by, square, pieces, occupied).next().is_some()
        })
    }

    /// The squares from which pieces of a kind and side, among `pieces`, take on a square along a path when
    /// these squares are occupied.
    #[inline]
    fn path_origins<'a>(
        &'a self,
        kind: &'a Kind<B>,
        color: Color,
        square: Square,
        pieces: B,
        occupied: B,
    ) -> impl Iterator<Item = Square> + 'a {
        // Most kinds have none: asking first saves the look-up.
        let origins = if kind.paths_capture {
            kind.path_attackers[color][square.index()] & pieces
        } else {
            B::EMPTY
        };
        origins.iter().filter(move |&from| {
            kind.paths_to(color, from, square).any(|path| {
                (!path.modes.initial || kind.initial[color].contains(from))
                    && self.open_landings(kind, path, occupied).any(|to| to == square)
            })
        })
    }

    /// The pieces of both sides, among `occupied`, that attack a square.
    pub(super) fn attackers_on(&self, square: Square, occupied: B) -> B {
        let rules = &*self.rules;
        if rules.exact {
            let found = rules.sources.leapers_on(&self.board, square);
            return found & occupied | self.sliders_on(square, occupied);
        }
        let (mut found, mut barred) = (B::EMPTY, B::EMPTY);
        for (kind, name) in rules.kinds.iter().zip(self.common().definition.piece_types()) {
            for color in Color::ALL {
                let pieces = self.board.pieces(color, name) & occupied;
                if pieces.is_empty() {
                    continue;
                }
                if self.untaken(kind).contains(square) {
                    barred |= pieces;
                    continue;
                }
                found |= kind.attackers[color][square.index()] & pieces;
                let origins = self.path_origins(kind, color, square, pieces, occupied | self.walls);
                found = origins.fold(found, |found, from| found | B::bit(from));
            }
        }
        found | self.sliders_on(square, occupied | self.walls) & !barred
    }

    /// The sliders of both sides, among `occupied`, that attack a square.
    #[inline]
    fn sliders_on(&self, square: Square, occupied: B) -> B {
        let rules = &*self.rules;
        let mut found = B::EMPTY;
        let cross = rules.cross(square) & self.board.kinds(&rules.orthogonal) & occupied;
        if cross.any() {
            found |= rules.lines.orthogonal(square, occupied) & cross;
        }
        let diagonals = rules.diagonals(square) & self.board.kinds(&rules.diagonal) & occupied;
        if diagonals.any() {
            found |= rules.lines.diagonal(square, occupied) & diagonals;
        }
        found
    }

    /// The squares that a piece would attack from a square.
    pub(super) fn attacks_from(&self, piece: Piece, from: Square, occupied: B) -> B {
        let rules = &*self.rules;
        let occupied = occupied | self.walls;
        let (color, kind) = (piece.color(), rules.kind(piece.kind()));
        let mut attacks = rules.attacks(kind, color, from, occupied);
        if kind.paths_capture {
            for path in kind.paths[color][from.index()].iter().filter(|path| path.modes.capture) {
                if !path.modes.initial || kind.initial[color].contains(from) {
                    attacks |= self
                        .open_landings(kind, path, occupied)
                        .fold(B::EMPTY, |set, to| set | B::bit(to));
                }
            }
        }
        attacks & !self.walls & !self.untaken(kind)
    }

    /// The empty squares that such a piece, not a pawn, could move to from a square as the board is,
    /// without regard to check or duty, and to moves from its first place alone.
    #[must_use]
    pub fn vacant_reach(&self, piece: Piece, square: Square) -> B {
        let rules = &*self.rules;
        let occupied = self.blocked();
        let (color, kind) = (piece.color(), rules.kind(piece.kind()));
        let slides = rules.slides(kind, square, occupied);
        let mut squares = slides | kind.quiet[color][square.index()];
        let paths = kind.paths[color][square.index()].iter();
        for path in paths.filter(|path| path.modes.quiet && !path.modes.initial) {
            for to in self.open_landings(kind, path, occupied) {
                squares |= B::bit(to);
            }
        }
        squares & !occupied
    }

    /// Whether a piece that a step brings to its end attacks the enemy's royal piece from there.
    #[inline]
    fn attacks_king(&self, piece: Piece, step: RoyalStep) -> bool {
        let rules = &*self.rules;
        let (color, to) = (piece.color(), step.to());
        let (kind, king) = (rules.kind(piece.kind()), self.king(!color));
        if self.untaken(kind).contains(king) {
            return false;
        }
        if kind.captures[color][to.index()].contains(king) {
            return true;
        }
        let occupied = self.board.occupied() & !B::bit(step.from());
        let blocked = occupied | self.walls;
        if self.path_origins(kind, color, king, B::bit(to), blocked).next().is_some() {
            return true;
        }
        // Few squares share a line with the king: asking first saves the look-up.
        let line = kind.orthogonal && rules.cross(king).contains(to)
            || kind.diagonal && rules.diagonals(king).contains(to);
        line && (rules.between(to, king) & occupied).is_empty()
    }

    /// Squares from which a piece of a kind of the side to move gives check, in games
    /// whose rules are exact.
    #[inline]
    pub(super) fn checks_from(&self, name: PieceType) -> B {
        let rules = &*self.rules;
        let (kind, king) = (rules.kind(name), self.king(!self.side));
        let occupied = self.board.occupied();
        let mut squares = kind.attackers[self.side][king.index()];
        if kind.orthogonal {
            squares |= rules.lines.orthogonal(king, occupied);
        }
        if kind.diagonal {
            squares |= rules.lines.diagonal(king, occupied);
        }
        squares
    }

    /// The royal piece of a side.
    #[inline]
    pub(super) fn king(&self, color: Color) -> Square {
        // Setting up a position made sure that there is one, and it cannot be taken.
        self.board.pieces(color, self.rules.king).first().unwrap_or(Square::from_index(0))
    }

    /// Whether the side's royal piece is attacked.
    pub(super) fn in_check(&self, color: Color) -> bool {
        if self.rules.odd_check {
            return self.in_odd_check(color);
        }
        self.is_attacked(self.king(color), !color)
    }
}

impl<B: Bits> Attacks for Royal<B> {
    fn attackers(&self, square: Square, occupied: B) -> B {
        // Where the loser wins, no exchange is won; where turns have several moves, a piece that takes
        // may leave again; where captures blast, none follows another; where they turn pieces over,
        // squares do not tell who wins.
        let rules = &*self.rules;
        let others = rules.turns.is_some() || rules.royal.flips != Flips::None;
        if rules.common.definition.misere || rules.blast.is_some() || others {
            return B::EMPTY;
        }
        self.attackers_on(square, occupied)
    }

    #[inline]
    fn attackers_from_afar(&self, square: Square, occupied: B, attackers: B) -> B {
        if self.rules.exact {
            attackers & occupied | self.sliders_on(square, occupied)
        } else {
            self.attackers_on(square, occupied)
        }
    }

    #[inline]
    fn gives_check(&self, step: RoyalStep) -> bool {
        if step.gated().is_some() {
            return self.gating_checks(step);
        }
        if matches!(step.kind(), StepKind::Castling | StepKind::Wall | StepKind::Pass) {
            return false;
        }
        let dropped = step.dropped().map(|kind| Piece::new(self.side, kind));
        let Some(piece) = dropped.or_else(|| self.board.get(step.from())) else { return false };
        let piece = step.promotion().map_or(piece, |kind| Piece::new(piece.color(), kind));
        if self.rules.blast.is_some() && self.victim_square(step).is_some() {
            return false;
        }
        if self.rules.special {
            return self.attacks_royals(piece, step);
        }
        self.attacks_king(piece, step)
    }

    #[inline]
    fn reach(&self, square: Square) -> B {
        let Some(piece) = self.board.get(square) else { return B::EMPTY };
        let own = self.board.side(piece.color());
        self.attacks_from(piece, square, self.board.occupied()) & !own
    }

    #[inline]
    fn attacks(&self, piece: Piece, square: Square) -> B {
        self.attacks_from(piece, square, self.board.occupied())
    }

    fn mobility(&self, color: Color) -> u32 {
        let occupied = self.blocked();
        let free = !self.board.side(color) & !self.walls;
        let mut mobility = 0;
        for &name in &self.rules.pieces {
            let kind = self.rules.kind(name);
            for from in self.board.pieces(color, name).iter() {
                mobility += (self.rules.attacks(kind, color, from, occupied) & free).count();
            }
        }
        mobility
    }
}
