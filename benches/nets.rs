//! Speed of training and of evaluation. Throughput is in positions.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use nets::train::{Parameters, Settings, Trainer};
use nets::{Accumulators, Inputs, Sample, Samples};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;
use variants::{AnyGame, Catalog, Definition, Game, Position, Variant, with_game};

const GAMES: &[&str] = &["chess", "pacific", "chesimals"];
/// Samples of an epoch, and plies of the random games that they come from.
const SAMPLES: usize = 1 << 17;
const PLIES: usize = 60;

fn definition(name: &str) -> std::sync::Arc<Definition> {
    Catalog::builtin().get(name).expect("a built-in game").clone()
}

/// Plays a random game.
fn wander<P: Position>(game: &mut Game<P>, chance: &mut ChaCha8Rng, mut see: impl FnMut(&P)) {
    let mut steps = Vec::new();
    for _ in 0..PLIES {
        see(game.position());
        game.legal_steps(&mut steps);
        let Some(&step) = steps.choose(chance) else { return };
        game.play(step);
    }
}

fn samples(name: &str) -> Samples {
    let start = Variant::compile(definition(name)).expect("a sound game").start();
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut samples = Samples::new();
    for game in 0.. {
        if samples.len() >= SAMPLES {
            break;
        }
        let (score, result) = (chance.random_range(-500..500), chance.random_range(0.0..1.0));
        let mut any: AnyGame = start.clone();
        let mut numbers = ChaCha8Rng::seed_from_u64(game.into());
        with_game!(&mut any, inner => wander(inner, &mut numbers, |position| {
            let sample = Sample { side: position.side(), score, result, game };
            samples.push(position.board().iter(), sample);
        }));
    }
    samples
}

/// One epoch, on one thread and on all.
fn train(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("train");
    group.sample_size(10);
    group.throughput(Throughput::Elements(SAMPLES as u64));
    let all = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    for &name in GAMES {
        let samples = samples(name);
        let settings = Settings::default();
        let trainer = Trainer::new(&Inputs::new(&definition(name)), &settings).expect("a net");
        for threads in [1, all] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            group.bench_function(format!("{name}, threads: {threads}"), |bencher| {
                let epoch = |mut trainer: Trainer| {
                    let stop = AtomicBool::new(false);
                    pool.install(|| trainer.epoch(&samples, &stop, &mut |_| {}))
                };
                bencher.iter_batched(|| trainer.clone(), epoch, BatchSize::PerIteration);
            });
        }
    }
    group.finish();
}

/// Evaluation of successive positions of a game.
fn evaluate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluate");
    for &name in GAMES {
        let inputs = Inputs::new(&definition(name));
        let parameters = Parameters::new(&inputs, &Settings::default()).expect("a net");
        let net = parameters.quantise(name, "by chance").expect("a net");
        let start = Variant::compile(definition(name)).expect("a sound game").start();
        let mut any: AnyGame = start;
        with_game!(&mut any, game => {
            let (mut boards, mut chance) = (Vec::new(), ChaCha8Rng::seed_from_u64(1));
            wander(game, &mut chance, |position| {
                boards.push((position.board().clone(), position.side()));
            });
            group.throughput(Throughput::Elements(boards.len() as u64));
            group.bench_function(name, |bencher| {
                let mut accumulators = Accumulators::new(&net, boards.len());
                bencher.iter(|| {
                    for (ply, (board, side)) in boards.iter().enumerate() {
                        black_box(accumulators.evaluate(&net, board, None, *side, ply));
                    }
                });
            });
        });
    }
    group.finish();
}

criterion_group!(benches, train, evaluate);
criterion_main!(benches);
