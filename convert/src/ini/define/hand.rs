//! Pieces in hand.

use std::collections::BTreeSet;

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::{KindSet, SIDES, Squares};
use super::Define;
use super::start::Start;

impl Define<'_> {
    /// Sets which pieces come into hand, and where they are dropped.
    pub fn hand(&mut self, start: &Start, kinds: &[Kind]) {
        if !self.has_hands() {
            return;
        }
        let mut table: Settings = Vec::new();
        let mut flag = |key: &str, value: bool| table.push((key.to_owned(), Setting::Flag(value)));
        if !self.rules.flag("pieceDrops") {
            flag("drops", false);
        }
        if self.rules.flag("seirawanGating") {
            flag("gates", true);
        }
        if !self.rules.flag("capturesToHand") {
            flag("captures", false);
        }
        if self.rules.flag("dropLoop") {
            flag("keep-promotion", true);
        }
        if self.rules.flag("immobilityIllegal") {
            flag("must-move", true);
        }
        if !self.rules.flag("dropChecks") {
            flag("give-check", false);
        }
        if self.rules.flag("dropPromoted") && kinds.iter().any(|&kind| self.form(kind).is_some()) {
            flag("drop-promoted", true);
        }
        if self.rules.flag("mustDrop") {
            flag("first", true);
            if self.rules.kinds("mustDropType", 0) != KindSet::All {
                self.refuse("mustDropType", "one kind alone that has to be dropped");
            }
        }
        if self.rules.flag("castlingDroppedPiece") {
            flag("castles", true);
        }
        let king =
            kinds.contains(&Kind::KING).then(|| self.letter(Kind::KING).to_ascii_uppercase());
        let held = start.hand.iter().flat_map(|hand| hand.chars());
        if held.map(|letter| letter.to_ascii_uppercase()).any(|letter| Some(letter) == king) {
            flag("royals", true);
        }
        if self.drops_where_promotes(kinds) {
            flag("where-promotes", true);
        }
        let region = self.drop_squares();
        let all = self.board.all().count();
        if region.iter().any(|squares| squares.len() < all) {
            table.push(("squares".to_owned(), self.board.by_side([&region[0], &region[1]])));
        }
        if let Some(kind) = self.not_doubled().filter(|kind| kinds.contains(kind)) {
            match self.rules.number("dropNoDoubledCount", 1) {
                // Never dropped: see `drops`.
                0 => {}
                count @ (1 | 2) => {
                    let key = if count == 1 { "one-a-file" } else { "two-a-file" };
                    table.push((key.to_owned(), Setting::Text(self.letter(kind).to_string())));
                }
                count => {
                    self.refuse(
                        "dropNoDoubledCount",
                        format!("{count} pieces of a kind on a file"),
                    );
                }
            }
        }
        let pawn = Kind::of_key("shogiPawn").filter(|kind| kinds.contains(kind));
        if let Some(kind) = pawn.filter(|_| self.rules.flag("shogiPawnDropMateIllegal")) {
            table.push(("no-mate".to_owned(), Setting::Text(self.letter(kind).to_string())));
        }
        let bishop = kinds.iter().find(|kind| kind.key() == "bishop");
        if let Some(&kind) = bishop.filter(|_| self.rules.flag("dropOppositeColoredBishop")) {
            table.push(("two-colors".to_owned(), Setting::Text(self.letter(kind).to_string())));
        }
        self.drop_places(&mut table);
        self.set("hand", Setting::Table(table));
    }

    /// Whether there are pieces in hand, to be dropped or put on gates.
    pub fn has_hands(&self) -> bool {
        self.rules.flag("pieceDrops") || self.rules.flag("seirawanGating")
    }

    /// Adds the letters of gates in the start to the castling rights.
    pub fn with_gates(&self, rights: &str, start: &Start) -> String {
        if self.rules.flag("cambodianMoves") {
            return self.unmoved_files(start);
        }
        if !self.rules.flag("seirawanGating") {
            return rights.to_owned();
        }
        let rank = self.rules.number("castlingRank", 0) as u8;
        let mut all = String::new();
        for side in SIDES {
            let is_own = |letter: &char| letter.is_ascii_lowercase() == (side == 1);
            all.extend(rights.chars().filter(|letter| *letter != '-').filter(is_own));
            let rank = self.board.rank_of(rank, side);
            let stands = |letter: &char| {
                let file = letter.to_ascii_lowercase() as u8;
                let at = (file.wrapping_sub(b'a'), rank);
                start.pieces.iter().any(|&(square, of, _)| square == at && of == side)
            };
            let letters = start.castling.chars().filter(|letter| !rights.contains(*letter));
            all.extend(letters.filter(is_own).filter(stands));
        }
        if all.is_empty() { "-".to_owned() } else { all }
    }

    /// Whether some pieces may be dropped where they would have to promote.
    fn drops_where_promotes(&self, kinds: &[Kind]) -> bool {
        let promotion = self.promotion_squares();
        let dropped = self.drop_squares();
        let meets = SIDES.iter().any(|&side| !promotion[side].is_disjoint(&dropped[side]));
        let has_to = |&kind: &Kind| match kind {
            Kind::PAWN => {
                self.rules.flag("mandatoryPawnPromotion")
                    && self.rules.flag("promotionZonePawnDrops")
            }
            _ => self.rules.flag("mandatoryPiecePromotion") && self.form(kind).is_some(),
        };
        meets && kinds.iter().any(has_to)
    }

    fn not_doubled(&self) -> Option<Kind> {
        match self.rules.kinds("dropNoDoubled", 0) {
            KindSet::Some(kinds) => kinds.into_iter().next(),
            KindSet::All => None,
        }
    }

    /// Squares where a side may drop pieces.
    fn drop_squares(&self) -> [Squares; 2] {
        SIDES.map(|side| match self.rules.squares("dropRegion", side) {
            Some(squares) => self.board.inside(squares),
            None => self.board.all().collect(),
        })
    }

    /// Adds the squares where a kind may be dropped, if it has its own.
    pub fn drops(&mut self, kind: Kind, piece: &mut Settings) {
        if !self.has_hands() {
            return;
        }
        let never = self.rules.number("dropNoDoubledCount", 1) == 0;
        if never && self.not_doubled() == Some(kind) {
            // `false` alone would be all squares.
            let sides = ["white", "black"].map(|side| (side.to_owned(), Setting::Flag(false)));
            piece.push(("drops".to_owned(), Setting::Table(sides.to_vec())));
            return;
        }
        let is_rook = kind.key() == "rook" && self.rules.flag("sittuyinRookDrop");
        if kind != Kind::PAWN && !is_rook {
            return;
        }
        let promotion = self.promotion_squares();
        let mut squares = self.drop_squares();
        let before = squares.clone();
        if is_rook {
            for side in SIDES {
                let first = self.board.rank_of(0, side);
                squares[side].retain(|(_, rank)| *rank == first);
            }
            piece.push(("drops".to_owned(), self.board.by_side([&squares[0], &squares[1]])));
            return;
        }
        for side in SIDES {
            let first = self.board.rank_of(0, side);
            if !self.rules.flag("promotionZonePawnDrops") {
                squares[side].retain(|at| !promotion[side].contains(at));
            }
            if !self.rules.flag("firstRankPawnDrops") {
                squares[side].retain(|(_, rank)| *rank != first);
            }
        }
        if squares != before {
            piece.push(("drops".to_owned(), self.board.by_side([&squares[0], &squares[1]])));
        }
    }

    /// The kinds in a hand's letters.
    pub fn in_hand(&self, hand: &str) -> BTreeSet<Kind> {
        hand.chars().filter_map(|letter| self.rules.by_letter(letter)).collect()
    }
}
