//! Speed of move generation, make and unmake: perft from each game's start, bulk
//! counted at the last ply, on one thread. Throughput is in leaves.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use variants::{Catalog, Variant};

/// Games and depths, each some milliseconds long.
const GAMES: &[(&str, u32)] = &[
    ("chess", 5),
    ("pacific", 4),
    ("pacific-gollon", 4),
    ("cheskers", 8),
    ("chesica", 5),
    ("english-draughts", 9),
    ("chesimals", 4),
    ("chesimals2", 4),
];

fn perft(criterion: &mut Criterion) {
    let catalog = Catalog::builtin();
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for &(name, depth) in GAMES {
        let definition = catalog.get(name).expect("a built-in game");
        let game = Variant::compile(definition.clone()).expect("a sound game").start();
        group.throughput(Throughput::Elements(game.perft(depth)));
        group.bench_function(name, |bencher| bencher.iter(|| game.perft(depth)));
    }
    group.finish();
}

/// Compiling a game's rules: what a user waits for after choosing it.
fn compile(criterion: &mut Criterion) {
    let catalog = Catalog::builtin();
    let mut group = criterion.benchmark_group("compile");
    for name in ["chess", "pacific-gollon", "cheskers", "chesimals2"] {
        let definition = catalog.get(name).expect("a built-in game");
        group.bench_function(name, |bencher| bencher.iter(|| Variant::compile(definition.clone())));
    }
    group.finish();
}

criterion_group!(benches, perft, compile);
criterion_main!(benches);
