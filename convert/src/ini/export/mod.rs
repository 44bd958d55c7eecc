//! From a definition to a section of `variants.ini`.

mod ends;
mod forms;
mod hand;
mod passes;
mod pieces;
mod promotion;
mod walls;

use variants::royal::{CountingRule, RoyalDefinition, Zone};
use variants::{
    BoardSize, ByColor, Catalog, Color, Definition, Family, PieceType, Repetition, Setting,
    Settings, Square,
};

use super::define::COUNTED;
use super::kinds::Kind;
use crate::export::{Export, Exported, Refusal};

/// Number of files and ranks of the largest board.
const LARGEST: (u8, u8) = (12, 10);

/// Keys that need no counterpart in Fairy-Stockfish.
const SILENT: [&str; 8] =
    ["inherits", "title", "description", "family", "template", "dead", "board", "start"];

/// Returns the section of a game; `None` for an unknown one.
#[must_use]
pub fn to_ini(catalog: &Catalog, name: &str) -> Option<Export> {
    let definition = catalog.get(name)?;
    let settings = catalog.settings(&definition.name)?;
    let mut writer = Writer {
        definition,
        lines: Vec::new(),
        refused: Vec::new(),
        written: Vec::new(),
        immobile_is_illegal: false,
    };
    match &definition.family {
        Family::Royal(own) => writer.game(own, &settings),
        family => writer.refuse("family", format!("the {} family", family.name())),
    }
    let Writer { lines, refused, .. } = writer;
    if !refused.is_empty() {
        return Some(Err(refused));
    }
    let lines = lines.into_iter().map(|(key, value)| format!("{key} = {value}\n"));
    let text = format!("[{}]\n{}", definition.name, lines.collect::<String>());
    let is_said =
        settings.iter().any(|(key, value)| key == "dead" && *value == Setting::Flag(false));
    let dead = is_said.then(|| Refusal {
        key: "dead".to_owned(),
        message: "false: what cannot mate is its own choice there".to_owned(),
    });
    Some(Ok(Exported { text, left_out: dead.into_iter().collect() }))
}

struct Writer<'d> {
    definition: &'d Definition,
    lines: Vec<(String, String)>,
    refused: Vec<Refusal>,
    written: Vec<Written>,
    /// Whether a piece may not go where it could not move any more.
    immobile_is_illegal: bool,
}

/// A kind that is written.
struct Written {
    letter: char,
    /// Moves in Fairy-Stockfish's notation.
    moves: String,
    kind: Kind,
    /// The kind of the definition; `None` for the form of a promoted one.
    own: Option<PieceType>,
    /// Whether it has no rules beside its moves.
    is_plain: bool,
}

impl Writer<'_> {
    fn put(&mut self, key: &str, value: impl ToString) {
        self.lines.push((key.to_owned(), value.to_string()));
    }

    /// Writes a key of squares for each side: the key's name, the side, and what follows it.
    fn put_squares<'s>(&mut self, key: &str, after: &str, squares: impl Fn(Color) -> &'s [Square]) {
        for (side, color) in ["White", "Black"].into_iter().zip(Color::ALL) {
            let squares = names(self.definition.size, squares(color));
            self.put(&format!("{key}{side}{after}"), squares);
        }
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
                "move-rule" | "repetition" | "repetition-count" | "misere" | "initial-rank"
                | "promotion-rank" => {}
                "stalemate" => self.stalemate(own),
                "initial" | "promotion" | "holes" | "facing-kings" | "flips" | "zone" => {}
                "en-passant" => self.en_passant(own),
                "must-promote" | "en-passant-promotes" => {}
                "promotion-limit" => self.promotion_limit(own),
                "promotion-in-place" => self.in_place(own),
                "royals" | "castling" | "goal" | "lose-without" | "bare-king" => {}
                "hand" | "connect" | "blast" | "counting" | "walls" | "pass" | "points" => {}
                "shuffled" => self.put("chess960", own.shuffled),
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
        self.passes(own);
        self.points(own);
        self.bars(own);
        self.diagonal_lines();
        self.hand(own);
        self.flips(own);
        if self.immobile_is_illegal {
            self.put("immobilityIllegal", true);
        }
        self.blast(own);
        self.walls(own);
        self.ends(own);
        self.connect(own);
        self.counting(own);
        self.castling(own);
        self.draws();
    }

    fn letter(&self, kind: PieceType) -> char {
        self.definition.piece(kind).letter.to_ascii_lowercase()
    }

    fn letters(&self, kinds: &[PieceType]) -> String {
        if kinds.len() == self.definition.pieces.len() {
            return "*".to_owned();
        }
        kinds.iter().map(|&kind| self.letter(kind)).collect()
    }

    /// The kind of Fairy-Stockfish as which one of the definition is written.
    fn kind_of(&self, kind: PieceType) -> Option<Kind> {
        self.written.iter().find(|written| written.own == Some(kind)).map(|written| written.kind)
    }

    /// Counting of moves: Fairy-Stockfish counts fixed kinds.
    fn counting(&mut self, own: &RoyalDefinition) {
        let Some(counting) = &own.counting else { return };
        let lists = [&counting.pawns, &counting.rooks, &counting.khons, &counting.knights];
        for ((key, own_key), list) in COUNTED.into_iter().zip(lists) {
            let there =
                self.written.iter().filter(|written| Some(written.kind) == Kind::of_key(key));
            if there.filter_map(|written| written.own).collect::<Vec<_>>() != *list {
                self.refuse(&format!("counting.{own_key}"), format!("other kinds than {key}"));
            }
        }
        let rule = match counting.rule {
            CountingRule::Makruk => "makruk",
            CountingRule::Cambodian => "cambodian",
            CountingRule::Asean => "asean",
        };
        self.put("countingRule", rule);
    }

    /// Blasts of captures: in Fairy-Stockfish pawns always survive those beside them.
    fn blast(&mut self, own: &RoyalDefinition) {
        let Some(blast) = &own.blast else { return };
        self.put("blastOnCapture", true);
        let pawns: Vec<PieceType> = (self.definition.piece_types())
            .filter(|&kind| self.kind_of(kind) == Some(Kind::PAWN))
            .collect();
        if blast.survivors != pawns {
            self.refuse("blast.survivors", "other kinds than pawns");
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
        if castling.has_choice() {
            self.refuse("castling.king-side.king-to", "a king that chooses how far it goes");
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
        if self.definition.repetition_count != Repetition::COUNT {
            self.put("nFoldRule", self.definition.repetition_count);
        }
        match self.definition.repetition {
            Repetition::Draw => {}
            Repetition::Allowed => self.put("nFoldRule", 0),
            Repetition::CheckerLoses => self.put("perpetualCheckIllegal", true),
            Repetition::CheckerOrFirstLoses => {
                let white = self.definition.first_side() == Color::White;
                self.put("perpetualCheckIllegal", true);
                self.put("nFoldValue", if white { "loss" } else { "win" });
                self.put("nFoldValueAbsolute", true);
            }
            Repetition::Illegal => self.refuse("repetition", "an illegal move"),
        }
    }
}

/// Returns the names of squares.
fn names(size: BoardSize, squares: &[Square]) -> String {
    if squares.is_empty() {
        return "-".to_owned();
    }
    squares.iter().map(|&square| size.name(square)).collect::<Vec<_>>().join(" ")
}

/// Squares of a kind in a zone; `None` if the zone does not state them.
fn squares_of(zone: &Zone, kind: PieceType) -> Option<&ByColor<Vec<Square>>> {
    let own = zone.kinds.iter().find(|(other, _)| *other == kind).map(|(_, squares)| squares);
    own.or(zone.all.as_ref())
}
