//! The start position.

use variants::counted;

use super::super::kinds::Kind;
use super::super::rules::{At, Squares};
use super::Define;
use crate::fault::quoted;

/// Fields of the start position.
#[derive(Debug)]
pub(super) struct Start {
    /// Pieces by square: side and kind.
    pub pieces: Vec<(At, usize, Kind)>,
    rows: String,
    side: char,
    /// Castling rights as they are written.
    pub castling: String,
    en_passant: String,
    /// Checks that White and Black have still to give.
    pub checks: Option<(u8, u8)>,
    /// Pieces in hand, as they are written; `None` without brackets.
    pub hand: Option<String>,
    /// Squares that the board lacks.
    pub holes: Squares,
    /// Kinds of pieces that begin promoted.
    pub promoted: Vec<Kind>,
}

/// The start of a game that names none.
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Define<'_> {
    /// Reads the start.
    pub fn start(&mut self) -> Option<Start> {
        let text = self.rules.text("startFen").unwrap_or(CHESS).to_owned();
        let mut fields = text.split_whitespace();
        let (rows, hand) = match fields.next().unwrap_or("").split_once('[') {
            Some((rows, hand)) => (rows, Some(hand.trim_end_matches(']'))),
            None => (text.split_whitespace().next().unwrap_or(""), None),
        };
        let side = fields.next().unwrap_or("w");
        let rest: Vec<&str> = fields.collect();
        let mut start = Start {
            pieces: Vec::new(),
            rows: rows.to_owned(),
            side: if side == "b" { 'b' } else { 'w' },
            castling: "-".to_owned(),
            en_passant: "-".to_owned(),
            checks: None,
            hand: hand.map(|hand| hand.chars().filter(|letter| *letter != '-').collect()),
            holes: Squares::new(),
            promoted: Vec::new(),
        };
        let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = rest.iter().filter(|word| !is_number(word));
        if let Some(first) = words.next() {
            start.castling = (*first).to_owned();
        }
        start.en_passant =
            words.next().copied().filter(|text| !text.contains('+')).unwrap_or("-").to_owned();
        if let Some((white, black)) = rest.iter().find_map(|word| word.split_once('+')) {
            start.checks = white.parse().ok().zip(black.parse().ok());
        }
        if let Err(what) = self.place(rows, &mut start) {
            self.refuse("startFen", what);
            return None;
        }
        if !self.has_hands() {
            if let Some(hand) = start.hand.take().filter(|hand| !hand.is_empty()) {
                self.refuse("startFen", format!("pieces in hand {}", quoted(&hand)));
            }
        } else if self.rules.flag("freeDrops") {
            start.hand = Some(self.one_of_each());
        } else if start.hand.is_none() {
            start.hand = Some(String::new());
        }
        Some(start)
    }

    /// One piece of each kind in each hand, for games whose drops do not use them up.
    fn one_of_each(&self) -> String {
        let kinds = Kind::all().filter(|kind| self.rules.piece(*kind).is_some());
        let white: String = kinds.map(|kind| self.letter(kind)).collect();
        let black = white.to_ascii_lowercase();
        white + &black
    }

    /// Reads the pieces of a FEN's first field.
    fn place(&self, rows: &str, start: &mut Start) -> Result<(), String> {
        let ranks: Vec<&str> = rows.split('/').collect();
        if ranks.len() != usize::from(self.board.ranks) {
            let (found, expected) = (ranks.len(), self.board.ranks);
            return Err(format!("{}: expected {expected}", counted(found, "rank", "ranks")));
        }
        for (number, row) in (0..self.board.ranks).rev().zip(ranks) {
            let mut file: u32 = 0;
            let mut letters = row.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(mut count) = letter.to_digit(10) {
                    if let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                        letters.next();
                        count = count * 10 + digit;
                    }
                    file += count;
                    continue;
                }
                match letter {
                    '*' => {
                        start.holes.insert((file.min(255) as u8, number));
                        file += 1;
                        continue;
                    }
                    '+' => {
                        let base = letters.next().and_then(|base| self.rules.by_letter(base));
                        let is_form = base.is_some_and(|base| self.form(base).is_some());
                        let Some(base) = base.filter(|_| is_form) else {
                            return Err("a promoted piece without a promoted form".to_owned());
                        };
                        start.promoted.push(base);
                        file += 1;
                        continue;
                    }
                    '~' => continue,
                    _ => {}
                }
                let kind = self.rules.by_letter(letter);
                let kind = kind.ok_or_else(|| format!("unknown piece '{letter}'"))?;
                let side = usize::from(letter.is_lowercase());
                start.pieces.push(((file.min(255) as u8, number), side, kind));
                file += 1;
            }
            if file != u32::from(self.board.files) {
                let (files, expected) = (counted(file as usize, "file", "files"), self.board.files);
                return Err(format!("{files} in {}: expected {expected}", quoted(row)));
            }
        }
        Ok(())
    }
}

impl Start {
    /// The FEN, in this program's form.
    pub fn text(&self, rights: &str) -> String {
        let Start { rows, side, en_passant, checks, hand, .. } = self;
        let hand = hand.as_ref().map(|hand| format!("[{hand}]")).unwrap_or_default();
        let checks = match checks {
            Some((white, black)) => format!(" {white}+{black}"),
            None => String::new(),
        };
        format!("{rows}{hand} {side} {rights} {en_passant}{checks} 0 1")
    }

    /// Whether a piece of that side and kind stands there.
    pub fn has(&self, at: At, side: usize, kind: Kind) -> bool {
        self.pieces.contains(&(at, side, kind))
    }

    /// Number of a side's pieces of a kind.
    pub fn count(&self, side: usize, kind: Kind) -> usize {
        self.pieces.iter().filter(|(_, of, what)| *of == side && *what == kind).count()
    }
}
