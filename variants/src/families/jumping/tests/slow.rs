//! The same rules once more: square by square, without tables, sets or play.

use crate::jumping::{
    CaptureRule, ChainPromotion, ChainRules, Duty, JumpingDefinition, Landing, Priority, Removal,
};
use crate::{Color, Definition, Fen, Piece, PieceType, Square};

/// The pieces, by square.
type Men = Vec<Option<Piece>>;

/// A move: its text, the pieces that it takes in order, whether by jumps, the kind that began it,
/// and the pieces after it.
#[derive(Clone, Debug)]
struct Move {
    text: String,
    takes: Vec<PieceType>,
    jumps: bool,
    kind: PieceType,
    after: Men,
}

/// A chain of jumps that may go on.
#[derive(Clone, Debug)]
struct Chain {
    began: PieceType,
    piece: Piece,
    at: Square,
    /// The squares of the board without the jumper.
    men: Men,
    text: String,
    /// Jumped squares.
    over: Vec<Square>,
    last: Option<(i32, i32)>,
    letter: String,
}

struct Slow<'a> {
    definition: &'a Definition,
    rules: &'a JumpingDefinition,
    men: Men,
    side: Color,
    moves: Vec<Move>,
    /// The king that may not move.
    held: Option<Square>,
}

/// All legal moves of a position as text, with the pieces after them, sorted.
pub fn legal_moves(definition: &Definition, fen: &Fen) -> Vec<(String, Vec<(Square, Piece)>)> {
    let rules = JumpingDefinition::of(definition).unwrap();
    let mut men = vec![None; definition.size.squares()];
    for &(square, piece) in &fen.pieces {
        men[square.index()] = Some(piece);
    }
    let mut slow = Slow { definition, rules, men, side: fen.side, moves: Vec::new(), held: None };
    for (square, moves) in fen.en_passant.split(',').filter_map(|word| word.split_once(':')) {
        let square = definition.size.parse_square(square).unwrap();
        let own = slow.men[square.index()].is_some_and(|piece| piece.color() == fen.side);
        if own && moves.parse() == Ok(rules.chains.king_moves.unwrap()) {
            slow.held = Some(square);
        }
    }
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
            let mut men = self.men.clone();
            men[square.index()] = None;
            self.jump(&Chain {
                began: piece.kind(),
                piece,
                at: square,
                men,
                text: String::new(),
                over: Vec::new(),
                last: None,
                letter: String::new(),
            });
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
            let takes: Vec<PieceType> = self.men[to.index()].iter().map(|p| p.kind()).collect();
            if self.held == Some(from) && takes.is_empty() {
                continue;
            }
            let mut after = self.men.clone();
            after[from.index()] = None;
            let text = size.name(from) + &size.name(to);
            let men = Chain {
                began: piece.kind(),
                piece,
                at: to,
                men: after,
                text,
                over: Vec::new(),
                last: None,
                letter: String::new(),
            };
            self.finish(&men, takes, false);
        }
    }

    fn is_last_rank(&self, square: Square, color: Color) -> bool {
        let last = if color == Color::White { self.definition.size.ranks() - 1 } else { 0 };
        self.definition.size.rank(square) == last
    }

    /// The jumps that could go on a chain: their direction, the jumped and the landing square.
    fn next(&self, chain: &Chain) -> Vec<((i32, i32), Square, Square)> {
        let (size, rules) = (self.definition.size, &self.rules.chains);
        let Some(jumps) = &self.definition.piece(chain.piece.kind()).jumps else {
            return Vec::new();
        };
        let at = |square: Square| -> Option<Piece> {
            let gone = rules.removal == Removal::AtOnce && chain.over.contains(&square);
            if gone { None } else { chain.men[square.index()] }
        };
        let mut found = Vec::new();
        for path in jumps.paths(size, chain.at, chain.piece.color()) {
            let first = path.squares[0];
            let dx = size.file(first) as i32 - size.file(chain.at) as i32;
            let dy = size.rank(first) as i32 - size.rank(chain.at) as i32;
            if rules.no_half_turn && chain.last == Some((-dx, -dy)) {
                continue;
            }
            let long = path.squares.len() > 1;
            let over = match long {
                true => path.squares.iter().copied().find(|&square| at(square).is_some()),
                false => Some(first),
            };
            let Some(over) = over else { continue };
            let Some(victim) = at(over).filter(|piece| piece.color() != chain.piece.color()) else {
                continue;
            };
            let spared = |(kind, others): &(PieceType, Vec<PieceType>)| {
                *kind == chain.piece.kind() && others.contains(&victim.kind())
            };
            if chain.over.contains(&over) || rules.spares.iter().any(spared) {
                continue;
            }
            let mut to = size.offset(over, dx, dy);
            while let Some(square) = to.filter(|&square| at(square).is_none()) {
                found.push(((dx, dy), over, square));
                let far = long && rules.landing == Landing::Any;
                to = if far { size.offset(square, dx, dy) } else { None };
            }
        }
        found
    }

    fn after(&self, chain: &Chain, way: (i32, i32), over: Square, to: Square) -> Chain {
        let size = self.definition.size;
        let comma = if chain.text.is_empty() { "" } else { "," };
        let mut next = chain.clone();
        next.text = format!("{}{comma}{}{}", chain.text, size.name(chain.at), size.name(to));
        next.over.push(over);
        next.last = Some(way);
        next.at = to;
        next
    }

    /// Goes on jumping, or ends there after at least one jump.
    fn jump(&mut self, chain: &Chain) {
        let kind = self.definition.piece(chain.piece.kind());
        let jumped = !chain.over.is_empty();
        let crowns =
            jumped && self.is_last_rank(chain.at, chain.piece.color()) && !kind.promotes.is_empty();
        let way = self.rules.chains.promotion;
        if crowns && way == ChainPromotion::GoesOn {
            let several = kind.promotes.len() > 1;
            for &kind in &kind.promotes.clone() {
                let mut king = chain.clone();
                king.piece = Piece::new(chain.piece.color(), kind);
                if several {
                    king.letter = self.definition.piece(kind).fen(Color::Black);
                }
                self.jump(&king);
            }
            return;
        }
        let stops = crowns && way == ChainPromotion::Stops;
        let next = if stops { Vec::new() } else { self.next(chain) };
        if next.is_empty() {
            if jumped {
                let takes = chain.over.iter().map(|at| self.men[at.index()].unwrap().kind());
                let takes = takes.collect();
                let mut chain = chain.clone();
                for at in chain.over.drain(..) {
                    chain.men[at.index()] = None;
                }
                self.finish(&chain, takes, true);
            }
            return;
        }
        let goes_on = |&(way, over, to): &((i32, i32), Square, Square)| {
            !self.next(&self.after(chain, way, over, to)).is_empty()
        };
        let list: Vec<_> = next.iter().map(|jump| (*jump, goes_on(jump))).collect();
        for &((way, over, to), on) in &list {
            // On the same way over the same piece, where the chain can go on it does.
            let same = |&((other_way, other, _), on): &((_, _, _), bool)| {
                on && (other_way, other) == (way, over)
            };
            if on || !list.iter().any(same) {
                self.jump(&self.after(chain, way, over, to));
            }
        }
    }

    fn finish(&mut self, chain: &Chain, takes: Vec<PieceType>, jumps: bool) {
        let promotes = &self.definition.piece(chain.piece.kind()).promotes;
        let kinds: Vec<PieceType> = match self.is_last_rank(chain.at, chain.piece.color()) {
            true if !promotes.is_empty() => promotes.clone(),
            _ => vec![chain.piece.kind()],
        };
        let mut after = chain.men.clone();
        for &kind in &kinds {
            after[chain.at.index()] = Some(Piece::new(chain.piece.color(), kind));
            let mut text = chain.text.clone() + &chain.letter;
            if kinds.len() > 1 {
                text += &self.definition.piece(kind).fen(Color::Black);
            }
            let (takes, after, kind) = (takes.clone(), after.clone(), chain.began);
            self.moves.push(Move { text, takes, jumps, kind, after });
        }
    }

    /// Value of a move by one criterion.
    fn worth(&self, criterion: Priority, m: &Move) -> u64 {
        let king = |kind: &PieceType| self.definition.piece(*kind).promotes.is_empty();
        let prize = |kind: &PieceType| {
            let own = self.rules.chains.prizes.iter().find(|(other, _)| other == kind);
            u64::from(own.map_or(1, |(_, prize)| *prize))
        };
        match criterion {
            Priority::Multiple => m.takes.len().min(2) as u64,
            Priority::Most => m.takes.len() as u64,
            Priority::Value => m.takes.iter().map(prize).sum(),
            Priority::ByKing => king(&m.kind).into(),
            Priority::MostKings => m.takes.iter().filter(|kind| king(kind)).count() as u64,
            Priority::KingsFirst => m
                .takes
                .iter()
                .enumerate()
                .filter(|(_, kind)| king(kind))
                .map(|(index, _)| 1_u64 << (60 - index.min(60)))
                .sum(),
        }
    }

    fn legal(mut self) -> Vec<Move> {
        let mut moves = std::mem::take(&mut self.moves);
        if moves.iter().any(|m| m.jumps) {
            moves.retain(|m| m.jumps || self.rules.duty == Duty::Captures && !m.takes.is_empty());
            let mut criteria = self.rules.chains.priority.clone();
            match self.rules.capture {
                CaptureRule::Free => {}
                CaptureRule::Multiple => criteria.push(Priority::Multiple),
                CaptureRule::Most => criteria.push(Priority::Most),
            }
            for criterion in criteria {
                let best = moves.iter().map(|m| self.worth(criterion, m)).max();
                moves.retain(|m| Some(self.worth(criterion, m)) == best);
            }
        }
        moves
    }
}

/// Whether steps that take the same are one, however they go.
pub fn are_merged(definition: &Definition) -> bool {
    let rules = JumpingDefinition::of(definition).unwrap();
    let far = |text: &str| text.contains(['B', 'R', 'Q', 'D']);
    let pieces = definition.pieces.iter();
    rules.chains != ChainRules::default()
        || pieces.filter_map(|piece| piece.jumps.as_ref()).any(|jumps| far(jumps.text()))
}
