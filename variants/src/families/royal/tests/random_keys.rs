//! Random keys of definitions.

use crate::zobrist::split_mix;

/// Chooses at random.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, count: usize) -> usize {
        (split_mix(&mut self.0) % count as u64) as usize
    }

    /// Whether an event of that probability happens, in percent.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// A board's size and the letters of its kinds.
pub(super) struct Plan {
    pub(super) files: usize,
    pub(super) ranks: usize,
    /// Kinds beside king and pawn.
    pub(super) pieces: Vec<char>,
}

impl Plan {
    pub(super) fn squares(&self, dice: &mut Dice) -> String {
        let word = |dice: &mut Dice| {
            let file = char::from(b'a' + dice.below(self.files) as u8);
            let rank = 1 + dice.below(self.ranks);
            match dice.below(3) {
                0 => format!("*{rank}"),
                1 => format!("{file}*"),
                _ => format!("{file}{rank}"),
            }
        };
        let count = 1 + dice.below(3);
        (0..count).map(|_| word(dice)).collect::<Vec<_>>().join(" ")
    }

    /// Squares of both sides, or of each.
    pub(super) fn by_side(&self, dice: &mut Dice) -> String {
        match dice.below(3) {
            0 => {
                let (white, black) = (self.squares(dice), self.squares(dice));
                format!("{{ white = '{white}', black = '{black}' }}")
            }
            _ => format!("'{}'", self.squares(dice)),
        }
    }

    pub(super) fn kind(&self, dice: &mut Dice) -> char {
        self.pieces[dice.below(self.pieces.len())]
    }

    pub(super) fn promotions(&self, dice: &mut Dice) -> String {
        let all: String = self.pieces.iter().filter(|_| dice.chance(60)).collect();
        if all.is_empty() { self.kind(dice).to_string() } else { all }
    }
}

/// A word or a table of words by side.
pub(super) fn word_by_side(dice: &mut Dice, words: &[&str]) -> String {
    match dice.below(3) {
        0 => format!("{{ white = '{}', black = '{}' }}", dice.of(words), dice.of(words)),
        _ => format!("'{}'", dice.of(words)),
    }
}

/// The game's keys for walls.
pub(super) fn walls(plan: &Plan, dice: &mut Dice) -> String {
    let mut keys = vec![format!("place = '{}'", dice.of(&["any", "origin", "reach"]))];
    if dice.chance(30) {
        keys.push("single = true".to_owned());
    }
    if dice.chance(30) {
        keys.push(format!("squares = {}", plan.by_side(dice)));
    }
    format!("walls = {{ {} }}\n", keys.join(", "))
}

/// The game's keys for hands with gates.
pub(super) fn gates(plan: &Plan, dice: &mut Dice) -> String {
    let mut keys = vec!["gates = true".to_owned()];
    for key in ["captures", "drops", "must-move", "where-promotes"] {
        if dice.chance(40) {
            keys.push(format!("{key} = {}", dice.chance(50)));
        }
    }
    if dice.chance(25) {
        keys.push(format!("squares = {}", plan.by_side(dice)));
    }
    format!("hand = {{ {} }}\n", keys.join(", "))
}

/// The game's keys for hands.
pub(super) fn hand(plan: &Plan, dice: &mut Dice, blasts: bool) -> String {
    let mut keys = vec![format!("captures = {}", dice.chance(80))];
    for key in ["keep-promotion", "must-move", "first", "where-promotes", "drop-promoted"] {
        if dice.chance(25) && !(blasts && key == "keep-promotion") {
            keys.push(format!("{key} = true"));
        }
    }
    for key in ["one-a-file", "two-a-file", "no-mate"] {
        if dice.chance(25) {
            keys.push(format!("{key} = '{}'", if dice.chance(50) { 'P' } else { plan.kind(dice) }));
        }
    }
    if dice.chance(15) {
        keys.push("give-check = false".to_owned());
    }
    if dice.chance(25) {
        keys.push(format!("squares = {}", plan.by_side(dice)));
    }
    format!("hand = {{ {} }}\n", keys.join(", "))
}

/// The game's keys for ends beside mate.
pub(super) fn ends(plan: &Plan, dice: &mut Dice) -> String {
    let mut text = String::new();
    if dice.chance(30) {
        let results = ["draw", "loss", "win", "majority"];
        text += &format!("stalemate = {}\n", word_by_side(dice, &results));
    }
    if dice.chance(20) {
        let kinds = ["*", "K", "P", "KP"][dice.below(4)];
        let ways = ["", ", reply = true", ", hold = true", ", draws = true"];
        let way = ways[dice.below(4)];
        let (safe, count) = (dice.chance(30), 1 + usize::from(dice.chance(20)));
        let (white, black) = (plan.squares(dice), plan.squares(dice));
        text += &format!(
            "goal = {{ pieces = '{kinds}', white = '{white}', black = '{black}', \
             count = {count}, safe = {safe}{way} }}\n"
        );
    }
    if dice.chance(15) {
        let kind = plan.kind(dice);
        let values = [
            "'*'".to_owned(),
            format!("'{kind}'"),
            format!("['P', '{kind}']"),
            format!("{{ pieces = 'P{kind}', least = 2, side = 'white' }}"),
        ];
        text += &format!("lose-without = {}\n", values[dice.below(4)]);
    }
    if dice.chance(10) {
        let words = ["allowed", "loss", "loss-unless-returned"];
        text += &format!("bare-king = {}\n", word_by_side(dice, &words));
    }
    if dice.chance(8) {
        let along = ["", ", diagonal = false", ", horizontal = false"][dice.below(3)];
        let square = if dice.chance(30) { ", square = 2" } else { "" };
        let pieces = ["*", "P", "KP"][dice.below(3)];
        let count = 3 + dice.below(4);
        text += &format!("connect = {{ pieces = '{pieces}', count = {count}{along}{square} }}\n");
    }
    if dice.chance(10) {
        text += &format!("check-limit = {}\n", 1 + dice.below(4));
    }
    if dice.chance(10) {
        text += "misere = true\n";
    }
    text
}

/// A piece's keys for first moves, promotion and drops of its own.
pub(super) fn own_keys(plan: &Plan, dice: &mut Dice, drops: bool) -> String {
    let mut keys = String::new();
    for key in ["initial", "promotion", "must-promote"] {
        if dice.chance(20) {
            keys += &format!(", {key} = {}", plan.by_side(dice));
        }
    }
    if drops && dice.chance(25) {
        keys += &format!(", drops = {}", plan.by_side(dice));
    }
    let way = match dice.below(8) {
        0 => ", promotes-by = 'capture'",
        1 | 2 => ", promotes-by = 'zone'",
        3 if !keys_have(&keys, "must-promote") => ", must-promote = false",
        _ => "",
    };
    keys + way
}

/// The keys of a piece that promotes to a kind, perhaps everywhere, and which others may promote to.
pub(super) fn turning(plan: &Plan, dice: &mut Dice, to: char) -> String {
    let mut keys = format!(", promotes = '{to}'");
    if dice.chance(60) {
        keys += ", promotion = '*'";
    } else if dice.chance(50) {
        keys += &format!(", promotion = {}", plan.by_side(dice));
    }
    let ways =
        ["", ", must-promote = false", ", promotes-by = 'capture'", ", promotes-by = 'zone'"];
    keys + dice.of(&ways)
}

pub(super) fn keys_have(keys: &str, key: &str) -> bool {
    keys.contains(&format!(" {key} ="))
}
