//! Steps in one order only: no end of a turn is lost, and many sequences are.

use std::sync::Arc;

use proptest::prelude::*;

use super::games::{chesimals, chesimals2, skirmish};
use super::random::scatter;
use super::{Armies, play, read};
use crate::ends::turn_ends;
use crate::{Bits, Definition, Game, Position, TurnCount, count_turn_ends};

/// The same ends of turns with and without the order, from a position and in mid-turn.
fn check<B: Bits>(definition: Definition, percent: u64, mut seed: u64, most: usize) {
    let definition = Arc::new(definition);
    let rules = Arc::new(Armies::<B>::compile(Arc::clone(&definition)));
    let fen = scatter(&definition, percent, &mut seed);
    let mut game = Game::new(Armies::from_fen(&rules, &fen).unwrap());
    for steps in 1..=most {
        let (all, ends) = turn_ends(&mut game, steps, false);
        let (ordered, kept) = turn_ends(&mut game, steps, true);
        assert_eq!(kept, ends, "{} {steps}", fen.text(&definition));
        assert!(ordered <= all && ordered >= ends.len() as u64);
        assert_eq!(count_turn_ends(game.position(), steps).last().unwrap().sequences, all);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_end_of_a_turn_is_lost(seed: u64, percent in 5u64..60) {
        check::<u64>(skirmish("4x4"), percent, seed, 4);
        check::<u64>(skirmish("6x5"), percent, seed, 3);
    }

    #[test]
    fn no_end_of_a_turn_of_chesimals_is_lost(seed: u64, percent in 5u64..60) {
        check::<crate::U256>(chesimals(), percent, seed, 2);
        check::<crate::U256>(chesimals2(), percent / 4, seed, 3);
    }
}

#[test]
fn how_many_sequences_fall_away() {
    let start = |definition: Definition| {
        let fen = definition.start.clone();
        read(definition, &fen).unwrap()
    };
    let mut position = start(chesimals());
    let known = [(94, 94, 94), (2137, 1315, 1313), (43_978, 14_352, 12_908)];
    let count = |count: TurnCount| (count.sequences, count.ordered, count.ends);
    assert_eq!(count_turn_ends(&position, 3).into_iter().map(count).collect::<Vec<_>>(), known);
    play(&mut position, "b3d5 d1b3 end b10d8 end");
    for position in [position, start(chesimals2())] {
        let TurnCount { sequences, ordered, ends, .. } = count_turn_ends(&position, 3)[2];
        assert!(2 * ordered < sequences && 4 * ordered < 5 * ends, "{sequences} {ordered} {ends}");
    }
}
