//! From a game's table to its definition.

use std::cell::Cell;

use super::array::array;
use super::cost::{MOST_OF_FILE, cost};
use super::keys::{COMMON, family_of_key};
use super::local::expect_new_moves;
use super::pieces::pieces;
use super::start::{expect_array, expect_playable, pieces_of_start, placement, start};
use crate::BoardSize;
use crate::definition::{Definition, Repetition};
use crate::families::{FAMILIES, FamilyEntry};
use crate::reading::{Item, Kinds, Section, quoted};

/// Reads a game. The definition is valid only if no fault was noted. Its cost is added to that of
/// its file so far, and its start is tried; built-in games, which tests play, have no such
/// `budget`.
pub(super) fn definition(
    name: &str,
    game: &Section<'_>,
    budget: Option<&Cell<usize>>,
) -> Option<Definition> {
    let family = game
        .required("family", "royal, jumping or armies")
        .and_then(|item| item.choice(&families()));
    expect_keys(game, family);
    let size = game.required("board", "FILESxRANKS, such as \"8x8\"").and_then(|item| board(&item));
    let start_item = game.required("start", "the FEN of the position at the start");
    let title = game.optional("title").map(|item| item.words("the game's display name"));
    let description = game.optional("description").map(|item| item.text("a sentence"));
    let template = game.optional("template").map(|item| template(&item));
    let repetition = game.any("repetition").map(|item| repetition(&item));
    let repetition_count =
        game.any("repetition-count").map(|item| item.number(2, Repetition::MOST.into()));
    let misere = game.any("misere").map(|item| item.flag());
    let move_rule = game.optional("move-rule").map(|item| item.number(1, 10_000));
    let expected = "a table of the kinds of pieces, by FEN letter";
    let section = game.required("pieces", expected).and_then(|item| item.section(expected));

    // Without a family or kinds the rest cannot be checked.
    let (family, section) = (family?, section?);
    let kinds = Kinds::read(&section);
    let several_royals = (family.has_several_royals)(game);
    let pieces = pieces(&section, &kinds, family, size, several_royals);
    let own = (family.read)(game, size, &kinds);
    let array = game.optional("array").map(|item| array(&item, &kinds));

    let mut definition = Definition {
        name: name.to_owned(),
        title: title.flatten().unwrap_or(name).to_owned(),
        description: description.flatten().unwrap_or("").to_owned(),
        template: template.flatten().unwrap_or("fairy").to_owned(),
        size: size?,
        start: String::new(),
        array: array.flatten(),
        pieces: pieces.list,
        repetition: repetition.flatten().unwrap_or(Repetition::Draw),
        repetition_count: repetition_count.flatten().map_or(Repetition::COUNT, |count| count as u8),
        move_rule: move_rule.flatten(),
        misere: misere.flatten().unwrap_or(false),
        // If it is unknown, it is not used.
        family: own.clone().unwrap_or_else(family.blank),
    };
    let cost = cost(&section, &kinds, &definition);
    let start_item = start_item?;
    if let Some(own) = own.as_ref().filter(|_| pieces.sound)
        && let Err(message) = own.complete(&mut definition.pieces)
    {
        section.fault(message);
        return None;
    }
    if own.is_none() {
        return pieces_of_start(&start_item, &definition).and(None);
    }
    if !pieces.sound {
        // A placement that cannot be read is a fault of its own.
        return placement(&start_item, &definition).and(None);
    }
    definition.start = start(&start_item, game, &definition)?;
    expect_array(game, &definition)?;
    let Some(budget) = budget else { return Some(definition) };
    charge(budget, cost?, game)?;
    expect_new_moves(&section, &kinds, &definition)?;
    expect_check(game, &definition)?;
    expect_playable(&start_item, game, family.ends, &definition)?;
    Some(definition)
}

/// Adds the cost of a game to those of its file before it; `None`, with a fault, if they are too much.
fn charge(budget: &Cell<usize>, cost: usize, game: &Section<'_>) -> Option<()> {
    let sum = budget.get().saturating_add(cost);
    budget.set(sum);
    if sum > MOST_OF_FILE {
        game.fault(format!(
            "the moves of the file's games up to this visit {sum} squares: expected at most \
             {MOST_OF_FILE} in a file"
        ));
        return None;
    }
    Some(())
}

/// Returns the rule of repetition.
fn repetition(item: &Item<'_>) -> Option<Repetition> {
    item.choice(&[
        ("draw", Repetition::Draw),
        ("checker-loses", Repetition::CheckerLoses),
        ("checker-or-first-loses", Repetition::CheckerOrFirstLoses),
        ("illegal", Repetition::Illegal),
        ("none", Repetition::Allowed),
    ])
}

/// Notes a rule on checks in a game that has none.
fn expect_check(game: &Section<'_>, definition: &Definition) -> Option<()> {
    let item = game.any("repetition").filter(Item::is_own);
    let has_no_effect =
        definition.repetition == Repetition::CheckerLoses && !definition.has_royals();
    if let Some(item) = item.filter(|_| has_no_effect) {
        item.unexpected("another rule in a game without royal pieces, and so without checks");
        return None;
    }
    Some(())
}

/// Notes keys that the game's family does not have; all families' are known when it has none.
fn expect_keys(game: &Section<'_>, family: Option<&FamilyEntry>) {
    let mut known = COMMON.to_vec();
    for other in FAMILIES {
        if family.is_none_or(|family| family.name == other.name) {
            let new: Vec<_> = other.game_keys.iter().filter(|key| !known.contains(key)).collect();
            known.extend(new);
        }
    }
    game.expect_keys(&known, |key| {
        let (own, other) = (family?.name, family_of_key(key, |family| family.game_keys)?.name);
        Some(format!("a key of the {other} family: this game's family is {own}"))
    });
}

/// The families, by the words that name them.
fn families() -> Vec<(&'static str, &'static FamilyEntry)> {
    FAMILIES.iter().map(|family| (family.name, family)).collect()
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

/// Whether it is a word of lower-case letters, digits and hyphens, not too long. With a hyphen first it
/// would be an option of the command line.
pub(super) fn is_name(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !text.is_empty() && text.len() <= 40 && text.bytes().all(fits) && !text.starts_with('-')
}
