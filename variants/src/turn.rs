//! Turns as text: matched against the legal steps, and explained where there is no match.
//!
//! Nothing in a text is trusted: a turn is legal only if it is the text of a legal step.

use crate::explain::explain;
use crate::illegal::{Illegal, TurnError};
use crate::legs::read_square;
use crate::{Game, Notation, Position};

/// The legal step of this text.
fn find<P: Notation>(game: &mut Game<P>, steps: &mut Vec<P::Step>, text: &str) -> Option<P::Step> {
    game.legal_steps(steps);
    find_among(game.position(), steps, text)
}

/// The step of this text among some steps.
fn find_among<P: Notation>(position: &P, steps: &[P::Step], text: &str) -> Option<P::Step> {
    // Text is made only for castling and for the steps that start and end where this one does.
    let size = position.common().geometry.size();
    let from = read_square(text, text, size).ok().map(|(from, _)| from);
    let leg = text.rsplit(',').next().unwrap_or_default();
    let last = read_square(leg, leg, size).and_then(|(_, rest)| read_square(rest, leg, size));
    let to = last.ok().map(|(to, _)| to);
    let fits = |step: P::Step| match position.step_info(step) {
        Some(step_info) if step_info.drops => text.contains('@'),
        Some(step_info) => {
            step_info.castles || Some(step_info.from) == from && Some(step_info.to) == to
        }
        None => from.is_none(),
    };
    let is_written_so = |step: P::Step| position.step_text(step).eq_ignore_ascii_case(text);
    let found = steps.iter().copied().find(|&step| fits(step) && is_written_so(step));
    found.or_else(|| position.reads(steps, text))
}

/// The legal step of this text; `None` if there is none.
pub fn read_step<P: Notation>(game: &mut Game<P>, text: &str) -> Option<P::Step> {
    find(game, &mut Vec::new(), text)
}

/// Makes the legal step of this text.
///
/// # Errors
/// When there is none; nothing has changed then.
pub fn play_step<P: Notation>(game: &mut Game<P>, text: &str) -> Result<(), TurnError> {
    match find(game, &mut Vec::new(), text) {
        Some(step) => {
            game.play(step);
            Ok(())
        }
        None => Err(TurnError::new(text, explain(game, text))),
    }
}

/// Makes the turn of this text, or the rest of one in progress, and returns its steps. In army
/// games each leg is a step, and the turn ends by itself after the last, unless that wins.
///
/// # Errors
/// When it is not a legal turn; nothing has changed then.
pub fn play_turn<P: Notation>(game: &mut Game<P>, text: &str) -> Result<Vec<P::Step>, TurnError> {
    let before = game.ply();
    let mut made = Vec::new();
    let legs: &mut dyn Iterator<Item = &str> = if game.position().has_long_turns() {
        &mut text.split(',')
    } else {
        &mut std::iter::once(text)
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

/// The steps of the turn of this text, without making it.
///
/// # Errors
/// When it is not a legal turn.
pub fn read_turn<P: Notation>(game: &mut Game<P>, text: &str) -> Result<Vec<P::Step>, TurnError> {
    let steps = play_turn(game, text)?;
    for _ in &steps {
        game.undo();
    }
    Ok(steps)
}

/// The steps of the turns of these texts; `None` for those that are not legal. Where turns are one
/// step the legal ones are made once for all texts.
pub fn read_turns<P: Notation>(
    game: &mut Game<P>,
    texts: &[impl AsRef<str>],
) -> Vec<Option<Vec<P::Step>>> {
    if game.position().has_long_turns() {
        return texts.iter().map(|text| read_turn(game, text.as_ref()).ok()).collect();
    }
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let position = game.position();
    let read = |text: &str| find_among(position, &steps, text).map(|step| vec![step]);
    texts.iter().map(|text| read(text.as_ref())).collect()
}

fn play_legs<P: Notation>(
    game: &mut Game<P>,
    legs: &mut dyn Iterator<Item = &str>,
    made: &mut Vec<P::Step>,
) -> Result<(), Illegal> {
    let mut steps = Vec::new();
    for leg in legs {
        if !made.is_empty()
            && game.position().is_turn_start()
            && game.position().decided().is_none()
        {
            return Err(Illegal::TurnOver);
        }
        match find(game, &mut steps, leg) {
            // The end of a turn is a step, but not written.
            Some(step) if game.position().step_info(step).is_none() => {
                return Err(Illegal::malformed("the end of a turn is not written"));
            }
            Some(step) => {
                game.play(step);
                made.push(step);
            }
            None => return Err(explain(game, leg)),
        }
    }
    if !game.position().is_turn_start() && game.position().decided().is_none() {
        game.legal_steps(&mut steps);
        let position = game.position();
        let end = steps.iter().copied().find(|&step| position.step_info(step).is_none());
        let left = position.moves_left();
        let end = end.ok_or(Illegal::MovesLeft(left))?;
        game.play(end);
        made.push(end);
    }
    Ok(())
}

/// Some legal turn, or the rest of the one in progress: always the first step, but for the end of a
/// turn, which is made as soon as it may. Empty if there is none.
pub fn first_turn<P: Position>(game: &mut Game<P>) -> Vec<P::Step> {
    let (mut made, mut steps) = (Vec::new(), Vec::new());
    loop {
        game.legal_steps(&mut steps);
        let position = game.position();
        let is_end = |&step: &P::Step| position.step_info(step).is_none();
        let end = steps.iter().copied().find(is_end);
        let Some(step) = end.or_else(|| steps.first().copied()) else { break };
        game.play(step);
        made.push(step);
        if game.position().is_turn_start() {
            break;
        }
    }
    for _ in &made {
        game.undo();
    }
    made
}

/// Takes back the last turn, or what was made of the one in progress; false when there is none.
pub fn undo_turn<P: Position>(game: &mut Game<P>) -> bool {
    if !game.undo() {
        return false;
    }
    while !game.position().is_turn_start() && game.undo() {}
    true
}
