//! From a diagram to the keys of a definition.

use std::collections::BTreeMap;

use variants::betza::Betza;
use variants::{Setting, Settings};

use super::castling;
use super::read::{At, Diagram, Piece, Symmetry};
use crate::fault::{Fault, quoted};
use crate::ini::own_moves;

/// Moves of pieces by their usual names, in the diagram's notation.
const USUAL: [(&str, &str); 24] = [
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "KisO2"),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("princess", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("empress", "RN"),
    ("amazon", "QN"),
    ("ferz", "F"),
    ("wazir", "W"),
    ("alfil", "A"),
    ("dabbaba", "D"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("nightrider", "NN"),
    ("commoner", "K"),
    ("man", "K"),
    ("centaur", "KN"),
    ("cannon", "mRcpR"),
];

/// Letters of the pieces of chess, in their order.
const ORDER: &str = "PNBRQK";

/// Returns the keys of a diagram's game.
pub(super) fn draft(diagram: &Diagram, faults: &mut Vec<Fault>) -> Settings {
    let mut keys: Settings = Vec::new();
    let mut set = |key: &str, value: Setting| keys.push((key.to_owned(), value));
    let text = |text: &str| Setting::Text(text.to_owned());
    set("family", text("royal"));
    set("board", Setting::Text(format!("{}x{}", diagram.files, diagram.ranks)));
    let royal = royal(diagram);
    let (mut table, mut castling, mut first): (Settings, _, Vec<u8>) =
        (Vec::new(), None, Vec::new());
    let choice = choice(diagram, royal, faults);
    for (number, piece) in diagram.pieces.iter().enumerate() {
        let usual = USUAL.iter().find(|(name, _)| *name == piece.name).map(|(_, moves)| *moves);
        let Some(moves) = piece.moves.as_deref().or(usual) else {
            faults.push(Fault::new(piece.line, &piece.name, "no moves, and no usual name"));
            continue;
        };
        let (moves, squares) = castling::split(moves);
        if let Some(squares) = squares.filter(|_| royal == Some(number)) {
            castling = castling::table(diagram, piece, squares);
        }
        let moves = match in_own_notation(&moves) {
            Ok(moves) => moves,
            Err(what) => {
                faults.push(Fault::new(piece.line, &piece.name, what));
                continue;
            }
        };
        if moves.contains('i') {
            first.extend(piece.white.iter().map(|at| at.1));
        }
        let mut entry =
            vec![("name".to_owned(), text(&piece.name)), ("moves".to_owned(), text(&moves))];
        let promotes = number < diagram.promoting && royal != Some(number);
        if promotes && diagram.zone > 0 && !choice.is_empty() {
            entry.push(("promotes".to_owned(), text(&choice)));
        }
        if royal == Some(number) {
            entry.push(("royal".to_owned(), Setting::Flag(true)));
        }
        table.push((piece.letter.to_string(), Setting::Table(entry)));
    }
    // In the order of chess, so that chess can be inherited.
    let place =
        |(letter, _): &(String, Setting)| ORDER.find(letter.as_str()).unwrap_or(ORDER.len());
    table.sort_by_key(place);
    first.sort_unstable();
    first.dedup();
    match first[..] {
        [] => {}
        [rank] => set("initial-rank", Setting::Number(i64::from(rank) + 1)),
        _ => {
            let ranks: Vec<String> = first.iter().map(|rank| format!("*{}", rank + 1)).collect();
            set("initial", Setting::Text(ranks.join(" ")));
        }
    }
    if diagram.zone > 1 {
        let from = i64::from(diagram.ranks) - i64::from(diagram.zone) + 1;
        set("promotion-rank", Setting::Number(from.max(2)));
    }
    match diagram.stalemate.as_deref() {
        None | Some("draw") => {}
        Some("win" | "loss") => set("stalemate", text(diagram.stalemate.as_deref().unwrap_or(""))),
        Some(other) => {
            let message = format!("{}: expected draw, win or loss", quoted(other));
            faults.push(Fault::new(1, "stalemate", message));
        }
    }
    let rights = castling.as_ref().map_or("-", |(_, rights)| rights);
    set("start", Setting::Text(format!("{} w {rights} - 0 1", rows(diagram, faults))));
    set("move-rule", Setting::Number(100));
    dead(&table).into_iter().for_each(|dead| set("dead", dead));
    set("pieces", Setting::Table(table));
    if let Some((castling, _)) = castling {
        set("castling", castling);
    }
    keys
}

/// Moves in the program's notation. Paths in brackets are the same there: a step, then others.
fn in_own_notation(text: &str) -> Result<String, String> {
    let mut own = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let close = rest[open..].find(']').ok_or("'[' in moves: expected ']' after it")?;
        // Letters before the bracket say when the path may be taken.
        let before = rest[..open].trim_end_matches(|c: char| c.is_ascii_lowercase());
        let (path, after) = rest[before.len()..].split_at(open - before.len() + close + 1);
        Betza::parse(path).map_err(|error| error.to_string())?;
        own += &own_moves(before)?;
        own += path;
        rest = after;
    }
    Ok(own + &own_moves(rest)?)
}

/// Pieces that cannot mate, where all moves are those of chess.
fn dead(table: &Settings) -> Option<Setting> {
    let with = |wanted: &[&str]| -> String {
        let moves = |piece: &Setting| match piece {
            Setting::Table(keys) => keys.iter().any(|(key, value)| {
                key == "moves"
                    && wanted.iter().any(|text| *value == Setting::Text((*text).to_owned()))
            }),
            _ => false,
        };
        table.iter().filter(|(_, piece)| moves(piece)).map(|(letter, _)| letter.as_str()).collect()
    };
    let king = with(&["K"]);
    let keys = [("single", with(&["B", "N"])), ("same-color", with(&["B"]))];
    let keys = keys.into_iter().filter(|(_, letters)| !letters.is_empty());
    let keys: Settings =
        keys.map(|(key, letters)| (key.to_owned(), Setting::Text(letters))).collect();
    (king.len() == 1 && !keys.is_empty()).then_some(Setting::Table(keys))
}

/// The number of the royal kind: the one that is named, or the king, or the last.
fn royal(diagram: &Diagram) -> Option<usize> {
    let by_letter = |text: &str| {
        diagram.pieces.iter().position(|piece| text.eq_ignore_ascii_case(&piece.letter.to_string()))
    };
    match diagram.royal.as_deref() {
        Some(text) => match text.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|number| *number < diagram.pieces.len()),
            Err(_) => by_letter(text),
        },
        None => {
            let king = diagram.pieces.iter().position(|piece| piece.name == "king");
            king.or_else(|| diagram.pieces.len().checked_sub(1))
        }
    }
}

/// The kinds to promote to: those that are named, or all that neither promote nor are royal.
fn choice(diagram: &Diagram, royal: Option<usize>, faults: &mut Vec<Fault>) -> String {
    let Some(choice) = &diagram.choice else {
        let pieces = diagram.pieces.iter().enumerate();
        let fits =
            |(number, _): &(usize, &Piece)| *number >= diagram.promoting && Some(*number) != royal;
        return pieces.filter(fits).map(|(_, piece)| piece.letter).collect();
    };
    let known = |letter: char| diagram.pieces.iter().any(|piece| piece.letter == letter);
    if !choice.chars().all(known) {
        let message = format!("{}: expected the IDs of pieces", quoted(choice));
        faults.push(Fault::new(0, "promoChoice", message));
        return String::new();
    }
    choice.clone()
}

/// The placement at the start.
fn rows(diagram: &Diagram, faults: &mut Vec<Fault>) -> String {
    let mirrored = |(file, rank): At| match diagram.symmetry {
        Symmetry::Rotate => (diagram.files - 1 - file, diagram.ranks - 1 - rank),
        _ => (file, diagram.ranks - 1 - rank),
    };
    let mut pieces: BTreeMap<At, char> = BTreeMap::new();
    for piece in &diagram.pieces {
        let own = piece.white.iter().map(|&at| (at, piece.letter));
        let black = match &piece.black {
            Some(black) => black.clone(),
            None if diagram.symmetry == Symmetry::None => Vec::new(),
            None => piece.white.iter().map(|&at| mirrored(at)).collect(),
        };
        let letter = piece.letter.to_ascii_lowercase();
        let mut shared = false;
        for (at, letter) in own.chain(black.into_iter().map(|at| (at, letter))) {
            shared |= pieces.insert(at, letter).is_some();
        }
        if shared {
            faults.push(Fault::new(piece.line, &piece.name, "two pieces on one square"));
        }
    }
    let row = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..diagram.files {
            match pieces.get(&(file, rank)) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    text.push(*letter);
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..diagram.ranks).rev().map(row).collect::<Vec<_>>().join("/")
}
