//! Terms of royal games: pawns, mobility, threats and king safety.

use variants::royal::RoyalDefinition;
use variants::{Attacks, Bits, Color, Definition, Direction, Piece, PieceType, Square};

use super::ends::EndTerms;
use super::handicap::handicap;
use super::hands::HandTerms;
use super::masks::{Masks, PawnKind, attacks_one_by_one, pawns};
use super::room::RoomTerms;
use super::terms::{Indices, MAX_ATTACKERS};
use crate::eval::{Balance, Layout, Sink, Values, is_color_bound};
use crate::sort::sort_by_key;

/// Maximum number of attackers that the attacks on a king are multiplied by.
const MOST_ATTACKERS: i32 = 6;
/// Officers below this share of another's value, in hundredths, threaten it.
const CHEAPER: i32 = 88;
/// Minimum value of officers needed to mate, in centipawns.
const MATING: i32 = 450;
/// Scale of an advantage that cannot win, in sixteenths.
const DRAWISH: i32 = 4;

/// Officers of about the same value.
struct Class {
    /// Piece types with their values and the indices of their king attack weights.
    kinds: Vec<(PieceType, i32, usize)>,
}

/// Terms of royal games, with their masks.
pub struct RoyalTerms<B> {
    at: Indices,
    masks: Masks<B>,
    pawns: Vec<PawnKind>,
    royals: Vec<PieceType>,
    /// Classes of officers, the most valuable first.
    classes: Vec<Class>,
    color_bound: Vec<PieceType>,
    /// Terms of ends beside mate, in games that have any.
    pub(super) ends: Option<Box<EndTerms>>,
    /// Terms of the room to move, in games that are won by it.
    pub(super) room: Option<RoomTerms>,
    /// Terms of pieces in hand, in games with hands.
    hands: Option<Box<HandTerms>>,
    /// Worth of more moves a turn, in centipawns for White.
    handicap: i32,
}

/// Intermediate results of the walk, by side.
struct Found<B> {
    kings: [Square; 2],
    /// King ring: the king's square and the adjacent ones.
    rings: [B; 2],
    pawns: [B; 2],
    pawn_attacks: [B; 2],
    /// Squares attacked by pieces other than the king.
    attacked: [B; 2],
    /// Officers that were already visited: more valuable than those visited now.
    officers: [B; 2],
    worth: [i32; 2],
}

impl<B: Bits> RoyalTerms<B> {
    pub(super) fn new(definition: &Definition, values: &Values, layout: &Layout) -> Self {
        let mut officers: Vec<(PieceType, i32, usize)> = definition
            .piece_types()
            .filter_map(|kind| Some((kind, values.officer(kind), layout.king_attack(kind)?)))
            .collect();
        sort_by_key(&mut officers, |&(_, worth, _)| i64::from(-worth));
        let mut classes: Vec<Class> = Vec::new();
        let mut head = 0;
        for officer in officers {
            match classes.last_mut() {
                Some(class) if officer.1 * 100 >= head * CHEAPER => class.kinds.push(officer),
                _ => {
                    head = officer.1;
                    classes.push(Class { kinds: vec![officer] });
                }
            }
        }
        let select = |keep: &dyn Fn(PieceType) -> bool| -> Vec<PieceType> {
            definition.piece_types().filter(|&kind| keep(kind)).collect()
        };
        RoyalTerms {
            at: Indices::new(layout),
            masks: Masks::new(definition.size),
            pawns: pawns(definition),
            royals: select(&|kind| definition.piece(kind).royal),
            classes,
            ends: RoyalDefinition::of(definition)
                .filter(|own| !own.ends.is_empty())
                .map(|_| Box::new(EndTerms::new(definition, layout))),
            room: RoomTerms::new(definition, layout),
            hands: HandTerms::new(definition, values, layout).map(Box::new),
            handicap: handicap(definition, values),
            color_bound: select(&|kind| {
                let piece = definition.piece(kind);
                values.officer(kind) > 0 && is_color_bound(definition, piece)
            }),
        }
    }

    /// Passes the terms of both sides to the sink.
    #[inline]
    pub(super) fn walk<P: Attacks<Bits = B>>(&self, position: &P, sink: &mut impl Sink) -> Balance {
        let mut found = Found {
            kings: [Square::from_index(0); 2],
            rings: [B::EMPTY; 2],
            pawns: [B::EMPTY; 2],
            pawn_attacks: [B::EMPTY; 2],
            attacked: [B::EMPTY; 2],
            officers: [B::EMPTY; 2],
            worth: [0; 2],
        };
        for color in Color::ALL {
            self.look_at_pawns(position, color, &mut found);
        }
        let king_attacks = Color::ALL.map(|color| self.king(position, color, &mut found, sink));
        self.officers(position, &mut found, sink);
        if let Some((terms, hands)) = self.hands.as_ref().zip(position.hands()) {
            for color in Color::ALL {
                found.worth[color as usize] += terms.count(hands, color, sink);
                let king = B::bit(found.kings[color as usize]);
                let ring = found.rings[color as usize] & !king;
                let holes = ring & !found.attacked[color as usize] & !position.board().side(color);
                terms.danger(hands, color, holes, sink);
            }
        }
        for color in Color::ALL {
            self.pawn_structure(position, color, &found, sink);
            if !self.royals.is_empty() {
                self.king_safety(position, color, &found, sink);
            }
            self.threats(position, color, &found, king_attacks[!color as usize], sink);
        }
        Balance {
            officers: found.worth[0] + found.worth[1],
            scale: Color::ALL.map(|color| self.finish(color, &found, sink)),
            bias: self.handicap,
        }
    }

    /// Returns the attacks of a side's pieces of one type.
    #[inline]
    pub(super) fn attacks<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        kind: PieceType,
    ) -> B {
        let pieces = position.board().pieces(color, kind);
        match self.pawns.iter().find(|pawn| pawn.kind == kind) {
            Some(pawn) => pawn.attacks(position, color, pieces),
            None => attacks_one_by_one(position, Piece::new(color, kind), pieces),
        }
    }

    /// Finds a side's pawns and their attacks.
    #[inline]
    fn look_at_pawns<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        found: &mut Found<B>,
    ) {
        let side = color as usize;
        for pawn in &self.pawns {
            let pawns = position.board().pieces(color, pawn.kind);
            found.pawns[side] |= pawns;
            found.pawn_attacks[side] |= pawn.attacks(position, color, pawns);
        }
        found.attacked[side] = found.pawn_attacks[side];
    }

    /// Finds a side's king; returns its attacks.
    #[inline]
    fn king<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        found: &mut Found<B>,
        sink: &mut impl Sink,
    ) -> B {
        let mut attacks = B::EMPTY;
        for &kind in &self.royals {
            for square in position.board().pieces(color, kind).iter() {
                sink.piece(color, kind, square);
                found.kings[color as usize] = square;
                found.rings[color as usize] |= position.common().geometry.dilate(B::bit(square));
                attacks |= position.attacks(Piece::new(color, kind), square);
            }
        }
        attacks
    }

    /// Counts the terms of officers, the most valuable first: mobility, threats to more valuable
    /// ones, attacks on the king ring.
    #[inline]
    fn officers<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        found: &mut Found<B>,
        sink: &mut impl Sink,
    ) {
        let board = position.board();
        let mut hits = [[0_u8; PieceType::MAX]; 2];
        let mut attackers = [0_i32; 2];
        let mut threats = [0_i32; 2];
        for class in &self.classes {
            let dearer = found.officers;
            for &(kind, worth, _) in &class.kinds {
                if board.kind(kind).is_empty() {
                    continue;
                }
                for color in Color::ALL {
                    let (us, them) = (color as usize, !color as usize);
                    let pieces = board.pieces(color, kind);
                    let barred = board.side(color) | found.pawn_attacks[them];
                    for square in pieces.iter() {
                        let attacks = position.attacks(Piece::new(color, kind), square);
                        sink.piece(color, kind, square);
                        sink.reach(color, kind, (attacks & !barred).count());
                        found.attacked[us] |= attacks;
                        found.worth[us] += worth;
                        let near = attacks & found.rings[them];
                        if near.any() {
                            attackers[us] += 1;
                            hits[us][kind.index()] += near.count() as u8;
                        }
                        let dear = attacks & dearer[them];
                        if dear.any() {
                            threats[us] += dear.count() as i32;
                        }
                    }
                    found.officers[us] |= pieces;
                }
            }
        }
        for color in Color::ALL {
            let us = color as usize;
            sink.add(color, self.at.officer_threat, threats[us]);
            let times = attackers[us].min(MOST_ATTACKERS);
            if times > 0 {
                for &(kind, _, king_attack) in self.classes.iter().flat_map(|class| &class.kinds) {
                    if hits[us][kind.index()] > 0 {
                        sink.add(color, king_attack, i32::from(hits[us][kind.index()]) * times);
                    }
                }
            }
            let count = (attackers[us] as usize).min(MAX_ATTACKERS);
            sink.add(!color, self.at.attackers + count, 1);
        }
    }

    #[inline]
    fn pawn_structure<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        found: &Found<B>,
        sink: &mut impl Sink,
    ) {
        let (board, masks) = (position.board(), &self.masks);
        let geometry = &position.common().geometry;
        let (own, enemy) = (found.pawns[color as usize], found.pawns[!color as usize]);
        for pawn in &self.pawns {
            for square in board.pieces(color, pawn.kind).iter() {
                sink.piece(color, pawn.kind, square);
            }
        }
        let beside =
            |set| geometry.shift(set, Direction::East) | geometry.shift(set, Direction::West);
        // Squares with an own pawn ahead on the file, and squares with an enemy pawn that could
        // still stop a pawn.
        let behind = masks.fill(!color, geometry.shift(own, Direction::North.seen_by(!color)));
        let facing = geometry.shift(enemy | beside(enemy), Direction::North.seen_by(!color));
        let stopped = masks.fill(!color, facing);
        let files = masks.fill(Color::White, masks.fill(Color::Black, own));
        sink.add(color, self.at.isolated, (own & !beside(files)).count() as i32);
        sink.add(color, self.at.doubled, (own & behind).count() as i32);
        for square in (own & !stopped & !behind).iter() {
            self.passed(position, color, square, found, sink);
        }
        let defended = own & found.pawn_attacks[color as usize];
        sink.add(color, self.at.defended, defended.count() as i32);
        let right = geometry.shift(own, Direction::East);
        sink.add(color, self.at.phalanx, (own & right).count() as i32);
        let room = found.pawn_attacks[color as usize] & masks.far[color];
        sink.add(color, self.at.space, room.count() as i32);
    }

    fn passed<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        square: Square,
        found: &Found<B>,
        sink: &mut impl Sink,
    ) {
        let (at, masks) = (&self.at, &self.masks);
        let rank = masks.rank(color, square);
        sink.add(color, at.passed + rank as usize, 1);
        if found.pawn_attacks[color as usize].contains(square) {
            sink.add(color, at.passed_protected, rank);
        }
        let next =
            masks.ahead[color][square.index()] & position.common().geometry.dilate(B::bit(square));
        if (next & position.board().occupied()).is_empty() {
            sink.add(color, at.passed_free, rank);
        }
        if self.royals.is_empty() {
            return;
        }
        let distance = |king: Square| masks.distance(king, square);
        sink.add(color, at.passed_own_king, distance(found.kings[color as usize]));
        sink.add(color, at.passed_enemy_king, distance(found.kings[!color as usize]));
    }

    #[inline]
    fn king_safety<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        found: &Found<B>,
        sink: &mut impl Sink,
    ) {
        let (us, them) = (color as usize, !color as usize);
        let king = found.kings[us];
        let ring = found.rings[us] & !B::bit(king);
        let own = found.pawns[us];
        let shield = ring & self.masks.fronts[color][king.index()] & own;
        sink.add(color, self.at.shield, shield.count() as i32);
        let guards = ring & position.board().side(color) & !own;
        sink.add(color, self.at.guard, guards.count() as i32);
        let open = self.masks.king_files[king.index()]
            .iter()
            .filter(|&&file| (own & self.masks.files[usize::from(file)]).is_empty());
        sink.add(color, self.at.open_file, open.count() as i32);
        let weak = ring & found.attacked[them] & !found.attacked[us];
        sink.add(color, self.at.weak_ring, weak.count() as i32);
    }

    #[inline]
    fn threats<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        found: &Found<B>,
        king_attacks: B,
        sink: &mut impl Sink,
    ) {
        let (us, them) = (color as usize, !color as usize);
        let attacked = found.attacked[us];
        let by_pawns = found.pawn_attacks[us] & found.officers[them];
        sink.add(color, self.at.pawn_threat, by_pawns.count() as i32);
        let bare = attacked & !(found.attacked[them] | king_attacks);
        sink.add(color, self.at.hanging, (bare & found.officers[them]).count() as i32);
        sink.add(color, self.at.hanging_pawn, (bare & found.pawns[them]).count() as i32);
        let control = attacked & !found.pawn_attacks[them];
        sink.add(color, self.at.control, control.count() as i32);
        for &kind in &self.color_bound {
            let pieces = position.board().pieces(color, kind);
            if pieces.has_several()
                && (pieces & self.masks.dark).any()
                && (pieces & !self.masks.dark).any()
            {
                sink.add(color, self.at.pair, 1);
            }
        }
    }

    /// Counts the endgame terms; returns the scale of the side's advantage, if it has one.
    #[inline]
    fn finish(&self, color: Color, found: &Found<B>, sink: &mut impl Sink) -> i32 {
        let (us, them) = (color as usize, !color as usize);
        let lead = found.worth[us] - found.worth[them];
        let enemy_is_bare = found.pawns[them].is_empty() && found.worth[them] < MATING;
        if enemy_is_bare && lead >= MATING {
            let [own, enemy] = [found.kings[us], found.kings[them]];
            sink.add(color, self.at.mop_edge, self.masks.center_distance(enemy));
            sink.add(
                color,
                self.at.mop_near,
                self.masks.longest() - self.masks.distance(own, enemy),
            );
        }
        // Captured pieces return by drops, and room is not material.
        if self.hands.is_some() || self.room.is_some() {
            return 16;
        }
        if found.pawns[us].is_empty() && lead < MATING { DRAWISH } else { 16 }
    }
}
