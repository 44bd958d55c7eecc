//! Turns of several moves, stated again.

use std::collections::BTreeMap;

use super::slow::{Change, World};
use crate::royal::{TurnCheck, TurnEnPassant, TurnRule};
use crate::{Color, Definition, Fen, Square};

/// A position within a turn, and all that the rest of the turn depends on.
#[derive(Clone)]
pub(super) struct Turn<'a> {
    definition: &'a Definition,
    fen: Fen,
    rule: &'a TurnRule,
    /// Moves made, and moves of the whole turn.
    pub made: u32,
    pub length: u32,
    /// Whether all moves made have captured en passant.
    all_passant: bool,
    progress: bool,
    /// Squares that pawns have passed in this turn, which have not moved since.
    passed: Vec<Square>,
}

impl<'a> Turn<'a> {
    /// The turn that begins with a position.
    pub fn new(definition: &'a Definition, fen: Fen) -> Self {
        let rule = crate::royal::RoyalDefinition::of(definition).unwrap().turn.as_ref().unwrap();
        let length = length(rule, &fen);
        Turn {
            definition,
            fen,
            rule,
            made: 0,
            length,
            all_passant: true,
            progress: false,
            passed: Vec::new(),
        }
    }

    pub fn world(&self) -> World<'a> {
        let mut world = World::new(self.definition, &self.fen);
        if !self.all_passant {
            world.en_passant.clear();
        }
        world
    }

    pub fn side(&self) -> Color {
        self.fen.side
    }

    /// The position as a FEN, at the start of a turn.
    pub fn fen(&self) -> &Fen {
        &self.fen
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.fen.side)
    }

    /// Whether a side is in check.
    fn is_attacked(&self, color: Color) -> bool {
        let world = self.world();
        if self.rule.check != TurnCheck::ByTurn {
            return world.in_check(color);
        }
        if self.fen.side != color {
            return self.can_take_king(self.length - self.made);
        }
        // As if the side passed.
        let mut fen = self.fen.clone();
        fen.side = !color;
        fen.number += u32::from(color == Color::Black);
        fen.en_passant = "-".to_owned();
        let enemy = Turn::new(self.definition, fen);
        enemy.can_take_king(enemy.length)
    }

    /// Whether the side to move could take the king, however its own stands.
    fn can_take_king(&self, moves: u32) -> bool {
        let kings = |turn: &Self| {
            let mine = |piece: &crate::Piece| {
                piece.color() != self.fen.side && self.definition.piece(piece.kind()).royal
            };
            turn.fen.pieces.iter().filter(|(_, piece)| mine(piece)).count()
        };
        self.pseudo_legal().iter().any(|change| {
            let after = self.with(change);
            kings(&after) < kings(self) || moves > 1 && after.can_take_king(moves - 1)
        })
    }

    fn pseudo_legal(&self) -> Vec<Change> {
        let world = self.world();
        world.changes().into_iter().chain(world.castlings()).collect()
    }

    /// The turn after a move, whether or not that is legal, and not ended.
    fn with(&self, change: &Change) -> Self {
        let mut turn = self.clone();
        let size = self.definition.size;
        let mut pieces: BTreeMap<_, _> = self.fen.pieces.iter().copied().collect();
        let before = pieces.len();
        let from = change.removed[0];
        let mover = pieces[&from];
        for square in &change.removed {
            pieces.remove(square);
        }
        pieces.extend(change.put.iter().copied());
        let (to, _) = change.put[0];
        let passant = change.removed.len() == 3
            || change.removed.len() == 2 && change.removed[1] != to && change.put.len() == 1;
        let is_pawn = !self.definition.piece(mover.kind()).promotes.is_empty();
        turn.progress |= is_pawn || pieces.len() < before;
        turn.all_passant &= passant && self.rule.en_passant == TurnEnPassant::FirstMoves;
        let ahead = if self.fen.side == Color::White { 1 } else { -1 };
        turn.passed.retain(|&square| size.offset(square, 0, ahead) != Some(from));
        if is_pawn && size.rank(from).abs_diff(size.rank(to)) == 2 {
            turn.passed.extend(size.offset(from, 0, ahead));
        }
        let rights = |letter: &char| {
            let rank = if letter.is_ascii_uppercase() { 0 } else { size.ranks() - 1 };
            let file = if letter.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
            let touched = |square: &Square| {
                size.rank(*square) == rank && [4, file].contains(&size.file(*square))
            };
            !change.removed.iter().any(touched) && !change.put.iter().any(|(at, _)| touched(at))
        };
        let castling: String = self.fen.castling.chars().filter(rights).collect();
        turn.fen.castling = if castling.is_empty() { "-".to_owned() } else { castling };
        let names = |squares: &[Square]| -> String {
            squares.iter().map(|&square| size.name(square)).collect()
        };
        // The pawn taken is gone, and its square with it.
        let marks: Vec<Square> =
            self.world().en_passant.into_iter().filter(|&mark| mark != to).collect();
        turn.fen.en_passant = if marks.is_empty() { "-".to_owned() } else { names(&marks) };
        turn.fen.pieces = pieces.into_iter().collect();
        turn.made += 1;
        turn
    }

    /// The position after the turn.
    fn ended(&self) -> Self {
        let mut fen = self.fen.clone();
        let empty = |square: &Square| !fen.pieces.iter().any(|(at, _)| at == square);
        let mut passed: Vec<Square> = self.passed.iter().copied().filter(empty).collect();
        passed.sort_unstable();
        let names: String =
            passed.iter().map(|&square| self.definition.size.name(square)).collect();
        fen.en_passant = if passed.is_empty() { "-".to_owned() } else { names };
        if fen.side == Color::Black {
            let marks: Vec<String> =
                passed.iter().rev().map(|&square| self.definition.size.name(square)).collect();
            if !marks.is_empty() {
                fen.en_passant = marks.concat();
            }
            fen.number += 1;
        }
        fen.clock = if self.progress { 0 } else { fen.clock + 1 };
        fen.side = !fen.side;
        Turn::new(self.definition, fen)
    }

    /// The legal moves, and what they lead to.
    pub fn moves(&self) -> BTreeMap<String, Self> {
        let mut moves = BTreeMap::new();
        if self.world().decided().is_some() {
            return moves;
        }
        for change in self.pseudo_legal() {
            if let Some(after) = self.after(&change) {
                moves.insert(change.text, after);
            }
        }
        moves
    }

    /// The position after a move; `None` if it is not legal.
    fn after(&self, change: &Change) -> Option<Self> {
        let (us, with) = (self.fen.side, self.with(change));
        let is_last = with.made == with.length;
        if self.rule.check == TurnCheck::ByTurn {
            if !is_last {
                let goes_on = with.pseudo_legal().iter().any(|next| with.after(next).is_some());
                return goes_on.then_some(with);
            }
            let ended = with.ended();
            return (!ended.is_attacked(us)).then_some(ended);
        }
        let world = with.world();
        if world.in_check(us) {
            return None;
        }
        let check = world.in_check(!us);
        match self.rule.check {
            TurnCheck::LastMove if check && !is_last => None,
            TurnCheck::EndsTurn if check => Some(with.ended()),
            _ if is_last => Some(with.ended()),
            _ => Some(with),
        }
    }
}

/// Number of moves of the turn that begins with a position, in games that White begins.
fn length(rule: &TurnRule, fen: &Fen) -> u32 {
    let turns_before = 2 * (fen.number - 1) + if fen.side == Color::Black { 1 } else { 0 };
    match rule.first {
        Some(first) if turns_before == 0 => first.into(),
        _ => (u32::from(rule.moves[fen.side]) + u32::from(rule.growth) * turns_before).min(64),
    }
}
