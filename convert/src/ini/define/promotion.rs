//! Promotion.

use std::collections::BTreeSet;

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::{SIDES, Squares, zone};
use super::Define;
use super::start::Start;

impl Define<'_> {
    /// Squares of promotion by side.
    pub fn promotion_squares(&self) -> [Squares; 2] {
        // The default is that of a board of eight ranks, on any board.
        SIDES.map(|side| {
            let own = self.rules.squares("promotionRegion", side).cloned();
            self.board.inside(&own.unwrap_or_else(|| zone(8, 8, 8, side)))
        })
    }

    /// Whether pieces of a kind promote.
    pub fn promotes_at_all(&self, kind: Kind) -> bool {
        SIDES.iter().any(|&side| !self.promotions(kind, side).is_empty())
    }

    /// Sets where pieces promote, and refuses what definitions cannot state.
    pub fn promotion(&mut self, kinds: &[Kind]) {
        for &kind in kinds {
            if SIDES.iter().any(|&side| self.promotions(kind, side).contains(&kind)) {
                let message = format!("'{}' promotes to itself", self.letter(kind));
                self.refuse("promotionPawnTypes", message);
            }
        }
        let turns_over = |&kind: &Kind| self.promotes_at_all(kind) || self.form(kind).is_some();
        if !kinds.iter().any(turns_over) {
            return;
        }
        let mut takers = kinds.iter().filter(|kind| turns_over(kind));
        let stays = takers.any(|&kind| self.takes_where_promotes(kind));
        let [white, black] = self.promotion_squares();
        let last = self.board.ranks - 1;
        if self.board.common_ranks([&white, &black]).as_deref() != Some(&[last]) {
            self.set("promotion", self.board.by_side([&white, &black]));
        }
        let is_pawn = |kind: &Kind| self.is_pawn(*kind) && self.promotes_at_all(*kind);
        if self.rules.flag("sittuyinPromotion") && kinds.iter().any(is_pawn) {
            self.in_place(kinds);
        } else if !self.rules.flag("mandatoryPawnPromotion") && kinds.iter().any(is_pawn) {
            self.optional(kinds);
        }
        if stays {
            self.set("en-passant-promotes", Setting::Flag(false));
        }
        let targets: BTreeSet<Kind> = (kinds.iter())
            .flat_map(|&kind| SIDES.map(|side| self.promotions(kind, side)).concat())
            .collect();
        let limits: Settings = (targets.into_iter())
            .filter_map(|kind| {
                let limit = Setting::Number(self.rules.limit(kind)?);
                Some((self.letter(kind).to_string(), limit))
            })
            .chain(kinds.iter().filter_map(|&kind| {
                let limit = Setting::Number(self.rules.limit(self.form(kind)?)?);
                Some((format!("+{}", self.letter(kind)), limit))
            }))
            .collect();
        if !limits.is_empty() {
            self.set("promotion-limit", Setting::Table(limits));
        }
    }

    /// Whether pieces of a kind can take en passant on squares of promotion. There, they do not promote
    /// by that.
    fn takes_where_promotes(&self, kind: Kind) -> bool {
        let (takes, promotion) = (self.takes_en_passant(kind), self.promotion_squares());
        let (double, triple) = (self.first_squares(), self.triple_squares());
        SIDES.iter().any(|&side| {
            let ahead = |(file, rank): (u8, u8), count: u8| match side {
                0 => rank.checked_sub(count).map(|rank| (file, rank)),
                _ => Some((file, rank + count)),
            };
            let region = self.rules.squares("enPassantRegion", side);
            let is_taken = |at: (u8, u8)| {
                promotion[side].contains(&at) && region.is_none_or(|region| region.contains(&at))
            };
            let passed = double[1 - side].iter().filter_map(|&at| ahead(at, 1));
            let passed = passed.chain(triple[1 - side].iter().filter_map(|&at| ahead(at, 2)));
            takes[side] && passed.into_iter().any(is_taken)
        })
    }

    /// Promotion in place of a move, as in sittuyin.
    fn in_place(&mut self, kinds: &[Kind]) {
        const KEY: &str = "sittuyinPromotion";
        let mut pawns = kinds.iter().filter(|kind| self.is_pawn(**kind));
        if pawns.any(|kind| *kind != Kind::PAWN) {
            self.refuse(KEY, "promotion in place of a move by other kinds than the pawn");
            return;
        }
        if self.rules.flag("immobilityIllegal") {
            self.refuse("immobilityIllegal", "with sittuyinPromotion this rule cannot be stated");
        }
        let pawn = Setting::Text(self.letter(Kind::PAWN).to_string());
        let flags = [("step", true), ("last-anywhere", true), ("attack", false), ("forced", false)];
        let flags = flags.map(|(key, value)| (key.to_owned(), Setting::Flag(value)));
        let table = std::iter::once(("pieces".to_owned(), pawn)).chain(flags).collect();
        self.set("promotion-in-place", Setting::Table(table));
    }

    /// Sets optional promotion, which is mandatory where a pawn could not move any more if that is
    /// illegal.
    fn optional(&mut self, kinds: &[Kind]) {
        let pawns: Vec<Kind> =
            kinds.iter().copied().filter(|&kind| self.promotes_at_all(kind)).collect();
        let promotion = self.promotion_squares();
        let mut must: Vec<[Squares; 2]> = Vec::new();
        for kind in pawns {
            let stuck = self.immobile(kind);
            must.push(SIDES.map(|side| &stuck[side] & &promotion[side]));
        }
        must.dedup();
        match &must[..] {
            [[white, black]] if white.is_empty() && black.is_empty() => {
                self.set("must-promote", Setting::Flag(false));
            }
            [[white, black]] => self.set("must-promote", self.board.by_side([white, black])),
            _ => self.refuse("immobilityIllegal", "other squares for each kind that promotes"),
        }
    }

    /// Adds what a kind promotes to.
    pub fn promotes(&mut self, kind: Kind, start: &Start, kinds: &[Kind], piece: &mut Settings) {
        let form = self.form(kind).map(|_| format!("+{}", self.letter(kind)));
        if !self.is_pawn(kind) {
            if let Some(form) = form {
                piece.push(("promotes".to_owned(), Setting::Text(form)));
                self.turns_over(kind, piece);
            }
            return;
        }
        let [white, black] = SIDES.map(|side| self.promotions(kind, side));
        let form = form.as_deref().unwrap_or("");
        if self.is_pawn_of(kind, 0) && self.is_pawn_of(kind, 1) && white != black {
            let own = |targets: Vec<Kind>| match self.letters(targets) + form {
                text if text.is_empty() => Setting::Flag(false),
                text => Setting::Text(text),
            };
            let sides = vec![("white".to_owned(), own(white)), ("black".to_owned(), own(black))];
            piece.push(("promotes".to_owned(), Setting::Table(sides)));
            self.turns_over(kind, piece);
            return;
        }
        let (targets, side) = if self.is_pawn_of(kind, 0) { (white, 0) } else { (black, 1) };
        if !self.is_pawn_of(kind, 1 - side) && self.sides(kind)[1 - side] {
            self.promotes_for_one(kind, side, targets, piece);
            return;
        }
        if targets.is_empty() && form.is_empty() {
            self.barred(kind, start, kinds, piece);
            return;
        }
        let text = self.letters(targets) + form;
        piece.push(("promotes".to_owned(), Setting::Text(text)));
        self.turns_over(kind, piece);
    }

    /// Adds what a kind of one side promotes to, where the other's pieces of that kind stay as they are.
    fn promotes_for_one(
        &mut self,
        kind: Kind,
        side: usize,
        targets: Vec<Kind>,
        piece: &mut Settings,
    ) {
        if self.form(kind).is_some() || targets.is_empty() {
            let message = format!("'{}' promotes for one side alone", self.letter(kind));
            self.refuse("promotionPawnTypes", message);
            return;
        }
        let mut squares = self.promotion_squares();
        squares[1 - side].clear();
        let text = self.letters(targets);
        piece.push(("promotes".to_owned(), Setting::Text(text)));
        piece.push(("promotion".to_owned(), self.board.by_side([&squares[0], &squares[1]])));
    }

    /// Adds that pawns of one side may not go where they would promote, since they can become nothing
    /// there and have to. The other side has none of them.
    fn barred(&mut self, kind: Kind, start: &Start, kinds: &[Kind], piece: &mut Settings) {
        let reaches = self.promotion_squares().iter().any(|squares| !squares.is_empty());
        if !reaches || !self.rules.flag("mandatoryPawnPromotion") {
            return;
        }
        let drops = self.has_hands();
        let sides = SIDES.map(|side| drops || start.count(side, kind) > 0);
        let other = kinds.iter().find(|&&other| other != Kind::KING && !self.is_pawn(other));
        match (sides.iter().position(|is_pawn| !is_pawn), other) {
            (Some(side), Some(&other)) => {
                let own = |at: usize| match at == side {
                    true => Setting::Text(self.letter(other).to_string()),
                    false => Setting::Flag(false),
                };
                let sides = vec![("white".to_owned(), own(0)), ("black".to_owned(), own(1))];
                piece.push(("promotes".to_owned(), Setting::Table(sides)));
            }
            _ => {
                let message = "pawns that may not go where they would promote";
                self.refuse("promotionPieceTypes", message);
            }
        }
    }
}
