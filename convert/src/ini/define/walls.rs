//! Walls.

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::SIDES;
use super::Define;

impl Define<'_> {
    /// Sets where walls are placed.
    pub fn walls(&mut self, kinds: &[Kind]) {
        let rule = self.rules.word("wallingRule");
        if rule == "none" {
            return;
        }
        let place = match rule {
            "arrow" => "reach",
            "past" => "origin",
            "duck" | "static" => "any",
            _ => {
                self.refuse("wallingRule", format!("'{rule}' cannot be stated"));
                return;
            }
        };
        if self.rules.flag("wallOrMove") {
            self.refuse("wallOrMove", "a wall in place of a move");
        }
        if self.rules.flag("blastOnCapture") {
            self.refuse("wallingRule", "walls that may not stand where a blast has been");
        }
        if kinds.contains(&Kind::KING) {
            self.refuse("wallingRule", "checks of a king that a wall does not meet");
        }
        let mut table: Settings = vec![("place".to_owned(), Setting::Text(place.to_owned()))];
        let region = SIDES.map(|side| match self.rules.squares("wallingRegion", side) {
            Some(squares) => self.board.inside(squares),
            None => self.board.all().collect(),
        });
        let all = self.board.all().count();
        if region.iter().any(|squares| squares.len() < all) {
            table.push(("squares".to_owned(), self.board.by_side([&region[0], &region[1]])));
        }
        if rule == "duck" {
            table.push(("single".to_owned(), Setting::Flag(true)));
        }
        self.set("walls", Setting::Table(table));
    }
}
