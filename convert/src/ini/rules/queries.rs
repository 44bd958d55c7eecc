//! Values of a section's keys, as the definition is made from them.

use std::collections::BTreeMap;

use super::{KindSet, Piece, Rules, SIDES, Squares, Value};
use crate::ini::keys::{Form, KEYS};
use crate::ini::kinds::Kind;

impl Rules {
    /// The kind of a letter.
    pub fn by_letter(&self, letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        Kind::all().find(|&kind| self.piece(kind).is_some_and(|piece| piece.letter == letter))
    }

    pub fn piece(&self, kind: Kind) -> Option<&Piece> {
        self.pieces[kind.index()].as_ref()
    }

    /// Squares of a kind, and the line that sets them; `None`: all.
    pub fn zone(&self, kind: Kind, side: usize) -> Option<&(Squares, usize)> {
        self.zones.get(&(kind, side)).filter(|(zone, _)| !zone.is_empty())
    }

    pub(super) fn get(&self, name: &str, side: usize) -> Option<&Value> {
        let key = KEYS.iter().find(|key| key.name == name)?;
        let side = if key.by_side { side } else { 0 };
        self.values.get(&(key.name, side)).map(|set| &set.value)
    }

    /// The line that sets a key; 0 when none does.
    pub fn line(&self, name: &str) -> usize {
        let all = SIDES.iter().filter_map(|&side| {
            self.values.iter().find(|((key, at), _)| *key == name && *at == side)
        });
        all.map(|(_, set)| set.line).max().unwrap_or(0)
    }

    pub fn flag(&self, name: &str) -> bool {
        let on = ["mandatoryPawnPromotion", "doubleStep", "castling", "checking", "dropChecks"];
        let lines = ["connectHorizontal", "connectVertical", "connectDiagonal"];
        let default = on.contains(&name) || lines.contains(&name);
        self.side_flag(name, 0, default)
    }

    pub fn side_flag(&self, name: &str, side: usize, default: bool) -> bool {
        matches!(self.get(name, side), Some(Value::Flag(true)))
            || default && self.get(name, side).is_none()
    }

    pub fn number(&self, name: &str, default: i64) -> i64 {
        match self.get(name, 0) {
            Some(Value::Number(number)) => *number,
            _ => default,
        }
    }

    pub fn word(&self, name: &str) -> &'static str {
        let key = KEYS.iter().find(|key| key.name == name);
        match (self.get(name, 0), key.map(|key| key.form)) {
            (Some(Value::Word(word)), _) => word,
            (_, Some(Form::Word(words))) => words.first().unwrap_or(&""),
            _ => "",
        }
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name, 0) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Squares of a key; `None` when it is not set.
    pub fn squares(&self, name: &str, side: usize) -> Option<&Squares> {
        match self.get(name, side) {
            Some(Value::Squares(squares)) => Some(squares),
            _ => None,
        }
    }

    /// Kinds of a key.
    pub fn kinds(&self, name: &str, side: usize) -> KindSet {
        if let Some(Value::Kinds(kinds)) = self.get(name, side) {
            return kinds.clone();
        }
        let keys: &[&str] = match name {
            "promotionPawnTypes" | "enPassantTypes" | "nMoveRuleTypes" => &["pawn"],
            "promotionPieceTypes" => &["queen", "rook", "bishop", "knight"],
            "castlingRookPieces" => &["rook"],
            "castlingKingPiece" => &["king"],
            "mustDropType" | "flagPiece" | "connectPieceTypes" => return KindSet::All,
            _ => &[],
        };
        KindSet::Some(keys.iter().filter_map(|key| Kind::of_key(key)).collect())
    }

    /// Whether a key names no kinds.
    pub fn is_empty(&self, name: &str) -> bool {
        matches!(self.kinds(name, 0), KindSet::Some(kinds) if kinds.is_empty())
    }

    /// Most pieces of a kind that promotion may make; `None`: any number.
    pub fn limit(&self, kind: Kind) -> Option<i64> {
        match self.get("promotionLimit", 0) {
            Some(Value::Limits(limits)) => limits.get(&kind).copied().filter(|limit| *limit > 0),
            _ => None,
        }
    }

    /// Promoted kinds, by kind.
    pub fn forms(&self) -> BTreeMap<Kind, Option<Kind>> {
        match self.get("promotedPieceType", 0) {
            Some(Value::Forms(forms)) => forms.clone(),
            _ => BTreeMap::new(),
        }
    }

    pub fn files(&self) -> u8 {
        self.number("maxFile", 7) as u8 + 1
    }

    pub fn ranks(&self) -> u8 {
        self.number("maxRank", 7) as u8 + 1
    }
}
