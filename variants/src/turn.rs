//! Turns as text: matched against the legal steps, and explained where there is no match.
//!
//! Nothing in a text is trusted: a turn is legal when a legal step is written so, and not because
//! its squares look right.

use thiserror::Error;

use crate::{BoardSize, Color, Family, Game, Outcome, Position, Square};

/// The longest text that an error shows.
const SHOWN: usize = 60;

/// A text that is no legal turn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("illegal move '{text}': {why}")]
pub struct TurnError {
    /// The offending text: the whole turn, shortened where it is very long.
    pub text: String,
    /// Why it is not legal.
    pub why: Illegal,
}

/// Why a text is no legal turn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not legs joined by commas.
    #[error("malformed: {0}")]
    Malformed(String),
    /// Nothing can be played any more.
    #[error("the game is over ({})", .0.reason)]
    GameOver(Outcome),
    /// There is nothing to move.
    #[error("no piece on {0}")]
    NoPiece(String),
    /// The piece is the other side's.
    #[error("not your piece on {square}: {side} is to move")]
    NotYours {
        /// Where it stands.
        square: String,
        /// Who is to move.
        side: Color,
    },
    /// A piece of one's own is in the way.
    #[error("your own piece is on {0}")]
    OwnPiece(String),
    /// The piece does not move so, or something is in its way.
    #[error("the {piece} on {from} cannot go to {to}")]
    CannotGo {
        /// What people call the piece.
        piece: String,
        /// Where it stands.
        from: String,
        /// Where it was to go.
        to: String,
    },
    /// The move is possible, but the king could then be taken.
    #[error("it leaves the king in check")]
    Check,
    /// The king and rook have no right to castle, or not now.
    #[error("castling is not possible now")]
    Castling,
    /// A piece can jump, so nothing else is legal.
    #[error("a jump is available and has to be made")]
    JumpAvailable,
    /// A piece can take, so it must.
    #[error("you must capture")]
    MustCapture,
    /// Other captures take more, and so go before.
    #[error("another capture takes more")]
    TakesTooFew,
    /// The piece has to go on capturing.
    #[error("the capture goes on from {0}")]
    Unfinished(String),
    /// The turn ends before the text does.
    #[error("the move ends on {0}")]
    TooLong(String),
    /// The piece to promote to is not named.
    #[error("the promotion letter is missing: one of {0}")]
    PromotionMissing(String),
    /// The piece cannot become that.
    #[error("no promotion to '{letter}' here: expected one of {expected}")]
    Promotion {
        /// The letter of the text.
        letter: char,
        /// The letters that would do.
        expected: String,
    },
    /// The move does not promote.
    #[error("this move is no promotion: '{0}' is one letter too many")]
    NoPromotion(char),
    /// The position would stand too often.
    #[error("third repetition of the position")]
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

impl TurnError {
    fn new(text: &str, why: Illegal) -> Self {
        let mut shown: String = text.chars().flat_map(char::escape_debug).take(SHOWN + 1).collect();
        if shown.chars().count() > SHOWN {
            shown = shown.chars().take(SHOWN).chain(['…']).collect();
        }
        TurnError { text: shown, why }
    }
}

/// One leg of a move, as read from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub from: Square,
    pub to: Square,
}

/// Reads the legs of a step and its promotion letter.
pub(crate) fn read_legs(text: &str, size: BoardSize) -> Result<(Vec<Leg>, Option<char>), Illegal> {
    if text.is_empty() {
        return Err(Illegal::Malformed("it is empty".to_owned()));
    }
    let mut legs = Vec::new();
    let mut promotion = None;
    for leg in text.split(',') {
        if promotion.is_some() {
            let what = "a promotion letter can only come last".to_owned();
            return Err(Illegal::Malformed(what));
        }
        let (from, rest) = read_square(leg, leg, size)?;
        let (to, rest) = read_square(rest, leg, size)?;
        let mut chars = rest.chars();
        promotion = chars.next();
        if !promotion.is_none_or(|letter| letter.is_ascii_alphabetic()) || chars.next().is_some() {
            let rest = TurnError::new(rest, Illegal::Other).text;
            return Err(Illegal::Malformed(format!("'{rest}' after {}", size.name(to))));
        }
        legs.push(Leg { from, to });
    }
    Ok((legs, promotion))
}

/// Reads the square that a text begins with; returns what follows.
fn read_square<'a>(
    text: &'a str,
    leg: &str,
    size: BoardSize,
) -> Result<(Square, &'a str), Illegal> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) || digits == 0 {
        let leg = TurnError::new(leg, Illegal::Other).text;
        let what = format!("'{leg}' is not FROM and TO, such as a1b2");
        return Err(Illegal::Malformed(what));
    }
    let (name, rest) = text.split_at(1 + digits);
    match size.parse_square(&name.to_ascii_lowercase()) {
        Some(square) => Ok((square, rest)),
        None => {
            let name = TurnError::new(name, Illegal::Other).text;
            Err(Illegal::Malformed(format!("{name} is not on a board of {size}")))
        }
    }
}

/// The legal step that is written so.
fn find<P: Position>(game: &mut Game<P>, steps: &mut Vec<P::Step>, text: &str) -> Option<P::Step> {
    game.legal_steps(steps);
    find_among(game.position(), steps, text)
}

/// The one of some steps that is written so.
fn find_among<P: Position>(position: &P, steps: &[P::Step], text: &str) -> Option<P::Step> {
    // Text is made only for the steps that start, and but for castling end, where this one does.
    let size = position.common().geometry.size();
    let from = read_square(text, text, size).ok().map(|(from, _)| from);
    let leg = text.rsplit(',').next().unwrap_or_default();
    let last = read_square(leg, leg, size).and_then(|(_, rest)| read_square(rest, leg, size));
    let to = last.ok().map(|(to, _)| to);
    let fits = |step: P::Step| match position.facts(step) {
        Some(facts) => Some(facts.from) == from && (facts.castles || Some(facts.to) == to),
        None => from.is_none(),
    };
    let is_written_so = |step: P::Step| position.step_text(step).eq_ignore_ascii_case(text);
    steps.iter().copied().find(|&step| fits(step) && is_written_so(step))
}

/// Makes the legal step that is written so.
///
/// # Errors
/// When there is none; nothing has changed then.
pub fn play_step<P: Position>(game: &mut Game<P>, text: &str) -> Result<(), TurnError> {
    match find(game, &mut Vec::new(), text) {
        Some(step) => {
            game.play(step);
            Ok(())
        }
        None => Err(TurnError::new(text, crate::any::why(game, text))),
    }
}

/// Makes the turn that is written so, or the rest of one in progress, and returns its steps. In
/// army games each leg is a step, and the turn ends by itself after the last, unless that wins.
///
/// # Errors
/// When it is not a legal turn; nothing has changed then.
pub fn play_turn<P: Position>(game: &mut Game<P>, text: &str) -> Result<Vec<P::Step>, TurnError> {
    let before = game.ply();
    let mut made = Vec::new();
    let legs: &mut dyn Iterator<Item = &str> = match game.position().common().definition.family {
        Family::Armies(_) => &mut text.split(','),
        Family::Royal(_) | Family::Jumping(_) => &mut std::iter::once(text),
    };
    let result = play_legs(game, legs, &mut made);
    match result {
        Ok(()) => Ok(made),
        Err(why) => {
            while game.ply() > before {
                game.undo();
            }
            Err(TurnError::new(text, why))
        }
    }
}

/// The steps of the turn that is written so, without making it.
///
/// # Errors
/// When it is not a legal turn.
pub fn read_turn<P: Position>(game: &mut Game<P>, text: &str) -> Result<Vec<P::Step>, TurnError> {
    let steps = play_turn(game, text)?;
    for _ in &steps {
        game.undo();
    }
    Ok(steps)
}

/// The steps of the turns that are written so; `None` for those that are not legal. Where turns are
/// one step the legal ones are made once for all texts.
pub fn read_turns<P: Position>(
    game: &mut Game<P>,
    texts: &[impl AsRef<str>],
) -> Vec<Option<Vec<P::Step>>> {
    if P::LONG_TURNS {
        return texts.iter().map(|text| read_turn(game, text.as_ref()).ok()).collect();
    }
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let position = game.position();
    let read = |text: &str| find_among(position, &steps, text).map(|step| vec![step]);
    texts.iter().map(|text| read(text.as_ref())).collect()
}

fn play_legs<P: Position>(
    game: &mut Game<P>,
    legs: &mut dyn Iterator<Item = &str>,
    made: &mut Vec<P::Step>,
) -> Result<(), Illegal> {
    let mut steps = Vec::new();
    for leg in legs {
        match find(game, &mut steps, leg) {
            // The end of a turn is a step, but not written.
            Some(step) if game.position().facts(step).is_none() => {
                return Err(Illegal::Malformed("the end of a turn is not written".to_owned()));
            }
            Some(step) => {
                game.play(step);
                made.push(step);
            }
            None => return Err(crate::any::why(game, leg)),
        }
    }
    if !game.position().is_turn_start() && game.position().decided().is_none() {
        game.legal_steps(&mut steps);
        let position = game.position();
        let end = steps.iter().copied().find(|&step| position.facts(step).is_none());
        let end = end.ok_or(Illegal::Other)?;
        game.play(end);
        made.push(end);
    }
    Ok(())
}

/// Takes back the last turn, or what was made of the one in progress; false when there is none.
pub fn undo_turn<P: Position>(game: &mut Game<P>) -> bool {
    if !game.undo() {
        return false;
    }
    while !game.position().is_turn_start() && game.undo() {}
    true
}

/// The end of the game by what is on the board, with the want of a legal step.
pub(crate) fn outcome_on_board<P: Position>(position: &P) -> Option<Outcome> {
    let stuck = || (position.is_turn_start() && position.count() == 0).then(|| position.stuck());
    position.decided().or_else(stuck)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let size = BoardSize::new(10, 10).unwrap();
        let found = match read_legs(text, size) {
            Ok((legs, promotion)) => {
                let legs: Vec<String> = legs
                    .iter()
                    .map(|leg| format!("{}-{}", size.name(leg.from), size.name(leg.to)))
                    .collect();
                legs.join(" ") + &promotion.map(|p| format!(" ={p}")).unwrap_or_default()
            }
            Err(why) => why.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn legs() {
        check("a1b2", "a1-b2");
        check("A1B10", "a1-b10");
        check("a10j10", "a10-j10");
        check("c3e5,e5g7q", "c3-e5 e5-g7 =q");
        check("", "malformed: it is empty");
        check("a1", "malformed: 'a1' is not FROM and TO, such as a1b2");
        check("0000", "malformed: '0000' is not FROM and TO, such as a1b2");
        check("a1b2,", "malformed: '' is not FROM and TO, such as a1b2");
        check("a1k2", "malformed: k2 is not on a board of 10x10");
        check("a1b11", "malformed: b11 is not on a board of 10x10");
        check("a1b2=q", "malformed: '=q' after b2");
        check("a1b2qq", "malformed: 'qq' after b2");
        check("a1b2q,b2c3", "malformed: a promotion letter can only come last");
        check("é1b2", "malformed: 'é1b2' is not FROM and TO, such as a1b2");
        check("aé", "malformed: 'aé' is not FROM and TO, such as a1b2");
    }

    #[test]
    fn what_is_shown_is_short_and_printable() {
        let error = TurnError::new(&"\u{1b}\n".repeat(10_000), Illegal::Other);
        assert!(error.text.chars().count() <= SHOWN + 1);
        assert!(!error.text.contains(char::is_control));
    }
}
