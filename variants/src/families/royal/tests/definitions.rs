//! Random definitions: boards, pieces, royal pieces, castling, promotion, ends and hands, in random
//! games against the second statement.

use super::random::play_game;
use super::random_keys::{Dice, Plan, ends, gates, hand, keys_have, own_keys, turning, walls};
use super::slow_walls::play_walled;
use crate::Definition;

/// Moves of pieces that do not promote.
const MOVES: [&str; 30] = [
    "R", "B", "Q", "N", "C", "A", "D", "W", "F", "K", "fRbB", "mRcpR", "gQ", "nN", "nA", "nD",
    "NN", "[F?fR]", "[W?fB]", "zB", "qN", "R3", "WN", "mNcB", "cRmK", "fsWbF", "KAD", "pB",
    "(1,4)F", "W2B2",
];

/// Moves of royal pieces.
const ROYAL: [&str; 8] = ["K", "K", "K", "W", "F", "N", "KAD", "WA"];

/// Moves of pawns.
const PAWNS: [&str; 8] = [
    "fmWfceFifmnD",
    "fmWfcF",
    "fmWfceFifmnDifmnH",
    "fmFfcWifmA",
    "fKifmnD",
    "fW",
    "fmWfcFimNfceW",
    "fsWifmnDfceF",
];

/// The text of a definition, which may have faults: a start in which a side has lost, for instance.
fn text(dice: &mut Dice) -> (String, usize) {
    let (files, ranks) = (5 + dice.below(5), 5 + dice.below(4));
    let pieces: Vec<char> = "ABCD".chars().take(2 + dice.below(3)).collect();
    let plan = Plan { files, ranks, pieces };
    let castles = dice.chance(40) && files > 5;
    let king = 1 + dice.below(files - 2);
    let several = dice.chance(15);
    let royals = if several { dice.of(&["any", "last", "all", "last-of-all"]) } else { "one" };
    let back = |dice: &mut Dice| -> String {
        let square = |file: usize| match file {
            _ if file == king => 'K',
            0 if castles => plan.pieces[0],
            _ if file == files - 1 && castles => plan.pieces[0],
            _ if several && dice.chance(15) => 'K',
            _ if dice.chance(20) => '1',
            _ => plan.kind(dice),
        };
        (0..files).map(square).collect()
    };
    let (white, black) = (back(dice), back(dice));
    let black = if dice.chance(70) { white.clone() } else { black };
    let pawns: String = (0..files).map(|_| if dice.chance(75) { 'P' } else { '1' }).collect();
    let holes = dice.chance(10);
    let middle = |rank: usize| match holes && rank == ranks / 2 {
        true => format!("*{}", files - 1),
        false => files.to_string(),
    };
    let middle: Vec<String> = (2..ranks - 2).rev().map(middle).collect();
    let drops = dice.chance(35);
    let held = match drops && dice.chance(40) {
        true => format!("[{}P{}]", plan.kind(dice), plan.kind(dice).to_ascii_lowercase()),
        false => String::new(),
    };
    let mut rights = if castles { "KQkq".to_owned() } else { "-".to_owned() };
    let opens = !held.is_empty() && dice.chance(60);
    if opens {
        rights = if castles { "KQ" } else { "" }.to_owned();
        for (row, first, castling) in [(&white, b'A', ""), (&black, b'a', "kq")] {
            rights += if castles { castling } else { "" };
            let occupied = row.chars().enumerate().filter(|(_, piece)| *piece != '1');
            rights.extend(occupied.map(|(file, _)| char::from(first + file as u8)));
        }
    }
    let mut game = format!(
        "family = 'royal'\nboard = '{files}x{ranks}'\nmove-rule = 100\nroyals = '{royals}'\n\
         start = '{}/{}/{}/{pawns}/{white}{held} w {rights} - 0 1'\n",
        black.to_lowercase(),
        pawns.to_lowercase(),
        middle.join("/"),
    );
    if holes {
        game += &format!("holes = 'a{}'\n", ranks / 2 + 1);
    }
    for key in ["initial", "promotion", "must-promote", "en-passant"] {
        if dice.chance(15) {
            game += &format!("{key} = {}\n", plan.by_side(dice));
        }
    }
    for (key, value, percent) in [
        ("must-capture", "true", 8),
        ("give-check", "false", 5),
        ("facing-kings", ["false", "'part-or-pass'"][dice.below(2)], 10),
        ("pass", ["true", "'stalemate'"][dice.below(2)], 10),
        (
            "points",
            ["{ pieces = { A = 3, P = 1 }, black = 1 }", "{ equal = 'black' }"][dice.below(2)],
            8,
        ),
        ("en-passant-promotes", "false", 10),
        ("promotion-limit", "'lost'", 10),
        ("promotion-limit", "{ A = 2, B = 3 }", 10),
        (
            "promotion-in-place",
            dice.of(&[
                "{ pieces = 'P' }",
                "{ pieces = 'P', step = true, forced = false }",
                "{ pieces = 'P', attack = false, last-anywhere = true, forced = false }",
                "{ pieces = 'P', step = true, attack = false, last-anywhere = true }",
            ]),
            12,
        ),
        ("blast", ["{}", "{ survivors = 'P' }"][dice.below(2)], 10),
    ] {
        if !keys_have(&format!(" {}", game.replace('\n', " ")), key) && dice.chance(percent) {
            game += &format!("{key} = {value}\n");
        }
    }
    if dice.chance(8) {
        game += &format!("zone = '*1 *2 *3 {}'\n", plan.squares(dice));
    }
    let unmoved = !castles && !opens && dice.chance(12);
    if unmoved {
        let ended = if dice.chance(50) {
            format!(", ended-by = '{}'", plan.kind(dice))
        } else {
            String::new()
        };
        game += &format!("unmoved = {{ pieces = 'K{}'{ended} }}\ninitial = '*1'\n", plan.pieces[0]);
        let row = white.chars().zip(black.chars()).enumerate();
        let marked = |piece: char| piece == 'K' || piece == plan.pieces[0];
        let file = |first: u8, at: usize| char::from(first + at as u8);
        let own = row.clone().filter(|(_, (own, _))| marked(*own)).map(|(at, _)| file(b'A', at));
        let other = row.filter(|(_, (_, own))| marked(*own)).map(|(at, _)| file(b'a', at));
        let rights: String = own.chain(other).collect();
        game = game.replacen(" w - - 0 1", &format!(" w {rights} - 0 1"), 1);
    }
    game += &ends(&plan, dice);
    if !drops && !unmoved && dice.chance(12) {
        game += &walls(&plan, dice);
    }
    if opens {
        game += &gates(&plan, dice);
    } else if drops {
        let blasts = game.contains("blast =");
        game += &hand(&plan, dice, blasts);
    }
    if castles {
        let to = |dice: &mut Dice| char::from(b'a' + dice.below(files) as u8);
        let file = |file: usize| char::from(b'a' + file as u8);
        let way = |dice: &mut Dice, from: usize| {
            let (king, rook) = (to(dice), to(dice));
            format!("{{ rook-from = '{}', king-to = '{king}', rook-to = '{rook}' }}", file(from))
        };
        let (right, left) = (way(dice, files - 1), way(dice, 0));
        game += &format!(
            "castling = {{ rank = 1, king = '{}', rook = '{}', king-side = {right}, \
             queen-side = {left} }}\n",
            file(king),
            plan.pieces[0],
        );
    }
    let zone = match dice.chance(10) {
        true => format!(", zone = '*1 *2 *3 {}'", plan.squares(dice)),
        false => String::new(),
    };
    let royal = format!(
        "K = {{ name = 'king', moves = '{}', royal = {}{zone} }}\n",
        dice.of(&ROYAL),
        dice.chance(93)
    );
    let promotes = match dice.below(4) {
        0 => {
            let black = plan.promotions(dice);
            format!("{{ white = '{}', black = '{black}' }}", plan.promotions(dice))
        }
        1 if drops => "'+P'".to_owned(),
        _ => format!("'{}'", plan.promotions(dice)),
    };
    let mut own = own_keys(&plan, dice, drops);
    if dice.chance(10) {
        let (squares, moves) = (plan.by_side(dice), dice.of(&["ifmnH", "sW", "ifmnD", "mfA"]));
        own += &format!(", moves-in = {{ squares = {squares}, moves = '{moves}' }}");
    }
    let turns = dice.chance(20);
    let mut kinds = royal;
    kinds += &format!(
        "P = {{ name = 'pawn', moves = '{}', promotes = {promotes}{own} }}\n",
        dice.of(&PAWNS)
    );
    for letter in &plan.pieces {
        let mut keys = String::new();
        if dice.chance(8) {
            keys += &format!(", zone = {}", plan.by_side(dice));
        }
        if dice.chance(10) {
            let (squares, moves) = (plan.by_side(dice), dice.of(&MOVES));
            let inside = if dice.chance(40) { ", inside = true" } else { "" };
            keys += &format!(", moves-in = {{ squares = {squares}, moves = '{moves}'{inside} }}");
        }
        for key in ["cannot-jump", "cannot-take"] {
            if dice.chance(8) {
                keys +=
                    &format!(", {key} = '{}'", if dice.chance(50) { 'P' } else { plan.kind(dice) });
            }
        }
        if several && dice.chance(20) {
            keys += ", royal = true";
        }
        if turns && dice.chance(60) {
            let to = plan.kind(dice);
            keys += &turning(&plan, dice, to);
        }
        let moves = dice.of(&MOVES);
        kinds += &format!("{letter} = {{ name = 'piece {letter}', moves = '{moves}'{keys} }}\n");
    }
    if promotes == "'+P'" {
        let back = if dice.chance(60) { turning(&plan, dice, 'P') } else { String::new() };
        kinds +=
            &format!("\"+P\" = {{ name = 'promoted', moves = '{}'{back} }}\n", dice.of(&MOVES));
    }
    (format!("[random]\n{game}\n[random.pieces]\n{kinds}"), files * ranks)
}

/// A definition without faults, and its number of squares.
fn definition(dice: &mut Dice) -> (String, Definition, usize) {
    loop {
        let (text, squares) = text(dice);
        if let Ok((catalog, _)) = crate::Catalog::builtin().with_file(&text)
            && let Some(found) = catalog.get("random")
        {
            return (text, Definition::clone(found), squares);
        }
    }
}

/// Plays games of random definitions until so many positions are compared.
fn compare(first: u64, wanted: usize) -> (usize, usize) {
    let (mut games, mut positions) = (0, 0);
    let mut seed = first;
    while positions < wanted {
        seed += 1;
        let (text, definition, squares) = definition(&mut Dice(seed));
        let _context = Context(&text);
        positions += match (squares > 64, definition.family.has_walls()) {
            (true, false) => play_game::<u128>(definition, seed),
            (false, false) => play_game::<u64>(definition, seed),
            (true, true) => play_walled::<u128>(definition, seed),
            (false, true) => play_walled::<u64>(definition, seed),
        };
        games += 1;
    }
    (games, positions)
}

/// Prints the definition when a comparison fails.
struct Context<'t>(&'t str);

impl Drop for Context<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

#[test]
fn random_definitions() {
    let (games, positions) = compare(0, 2_000);
    assert!(games > 30, "{games} games, {positions} positions");
}

/// The same for longer: `MENAGERIE_POSITIONS` positions from the seed `MENAGERIE_SEED`.
#[test]
#[ignore = "takes minutes"]
fn many_random_definitions() {
    let number = |name: &str, default| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (games, positions) = compare(
        number("MENAGERIE_SEED", 1_000_000),
        number("MENAGERIE_POSITIONS", 1_000_000) as usize,
    );
    println!("{games} definitions, {positions} positions");
}
