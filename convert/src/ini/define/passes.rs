//! Passes, kings that face each other, points, and diagonal lines.

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::{SIDES, Squares};
use super::Define;

/// Points of kinds in janggi.
pub(in crate::ini) const JANGGI: [(&str, i64); 6] = [
    ("rook", 13),
    ("janggiCannon", 7),
    ("horse", 5),
    ("janggiElephant", 3),
    ("wazir", 3),
    ("soldier", 2),
];

/// Moves along diagonal lines, of kinds by their own moves.
pub(in crate::ini) const ALONG_LINES: [(&str, &str); 4] =
    [("wazir", "F"), ("soldier", "fF"), ("rook", "B"), ("janggiCannon", "pB")];

impl Define<'_> {
    /// Sets passes, and what kings that face each other bring about.
    pub fn passes(&mut self) {
        for (key, value) in [
            ("pass", Setting::Flag(true)),
            ("passOnStalemate", Setting::Text("stalemate".to_owned())),
        ] {
            match SIDES.map(|side| self.rules.side_flag(key, side, false)) {
                [false, false] => {}
                [true, true] => {
                    self.set("pass", value);
                    break;
                }
                _ => self.refuse(key, "a pass for one side alone"),
            }
        }
        match (self.rules.flag("flyingGeneral"), self.rules.flag("bikjangRule")) {
            (false, false) => {}
            (true, false) => self.set("facing-kings", Setting::Flag(false)),
            (true, true) => self.refuse("bikjangRule", "kings that may not face each other"),
            (false, true) if self.has_hands() => self.refuse("bikjangRule", "a game with hands"),
            (false, true) => self.text("facing-kings", "part-or-pass"),
        }
    }

    /// Sets the points that decide drawn games.
    pub fn points(&mut self, kinds: &[Kind]) {
        let rule = self.rules.word("materialCounting");
        let own = |points: &dyn Fn(Kind) -> Option<i64>| -> Settings {
            let letter = |kind: Kind| self.letter(kind).to_string();
            let pieces = kinds.iter().filter_map(|&kind| Some((letter(kind), points(kind)?)));
            pieces.map(|(letter, points)| (letter, Setting::Number(points))).collect()
        };
        let equal = |color: &str| ("equal".to_owned(), Setting::Text(color.to_owned()));
        let mut table = match rule {
            "none" => return,
            "janggi" => {
                let points = |kind: Kind| {
                    JANGGI.iter().find(|(key, _)| kind.key() == *key).map(|&(_, points)| points)
                };
                let black = ("black".to_owned(), Setting::Number(1));
                let pieces = Setting::Table(own(&points));
                vec![("pieces".to_owned(), pieces), black, equal("black")]
            }
            "unweighted" => {
                let mut pieces = own(&|_| Some(1));
                let forms = kinds.iter().filter(|&&kind| self.form(kind).is_some());
                let forms = forms.map(|&kind| format!("+{}", self.letter(kind)));
                pieces.extend(forms.map(|form| (form, Setting::Number(1))));
                vec![("pieces".to_owned(), Setting::Table(pieces))]
            }
            "whitedrawodds" => vec![equal("white")],
            _ => vec![equal("black")],
        };
        if self.rules.flag("adjudicateFullBoard") {
            table.push(("full-board".to_owned(), Setting::Flag(true)));
        }
        self.set("points", Setting::Table(table));
    }

    /// Moves of a kind along the lines of the board, as a table of squares and moves.
    pub fn along_lines(&self, kind: Kind) -> Option<Setting> {
        let lines = self.rules.squares("diagonalLines", 0)?;
        let lines: Squares = self.board.inside(lines);
        let is_king = kind == Kind::KING
            && self.rules.piece(kind).and_then(|piece| piece.moves.as_deref()) == Some("W");
        let key = if is_king { "wazir".to_owned() } else { kind.key() };
        let (_, moves) = ALONG_LINES.iter().find(|(own, _)| *own == key)?;
        if lines.is_empty() {
            return None;
        }
        Some(Setting::Table(vec![
            ("squares".to_owned(), self.board.by_side([&lines, &lines])),
            ("moves".to_owned(), Setting::Text((*moves).to_owned())),
            ("inside".to_owned(), Setting::Flag(true)),
        ]))
    }

    /// Adds what a cannon of janggi may not jump over or take: another one.
    pub fn bars(&self, kind: Kind, piece: &mut Settings) {
        if kind.key() == "janggiCannon" {
            let letter = Setting::Text(self.letter(kind).to_string());
            for key in ["cannot-jump", "cannot-take"] {
                piece.push((key.to_owned(), letter.clone()));
            }
        }
    }
}
