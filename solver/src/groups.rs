//! Pieces of one kind and side, which are exchanged without a difference.

use variants::{Definition, Piece, Square};

use crate::combinations::choose;
use crate::material::Material;
use crate::placement::MAX_MEN;
use crate::squares::squares_of;

/// The most placements of the leaders that are kept in a table.
const MOST_LEADERS: u64 = 1 << 16;
/// The most placements of one leader.
const MOST_OF_LEADER: u64 = 1 << 24;
/// No group, no orbit, no square.
pub(crate) const NONE: u8 = u8::MAX;

/// Pieces of one kind and side.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) piece: Piece,
    pub(crate) count: usize,
    /// Place of its first piece among all.
    pub(crate) first: usize,
    pub(crate) squares: Vec<Square>,
    /// For each square its place in `squares`.
    pub(crate) places: Box<[u8; 256]>,
    /// Number of combinations.
    pub(crate) size: u64,
}

/// The groups of some material; `None` where they cannot be numbered.
pub(crate) fn groups_of(definition: &Definition, material: &Material) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    for piece in material.pieces() {
        match groups.iter_mut().find(|group| group.piece == piece) {
            Some(group) => group.count += 1,
            None => {
                let squares = squares_of(definition, piece);
                let mut places = Box::new([NONE; 256]);
                for (place, square) in squares.iter().enumerate().take(NONE.into()) {
                    places[square.index()] = place as u8;
                }
                groups.push(Group { piece, count: 1, first: 0, squares, places, size: 0 });
            }
        }
    }
    for group in &mut groups {
        group.size = choose(group.squares.len(), group.count);
    }
    let least = groups.iter().map(|group| group.size).min()?;
    let fits = groups.len() <= MAX_MEN && least > 0 && least <= MOST_OF_LEADER;
    fits.then_some(groups)
}

/// Puts the groups with the fewest combinations first, and returns the number of leaders.
pub(crate) fn lead(groups: &mut [Group]) -> usize {
    groups.sort_by_key(|group| group.size);
    let mut product = 1u64;
    let mut leaders = 0;
    for group in groups {
        product = product.saturating_mul(group.size);
        if product > MOST_LEADERS && leaders > 0 {
            break;
        }
        leaders += 1;
    }
    leaders.max(1)
}
