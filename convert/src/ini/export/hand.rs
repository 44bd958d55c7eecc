//! Pieces in hand.

use variants::royal::{DropPlace, Flips, HandDefinition, RoyalDefinition};
use variants::{Color, Fen, PieceType, Square};

use super::super::kinds::Kind;
use super::{Writer, names};

impl Writer<'_> {
    /// Writes which pieces come into a hand, and where they may be dropped.
    pub(super) fn hand(&mut self, own: &RoyalDefinition) {
        let Some(hand) = &own.hand else { return };
        for (key, on) in [
            ("pieceDrops", hand.drops),
            ("gating", hand.gates),
            ("seirawanGating", hand.gates),
            ("capturesToHand", hand.captures),
            ("dropLoop", hand.keeps_promotion),
            ("dropPromoted", hand.drop_promoted),
            ("mustDrop", hand.first),
            ("castlingDroppedPiece", hand.castles),
        ] {
            if on {
                self.put(key, true);
            }
        }
        if !hand.give_check {
            self.put("dropChecks", false);
        }
        if self.immobile_is_illegal && !hand.must_move {
            self.refuse(
                "hand.must-move",
                "pieces without moves are illegal by moves, but not by drops",
            );
        }
        self.immobile_is_illegal |= hand.must_move;
        if let Some(squares) = &hand.squares.all {
            self.put_squares("dropRegion", "", |color| &squares[color]);
        }
        match hand.two_colors[..] {
            [] => {}
            [kind] if self.kind_of(kind) == Kind::of_key("bishop") => {
                self.put("dropOppositeColoredBishop", true);
            }
            _ => self.refuse("hand.two-colors", "other kinds than bishops"),
        }
        self.files(hand);
        self.places(hand);
        match hand.no_mate[..] {
            [] => {}
            [kind] if self.kind_of(kind) == Kind::of_key("shogiPawn") => {
                self.put("shogiPawnDropMateIllegal", true);
            }
            _ => self.refuse("hand.no-mate", "other kinds than pawns of shogi"),
        }
        self.drops(own, hand);
    }

    /// Writes the neighbours that a square for a drop has to have, and whether pieces run out.
    fn places(&mut self, hand: &HandDefinition) {
        let word = match hand.place {
            DropPlace::Anywhere => "none",
            DropPlace::Enclosing => "reversi",
            DropPlace::Joining => "ataxx",
            DropPlace::Apart => "snort",
            DropPlace::Falling => "top",
        };
        if word != "none" {
            self.put("enclosingDrop", word);
        }
        if !hand.opening.is_empty() {
            if word == "none" {
                self.refuse("hand.opening", "without a rule of hand.place");
            }
            self.put("enclosingDropStart", names(self.definition.size, &hand.opening));
        }
        if hand.endless {
            self.put("freeDrops", true);
            let start = Fen::parse(&self.definition.start, self.definition).ok();
            let hands = start.and_then(|start| start.hands).unwrap_or_default();
            let has =
                |color| self.definition.piece_types().all(|kind| hands.count(color, kind) > 0);
            if !Color::ALL.into_iter().all(has) {
                self.refuse("hand.endless", "kinds that are not in hand");
            }
        }
    }

    /// Writes which pieces moves turn over.
    pub(super) fn flips(&mut self, own: &RoyalDefinition) {
        let word = match own.flips {
            Flips::None => return,
            Flips::Enclosed => "reversi",
            Flips::Around => "ataxx",
            Flips::AroundJoined => "quadwrangle",
        };
        self.put("flipEnclosedPieces", word);
    }

    /// Limits of drops by file.
    fn files(&mut self, hand: &HandDefinition) {
        match (&hand.one_a_file[..], &hand.two_a_file[..]) {
            ([], []) => {}
            (&[kind], []) => self.put("dropNoDoubled", self.letter(kind)),
            ([], &[kind]) => {
                self.put("dropNoDoubled", self.letter(kind));
                self.put("dropNoDoubledCount", 2);
            }
            _ => self.refuse("hand", "several kinds that are counted by file"),
        }
    }

    /// Squares of kinds that have their own. Fairy-Stockfish drops pawns neither on the first rank
    /// nor where they promote, unless a key allows it.
    fn drops(&mut self, own: &RoyalDefinition, hand: &HandDefinition) {
        let size = self.definition.size;
        let kinds: Vec<PieceType> = self.definition.piece_types().collect();
        for kind in kinds {
            let squares = hand.squares.kinds.iter().find(|(other, _)| *other == kind);
            let squares = squares.map(|(_, squares)| squares);
            let is_pawn = self.kind_of(kind) == Some(Kind::PAWN);
            if !is_pawn && squares.is_none() {
                continue;
            }
            let all = |color: Color| match &hand.squares.all {
                Some(squares) => squares[color].clone(),
                None => size.iter().collect(),
            };
            let allowed = Color::ALL
                .map(|color| squares.map_or_else(|| all(color), |own| own[color].clone()));
            let first = |color: Color, square: Square| {
                size.rank(square) == if color == Color::White { 0 } else { size.ranks() - 1 }
            };
            let is_rook = self.kind_of(kind) == Kind::of_key("rook");
            let first_alone = |color: Color| {
                let mut squares = all(color);
                squares.retain(|&square| first(color, square));
                squares == allowed[color as usize]
            };
            if is_rook && Color::ALL.into_iter().all(first_alone) {
                self.put("sittuyinRookDrop", true);
                continue;
            }
            let last = Color::ALL.map(|color| own.promotion_squares(size, kind, color));
            let fits = |on_first: bool, on_last: bool| {
                Color::ALL.iter().all(|&color| {
                    let side = color as usize;
                    size.iter().all(|at| {
                        let promotes = last[side].contains(&at);
                        let there = all(color).contains(&at)
                            && (on_first || !first(color, at))
                            && (on_last || !promotes);
                        // Without `where-promotes` they are not dropped there anyway.
                        let own = allowed[side].contains(&at)
                            && (hand.where_promotes || !promotes || !is_pawn);
                        there == own
                    })
                })
            };
            let found = [(false, false), (true, false), (false, true), (true, true)]
                .into_iter()
                .find(|&(on_first, on_last)| is_pawn && fits(on_first, on_last));
            let Some((on_first, on_last)) = found else {
                let letter = self.definition.piece(kind).letter;
                self.refuse(&format!("pieces.{letter}.drops"), "squares of its own for a kind");
                continue;
            };
            for (key, on) in [("firstRankPawnDrops", on_first), ("promotionZonePawnDrops", on_last)]
            {
                if on {
                    self.put(key, true);
                }
            }
        }
    }
}
