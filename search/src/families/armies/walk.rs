//! Terms of armies games: contact with the chief, and safety of royal chiefs.

use variants::armies::ArmiesDefinition;

use variants::{
    Attacks, Bits, Board, BoardSize, ByColor, Color, Definition, PieceDefinition, PieceType, Square,
};

use super::lone_chief::LoneChief;
use super::seen::{Force, Seen, set_of};
use super::terms::{ArmiesTerms, Indices};
use crate::eval::{Layout, Sink, Values};

impl<B: Bits> ArmiesTerms<B> {
    pub(super) fn new(
        definition: &Definition,
        own: &ArmiesDefinition,
        values: &Values,
        layout: &Layout,
    ) -> Self {
        let size = definition.size;
        let takers_of = |piece: &PieceDefinition, color| {
            let mut takers = vec![B::EMPTY; size.squares()];
            for from in size.iter() {
                let paths = definition.paths(piece, from, color);
                for path in paths.iter().filter(|path| path.modes.capture) {
                    for to in &path.squares[path.first_landing..] {
                        takers[to.index()] |= B::bit(from);
                    }
                }
            }
            takers
        };
        let takers: ByColor<Vec<Vec<B>>> = ByColor::from_fn(|color| {
            definition.pieces.iter().map(|piece| takers_of(piece, color)).collect()
        });
        let prey = ByColor::from_fn(|color| takers[color].iter().map(|of| turned(of)).collect());
        ArmiesTerms {
            at: Indices {
                cut_off: layout.term("cut-off"),
                leaderless: layout.term("leaderless"),
                chiefs: layout.term("chiefs"),
                guard: layout.term("chief-guard"),
                attacked: layout.term("chief-attacked"),
                last_attacked: layout.term("last-attacked"),
                closer: layout.term("closer"),
                closer_to_last: layout.term("closer-to-last"),
                flight: layout.term("chief-flight"),
                last_flight: layout.term("last-flight"),
                last_inside: layout.term("last-inside"),
            },
            kinds: definition.piece_types().collect(),
            worth: definition.piece_types().map(|kind| values.worth(kind)).collect(),
            army_kinds: own.armies.iter().map(|army| set_of(&army.units)).collect(),
            armies: own.armies.clone(),
            royal_chiefs: own.royal_chiefs.clone(),
            lone_chief: LoneChief::new(definition),
            takers,
            prey,
        }
    }

    /// Passes the terms of both sides to the sink.
    pub(super) fn walk<P: Attacks<Bits = B>>(&self, position: &P, sink: &mut impl Sink) {
        let mut seen = self.nothing_seen();
        self.renew(position, &mut seen, |color, kind, _, come| {
            come.iter().for_each(|square| sink.piece(color, kind, square));
        });
        self.add_seen(position, &seen, sink);
    }

    /// Passes all terms but the pieces themselves to the sink; `seen` is of this position.
    pub(super) fn add_seen<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        seen: &Seen<B>,
        sink: &mut impl Sink,
    ) {
        for color in Color::ALL {
            for contact in seen.contacts(color) {
                let index = if contact.led { self.at.cut_off } else { self.at.leaderless };
                sink.add(color, index, contact.lost);
            }
            self.chiefs(position, color, seen, sink);
        }
    }

    /// Passes the terms of a side's royal chiefs to the sink.
    fn chiefs<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        seen: &Seen<B>,
        sink: &mut impl Sink,
    ) {
        let board = position.board();
        let geometry = &position.common().geometry;
        let chiefs = seen.chiefs(color);
        let count = chiefs.count() as usize;
        sink.add(color, self.at.chiefs + count.min(2), 1);
        let at = &self.at;
        let (attacked, flight, nearness) = match count {
            1 => (at.last_attacked, at.last_flight, at.closer_to_last),
            _ => (at.attacked, at.flight, at.closer),
        };
        let Force { able, covered, .. } = seen.force(!color);
        for chief in chiefs.iter() {
            let near = geometry.dilate(B::bit(chief));
            let guards = (near & board.side(color)).count().min(6) as i32;
            sink.add(color, at.guard, guards);
            if covered.contains(chief) {
                sink.add(color, attacked, self.takers_of(board, !color, chief, able));
            }
            let kind = board.get(chief).map_or(0, |piece| piece.kind().index());
            let ways = self.prey[color][kind][chief.index()] & !board.side(color);
            sink.add(color, flight, (ways & !covered).count() as i32);
            if count == 1 {
                sink.add(color, at.last_inside, inside(position.common().definition.size, chief));
            }
        }
        sink.add(color, nearness, seen.closer(color));
    }

    /// Returns the number of a side's able units that capture on a square if nothing is in their
    /// way.
    fn takers_of(&self, board: &Board<B>, color: Color, square: Square, able: B) -> i32 {
        let of_kind = |(index, takers): (usize, &Vec<B>)| {
            let units = board.pieces(color, PieceType::from_index(index)) & able;
            (units & takers[square.index()]).count() as i32
        };
        self.takers[color].iter().enumerate().map(of_kind).sum()
    }
}

/// Returns the distance to the nearest edges, files and ranks added.
fn inside(size: BoardSize, square: Square) -> i32 {
    let to_edge = |at: u8, all: u8| i32::from(at.min(all - 1 - at));
    to_edge(size.file(square), size.files()) + to_edge(size.rank(square), size.ranks())
}

/// Transposes sets: for each square, the squares in whose set it is.
fn turned<B: Bits>(sets: &[B]) -> Vec<B> {
    let mut turned = vec![B::EMPTY; sets.len()];
    for (index, set) in sets.iter().enumerate() {
        for square in set.iter() {
            turned[square.index()] |= B::bit(Square::from_index(index as u8));
        }
    }
    turned
}
