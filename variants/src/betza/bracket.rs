//! The notation's grammar: paths in brackets, legs one after the other.

use super::leap::{not_back, sideways, straight_on};
use super::parse::{BetzaError, Modifiers, Parser};
use super::shape::{Leap, Modes, Shape};
use crate::BoardSize;

/// The most legs of a path.
const MOST_LEGS: usize = 4;

/// One leg of a path.
struct Leg {
    modifiers: Modifiers,
    leaps: Vec<Leap>,
    /// The most leaps in a row; 0: any number.
    range: u8,
    /// Whether the path may end here, too.
    stops: bool,
}

/// Reads a path after its opening bracket.
pub(super) fn bracket(
    parser: &mut Parser<'_>,
    moves: &mut Vec<(Shape, Modes)>,
) -> Result<(), BetzaError> {
    let legs = legs(parser)?;
    let Some((last, before)) = legs.split_last() else { return Ok(()) };
    if last.modifiers.lame {
        return Err(parser.error("'n' is not supported in brackets, where legs are lame anyway"));
    }
    if last.modifiers.hop.is_some() || last.modifiers.crooked.is_some() {
        return Err(parser.error("'p', 'g', 'z' and 'q' are not supported in brackets"));
    }
    if before.iter().any(|leg| leg.modifiers.has_modes()) {
        return Err(parser.error(
            "only the last leg in brackets takes modes: those before it take only directions",
        ));
    }
    let slides = |leg: &&Leg| leg.range != 1;
    if before.iter().filter(slides).count() > 1
        || before.iter().any(|leg| leg.stops && leg.range != 1)
    {
        return Err(
            parser.error("one leg that slides may stand before the last, with '-' behind it")
        );
    }
    if legs[1..].iter().any(|leg| leg.modifiers.directions.iter().any(|d| !"fs".contains(*d))) {
        return Err(parser.error("legs behind the first take no direction but 'f' and 's'"));
    }
    let modes = last.modifiers.modes();
    let found = moves.len();
    for stop in (0..legs.len()).filter(|&index| index + 1 == legs.len() || legs[index].stops) {
        add(&legs[..=stop], &mut Vec::new(), modes, moves);
    }
    if moves.len() == found {
        return Err(parser.error("no path in brackets matches the directions of its legs"));
    }
    Ok(())
}

fn legs(parser: &mut Parser<'_>) -> Result<Vec<Leg>, BetzaError> {
    let mut legs = Vec::new();
    loop {
        let modifiers = parser.modifiers()?;
        let atom = parser.atom()?;
        let range = parser.range(&atom)?;
        let leaps = atom.leaps.clone();
        let separator = parser.next();
        let stops = separator == Some('?');
        legs.push(Leg { modifiers, leaps, range, stops });
        match separator {
            Some('-' | '?') if legs.len() == MOST_LEGS => {
                return Err(parser.error(format!("expected at most {MOST_LEGS} legs in brackets")));
            }
            Some('-' | '?') => {}
            Some(']') if legs.len() > 1 => return Ok(legs),
            _ if legs.len() == 1 => {
                return Err(parser.error("expected '-' or '?' after the first leg in brackets"));
            }
            _ => return Err(parser.error("expected ']' after the last leg")),
        }
    }
}

/// Adds the paths along the rest of the legs, after some leaps.
fn add(legs: &[Leg], lead: &mut Vec<Leap>, modes: Modes, moves: &mut Vec<(Shape, Modes)>) {
    let Some((leg, rest)) = legs.split_first() else { return };
    let next = match lead.last() {
        None => leg.leaps.iter().copied().filter(|&leap| leg.modifiers.admit(leap)).collect(),
        Some(&last) => match leg.modifiers.directions.as_slice() {
            [] => not_back(last, &leg.leaps),
            letters => {
                let mut found = Vec::new();
                if letters.contains(&'f') {
                    found.extend(straight_on(last, &leg.leaps));
                }
                if letters.contains(&'s') {
                    found.extend(sideways(last, &leg.leaps));
                }
                found
            }
        },
    };
    for leap in next {
        let before = lead.len();
        if rest.is_empty() {
            let shape = if leg.range == 1 {
                Shape::Chain(lead.iter().copied().chain([leap]).collect())
            } else {
                Shape::Bent { lead: lead.clone(), tail: vec![leap], range: leg.range }
            };
            moves.push((shape, modes));
            continue;
        }
        let most = if leg.range == 0 { BoardSize::MAX } else { leg.range.min(BoardSize::MAX) };
        for _ in 0..most {
            lead.push(leap);
            add(rest, lead, modes, moves);
        }
        lead.truncate(before);
    }
}
