//! Promoted forms: in Fairy-Stockfish, another kind with whose moves a piece continues.

use variants::royal::RoyalDefinition;
use variants::{ByColor, Color, PieceDefinition, PieceType, Square};

use super::super::betza;
use super::super::kinds::Kind;
use super::{Writer, squares_of};

impl Writer<'_> {
    /// Writes the kinds whose moves pieces have once they have turned over.
    pub(super) fn forms(&mut self, own: &RoyalDefinition) {
        let turning: Vec<PieceType> =
            (self.definition.piece_types()).filter(|&kind| self.form_of(kind).is_some()).collect();
        self.ways_to_turn(own, &turning);
        let mut forms = Vec::new();
        for &kind in &turning {
            let Some(form) = self.form_of(kind) else { continue };
            let piece = self.definition.piece(kind);
            let is_pawn = self.kind_of(kind) == Some(Kind::PAWN);
            let by_zone = own.pawns.by_leaving.contains(&kind) || self.turns_everywhere(own, kind);
            if piece.promotes.len() > 1 || !(by_zone ^ is_pawn) {
                self.refuse(
                    &format!("pieces.{}.promotes", piece.letter),
                    "a promoted form in another way than there: a pawn where it arrives, another piece also where it leaves",
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

    /// Writes whether pieces turn over by captures alone, and whether promoted ones turn back: in
    /// Fairy-Stockfish this holds for all kinds together.
    fn ways_to_turn(&mut self, own: &RoyalDefinition, turning: &[PieceType]) {
        let by_capture = |kind: &PieceType| own.pawns.by_capture.contains(kind);
        let captures = turning.iter().filter(|kind| by_capture(kind)).count();
        let forms: Vec<(PieceType, PieceType)> =
            turning.iter().filter_map(|&kind| Some((kind, self.form_of(kind)?))).collect();
        let turns_back = |form: &PieceType| !self.definition.piece(*form).promotes.is_empty();
        let backs = forms.iter().filter(|(_, form)| turns_back(form)).count();
        let is_alike = |&(kind, form): &(PieceType, PieceType)| {
            let size = self.definition.size;
            let squares = |kind| {
                Color::ALL.map(|color| {
                    (own.promotion_squares(size, kind, color), own.must_promote(size, kind, color))
                })
            };
            let way = |kind| (by_capture(&kind), own.pawns.by_leaving.contains(&kind));
            let always = |kind| squares(kind).iter().all(|(all, must)| all.len() == must.len());
            let never = |kind| squares(kind).iter().all(|(_, must)| must.is_empty());
            let choice = always(kind) && always(form) || !always(kind) && never(form);
            let zones = |kind| squares(kind).map(|(all, _)| all);
            self.definition.piece(form).promotes == [kind]
                && zones(kind) == zones(form)
                && way(kind) == way(form)
                && choice
        };
        if captures > 0 && captures < turning.len() {
            self.refuse("promotes-by", "captures alone, of some kinds that turn over");
        } else if captures > 0 {
            self.put("piecePromotionOnCapture", true);
        }
        if backs > 0 && (backs < forms.len() || !forms.iter().all(is_alike)) {
            self.refuse("promotes", "promoted pieces that turn back in another way");
        } else if backs > 0 {
            self.put("pieceDemotion", true);
        }
    }

    /// Whether a kind turns over on all squares, by moves or captures.
    fn turns_everywhere(&self, own: &RoyalDefinition, kind: PieceType) -> bool {
        let size = self.definition.size;
        Color::ALL
            .iter()
            .all(|&color| own.promotion_squares(size, kind, color).len() == size.squares())
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
            || piece.promotes.iter().any(|&back| self.form_of(back) != Some(form))
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
        // A kind that turns over itself would go on to do so.
        let turns = |letter: char| {
            let kind = self.definition.piece_type(letter, false);
            kind.is_some_and(|kind| self.form_of(kind).is_some())
        };
        if let Some(written) = alike.filter(|written| !turns(written.letter)) {
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
