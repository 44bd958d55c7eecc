//! Army games: who is in contact with the chief, and how safe the royal chiefs are.

use variants::definition::{ArmiesDefinition, Army};
use variants::{
    Bits, ByColor, Color, Definition, Geometry, PieceDefinition, PieceType, Position, Square,
};

use super::values::Values;
use super::{Tapered, Value};

/// Hundredths of its worth that a unit loses out of contact with its chief.
const CUT_OFF: i32 = 12;
/// Hundredths of its worth that a unit loses with its chief.
const LEADERLESS: i32 = 75;
/// Centipawns for having so many royal chiefs.
const CHIEFS: [i32; 3] = [-9000, 0, 2600];
/// Centipawns for an own unit next to a royal chief.
const GUARD: i32 = 7;
/// Centipawns against a side for each enemy unit that could take a royal chief at once.
const ATTACKED: i32 = 110;
/// The same when it is the last one.
const LAST_ATTACKED: i32 = 450;
/// Centipawns for each square that a unit is closer to an enemy royal chief than [`FAR`].
const CLOSER: i32 = 6;
/// The distance from which units are felt.
const FAR: i32 = 9;

/// Centipawns, beside its own worth, that a chief is thought to hold together.
const CHIEF: i32 = 600;

/// What is looked at, with its masks.
pub(crate) struct ArmiesTerms<B> {
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
    pub(crate) fn new(definition: &Definition, own: &ArmiesDefinition) -> Self {
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
        let (armies, royal_chiefs) = (own.armies.clone(), own.royal_chiefs.clone());
        ArmiesTerms { armies, royal_chiefs, takers, prey }
    }

    /// White's surplus in centipawns.
    pub(crate) fn evaluate<P: Position<Bits = B>>(&self, position: &P, values: &Values) -> Tapered {
        let contact = Color::ALL.map(|color| self.contact(position, color, values));
        let [white, black] = Color::ALL.map(|color| {
            let (lost, _) = contact[color as usize];
            let (_, enemies) = contact[1 - color as usize];
            self.chiefs(position, color, enemies) - lost
        });
        Tapered::both(white - black)
    }

    /// What a side's units lose for want of a chief, in centipawns, and those that may move.
    fn contact<P: Position<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        values: &Values,
    ) -> (i32, B) {
        let board = position.board();
        let geometry = &position.common().geometry;
        let mut lost = 0;
        let mut able = B::EMPTY;
        for army in &self.armies {
            let units =
                army.units.iter().fold(B::EMPTY, |set, &kind| set | board.pieces(color, kind));
            let chiefs = board.pieces(color, army.chief);
            let joined = joined(geometry, chiefs, units);
            able |= joined;
            let percent = if chiefs.any() { CUT_OFF } else { LEADERLESS };
            let apart = units & !joined;
            if apart.any() {
                for &kind in &army.units {
                    let count = (apart & board.pieces(color, kind)).count() as i32;
                    lost += count * values.worth(kind) * percent / 100;
                }
            }
        }
        (lost, able)
    }

    /// How a side's royal chiefs fare, in centipawns; `enemies` are those that may move.
    fn chiefs<P: Position<Bits = B>>(&self, position: &P, color: Color, enemies: B) -> i32 {
        let board = position.board();
        let geometry = &position.common().geometry;
        let chiefs =
            self.royal_chiefs.iter().fold(B::EMPTY, |set, &kind| set | board.pieces(color, kind));
        let count = chiefs.count() as usize;
        let mut worth = CHIEFS[count.min(CHIEFS.len() - 1)];
        for chief in chiefs.iter() {
            let near = geometry.dilate(B::bit(chief));
            worth += (near & board.side(color)).count().min(6) as i32 * GUARD;
            let takers = self.takers_of(board, !color, chief, enemies);
            worth -= takers * if count == 1 { LAST_ATTACKED } else { ATTACKED };
        }
        // Every unit counts by its distance to the nearest chief.
        let mut reach = chiefs;
        for distance in 0..FAR {
            worth -= (reach & enemies).count() as i32 * CLOSER;
            if distance + 1 < FAR {
                reach = geometry.dilate(reach);
            }
        }
        worth
    }

    /// Whether the side to move might take all royal chiefs of the enemy in this turn, as far as
    /// it is still to come: for each some unit of one army, led by its chief, reaches it when
    /// nothing is in its way. Units move once a turn, so otherwise none can, whatever the others
    /// do first.
    pub(crate) fn may_win<P: Position<Bits = B>>(&self, position: &P) -> bool {
        let (board, us) = (position.board(), position.side());
        let kinds = self.royal_chiefs.iter();
        let chiefs = kinds.fold(B::EMPTY, |set, &kind| set | board.pieces(!us, kind));
        let moving = position.moving_army();
        let mut armies = self.armies.iter().enumerate().filter(|&(index, army)| {
            moving.is_none_or(|moving| moving == index) && board.pieces(us, army.chief).any()
        });
        armies.any(|(_, army)| {
            chiefs.iter().all(|chief| {
                army.units.iter().any(|&kind| {
                    let takers = self.takers[us][kind.index()][chief.index()];
                    (takers & board.pieces(us, kind)).any()
                })
            })
        })
    }

    /// About how much the side that is not to move could take in one turn, in centipawns: by the
    /// army that can take most, each unit taking one.
    pub(crate) fn risk<P: Position<Bits = B>>(&self, position: &P, values: &Values) -> Value {
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
                let worth = |square: Square| {
                    let loss = board.get(square).map_or(0, |piece| self.loss(piece.kind(), values));
                    // Who takes what is guarded may be taken in turn.
                    let is_guarded = self.takers_of(board, us, square, board.side(us)) > 0;
                    let price = self.loss(taker.kind(), values) * 2 / 3;
                    if is_guarded { (loss - price).max(loss / 4) } else { loss }
                };
                let best = targets.iter().map(|square| (worth(square), square));
                if let Some((worth, square)) = best.max_by_key(|&(worth, _)| worth) {
                    taken |= B::bit(square);
                    sum += worth;
                }
            }
            most = most.max(sum);
        }
        most
    }

    /// What a side loses with a unit, in centipawns; with a chief the use of its army.
    fn loss(&self, kind: PieceType, values: &Values) -> i32 {
        let worth = values.worth(kind);
        if self.armies.iter().any(|army| army.chief == kind) { worth + CHIEF } else { worth }
    }

    fn takers_of(&self, board: &variants::Board<B>, color: Color, square: Square, able: B) -> i32 {
        let of_kind = |(index, takers): (usize, &Vec<B>)| {
            let units = board.pieces(color, PieceType::from_index(index)) & able;
            (units & takers[square.index()]).count() as i32
        };
        self.takers[color].iter().enumerate().map(of_kind).sum()
    }
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
        if wider == joined {
            return joined;
        }
        joined = wider;
    }
}
