//! Origin of a game that was read: what stays with it where it is written again.

use serde::{Deserialize, Serialize};
use variants::Color;

use super::{BOTH_LOST, RESULTS};

/// Tags that begin every game (the seven tag roster), with the values of what is not known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];
/// Tags that follow from the start position, the moves and the end.
const OWN: [&str; 4] = ["FEN", "PlyCount", "Result", "SetUp"];
/// Tags of the rules, which a game needs to be read again, whether or not it had them.
const RULES: [&str; 3] = ["Board", "GameType", "Variant"];
/// Tags that are about the end of a game, and not about the same game with other moves.
const ENDS: [&str; 6] =
    ["EndDate", "EndTime", "GameDuration", "GameEndTime", "Termination", "UTCEndTime"];

/// Tags and result of a game that was read.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Origin {
    /// The tags, each name once.
    tags: Vec<(String, String)>,
    /// The result.
    result: String,
}

/// Whether a name is one of these; names of tags are the same in small letters.
fn is_among(name: &str, names: &[&str]) -> bool {
    names.iter().any(|other| name.eq_ignore_ascii_case(other))
}

impl Origin {
    /// Returns the origin of a game with these tags; `end` is the result after its moves.
    pub(super) fn new(tags: &[(String, String)], end: Option<&str>) -> Self {
        let mut own: Vec<(String, String)> = Vec::new();
        for (name, value) in tags {
            if own.iter().all(|(other, _)| !name.eq_ignore_ascii_case(other)) {
                own.push((name.clone(), value.clone()));
            }
        }
        let result_tag = own.iter().find(|(name, _)| is_among(name, &["Result"]));
        let results = end.into_iter().chain(result_tag.map(|(_, value)| value.as_str()));
        let is_result = |text: &&str| RESULTS.contains(text) || *text == BOTH_LOST;
        let mut known = results.filter(is_result);
        let result = known.find(|text| *text != "*").unwrap_or("*").to_owned();
        Origin { tags: own, result }
    }

    /// The result, as it was written; `*` if there was none.
    #[must_use]
    pub fn result(&self) -> &str {
        &self.result
    }

    /// Name of a player; `None` where the tags have none.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<&str> {
        let tag = self.tag(color.name());
        tag.map(str::trim).filter(|name| !name.is_empty() && *name != "?")
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.as_str())
    }

    /// Returns the tags of the game with those that it would have by itself: the seven tag roster, then
    /// the others by name. `has_end`: whether it still ends as it did.
    pub(crate) fn tags_over(
        &self,
        own: Vec<(String, String)>,
        has_end: bool,
    ) -> Vec<(String, String)> {
        let new = |name: &str| own.iter().find(|(own, _)| own == name).map(|(_, value)| value);
        let mut tags: Vec<(String, String)> = ROSTER
            .iter()
            .map(|&(name, unknown)| {
                let value = match name {
                    // The players change once somebody else continues the game.
                    "White" | "Black" | "Result" => new(name).map(String::as_str),
                    name => self.tag(name),
                };
                (name.to_owned(), value.unwrap_or(unknown).to_owned())
            })
            .collect();
        let stays = |name: &str| {
            let is_first = ROSTER.iter().any(|(first, _)| name.eq_ignore_ascii_case(first));
            !is_first && !is_among(name, &OWN) && (has_end || !is_among(name, &ENDS))
        };
        let mut others: Vec<(String, String)> =
            self.tags.iter().filter(|(name, _)| stays(name)).cloned().collect();
        let needs = |name: &str| {
            let is_own = is_among(name, &OWN) && name != "Result";
            let is_missing = is_among(name, &RULES) && self.tag(name).is_none();
            is_own || is_missing || name == "Termination" && !has_end
        };
        others.extend(own.iter().filter(|(name, _)| needs(name)).cloned());
        others.sort();
        tags.extend(others);
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(tags: &[(&str, &str)]) -> Vec<(String, String)> {
        tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn tags_stay_and_those_of_moves_and_rules_are_the_games_own() {
        let read = [
            ("Event", "Club"),
            ("White", "Ada"),
            ("white", "Eve"),
            ("ECO", "C60"),
            ("Result", "1-0"),
            ("PlyCount", "99"),
            ("Termination", "time forfeit"),
        ];
        let own = [
            ("Event", "Board"),
            ("White", "Ada"),
            ("Black", "Engine"),
            ("Result", "1-0"),
            ("PlyCount", "3"),
            ("Termination", "normal"),
            ("TimeControl", "-"),
            ("Variant", "atomic"),
        ];
        let origin = Origin::new(&pairs(&read), None);
        assert_eq!(origin.result(), "1-0");
        let begin = [
            ("Event", "Club"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", "Ada"),
            ("Black", "Engine"),
            ("Result", "1-0"),
            ("ECO", "C60"),
            ("PlyCount", "3"),
        ];
        let with = |end: &'static str| {
            [&begin[..], &[("Termination", end), ("Variant", "atomic")]].concat()
        };
        let found = |has_end| origin.tags_over(pairs(&own), has_end);
        assert_eq!(found(true), pairs(&with("time forfeit")));
        assert_eq!(found(false), pairs(&with("normal")));
    }

    #[test]
    fn results_are_those_after_the_moves_or_of_the_tag() {
        let result = |tag: &str, end: Option<&str>| {
            Origin::new(&pairs(&[("Result", tag)]), end).result().to_owned()
        };
        assert_eq!(result("1-0", None), "1-0");
        assert_eq!(result("1-0", Some("0-1")), "0-1");
        assert_eq!(result("1/2-1/2", Some("*")), "1/2-1/2");
        assert_eq!(result("white won", None), "*");
        assert_eq!(Origin::new(&[], None).result(), "*");
    }
}
