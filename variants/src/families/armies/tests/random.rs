//! Random games, checked at every step.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::games::{chesimals, chesimals2, skirmish};
use super::slow::World;
use super::{Armies, Step};
use crate::zobrist::split_mix;
use crate::{Attacks, Bits, Color, Definition, Fen, Notation, Piece, Position, U256};

/// A position with a piece on `percent` of the squares, and a royal chief for each side.
pub(super) fn scatter(definition: &Definition, percent: u64, seed: &mut u64) -> Fen {
    let mut pick = |count: u64| split_mix(seed) % count;
    let kinds = definition.pieces.len() as u64;
    let mut pieces = Vec::new();
    for square in definition.size.iter() {
        if pick(100) < percent {
            let color = Color::ALL[pick(2) as usize];
            let kind = definition.piece_types().nth(pick(kinds) as usize).unwrap();
            pieces.push((square, Piece::new(color, kind)));
        }
    }
    for color in Color::ALL {
        let (letter, squares) = (['K', 'Q'][pick(2) as usize], definition.size.squares() as u64);
        let place = definition.size.iter().nth((pick(squares / 2) * 2) as usize + color as usize);
        pieces.retain(|&(square, _)| Some(square) != place);
        let king = Piece::new(color, definition.piece_type(letter, false).unwrap());
        pieces.push((place.unwrap(), king));
    }
    pieces.sort_by_key(|&(square, _)| square);
    let side = Color::ALL[pick(2) as usize];
    let (clock, number) = (pick(90) as u32, 1 + pick(90) as u32);
    Fen::of_pieces(pieces, side, clock, number)
}

/// Checks all that must hold in a position, and returns its steps.
fn check<B: Bits>(position: &Armies<B>, world: &World) -> Vec<Step> {
    let (mut steps, mut tactical) = (Vec::new(), Vec::new());
    position.generate(&mut steps);
    position.generate_tactical(&mut tactical);
    let mut texts: Vec<String> = steps.iter().map(|&step| position.step_text(step)).collect();
    texts.sort();
    assert_eq!(texts, world.steps());
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
    assert_eq!(position.count(), steps.len() as u64);
    let is_tactical =
        |&step: &Step| position.step_info(step).is_none_or(|step_info| step_info.captures);
    assert_eq!(tactical, steps.iter().copied().filter(is_tactical).collect::<Vec<_>>());
    for &step in &steps {
        let mut victims = 0;
        position.victims(step, |_, piece| {
            assert_ne!(piece.color(), position.side());
            victims += 1;
        });
        assert_eq!(
            victims,
            usize::from(position.step_info(step).is_some_and(|step_info| step_info.captures))
        );
    }
    assert_eq!(position.key(), position.key_from_scratch());
    assert_eq!(position.decided().is_some(), world.is_over());
    if position.is_turn_start() && !world.is_over() {
        assert_eq!(u64::from(position.mobility(position.side())), position.count());
    }
    steps
}

/// The FEN of a position between turns reads back as the same position, and is as the slow rules
/// have it.
fn check_fen<B: Bits>(position: &Armies<B>, world: &World) {
    let (fen, definition) = (position.to_fen(), &position.common().definition);
    assert_eq!(Armies::from_fen(&position.rules, &fen).as_ref(), Ok(position));
    assert_eq!(Fen::parse(&fen.text(definition), definition).as_ref(), Ok(&fen));
    assert_eq!((fen.side, fen.clock, fen.number), (world.side, world.clock, world.number));
    assert_eq!(World::new(definition, &fen).pieces, world.pieces);
}

fn play_game<B: Bits>(definition: Definition, percent: u64, mut seed: u64) {
    let definition = Arc::new(definition);
    let rules = Arc::new(Armies::<B>::compile(Arc::clone(&definition)));
    let fen = match percent {
        0 => Fen::parse(&definition.start, &definition).unwrap(),
        _ => scatter(&definition, percent, &mut seed),
    };
    let mut position = Armies::from_fen(&rules, &fen).unwrap();
    let mut world = World::new(&definition, &fen);
    let mut played = Vec::new();
    for _ in 0..60 {
        let steps = check(&position, &world);
        let before = position.clone();
        let step = match split_mix(&mut seed) % 4 {
            0 if steps.last() == Some(&Step::End) => Step::End,
            _ if steps.is_empty() => break,
            pick => steps[(split_mix(&mut seed) ^ pick) as usize % steps.len()],
        };
        world.play(&position.step_text(step));
        let undo = position.play(step);
        played.push((before, step, undo));
        if position.is_turn_start() {
            check_fen(&position, &world);
        }
        let before = position.clone();
        if let Some(undo) = position.pass() {
            assert_ne!(position.side(), before.side());
            assert_eq!(position.key(), position.key_from_scratch());
            position.undo_pass(undo);
        }
        assert_eq!(position, before);
    }
    for (before, step, undo) in played.into_iter().rev() {
        position.undo(step, undo);
        assert_eq!(position, before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn chesimals_games(seed: u64, percent in 0u64..70) {
        play_game::<U256>(chesimals(), percent, seed);
        play_game::<U256>(chesimals2(), percent, seed);
    }

    #[test]
    fn chesimals_from_the_start(seed: u64) {
        play_game::<U256>(chesimals(), 0, seed);
        play_game::<U256>(chesimals2(), 0, seed);
    }

    #[test]
    fn games_of_sliders_and_riders(seed: u64, percent in 1u64..80) {
        play_game::<u64>(skirmish("8x8"), percent, seed);
        play_game::<u128>(skirmish("11x9"), percent, seed);
        play_game::<U256>(skirmish("16x16"), percent, seed);
    }
}
