//! Army games: who is in contact with the chief, and how safe the royal chiefs are.

use variants::definition::{ArmiesDefinition, Army};
use variants::{
    Bits, ByColor, Color, Definition, Geometry, PieceDefinition, PieceType, Position, Square,
};

use super::Tapered;
use super::values::Values;

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

/// What is looked at, with its masks.
pub(crate) struct ArmiesTerms<B> {
    armies: Vec<Army>,
    royal_chiefs: Vec<PieceType>,
    /// By side, kind and square: where a unit of that kind stands that takes on the square when
    /// nothing is in its way.
    takers: ByColor<Vec<Vec<B>>>,
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
        let takers = ByColor::from_fn(|color| {
            definition.pieces.iter().map(|piece| takers_of(piece, color)).collect()
        });
        ArmiesTerms { armies: own.armies.clone(), royal_chiefs: own.royal_chiefs.clone(), takers }
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

    /// Whether the side to move might take the enemy's last royal chief in this turn: some unit
    /// that its chief could lead reaches it when nothing is in its way. Units move once a turn, so
    /// otherwise none can, whatever the others do first.
    pub(crate) fn may_win<P: Position<Bits = B>>(&self, position: &P) -> bool {
        let (board, us) = (position.board(), position.side());
        let kinds = self.royal_chiefs.iter();
        let chiefs = kinds.fold(B::EMPTY, |set, &kind| set | board.pieces(!us, kind));
        let Some(chief) = chiefs.first().filter(|_| !chiefs.has_several()) else { return false };
        let led = self.armies.iter().filter(|army| board.pieces(us, army.chief).any());
        led.flat_map(|army| &army.units).any(|&kind| {
            let takers = self.takers[us][kind.index()][chief.index()];
            (takers & board.pieces(us, kind)).any()
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
