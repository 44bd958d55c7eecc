//! Promoted forms: there, another kind as which a piece moves on.

use variants::royal::RoyalDefinition;
use variants::{ByColor, Color, PieceDefinition, PieceType, Square};

use super::super::betza;
use super::super::kinds::Kind;
use super::{Writer, squares_of};

impl Writer<'_> {
    /// Writes the kinds as which pieces move once they have turned over.
    pub(super) fn forms(&mut self, own: &RoyalDefinition) {
        let turning: Vec<PieceType> =
            (self.definition.piece_types()).filter(|&kind| self.form_of(kind).is_some()).collect();
        let mut forms = Vec::new();
        for &kind in &turning {
            let Some(form) = self.form_of(kind) else { continue };
            let piece = self.definition.piece(kind);
            let by_zone =
                own.pawns.by_leaving.contains(&kind) != (self.kind_of(kind) == Some(Kind::PAWN));
            if piece.promotes.len() > 1 || !by_zone || own.pawns.by_capture.contains(&kind) {
                self.refuse(
                    &format!("pieces.{}.promotes", piece.letter),
                    "other ways to turn over",
                );
                continue;
            }
            if let Some(letter) = self.form_letter(form) {
                forms.push(format!("{}:{letter}", self.letter(kind)));
            }
        }
        if forms.is_empty() {
            return;
        }
        self.put("promotedPieceType", forms.join(" "));
        let must = |kind: &PieceType| squares_of(&own.pawns.must_promote, *kind);
        if turning.iter().all(|kind| must(kind).is_none()) {
            self.put("mandatoryPiecePromotion", true);
            return;
        }
        let hand_says = own.hand.as_ref().is_some_and(|hand| hand.must_move);
        let is_empty = |squares: &ByColor<Vec<Square>>| {
            Color::ALL.iter().all(|&color| squares[color].is_empty())
        };
        self.immobile_is_illegal |=
            hand_says || turning.iter().filter_map(must).any(|squares| !is_empty(squares));
        for kind in turning {
            let piece = self.definition.piece(kind);
            let expected = Color::ALL.map(|color| match self.immobile_is_illegal {
                true => self.immobile(own, kind, piece, color),
                false => Vec::new(),
            });
            let fits = must(&kind).is_some_and(|squares| {
                Color::ALL.into_iter().zip(&expected).all(|(color, expected)| {
                    let own = &squares[color];
                    own.len() == expected.len() && expected.iter().all(|at| own.contains(at))
                })
            });
            if !fits {
                let letter = piece.letter;
                self.refuse(
                    &format!("pieces.{letter}.must-promote"),
                    "squares on which it could move on",
                );
            }
        }
    }

    /// The promoted form of a kind.
    pub(super) fn form_of(&self, kind: PieceType) -> Option<PieceType> {
        let is_form = |&target: &PieceType| self.definition.piece(target).promoted;
        self.definition.piece(kind).promotes.iter().copied().find(is_form)
    }

    /// The letter of a kind that moves like a promoted form; it is defined where there is none.
    fn form_letter(&mut self, form: PieceType) -> Option<char> {
        let piece = self.definition.piece(form);
        let key = format!("pieces.+{}", piece.letter);
        if piece.zone.is_some()
            || piece.royal
            || !piece.promotes.is_empty()
            || !piece.moves_in.is_empty()
        {
            self.refuse(&key, "a promoted form with rules of its own");
            return None;
        }
        let moves = match betza::from_own(piece.moves.text()) {
            Ok(moves) => moves,
            Err(what) => {
                self.refuse(&format!("{key}.moves"), what);
                return None;
            }
        };
        let alike = self.written.iter().find(|written| written.moves == moves && written.is_plain);
        if let Some(written) = alike {
            return Some(written.letter);
        }
        let Some(letter) =
            ('a'..='z').find(|letter| self.written.iter().all(|own| own.letter != *letter))
        else {
            self.refuse(&key, "no letter is left for it");
            return None;
        };
        self.write_kind(letter, moves, None, true).then_some(letter)
    }

    /// Squares of promotion on which a kind has no moves.
    fn immobile(
        &self,
        own: &RoyalDefinition,
        kind: PieceType,
        piece: &PieceDefinition,
        color: Color,
    ) -> Vec<Square> {
        let size = self.definition.size;
        let mut squares = own.promotion_squares(size, kind, color);
        squares.retain(|&square| piece.moves.paths(size, square, color).is_empty());
        squares
    }
}
