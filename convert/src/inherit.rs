//! Shorter definitions: a game's keys as changes of another's.

use variants::royal::{PromotionLimit, Zone};
use variants::{
    ByColor, Catalog, Color, Definition, Family, PieceDefinition, PieceType, Setting, Settings,
    Square,
};

use crate::toml;

/// Keys that a game does not inherit.
const OWN: [&str; 3] = ["inherits", "title", "description"];

/// Maximum number of keys that are tried to be left out: each costs a reading.
const MOST_TRIES: usize = 24;

/// Returns the text of a game: as a change of one of some others where that is shorter and means
/// the same.
pub(crate) fn shortest<'c>(
    name: &str,
    settings: &Settings,
    parents: impl Iterator<Item = &'c str>,
    catalog: &Catalog,
) -> String {
    let mut best = toml::game(name, settings);
    let mut change: Option<(Settings, String)> = None;
    for parent in parents {
        // Programs spell names of games differently.
        let Some(parent) = catalog.meant(parent).map(|game| game.name.as_str()) else { continue };
        let Some(inherited) = catalog.settings(parent) else { continue };
        let own = in_order_of(&inherited, settings);
        let full = toml::game(name, &own);
        let Some(meaning) = definition(&full, name, catalog) else { return best };
        let mut keys = changes(&inherited, &own);
        keys.insert(0, ("inherits".to_owned(), Setting::Text(parent.to_owned())));
        // Inherited pieces that cannot mate do not matter in games with other ends.
        let mut fewer = keys.clone();
        fewer.retain(|(key, value)| key != "dead" || *value != absent(key));
        // Keys of the parent alone may have their default there.
        let mut fewest = keys.clone();
        fewest.retain(|(key, _)| key == "inherits" || find(&own, key).is_some());
        let shorter = [fewer, fewest].into_iter().filter(|fewer| fewer.len() < keys.len());
        for keys in std::iter::once(keys.clone()).chain(shorter) {
            let text = toml::game(name, &keys);
            let shorter = text.len() < best.len();
            if shorter && definition(&text, name, catalog).as_ref() == Some(&meaning) {
                best = text;
                change = Some((keys, meaning.clone()));
            }
        }
    }
    let Some((mut keys, meaning)) = change else { return best };
    let is_same = |keys: &Settings| {
        definition(&toml::game(name, keys), name, catalog).as_ref() == Some(&meaning)
    };
    let mut tries = MOST_TRIES;
    leave_out(&mut keys, &mut |keys| {
        tries = tries.saturating_sub(1);
        tries > 0 && is_same(keys)
    });
    toml::game(name, &keys)
}

/// Leaves out keys of a change that make no difference.
fn leave_out(keys: &mut Settings, is_same: &mut dyn FnMut(&Settings) -> bool) {
    for index in (1..keys.len()).rev() {
        let mut fewer = keys.clone();
        fewer.remove(index);
        if is_same(&fewer) {
            *keys = fewer;
            continue;
        }
        // Of pieces, each by itself.
        let Setting::Table(pieces) = &keys[index].1 else { continue };
        for piece in (0..pieces.len()).rev() {
            let mut fewer = keys.clone();
            if let Setting::Table(pieces) = &mut fewer[index].1 {
                pieces.remove(piece);
            }
            if is_same(&fewer) {
                *keys = fewer;
            }
        }
    }
}

/// Returns a game's keys with its pieces in the order of a parent's, which come first.
fn in_order_of(parent: &Settings, own: &Settings) -> Settings {
    let mut own = own.clone();
    let Some(Setting::Table(order)) = find(parent, "pieces") else { return own };
    let place = |(letter, _): &(String, Setting)| order.iter().position(|(own, _)| own == letter);
    for (key, value) in &mut own {
        if let (true, Setting::Table(pieces)) = (key == "pieces", value) {
            pieces.sort_by_key(|piece| place(piece).unwrap_or(usize::MAX));
        }
    }
    own
}

/// Returns all that a game's text means, as text.
fn definition(text: &str, name: &str, catalog: &Catalog) -> Option<String> {
    let reading = catalog.read_file(text);
    let found: &Definition = reading.catalog.get(name)?;
    let mut definition = found.clone();
    // Pieces with names and pictures of their own, and promotions in another order, are the same.
    for piece in &mut definition.pieces {
        piece.name.clear();
        piece.picture = None;
        piece.value = None;
        piece.promotes.sort_unstable_by_key(|kind| kind.index());
    }
    definition.template.clear();
    if let Family::Royal(own) = &mut definition.family {
        if !own.dead {
            own.dead_single.clear();
            own.dead_same_color.clear();
        }
        own.ends.lose_without.sort_by_key(|minimum| format!("{minimum:?}"));
        if let Some(goal) = &mut own.ends.goal {
            sort(&mut goal.squares);
        }
        let (size, pieces) = (definition.size, &definition.pieces);
        let promotion = by_kind(pieces, |kind, color| own.promotion_squares(size, kind, color));
        let must_promote = by_kind(pieces, |kind, color| own.must_promote(size, kind, color));
        let pawns = &mut *own.pawns;
        (pawns.promotion, pawns.must_promote) = (promotion, must_promote);
        if let PromotionLimit::Numbers(numbers) = &mut pawns.limit {
            numbers.sort_unstable();
        }
        pawns.by_capture.sort_unstable();
        pawns.by_leaving.sort_unstable();
    }
    Some(format!("{definition:?}"))
}

/// Squares by kind that promotes, whether a definition states them for each, for all, or leaves them out.
fn by_kind(pieces: &[PieceDefinition], squares: impl Fn(PieceType, Color) -> Vec<Square>) -> Zone {
    let promoting = (0..pieces.len()).filter(|&index| !pieces[index].promotes.is_empty());
    let kinds = promoting.map(PieceType::from_index).map(|kind| {
        let mut squares = ByColor::from_fn(|color| squares(kind, color));
        sort(&mut squares);
        (kind, squares)
    });
    Zone { all: None, kinds: kinds.collect() }
}

fn sort(squares: &mut ByColor<Vec<Square>>) {
    for color in Color::ALL {
        squares[color].sort_unstable();
    }
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
