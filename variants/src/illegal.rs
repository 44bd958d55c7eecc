//! Errors of turns: the text, and the reason why it is not legal.

use thiserror::Error;

use crate::article::with_article;
use crate::{Color, Outcome};

/// The longest text that an error shows.
const SHOWN: usize = 60;

/// Reason why castling is illegal, the nearest to a legal one last.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoCastling {
    /// No right to castle.
    #[error("there is no right to it, as when king or rook has moved")]
    Right,
    /// Piece on one of the squares that must be empty.
    #[error("a piece stands in the way")]
    Blocked,
    /// King in check.
    #[error("the king is in check")]
    Check,
    /// Attacked square on the king's way.
    #[error("the king would pass or reach an attacked square")]
    Attacked,
    /// Another rule of the game.
    #[error("the rules of the game forbid it here")]
    Rules,
}

/// A text that is no legal turn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("illegal move '{text}': {}", .why.after(text))]
pub struct TurnError {
    /// The offending text: the whole turn, shortened where it is very long.
    pub text: String,
    /// Reason why it is not legal.
    pub why: Illegal,
}

/// Reason why a text is not a legal turn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not legs joined by commas.
    #[error("malformed: {}{what}", before(part))]
    Malformed {
        /// The part of the text that is at fault, shortened where it is very long; `None` where `what`
        /// names it.
        part: Option<String>,
        /// The fault, and the text that was expected.
        what: String,
    },
    /// The text is a legal move in another notation, such as Standard Algebraic Notation.
    #[error("{form}: expected {expected}")]
    OtherNotation {
        /// Description of moves as they are expected.
        form: &'static str,
        /// The move as it is expected.
        expected: String,
    },
    /// Nothing can be played any more.
    #[error("the game is over ({})", .0.reason)]
    GameOver(Outcome),
    /// There is nothing to move.
    #[error("no piece on {0}")]
    NoPiece(String),
    /// The piece is the other side's.
    #[error("not your piece on {square}: {side} is to move")]
    NotYours {
        /// Its square.
        square: String,
        /// Side to move.
        side: Color,
    },
    /// A piece of one's own is in the way.
    #[error("your own piece is on {0}")]
    OwnPiece(String),
    /// The piece has no such move.
    #[error("the {piece} on {from} cannot go to {to}")]
    CannotGo {
        /// Name of the piece.
        piece: String,
        /// Its square.
        from: String,
        /// Target square.
        to: String,
    },
    /// Something stands on the piece's way.
    #[error("the {piece} on {from} cannot go to {to}: {blocker} is occupied")]
    Blocked {
        /// Name of the piece.
        piece: String,
        /// Its square.
        from: Box<str>,
        /// Target square.
        to: Box<str>,
        /// The square on the way.
        blocker: Box<str>,
    },
    /// None of the side's pieces of a kind has such a move.
    #[error("no {piece} of yours can go to {to}")]
    NoneCanGo {
        /// Name of the kind.
        piece: String,
        /// Target square.
        to: String,
    },
    /// The text means several legal moves: these.
    #[error("more than one piece can go there: expected {0}")]
    Ambiguous(String),
    /// The move is possible, but the king could then be taken.
    #[error("it leaves the king in check")]
    Check,
    /// The blast of the capture would remove a royal piece of one's own.
    #[error("its blast removes your own {0}")]
    BlastsOwn(String),
    /// The move is possible, but royal pieces could then be taken that may not.
    #[error("it leaves royal pieces attacked")]
    RoyalsAttacked,
    /// The royal pieces of both sides would face each other.
    #[error("it lets the royal pieces face each other, which this game forbids")]
    KingsFace,
    /// The game forbids to give check.
    #[error("it gives check, which this game forbids")]
    GivesCheck,
    /// The king and rook have no right to castle, or not now.
    #[error("castling is not allowed now: {0}")]
    Castling(NoCastling),
    /// A piece can jump, so nothing else is legal.
    #[error("a jump is available and has to be made")]
    JumpAvailable,
    /// A piece can take, so it must.
    #[error("you must capture")]
    MustCapture,
    /// Other captures take more, and so go before.
    #[error("another capture takes more")]
    TakesTooFew,
    /// Other captures go before, by the game's criteria, or the chain does not go so.
    #[error("another capture goes before it")]
    CaptureBefore,
    /// The king has made the most moves in a row that are allowed.
    #[error("the king on {0} has moved too often in a row")]
    KingMoves(String),
    /// The piece has to go on capturing.
    #[error("the capture continues from {0}")]
    Unfinished(String),
    /// The turn ends before the text does.
    #[error("the move ends on {0}")]
    TooLong(String),
    /// The turn is over before the text is.
    #[error("the turn is over before its last move")]
    TurnOver,
    /// The turn has more moves.
    #[error("the turn is not over: expected {0} more")]
    MovesLeft(u32),
    /// The move gives check, which only the last move of a turn may.
    #[error("it gives check before the last move of the turn")]
    ChecksEarly,
    /// The piece to promote to is not named.
    #[error("missing promotion {}: expected {}", kind_of(.0), one_of(.0))]
    PromotionMissing(String),
    /// The piece cannot become that.
    #[error("no promotion to '{letter}' here: expected {}", one_of(expected))]
    Promotion {
        /// The letter of the text.
        letter: char,
        /// The letters that are legal.
        expected: String,
    },
    /// The piece in hand cannot be put on the square that is left.
    #[error("no '{letter}' for the square that is left here: expected none, or one of {expected}")]
    Gate {
        /// The letter of the text.
        letter: char,
        /// The letters that are legal.
        expected: String,
    },
    /// Pieces in hand are only put on squares that first moves leave.
    #[error(
        "pieces in hand are not dropped in this game, but put on squares that first moves leave"
    )]
    NoDrops,
    /// The turn ends with a wall on a square that may have one.
    #[error("{wall} has to be placed: expected {from} and a square where it may stand")]
    Wall {
        /// The wall with its article, such as `the duck`.
        wall: String,
        /// Square of the piece that has moved.
        from: String,
    },
    /// The wall may not stand on this square now.
    #[error("{wall} cannot be placed on {square}")]
    WallPlace {
        /// The wall with its article.
        wall: String,
        /// The square.
        square: String,
    },
    /// The move does not promote.
    #[error("unexpected '{0}': this move does not promote")]
    NoPromotion(char),
    /// The move promotes, but to nothing that the side may have more of.
    #[error("it promotes, but there is nothing left to promote to")]
    NoPromotionLeft,
    /// The piece does not promote in place of a move where it stands.
    #[error("the {piece} on {square} cannot promote there")]
    PromotesElsewhere {
        /// Name of the piece.
        piece: String,
        /// Its square.
        square: String,
    },
    /// The promoted piece would attack an enemy at once.
    #[error("its promotion attacks the enemy, which this game forbids")]
    PromotionAttacks,
    /// Nothing can be dropped in the game.
    #[error("this game has no pieces in hand")]
    NoHands,
    /// There is no such piece in hand.
    #[error("no {0} in hand")]
    NotInHand(String),
    /// Something stands where a piece was to be dropped.
    #[error("{0} is not empty, and pieces are dropped on empty squares")]
    NotEmpty(String),
    /// Pieces of the kind are not dropped there.
    #[error("{} cannot be dropped on {square}", with_article(piece))]
    DropZone {
        /// Name of the piece.
        piece: String,
        /// The square.
        square: String,
    },
    /// The square does not have the neighbours that a drop needs.
    #[error("no piece can be dropped on {0} now, by what stands around it")]
    DropPlace(String),
    /// The side has such a piece on the file.
    #[error("there is already {} of yours on the file, and no more may be dropped there", with_article(.0))]
    DropFile(String),
    /// Drops may not give check.
    #[error("the drop gives check, which this game forbids")]
    DropCheck,
    /// Drops of the kind may not give mate.
    #[error("a drop of {} may not give mate", with_article(.0))]
    DropMate(String),
    /// The pieces in hand come first.
    #[error("a piece in hand has to be dropped first")]
    MustDrop,
    /// The side may not pass.
    #[error("a pass is not allowed now")]
    Pass,
    /// No side ever passes.
    #[error("this game has no pass")]
    NoPass,
    /// The position would occur too often.
    #[error("repetition of the position")]
    Repetition,
    /// The turn is another army's.
    #[error("this turn moves the {moving} army, not the {other} army")]
    OtherArmy {
        /// The army that has begun to move.
        moving: String,
        /// The unit's army.
        other: String,
    },
    /// The unit's army cannot move any more.
    #[error("the {0} army has lost its chief and cannot move")]
    NoChief(String),
    /// No chain of neighbours joins the unit to its chief.
    #[error("the unit on {0} is out of contact with its chief")]
    OutOfContact(String),
    /// A unit moves once a turn.
    #[error("the unit on {0} has moved in this turn")]
    MovedAlready(String),
    /// None of the above.
    #[error("not a legal move here")]
    Other,
}

/// Returns the noun for the notation of promotions: letters, or the sign of a form.
fn kind_of(expected: &str) -> &'static str {
    if expected.contains(|c: char| c.is_ascii_alphabetic()) { "letter" } else { "sign" }
}

/// Returns several words as a choice, and a single one alone.
fn one_of(expected: &str) -> String {
    if expected.contains(' ') { format!("one of {expected}") } else { expected.to_owned() }
}

/// Returns the words that name a part of a text before its fault.
fn before(part: &Option<String>) -> String {
    part.as_ref().map(|part| format!("'{part}': ")).unwrap_or_default()
}

/// Returns a text from outside as an error shows it: short and printable.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().flat_map(char::escape_debug).take(SHOWN + 1).collect();
    if shown.chars().count() > SHOWN {
        shown = shown.chars().take(SHOWN).chain(['…']).collect();
    }
    shown
}

impl Illegal {
    /// A fault that names what it is about.
    pub(crate) fn malformed(what: impl Into<String>) -> Illegal {
        Illegal::Malformed { part: None, what: what.into() }
    }

    /// The fault of a part of a text, or of the whole.
    pub(crate) fn malformed_part(part: &str, what: impl Into<String>) -> Illegal {
        Illegal::Malformed { part: Some(shown(part)), what: what.into() }
    }

    /// Returns the reason in words, beside a text that they need not repeat.
    fn after(&self, text: &str) -> String {
        match self {
            Illegal::Malformed { part: Some(part), what } if part == text => {
                Illegal::malformed(what).to_string()
            }
            why => why.to_string(),
        }
    }
}

impl TurnError {
    pub(crate) fn new(text: &str, why: Illegal) -> Self {
        TurnError { text: shown(text), why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_shown_once() {
        let malformed = |text: &str| Illegal::malformed_part(text, "expected two squares");
        let one = TurnError::new("foo", malformed("foo"));
        assert_eq!(one.to_string(), "illegal move 'foo': malformed: expected two squares");
        let leg = TurnError::new("a1b2,foo", malformed("foo"));
        let expected = "illegal move 'a1b2,foo': malformed: 'foo': expected two squares";
        assert_eq!(leg.to_string(), expected);
    }

    #[test]
    fn what_is_shown_is_short_and_printable() {
        let error = TurnError::new(&"\u{1b}\n".repeat(10_000), Illegal::Other);
        assert!(error.text.chars().count() <= SHOWN + 1);
        assert!(!error.text.contains(char::is_control));
    }
}
