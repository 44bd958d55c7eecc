//! Search parameters: those tuned by games, those per family of games, and constants.

use std::time::Duration;

use thiserror::Error;

/// Description of one of the [`Params`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamSpec {
    /// Name.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Minimum.
    pub min: i32,
    /// Maximum.
    pub max: i32,
    /// Description, with the unit.
    pub help: &'static str,
}

/// Error of setting a parameter.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ParamError {
    /// No parameter has that name.
    #[error("unknown search parameter '{0}'")]
    Unknown(String),
    /// The value is out of range.
    #[error("{name} = {value}: expected {min} to {max}")]
    Range {
        /// Name of the parameter.
        name: &'static str,
        /// Given value.
        value: i32,
        /// Minimum.
        min: i32,
        /// Maximum.
        max: i32,
    },
}

/// Defines [`Params`] and [`Params::SPECS`] from one list.
macro_rules! params {
    ($($(#[doc = $help:literal])+ $name:ident: $default:literal in $min:literal..=$max:literal;)+) => {
        /// Search parameters that can be tuned by games
        /// ([SPSA](https://www.chessprogramming.org/SPSA)).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $help])+ pub(crate) $name: i32,)+
        }

        impl Params {
            /// All parameters, in a fixed order.
            pub const SPECS: &'static [ParamSpec] = &[$(ParamSpec {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                help: concat!($($help),+),
            },)+];

            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $($name: $default,)+ }
            }
        }
    };
}

params! {
    /// Initial half width of the aspiration window, in centipawns.
    aspiration: 11 in 4..=100;
    /// Razoring margin below alpha per ply of depth, at depths 1 to 3, in centipawns.
    razoring: 260 in 100..=600;
    /// Reverse futility margin above beta per ply of depth, in centipawns.
    reverse_futility: 75 in 20..=200;
    /// Base reduction of a null move, in plies.
    null_base: 3 in 2..=6;
    /// Divisor of the depth in the further reduction of a null move.
    null_depth: 3 in 2..=8;
    /// Evaluation above beta per further ply of null move reduction, in centipawns.
    null_eval: 150 in 80..=500;
    /// ProbCut margin above beta, in centipawns.
    probcut: 190 in 80..=400;
    /// Base of late move reductions, in hundredths of a ply.
    lmr_base: 60 in 0..=200;
    /// Divisor of ln(depth) * ln(move number) in late move reductions, in hundredths.
    lmr_divisor: 215 in 120..=400;
    /// History score per ply less of late move reduction.
    lmr_history: 9000 in 3000..=20000;
    /// Late move pruning: quiet moves searched, beside the depth squared.
    late_base: 4 in 1..=12;
    /// Base futility margin of quiet moves, in centipawns.
    futility_base: 50 in 20..=300;
    /// Futility margin of quiet moves per ply of depth, in centipawns.
    futility: 95 in 30..=250;
    /// SEE pruning margin of captures and checks per ply of depth, in centipawns.
    see_capture: 100 in 30..=250;
    /// SEE pruning margin of quiet moves per ply of depth, squared, in centipawns.
    see_quiet: 22 in 5..=80;
    /// History pruning threshold of quiet moves per ply of depth, negated.
    history_pruning: 3200 in 1000..=8000;
    /// Minimum depth of singular extensions, in plies.
    singular_depth: 7 in 5..=12;
    /// Singular extension margin per ply of depth, in sixteenths of a centipawn.
    singular_margin: 28 in 8..=80;
    /// Further margin of a double extension, in centipawns.
    singular_double: 22 in 5..=80;
    /// History bonus of a cutoff per ply of depth.
    history_bonus: 170 in 50..=400;
    /// Maximum history bonus of a cutoff.
    history_most: 1700 in 600..=4000;
    /// History bonus of a quiet move per centipawn by which it improved the static evaluation.
    history_eval: 5 in 0..=30;
    /// Maximum history bonus or malus from the static evaluation.
    history_eval_most: 1500 in 200..=4000;
    /// Ordering bonus of a quiet move per centipawn of a piece that escapes from cheaper attackers;
    /// malus where it would be attacked by them.
    escape: 4 in 0..=40;
    /// Delta pruning margin of captures in quiescence search, in centipawns.
    delta: 120 in 50..=400;
    /// Share of a correction history entry that is applied, in hundredths.
    correction: 25 in 0..=150;
}

impl Params {
    fn spec(name: &str) -> Option<&'static ParamSpec> {
        Self::SPECS.iter().find(|spec| spec.name == name)
    }

    /// Returns the value of a parameter; `None` for an unknown name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i32> {
        let mut copy = *self;
        copy.slot(name).map(|value| *value)
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// If the name is unknown or the value out of range; nothing changes then.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let unknown = || ParamError::Unknown(name.to_owned());
        let spec = Self::spec(name).ok_or_else(unknown)?;
        if !(spec.min..=spec.max).contains(&value) {
            let ParamSpec { name, min, max, .. } = *spec;
            return Err(ParamError::Range { name, value, min, max });
        }
        *self.slot(name).ok_or_else(unknown)? = value;
        Ok(())
    }
}

/// Minimum depth with an aspiration window, in plies.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// Time of a thread for its first iteration, whatever the limits, and the most beyond the hard limit. It
/// takes far less in all games that are played; positions with a hundred thousand moves can be set
/// up.
pub(crate) const FIRST_DEPTH_GRACE: Duration = Duration::from_millis(20);
/// Maximum number of multi-jumps generated in one position. Games have dozens at most, but
/// positions with an excessive number can be set up.
pub(crate) const MOST_CHAINS: usize = 512;
/// Maximum number of multi-jumps at the root.
pub(crate) const MOST_ROOT_CHAINS: usize = 2048;
/// Nodes between two checks of the limits.
pub(crate) const POLL_INTERVAL: u64 = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_read_and_set_within_its_range() {
        let mut params = Params::default();
        for spec in Params::SPECS {
            assert_eq!(params.get(spec.name), Some(spec.default));
            assert!((spec.min..=spec.max).contains(&spec.default), "{}", spec.name);
            params.set(spec.name, spec.max).unwrap();
            assert_eq!(params.get(spec.name), Some(spec.max));
            let error = params.set(spec.name, spec.max + 1).unwrap_err();
            assert!(error.to_string().contains(spec.name), "{error}");
            assert_eq!(params.get(spec.name), Some(spec.max));
        }
        assert_eq!(params.get("nothing"), None);
        assert_eq!(params.set("nothing", 1), Err(ParamError::Unknown("nothing".into())));
    }
}
