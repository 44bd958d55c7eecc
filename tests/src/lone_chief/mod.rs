//! Distances of the last turns against a lone chief, as the search has them.

pub mod retrograde;
pub mod squares;

use self::retrograde::{Helper, distances};
use self::squares::{FILES, RANKS, SQUARES};

/// Longest distance that is written, in turns: what half a byte holds.
const LONGEST: u8 = 16;

/// Returns the table of the search: for two guards, then for a knight and a guard, the number of positions, the
/// differences of their keys in ascending order, and their distances.
pub fn table() -> Vec<u8> {
    let pairs = [[Helper::Guard, Helper::Guard], [Helper::Knight, Helper::Guard]];
    pairs.into_iter().flat_map(|pair| packed(&positions(pair))).collect()
}

/// Returns the positions of a pair with their distances, by key: one of those that are mirrored, or have
/// two guards exchanged.
fn positions(pair: [Helper; 2]) -> Vec<(u32, u8)> {
    let turns = distances(pair, LONGEST);
    let mut positions = Vec::new();
    let all = (0..RANKS / 2).flat_map(|rank| (0..FILES / 2).map(move |file| (rank, file)));
    for (quarter, (rank, file)) in all.enumerate() {
        let lone = rank * FILES + file;
        for units in 0..SQUARES * SQUARES * SQUARES {
            let is_twin = pair[0] == pair[1] && units / SQUARES % SQUARES > units % SQUARES;
            let turns = turns[units * SQUARES + lone];
            if turns > 0 && !is_twin {
                let key = quarter * SQUARES * SQUARES * SQUARES + units;
                positions.push((key as u32, turns));
            }
        }
    }
    positions
}

fn packed(positions: &[(u32, u8)]) -> Vec<u8> {
    let mut bytes = (positions.len() as u32).to_le_bytes().to_vec();
    let mut last = 0;
    for &(key, _) in positions {
        let mut rest = key - last;
        last = key;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    let low = |&(_, turns): &(u32, u8)| turns - 1;
    bytes.extend(positions.chunks(2).map(|two| low(&two[0]) | two.get(1).map_or(0, low) << 4));
    bytes
}
