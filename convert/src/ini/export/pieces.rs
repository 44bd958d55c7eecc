//! Pieces: their kinds and moves, and the rules that belong to them.

use std::collections::BTreeSet;

use variants::royal::{RoyalDefinition, Royals};
use variants::{Color, PieceDefinition, PieceType, Setting, Settings};

use super::super::betza;
use super::super::kinds::Kind;
use super::{Writer, Written};

/// Moves of the pawn, with and without a first move of two squares.
const PAWN: [&str; 2] = ["fmWfceFifmnD", "fmWfcF"];

/// Kinds that promote.
#[derive(Default)]
struct Promoting {
    pawns: String,
    /// The kinds without `+` that they promote to.
    targets: Option<String>,
}

impl Writer<'_> {
    pub(super) fn pieces(&mut self, own: &RoyalDefinition, settings: &Settings) {
        self.refuse_piece_keys(settings);
        let definition = self.definition;
        let mut promoting = Promoting::default();
        for (kind, piece) in definition.piece_types().zip(&definition.pieces) {
            if piece.promoted || piece.is_marked() {
                continue;
            }
            let soldier = self.soldier(piece);
            let text = if soldier.is_some() { "fsW" } else { piece.moves.text() };
            let Some(moves) = self.moves(piece, soldier.is_some(), text) else { continue };
            self.add_promotions(piece, &mut promoting);
            let wanted = self.special_kind(piece, text, own);
            let is_plain = !piece.royal
                && piece.zone.is_none()
                && piece.promotes.is_empty()
                && piece.moves_in.is_empty();
            let letter = piece.letter.to_ascii_lowercase();
            if !self.write_kind(letter, moves, wanted, is_plain && soldier.is_none()) {
                return;
            }
            self.piece_rules(kind, piece, soldier);
        }
        self.pawn_types(promoting);
        self.regions(own);
        self.en_passant_promotes(own);
        self.must_promote(own);
        self.forms(own);
    }

    /// Refuses keys of pieces that have no counterpart.
    fn refuse_piece_keys(&mut self, settings: &Settings) {
        const KEYS: [&str; 13] = [
            "name",
            "moves",
            "promotes",
            "royal",
            "picture",
            "value",
            "zone",
            "moves-in",
            "drops",
            "promotes-by",
            "must-promote",
            "cannot-jump",
            "cannot-take",
        ];
        for (_, pieces) in settings.iter().filter(|(key, _)| key == "pieces") {
            let Setting::Table(pieces) = pieces else { continue };
            for (letter, piece) in pieces {
                let Setting::Table(piece) = piece else { continue };
                for (key, value) in piece {
                    if !KEYS.contains(&key.as_str()) && *value != Setting::Flag(false) {
                        self.refuse(&format!("pieces.{letter}.{key}"), "has no counterpart there");
                    }
                }
            }
        }
    }

    /// The moves of a piece in Fairy-Stockfish's notation; `None` if they are refused.
    fn moves(&mut self, piece: &PieceDefinition, is_soldier: bool, text: &str) -> Option<String> {
        if !is_soldier && !piece.moves_in.is_empty() && Self::lines(piece).is_none() {
            self.refuse(&format!("pieces.{}.moves-in", piece.letter), "moves on some squares");
        }
        let moves = betza::from_own(text);
        moves.map_err(|what| self.refuse(&format!("pieces.{}.moves", piece.letter), what)).ok()
    }

    /// Adds a piece that promotes to kinds without `+`: in Fairy-Stockfish all such pieces promote
    /// to the same kinds.
    fn add_promotions(&mut self, piece: &PieceDefinition, promoting: &mut Promoting) {
        if piece.promotes_by_side.is_some() {
            self.refuse(&format!("pieces.{}.promotes", piece.letter), "differs by side");
        }
        let letters: BTreeSet<char> = (piece.promotes.iter())
            .filter(|&&kind| !self.definition.piece(kind).promoted)
            .map(|&kind| self.letter(kind))
            .collect();
        if letters.is_empty() {
            return;
        }
        promoting.pawns.push(piece.letter.to_ascii_lowercase());
        let letters: String = letters.into_iter().collect();
        if promoting.targets.get_or_insert_with(|| letters.clone()) != &letters {
            self.refuse("promotes", "other promotions for each kind");
        }
    }

    /// Returns king or pawn for a piece that has to be written as such.
    fn special_kind(
        &self,
        piece: &PieceDefinition,
        moves: &str,
        own: &RoyalDefinition,
    ) -> Option<Kind> {
        let is_king = piece.royal && own.royals == Royals::One && own.blast.is_none();
        // There, pawns have the first moves and the captures en passant of all kinds together.
        let steps = self.definition.pieces.iter().any(|piece| piece.moves.text().contains('i'));
        let is_pawn = moves == PAWN[usize::from(!steps)] && !piece.promotes.is_empty();
        match () {
            () if is_king => Some(Kind::KING),
            () if is_pawn && self.written.iter().all(|other| other.kind != Kind::PAWN) => {
                Some(Kind::PAWN)
            }
            () => None,
        }
    }

    /// Writes the rules of the kind written last, beside its moves.
    fn piece_rules(&mut self, own: PieceType, piece: &PieceDefinition, soldier: Option<u8>) {
        let Some(last) = self.written.last_mut() else { return };
        last.own = Some(own);
        let kind = last.kind;
        if let Some(rank) = soldier {
            self.put("soldierPromotionRank", rank);
        }
        if let Some(zone) = &piece.zone {
            let key = kind.key();
            let (first, rest) = key.split_at(1);
            let name = first.to_ascii_uppercase() + rest;
            self.put_squares("mobilityRegion", &name, |color| &zone[color]);
        }
    }

    /// Writes the kinds that promote, those that they promote to, and those that take en passant.
    fn pawn_types(&mut self, promoting: Promoting) {
        let Promoting { pawns, targets } = promoting;
        if pawns.is_empty() {
            self.put("promotionPawnTypes", "-");
        } else {
            self.put("promotionPawnTypes", &pawns);
            self.put("nMoveRuleTypes", &pawns);
        }
        self.put("promotionPieceTypes", targets.unwrap_or_else(|| "-".to_owned()));
        let takes: String = (self.definition.pieces.iter())
            .filter(|piece| piece.moves.text().contains('e'))
            .map(|piece| piece.letter.to_ascii_lowercase())
            .collect();
        self.put("enPassantTypes", if takes.is_empty() { "-" } else { &takes });
    }

    /// Writes a kind of piece: one that Fairy-Stockfish knows, or a custom one.
    pub(super) fn write_kind(
        &mut self,
        letter: char,
        moves: String,
        wanted: Option<Kind>,
        is_plain: bool,
    ) -> bool {
        let is_used = |kind: &Kind| self.written.iter().any(|other| other.kind == *kind);
        let known = |kind: &Kind| {
            ![Kind::KING, Kind::PAWN].contains(kind) && !is_used(kind) && kind.moves() == moves
        };
        let custom = || Kind::all().find(|kind| kind.is_custom() && !is_used(kind));
        let Some(kind) = wanted.or_else(|| Kind::all().find(known)).or_else(custom) else {
            self.refuse("pieces", "more kinds than 25 of one's own");
            return false;
        };
        let value = match kind {
            _ if kind.is_custom() || kind == Kind::KING && moves != "K" => {
                format!("{letter}:{moves}")
            }
            _ => letter.to_string(),
        };
        self.put(&kind.key(), value);
        self.written.push(Written { letter, moves, kind, own: None, is_plain });
        true
    }

    /// Rank from which a soldier steps sideways; `None` for other pieces.
    fn soldier(&self, piece: &PieceDefinition) -> Option<u8> {
        let [local] = &piece.moves_in[..] else { return None };
        let size = self.definition.size;
        let rank = local.squares[Color::White].iter().map(|&square| size.rank(square)).min()?;
        let fits = |color: Color, within: &dyn Fn(u8) -> bool| {
            let squares = &local.squares[color];
            size.iter().all(|square| within(size.rank(square)) == squares.contains(&square))
        };
        let is_soldier = (piece.moves.text(), local.moves.text()) == ("fW", "sW")
            && fits(Color::White, &|at| at >= rank)
            && fits(Color::Black, &|at| at + rank < size.ranks());
        is_soldier.then_some(rank + 1)
    }
}
