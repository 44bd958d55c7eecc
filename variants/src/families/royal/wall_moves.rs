//! Walls in a game: their squares, and their effects on moves and turns.

use super::ends::Royals;
use super::state::{EnPassant, Royal, RoyalUndo};
use super::step::{RoyalStep, StepKind};
use super::turn_tables::Series;
use super::wall_rules::Walls;
use super::walls::{WallDefinition, WallPlace};
use crate::{Bits, Color, Notation, Square};

impl<B: Bits> Royal<B> {
    /// The squares that nothing can enter or pass but by a capture: those of pieces, and walls.
    #[inline]
    pub(super) fn blocked(&self) -> B {
        self.board.occupied() | self.walls
    }

    /// Whether the side to move has moved and has to place a wall now.
    #[inline]
    pub(super) fn awaits_wall(&self) -> bool {
        self.rules.walls.is_some() && self.is_within_turn()
    }

    /// A wall of the game for people, with its article.
    pub(super) fn wall_noun(&self) -> String {
        let walls = self.rules.royal.walls.as_deref();
        walls.map_or_else(|| "a wall".to_owned(), WallDefinition::noun)
    }

    /// The turn that begins in a game with walls.
    pub(super) fn new_wall_turn(&self) -> Series {
        let is_chosen = self.rules.walls.as_ref().is_some_and(|walls| walls.is_chosen());
        if is_chosen {
            Series { length: 2, left: 2, ..Series::default() }
        } else {
            Series::default()
        }
    }

    /// The square of the piece that has moved in this turn.
    pub(super) fn waller(&self) -> Square {
        Square::from_index(self.series.at)
    }

    /// Calls `sink` for each wall that may be placed now.
    pub(super) fn visit_walls(
        &self,
        wanted: &dyn Fn(RoyalStep) -> bool,
        sink: &mut dyn FnMut(RoyalStep),
    ) {
        let Some(walls) = &self.rules.walls else { return };
        let from = self.waller();
        let mut after = self.clone();
        let squares = self.walls_that_help(walls, self.wall_squares(walls, from), &mut after);
        for to in squares.iter() {
            let step = RoyalStep::new(from, to, StepKind::Wall);
            if wanted(step) && after.is_safe_with_wall(walls, self.walls, B::bit(to)) {
                sink(step);
            }
        }
    }

    /// Whether a move can be followed by a wall, and leaves the royal pieces safe with it.
    pub(super) fn is_allowed_with_walls(&self, walls: &Walls<B>, step: RoyalStep) -> bool {
        let mut after = self.tried(step);
        if after.is_blown_up(self.side) {
            return false;
        }
        if !walls.is_chosen() {
            let wall = after.wall_behind(walls, step.from());
            return after.is_safe_with_wall(walls, self.walls, wall);
        }
        let squares = after.wall_squares(walls, step.to());
        let squares = self.walls_that_help(walls, squares, &mut after);
        squares.iter().any(|square| after.is_safe_with_wall(walls, self.walls, B::bit(square)))
    }

    /// Those of the squares where a wall may leave the royal pieces of the side to move safe after a move:
    /// if one is attacked without a wall, those that cut a line of attack. There can be hundreds of
    /// others. `after` is the position after the move; its walls are changed.
    fn walls_that_help(&self, walls: &Walls<B>, squares: B, after: &mut Self) -> B {
        let rules = &*self.rules;
        let is_strict = matches!(rules.royal.royals, Royals::One | Royals::Any);
        if !is_strict || rules.is_safe_by_turn() || rules.blast.is_some() {
            return squares;
        }
        after.walls = if walls.single { B::EMPTY } else { self.walls };
        let royals = after.royals(self.side);
        royals
            .iter()
            .fold(squares, |set, royal| set & after.walls_against_attack(royal, !self.side))
    }

    /// The squares where a wall may cut an attack of a side on a square: all, if there is none.
    fn walls_against_attack(&self, square: Square, by: Color) -> B {
        let attackers = self.attackers_on(square, self.board.occupied()) & self.board.side(by);
        let attacker = attackers.first().and_then(|from| Some((from, self.board.get(from)?)));
        let Some((from, piece)) = attacker else { return !B::EMPTY };
        let kind = self.rules.kind(piece.kind());
        if kind.attackers[by][square.index()].contains(from) {
            return B::EMPTY;
        }
        let paths = kind.paths_to(by, from, square);
        let ways = paths.flat_map(|path| &path.squares).fold(B::EMPTY, |set, &at| set | B::bit(at));
        self.rules.between(square, from) | ways
    }

    /// The squares where the side to move may place a wall after the move of a piece that now stands on
    /// a square.
    fn wall_squares(&self, walls: &Walls<B>, at: Square) -> B {
        let free = self.rules.common.geometry.all() & !self.blocked() & walls.squares[self.side];
        match (walls.place, self.board.get(at)) {
            (WallPlace::Reach, Some(piece)) => {
                free & self.targets(piece.kind(), at, self.board.occupied(), B::EMPTY)
            }
            (WallPlace::Reach, None) => B::EMPTY,
            _ => free,
        }
    }

    /// The wall that a piece leaves behind, if its square is empty and may have one.
    fn wall_behind(&self, walls: &Walls<B>, from: Square) -> B {
        B::bit(from) & walls.squares[self.side] & !self.board.occupied()
    }

    /// Whether the royal pieces of the side to move are safe, and its checks allowed, once a wall is
    /// placed beside those that were there. Its walls are changed.
    fn is_safe_with_wall(&mut self, walls: &Walls<B>, before: B, wall: B) -> bool {
        if self.rules.royal_kinds.is_empty() || self.is_blown_up(!self.side) {
            return true;
        }
        self.walls = if walls.single { wall } else { before | wall };
        !self.in_check(self.side)
            && !self.kings_face()
            && (self.rules.royal.give_check || !self.in_check(!self.side))
    }

    /// Ends a move that is made on the board, in a game with walls.
    #[cold]
    pub(super) fn end_walled_move(&mut self, step: RoyalStep, progress: bool) {
        let rules = self.rules.clone();
        let Some(walls) = &rules.walls else { return };
        let (from, to, mover) = (step.from(), step.to(), self.side);
        let passed = match step.kind() {
            StepKind::Passing => self.passed(from, to, mover),
            _ => B::EMPTY,
        };
        self.en_passant = EnPassant::NONE;
        if passed.any() {
            self.en_passant = EnPassant { squares: passed, victim: to, key: 0 };
        }
        if walls.is_chosen() {
            self.state_key ^= self.series_key();
            self.series =
                Series { left: 1, at: to.index() as u8, progress, own: true, ..self.series };
            self.state_key ^= self.series_key();
            return;
        }
        let wall = self.wall_behind(walls, from);
        self.put_wall(walls.single, wall);
        self.clock = if progress { 0 } else { self.clock + 1 };
        self.turn_over();
    }

    /// Places a wall, which ends the turn.
    #[cold]
    pub(super) fn place_wall(&mut self, step: RoyalStep) -> RoyalUndo<B> {
        let undo = self.undo_data(None, None);
        let single = self.rules.walls.as_ref().is_some_and(|walls| walls.single);
        self.put_wall(single, B::bit(step.to()));
        self.end_wall_turn();
        undo
    }

    /// Ends the turn as if nothing were left to do.
    fn end_wall_turn(&mut self) {
        self.state_key ^= self.series_key();
        self.clock = if self.series.progress { 0 } else { self.clock + 1 };
        self.turn_over();
        self.series = self.new_wall_turn();
        self.state_key ^= self.series_key();
    }

    fn put_wall(&mut self, single: bool, wall: B) {
        self.state_key ^= self.walls_key();
        self.walls = if single { wall } else { self.walls | wall };
        self.state_key ^= self.walls_key();
        self.en_passant.squares &= !self.walls;
        self.en_passant.key = 0;
        if self.en_passant.squares.is_empty() {
            self.en_passant = EnPassant::NONE;
        }
    }

    /// Whether a position has more walls than the game allows.
    pub(super) fn has_too_many_walls(&self) -> bool {
        self.rules.walls.as_ref().is_some_and(|walls| walls.single) && self.walls.has_several()
    }

    /// Zobrist key of the walls.
    pub(super) fn walls_key(&self) -> u64 {
        let zobrist = &self.rules.common.zobrist;
        self.walls.iter().fold(0, |key, square| key ^ zobrist.mark(square).rotate_left(41))
    }

    /// Finds the move of a text that also names the square that is left, as that of the wall.
    pub(super) fn read_walled(&self, steps: &[RoyalStep], text: &str) -> Option<RoyalStep> {
        self.rules.walls.as_ref().filter(|walls| !walls.is_chosen())?;
        let size = self.rules.common.definition.size;
        let (base, second) = text.split_once(',')?;
        let is_meant = |step: &RoyalStep| {
            let wall = size.name(step.to()) + &size.name(step.from());
            self.step_text(*step).eq_ignore_ascii_case(base) && second.eq_ignore_ascii_case(&wall)
        };
        steps.iter().copied().find(is_meant)
    }
}
