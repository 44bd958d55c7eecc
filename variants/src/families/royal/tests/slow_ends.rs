//! Royal pieces and ends beside mate, stated again.

use super::slow::{Change, World};
use crate::royal::{Bare, Connect, FacingKings, Goal, Royals};
use crate::{Color, Fen, Outcome, Piece, PieceType, Reason, Square};

impl World<'_> {
    /// Squares of a side's pieces of some kinds.
    fn of(&self, color: Color, kinds: &[PieceType]) -> Vec<Square> {
        let fits = |piece: &crate::Piece| piece.color() == color && kinds.contains(&piece.kind());
        self.pieces.iter().filter(|(_, piece)| fits(piece)).map(|(&square, _)| square).collect()
    }

    /// Whether a side is in check, by the rule for several royal pieces.
    pub fn in_check(&self, color: Color) -> bool {
        let royal = |kind: &PieceType| self.definition.piece(*kind).royal;
        let royal_kinds: Vec<PieceType> = self.definition.piece_types().filter(royal).collect();
        let together = self.royal.royals == Royals::LastOfAll;
        let size = if together { royal_kinds.len().max(1) } else { 1 };
        royal_kinds.chunks(size).any(|kinds| {
            let squares = self.of(color, kinds);
            let attacked = squares.iter().filter(|&&square| self.is_in_danger(square, !color));
            let attacked = attacked.count();
            match self.royal.royals {
                Royals::One | Royals::Any => attacked > 0,
                Royals::Last | Royals::LastOfAll => squares.len() == 1 && attacked == 1,
                Royals::All => attacked > 0 && attacked == squares.len(),
            }
        })
    }

    /// Whether a move leaves the royal pieces safe and gives no check that is forbidden.
    pub(super) fn is_safe(&self, change: &Change, after: &World<'_>) -> bool {
        if self.royal.blast.is_some() {
            if after.is_blown_up(self.side) {
                return false;
            }
            if after.is_blown_up(!self.side) {
                return true;
            }
            return !after.kings_face()
                && !after.in_check(self.side)
                && (self.royal.give_check || !after.in_check(!self.side));
        }
        if after.kings_face() || self.has_to_part() && after.royals_see() {
            return false;
        }
        if !self.royal.give_check && after.in_check(!self.side) {
            return false;
        }
        if self.royal.royals != Royals::Last {
            return !after.in_check(self.side);
        }
        // What was the last of its kind stays royal, whatever comes beside it.
        self.definition.piece_types().filter(|&kind| self.definition.piece(kind).royal).all(
            |kind| {
                let stays = match self.of(self.side, &[kind])[..] {
                    [] => None,
                    [before] => {
                        Some(before).filter(|before| change.removed.first() != Some(before))
                    }
                    _ => return true,
                };
                let come = change.put.iter().filter(|(_, piece)| piece.kind() == kind);
                let mut royals = stays.into_iter().chain(come.map(|&(square, _)| square));
                royals.all(|square| !after.is_attacked(square, !self.side))
            },
        )
    }

    /// Whether a side lacks a royal kind that it had at the start, in a game of blasts.
    fn is_blown_up(&self, color: Color) -> bool {
        let start = Fen::parse(&self.definition.start, self.definition).unwrap().pieces;
        let royal = |kind: &PieceType| self.definition.piece(*kind).royal;
        self.royal.blast.is_some()
            && self.definition.piece_types().filter(royal).any(|kind| {
                start.iter().any(|(_, piece)| *piece == Piece::new(color, kind))
                    && self.of(color, &[kind]).is_empty()
            })
    }

    /// Whether a side has a row, or a square, that wins.
    fn has_connected(&self, rows: &Connect, color: Color) -> bool {
        let size = self.definition.size;
        let own = self.of(color, &rows.pieces);
        let has = |from: Square, files: i32, ranks: i32| {
            size.offset(from, files, ranks).is_some_and(|at| own.contains(&at))
        };
        let is_hole = |from: Square, files: i32, ranks: i32| {
            let at = size.offset(from, files, ranks);
            at.is_none_or(|at| self.royal.holes.contains(&at))
        };
        let count = i32::from(rows.count);
        let row = |from: Square| {
            rows.directions.iter().any(|direction| {
                let (files, ranks) = direction.delta();
                (0..count).all(|step| {
                    has(from, files * step, ranks * step)
                        && !is_hole(from, files * step, ranks * step)
                })
            })
        };
        let side = i32::from(rows.square);
        let square =
            |from: Square| (0..side).all(|files| (0..side).all(|ranks| has(from, files, ranks)));
        own.iter().any(|&from| count > 0 && row(from) || side > 0 && square(from))
    }

    fn has_reached(&self, goal: &Goal, color: Color) -> bool {
        let there = self.of(color, &goal.pieces).into_iter().filter(|square| {
            goal.squares[color].contains(square)
                && (!goal.safe && !goal.hold
                    || goal.safe && !self.is_attacked(*square, !color)
                    || goal.hold && self.side == color)
        });
        there.count() >= usize::from(goal.count)
    }

    fn by_points(&self, reason: Reason) -> Outcome {
        let Some(points) = &self.royal.points else { return Outcome::draw(reason) };
        let of_piece = |piece: &Piece| {
            let mut own = points.pieces.iter().filter(|(kind, _)| *kind == piece.kind());
            own.next().map_or(0, |own| i32::from(own.1))
        };
        let mut lead = i32::from(points.extra[Color::White]);
        lead -= i32::from(points.extra[Color::Black]);
        for piece in self.pieces.values() {
            lead += if piece.color() == Color::White { of_piece(piece) } else { -of_piece(piece) };
        }
        let winner = match lead.signum() {
            1 => Some(Color::White),
            -1 => Some(Color::Black),
            _ => points.equal,
        };
        let turned = |winner: Color| if self.definition.misere { !winner } else { winner };
        winner.map_or(Outcome::draw(reason), |winner| Outcome::win(turned(winner), reason))
    }

    /// The end by goal, pieces or checks.
    pub fn decided(&self) -> Option<Outcome> {
        let (us, them) = (!self.side, self.side);
        let ends = &self.royal.ends;
        let win = |color: Color, reason| {
            let winner = if self.definition.misere { !color } else { color };
            Some(Outcome::win(winner, reason))
        };
        for color in [them, us] {
            if self.is_blown_up(color) {
                return win(!color, Reason::Extinction);
            }
        }
        if let Some(checks) = self.checks {
            for color in [us, them] {
                if checks[color as usize] == 0 {
                    return win(color, Reason::CheckLimit);
                }
            }
        }
        let part = self.royal.facing_kings == FacingKings::Part;
        if self.passes == 2 {
            return Some(self.by_points(Reason::Passes));
        } else if self.passes == 1 && part && self.royals_see() {
            return Some(self.by_points(Reason::Facing));
        }
        if let Some(goal) = &ends.goal {
            let reached = |color: Color| self.has_reached(goal, color);
            // In the games of these tests White begins.
            let (white, black) = (reached(Color::White), reached(Color::Black));
            if goal.reply {
                if white && black {
                    return Some(Outcome::draw(Reason::Goal));
                }
                let can_reply = || {
                    self.side == Color::Black
                        && self.undecided_moves(true).values().any(|pieces| {
                            self.world_after(pieces, &self.walls).has_reached(goal, Color::Black)
                        })
                };
                if black || white && !can_reply() {
                    return win(if black { Color::Black } else { Color::White }, Reason::Goal);
                }
            } else if let Some(winner) = [us, them].into_iter().find(|&color| reached(color)) {
                if goal.draws {
                    return Some(Outcome::draw(Reason::Goal));
                }
                return win(winner, Reason::Goal);
            }
        }
        if let Some(rows) = &ends.connect
            && self.has_connected(rows, us)
        {
            return win(us, Reason::Connection);
        }
        let all: Vec<PieceType> = self.definition.piece_types().collect();
        for color in [them, us] {
            for minimum in &ends.lose_without {
                let held = self.hands.iter().filter(|piece| {
                    piece.color() == color && minimum.pieces.contains(&piece.kind())
                });
                let left = self.of(color, &minimum.pieces).len() + held.count();
                if minimum.sides[color] && left < usize::from(minimum.least) {
                    let is_all = minimum.pieces == all && minimum.least == 1;
                    let reason = if is_all { Reason::AllCaptured } else { Reason::Extinction };
                    return win(!color, reason);
                }
            }
        }
        for color in [them, us] {
            let (own, enemy) = (self.of(color, &all).len(), self.of(!color, &all).len());
            let enough = match ends.bare[color] {
                Bare::Allowed => continue,
                Bare::Loss => 2,
                Bare::LossUnlessReturned if color == self.side => 3,
                Bare::LossUnlessReturned => 2,
            };
            if own == 1 && enemy >= enough {
                return win(!color, Reason::BareKing);
            }
        }
        let is_full = || {
            let taken = self.pieces.len() + self.walls.len() + self.royal.holes.len();
            taken == self.definition.size.squares()
        };
        if self.royal.points.as_ref().is_some_and(|points| points.full_board) && is_full() {
            return Some(self.by_points(Reason::FullBoard));
        }
        None
    }
}
