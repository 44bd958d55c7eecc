//! Rules in the syntax of cutechess-cli: `--draw movenumber=40 movecount=8 score=10`.

use std::str::FromStr;

use protocol::text::excerpt;
use thiserror::Error;

use super::{DrawRule, ResignRule, SprtModel, SprtSpec};

/// Invalid rule.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RuleError {
    /// Word that is not KEY=VALUE, or has an unknown key.
    #[error("--{option}: '{word}': expected KEY=VALUE with one of the keys {keys}")]
    Word {
        /// Option to be set.
        option: &'static str,
        /// Offending word.
        word: String,
        /// Valid keys.
        keys: String,
    },
    /// Invalid value.
    #[error("--{option}: {key}={value}: expected {expected}")]
    Value {
        /// Option to be set.
        option: &'static str,
        /// Key.
        key: &'static str,
        /// Offending value.
        value: String,
        /// Expected values.
        expected: &'static str,
    },
    /// Missing key.
    #[error("--{option}: missing {key}=")]
    Missing {
        /// Option to be set.
        option: &'static str,
        /// Key.
        key: &'static str,
    },
}

/// Keys and values of one option.
struct KeyValues<'a> {
    option: &'static str,
    values: Vec<(&'static str, &'a str)>,
}

impl<'a> KeyValues<'a> {
    fn new(
        option: &'static str,
        keys: &[&'static str],
        words: &'a [String],
    ) -> Result<Self, RuleError> {
        let mut values = Vec::new();
        for word in words {
            let pair = word.split_once('=');
            let known = pair.and_then(|(key, value)| {
                keys.iter().find(|known| key.eq_ignore_ascii_case(known)).map(|&key| (key, value))
            });
            let unknown = || RuleError::Word { option, word: excerpt(word), keys: keys.join(", ") };
            values.push(known.ok_or_else(unknown)?);
        }
        Ok(KeyValues { option, values })
    }

    /// Returns a value; the last one counts.
    fn get<T: FromStr>(
        &self,
        key: &'static str,
        expected: &'static str,
        is_good: impl FnOnce(&T) -> bool,
    ) -> Result<Option<T>, RuleError> {
        let Some((_, text)) = self.values.iter().rfind(|(known, _)| *known == key) else {
            return Ok(None);
        };
        let bad = || RuleError::Value { option: self.option, key, value: excerpt(text), expected };
        text.parse().ok().filter(is_good).map(Some).ok_or_else(bad)
    }

    fn require<T: FromStr>(
        &self,
        key: &'static str,
        expected: &'static str,
        is_good: impl FnOnce(&T) -> bool,
    ) -> Result<T, RuleError> {
        let missing = RuleError::Missing { option: self.option, key };
        self.get(key, expected, is_good)?.ok_or(missing)
    }
}

impl DrawRule {
    /// Parses `movenumber=40 movecount=8 score=10`; without `movenumber` the whole game counts.
    ///
    /// # Errors
    /// When a word is invalid or missing.
    pub fn parse(words: &[String]) -> Result<Self, RuleError> {
        let words = KeyValues::new("draw", &["movenumber", "movecount", "score"], words)?;
        let move_number = words.get("movenumber", "a number of moves", |_| true)?;
        Ok(DrawRule {
            move_number: move_number.unwrap_or(0),
            move_count: words.require("movecount", "a number of moves above 0", |&n| n > 0)?,
            score: words.require("score", "centipawns, 0 or more", |&score| score >= 0)?,
        })
    }
}

impl ResignRule {
    /// Parses `movecount=3 score=500 twosided=true`; `twosided` is optional.
    ///
    /// # Errors
    /// When a word is invalid or missing.
    pub fn parse(words: &[String]) -> Result<Self, RuleError> {
        let words = KeyValues::new("resign", &["movecount", "score", "twosided"], words)?;
        Ok(ResignRule {
            move_count: words.require("movecount", "a number of moves above 0", |&n| n > 0)?,
            score: words.require("score", "centipawns above 0", |&score| score > 0)?,
            two_sided: words.get("twosided", "true or false", |_| true)?.unwrap_or(false),
        })
    }
}

impl SprtSpec {
    /// Parses `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic`; the last three are optional.
    ///
    /// # Errors
    /// When a word is invalid or missing, or `elo1` is not above `elo0`.
    pub fn parse(words: &[String]) -> Result<Self, RuleError> {
        let words = KeyValues::new("sprt", &["elo0", "elo1", "alpha", "beta", "model"], words)?;
        let elo = |elo: &f64| elo.is_finite() && elo.abs() < 1000.0;
        let elo0 = words.require("elo0", "Elo above -1000 and below 1000", elo)?;
        let above = |elo1: &f64| elo(elo1) && *elo1 > elo0;
        let is_error_rate = |rate: &f64| *rate > 0.0 && *rate < 0.5;
        let models = ["logistic", "normalized", "bayeselo"];
        let known = |model: &String| models.contains(&model.as_str());
        let model = words.get("model", "logistic, normalized or bayeselo", known)?;
        Ok(SprtSpec {
            elo0,
            elo1: words.require("elo1", "Elo above elo0 and below 1000", above)?,
            alpha: words
                .get("alpha", "a probability between 0 and 0.5", is_error_rate)?
                .unwrap_or(0.05),
            beta: words
                .get("beta", "a probability between 0 and 0.5", is_error_rate)?
                .unwrap_or(0.05),
            model: match model.as_deref() {
                Some("normalized") => SprtModel::Normalized,
                Some("bayeselo") => SprtModel::BayesElo,
                _ => SprtModel::Logistic,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn rules_in_words() {
        let draw = DrawRule::parse(&words("movecount=8 score=10 movenumber=40")).unwrap();
        assert_eq!(draw, DrawRule { move_number: 40, move_count: 8, score: 10 });
        let resign = ResignRule::parse(&words("movecount=3 score=500")).unwrap();
        assert_eq!(resign, ResignRule { move_count: 3, score: 500, two_sided: false });
        let sprt = SprtSpec::parse(&words("elo0=0 elo1=5 model=normalized alpha=0.1")).unwrap();
        assert_eq!((sprt.alpha, sprt.beta, sprt.model), (0.1, 0.05, SprtModel::Normalized));
    }

    #[test]
    fn errors_show_what_was_given_and_what_was_expected() {
        let draw = |text| DrawRule::parse(&words(text)).unwrap_err().to_string();
        assert_eq!(draw("movecount=8"), "--draw: missing score=");
        assert_eq!(
            draw("movecount=0 score=1"),
            "--draw: movecount=0: expected a number of moves above 0"
        );
        assert_eq!(
            draw("moves=8"),
            "--draw: 'moves=8': expected KEY=VALUE with one of the keys movenumber, movecount, score"
        );
        let sprt = |text| SprtSpec::parse(&words(text)).unwrap_err().to_string();
        assert_eq!(sprt("elo0=5 elo1=0"), "--sprt: elo1=0: expected Elo above elo0 and below 1000");
        assert_eq!(
            sprt("elo0=nan elo1=0"),
            "--sprt: elo0=nan: expected Elo above -1000 and below 1000"
        );
        assert_eq!(
            sprt("elo0=0 elo1=1000"),
            "--sprt: elo1=1000: expected Elo above elo0 and below 1000"
        );
        assert_eq!(
            sprt("elo0=0 elo1=5 beta=1"),
            "--sprt: beta=1: expected a probability between 0 and 0.5"
        );
    }
}
