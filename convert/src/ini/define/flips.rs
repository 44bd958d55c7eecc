//! Pieces that moves turn over, and drops that depend on neighbouring squares.

use variants::{Setting, Settings};

use super::Define;

impl Define<'_> {
    /// Sets which pieces a move turns over.
    pub fn flips(&mut self) {
        let word = match self.rules.word("flipEnclosedPieces") {
            "none" => return,
            "reversi" => "enclosed",
            "ataxx" => "around",
            "quadwrangle" => "around-joined",
            other => {
                self.refuse("flipEnclosedPieces", format!("'{other}' cannot be stated"));
                return;
            }
        };
        self.text("flips", word);
    }

    /// Adds the neighbours that a square for a drop needs, and whether pieces in hand run out.
    pub fn drop_places(&mut self, table: &mut Settings) {
        let word = match self.rules.word("enclosingDrop") {
            "none" => None,
            "reversi" => Some("enclosing"),
            "ataxx" => Some("joining"),
            "snort" => Some("apart"),
            "top" => Some("falling"),
            other => {
                self.refuse("enclosingDrop", format!("'{other}' cannot be stated"));
                None
            }
        };
        let opening = self.rules.squares("enclosingDropStart", 0);
        let opening = opening.map(|squares| self.board.inside(squares)).unwrap_or_default();
        if let Some(word) = word {
            table.push(("place".to_owned(), Setting::Text(word.to_owned())));
            if !opening.is_empty() {
                let squares = self.board.text(&opening);
                table.push(("opening".to_owned(), Setting::Text(squares)));
            }
        }
        if self.rules.flag("freeDrops") {
            table.push(("endless".to_owned(), Setting::Flag(true)));
        }
    }
}
