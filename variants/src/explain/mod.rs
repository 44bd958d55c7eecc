//! Reason why a text is not a legal step, in terms of the rules.
//!
//! This runs for illegal steps alone, so it may be slow: it tries the possible reasons from the
//! plainest to the subtlest; if none applies, the reason is a general one.

mod case;

pub use case::Case;

use crate::illegal::Illegal;
use crate::legs::{EXPECTED, Leg, is_sign, read_legs};
use crate::pdn::Numbers;
use crate::san::{explain_san, read_san_step};
use crate::{Definition, Game, Notation, Position, TurnForm};

/// Passes as UCI, PGN, XBoard and people write them.
const PASSES: [&str; 4] = ["0000", "--", "@@@@", "pass"];

/// Number of the first rank in Standard Algebraic Notation.
const FIRST_RANK: u16 = 1;

/// Returns the reason why a text is not a legal step of the game.
pub(crate) fn explain<P: Notation>(game: &mut Game<P>, text: &str) -> Illegal {
    if let Some(outcome) = game.position().outcome_on_board() {
        return Illegal::GameOver(outcome);
    }
    if let Some(why) = explain_legal(game, text) {
        return why;
    }
    let size = game.position().common().geometry.size();
    if let Some(dropped) = text.split_once('@').filter(|_| !PASSES.contains(&text)) {
        return explain_drop(game, text, dropped);
    }
    let legs_of_pdn = game.position().legs_of_pdn(text);
    let text = legs_of_pdn.as_deref().unwrap_or(text);
    let (legs, promotion) = match read_legs(text, size) {
        Ok(read) => read,
        Err(why) => {
            let definition = &game.position().common().definition;
            if text.eq_ignore_ascii_case("end") {
                return Illegal::malformed(match definition.family.turn_form() {
                    TurnForm::Steps => "'end' ends a turn that has begun: expected a step first",
                    _ => "a turn of this game ends by itself: expected two squares, such as a1b2",
                });
            }
            if PASSES.contains(&text) {
                let has_passes = definition.family.has_passes();
                return if has_passes { Illegal::Pass } else { Illegal::NoPass };
            }
            let why = match Numbers::of(definition).and_then(|all| all.explain(text)) {
                Some(why) => why,
                None => with_drops(why, definition),
            };
            return explain_san(game, text).unwrap_or(why);
        }
    };
    if let Some(pair) = legs.windows(2).find(|pair| pair[0].to != pair[1].from) {
        let [to, from] = [pair[0].to, pair[1].from].map(|square| size.name(square));
        return Illegal::malformed(format!("a leg ends on {to} and the next begins on {from}"));
    }
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    if steps.is_empty() {
        return Illegal::GameOver(game.position().outcome_without_steps());
    }
    let barred = game.barred_steps();
    let position = game.position();
    let is_text = |&step: &P::Step| position.step_text(step).eq_ignore_ascii_case(text);
    if barred.iter().any(is_text) {
        return Illegal::Repetition;
    }
    let (Some(first), Some(last)) = (legs.first(), legs.last()) else { return Illegal::Other };
    let Some(piece) = position.board().get(first.from) else {
        return Illegal::NoPiece(size.name(first.from));
    };
    if piece.color() != position.side() {
        return Illegal::NotYours { square: size.name(first.from), side: position.side() };
    }
    let legal: Vec<String> = steps
        .iter()
        .filter(|&&step| {
            position.step_info(step).is_some_and(|step_info| step_info.from == first.from)
        })
        .map(|&step| position.step_text(step))
        .collect();
    let bare = written(&legs, position);
    let gates = steps.iter().any(|&step| position.gated(step).is_some());
    match nearly(&legal, &bare, promotion, &size.name(last.to)) {
        Some(Illegal::Promotion { letter, expected }) if gates => {
            return Illegal::Gate { letter, expected };
        }
        Some(why) => return why,
        None => {}
    }
    let case = Case { position, legs: &legs, first: *first, last: *last, piece };
    P::explain(&case)
}

/// Adds to a fault of the text that a drop could be meant, in games that have drops.
fn with_drops(why: Illegal, definition: &Definition) -> Illegal {
    match why {
        Illegal::Malformed { part, what } if what == EXPECTED && definition.family.has_hands() => {
            let held = definition.pieces.iter().find(|piece| !piece.royal && !piece.promoted);
            let letter = held.map_or('P', |piece| piece.letter);
            let what = format!("{what}, or a drop, such as {letter}@a1");
            Illegal::Malformed { part, what }
        }
        why => why,
    }
}

/// Returns the fault of a text that means a legal step, but in Standard Algebraic Notation; `None` for
/// others.
fn explain_legal<P: Notation>(game: &mut Game<P>, text: &str) -> Option<Illegal> {
    let step = read_san_step(game, text, FIRST_RANK)?;
    let position = game.position();
    let expected = position.step_text(step);
    let form = if position.passes(step) {
        "a pass is written otherwise"
    } else if position.step_info(step).is_some_and(|step_info| step_info.drops) {
        "a drop is written as piece and square"
    } else {
        "a move is written from square to square"
    };
    Some(Illegal::OtherNotation { form, expected })
}

/// Returns the reason why a drop, a kind and a square, is not a legal step.
fn explain_drop<P: Notation>(
    game: &mut Game<P>,
    text: &str,
    (kind, square): (&str, &str),
) -> Illegal {
    let position = game.position();
    let definition = &position.common().definition;
    let (kind, promoted) = match kind.strip_prefix('+') {
        Some(kind) => (kind, true),
        None if kind.is_empty() => ("P", false),
        None => (kind, false),
    };
    let letter = kind.chars().next().filter(|_| kind.chars().count() == 1);
    let kind = letter.and_then(|letter| definition.piece_type(letter, promoted));
    let square = definition.size.parse_square(&square.to_ascii_lowercase());
    let (Some(kind), Some(square)) = (kind, square) else {
        return Illegal::malformed_part(text, "expected a piece and a square, such as P@a4");
    };
    let is_text = |step: &P::Step| game.position().step_text(*step).eq_ignore_ascii_case(text);
    let mut steps = Vec::new();
    position.generate(&mut steps);
    if steps.iter().any(is_text) {
        return Illegal::Repetition;
    }
    position.explain_drop(kind, square)
}

/// Legs as text.
fn written<P: Position>(legs: &[Leg], position: &P) -> String {
    let size = position.common().geometry.size();
    let legs: Vec<String> =
        legs.iter().map(|leg| size.name(leg.from) + &size.name(leg.to)).collect();
    legs.join(",")
}

/// Legal steps that differ from the text at the end alone. `bare` is the text without a promotion
/// letter, `end` its last square.
fn nearly(legal: &[String], bare: &str, promotion: Option<char>, end: &str) -> Option<Illegal> {
    let mut letters = Vec::new();
    let mut is_legal_without = false;
    for step in legal {
        if let Some(rest) = step.strip_prefix(bare) {
            match rest.chars().next() {
                None => is_legal_without = true,
                Some(',') => return Some(Illegal::Unfinished(end.to_owned())),
                Some(letter) if letter.is_ascii_alphabetic() || is_sign(letter) => {
                    letters.push(rest.to_owned())
                }
                // A longer number: another square.
                Some(_) => {}
            }
        } else if bare.strip_prefix(step.as_str()).is_some_and(|rest| rest.starts_with(',')) {
            let digits = step.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            return Some(Illegal::TooLong(step[digits.saturating_sub(1)..].to_owned()));
        }
    }
    if letters.is_empty() {
        return promotion.filter(|_| is_legal_without).map(Illegal::NoPromotion);
    }
    let expected = letters.join(" ");
    Some(match promotion {
        None => Illegal::PromotionMissing(expected),
        Some(letter) => Illegal::Promotion { letter, expected },
    })
}
