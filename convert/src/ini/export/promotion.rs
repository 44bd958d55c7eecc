//! Squares of first moves, and promotion of pawns.

use std::collections::BTreeSet;

use variants::royal::{PromotionLimit, RoyalDefinition};
use variants::{Color, Fen, Piece, PieceDefinition, PieceType, Square};

use super::super::kinds::Kind;
use super::{Writer, squares_of};

impl Writer<'_> {
    /// Squares of promotion and of first moves.
    pub(super) fn regions(&mut self, own: &RoyalDefinition) {
        let size = self.definition.size;
        let steps = self.definition.pieces.iter().any(|piece| piece.moves.text().contains('i'));
        if !steps {
            self.put("doubleStep", false);
        }
        let of_kinds = |squares: &dyn Fn(PieceType, Color) -> Vec<Square>| {
            let all: Vec<[Vec<Square>; 2]> = (self.definition.piece_types())
                .map(|kind| Color::ALL.map(|color| squares(kind, color)))
                .collect();
            let first = all.first().cloned();
            first.filter(|first| all.iter().all(|other| other == first))
        };
        let first = of_kinds(&|kind, color| own.initial_squares(size, kind, color));
        let last = of_kinds(&|kind, color| own.promotion_squares(size, kind, color));
        for (key, squares, wanted) in
            [("doubleStepRegion", first, steps), ("promotionRegion", last, true)]
        {
            let Some(squares) = squares else {
                self.refuse(key, "squares of its own for a kind");
                continue;
            };
            if wanted {
                self.put_squares(key, "", |color| &squares[color as usize]);
            }
        }
    }

    /// Squares of en passant: in Fairy-Stockfish a side's are those of its own captures.
    pub(super) fn en_passant(&mut self, own: &RoyalDefinition) {
        let Some(squares) = &own.pawns.en_passant else { return };
        self.put_squares("enPassantRegion", "", |color| &squares[!color]);
    }

    /// Captures en passant on squares of promotion: in Fairy-Stockfish they never promote.
    pub(super) fn en_passant_promotes(&mut self, own: &RoyalDefinition) {
        let (definition, size) = (self.definition, self.definition.size);
        if own.pawns.en_passant_stays {
            return;
        }
        let passed = |color: Color, piece: &PieceDefinition| -> Vec<Square> {
            let paths = size.iter().flat_map(|from| definition.paths(piece, from, color));
            let passing = paths.filter(|path| path.modes.passes);
            passing.flat_map(|path| path.squares[..path.squares.len() - 1].to_vec()).collect()
        };
        let promotes = |(kind, piece): (PieceType, &PieceDefinition), color: Color| {
            let squares = own.promotion_squares(size, kind, color);
            let mut enemies = definition.pieces.iter();
            let takes = piece.moves.text().contains('e') && !piece.promotes_of(color).is_empty();
            takes && enemies.any(|enemy| passed(!color, enemy).iter().any(|s| squares.contains(s)))
        };
        let kinds = || definition.piece_types().zip(&definition.pieces);
        if Color::ALL.iter().any(|&color| kinds().any(|kind| promotes(kind, color))) {
            self.refuse("en-passant-promotes", "captures en passant that promote");
        }
    }

    /// Promotion in place of a move: in Fairy-Stockfish by the rules of sittuyin alone.
    pub(super) fn in_place(&mut self, own: &RoyalDefinition) {
        let Some(rule) = &own.pawns.in_place else { return };
        self.put("sittuyinPromotion", true);
        let pawns = self.definition.piece_types();
        let pawns = pawns.filter(|&kind| self.kind_of(kind) == Some(Kind::PAWN));
        if pawns.collect::<Vec<_>>() != rule.pieces {
            self.refuse("promotion-in-place.pieces", "other kinds than pawns");
        }
        if !rule.step || !rule.last_anywhere || rule.attack || rule.forced {
            self.refuse("promotion-in-place", "other rules than those of sittuyin");
        }
    }

    /// Limits of promotion by kind.
    pub(super) fn promotion_limit(&mut self, own: &RoyalDefinition) {
        let limits: Vec<(PieceType, u8)> = match &own.pawns.limit {
            PromotionLimit::None => return,
            PromotionLimit::Numbers(numbers) => numbers.clone(),
            PromotionLimit::Lost => {
                let Some(at_start) = self.at_start() else {
                    self.refuse("promotion-limit", "other numbers at the start for each side");
                    return;
                };
                let targets: BTreeSet<PieceType> = self
                    .definition
                    .pieces
                    .iter()
                    .flat_map(|piece| &piece.promotes)
                    .copied()
                    .collect();
                at_start.into_iter().filter(|(kind, _)| targets.contains(kind)).collect()
            }
        };
        // In Fairy-Stockfish 0 is no limit.
        if limits.iter().any(|&(kind, number)| number == 0 || self.definition.piece(kind).promoted)
        {
            self.refuse("promotion-limit", "a limit of 0, or of a promoted form");
        }
        let limits: Vec<String> = limits
            .iter()
            .map(|&(kind, number)| format!("{}:{number}", self.letter(kind)))
            .collect();
        self.put("promotionLimit", limits.join(" "));
    }

    /// Numbers of pieces of each kind at the start; `None` where the sides differ.
    fn at_start(&self) -> Option<Vec<(PieceType, u8)>> {
        let start = Fen::parse(&self.definition.start, self.definition).ok()?;
        let count = |kind, color| {
            start.pieces.iter().filter(|(_, piece)| *piece == Piece::new(color, kind)).count()
        };
        (self.definition.piece_types())
            .map(|kind| {
                let [white, black] = Color::ALL.map(|color| count(kind, color));
                (white == black).then(|| (kind, u8::try_from(white).unwrap_or(u8::MAX)))
            })
            .collect()
    }

    /// Writes whether pawns may decline to promote.
    pub(super) fn must_promote(&mut self, own: &RoyalDefinition) {
        let is_pawn = |kind: PieceType| {
            let piece = self.definition.piece(kind);
            let targets = || piece.promotes.iter().map(|&target| self.definition.piece(target));
            !piece.promoted && targets().any(|target| !target.promoted)
        };
        let pawns: Vec<PieceType> =
            self.definition.piece_types().filter(|&kind| is_pawn(kind)).collect();
        let must: Vec<_> =
            pawns.iter().map(|&kind| squares_of(&own.pawns.must_promote, kind)).collect();
        let Some(first) = must.first().copied() else { return };
        if must.iter().any(|other| *other != first) {
            self.refuse("must-promote", "squares of its own for a kind");
            return;
        }
        let Some(squares) = first else { return };
        self.put("mandatoryPawnPromotion", false);
        let size = self.definition.size;
        let is_last = Color::ALL.iter().all(|&color| {
            let last = if color == Color::White { size.ranks() - 1 } else { 0 };
            size.iter().all(|at| (size.rank(at) == last) == squares[color].contains(&at))
        });
        let only_pawns = pawns.iter().all(|&kind| self.kind_of(kind) == Some(Kind::PAWN));
        if is_last && only_pawns {
            self.immobile_is_illegal = true;
        } else if Color::ALL.iter().any(|&color| !squares[color].is_empty()) {
            self.refuse("must-promote", "has no counterpart there");
        }
    }
}
