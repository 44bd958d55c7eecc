//! Which parameters are tuned, as the command line has it.

use protocol::text::excerpt;
use search::Params;
use thiserror::Error;

use super::spsa::Tuned;

/// Steps of a range, where no step is given.
const STEPS: f64 = 20.0;
/// The least step, where none is given: with less, both sides of most pairs would be the same.
const LEAST_STEP: f64 = 0.5;

/// A parameter that cannot be tuned.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TunedError {
    /// There is none of that name.
    #[error("there is no parameter '{0}' (--list shows them)")]
    Unknown(String),
    /// What comes after the name makes no sense.
    #[error("'{text}': expected NAME, NAME=MIN:MAX or NAME=MIN:MAX:STEP, within {min}:{max}")]
    Range {
        /// The offending text.
        text: String,
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
    /// It is named twice.
    #[error("'{0}' is named twice")]
    Twice(String),
}

/// Reads which parameters are tuned; all, if none is named.
///
/// # Errors
/// When there is no such parameter, or its range is not within what it may be.
pub fn parse(words: &[String]) -> Result<Vec<Tuned>, TunedError> {
    if words.is_empty() {
        return Params::SPECS.iter().map(|spec| one(spec.name)).collect();
    }
    let mut params: Vec<Tuned> = Vec::new();
    for word in words {
        let param = one(word)?;
        if params.iter().any(|other| other.name == param.name) {
            return Err(TunedError::Twice(param.name));
        }
        params.push(param);
    }
    Ok(params)
}

fn one(word: &str) -> Result<Tuned, TunedError> {
    let (name, range) = match word.split_once('=') {
        Some((name, range)) => (name, Some(range)),
        None => (word, None),
    };
    let spec = Params::SPECS.iter().find(|spec| spec.name == name);
    let spec = spec.ok_or_else(|| TunedError::Unknown(excerpt(name)))?;
    let (min, max, step) = match range {
        None => (spec.min, spec.max, None),
        Some(range) => self::range(range, (spec.min, spec.max)).ok_or_else(|| {
            let (min, max) = (spec.min, spec.max);
            TunedError::Range { text: excerpt(word), min, max }
        })?,
    };
    Ok(Tuned {
        name: spec.name.to_owned(),
        start: spec.default.clamp(min, max),
        min,
        max,
        step: step.unwrap_or((f64::from(max - min) / STEPS).max(LEAST_STEP)),
    })
}

/// `MIN:MAX` or `MIN:MAX:STEP`.
fn range(text: &str, limits: (i32, i32)) -> Option<(i32, i32, Option<f64>)> {
    let mut parts = text.split(':');
    let mut bound = || parts.next()?.trim().parse::<i32>().ok();
    let (min, max) = (bound()?, bound()?);
    let step = match parts.next() {
        None => None,
        Some(step) => Some(step.trim().parse::<f64>().ok().filter(|step| *step > 0.0)?),
    };
    let is_valid = limits.0 <= min && min < max && max <= limits.1 && parts.next().is_none();
    (is_valid && step.is_none_or(f64::is_finite)).then_some((min, max, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[String]) -> Result<Vec<Tuned>, TunedError> {
        parse(words)
    }

    #[test]
    fn ranges() {
        let spec = &Params::SPECS[0];
        let name = spec.name;
        let all = words(&[]).unwrap();
        assert_eq!(all.len(), Params::SPECS.len());
        assert_eq!((all[0].min, all[0].max, all[0].start), (spec.min, spec.max, spec.default));
        assert!(all.iter().all(|param| param.step >= LEAST_STEP));
        let (min, max) = (spec.min + 1, spec.max - 1);
        let one = words(&[format!("{name}={min}:{max}:2.5")]).unwrap();
        assert_eq!((one[0].min, one[0].max, one[0].step), (min, max, 2.5));
        for bad in ["", "1", "1:", ":", "a:b", "1:2:x", "1:2:3:4", "1:2:0", "1:2:inf", "1:2:nan"] {
            let text = format!("{name}={bad}");
            assert!(matches!(words(&[text]), Err(TunedError::Range { .. })), "{bad}");
        }
        for (min, max) in [(spec.min - 1, spec.max), (spec.min, spec.max + 1), (9, 9)] {
            assert!(words(&[format!("{name}={min}:{max}")]).is_err());
        }
        let twice = [name.to_owned(), name.to_owned()];
        assert_eq!(words(&twice), Err(TunedError::Twice(name.to_owned())));
        let unknown = ["no-such".to_owned()];
        assert_eq!(words(&unknown), Err(TunedError::Unknown("no-such".to_owned())));
    }
}
