//! Shorter definitions: a game's keys as changes of another's.

use variants::{Catalog, Definition, Family, Setting, Settings};

use crate::toml;

/// Keys that a game does not inherit.
const OWN: [&str; 3] = ["inherits", "title", "description"];

/// Returns the text of a game: as a change of one of some others where that is shorter and means
/// the same.
pub(crate) fn shortest<'c>(
    name: &str,
    settings: &Settings,
    parents: impl Iterator<Item = &'c str>,
    catalog: &Catalog,
) -> String {
    let full = toml::game(name, settings);
    let Some(meaning) = definition(&full, name, catalog) else { return full };
    let mut best = full;
    for parent in parents {
        let Some(inherited) = catalog.settings(parent) else { continue };
        let mut keys = changes(&inherited, settings);
        keys.insert(0, ("inherits".to_owned(), Setting::Text(parent.to_owned())));
        // Inherited pieces that cannot mate do not matter in games with other ends.
        let mut fewer = keys.clone();
        fewer.retain(|(key, value)| key != "dead" || *value != absent(key));
        let fewer = (fewer.len() < keys.len()).then_some(fewer);
        for keys in std::iter::once(keys).chain(fewer) {
            let text = toml::game(name, &keys);
            let shorter = text.len() < best.len();
            if shorter && definition(&text, name, catalog).as_ref() == Some(&meaning) {
                best = text;
            }
        }
    }
    best
}

/// Returns all that a game's text means, as text.
fn definition(text: &str, name: &str, catalog: &Catalog) -> Option<String> {
    let reading = catalog.read_file(text);
    let found: &Definition = reading.catalog.get(name)?;
    let mut definition = found.clone();
    // Pieces in another order, with names and pictures of their own, are the same pieces.
    for piece in &mut definition.pieces {
        piece.name.clear();
        piece.picture = None;
        piece.value = None;
    }
    if let Family::Royal(own) = &mut definition.family
        && !own.dead
    {
        own.dead_single.clear();
        own.dead_same_color.clear();
    }
    Some(format!("{definition:?}"))
}

/// Returns the keys that differ from a parent's; those of the parent alone are `false`.
fn changes(parent: &Settings, own: &Settings) -> Settings {
    let mut keys = Vec::new();
    for (key, value) in own {
        match (find(parent, key), value) {
            (Some(old), new) if old == new => {}
            (Some(Setting::Table(old)), Setting::Table(new)) if key == "pieces" => {
                let pieces = pieces(old, new);
                if !pieces.is_empty() {
                    keys.push((key.clone(), Setting::Table(pieces)));
                }
            }
            (Some(Setting::Table(old)), Setting::Table(new)) if key != "dead" => {
                keys.push((key.clone(), Setting::Table(changes(old, new))));
            }
            _ => keys.push((key.clone(), value.clone())),
        }
    }
    for (key, value) in parent {
        let gone = find(own, key).is_none() && !OWN.contains(&key.as_str());
        if gone && ![Setting::Flag(false), absent(key)].contains(value) {
            keys.push((key.clone(), absent(key)));
        }
    }
    keys
}

/// Returns the value of a key that stands for its default.
fn absent(key: &str) -> Setting {
    let word = match key {
        "repetition" | "stalemate" => "draw",
        "royals" => "one",
        "bare-king" => "allowed",
        "give-check" | "captures" | "facing-kings" => return Setting::Flag(true),
        "initial-rank" => return Setting::Number(2),
        "dead" => return Setting::Table(Vec::new()),
        _ => return Setting::Flag(false),
    };
    Setting::Text(word.to_owned())
}

/// Returns the changes of pieces; names stay those of the parent.
fn pieces(parent: &Settings, own: &Settings) -> Settings {
    let mut changed = Vec::new();
    for (letter, piece) in own {
        let (Some(Setting::Table(old)), Setting::Table(new)) = (find(parent, letter), piece) else {
            changed.push((letter.clone(), piece.clone()));
            continue;
        };
        let moves = |piece: &Settings| find(piece, "moves").cloned();
        let same = moves(old) == moves(new);
        let mut keys = changes(old, new);
        keys.retain(|(key, _)| {
            let looks = ["name", "picture"].contains(&key.as_str());
            key != "value" && !(same && looks)
        });
        if !keys.is_empty() {
            changed.push((letter.clone(), Setting::Table(keys)));
        }
    }
    for (letter, piece) in parent {
        if find(own, letter).is_none() && *piece != Setting::Flag(false) {
            changed.push((letter.clone(), Setting::Flag(false)));
        }
    }
    changed
}

fn find<'s>(settings: &'s Settings, key: &str) -> Option<&'s Setting> {
    settings.iter().find(|(name, _)| name == key).map(|(_, value)| value)
}
