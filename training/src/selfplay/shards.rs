//! Games of shards: the same as those of the whole, whatever the number of threads.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::{DataHeader, Game, Generation, Until, generate};
use crate::learn::LearnError;
use arena::Shard;
use engine::evaluation;
use engine::library::Library;

fn games(variant: &str, shard: Option<Shard>, concurrency: usize) -> BTreeMap<u32, Game> {
    let variant = Library::builtin().variant(variant, None).unwrap();
    let evaluation = evaluation::bundled(variant.definition());
    let header = DataHeader {
        variant: variant.definition().name.clone(),
        fingerprint: String::new(),
        nodes: 60,
        // So short that games share positions.
        opening: 1,
        seed: 7,
        engine: None,
        evaluation: None,
    };
    let plan = Generation {
        variant: &variant,
        header: &header,
        evaluation: &evaluation,
        games: 12,
        known: &HashSet::new(),
        shard,
        concurrency,
    };
    let (stop, mut games) = (AtomicBool::new(false), BTreeMap::new());
    let until = Until { stop: &stop, at: None };
    generate::<LearnError>(&plan, &until, &mut |game| {
        games.extend(game.map(|game| (game.number, game)));
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    games
}

#[test]
fn a_game_is_the_same_in_every_shard_and_on_any_number_of_threads() {
    for variant in ["english-draughts", "pacific"] {
        let whole = games(variant, None, 1);
        assert!(whole.keys().copied().eq(0..12));
        assert_eq!(games(variant, None, 3), whole);
        let mut merged = BTreeMap::new();
        for index in 0..3 {
            let part = games(variant, Shard::new(index, 3).ok(), 2);
            assert!(part.keys().all(|number| *number as usize % 3 == index));
            merged.extend(part);
        }
        assert_eq!(merged, whole);
    }
}
