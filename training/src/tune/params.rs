//! Parser of the parameters to tune: search parameters, or groups of evaluation weights, each as a
//! percentage of its current values.

use protocol::text::excerpt;
use search::{Group, Params, Weights};
use thiserror::Error;

use super::spsa::Tuned;

/// Perturbations per range, where none is given.
const STEPS: f64 = 20.0;
/// Minimum default perturbation: with less, both sides of most pairs would be equal.
const LEAST_STEP: f64 = 0.5;

/// Start value and unit of a group's percentage.
const PERCENT: i32 = 100;
const MOST_PERCENT: i32 = 200;
/// Default perturbation of a group, in percent: smaller ones have no measurable effect in few
/// games.
const PERCENT_STEP: f64 = 20.0;

/// Tunable parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Name of the parameter.
    pub name: String,
    /// Current value.
    pub value: i32,
    /// Minimum.
    pub min: i32,
    /// Maximum.
    pub max: i32,
    /// Default perturbation; `None` is a fraction of the range.
    pub step: Option<f64>,
    /// Description.
    pub help: String,
}

/// Returns the search parameters.
#[must_use]
pub fn of_search() -> Vec<Spec> {
    let spec = |spec: &search::ParamSpec| Spec {
        name: spec.name.to_owned(),
        value: spec.default,
        min: spec.min,
        max: spec.max,
        step: None,
        help: spec.help.to_owned(),
    };
    Params::SPECS.iter().map(spec).collect()
}

/// Returns the groups of weights, without empty ones.
#[must_use]
pub fn of_weights(weights: &Weights) -> Vec<Spec> {
    let spec = |(name, group): (String, &Group)| Spec {
        name,
        value: PERCENT,
        min: 0,
        max: MOST_PERCENT,
        step: Some(PERCENT_STEP),
        help: format!("percent of the group's weights ({} of them)", group.len),
    };
    groups(weights).map(spec).collect()
}

/// Returns the groups that have weights other than 0, with their names.
fn groups(weights: &Weights) -> impl Iterator<Item = (String, &Group)> {
    let groups = weights.layout().groups().iter();
    let matters = |group: &&Group| {
        weights.group(group).iter().any(|weight| weight.opening != 0.0 || weight.ending != 0.0)
    };
    let name = |group: &Group| match &group.piece {
        Some(piece) => format!("{piece}.{}", group.name),
        None => group.name.to_owned(),
    };
    groups.filter(matters).map(move |group| (name(group), group))
}

/// Returns weights with each named group scaled to a percentage.
#[must_use]
pub fn scaled<'a>(
    weights: &Weights,
    percents: impl IntoIterator<Item = (&'a str, f64)>,
) -> Weights {
    let mut scaled = weights.clone();
    for (name, percent) in percents {
        if let Some((_, group)) = groups(weights).find(|(other, _)| other == name) {
            scaled.scale(group, (percent / 100.0) as f32);
        }
    }
    scaled
}

/// Parameter that cannot be tuned.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TunedError {
    /// Unknown name.
    #[error("unknown parameter '{0}' (--list shows all)")]
    Unknown(String),
    /// Invalid range.
    #[error("'{text}': expected NAME, NAME=MIN:MAX or NAME=MIN:MAX:STEP, within {min}:{max}")]
    Range {
        /// Offending text.
        text: String,
        /// Minimum.
        min: i32,
        /// Maximum.
        max: i32,
    },
    /// Duplicate name.
    #[error("duplicate '{0}'")]
    Twice(String),
}

/// Parses the parameters to tune; all, if none is named.
///
/// # Errors
/// When a name is unknown, or its range exceeds the parameter's.
pub fn parse(specs: &[Spec], words: &[String]) -> Result<Vec<Tuned>, TunedError> {
    if words.is_empty() {
        return specs.iter().map(|spec| one(specs, &spec.name)).collect();
    }
    let mut params: Vec<Tuned> = Vec::new();
    for word in words {
        let param = one(specs, word)?;
        if params.iter().any(|other| other.name == param.name) {
            return Err(TunedError::Twice(param.name));
        }
        params.push(param);
    }
    Ok(params)
}

fn one(specs: &[Spec], word: &str) -> Result<Tuned, TunedError> {
    let (name, range) = match word.split_once('=') {
        Some((name, range)) => (name, Some(range)),
        None => (word, None),
    };
    let spec = specs.iter().find(|spec| spec.name == name);
    let spec = spec.ok_or_else(|| TunedError::Unknown(excerpt(name)))?;
    let (min, max, step) = match range {
        None => (spec.min, spec.max, None),
        Some(range) => self::range(range, (spec.min, spec.max)).ok_or_else(|| {
            let (min, max) = (spec.min, spec.max);
            TunedError::Range { text: excerpt(word), min, max }
        })?,
    };
    Ok(Tuned {
        name: spec.name.clone(),
        start: spec.value.clamp(min, max),
        min,
        max,
        step: step.or(spec.step).unwrap_or((f64::from(max - min) / STEPS).max(LEAST_STEP)),
    })
}

/// Parses `MIN:MAX` or `MIN:MAX:STEP`.
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
    use variants::Catalog;

    fn words(words: &[String]) -> Result<Vec<Tuned>, TunedError> {
        parse(&of_search(), words)
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

    #[test]
    fn groups_of_weights_are_scaled() {
        let catalog = Catalog::builtin();
        let definition = catalog.get("chesimals").unwrap();
        let weights = Weights::generic(definition);
        let specs = of_weights(&weights);
        let list = parse(&specs, &[]).unwrap();
        assert!(list.iter().any(|param| param.name == "cut-off"));
        assert!(list.iter().all(|param| (param.min, param.start, param.max) == (0, 100, 200)));
        assert!(list.iter().all(|param| param.step == PERCENT_STEP));
        let half = scaled(&weights, [("cut-off", 50.0), ("S.value", 150.0)]);
        let value = |weights: &Weights, piece: Option<&str>, name| {
            let groups = weights.layout().groups();
            let group = groups.iter().find(|g| g.piece.as_deref() == piece && g.name == name);
            weights.group(group.unwrap())[0].opening
        };
        for (piece, name, factor) in
            [(None, "cut-off", 0.5), (Some("S"), "value", 1.5), (None, "tempo", 1.0)]
        {
            let (old, new) = (value(&weights, piece, name), value(&half, piece, name));
            assert!(old != 0.0 && (new - old * factor).abs() < 1e-3, "{name}: {old}, {new}");
        }
        let unknown = parse(&specs, &["aspiration".to_owned()]);
        assert_eq!(unknown, Err(TunedError::Unknown("aspiration".to_owned())));
    }
}
