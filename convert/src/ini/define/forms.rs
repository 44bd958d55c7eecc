//! Promoted forms: a piece that turns over in a zone.

use variants::{Setting, Settings};

use super::super::kinds::Kind;
use super::super::rules::{SIDES, Squares};
use super::Define;
use super::royal::Royals;

impl Define<'_> {
    /// The kind as which a promoted piece of a kind moves.
    pub fn form(&self, kind: Kind) -> Option<Kind> {
        let form = self.rules.forms().get(&kind).copied().flatten();
        form.filter(|form| self.rules.piece(*form).is_some())
    }

    /// Returns the promoted form of a kind, if it has one.
    pub fn promoted_form(&mut self, kind: Kind, royals: &Royals) -> Option<(String, Setting)> {
        let form = self.form(kind)?;
        let moves = self.moves_of(form);
        let mut piece: Settings = vec![
            ("name".to_owned(), Setting::Text(format!("promoted {}", self.name(kind)))),
            ("moves".to_owned(), Setting::Text(moves)),
        ];
        self.zone_of(form, &mut piece);
        if self.rules.flag("pieceDemotion") {
            piece.push(("promotes".to_owned(), Setting::Text(self.letter(kind).to_string())));
            self.way_to_turn(kind, &mut piece);
            if !self.rules.flag("mandatoryPiecePromotion") {
                piece.push(("must-promote".to_owned(), Setting::Flag(false)));
            }
            if self.form(form).is_some() {
                self.refuse("pieceDemotion", "promoted pieces that promote again");
            }
        }
        if royals.kinds.contains(&form) {
            self.refuse("promotedPieceType", "promotion to a royal piece by a move in a zone");
        }
        Some((format!("+{}", self.letter(kind)), Setting::Table(piece)))
    }

    /// Adds how a kind turns over.
    pub fn turns_over(&mut self, kind: Kind, piece: &mut Settings) {
        if self.form(kind).is_none() {
            return;
        }
        // A pawn of chess promotes on arrival.
        if kind != Kind::PAWN {
            self.way_to_turn(kind, piece);
        } else if self.rules.flag("piecePromotionOnCapture") {
            self.refuse("piecePromotionOnCapture", "pawns that promote by captures alone");
        }
        let mandatory = match kind {
            Kind::PAWN => self.rules.flag("mandatoryPawnPromotion"),
            _ => self.rules.flag("mandatoryPiecePromotion"),
        };
        let (outside, is_barred) = self.immobile_outside(kind);
        let promotion = self.promotion_squares();
        if !is_barred {
            let all = SIDES.map(|side| &promotion[side] | &outside[side]);
            piece.push(("promotion".to_owned(), self.board.by_side([&all[0], &all[1]])));
        }
        if mandatory {
            return;
        }
        let squares = self.immobile(kind);
        let squares = SIDES.map(|side| match is_barred {
            true => &squares[side] & &promotion[side],
            false => squares[side].clone(),
        });
        let must = match squares.iter().all(Squares::is_empty) {
            false => self.board.by_side([&squares[0], &squares[1]]),
            true => Setting::Flag(false),
        };
        piece.push(("must-promote".to_owned(), must));
    }

    /// Adds the moves by which pieces turn over, or back.
    fn way_to_turn(&mut self, kind: Kind, piece: &mut Settings) {
        let all = self.board.all().count();
        let everywhere = self.promotion_squares().iter().all(|squares| squares.len() == all);
        let by_capture = self.rules.flag("piecePromotionOnCapture");
        if by_capture && !everywhere && self.form(kind).is_some() {
            let message = "captures that begin in the zone, and promote";
            self.refuse("piecePromotionOnCapture", message);
        }
        // Everywhere, each move arrives on a square of promotion.
        let way = if by_capture { "capture" } else { "zone" };
        if by_capture || !everywhere {
            piece.push(("promotes-by".to_owned(), Setting::Text(way.to_owned())));
        }
    }
}
