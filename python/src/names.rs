//! Options of the engine as keyword arguments: `skill_level` is `Skill Level`.

use engine::options::{self, DEFAULT_VARIANT};
use protocol::{OptionError, Options};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::errors;

/// Options that can be set.
const KNOWN: [&str; 7] = [
    options::EVAL_FILE,
    options::USE_NNUE,
    options::SKILL_LEVEL,
    options::LIMIT_STRENGTH,
    options::ELO,
    options::SKILL_SEED,
    options::TABLE_PATH,
];

/// Returns the engine's table of options with these values.
pub(crate) fn read(
    threads: i64,
    megabytes: i64,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Options> {
    let table = options::table(vec![DEFAULT_VARIANT.to_owned()]);
    let mut table = table.map_err(|error| errors::option(&error))?;
    let mut set = |name: &str, text: &str| {
        table.set(name, Some(text)).map(drop).map_err(|error| errors::option(&error))
    };
    set(options::THREADS, &threads.to_string())?;
    set(options::HASH, &megabytes.to_string())?;
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        let known = KNOWN.into_iter().find(|known| plain(known) == plain(&name));
        let known = known.ok_or_else(|| errors::option(&OptionError::Unknown { name }))?;
        let text = match value.cast::<PyBool>() {
            Ok(value) => value.is_true().to_string(),
            Err(_) => value.str()?.extract()?,
        };
        set(known, &text)?;
    }
    Ok(table)
}

/// Returns a name without case, blanks and underscores.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| !" _".contains(*letter));
    letters.flat_map(char::to_lowercase).collect()
}
