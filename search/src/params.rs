//! The numbers of search: those that are tuned by games, how each family of games is treated, and
//! what is fixed.

use std::time::Duration;

use thiserror::Error;
use variants::Family;

/// What is known of one of the [`Params`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamSpec {
    /// Its name.
    pub name: &'static str,
    /// Its value unless it is set.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest.
    pub max: i32,
    /// What it is, with its unit.
    pub help: &'static str,
}

/// A parameter that cannot be set so.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ParamError {
    /// There is none of that name.
    #[error("no search parameter \"{0}\"")]
    Unknown(String),
    /// The value is out of range.
    #[error("{name} = {value} is not from {min} to {max}")]
    Range {
        /// The parameter.
        name: &'static str,
        /// What was asked for.
        value: i32,
        /// The least that is admitted.
        min: i32,
        /// The most.
        max: i32,
    },
}

/// Makes [`Params`] and [`Params::SPECS`] from one list.
macro_rules! params {
    ($($(#[doc = $help:literal])+ $name:ident: $default:literal in $min:literal..=$max:literal;)+) => {
        /// Numbers of search that games can tune ([SPSA](https://www.chessprogramming.org/SPSA)).
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
    /// The aspiration window's first half width, in centipawns.
    aspiration: 11 in 4..=100;
    /// How far below alpha a position of depth 1 to 3 is given up, for each step of depth, in
    /// centipawns.
    razoring: 260 in 100..=600;
    /// How far above beta, for each step of depth, a position is taken for won, in centipawns.
    reverse_futility: 75 in 20..=200;
    /// The reduction of a null move, in steps.
    null_base: 3 in 2..=6;
    /// The part of the depth by which a null move is reduced more, as a divisor.
    null_depth: 3 in 2..=8;
    /// Centipawns above beta for each further step of a null move's reduction.
    null_eval: 150 in 80..=500;
    /// How far above beta a capture has to come to refute early, in centipawns.
    probcut: 190 in 80..=400;
    /// The reduction of late steps: its constant part, in hundredths of a step.
    lmr_base: 60 in 0..=200;
    /// The divisor of the product of the logarithms of depth and number, in hundredths.
    lmr_divisor: 215 in 120..=400;
    /// The history that makes up for a step of reduction.
    lmr_history: 9000 in 3000..=20000;
    /// Quiet steps looked at besides the depth squared.
    late_base: 4 in 1..=12;
    /// What a quiet step is hoped to gain, in centipawns.
    futility_base: 50 in 20..=300;
    /// The same for each step of depth.
    futility: 95 in 30..=250;
    /// What a capture or a check may lose for each step of depth, in centipawns.
    see_capture: 100 in 30..=250;
    /// What a quiet step may lose for each step of depth, squared, in centipawns.
    see_quiet: 22 in 5..=80;
    /// The history below which a quiet step is not looked at, for each step of depth, negated.
    history_pruning: 3200 in 1000..=8000;
    /// The least depth at which the table's step is looked at without the others, in steps.
    singular_depth: 7 in 5..=12;
    /// By how much the others have to be worse, for each step of depth, in sixteenths of a
    /// centipawn.
    singular_margin: 28 in 8..=80;
    /// By how much more for a second extension, in centipawns.
    singular_double: 22 in 5..=80;
    /// What a cutoff adds to histories for each step of depth.
    history_bonus: 170 in 50..=400;
    /// The most that it adds.
    history_most: 1700 in 600..=4000;
    /// What a quiet step's history gains for each centipawn by which it bettered the evaluation.
    history_eval: 5 in 0..=30;
    /// The most that it gains or loses so.
    history_eval_most: 1500 in 200..=4000;
    /// What a quiet step gains in the order for each centipawn of a piece that it takes away from
    /// cheaper attackers, and loses where it would be attacked so.
    escape: 4 in 0..=40;
    /// What captures in quiescence search are hoped to gain beside their victim, in centipawns.
    delta: 120 in 50..=400;
    /// The part of a correction that is believed, in hundredths.
    correction: 25 in 0..=150;
}

impl Params {
    fn spec(name: &str) -> Option<&'static ParamSpec> {
        Self::SPECS.iter().find(|spec| spec.name == name)
    }

    /// The value of a parameter; `None` if there is none of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i32> {
        let mut copy = *self;
        copy.slot(name).map(|value| *value)
    }

    /// Changes a parameter.
    ///
    /// # Errors
    /// When there is none of that name, or the value is out of its range; then nothing changes.
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

/// What suits a family's games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether passing is a fair test of a position: not where having to move is a burden.
    pub null_move: bool,
    /// Whether the answer to a check is looked at one step deeper
    /// (<https://www.chessprogramming.org/Check_Extensions>).
    pub extend_check: bool,
    /// Whether the first ply of quiescence search looks at checks too.
    pub quiet_checks: bool,
    /// Whether quiet steps are ordered by what cheaper pieces attack: where pieces take one another
    /// by coming to their squares.
    pub threats: bool,
}

impl Style {
    pub(crate) fn of(family: &Family) -> Self {
        match family {
            Family::Royal(_) => {
                Style { null_move: true, extend_check: true, quiet_checks: true, threats: true }
            }
            // A side that need not move is spared what costs it the game.
            Family::Jumping(_) => {
                Style { null_move: false, extend_check: false, quiet_checks: false, threats: false }
            }
            // Whole turns are planned, by other means.
            Family::Armies(_) => {
                Style { null_move: true, extend_check: false, quiet_checks: false, threats: false }
            }
        }
    }
}

/// The least depth, in steps, with an aspiration window.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// What a search may take beyond its time to complete the first depth. It is over long before in
/// all games that are played; positions with a hundred thousand steps can be set up.
pub(crate) const FIRST_DEPTH_GRACE: Duration = Duration::from_millis(20);
/// Chains of captures that are looked at in one position. Games have dozens at most, but positions
/// can be set up in which they are without number.
pub(crate) const MOST_CHAINS: usize = 512;
/// The same at the root.
pub(crate) const MOST_ROOT_CHAINS: usize = 2048;
/// Nodes between two looks at the clock.
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
