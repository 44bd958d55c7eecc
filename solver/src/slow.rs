//! Wins that the move rule ends.

use rayon::prelude::*;
use variants::Position;

use crate::count::set_up;
use crate::error::SolveError;
use crate::examine::Workshop;
use crate::levels;
use crate::placement::Placement;
use crate::settings::Settings;
use crate::summary::{SlowWins, Summary};
use crate::value::{ILLEGAL, distance, is_win};

/// Counts the won positions that need more plies without progress than the move rule allows, in a table that
/// is solved. Nothing, and no work, where the game has no move rule, or no win is that long.
pub(crate) fn slow_wins<P: Position>(
    template: &P,
    shop: &Workshop<'_>,
    summary: &Summary,
    settings: &Settings<'_>,
) -> Result<Option<SlowWins>, SolveError> {
    let Some(allowed) = template.common().definition.move_rule else { return Ok(None) };
    let longest = summary.longest.iter().map(|longest| longest.plies).max().unwrap_or(0);
    if u32::from(longest) <= allowed {
        return Ok(None);
    }
    let solved = |placement: &Placement| shop.solved(placement);
    let conversion = shop.to_conversion(&solved);
    levels::run(&conversion, template, settings)?;
    let index = shop.index;
    let (positions, most) = count(&conversion, allowed);
    let positions = if index.has_one_side() { 2 * positions } else { positions };
    let (plies, fen) = match most {
        Some((plies, from_end)) => {
            (plies, set_up(template, index, u64::MAX - from_end).map(|(fen, _)| fen))
        }
        None => (0, None),
    };
    Ok(Some(SlowWins { allowed, positions, plies, fen: fen.unwrap_or_default() }))
}

/// Number of won positions that need more plies than allowed, and the most plies with `u64::MAX` less
/// the first entry that needs them.
fn count(conversion: &Workshop<'_>, allowed: u32) -> (u64, Option<(u16, u64)>) {
    let index = conversion.index;
    let slow = |entry: u64| {
        let code = conversion.code(entry);
        let plies = distance(code).filter(|_| code != ILLEGAL && is_win(code))?;
        (u32::from(plies) > allowed).then_some((plies, entry))
    };
    (0..index.len())
        .into_par_iter()
        .filter_map(slow)
        .map(|(plies, entry)| (index.weight(entry), Some((plies, u64::MAX - entry))))
        .reduce(|| (0, None), |one, other| (one.0 + other.0, one.1.max(other.1)))
}
