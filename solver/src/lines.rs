//! Best play by tables.

use variants::{Notation, Position};

use crate::probe::{Lookup, turn_text, turn_values};

/// The most turns of a line.
const LONGEST: usize = 2000;

/// The turns of best play from a position to the end, the quickest win against the slowest loss; as
/// far as the source knows them, and none of a draw. With `ends`, values with distances to the end,
/// the source has distances to conversion, and the line ends with it.
pub(crate) fn best_line<P: Position + Notation>(
    position: &P,
    lookup: Lookup<'_>,
    ends: Option<Lookup<'_>>,
) -> Vec<String> {
    let mut position = position.clone();
    let mut line = Vec::new();
    while line.len() < LONGEST {
        let values = turn_values(&mut position, lookup, ends);
        let best = values
            .into_iter()
            .flatten()
            .reduce(|best, next| if next.1.rank() > best.1.rank() { next } else { best });
        match best {
            Some((turn, value)) if value.sign() != 0 => {
                line.push(turn_text(&position, &turn));
                for step in turn {
                    position.play(step);
                }
            }
            _ => break,
        }
        if ends.is_some() && position.clock() == 0 {
            break;
        }
    }
    line
}
