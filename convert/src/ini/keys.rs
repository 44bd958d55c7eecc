//! Keys of a section, with the form of their values.

/// Form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `true` or `false`.
    Flag,
    /// Whole number.
    Number,
    /// Rank, from 1.
    Rank,
    /// File: a letter, or a number from 1.
    File,
    /// One of some words; the first is the default.
    Word(&'static [&'static str]),
    /// Anything.
    Text,
    /// Squares.
    Squares,
    /// One kind, or `*` for all.
    Kind,
    /// Kinds, or `*` for all.
    Kinds,
    /// Numbers by kind, such as `q:1 r:2`.
    Limits,
    /// Kinds by kind, such as `p:g s:g`.
    Forms,
    /// Nothing that concerns the rules.
    Ignored,
}

use Form::{File, Flag, Forms, Ignored, Kind, Kinds, Limits, Number, Rank, Squares, Text, Word};

/// A key: its name, the form of its value, and whether it has a value for each side, under its name
/// with `White` or `Black` behind it, and one for both, under its name alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub name: &'static str,
    pub form: Form,
    pub by_side: bool,
    is_plain: bool,
}

const fn one(name: &'static str, form: Form) -> Key {
    Key { name, form, by_side: false, is_plain: true }
}

const fn both(name: &'static str, form: Form) -> Key {
    Key { name, form, by_side: true, is_plain: true }
}

/// A key that Fairy-Stockfish does not read under its name alone.
const fn each(name: &'static str, form: Form) -> Key {
    Key { name, form, by_side: true, is_plain: false }
}

const RESULTS: Form = Word(&["draw", "loss", "win", "none"]);

/// All keys but those of pieces and of their mobility.
pub(super) const KEYS: &[Key] = &[
    one("variantTemplate", Ignored),
    one("pieceToCharTable", Ignored),
    one("pocketSize", Ignored),
    one("pieceValueMg", Ignored),
    one("pieceValueEg", Ignored),
    one("maxRank", Rank),
    one("maxFile", File),
    one("chess960", Flag),
    one("twoBoards", Flag),
    one("startFen", Text),
    each("promotionRegion", Squares),
    both("promotionPawnTypes", Kinds),
    both("promotionPieceTypes", Kinds),
    one("sittuyinPromotion", Flag),
    one("promotionLimit", Limits),
    one("promotedPieceType", Forms),
    one("piecePromotionOnCapture", Flag),
    one("mandatoryPawnPromotion", Flag),
    one("mandatoryPiecePromotion", Flag),
    one("pieceDemotion", Flag),
    one("blastOnCapture", Flag),
    one("blastImmuneTypes", Kinds),
    one("mutuallyImmuneTypes", Kinds),
    one("petrifyOnCaptureTypes", Kinds),
    one("petrifyBlastPieces", Flag),
    one("doubleStep", Flag),
    each("doubleStepRegion", Squares),
    each("tripleStepRegion", Squares),
    both("enPassantRegion", Squares),
    both("enPassantTypes", Kinds),
    one("castling", Flag),
    one("castlingDroppedPiece", Flag),
    one("castlingKingsideFile", File),
    one("castlingQueensideFile", File),
    one("castlingRank", Rank),
    one("castlingKingFile", File),
    both("castlingKingPiece", Kind),
    one("castlingRookKingsideFile", File),
    one("castlingRookQueensideFile", File),
    both("castlingRookPieces", Kinds),
    one("oppositeCastling", Flag),
    one("castlingWins", Text),
    one("checking", Flag),
    one("dropChecks", Flag),
    one("mustCapture", Flag),
    one("mustDrop", Flag),
    one("mustDropType", Kind),
    one("pieceDrops", Flag),
    one("freeDrops", Flag),
    one("dropLoop", Flag),
    one("capturesToHand", Flag),
    one("firstRankPawnDrops", Flag),
    one("promotionZonePawnDrops", Flag),
    one(
        "enclosingDrop",
        Word(&["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"]),
    ),
    one("enclosingDropStart", Squares),
    each("dropRegion", Squares),
    one("sittuyinRookDrop", Flag),
    one("dropOppositeColoredBishop", Flag),
    one("dropPromoted", Flag),
    one("dropNoDoubled", Kind),
    one("dropNoDoubledCount", Number),
    one("immobilityIllegal", Flag),
    one("gating", Flag),
    one("wallingRule", Word(&["none", "arrow", "duck", "edge", "past", "static"])),
    both("wallingRegion", Squares),
    one("wallOrMove", Flag),
    one("seirawanGating", Flag),
    one("cambodianMoves", Flag),
    one("diagonalLines", Squares),
    both("pass", Flag),
    both("passOnStalemate", Flag),
    one("makpongRule", Flag),
    one("flyingGeneral", Flag),
    one("soldierPromotionRank", Rank),
    one(
        "flipEnclosedPieces",
        Word(&["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"]),
    ),
    both("nMoveRuleTypes", Kinds),
    one("nMoveRule", Number),
    one("nFoldRule", Number),
    one("nFoldValue", RESULTS),
    one("nFoldValueAbsolute", Flag),
    one("perpetualCheckIllegal", Flag),
    one("moveRepetitionIllegal", Flag),
    one("chasingRule", Word(&["none", "axf"])),
    one("stalemateValue", RESULTS),
    one("stalematePieceCount", Flag),
    one("checkmateValue", Word(&["loss", "draw", "win", "none"])),
    one("shogiPawnDropMateIllegal", Flag),
    one("shatarMateRule", Flag),
    one("bikjangRule", Flag),
    one("extinctionValue", Word(&["none", "draw", "loss", "win"])),
    one("extinctionClaim", Flag),
    one("extinctionPseudoRoyal", Flag),
    one("dupleCheck", Flag),
    one("extinctionPieceTypes", Kinds),
    one("extinctionPieceCount", Number),
    one("extinctionOpponentPieceCount", Number),
    both("flagPiece", Kind),
    both("flagRegion", Squares),
    one("flagPieceCount", Number),
    one("flagPieceBlockedWin", Flag),
    one("flagMove", Flag),
    one("flagPieceSafe", Flag),
    one("checkCounting", Flag),
    one("connectN", Number),
    one("connectPieceTypes", Kinds),
    one("connectHorizontal", Flag),
    one("connectVertical", Flag),
    one("connectDiagonal", Flag),
    both("connectRegion1", Squares),
    both("connectRegion2", Squares),
    one("connectNxN", Number),
    one("collinearN", Number),
    one("connectValue", Word(&["win", "draw", "loss", "none"])),
    one(
        "materialCounting",
        Word(&["none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"]),
    ),
    one("adjudicateFullBoard", Flag),
    one("countingRule", Word(&["none", "makruk", "cambodian", "asean"])),
];

/// A key by its name in a section, with the sides that it sets: White's, Black's.
pub(super) fn find(name: &str) -> Option<(&'static Key, [bool; 2])> {
    let plain =
        KEYS.iter().find(|key| key.is_plain && key.name == name).map(|key| (key, [true; 2]));
    plain.or_else(|| {
        let (base, sides) = match name.strip_suffix("White") {
            Some(base) => (base, [true, false]),
            None => (name.strip_suffix("Black")?, [false, true]),
        };
        KEYS.iter().find(|key| key.by_side && key.name == base).map(|key| (key, sides))
    })
}

/// An older name of a key, in its newer form.
pub(super) fn renamed(name: &str) -> &str {
    match name {
        "whiteFlag" => "flagRegionWhite",
        "blackFlag" => "flagRegionBlack",
        "castlingRookPiece" => "castlingRookPieces",
        "whiteDropRegion" => "dropRegionWhite",
        "blackDropRegion" => "dropRegionBlack",
        other => other,
    }
}
