//! Tables that material needs, in the order in which they can be solved.

use variants::{AnyGame, Color, Definition, Piece, PieceType, Position, Square, with_game};

use crate::error::SolveError;
use crate::exchange::exchange;
use crate::index::Index;
use crate::material::Material;
use crate::metric::Metric;
use crate::squares::{all_pieces, squares_of};
use crate::support::check_metric;
use crate::tables::Tables;

/// Tables to make.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Tables, each after those that it needs.
    pub tables: Vec<PlannedTable>,
    /// Those needed that are there already.
    pub there: Vec<(Material, Metric)>,
}

/// A table to make.
#[derive(Clone, Debug)]
pub struct PlannedTable {
    /// Its material.
    pub material: Material,
    /// The plies that its distances count.
    pub metric: Metric,
    /// Number of entries.
    pub entries: u64,
    /// Bytes of memory that it takes to solve it.
    pub memory: u64,
}

impl Plan {
    /// Entries of all tables.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.tables.iter().map(|table| table.entries).sum()
    }

    /// The most bytes of memory that a table takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.tables.iter().map(|table| table.memory).max().unwrap_or(0)
    }
}

/// Returns the tables that are needed for some material and are not there yet. Those to conversion come each
/// after that of the same pieces to the end.
///
/// # Errors
/// When the game cannot be solved, or material cannot stand on the board or has too many positions: all of
/// it is named.
pub fn plan(
    game: &AnyGame,
    wanted: &[Material],
    metric: Metric,
    tables: &Tables,
) -> Result<Plan, SolveError> {
    let definition = game.definition();
    check_metric(definition, metric)?;
    let mut order = Order::new(game);
    let mut faults = Vec::new();
    for material in wanted {
        faults.extend(order.add(material).err());
    }
    match faults.len() {
        0 => {}
        1 => return Err(faults.remove(0)),
        _ => return Err(SolveError::Several(faults)),
    }
    let mut plan = Plan::default();
    let mut sizes: Vec<(Material, u64)> = Vec::new();
    for material in order.done {
        let index = Index::new(definition, &material);
        let too_many = || SolveError::TooMany(material.text(definition));
        let entries = index.as_ref().map(Index::len).ok_or_else(too_many)?;
        // Codes of two bytes, a mark for each, and the tables that captures and promotions lead to.
        let needed = next_of(definition, &material);
        let is_needed = |(other, _): &&(Material, u64)| {
            needed.contains(other) || needed.contains(&other.swapped())
        };
        let others: u64 = sizes.iter().filter(is_needed).map(|(_, entries)| entries).sum();
        for counted in Metric::ALL.into_iter().filter(|&it| it == metric || it.is_end()) {
            // That to conversion reads that to the end.
            let own = if counted.is_end() { 0 } else { entries };
            let memory = 2 * entries + entries / 8 + others + own;
            if tables.file(&material, counted).is_some() {
                plan.there.push((material.clone(), counted));
            } else {
                let material = material.clone();
                plan.tables.push(PlannedTable { material, metric: counted, entries, memory });
            }
        }
        sizes.push((material, entries));
    }
    Ok(plan)
}

/// Returns the faults of materials that have no table.
///
/// # Errors
/// When the game cannot be solved.
pub fn faults(game: &AnyGame, wanted: &[Material]) -> Result<Vec<SolveError>, SolveError> {
    check_metric(game.definition(), Metric::End)?;
    let mut order = Order::new(game);
    Ok(wanted.iter().filter_map(|material| order.add(material).err()).collect())
}

/// All material of at most `men` pieces that can stand on the board in a game that goes on.
///
/// # Errors
/// When the game cannot be solved.
pub fn all_of(game: &AnyGame, men: usize) -> Result<Vec<Material>, SolveError> {
    let definition = game.definition();
    check_metric(definition, Metric::End)?;
    let order = Order::new(game);
    let kinds: Vec<PieceType> =
        definition.piece_types().filter(|&kind| !definition.piece(kind).is_marked()).collect();
    let mut sides: Vec<Vec<PieceType>> = vec![Vec::new()];
    let mut all = sides.clone();
    for _ in 0..men {
        let longer = |side: &Vec<PieceType>| {
            let least = side.last().map_or(0, |kind| kind.index());
            let side = side.clone();
            kinds
                .iter()
                .filter(move |kind| kind.index() >= least)
                .map(move |&kind| {
                    let mut side = side.clone();
                    side.push(kind);
                    side
                })
                .collect::<Vec<_>>()
        };
        sides = sides.iter().flat_map(longer).collect();
        all.extend(sides.clone());
    }
    let mut found: Vec<Material> = Vec::new();
    for white in &all {
        for black in &all {
            if white.len() + black.len() > men {
                continue;
            }
            let material = Material::new(definition, white.clone(), black.clone());
            // Most are closed, and this is seen sooner than whether the sides can be exchanged.
            if !order.is_open(&material) {
                continue;
            }
            let material = canonical(definition, &material);
            if !found.contains(&material) {
                found.push(material);
            }
        }
    }
    found.sort_by_key(Material::men);
    Ok(found)
}

/// Returns material as a table has it: the stronger side is White, where the sides can be exchanged.
#[must_use]
pub fn canonical(definition: &Definition, material: &Material) -> Material {
    let can_swap = exchange(definition, material).is_some();
    if can_swap { material.with_stronger_white(definition) } else { material.clone() }
}

/// Material that captures and promotions lead to: pieces taken one after the other, by one capture or several,
/// and any promotion.
fn next_of(definition: &Definition, material: &Material) -> Vec<Material> {
    let mut all: Vec<Material> = Vec::new();
    let mut open = vec![material.clone()];
    while let Some(material) = open.pop() {
        for next in material.next(definition) {
            if !all.contains(&next) {
                all.push(next.clone());
                open.push(next);
            }
        }
    }
    all
}

struct Order<'a> {
    game: &'a AnyGame,
    definition: &'a Definition,
    /// Squares of each piece.
    squares: Vec<Vec<Square>>,
    /// Tables in order.
    done: Vec<Material>,
    /// Material with which no game goes on.
    closed: Vec<Material>,
}

impl<'a> Order<'a> {
    fn new(game: &'a AnyGame) -> Self {
        let definition = game.definition();
        let mut squares = vec![Vec::new(); Piece::COUNT];
        for piece in all_pieces(definition) {
            squares[piece.index()] = squares_of(definition, piece);
        }
        Order { game, definition, squares, done: Vec::new(), closed: Vec::new() }
    }

    /// Adds the table of some material, after those that it needs.
    fn add(&mut self, material: &Material) -> Result<(), SolveError> {
        if !self.is_open(material) {
            return Err(SolveError::Impossible(material.text(self.definition)));
        }
        let own = canonical(self.definition, material);
        if Index::new(self.definition, &own).is_none() {
            return Err(SolveError::TooMany(material.text(self.definition)));
        }
        self.visit(&own, &mut Vec::new())
    }

    fn visit(&mut self, material: &Material, path: &mut Vec<Material>) -> Result<(), SolveError> {
        if self.done.contains(material) {
            return Ok(());
        }
        if path.contains(material) {
            return Err(SolveError::Circle(material.text(self.definition)));
        }
        path.push(material.clone());
        for next in material.next(self.definition) {
            let next = canonical(self.definition, &next);
            if self.done.contains(&next) || self.closed.contains(&next) {
                continue;
            }
            if self.is_open(&next) {
                self.visit(&next, path)?;
            } else {
                self.closed.push(next);
            }
        }
        path.pop();
        self.done.push(material.clone());
        Ok(())
    }

    /// Whether the pieces can stand on the board in a game that goes on.
    fn is_open(&self, material: &Material) -> bool {
        if material.men() == 0 {
            return false;
        }
        let squares = |piece: Piece| (piece, &self.squares[piece.index()][..]);
        let pieces: Vec<(Piece, &[Square])> = material.pieces().map(squares).collect();
        with_game!(self.game, game => is_open(game.position(), &pieces))
    }
}

/// Number of random placements among which one has to be found.
const TRIES: u32 = 4000;

fn is_open<P: Position>(template: &P, pieces: &[(Piece, &[Square])]) -> bool {
    let mut position = template.clone();
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    (0..TRIES).any(|number| {
        let mut men: Vec<(Square, Piece)> = Vec::with_capacity(pieces.len());
        for (piece, squares) in pieces {
            match squares.get(random(squares.len())) {
                Some(&square) if men.iter().all(|&(at, _)| at != square) => {
                    men.push((square, *piece));
                }
                _ => return false,
            }
        }
        let side = if number % 2 == 0 { Color::White } else { Color::Black };
        position.arrange(&men, side) && position.decided().is_none()
    })
}
