//! Turns as pages and lists show them.

use serde::{Deserialize, Serialize};
use variants::Color;

/// Turn that was made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct TurnView {
    /// Turn in the engine's own notation.
    pub text: String,
    /// Turn for people.
    pub label: String,
    /// Side that made it.
    #[serde(with = "side")]
    pub side: Color,
    /// Number of the move in the game's score.
    pub number: u32,
}

/// Sides as JSON: `white` and `black`.
mod side {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use variants::Color;

    pub(super) fn serialize<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(side.key())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Color, D::Error> {
        let text = String::deserialize(reader)?;
        let side = Color::ALL.into_iter().find(|side| side.key() == text);
        side.ok_or_else(|| D::Error::custom(format!("side '{text}': expected 'white' or 'black'")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_words_in_json() {
        let json = r#"{"text":"e7e5","label":"e5","side":"black","number":1}"#;
        let turn: TurnView = serde_json::from_str(json).unwrap();
        assert_eq!(turn.side, Color::Black);
        assert_eq!(serde_json::to_string(&turn).unwrap(), json);
        let error = serde_json::from_str::<TurnView>(&json.replace("black", "b")).unwrap_err();
        assert!(error.to_string().starts_with("side 'b': expected 'white' or 'black'"), "{error}");
    }
}
