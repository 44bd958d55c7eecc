//! Games of random definitions: every valid definition can be played over both protocols.

use rand::RngExt;
use rand::seq::SliceRandom;

use super::board::play;
use super::*;

/// Number of definitions generated, of which a part is valid.
const DEFINITIONS: u64 = 600;

/// Turns of each game.
const TURNS: usize = 25;

const LETTERS: [char; 5] = ['P', 'Q', 'R', 'M', 'S'];

const MOVES: [&str; 14] = [
    "fmWfceF",
    "fmWfceFifmnD",
    "fmWfceFifmnDifmnH",
    "fW",
    "fFfW",
    "K",
    "R",
    "B2",
    "N",
    "WD",
    "nNfW",
    "[W-fD]",
    "CfF",
    "NN",
];

const JUMPS: [&str; 4] = ["F", "fF", "K", "fFW"];

/// Piece type's key, and its promotion on the last rank.
struct Kind {
    key: String,
    promotes: String,
}

/// Returns a few piece types, plain and promoted, each letter with or without the other.
fn kinds(numbers: &mut ChaCha8Rng, promoting: bool) -> Vec<Kind> {
    let mut keys: Vec<String> = Vec::new();
    for letter in &LETTERS[..numbers.random_range(1..=LETTERS.len())] {
        let shape = numbers.random_range(0..3);
        keys.extend((shape != 1).then(|| letter.to_string()));
        keys.extend((shape != 0).then(|| format!("+{letter}")));
    }
    // Promoted piece types do not promote.
    let first = if promoting { numbers.random_range(0..=keys.len() / 2) } else { 0 };
    keys.shuffle(numbers);
    let (promoting, targets) = keys.split_at(first);
    let mut several = || {
        let count = numbers.random_range(1..=3.min(targets.len()));
        targets.sample(numbers, count).cloned().collect()
    };
    let promoting = promoting.iter().map(|key| Kind { key: key.clone(), promotes: several() });
    let promoting: Vec<Kind> = promoting.collect();
    let plain = targets.iter().map(|key| Kind { key: key.clone(), promotes: String::new() });
    promoting.into_iter().chain(plain).collect()
}

/// Returns a rank of a start position.
fn row(numbers: &mut ChaCha8Rng, files: usize, density: f64, keys: &[String]) -> Vec<String> {
    let square = |_| match keys.choose(numbers) {
        Some(key) if numbers.random_bool(density) => key.clone(),
        _ => "1".to_owned(),
    };
    (0..files).map(square).collect()
}

/// Returns a start position: White's pieces below, the same of Black's above, rotated.
fn start(
    numbers: &mut ChaCha8Rng,
    (files, ranks): (usize, usize),
    keys: &[String],
    king: bool,
) -> String {
    let density = numbers.random_range(0.3..1.0);
    let depth = numbers.random_range(1..=ranks / 2);
    let mut rows: Vec<Vec<String>> =
        (0..depth).map(|_| row(numbers, files, density, keys)).collect();
    if king {
        rows[0][files / 2] = "K".to_owned();
    }
    let black = rows.iter().map(|row| {
        let turned: Vec<String> = row.iter().rev().map(|key| key.to_lowercase()).collect();
        turned.concat()
    });
    let empty = (0..ranks - 2 * depth).map(|_| files.to_string());
    let white = rows.iter().rev().map(|row| row.concat());
    let all: Vec<String> = black.chain(empty).chain(white).collect();
    all.join("/")
}

/// Returns the text of a definition, which may be invalid.
fn definition(numbers: &mut ChaCha8Rng) -> String {
    let family = ["royal", "jumping", "armies"][numbers.random_range(0..3)];
    let size = (numbers.random_range(3..=10), numbers.random_range(4..=10));
    let kinds = kinds(numbers, family != "armies");
    let keys: Vec<String> = kinds.iter().map(|kind| kind.key.clone()).collect();
    let start = start(numbers, size, &keys, family == "royal");
    let side = if numbers.random_bool(0.7) { 'w' } else { 'b' };
    let mut text = format!("[random]\nfamily = \"{family}\"\nboard = \"{}x{}\"\n", size.0, size.1);
    text += &format!("start = \"{start} {side} - - 0 1\"\n");
    match family {
        "royal" if numbers.random_bool(0.3) => {
            text += &format!("promotion-rank = {}\n", numbers.random_range(size.1 / 2..=size.1));
        }
        "jumping" => {
            let capture = ["free", "multiple", "most"][numbers.random_range(0..3)];
            text += &format!("capture = \"{capture}\"\n");
        }
        "armies" => {
            let units = keys.concat();
            text += &format!("armies = [{{ name = \"all\", units = \"{units}\" }}]\n");
            text += &format!("royal-chiefs = \"{}\"\n", keys[0]);
        }
        _ => {}
    }
    text += "[random.pieces]\n";
    if family == "royal" {
        text += "K = { name = \"king\", moves = \"K\", royal = true }\n";
    }
    for Kind { key, promotes } in kinds {
        let mut moves = MOVES.choose(numbers).copied().unwrap_or_default().to_owned();
        if family != "royal" {
            moves.retain(|letter| !matches!(letter, 'i' | 'e'));
        }
        text += &format!("\"{key}\" = {{ name = \"piece\", moves = \"{moves}\"");
        if !promotes.is_empty() {
            text += &format!(", promotes = \"{promotes}\"");
        }
        if family == "jumping" && numbers.random_bool(0.6) {
            let jumps = JUMPS.choose(numbers).copied().unwrap_or_default();
            text += &format!(", jumps = \"{jumps}\"");
        }
        text += " }\n";
    }
    text
}

#[test]
fn whatever_loads_is_played_over_both_wires() {
    let (mut loaded, mut turns) = (0, 0);
    for seed in 0..DEFINITIONS {
        let mut numbers = random_numbers(seed);
        let text = definition(&mut numbers);
        let Ok((catalog, _)) = Catalog::builtin().with_file(&text) else { continue };
        let Ok(variant) = Variant::compile(catalog.get("random").unwrap().clone()) else {
            continue;
        };
        let color = if numbers.random_bool(0.5) { Color::White } else { Color::Black };
        let played = std::panic::catch_unwind(|| play(&variant, seed, color, TURNS));
        match played {
            Ok(played) => (loaded, turns) = (loaded + 1, turns + played),
            Err(_) => panic!("seed {seed}, {color} the engine's:\n{text}"),
        }
    }
    assert!(loaded > 100 && turns > 1500, "{loaded} games of {turns} turns");
}
