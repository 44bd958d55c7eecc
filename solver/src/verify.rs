//! Tables checked against the rules: the value of a position is that of its best turn.

use variants::{AnyGame, Position, with_game};

use crate::ends::own_value;
use crate::error::SolveError;
use crate::file::TableFile;
use crate::metric::Metric;
use crate::parallel;
use crate::placement::mixed;
use crate::tables::Tables;
use crate::value::Value;

/// Number of entries that a thread takes at once.
const CHUNK: u64 = 1 << 8;

/// Looks at random entries of a table and compares the value of each position with those that its turns lead
/// to. Returns the number of positions; other entries are none. The same seed looks at the same entries.
///
/// # Errors
/// When a value differs, or a file is damaged.
pub fn verify(
    game: &AnyGame,
    tables: &Tables,
    file: &TableFile,
    entries: u64,
    seed: u64,
) -> Result<u64, SolveError> {
    with_game!(game, game => verify_table(game.position(), tables, file, entries, seed))
}

fn verify_table<P: Position>(
    template: &P,
    tables: &Tables,
    file: &TableFile,
    entries: u64,
    seed: u64,
) -> Result<u64, SolveError> {
    let definition = tables.definition();
    let Some(index) = file.index(definition) else { return Err(SolveError::Index) };
    let metric = file.header().metric;
    let check = |(position, steps): &mut (P, Vec<P::Step>), number: u64| {
        let entry = mixed(seed.wrapping_add(number)) % index.len().max(1);
        let Some(placement) = index.placement(entry) else { return Ok(0) };
        if !position.arrange(placement.men(), placement.side) {
            return Ok(0);
        }
        let stored = match metric {
            Metric::End => tables.stored(&placement)?,
            Metric::Conversion => tables.probe_conversion(position),
        };
        let stored = stored.unwrap_or(Value::Draw);
        let best = match own_value(position, steps) {
            Some(value) => value,
            None => {
                let turns = tables.turns(position, metric).unwrap_or_default();
                let best = turns.into_iter().map(|(_, value)| value).max_by_key(|it| it.rank());
                best.ok_or_else(|| SolveError::missing(position))?
            }
        };
        if stored == best {
            return Ok(1);
        }
        let position = position.to_fen().text(definition);
        Err(SolveError::Differs { position, stored, best })
    };
    let data = || ((template.clone(), Vec::new()), 0);
    let parts = parallel::for_each(entries.div_ceil(CHUNK), data, |(worker, checked), chunk| {
        for number in chunk * CHUNK..entries.min((chunk + 1) * CHUNK) {
            *checked += check(worker, number)?;
        }
        Ok(())
    })?;
    Ok(parts.into_iter().map(|(_, checked)| checked).sum())
}
