//! Won endings against a lone chief: the last turns, exactly.
//!
//! A chief with two guards, or with a knight and a guard, catches a lone chief, but the search of the most
//! promising turns rarely finds how. The table has every position on 16x12 squares in which a lone chief is
//! to move and cannot escape capture within sixteen turns of the other side, by retrograde analysis
//! (<https://www.chessprogramming.org/Retrograde_Analysis>). Before that, the evaluation knows well enough
//! how far a win is.

use std::sync::OnceLock;

use variants::armies::{Armies, Army};
use variants::{Bits, BoardSize, Color, Definition, PieceType, Position, Square};

use super::terms::ArmiesTerms;

/// For the pairs of [`Table`], in order: the number of positions, the differences of their keys in ascending order
/// (LEB128), and the turns to the capture less one, two to a byte, the first one low. Written by
/// `cargo run --release -p menagerie-tests --bin lone-chief`.
const DATA: &[u8] = include_bytes!("../../../data/lone-chief.bin");

const FILES: usize = 16;
const RANKS: usize = 12;
const SQUARES: usize = FILES * RANKS;

/// Units by their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// One king's step, or two.
    Chief,
    /// One king's step.
    Guard,
    Knight,
}

/// Distances of the positions of one pair of units.
#[derive(Debug, Default)]
struct Distances {
    /// See [`key`], in ascending order.
    keys: Vec<u32>,
    turns: Vec<u8>,
}

impl Distances {
    fn of(&self, key: u32) -> Option<u32> {
        self.keys.binary_search(&key).ok().map(|place| u32::from(self.turns[place]))
    }
}

/// Distances, by what helps the chief.
#[derive(Debug, Default)]
struct Table {
    two_guards: Distances,
    knight_and_guard: Distances,
}

/// Table of a game, read when it is first needed.
#[derive(Debug)]
pub(super) struct LoneChief {
    /// By piece type.
    roles: Vec<Option<Role>>,
    table: OnceLock<Table>,
}

impl LoneChief {
    /// Returns the table of a game; `None` if it is not of its board, or of its units.
    pub(super) fn new(definition: &Definition) -> Option<Self> {
        let role = |kind: PieceType| {
            let piece = definition.piece(kind);
            match piece.moves.text() {
                _ if !piece.moves_in.is_empty() => None,
                "K[K-K]" => Some(Role::Chief),
                "K" => Some(Role::Guard),
                "N" => Some(Role::Knight),
                _ => None,
            }
        };
        let fits = Some(definition.size) == BoardSize::new(FILES as u8, RANKS as u8)
            && definition.holes().is_empty();
        let roles: Vec<_> = definition.piece_types().map(role).collect();
        let is_complete = roles.contains(&Some(Role::Chief)) && roles.contains(&Some(Role::Guard));
        (fits && is_complete).then(|| LoneChief { roles, table: OnceLock::new() })
    }

    fn role(&self, kind: PieceType) -> Option<Role> {
        self.roles[kind.index()]
    }

    /// Returns the turns in which a lone chief is captured by a chief and two units, if the table has it;
    /// the lone chief is to move.
    fn turns(&self, lone: Square, chief: Square, pair: [(Role, Square); 2]) -> Option<u32> {
        let Table { two_guards, knight_and_guard } = self.table.get_or_init(|| read(DATA));
        match pair {
            [(Role::Guard, a), (Role::Guard, b)] => two_guards.of(key(lone, chief, [a, b], true)),
            [(Role::Knight, knight), (Role::Guard, guard)]
            | [(Role::Guard, guard), (Role::Knight, knight)] => {
                knight_and_guard.of(key(lone, chief, [knight, guard], false))
            }
            _ => None,
        }
    }
}

/// Returns the number of a position, the same for mirrored ones, and with `same` also for those with the
/// two units exchanged.
fn key(lone: Square, chief: Square, units: [Square; 2], same: bool) -> u32 {
    let (file, rank) = (lone.index() % FILES, lone.index() / FILES);
    let (right, upper) = (file >= FILES / 2, rank >= RANKS / 2);
    let place = |square: Square| {
        let (file, rank) = (square.index() % FILES, square.index() / FILES);
        let file = if right { FILES - 1 - file } else { file };
        let rank = if upper { RANKS - 1 - rank } else { rank };
        (file, rank)
    };
    let number = |square: Square| {
        let (file, rank) = place(square);
        rank * FILES + file
    };
    let (file, rank) = place(lone);
    let mut units = units.map(number);
    if same {
        units.sort_unstable();
    }
    let numbers = [number(chief), units[0], units[1]];
    let quarter = rank * (FILES / 2) + file;
    numbers.into_iter().fold(quarter, |key, number| key * SQUARES + number) as u32
}

/// Reads the table.
fn read(mut bytes: &[u8]) -> Table {
    let two_guards = distances(&mut bytes);
    Table { two_guards, knight_and_guard: distances(&mut bytes) }
}

/// Reads the distances of one pair, and removes them from the bytes.
fn distances(bytes: &mut &[u8]) -> Distances {
    let mut next = || {
        let (&first, rest) = bytes.split_first().unwrap_or((&0, &[]));
        *bytes = rest;
        first
    };
    let count = u32::from_le_bytes([next(), next(), next(), next()]) as usize;
    let mut key = 0;
    let keys = (0..count)
        .map(|_| {
            let mut shift = 0;
            loop {
                let byte = next();
                key += u32::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    return key;
                }
            }
        })
        .collect();
    let mut turns = Vec::with_capacity(count + 1);
    while turns.len() < count {
        let byte = next();
        turns.extend([byte & 0xf, byte >> 4].map(|turns| turns + 1));
    }
    turns.truncate(count);
    Distances { keys, turns }
}

impl<B: Bits> ArmiesTerms<B> {
    /// See [`FamilyTerms::lone_chief_turns`](super::FamilyTerms::lone_chief_turns).
    pub(super) fn lone_chief_turns(&self, position: &Armies<B>) -> Option<u32> {
        let side = position.side();
        let (lone_chief, lone) = self.lone(position, side)?;
        let mut fewest: Option<u32> = None;
        self.each_trio(lone_chief, position, !side, |chief, pair| {
            let turns = lone_chief.turns(lone, chief, pair);
            fewest = [fewest, turns].into_iter().flatten().min();
        });
        fewest
    }

    /// See [`FamilyTerms::hunters`](super::FamilyTerms::hunters).
    pub(super) fn hunters(&self, position: &Armies<B>) -> Vec<B> {
        let side = position.side();
        let Some((lone_chief, lone)) = self.lone(position, !side) else { return Vec::new() };
        let size = position.common().definition.size;
        let distance = |square: Square| {
            let files = size.file(square).abs_diff(size.file(lone));
            files.max(size.rank(square).abs_diff(size.rank(lone)))
        };
        let mut trios = Vec::new();
        self.each_trio(lone_chief, position, side, |chief, [(_, a), (_, b)]| {
            let way = u32::from(distance(chief)) + u32::from(distance(a)) + u32::from(distance(b));
            trios.push((way, B::bit(chief) | B::bit(a) | B::bit(b)));
        });
        trios.sort_by_key(|&(way, _)| way);
        trios.into_iter().map(|(_, trio)| trio).collect()
    }

    /// Whether a side with a lone chief against it has only a chief and a single knight or guard: they catch
    /// a chief in a corner, and hardly elsewhere.
    #[inline]
    pub(super) fn cannot_hunt(&self, position: &Armies<B>, side: Color) -> bool {
        let Some(lone_chief) = &self.lone_chief else { return false };
        let (board, units) = (position.board(), position.board().side(side));
        if board.side(!side).has_several() || units.count() != 2 {
            return false;
        }
        let roles = || units.iter().filter_map(|square| lone_chief.role(board.get(square)?.kind()));
        roles().count() == 2 && roles().any(|role| role != Role::Chief)
    }

    /// Returns the table and the square of a side's only unit, if that is a chief of the table whose capture
    /// ends the game.
    fn lone(&self, position: &Armies<B>, side: Color) -> Option<(&LoneChief, Square)> {
        let lone_chief = self.lone_chief.as_ref()?;
        let units = position.board().side(side);
        let square = units.first().filter(|_| !units.has_several())?;
        let kind = position.board().get(square)?.kind();
        let is_chief =
            self.royal_chiefs.contains(&kind) && lone_chief.role(kind) == Some(Role::Chief);
        is_chief.then_some((lone_chief, square))
    }

    /// Calls `f` with each chief of a side and each two units of its army that the table may have.
    fn each_trio(
        &self,
        lone_chief: &LoneChief,
        position: &Armies<B>,
        side: Color,
        mut f: impl FnMut(Square, [(Role, Square); 2]),
    ) {
        let board = position.board();
        for Army { chief, units, .. } in &self.armies {
            if lone_chief.role(*chief) != Some(Role::Chief) {
                continue;
            }
            let helpers: Vec<(Role, Square)> = units
                .iter()
                .filter_map(|&kind| Some((lone_chief.role(kind)?, kind)))
                .filter(|&(role, _)| role != Role::Chief)
                .flat_map(|(role, kind)| {
                    board.pieces(side, kind).iter().map(move |square| (role, square))
                })
                .collect();
            for chief in board.pieces(side, *chief).iter() {
                for (index, &first) in helpers.iter().enumerate() {
                    helpers[index + 1..].iter().for_each(|&second| f(chief, [first, second]));
                }
            }
        }
    }
}
