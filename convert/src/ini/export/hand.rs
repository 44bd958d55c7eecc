//! Pieces in hand.

use variants::royal::{DropPlace, Flips, HandDefinition, RoyalDefinition};
use variants::{ByColor, Color, Fen, PieceType, Square};

use super::super::kinds::Kind;
use super::{Writer, names, squares_of};

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

    /// Squares of drops. Fairy-Stockfish has those of all kinds together; it drops pawns neither on the
    /// first rank nor where they promote, unless a key allows it, and other pieces also where they
    /// would have to promote.
    fn drops(&mut self, own: &RoyalDefinition, hand: &HandDefinition) {
        let size = self.definition.size;
        let kinds = self.dropped(hand);
        let region = hand.squares.all.clone().or_else(|| {
            let all: Vec<ByColor<Vec<Square>>> =
                kinds.iter().map(|&kind| self.drop_squares(own, hand, kind)).collect();
            let any = |color| {
                let is_any = |at: &Square| all.iter().any(|squares| squares[color].contains(at));
                size.iter().filter(is_any).collect::<Vec<Square>>()
            };
            let any = ByColor::from_fn(any);
            let is_part = Color::ALL.iter().any(|&color| any[color].len() < size.squares());
            (is_part && !kinds.is_empty()).then_some(any)
        });
        if let Some(squares) = &region {
            self.put_squares("dropRegion", "", |color| &squares[color]);
        }
        let region = region.unwrap_or_else(|| ByColor::from_fn(|_| size.iter().collect()));
        for kind in kinds {
            self.drops_of(own, hand, kind, &region);
        }
    }

    /// Kinds that can be dropped.
    fn dropped(&self, hand: &HandDefinition) -> Vec<PieceType> {
        let start = Fen::parse(&self.definition.start, self.definition).ok();
        let held = start.and_then(|start| start.hands).unwrap_or_default();
        let is_held = |kind| Color::ALL.into_iter().any(|color| held.count(color, kind) > 0);
        let is_taken = |kind| {
            let piece = self.definition.piece(kind);
            hand.captures && !piece.promoted && !piece.is_marked() && !piece.royal
        };
        let kinds = self.definition.piece_types();
        kinds.filter(|&kind| hand.drops && (is_held(kind) || is_taken(kind))).collect()
    }

    /// Squares where a kind is dropped.
    fn drop_squares(
        &self,
        own: &RoyalDefinition,
        hand: &HandDefinition,
        kind: PieceType,
    ) -> ByColor<Vec<Square>> {
        let size = self.definition.size;
        let promotes = !self.definition.piece(kind).promotes.is_empty();
        ByColor::from_fn(|color| {
            let mut squares: Vec<Square> = match squares_of(&hand.squares, kind) {
                Some(squares) => squares[color].clone(),
                None => size.iter().collect(),
            };
            if promotes && !hand.where_promotes {
                let must = own.must_promote(size, kind, color);
                squares.retain(|at| !must.contains(at));
            }
            squares
        })
    }

    /// Writes or refuses where a kind is dropped, beside the squares of all kinds.
    fn drops_of(
        &mut self,
        own: &RoyalDefinition,
        hand: &HandDefinition,
        kind: PieceType,
        region: &ByColor<Vec<Square>>,
    ) {
        let size = self.definition.size;
        let piece = self.definition.piece(kind);
        let allowed = self.drop_squares(own, hand, kind);
        let is_first = |color: Color, square: Square| {
            size.rank(square) == if color == Color::White { 0 } else { size.ranks() - 1 }
        };
        let last = Color::ALL.map(|color| own.promotion_squares(size, kind, color));
        // Where it could not move it is dropped in neither game, if a key says so.
        let moves = |at: Square, color: Color| {
            !hand.must_move || !self.definition.paths(piece, at, color).is_empty()
        };
        let fits = |within: &dyn Fn(Color, Square) -> bool| {
            Color::ALL.iter().all(|&color| {
                size.iter().filter(|&at| moves(at, color)).all(|at| {
                    let there = region[color].contains(&at) && within(color, at);
                    there == allowed[color].contains(&at)
                })
            })
        };
        if self.kind_of(kind) == Some(Kind::PAWN) {
            let found = [(false, false), (true, false), (false, true), (true, true)]
                .into_iter()
                .find(|&(on_first, on_last)| {
                    fits(&|color, at| {
                        (on_first || !is_first(color, at))
                            && (on_last || !last[color as usize].contains(&at))
                    })
                });
            if let Some((on_first, on_last)) = found {
                for (key, on) in
                    [("firstRankPawnDrops", on_first), ("promotionZonePawnDrops", on_last)]
                {
                    if on {
                        self.put(key, true);
                    }
                }
                return;
            }
        } else if fits(&|_, _| true) {
            return;
        } else if self.kind_of(kind) == Kind::of_key("rook") && fits(&is_first) {
            self.put("sittuyinRookDrop", true);
            return;
        }
        let letter = piece.letter;
        if hand.squares.kinds.iter().any(|(other, _)| *other == kind) {
            self.refuse(&format!("pieces.{letter}.drops"), "squares of its own for a kind");
        } else {
            let message = format!("false: '{letter}' would be dropped where it has to promote");
            self.refuse("hand.where-promotes", message);
        }
    }
}
