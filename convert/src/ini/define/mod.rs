//! From Fairy-Stockfish's rules to the keys of a definition.

mod board;
mod castling;
mod dead;
mod ends;
mod flips;
mod forms;
mod hand;
mod immobile;
mod moves;
mod passes;
mod pieces;
mod promotion;
mod royal;
mod sides;
mod start;
mod unmoved;
mod walls;

pub(super) use self::passes::{ALONG_LINES, JANGGI};

use std::collections::BTreeMap;

use variants::{Repetition, Setting, Settings};

use self::board::Board;
use self::royal::Royals;
use self::start::Start;
use super::kinds::Kind;
use super::rules::{Rules, SIDES};
use crate::fault::Fault;

/// Flags of rules that definitions do not have.
const UNSUPPORTED_FLAGS: &[&str] = &[
    "twoBoards",
    "petrifyBlastPieces",
    "oppositeCastling",
    "makpongRule",
    "shatarMateRule",
    "flagPieceBlockedWin",
];

/// Keys of kinds, of rules that definitions do not have.
const UNSUPPORTED_KINDS: &[&str] =
    &["blastImmuneTypes", "mutuallyImmuneTypes", "petrifyOnCaptureTypes"];

/// Numbers of rules that definitions do not have.
const UNSUPPORTED_NUMBERS: &[&str] = &["collinearN"];

/// Rules of draws that definitions do not have: a game is played without them.
const LEFT_OUT: &[&str] = &["chasingRule"];

/// Kinds that counting rules name: in Fairy-Stockfish, and in a definition.
pub(super) const COUNTED: [(&str, &str); 4] =
    [("pawn", "pawn"), ("rook", "rook"), ("silver", "khon"), ("knight", "knight")];

/// A game's keys, with faults and notes on rules that could not be stated.
#[derive(Debug)]
pub(super) struct Draft {
    pub keys: Settings,
    /// Rules that definitions do not have: the game is another one without them.
    pub faults: Vec<Fault>,
    /// Rules of draws that are left out.
    pub notes: Vec<Fault>,
}

/// Conversion of a game's rules to the keys of a definition.
struct Define<'r> {
    rules: &'r Rules,
    board: Board,
    /// The sides that can have pieces of a kind.
    sides: BTreeMap<Kind, [bool; 2]>,
    keys: Settings,
    faults: Vec<Fault>,
    notes: Vec<Fault>,
}

/// Returns the keys of a game with these rules.
pub(super) fn define(rules: &Rules) -> Draft {
    let board = Board { files: rules.files(), ranks: rules.ranks() };
    let mut define = Define {
        rules,
        board,
        sides: BTreeMap::new(),
        keys: Vec::new(),
        faults: Vec::new(),
        notes: Vec::new(),
    };
    define.refuse_unsupported();
    define.text("family", "royal");
    define.text("board", format!("{}x{}", board.files, board.ranks));
    if board.files < 2 || board.ranks < 2 {
        let key = if board.files < 2 { "maxFile" } else { "maxRank" };
        define.refuse(key, "a board of one line: expected 2 files and ranks or more");
    }
    if let Some(start) = define.start() {
        let kinds = define.kinds(&start);
        define.sides = define.sides_of(&start, &kinds);
        define.progress(&kinds);
        define.steps(&kinds);
        define.promotion(&kinds);
        let royals = define.royals(&start, &kinds);
        define.repetition(&royals);
        define.ends(&start, &kinds, &royals);
        define.duties(&kinds);
        define.passes();
        define.points(&kinds);
        define.hand(&start, &kinds);
        define.flips();
        define.walls(&kinds);
        define.holes(&start);
        define.unmoved(&kinds);
        define.counting(&kinds);
        define.dead(&kinds, &royals);
        let castling = define.castling(&start, &royals);
        let rights = castling.as_ref().map_or("-", |(_, rights)| rights);
        let rights = define.with_gates(rights, &start);
        define.text("start", start.text(&rights));
        define.pieces(&start, &kinds, &royals);
        if let Some((castling, _)) = castling {
            define.set("castling", castling);
        }
    }
    Draft { keys: define.keys, faults: define.faults, notes: define.notes }
}

impl Define<'_> {
    fn set(&mut self, key: &str, value: Setting) {
        self.keys.push((key.to_owned(), value));
    }

    fn text(&mut self, key: &str, text: impl Into<String>) {
        self.set(key, Setting::Text(text.into()));
    }

    /// Notes a fault: the value of a key that definitions cannot state.
    fn refuse(&mut self, key: &str, message: impl Into<String>) {
        let fault = Fault::new(self.line(key), key, message);
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn note(&mut self, key: &str, message: impl Into<String>) {
        self.notes.push(Fault::new(self.line(key), key, message));
    }

    fn line(&self, key: &str) -> usize {
        let kind = Kind::of_key(key).and_then(|kind| self.rules.piece(kind));
        kind.map_or_else(|| self.rules.line(key), |piece| piece.line)
    }

    /// Notes the rules that definitions do not have.
    fn refuse_unsupported(&mut self) {
        const MESSAGE: &str = "this rule cannot be stated";
        for key in UNSUPPORTED_FLAGS.iter().filter(|key| self.rules.flag(key)) {
            self.refuse(key, MESSAGE);
        }
        for key in UNSUPPORTED_NUMBERS.iter().filter(|key| self.rules.number(key, 0) > 0) {
            self.refuse(key, MESSAGE);
        }
        for key in UNSUPPORTED_KINDS.iter().filter(|key| !self.rules.is_empty(key)) {
            self.refuse(key, MESSAGE);
        }
        let connects = |&side: &usize| {
            let squares = self.rules.squares("connectRegion1", side);
            squares.is_some_and(|squares| !squares.is_empty())
        };
        if SIDES.iter().any(connects) {
            self.refuse("connectRegion1", MESSAGE);
        }
        if self.rules.text("castlingWins").is_some_and(|rights| rights != "-") {
            self.refuse("castlingWins", MESSAGE);
        }
        for key in LEFT_OUT.iter().filter(|key| self.rules.word(key) != "none") {
            self.note(key, format!("'{}' is left out", self.rules.word(key)));
        }
        if self.rules.flag("moveRepetitionIllegal") {
            self.note("moveRepetitionIllegal", "left out");
        }
    }

    fn repetition(&mut self, royals: &Royals) {
        let fold = self.rules.number("nFoldRule", Repetition::COUNT.into());
        let value = self.rules.word("nFoldValue");
        // With `nFoldValueAbsolute` the value is White's.
        let first_loses = value == "loss" && self.rules.flag("nFoldValueAbsolute");
        if fold == 0 {
            self.text("repetition", "none");
        } else if self.rules.flag("perpetualCheckIllegal") {
            if first_loses {
                self.text("repetition", "checker-or-first-loses");
            } else if !royals.kinds.is_empty() {
                self.text("repetition", "checker-loses");
            }
        }
        if (2..=Repetition::MOST.into()).contains(&fold) && fold != Repetition::COUNT.into() {
            self.set("repetition-count", Setting::Number(fold));
        } else if fold == 1 || fold > Repetition::MOST.into() {
            let message = format!("the third occurrence of a position counts, not number {fold}");
            self.note("nFoldRule", message);
        }
        let is_said = first_loses && self.rules.flag("perpetualCheckIllegal");
        if fold > 0 && value != "draw" && !is_said {
            self.note("nFoldValue", format!("repetition is a draw, not a {value}"));
        }
        match self.rules.number("nMoveRule", 50) {
            0 => {}
            moves => self.set("move-rule", Setting::Number(2 * moves)),
        }
    }

    /// Sets the squares that the board lacks.
    fn holes(&mut self, start: &Start) {
        if !start.holes.is_empty() && self.rules.word("wallingRule") == "none" {
            let text = self.board.text(&start.holes);
            self.text("holes", text);
        }
    }

    /// Sets the counting of moves in endings.
    fn counting(&mut self, kinds: &[Kind]) {
        let rule = self.rules.word("countingRule");
        if rule == "none" {
            return;
        }
        let mut table: Settings = vec![("rule".to_owned(), Setting::Text(rule.to_owned()))];
        for (key, own) in COUNTED {
            let kind = Kind::of_key(key).filter(|kind| kinds.contains(kind));
            if let Some(kind) = kind {
                table.push((own.to_owned(), Setting::Text(self.letter(kind).to_string())));
            }
        }
        self.set("counting", Setting::Table(table));
    }

    fn duties(&mut self, kinds: &[Kind]) {
        if self.rules.flag("mustCapture") {
            self.set("must-capture", Setting::Flag(true));
        }
        if !self.rules.flag("checking") {
            self.set("give-check", Setting::Flag(false));
        }
        if self.rules.flag("blastOnCapture") {
            let pawn = (kinds.contains(&Kind::PAWN)).then(|| self.letter(Kind::PAWN).to_string());
            let survivors = pawn.map(|pawn| ("survivors".to_owned(), Setting::Text(pawn)));
            self.set("blast", Setting::Table(survivors.into_iter().collect()));
        }
        if self.rules.flag("chess960") {
            self.set("shuffled", Setting::Flag(true));
        }
    }
}
