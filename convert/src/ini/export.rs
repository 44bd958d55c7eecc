//! From a definition to a section of `variants.ini`.

use std::collections::BTreeMap;

use variants::royal::RoyalDefinition;
use variants::{
    BoardSize, Catalog, Color, Definition, Family, Repetition, Setting, Settings, Square,
};

use super::betza;
use super::kinds::Kind;
use crate::export::{Export, Refusal};

/// Number of files and ranks of the largest board.
const LARGEST: (u8, u8) = (12, 10);

/// Moves of the pawn, with and without a first move of two squares.
const PAWN: [&str; 2] = ["fmWfceFifmnD", "fmWfcF"];

/// Keys that say nothing about the rules there.
const SILENT: [&str; 8] =
    ["inherits", "title", "description", "family", "template", "dead", "board", "start"];

/// Returns the section of a game; `None` for an unknown one.
#[must_use]
pub fn to_ini(catalog: &Catalog, name: &str) -> Option<Export> {
    let definition = catalog.get(name)?;
    let settings = catalog.settings(&definition.name)?;
    let mut writer = Writer { definition, lines: Vec::new(), refused: Vec::new() };
    match &definition.family {
        Family::Royal(own) => writer.game(own, &settings),
        family => writer.refuse("family", format!("the {} family", family.name())),
    }
    let Writer { lines, refused, .. } = writer;
    if !refused.is_empty() {
        return Some(Err(refused));
    }
    let lines = lines.into_iter().map(|(key, value)| format!("{key} = {value}\n"));
    Some(Ok(format!("[{}]\n{}", definition.name, lines.collect::<String>())))
}

struct Writer<'d> {
    definition: &'d Definition,
    lines: Vec<(String, String)>,
    refused: Vec<Refusal>,
}

impl Writer<'_> {
    fn put(&mut self, key: &str, value: impl ToString) {
        self.lines.push((key.to_owned(), value.to_string()));
    }

    fn refuse(&mut self, key: &str, message: impl Into<String>) {
        self.refused.push(Refusal { key: key.to_owned(), message: message.into() });
    }

    fn game(&mut self, own: &RoyalDefinition, settings: &Settings) {
        let size = self.definition.size;
        if size.files() > LARGEST.0 || size.ranks() > LARGEST.1 {
            self.refuse("board", format!("{size}: at most {} by {}", LARGEST.0, LARGEST.1));
        }
        self.put("maxFile", size.files());
        self.put("maxRank", size.ranks());
        self.pieces(own, settings);
        self.put("startFen", self.definition.start.clone());
        let has = |key: &str| {
            let value = settings.iter().find(|(name, _)| name == key).map(|(_, value)| value);
            value.is_some_and(|value| *value != Setting::Flag(false))
        };
        for (key, value) in settings {
            match key.as_str() {
                "pieces" => {}
                _ if SILENT.contains(&key.as_str()) || *value == Setting::Flag(false) => {}
                "move-rule" | "repetition" | "misere" | "initial-rank" | "promotion-rank" => {}
                "stalemate" => self.stalemate(own),
                "initial" | "promotion" | "holes" | "facing-kings" => {}
                "en-passant" => self.en_passant(own),
                "must-promote" => self.refuse(key, "has no counterpart there"),
                "promotion-limit" => self.promotion_limit(own),
                "royals" | "castling" | "goal" | "lose-without" | "bare-king" => {}
                "must-capture" => self.put("mustCapture", own.must_capture),
                "give-check" => self.put("checking", own.give_check),
                "check-limit" => self.put("checkCounting", true),
                _ => self.refuse(key, "cannot be exported"),
            }
        }
        if !has("castling") {
            self.put("castling", false);
        }
        if own.give_check || !has("give-check") {
            self.lines.retain(|(key, value)| key != "checking" || value == "false");
        }
        if settings.iter().any(|(key, value)| key == "give-check" && *value == Setting::Flag(false))
        {
            self.put("checking", false);
        }
        if !own.facing_kings {
            self.put("flyingGeneral", true);
        }
        self.ends(own);
        self.castling(own);
        self.draws();
    }

    fn letter(&self, kind: variants::PieceType) -> char {
        self.definition.piece(kind).letter.to_ascii_lowercase()
    }

    fn letters(&self, kinds: &[variants::PieceType]) -> String {
        if kinds.len() == self.definition.pieces.len() {
            return "*".to_owned();
        }
        kinds.iter().map(|&kind| self.letter(kind)).collect()
    }

    fn pieces(&mut self, own: &RoyalDefinition, settings: &Settings) {
        const KEYS: [&str; 8] =
            ["name", "moves", "promotes", "royal", "picture", "value", "zone", "moves-in"];
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
        let mut used: Vec<Kind> = Vec::new();
        let mut custom = Kind::all().filter(|kind| kind.is_custom());
        let mut pawns = String::new();
        let mut targets: Option<String> = None;
        let one = own.royals == variants::royal::Royals::One;
        for piece in &self.definition.pieces {
            let letter = piece.letter.to_ascii_lowercase();
            let text = piece.moves.text();
            if piece.promoted {
                self.refuse(&format!("pieces.+{}", piece.letter), "promoted forms");
                continue;
            }
            let soldier = self.soldier(piece);
            if soldier.is_none() && !piece.moves_in.is_empty() {
                self.refuse(&format!("pieces.{}.moves-in", piece.letter), "moves on some squares");
            }
            let text = if soldier.is_some() { "fsW" } else { text };
            let moves = match betza::from_own(text) {
                Ok(moves) => moves,
                Err(what) => {
                    self.refuse(&format!("pieces.{}.moves", piece.letter), what);
                    continue;
                }
            };
            if !piece.promotes.is_empty() {
                pawns.push(letter);
                let mut letters: Vec<char> =
                    piece.promotes.iter().map(|&kind| self.letter(kind)).collect();
                letters.sort_unstable();
                let letters: String = letters.into_iter().collect();
                if targets.get_or_insert_with(|| letters.clone()) != &letters {
                    self.refuse("promotes", "other promotions for each kind");
                }
            }
            let is_pawn = PAWN.contains(&text) && !piece.promotes.is_empty();
            let known = |kind: &Kind| !used.contains(kind) && kind.moves() == moves;
            let kind = if piece.royal && one {
                Some(Kind::KING)
            } else if is_pawn && !used.contains(&Kind::PAWN) {
                Some(Kind::PAWN)
            } else {
                Kind::all().filter(|kind| *kind != Kind::KING && *kind != Kind::PAWN).find(known)
            };
            let kind = kind.or_else(|| custom.next());
            let Some(kind) = kind else {
                self.refuse("pieces", "more kinds than 25 of one's own");
                return;
            };
            used.push(kind);
            let value = match kind {
                _ if kind.is_custom() || kind == Kind::KING && moves != "K" => {
                    format!("{letter}:{moves}")
                }
                _ => letter.to_string(),
            };
            self.put(&kind.key(), value);
            if let Some(rank) = soldier {
                self.put("soldierPromotionRank", rank);
            }
            if let Some(zone) = &piece.zone {
                let key = kind.key();
                let (first, rest) = key.split_at(1);
                let name = first.to_ascii_uppercase() + rest;
                for (side, color) in ["White", "Black"].into_iter().zip(Color::ALL) {
                    let squares = names(self.definition.size, &zone[color]);
                    self.put(&format!("mobilityRegion{side}{name}"), squares);
                }
            }
        }
        if !pawns.is_empty() {
            self.put("promotionPawnTypes", &pawns);
            self.put("nMoveRuleTypes", &pawns);
        } else {
            self.put("promotionPawnTypes", "-");
        }
        self.put("promotionPieceTypes", targets.unwrap_or_else(|| "-".to_owned()));
        let takes: String = (self.definition.pieces.iter())
            .filter(|piece| piece.moves.text().contains('e'))
            .map(|piece| piece.letter.to_ascii_lowercase())
            .collect();
        self.put("enPassantTypes", if takes.is_empty() { "-" } else { &takes });
        self.regions(own);
    }

    /// Rank from which a soldier steps sideways; `None` for other pieces.
    fn soldier(&self, piece: &variants::PieceDefinition) -> Option<u8> {
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

    /// Squares of promotion and of first moves.
    fn regions(&mut self, own: &RoyalDefinition) {
        let size = self.definition.size;
        let steps = self.definition.pieces.iter().any(|piece| piece.moves.text().contains('i'));
        if !steps {
            self.put("doubleStep", false);
        }
        let of_kinds = |squares: &dyn Fn(variants::PieceType, Color) -> Vec<Square>| {
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
            for (side, squares) in ["White", "Black"].into_iter().zip(squares).filter(|_| wanted) {
                self.put(&format!("{key}{side}"), names(size, &squares));
            }
        }
    }

    /// Squares of en passant: there, a side's are those of its own captures.
    fn en_passant(&mut self, own: &RoyalDefinition) {
        let Some(squares) = &own.pawns.en_passant else { return };
        for (side, color) in [("White", Color::Black), ("Black", Color::White)] {
            let squares = names(self.definition.size, &squares[color]);
            self.put(&format!("enPassantRegion{side}"), squares);
        }
    }

    fn promotion_limit(&mut self, own: &RoyalDefinition) {
        let variants::royal::PromotionLimit::Numbers(numbers) = &own.pawns.limit else {
            self.refuse("promotion-limit", "has no counterpart there");
            return;
        };
        let limits =
            numbers.iter().map(|&(kind, number)| format!("{}:{number}", self.letter(kind)));
        let limits: Vec<String> = limits.collect();
        self.put("promotionLimit", limits.join(" "));
    }

    fn stalemate(&mut self, own: &RoyalDefinition) {
        let [white, black] = Color::ALL.map(|color| own.stalemate[color]);
        if white != black {
            self.refuse("stalemate", "differs by side");
        }
        let word = match (white, self.definition.misere) {
            (variants::royal::Stalemate::Draw, _) => return,
            (variants::royal::Stalemate::Majority, _) => {
                self.put("stalematePieceCount", true);
                if self.definition.misere { "win" } else { "loss" }
            }
            (variants::royal::Stalemate::Loss, false) | (variants::royal::Stalemate::Win, true) => {
                "loss"
            }
            _ => "win",
        };
        self.put("stalemateValue", word);
    }

    fn ends(&mut self, own: &RoyalDefinition) {
        let misere = self.definition.misere;
        let lost = if misere { "win" } else { "loss" };
        let royal: Vec<variants::PieceType> = self
            .definition
            .piece_types()
            .filter(|&kind| self.definition.piece(kind).royal)
            .collect();
        if misere && !royal.is_empty() {
            self.put("checkmateValue", "win");
        }
        let ends = &own.ends;
        if let Some(goal) = &ends.goal {
            if misere {
                self.refuse("goal", "with misere");
            }
            let letters = self.letters(&goal.pieces);
            if letters.len() > 1 {
                self.refuse("goal.pieces", "several kinds");
            }
            self.put("flagPiece", letters);
            for (side, color) in ["White", "Black"].into_iter().zip(Color::ALL) {
                let squares = names(self.definition.size, &goal.squares[color]);
                self.put(&format!("flagRegion{side}"), squares);
            }
            if goal.count > 1 {
                self.put("flagPieceCount", goal.count);
            }
            if goal.safe {
                self.put("flagPieceSafe", true);
            }
            if goal.reply || goal.hold {
                self.put("flagMove", true);
            }
        }
        let mut types: BTreeMap<u8, String> = BTreeMap::new();
        for minimum in &ends.lose_without {
            let all = minimum.pieces.len() == self.definition.pieces.len();
            let Some(&kind) = minimum.pieces.first() else { continue };
            // Royal pieces cannot be taken.
            let covered = own.royals != variants::royal::Royals::One
                && minimum.pieces.iter().all(|kind| royal.contains(kind));
            if covered {
                continue;
            }
            if minimum.pieces.len() > 1 && !all {
                self.refuse("lose-without", "kinds that are counted together");
            }
            let sides = Color::ALL.map(|color| minimum.sides[color]);
            if sides != [true, true] && !all {
                self.refuse("lose-without.side", "for one side");
            }
            let letter = if all { '*' } else { self.letter(kind) };
            types.entry(minimum.least).or_default().push(letter);
        }
        let bare = Color::ALL.map(|color| ends.bare[color]);
        let mut conditions = types.len();
        if bare[0] != bare[1] {
            self.refuse("bare-king", "differs by side");
        }
        if bare[0] != variants::royal::Bare::Allowed {
            conditions += 1;
            self.put("extinctionPieceTypes", "*");
            self.put("extinctionPieceCount", 1);
            if bare[0] == variants::royal::Bare::LossUnlessReturned {
                self.put("extinctionClaim", true);
                self.put("extinctionOpponentPieceCount", 2);
            }
        }
        for (least, letters) in &types {
            self.put("extinctionPieceTypes", letters);
            if *least > 1 {
                self.put("extinctionPieceCount", least - 1);
            }
        }
        if own.royals != variants::royal::Royals::One {
            conditions += 1;
            self.put("extinctionPieceTypes", self.letters(&royal));
            self.put("extinctionPseudoRoyal", true);
            match own.royals {
                variants::royal::Royals::Any => self.put("extinctionPieceCount", 64),
                variants::royal::Royals::All => self.put("dupleCheck", true),
                _ => {}
            }
        }
        if conditions > 1 {
            self.refuse("lose-without", "several ends by lost pieces at once");
        }
        if conditions > 0 {
            self.put("extinctionValue", lost);
        }
    }

    fn castling(&mut self, own: &RoyalDefinition) {
        let Some(castling) = &own.castling else { return };
        let file = |file: u8| char::from(b'a' + file);
        let right = |side: &variants::royal::CastlingSide| {
            side.king_to.checked_sub(1) == Some(side.rook_to)
        };
        let left = |side: &variants::royal::CastlingSide| side.king_to + 1 == side.rook_to;
        let sides = &castling.sides;
        let own = &sides[Color::White];
        if *own != sides[Color::Black] {
            self.refuse("castling", "castling that differs by side");
        }
        let (king_side, queen_side) = (own.king_side, own.queen_side);
        if king_side.is_some_and(|side| !right(&side))
            || queen_side.is_some_and(|side| !left(&side))
        {
            self.refuse("castling", "a rook that does not go beside the king");
        }
        self.put("castlingRank", own.rank + 1);
        self.put("castlingKingFile", file(own.king));
        let ways = [("Kingside", king_side), ("Queenside", queen_side)];
        let ways = || ways.into_iter().filter_map(|(name, side)| Some((name, side?)));
        for (name, side) in ways() {
            self.put(&format!("castling{name}File"), file(side.king_to));
        }
        for (name, side) in ways() {
            self.put(&format!("castlingRook{name}File"), file(side.rook_from));
        }
        let rooks: String = castling.rooks.iter().map(|&rook| self.letter(rook)).collect();
        self.put("castlingRookPieces", rooks);
        let king =
            self.definition.piece_types().find(|&kind| castling.is_king(kind, self.definition));
        if let Some(king) = king {
            self.put("castlingKingPiece", self.letter(king));
        }
    }

    fn draws(&mut self) {
        match self.definition.move_rule {
            None => self.put("nMoveRule", 0),
            Some(plies) => self.put("nMoveRule", plies / 2),
        }
        match self.definition.repetition {
            Repetition::Draw => {}
            Repetition::Allowed => self.put("nFoldRule", 0),
            Repetition::CheckerLoses => self.put("perpetualCheckIllegal", true),
            Repetition::Illegal => self.refuse("repetition", "an illegal move"),
        }
    }
}

/// Returns squares by their names.
fn names(size: BoardSize, squares: &[Square]) -> String {
    if squares.is_empty() {
        return "-".to_owned();
    }
    squares.iter().map(|&square| size.name(square)).collect::<Vec<_>>().join(" ")
}
