//! Insufficient material.

use variants::Setting;

use super::super::kinds::Kind;
use super::Define;
use super::royal::Royals;

/// Moves of kinds of which one alone cannot mate.
const SINGLE: [&str; 6] = ["N", "B", "F", "W", "A", "D"];
/// Moves that stay on squares of one colour.
const SAME_COLOR: [&str; 4] = ["B", "F", "A", "D"];

impl Define<'_> {
    /// Sets the pieces that cannot mate, in games where mate alone wins.
    pub fn dead(&mut self, kinds: &[Kind], royals: &Royals) {
        let ends = [
            "goal",
            "lose-without",
            "bare-king",
            "check-limit",
            "misere",
            "must-capture",
            "connect",
            "blast",
            "walls",
            "points",
        ];
        let others = self.keys.iter().any(|(key, _)| ends.contains(&key.as_str()));
        let orthodox =
            |kind: &Kind| self.rules.piece(*kind).is_none_or(|piece| piece.moves.is_none());
        if others
            || self.rules.word("stalemateValue") != "draw"
            || royals.kinds != [Kind::KING]
            || !orthodox(&Kind::KING)
            || self.board.files < 5
            || self.board.ranks < 5
        {
            return;
        }
        let of = |moves: &[&str]| {
            let fits = |kind: &&Kind| {
                let own = self.rules.piece(**kind).and_then(|piece| piece.moves.as_deref());
                moves.contains(&own.unwrap_or(kind.moves())) && !self.is_pawn(**kind)
            };
            self.letters(kinds.iter().filter(fits).copied())
        };
        let table: Vec<(String, Setting)> =
            [("single", of(&SINGLE)), ("same-color", of(&SAME_COLOR))]
                .into_iter()
                .filter(|(_, letters)| !letters.is_empty())
                .map(|(key, letters)| (key.to_owned(), Setting::Text(letters)))
                .collect();
        if !table.is_empty() {
            self.set("dead", Setting::Table(table));
        }
    }
}
