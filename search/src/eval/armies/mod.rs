//! Terms of armies games: contact with the chief, and safety of royal chiefs.

mod raids;
mod seen;

use variants::definition::{ArmiesDefinition, Army};
use variants::{
    Bits, Board, BoardSize, ByColor, Color, Definition, PieceDefinition, PieceType, Position,
    Square,
};

pub(crate) use self::seen::Seen;
use self::seen::{Force, set_of};

use super::layout::Layout;
use super::sink::Sink;
use super::values::Values;
use super::weight::Weight;

/// Terms of the family, each with its generic weights.
///
/// - `cut-off`: for each 100 centipawns of units out of contact with their chief.
/// - `leaderless`: the same where there is no chief.
/// - `chiefs`: for having 0, 1, 2 royal chiefs or more.
/// - `chief-guard`: for an own unit adjacent to a royal chief, at most six.
/// - `chief-attacked`: for an enemy unit that attacks a royal chief.
/// - `last-attacked`: the same for the last royal chief.
/// - `closer`: for each square that an enemy unit is closer to a royal chief than [`FAR`].
/// - `closer-to-last`: the same for the last royal chief, and [`FAR_FROM_LAST`].
/// - `chief-flight`: for each square to which a royal chief can move without being attacked.
/// - `last-flight`: the same for the last royal chief.
/// - `last-inside`: for each square between the last royal chief and the nearest edges, both ways.
///   Two chiefs always catch a lone one, in at most twenty turns on 16x12 squares (as a retrograde
///   analysis of the three alone on the board shows), the sooner the nearer it is to a corner.
pub(super) fn terms() -> Vec<(&'static str, Vec<Weight>)> {
    let both = |list: &[f32]| list.iter().map(|&value| Weight::both(value)).collect();
    vec![
        ("cut-off", both(&[-12.0])),
        ("leaderless", both(&[-75.0])),
        ("chiefs", both(&[-9000.0, 0.0, 2600.0])),
        ("chief-guard", both(&[7.0])),
        ("chief-attacked", both(&[-110.0])),
        ("last-attacked", both(&[-450.0])),
        ("closer", both(&[-6.0])),
        ("closer-to-last", both(&[-12.0])),
        ("chief-flight", both(&[2.0])),
        ("last-flight", both(&[12.0])),
        ("last-inside", vec![Weight::new(0.0, 20.0)]),
    ]
}

/// Distance within which enemy units count.
const FAR: usize = 9;
/// Distance within which enemy units count at the last royal chief.
const FAR_FROM_LAST: usize = 15;

/// Indices of the terms' weights.
struct Indices {
    cut_off: usize,
    leaderless: usize,
    chiefs: usize,
    guard: usize,
    attacked: usize,
    last_attacked: usize,
    closer: usize,
    closer_to_last: usize,
    flight: usize,
    last_flight: usize,
    last_inside: usize,
}

/// Terms of armies games, with their masks.
pub(crate) struct ArmiesTerms<B> {
    at: Indices,
    kinds: Vec<PieceType>,
    /// Values by piece type, in centipawns.
    worth: Vec<i32>,
    armies: Vec<Army>,
    /// Unit types by army, as bit sets.
    army_kinds: Vec<u64>,
    royal_chiefs: Vec<PieceType>,
    /// Origins of captures on an empty board, by side, piece type and target square.
    takers: ByColor<Vec<Vec<B>>>,
    /// Targets of captures on an empty board, by side, piece type and origin square.
    prey: ByColor<Vec<Vec<B>>>,
}

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
                let paths = piece.moves.paths(size, from, color);
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
            takers,
            prey,
        }
    }

    /// Passes the terms of both sides to the sink.
    pub(super) fn walk<P: Position<Bits = B>>(&self, position: &P, sink: &mut impl Sink) {
        let mut seen = self.nothing_seen();
        self.renew(position, &mut seen, |color, kind, _, come| {
            come.iter().for_each(|square| sink.piece(color, kind, square));
        });
        self.tell(position, &seen, sink);
    }

    /// Passes all terms but the pieces themselves to the sink; `seen` is of this position.
    pub(super) fn tell<P: Position<Bits = B>>(
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
    fn chiefs<P: Position<Bits = B>>(
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
