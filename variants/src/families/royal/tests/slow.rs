//! The royal family's rules stated again: slowly, on a list of squares, from the paths alone.

use std::collections::{BTreeMap, BTreeSet};

use super::slow_gates::{gates, rights};
use super::slow_hands::held;
use crate::betza::Path;
use crate::royal::{
    CastlingDefinition, PassRule, PawnRules, PromotionLimit, RoyalDefinition, Zone,
};
use crate::{Color, Definition, Fen, Piece, PieceType, Square};

/// A position, as its FEN has it.
pub(super) struct World<'a> {
    pub(super) definition: &'a Definition,
    pub pieces: BTreeMap<Square, Piece>,
    pub(super) side: Color,
    /// Checks left to give, of White and Black.
    pub(super) checks: Option<[u8; 2]>,
    /// Pieces in hand.
    pub(super) hands: Vec<Piece>,
    pub(super) gates: Vec<Square>,
    pub(super) walls: Vec<Square>,
    /// Passes in a row that were made last.
    pub(super) passes: usize,
    pub(super) castling: String,
    pub(super) en_passant: Vec<Square>,
    initial_rank: u8,
    promotion_rank: u8,
    pub(super) castling_rule: Option<&'a CastlingDefinition>,
    pub(super) royal: &'a RoyalDefinition,
}

/// A move: its text and what it does to the pieces.
pub(super) struct Change {
    pub(super) text: String,
    pub removed: Vec<Square>,
    pub put: Vec<(Square, Piece)>,
}

impl<'a> World<'a> {
    pub fn new(definition: &'a Definition, fen: &Fen) -> Self {
        let royal = RoyalDefinition::of(definition).unwrap();
        let mut en_passant = Vec::new();
        let passes = ["pass", "passes"].iter().position(|&mark| fen.en_passant == mark);
        let passes = passes.map_or(0, |index| index + 1);
        let marks = if passes > 0 { String::new() } else { fen.en_passant.replace('-', "") };
        let starts: Vec<usize> = marks.match_indices(char::is_alphabetic).map(|m| m.0).collect();
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(marks.len());
            en_passant.push(definition.size.parse_square(&marks[start..end]).unwrap());
        }
        World {
            definition,
            pieces: fen.pieces.iter().copied().collect(),
            side: fen.side,
            checks: fen.checks.map(|left| Color::ALL.map(|color| left[color])),
            hands: held(fen),
            gates: gates(definition, fen),
            walls: fen.walls.clone(),
            passes,
            castling: rights(royal, fen),
            en_passant,
            initial_rank: royal.initial_rank,
            promotion_rank: royal.promotion_rank,
            castling_rule: royal.castling.as_deref(),
            royal,
        }
    }

    fn rank(&self, color: Color, square: Square) -> u8 {
        let rank = self.definition.size.rank(square);
        if color == Color::White { rank } else { self.definition.size.ranks() - 1 - rank }
    }

    /// Whether a zone has a square for a side's kind; the rank counts where no zone is stated.
    fn is_in(&self, zone: &Zone, rank: u8, color: Color, kind: PieceType, square: Square) -> bool {
        match zone.kinds.iter().find(|(other, _)| *other == kind) {
            Some((_, own)) => own[color].contains(&square),
            None => match &zone.all {
                Some(all) => all[color].contains(&square),
                None => self.rank(color, square) == rank,
            },
        }
    }

    pub(super) fn is_initial(&self, color: Color, from: Square) -> bool {
        self.pieces.get(&from).is_some_and(|piece| {
            let zone = &self.royal.pawns.initial;
            self.is_in(zone, self.initial_rank, color, piece.kind(), from)
        })
    }

    /// Kinds that a piece may become where it arrives; none: it stays what it is.
    fn arrivals(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        captures: bool,
    ) -> Vec<Option<PieceType>> {
        let PawnRules { promotion, must_promote, by_capture, by_leaving, .. } = &*self.royal.pawns;
        let (kind, us) = (piece.kind(), piece.color());
        let arrives = self.is_in(promotion, self.promotion_rank, us, kind, to);
        let leaves = by_leaving.contains(&kind)
            && self.is_in(promotion, self.promotion_rank, us, kind, from);
        if self.definition.piece(kind).promotes.is_empty()
            || !arrives && !leaves
            || by_capture.contains(&kind) && !captures
            || self.royal.promotes_in_place(kind)
        {
            return vec![None];
        }
        let mut found: Vec<_> = self.allowed_promotions(piece).into_iter().map(Some).collect();
        // Where no squares are stated it has to promote.
        let stated = must_promote.all.is_some() || must_promote.kinds.iter().any(|k| k.0 == kind);
        let has_to = |square: Square| {
            self.is_in(promotion, self.promotion_rank, us, kind, square)
                && (!stated || self.is_in(must_promote, 0, us, kind, square))
        };
        if !(has_to(to) || by_leaving.contains(&kind) && has_to(from)) {
            found.push(None);
        }
        found
    }

    /// Kinds that a piece may become as far as limits go.
    pub(super) fn allowed_promotions(&self, piece: Piece) -> Vec<PieceType> {
        let (limit, us) = (&self.royal.pawns.limit, piece.color());
        let promotes = self.definition.piece(piece.kind()).promotes_of(us);
        // What reverts when it is taken counts as what it looks like.
        let looks = |kind: PieceType| self.definition.piece(kind).fen(us).replace('~', "");
        let count = |pieces: &[(Square, Piece)], kind| {
            let is_alike =
                |piece: &Piece| piece.color() == us && looks(piece.kind()) == looks(kind);
            pieces.iter().filter(|(_, piece)| is_alike(piece)).count()
        };
        let own: Vec<_> = self.pieces.iter().map(|(&square, &piece)| (square, piece)).collect();
        let start = Fen::parse(&self.definition.start, self.definition).unwrap().pieces;
        let is_allowed = |kind: PieceType| match limit {
            PromotionLimit::None => true,
            PromotionLimit::Lost => count(&own, kind) < count(&start, kind),
            PromotionLimit::Numbers(numbers) => numbers.iter().all(|&(other, number)| {
                looks(other) != looks(kind) || count(&own, kind) < usize::from(number)
            }),
        };
        promotes.iter().copied().filter(|&kind| is_allowed(kind)).collect()
    }

    /// Whether pieces of a kind can come back to it by promotions.
    pub(super) fn comes_back(&self, kind: PieceType) -> bool {
        let mut reached = vec![kind];
        for _ in self.definition.piece_types() {
            let further = reached.iter().flat_map(|&kind| &self.definition.piece(kind).promotes);
            reached = further.copied().collect::<BTreeSet<_>>().into_iter().collect();
            if reached.contains(&kind) {
                return true;
            }
        }
        false
    }

    /// Whether a path may be begun where a piece of that side stands.
    pub(super) fn may_begin(&self, color: Color, from: Square, path: &Path) -> bool {
        if !path.modes.initial {
            return true;
        }
        let Some(piece) = self.pieces.get(&from).filter(|_| self.is_initial(color, from)) else {
            return false;
        };
        let unmoved = self.royal.unmoved.as_ref();
        if !unmoved.is_some_and(|own| own.pieces.contains(&piece.kind())) {
            return true;
        }
        // First moves of these do not capture: check asks for none of them.
        let waits = || self.definition.piece(piece.kind()).royal && self.in_check(color);
        path.modes.quiet && self.gates.contains(&from) && !waits()
    }

    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        // As if a king stood there, where nothing of the other side does: some kinds cannot take some.
        let mut world =
            World { pieces: self.pieces.clone(), ..World::new(self.definition, &self.fen()) };
        let king = self.definition.piece_types().next().unwrap();
        if world.pieces.get(&square).is_none_or(|piece| piece.color() == by) {
            world.pieces.insert(square, Piece::new(!by, king));
        }
        world.pieces.iter().filter(|(_, piece)| piece.color() == by).any(|(&from, piece)| {
            let kind = self.definition.piece(piece.kind());
            self.paths(kind, from, by).iter().any(|path| {
                path.modes.capture
                    && self.may_begin(by, from, path)
                    && world.landings(by, kind, path).contains(&square)
            })
        })
    }

    pub(super) fn fen(&self) -> Fen {
        Fen {
            pieces: self.pieces.iter().map(|(&square, &piece)| (square, piece)).collect(),
            side: self.side,
            castling: "-".to_owned(),
            en_passant: "-".to_owned(),
            clock: 0,
            number: 1,
            checks: None,
            hands: None,
            walls: self.walls.clone(),
        }
    }

    pub(super) fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let size = self.definition.size;
        for (&from, &piece) in self.pieces.iter().filter(|(_, piece)| piece.color() == self.side) {
            let definition = self.definition.piece(piece.kind());
            let mut push = |to: Square, removed: Vec<Square>| {
                let text = size.name(from) + &size.name(to);
                let captures = removed[1..].iter().any(|square| self.pieces.contains_key(square));
                let arrivals = match removed[1] == to || !self.royal.pawns.en_passant_stays {
                    true => self.arrivals(piece, from, to, captures),
                    false => vec![None],
                };
                for kind in arrivals {
                    let letter = kind.map(|kind| {
                        let target = self.definition.piece(kind);
                        let is_own = target.letter == definition.letter;
                        let signed = target.promoted && (target.reverts.is_some() || is_own);
                        match (definition.promoted, target.promoted) {
                            _ if signed => '+',
                            (true, false) if is_own && !target.is_marked() => '-',
                            _ => target.letter.to_ascii_lowercase(),
                        }
                    });
                    let becomes = kind.map_or(piece, |kind| Piece::new(self.side, kind));
                    let (mut removed, mut put) = (removed.clone(), vec![(to, becomes)]);
                    if captures && self.royal.blast.is_some() {
                        removed.extend(self.blasted(to));
                        put.clear();
                    }
                    changes.push(Change {
                        text: text.chars().chain(letter).collect(),
                        removed,
                        put,
                    });
                }
            };
            for path in self.paths(definition, from, self.side) {
                let begins = self.may_begin(self.side, from, &path);
                let landings = self.landings(self.side, definition, &path);
                for to in landings.into_iter().filter(|_| begins) {
                    push(to, vec![from, to]);
                }
                let to = path.squares[0];
                let zone = definition.zone.as_ref();
                let may_stand = zone.is_none_or(|zone| zone[self.side].contains(&to));
                if path.modes.en_passant && may_stand && self.en_passant.contains(&to) {
                    push(to, vec![from, self.passer(to)]);
                }
            }
        }
        changes
    }

    /// Whether a royal piece of the other side on a square could be taken.
    pub(super) fn is_in_danger(&self, square: Square, by: Color) -> bool {
        self.is_attacked(square, by) && !self.is_beside_royal(square, by)
    }

    /// Squares around one whose pieces a blast removes.
    fn blasted(&self, to: Square) -> Vec<Square> {
        let size = self.definition.size;
        let survivors = self.royal.blast.as_ref().map_or(&[][..], |blast| &blast.survivors);
        let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
        let is_beside = |square: &Square| {
            near(size.file(*square), size.file(to)) && near(size.rank(*square), size.rank(to))
        };
        let dies = |square: &Square| {
            self.pieces.get(square).is_some_and(|piece| !survivors.contains(&piece.kind()))
        };
        size.iter().filter(is_beside).filter(dies).collect()
    }

    /// Whether a square is beside a royal piece of a side, in a game of blasts.
    pub(super) fn is_beside_royal(&self, square: Square, color: Color) -> bool {
        let size = self.definition.size;
        self.royal.blast.is_some()
            && self.pieces.iter().any(|(&at, piece)| {
                piece.color() == color
                    && self.definition.piece(piece.kind()).royal
                    && at != square
                    && size.file(at).abs_diff(size.file(square)) <= 1
                    && size.rank(at).abs_diff(size.rank(square)) <= 1
            })
    }

    /// The enemy's piece that has passed a square: the next one on its way.
    fn passer(&self, square: Square) -> Square {
        let size = self.definition.size;
        if self.royal.turn.is_some() {
            // In the games of these tests only pawns of chess pass squares.
            let ahead = if self.side == Color::White { -1 } else { 1 };
            return size.offset(square, 0, ahead).unwrap();
        }
        for (home, kind) in
            size.iter().flat_map(|home| self.definition.piece_types().map(move |kind| (home, kind)))
        {
            let paths = self.paths(self.definition.piece(kind), home, !self.side);
            for path in paths.iter().filter(|path| path.modes.passes) {
                let last = path.squares[path.squares.len() - 1];
                let passed = &path.squares[..path.squares.len() - 1];
                let zone = &self.royal.pawns.initial;
                if self.is_in(zone, self.initial_rank, !self.side, kind, home)
                    && passed.contains(&square)
                    && self.en_passant.iter().all(|mark| passed.contains(mark))
                    && passed.iter().chain([&home]).all(|mark| !self.pieces.contains_key(mark))
                    && self.pieces.get(&last) == Some(&Piece::new(!self.side, kind))
                {
                    return last;
                }
            }
        }
        panic!("nothing has passed {}", size.name(square));
    }

    /// The legal moves and the pieces after each.
    pub fn moves(&self) -> BTreeMap<String, BTreeMap<Square, Piece>> {
        self.moves_by(true)
    }

    /// The same; drops that may not give mate are looked at if `asks_mate`.
    pub(super) fn moves_by(&self, asks_mate: bool) -> BTreeMap<String, BTreeMap<Square, Piece>> {
        if self.decided().is_some() { BTreeMap::new() } else { self.undecided_moves(asks_mate) }
    }

    /// The same, whether or not the game is over.
    pub(super) fn undecided_moves(
        &self,
        asks_mate: bool,
    ) -> BTreeMap<String, BTreeMap<Square, Piece>> {
        let mut moves = BTreeMap::new();
        let mut captures = BTreeMap::new();
        let mut changes = self.drops(asks_mate);
        if !self.must_drop() {
            changes.extend(self.changes().into_iter().chain(self.castlings()));
            changes.extend(self.promotions_in_place());
        }
        for change in changes {
            if !self.add_if_safe(&change, &mut moves, &mut captures) {
                continue;
            }
            for gating in self.gatings(&change) {
                self.add_if_safe(&gating, &mut moves, &mut captures);
            }
        }
        self.drop_unforced(&mut moves);
        let has_duty = self.royal.must_capture && !captures.is_empty();
        let may_pass = match self.royal.pass {
            _ if has_duty || self.must_drop() => false,
            None => false,
            Some(PassRule::Always) => self.has_to_part() || !self.in_check(self.side),
            Some(PassRule::Stalemate) => moves.is_empty() && !self.in_check(self.side),
        };
        let own = || self.pieces.iter().filter(|(_, piece)| piece.color() == self.side);
        let is_royal = |(_, piece): &(&Square, &Piece)| self.definition.piece(piece.kind()).royal;
        if let Some((&at, _)) =
            own().find(is_royal).or_else(|| own().next()).or_else(|| self.pieces.iter().next())
            && may_pass
        {
            let name = self.definition.size.name(at);
            moves.insert(name.clone() + &name, self.pieces.clone());
        }
        if has_duty { captures } else { moves }
    }

    pub(super) fn pieces_after(&self, change: &Change) -> BTreeMap<Square, Piece> {
        let mut pieces = self.pieces.clone();
        for square in &change.removed {
            pieces.remove(square);
        }
        pieces.extend(change.put.iter().copied());
        if let Some(&(to, _)) = change.put.first() {
            self.flip(to, &mut pieces);
        }
        pieces
    }

    pub(super) fn world_after(&self, pieces: &BTreeMap<Square, Piece>, walls: &[Square]) -> Self {
        World {
            pieces: pieces.clone(),
            walls: walls.to_vec(),
            ..World::new(self.definition, &self.fen())
        }
    }

    /// Adds a change to the moves, and to the captures if it takes something, if it leaves royal pieces
    /// safe.
    fn add_if_safe(
        &self,
        change: &Change,
        moves: &mut BTreeMap<String, BTreeMap<Square, Piece>>,
        captures: &mut BTreeMap<String, BTreeMap<Square, Piece>>,
    ) -> bool {
        let pieces = self.pieces_after(change);
        let is_safe = self
            .walls_after(change, &pieces)
            .iter()
            .any(|walls| self.is_safe(change, &self.world_after(&pieces, walls)));
        if is_safe {
            if self.takes(&pieces) {
                captures.insert(change.text.clone(), pieces.clone());
            }
            moves.insert(change.text.clone(), pieces);
        }
        is_safe
    }

    /// Whether the side to move is in check, or has to capture.
    pub fn is_forced(&self) -> bool {
        self.in_check(self.side)
            || self.royal.must_capture && self.moves().values().any(|pieces| self.takes(pieces))
    }

    /// Whether the enemy has fewer of some pieces than now.
    fn takes(&self, after: &BTreeMap<Square, Piece>) -> bool {
        let enemies = |pieces: &BTreeMap<Square, Piece>| {
            pieces.values().filter(|piece| piece.color() != self.side).count()
        };
        enemies(after) < enemies(&self.pieces)
    }
}
