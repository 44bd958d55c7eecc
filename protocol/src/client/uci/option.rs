//! Parser of UCI `option` lines.

use std::str::FromStr;

use crate::options::EMPTY;
use crate::text::excerpt;
use crate::tokens::Tokens;
use crate::{OptionKind, OptionSpec, ParseError};

/// Parses the text after the word `option`.
///
/// Missing parts take defaults: a check is off, a number is 0 or the end of its range next to 0, a
/// text is empty. A default need not be a valid value, as some engines send such.
pub(super) fn option(mut tokens: Tokens<'_>) -> Result<OptionSpec, ParseError> {
    expect(&mut tokens, "name", "option", "the word 'name'")?;
    let name = until(&mut tokens, &["type"]);
    if name.is_empty() {
        return Err(ParseError::Missing { command: "option name", expected: "a name" });
    }
    expect(&mut tokens, "type", "option", "the word 'type'")?;
    let (command, expected) = ("option type", "check, spin, combo, button or string");
    let kind = match tokens.next() {
        Some("check") => check(tokens)?,
        Some("spin") => spin(tokens)?,
        Some("combo") => combo(tokens)?,
        Some("button") => OptionKind::Button,
        Some("string") => string(tokens)?,
        Some(word) => return Err(ParseError::BadValue { command, value: excerpt(word), expected }),
        None => return Err(ParseError::Missing { command, expected }),
    };
    Ok(OptionSpec { name, kind, unit: String::new(), help: String::new(), only: None })
}

fn check(mut tokens: Tokens<'_>) -> Result<OptionKind, ParseError> {
    let mut default = false;
    while let Some(word) = tokens.next() {
        match word {
            "default" => {
                let text = tokens.next().unwrap_or_default();
                default = text.eq_ignore_ascii_case("true");
                if !default && !text.eq_ignore_ascii_case("false") {
                    let command = "option type check default";
                    let (value, expected) = (excerpt(text), "true or false");
                    return Err(ParseError::BadValue { command, value, expected });
                }
            }
            _ => return Err(unknown("option type check", word)),
        }
    }
    Ok(OptionKind::Check { default })
}

fn spin(mut tokens: Tokens<'_>) -> Result<OptionKind, ParseError> {
    let (mut default, mut min, mut max) = (None, i64::MIN, i64::MAX);
    while let Some(word) = tokens.next() {
        match word {
            "default" => default = Some(number(&mut tokens, "option type spin default")?),
            "min" => min = number(&mut tokens, "option type spin min")?,
            "max" => max = number(&mut tokens, "option type spin max")?,
            _ => return Err(unknown("option type spin", word)),
        }
    }
    if min > max {
        let (value, expected) = (max.to_string(), "a number from its min on");
        return Err(ParseError::BadValue { command: "option type spin max", value, expected });
    }
    Ok(OptionKind::Spin { default: default.unwrap_or(0.clamp(min, max)), min, max })
}

/// Some engines send numbers beyond 64 bits for an unlimited range.
fn number(tokens: &mut Tokens<'_>, command: &'static str) -> Result<i64, ParseError> {
    let expected = "a whole number";
    let text = tokens.next().ok_or(ParseError::Missing { command, expected })?;
    let wide = i128::from_str(text).map_err(|_| ParseError::BadValue {
        command,
        value: excerpt(text),
        expected,
    })?;
    let narrow = i64::try_from(wide);
    Ok(narrow.unwrap_or(if wide < 0 { i64::MIN } else { i64::MAX }))
}

fn combo(mut tokens: Tokens<'_>) -> Result<OptionKind, ParseError> {
    const KEYS: [&str; 2] = ["default", "var"];
    let mut default = None;
    let mut choices = Vec::new();
    while let Some(word) = tokens.next() {
        match word {
            "default" => default = Some(meant(until(&mut tokens, &KEYS))),
            "var" => choices.push(meant(until(&mut tokens, &KEYS))),
            _ => return Err(unknown("option type combo", word)),
        }
    }
    let first = || choices.first().cloned().unwrap_or_default();
    Ok(OptionKind::Combo { default: default.unwrap_or_else(first), choices })
}

/// The default extends to the end of the line: a path may contain any word.
fn string(mut tokens: Tokens<'_>) -> Result<OptionKind, ParseError> {
    match tokens.next() {
        None => Ok(OptionKind::String { default: String::new() }),
        Some("default") => Ok(OptionKind::String { default: meant(tokens.rest().to_owned()) }),
        Some(word) => Err(unknown("option type string", word)),
    }
}

fn meant(text: String) -> String {
    if text.eq_ignore_ascii_case(EMPTY) { String::new() } else { text }
}

fn unknown(command: &'static str, word: &str) -> ParseError {
    ParseError::UnknownWord { command, word: excerpt(word) }
}

fn expect(
    tokens: &mut Tokens<'_>,
    word: &str,
    command: &'static str,
    expected: &'static str,
) -> Result<(), ParseError> {
    match tokens.next() {
        Some(found) if found == word => Ok(()),
        Some(found) => Err(ParseError::BadValue { command, value: excerpt(found), expected }),
        None => Err(ParseError::Missing { command, expected }),
    }
}

/// Returns the words up to one of these, or all.
fn until(tokens: &mut Tokens<'_>, keys: &[&str]) -> String {
    let mut text = String::new();
    while let Some(word) = tokens.peek()
        && !keys.contains(&word)
    {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
        tokens.next();
    }
    text
}
