//! The ends beside mate, looked at after every move.

use std::cmp::Ordering;

use super::ends::{Bare, Connect, Goal, Minimum};
use super::state::Royal;
use crate::{Bits, Color, Common, Direction, Outcome, PieceType, Position, Reason};

impl<B: Bits> Royal<B> {
    /// Number of checks that a side has still to give; 0 in games that do not count them.
    #[inline]
    #[must_use]
    pub fn checks_left(&self, color: Color) -> u8 {
        self.checks[color]
    }

    /// The end by goal, number of checks or pieces, in a game that has such ends. Where one move
    /// decides for both sides, the side that made it wins.
    #[cold]
    pub(super) fn decided_by_ends(&self) -> Option<Outcome> {
        if self.awaits_wall() {
            return None;
        }
        let ends = &self.rules.royal.ends;
        let mover = self.last_mover();
        if self.rules.blast.is_some()
            && let Some(outcome) = self.decided_by_blast()
        {
            return Some(outcome);
        }
        if ends.check_limit.is_some()
            && let Some(winner) = [mover, !mover].into_iter().find(|&c| self.checks[c] == 0)
        {
            return Some(self.common().win(winner, Reason::CheckLimit));
        }
        if let Some(outcome) = self.decided_by_passes() {
            return Some(outcome);
        }
        let by_goal = ends.goal.as_ref().and_then(|goal| self.decided_by_goal(goal));
        let by_minimum = || {
            [!mover, mover].into_iter().find_map(|color| {
                let lost = ends.lose_without.iter().find(|m| self.is_below(m, color))?;
                let all = self.common().definition.pieces.len();
                let reason = if lost.least == 1 && lost.pieces.len() == all {
                    Reason::AllCaptured
                } else {
                    Reason::Extinction
                };
                Some(self.common().win(!color, reason))
            })
        };
        let by_bare = || {
            let loser = [!mover, mover].into_iter().find(|&color| self.is_lost_bare(color))?;
            Some(self.common().win(!loser, Reason::BareKing))
        };
        let by_rows = || {
            let rows = ends.connect.as_ref()?;
            self.has_connected(rows, mover).then(|| self.common().win(mover, Reason::Connection))
        };
        let by_full_board = || self.decided_by_full_board();
        by_goal.or_else(by_rows).or_else(by_minimum).or_else(by_bare).or_else(by_full_board)
    }

    /// Whether a side has lost by an end beside mate, whatever the other has lost. A goal that draws is
    /// left out, and one that must be safe or held: it can be reached by the move with which the other side wins too.
    pub(super) fn has_lost(&self, color: Color) -> bool {
        let ends = &self.rules.royal.ends;
        let is_plain = |goal: &&Goal| !goal.reply && !goal.safe && !goal.hold && !goal.draws;
        let goal = ends.goal.as_ref().filter(is_plain);
        ends.check_limit.is_some() && self.checks[!color] == 0
            || self.is_blown_up(color)
            || goal.is_some_and(|goal| self.has_reached(goal, !color))
            || ends.lose_without.iter().any(|minimum| self.is_below(minimum, color))
    }

    /// Whether a side may have lost by its own last move: a promotion of a piece that it must have. With
    /// the same move it can have won.
    pub(super) fn has_promoted_what_it_needs(&self, color: Color) -> bool {
        let definition = &self.common().definition;
        let promotes = |&kind: &PieceType| !definition.piece(kind).promotes_of(color).is_empty();
        let mut minima = self.rules.royal.ends.lose_without.iter();
        minima.any(|minimum| self.is_below(minimum, color) && minimum.pieces.iter().any(promotes))
    }

    /// The result of a stalemate that the side with more pieces wins.
    pub(super) fn stalemate_by_majority(&self) -> Outcome {
        let [own, enemy] = [self.side, !self.side].map(|color| self.board.side(color).count());
        match own.cmp(&enemy) {
            Ordering::Less => self.common().win(!self.side, Reason::Stalemate),
            Ordering::Equal => Outcome::draw(Reason::Stalemate),
            Ordering::Greater => self.common().win(self.side, Reason::Stalemate),
        }
    }

    /// Whether both sides have one piece left, where that is lost against more.
    pub(super) fn are_both_bare(&self) -> bool {
        let ends = &self.rules.royal.ends;
        let is_bare =
            |color| ends.bare[color] != Bare::Allowed && !self.board.side(color).has_several();
        ends.goal.is_none() && ends.check_limit.is_none() && Color::ALL.into_iter().all(is_bare)
    }

    fn decided_by_goal(&self, goal: &Goal) -> Option<Outcome> {
        let reached = |color| self.has_reached(goal, color);
        if !goal.reply {
            let mover = self.last_mover();
            let winner = [mover, !mover].into_iter().find(|&color| reached(color))?;
            return Some(match goal.draws {
                true => Outcome::draw(Reason::Goal),
                false => self.common().win(winner, Reason::Goal),
            });
        }
        let first = self.rules.first;
        match (reached(first), reached(!first)) {
            (true, true) => Some(Outcome::draw(Reason::Goal)),
            (false, true) => Some(self.common().win(!first, Reason::Goal)),
            (true, false) if self.side == first || !self.can_reach(goal) => {
                Some(self.common().win(first, Reason::Goal))
            }
            _ => None,
        }
    }

    /// Whether a legal move of the side to move reaches its goal.
    fn can_reach(&self, goal: &Goal) -> bool {
        let mut found = false;
        self.try_each(&|_| true, true, &mut |step| {
            found = found || self.tried(step).has_reached(goal, self.side);
        });
        found
    }

    fn has_reached(&self, goal: &Goal, color: Color) -> bool {
        let there = self.board.kinds(&goal.pieces) & self.board.side(color);
        let there = there & self.rules.goals[color];
        let is_safe = |square: &_| !self.is_attacked(*square, !color);
        let counts = |square: &_| match goal.hold {
            true => self.side == color || goal.safe && is_safe(square),
            false => !goal.safe || is_safe(square),
        };
        there.any() && there.iter().filter(counts).count() >= usize::from(goal.count)
    }

    /// Whether a side has a row, or a square, that wins.
    fn has_connected(&self, rows: &Connect, color: Color) -> bool {
        let geometry = &self.rules.common.geometry;
        let pieces = self.board.kinds(&rows.pieces) & self.board.side(color);
        let mut ways = rows.directions.iter();
        let row = |&direction: &Direction| {
            (1..rows.count).fold(pieces, |row, _| geometry.shift(row, direction) & pieces).any()
        };
        let square = || {
            let corners = |set: B, _| {
                let along = |direction| geometry.shift(set, direction);
                set & along(Direction::North) & along(Direction::East) & along(Direction::NorthEast)
            };
            (1..rows.square).fold(pieces, corners).any()
        };
        rows.count > 0 && ways.any(row) || rows.square > 0 && square()
    }

    fn is_below(&self, minimum: &Minimum, color: Color) -> bool {
        let pieces = self.board.kinds(&minimum.pieces) & self.board.side(color);
        let held = match &self.rules.hand {
            Some(_) => minimum.pieces.iter().map(|&kind| self.hands.count(color, kind)).sum(),
            None => 0,
        };
        minimum.sides[color] && pieces.count() + held < u32::from(minimum.least)
    }

    /// Whether a side has lost because it has one piece left. If it has the move and the enemy only
    /// one piece beside its king, it may still take that.
    fn is_lost_bare(&self, color: Color) -> bool {
        let [own, enemy] = [color, !color].map(|color| self.board.side(color).count());
        let may_return = match self.rules.royal.ends.bare[color] {
            Bare::Allowed => return false,
            Bare::Loss => false,
            Bare::LossUnlessReturned => color == self.side,
        };
        own == 1 && enemy >= 2 + u32::from(may_return)
    }

    /// Zobrist key of the checks that are left to give, in games that count them.
    pub(super) fn checks_key(&self) -> u64 {
        /// First of the numbers beyond those of castling rights.
        const FIRST: usize = 16;
        let Common { zobrist, .. } = self.common();
        if !self.rules.counts_checks {
            return 0;
        }
        Color::ALL.into_iter().fold(0, |key, color| {
            let number = FIRST + 10 * color as usize + usize::from(self.checks[color]);
            key ^ zobrist.extra(number)
        })
    }
}
