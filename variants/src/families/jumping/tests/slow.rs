//! The same rules once more: square by square, without tables, sets or play.

use crate::jumping::{CaptureRule, Duty, JumpingDefinition};
use crate::{Color, Definition, Fen, Piece, PieceType, Square};

/// The pieces, by square.
type Men = Vec<Option<Piece>>;

/// A move: its text, how many it takes, whether by jumps, and the pieces after it.
#[derive(Clone, Debug)]
struct Move {
    text: String,
    takes: usize,
    jumps: bool,
    after: Men,
}

struct Slow<'a> {
    definition: &'a Definition,
    rules: &'a JumpingDefinition,
    men: Men,
    side: Color,
    moves: Vec<Move>,
}

/// All legal moves of a position as text, with the pieces after them, sorted.
pub fn legal_moves(definition: &Definition, fen: &Fen) -> Vec<(String, Vec<(Square, Piece)>)> {
    let rules = JumpingDefinition::of(definition).unwrap();
    let mut men = vec![None; definition.size.squares()];
    for &(square, piece) in &fen.pieces {
        men[square.index()] = Some(piece);
    }
    let mut slow = Slow { definition, rules, men, side: fen.side, moves: Vec::new() };
    if !slow.has_lost(Color::White) && !slow.has_lost(Color::Black) {
        slow.all();
    }
    let moves = slow.legal().into_iter().map(|m| {
        let pieces = definition.size.iter().filter_map(|s| Some((s, m.after[s.index()]?)));
        (m.text, pieces.collect())
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves
}

impl Slow<'_> {
    fn has_lost(&self, color: Color) -> bool {
        let vital = &self.rules.lose_without;
        !self.men.iter().flatten().any(|piece| {
            piece.color() == color && (vital.is_empty() || vital.contains(&piece.kind()))
        })
    }

    fn all(&mut self) {
        for square in self.definition.size.iter() {
            let Some(piece) = self.men[square.index()].filter(|p| p.color() == self.side) else {
                continue;
            };
            self.plain(square, piece);
            let mut without = self.men.clone();
            without[square.index()] = None;
            self.jump(piece, square, &without, String::new(), 0);
        }
    }

    /// Moves that are no jumps. Two ways to the same square are one move.
    fn plain(&mut self, from: Square, piece: Piece) {
        let size = self.definition.size;
        let moves = &self.definition.piece(piece.kind()).moves;
        let mut targets = Vec::new();
        for path in moves.paths(size, from, piece.color()) {
            for (index, &to) in path.squares.iter().enumerate() {
                let there = self.men[to.index()];
                let may = match there {
                    None => path.modes.quiet,
                    Some(other) => path.modes.capture && other.color() != self.side,
                };
                if index >= path.first_landing && may && !targets.contains(&to) {
                    targets.push(to);
                }
                if there.is_some() {
                    break;
                }
            }
        }
        for to in targets {
            let takes = self.men[to.index()].is_some() as usize;
            let mut after = self.men.clone();
            after[from.index()] = None;
            let text = size.name(from) + &size.name(to);
            self.finish(piece, to, after, text, takes, false);
        }
    }

    fn is_last_rank(&self, square: Square, color: Color) -> bool {
        let last = if color == Color::White { self.definition.size.ranks() - 1 } else { 0 };
        self.definition.size.rank(square) == last
    }

    /// Goes on jumping from `at`, or ends there after at least one jump.
    fn jump(&mut self, piece: Piece, at: Square, men: &Men, text: String, takes: usize) {
        let size = self.definition.size;
        let kind = self.definition.piece(piece.kind());
        let stops = takes > 0 && self.is_last_rank(at, piece.color()) && !kind.promotes.is_empty();
        let mut ended = true;
        if let Some(jumps) = kind.jumps.as_ref().filter(|_| !stops) {
            for path in jumps.paths(size, at, piece.color()) {
                let over = path.squares[0];
                let dx = size.file(over) as i32 - size.file(at) as i32;
                let dy = size.rank(over) as i32 - size.rank(at) as i32;
                let Some(to) = size.offset(over, dx, dy) else { continue };
                let enemy = men[over.index()].is_some_and(|p| p.color() != piece.color());
                if !enemy || men[to.index()].is_some() {
                    continue;
                }
                ended = false;
                let mut men = men.clone();
                men[over.index()] = None;
                let comma = if text.is_empty() { "" } else { "," };
                let text = format!("{text}{comma}{}{}", size.name(at), size.name(to));
                self.jump(piece, to, &men, text, takes + 1);
            }
        }
        if ended && takes > 0 {
            self.finish(piece, at, men.clone(), text, takes, true);
        }
    }

    fn finish(
        &mut self,
        piece: Piece,
        to: Square,
        mut after: Men,
        text: String,
        takes: usize,
        jumps: bool,
    ) {
        let promotes = &self.definition.piece(piece.kind()).promotes;
        let kinds: Vec<PieceType> = match self.is_last_rank(to, piece.color()) {
            true if !promotes.is_empty() => promotes.clone(),
            _ => vec![piece.kind()],
        };
        for &kind in &kinds {
            after[to.index()] = Some(Piece::new(piece.color(), kind));
            let mut text = text.clone();
            if kinds.len() > 1 {
                text += &self.definition.piece(kind).fen(Color::Black);
            }
            self.moves.push(Move { text, takes, jumps, after: after.clone() });
        }
    }

    fn legal(self) -> Vec<Move> {
        let mut moves = self.moves;
        if moves.iter().any(|m| m.jumps) {
            moves.retain(|m| m.jumps || self.rules.duty == Duty::Captures && m.takes > 0);
            let most = moves.iter().map(|m| m.takes).max().unwrap_or(0);
            let least = match self.rules.capture {
                CaptureRule::Free => 1,
                CaptureRule::Multiple => most.min(2),
                CaptureRule::Most => most,
            };
            moves.retain(|m| m.takes >= least);
        }
        moves
    }
}
