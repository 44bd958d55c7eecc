//! Army games: who is in contact with the chief, and how safe the royal chiefs are.

use variants::definition::{ArmiesDefinition, Army};
use variants::{
    Bits, ByColor, Color, Definition, Geometry, PieceDefinition, PieceType, Position, Square,
};

use super::Value;
use super::layout::Layout;
use super::sink::Sink;
use super::values::Values;
use super::weight::Weight;

/// The terms, each with the number of its weights.
///
/// - `cut-off`: for each 100 centipawns of units that are not in contact with their chief.
/// - `leaderless`: the same where there is no chief.
/// - `chiefs`: for having 0, 1, 2 royal chiefs or more.
/// - `chief-guard`: for an own unit next to a royal chief, six at most.
/// - `chief-attacked`: for an enemy unit that could take a royal chief at once.
/// - `last-attacked`: the same when it is the last chief.
/// - `closer`: for each square that an enemy unit is closer to a royal chief than [`FAR`].
/// - `closer-to-last`: the same for the last one, and [`FAR_FROM_LAST`].
/// - `chief-flight`: for each square to which a royal chief can flee from all that could take it.
/// - `last-flight`: the same for the last one.
pub(super) fn terms() -> Vec<(&'static str, usize)> {
    defaults().into_iter().map(|(name, weights)| (name, weights.len())).collect()
}

/// The generic weights.
pub(super) fn defaults() -> Vec<(&'static str, Vec<Weight>)> {
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
    ]
}

/// The distance from which units are felt.
const FAR: i32 = 9;
/// The same around the last royal chief.
const FAR_FROM_LAST: i32 = 15;

/// Centipawns, beside its own worth, that a chief is thought to hold together.
const CHIEF: i32 = 600;

/// Where the terms' weights are.
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
}

/// What is looked at, with its masks.
pub(crate) struct ArmiesTerms<B> {
    at: Indices,
    kinds: Vec<PieceType>,
    /// By kind, in centipawns.
    worth: Vec<i32>,
    armies: Vec<Army>,
    royal_chiefs: Vec<PieceType>,
    /// By side, kind and square: where a unit of that kind stands that takes on the square when
    /// nothing is in its way.
    takers: ByColor<Vec<Vec<B>>>,
    /// By side, kind and square: where a unit of that kind, standing there, takes when nothing is
    /// in its way.
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
            },
            kinds: definition.piece_types().collect(),
            worth: definition.piece_types().map(|kind| values.worth(kind)).collect(),
            armies: own.armies.clone(),
            royal_chiefs: own.royal_chiefs.clone(),
            takers,
            prey,
        }
    }

    /// Tells what counts for each side.
    pub(super) fn walk<P: Position<Bits = B>>(&self, position: &P, sink: &mut impl Sink) {
        let board = position.board();
        for color in Color::ALL {
            for &kind in &self.kinds {
                for square in board.pieces(color, kind).iter() {
                    sink.piece(color, kind, square);
                }
            }
        }
        let able = ByColor::from_fn(|color| self.contact(position, color, sink));
        for color in Color::ALL {
            self.chiefs(position, color, able[!color], sink);
        }
    }

    /// Tells what a side's units lose for want of a chief; returns those that may move.
    fn contact<P: Position<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        sink: &mut impl Sink,
    ) -> B {
        let board = position.board();
        let geometry = &position.common().geometry;
        let mut able = B::EMPTY;
        for army in &self.armies {
            let units =
                army.units.iter().fold(B::EMPTY, |set, &kind| set | board.pieces(color, kind));
            let chiefs = board.pieces(color, army.chief);
            let joined = joined(geometry, chiefs, units);
            able |= joined;
            let apart = units & !joined;
            if apart.any() {
                let index = if chiefs.any() { self.at.cut_off } else { self.at.leaderless };
                let worth = |kind: PieceType| {
                    (apart & board.pieces(color, kind)).count() as i32 * self.worth[kind.index()]
                };
                let lost: i32 = army.units.iter().map(|&kind| worth(kind)).sum();
                sink.add(color, index, (lost + 50) / 100);
            }
        }
        able
    }

    /// Tells how a side's royal chiefs fare; `enemies` are those that may move.
    fn chiefs<P: Position<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        enemies: B,
        sink: &mut impl Sink,
    ) {
        let board = position.board();
        let geometry = &position.common().geometry;
        let chiefs =
            self.royal_chiefs.iter().fold(B::EMPTY, |set, &kind| set | board.pieces(color, kind));
        let count = chiefs.count() as usize;
        sink.add(color, self.at.chiefs + count.min(2), 1);
        let at = &self.at;
        let (attacked, flight, nearness, far) = match count {
            1 => (at.last_attacked, at.last_flight, at.closer_to_last, FAR_FROM_LAST),
            _ => (at.attacked, at.flight, at.closer, FAR),
        };
        let covered = self.covered(board, !color, enemies);
        for chief in chiefs.iter() {
            let near = geometry.dilate(B::bit(chief));
            let guards = (near & board.side(color)).count().min(6) as i32;
            sink.add(color, at.guard, guards);
            sink.add(color, attacked, self.takers_of(board, !color, chief, enemies));
            let kind = board.get(chief).map_or(0, |piece| piece.kind().index());
            let ways = self.prey[color][kind][chief.index()] & !board.side(color);
            sink.add(color, flight, (ways & !covered).count() as i32);
        }
        // Every unit counts by its distance to the nearest chief.
        let mut reach = chiefs;
        let mut closer = 0;
        for distance in 0..far {
            closer += (reach & enemies).count() as i32;
            if distance + 1 < far {
                reach = geometry.dilate(reach);
            }
        }
        sink.add(color, nearness, closer);
    }

    /// Whether the side to move might take all royal chiefs of the enemy in this turn, as far as
    /// it is still to come.
    pub(crate) fn may_win<P: Position<Bits = B>>(&self, position: &P) -> bool {
        let chiefs = of_kinds(position, !position.side(), self.royal_chiefs.iter());
        self.led(position)
            .any(|army| chiefs.iter().all(|chief| self.reaches(position, army, chief)))
    }

    /// Whether the side to move might take some chief of the enemy in this turn, as far as it is
    /// still to come.
    pub(crate) fn is_tempted<P: Position<Bits = B>>(&self, position: &P) -> bool {
        let kinds = self.armies.iter().map(|army| &army.chief);
        let chiefs = of_kinds(position, !position.side(), kinds);
        self.led(position)
            .any(|army| chiefs.iter().any(|chief| self.reaches(position, army, chief)))
    }

    pub(crate) fn is_chief(&self, kind: PieceType) -> bool {
        self.armies.iter().any(|army| army.chief == kind)
    }

    /// The armies with a chief of which the side to move may move units.
    fn led<P: Position<Bits = B>>(&self, position: &P) -> impl Iterator<Item = &Army> {
        let moving = position.moving_army();
        self.armies.iter().enumerate().filter_map(move |(index, army)| {
            let may_move = moving.is_none_or(|moving| moving == index);
            let chiefs = position.board().pieces(position.side(), army.chief);
            (may_move && chiefs.any()).then_some(army)
        })
    }

    /// Whether some unit of an army of the side to move takes on a square when nothing is in its
    /// way. Units move once a turn, so otherwise none can, whatever the others do first.
    fn reaches<P: Position<Bits = B>>(&self, position: &P, army: &Army, square: Square) -> bool {
        let (board, us) = (position.board(), position.side());
        army.units.iter().any(|&kind| {
            (self.takers[us][kind.index()][square.index()] & board.pieces(us, kind)).any()
        })
    }

    /// About how much the side that is not to move could take in one turn, in centipawns: by the
    /// army that can take most, each unit taking one.
    pub(crate) fn risk<P: Position<Bits = B>>(
        &self,
        position: &P,
        worth: &[i32; PieceType::MAX],
    ) -> Value {
        let (board, us) = (position.board(), position.side());
        let geometry = &position.common().geometry;
        let mut most = 0;
        for army in &self.armies {
            let chiefs = board.pieces(!us, army.chief);
            if chiefs.is_empty() {
                continue;
            }
            let (mut units, mut near) = (B::EMPTY, B::EMPTY);
            for &kind in &army.units {
                let of_kind = board.pieces(!us, kind);
                units |= of_kind;
                for from in of_kind.iter() {
                    if (self.prey[!us][kind.index()][from.index()] & board.side(us)).any() {
                        near |= B::bit(from);
                    }
                }
            }
            if near.is_empty() {
                continue;
            }
            let (mut taken, mut sum) = (B::EMPTY, 0);
            for from in (near & joined(geometry, chiefs, units)).iter() {
                let Some(taker) = board.get(from) else { continue };
                let targets = position.reach(from) & board.side(us) & !taken;
                let profit = |square: Square| {
                    let loss = board.get(square).map_or(0, |piece| self.loss(piece.kind(), worth));
                    // Who takes what is guarded may be taken in turn.
                    let is_guarded = self.takers_of(board, us, square, board.side(us)) > 0;
                    let price = self.loss(taker.kind(), worth) * 2 / 3;
                    if is_guarded { (loss - price).max(loss / 4) } else { loss }
                };
                let best = targets.iter().map(|square| (profit(square), square));
                if let Some((profit, square)) = best.max_by_key(|&(profit, _)| profit) {
                    taken |= B::bit(square);
                    sum += profit;
                }
            }
            most = most.max(sum);
        }
        most
    }

    /// What a side loses with a unit, in centipawns; with a chief the use of its army.
    fn loss(&self, kind: PieceType, worth: &[i32; PieceType::MAX]) -> i32 {
        let worth = worth[kind.index()];
        if self.is_chief(kind) { worth + CHIEF } else { worth }
    }

    /// The squares on which some units of a side take when nothing is in their way.
    fn covered(&self, board: &variants::Board<B>, color: Color, units: B) -> B {
        units.iter().fold(B::EMPTY, |covered, from| match board.get(from) {
            Some(piece) => covered | self.prey[color][piece.kind().index()][from.index()],
            None => covered,
        })
    }

    fn takers_of(&self, board: &variants::Board<B>, color: Color, square: Square, able: B) -> i32 {
        let of_kind = |(index, takers): (usize, &Vec<B>)| {
            let units = board.pieces(color, PieceType::from_index(index)) & able;
            (units & takers[square.index()]).count() as i32
        };
        self.takers[color].iter().enumerate().map(of_kind).sum()
    }
}

/// A side's pieces of some kinds.
fn of_kinds<'a, P: Position>(
    position: &P,
    color: Color,
    kinds: impl Iterator<Item = &'a PieceType>,
) -> P::Bits {
    kinds.fold(P::Bits::EMPTY, |set, &kind| set | position.board().pieces(color, kind))
}

/// For each square those in whose set it is.
fn turned<B: Bits>(sets: &[B]) -> Vec<B> {
    let mut turned = vec![B::EMPTY; sets.len()];
    for (index, set) in sets.iter().enumerate() {
        for square in set.iter() {
            turned[square.index()] |= B::bit(Square::from_index(index as u8));
        }
    }
    turned
}

/// The units joined to the chiefs by chains of neighbours, the chiefs included.
fn joined<B: Bits>(geometry: &Geometry<B>, chiefs: B, units: B) -> B {
    let mut joined = chiefs;
    loop {
        let wider = geometry.dilate(joined) & units;
        if wider == joined || wider == units {
            return wider;
        }
        joined = wider;
    }
}
