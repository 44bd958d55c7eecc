//! From a game's table to its definition.

use super::armies::armies;
use super::fault::quoted;
use super::jumping::{array, jumping};
use super::keys::{COMMON, FamilyName};
use super::pieces::{Kinds, pieces};
use super::royal::royal;
use super::section::{Item, Section};
use super::start::{expect_array, start};
use super::{Definition, Family, Repetition};
use crate::BoardSize;

/// Reads a game. The definition is there only when nothing was noted as a fault.
pub(super) fn definition(name: &str, game: &Section<'_>) -> Option<Definition> {
    let family = game
        .required("family", "royal, jumping or armies")
        .and_then(|item| item.choice(&FamilyName::ALL));
    expect_keys(game, family);
    let size = game.required("board", "FILESxRANKS, such as \"8x8\"").and_then(|item| board(&item));
    let start_item = game.required("start", "the FEN of the position at the start");
    let title = game.optional("title").map(|item| item.words("the name for people"));
    let description = game.optional("description").map(|item| item.text("a sentence"));
    let template = game.optional("template").map(|item| template(&item));
    let repetition = game.any("repetition").map(|item| {
        item.choice(&[
            ("draw", Repetition::Draw),
            ("illegal", Repetition::Illegal),
            ("none", Repetition::Allowed),
        ])
    });
    let move_rule = game.optional("move-rule").map(|item| item.number(1, 10_000));
    let expected = "a table of the kinds of pieces, by FEN letter";
    let section = game.required("pieces", expected).and_then(|item| item.section(expected));

    // Without a family or kinds there is nothing to judge the rest by.
    let (family, section) = (family?, section?);
    let kinds = Kinds::read(&section);
    let pieces = pieces(&section, &kinds, family);
    let family = match family {
        FamilyName::Royal => royal(game, size, &kinds).map(Family::Royal),
        FamilyName::Jumping => jumping(game, &kinds).map(Family::Jumping),
        FamilyName::Armies => armies(game, &kinds).map(Family::Armies),
    };
    let array = game.optional("array").map(|item| array(&item, &kinds));

    let mut definition = Definition {
        name: name.to_owned(),
        title: title.unwrap_or(Some(name))?.to_owned(),
        description: description.unwrap_or(Some(""))?.to_owned(),
        template: template.unwrap_or(Some("fairy"))?.to_owned(),
        size: size?,
        start: String::new(),
        array: match array {
            Some(array) => Some(array?),
            None => None,
        },
        pieces: pieces?,
        repetition: repetition.unwrap_or(Some(Repetition::Draw))?,
        move_rule: match move_rule {
            Some(plies) => Some(plies?),
            None => None,
        },
        family: family?,
    };
    definition.start = start(&start_item?, &definition)?;
    expect_array(game, &definition)?;
    Some(definition)
}

/// Notes keys that the game's family does not have; all families' are known when it has none.
fn expect_keys(game: &Section<'_>, family: Option<FamilyName>) {
    let mut known = COMMON.to_vec();
    for (_, other) in FamilyName::ALL {
        if family.is_none_or(|family| family == other) {
            known.extend(other.game_keys());
        }
    }
    game.expect_keys(&known, |key| {
        let (own, other) = (family?.as_str(), FamilyName::of_key(key, FamilyName::game_keys)?);
        Some(format!("a key of the {} family: this game's family is {own}", other.as_str()))
    });
}

fn board(item: &Item<'_>) -> Option<BoardSize> {
    let text = item.text("FILESxRANKS, such as \"8x8\"")?;
    let size = text.parse().ok().filter(|size: &BoardSize| size.to_string() == text);
    if size.is_none() {
        let max = BoardSize::MAX;
        item.fault(format!(
            "{}: expected FILESxRANKS, each from 2 to {max}, such as \"8x8\"",
            quoted(text)
        ));
    }
    size
}

/// The template goes into a line of the protocol as a word.
fn template<'a>(item: &Item<'a>) -> Option<&'a str> {
    const EXPECTED: &str = "a word of lower-case letters, digits and hyphens";
    let text = item.text(EXPECTED)?;
    if !is_name(text) {
        item.unexpected(EXPECTED);
        return None;
    }
    Some(text)
}

/// Whether it is a word of lower-case letters, digits and hyphens, not too long.
pub(super) fn is_name(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !text.is_empty() && text.len() <= 40 && text.bytes().all(fits)
}
