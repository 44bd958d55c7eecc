use std::sync::atomic::AtomicBool;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;
use variants::{AnyGame, Catalog, Color, Game, Piece, Position, Square, Variant, with_game};

use super::gradient::Gradient;
use super::scale::{target, win_probability};
use super::*;
use crate::net::bucket;
use crate::tests::random_net;
use crate::{Inputs, Net, Sample, Samples};

type Pieces = Vec<(Square, Piece)>;

fn variant(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).unwrap().clone()).unwrap()
}

fn inputs(name: &str) -> Inputs {
    Inputs::new(variant(name).definition())
}

/// Returns positions of random games, with the number of the game.
fn positions(name: &str, count: usize) -> Vec<(u32, Pieces, Color)> {
    fn wander<P: Position>(
        game: &mut Game<P>,
        numbers: &mut ChaCha8Rng,
        mut see: impl FnMut(Pieces, Color),
    ) {
        let mut steps = Vec::new();
        for _ in 0..100 {
            see(game.position().board().iter().collect(), game.position().side());
            game.legal_steps(&mut steps);
            let Some(&step) = steps.choose(numbers) else { return };
            game.play(step);
        }
    }
    let start = variant(name).start();
    let mut positions = Vec::new();
    for game in 0.. {
        let mut numbers = ChaCha8Rng::seed_from_u64(u64::from(game));
        let mut at: AnyGame = start.clone();
        with_game!(&mut at, at => wander(at, &mut numbers, |pieces, side| {
            positions.push((game, pieces, side));
        }));
        if positions.len() >= count {
            break;
        }
    }
    positions.truncate(count);
    positions
}

/// Returns positions whose scores are the sums of piece values, higher for later piece types.
fn samples(name: &str, count: usize) -> Samples {
    let mut samples = Samples::new();
    for (game, pieces, side) in positions(name, count) {
        let worth = |&(_, piece): &(Square, Piece)| {
            let worth = 30 * (piece.kind().index() as i16 + 1);
            if piece.color() == Color::White { worth } else { -worth }
        };
        let score: i16 = pieces.iter().map(worth).sum();
        let expected = win_probability(f32::from(score) / 200.0);
        let result = expected + 0.25 * (expected.round() - expected);
        samples.push(pieces, Sample { side, score, result, game });
    }
    samples
}

/// Returns small settings, so that tests are fast.
fn settings() -> Settings {
    Settings { hidden: 32, buckets: 4, epochs: 4, batch: 256, rate: 0.01, ..Settings::default() }
}

fn epoch(trainer: &mut Trainer, samples: &Samples) -> Losses {
    trainer.epoch(samples, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    for name in ["chess", "cheskers", "chesimals"] {
        let settings = settings();
        let mut parameters = Parameters::new(&inputs(name), &settings).unwrap();
        let shape = parameters.shape;
        let samples = samples(name, 60);
        let index = 57;
        let sample = samples.sample(index);
        let loss = |parameters: &Parameters| {
            let value = parameters.evaluate(samples.pieces(index), sample.side);
            let probability = 1.0 / (1.0 + (-value / f64::from(settings.scale)).exp());
            (probability - f64::from(target(&sample))).powi(2)
        };
        let mut gradient = Gradient::new(&shape);
        gradient.add(&parameters, &settings, &samples, index);
        assert!((gradient.loss - loss(&parameters)).abs() < 1e-6, "{name}");

        let bucket = bucket(samples.pieces(index).count(), shape.pieces, shape.buckets);
        let touched = (0..shape.inputs).filter(|&row| gradient.touched[row]).step_by(5);
        let mut rows: Vec<usize> = touched.collect();
        rows.extend([shape.bias(), shape.output(bucket, 0), shape.output(bucket, 1)]);
        let patterns = shape.first_patterns()..shape.output_bias();
        rows.extend(patterns.filter(|&row| gradient.touched[row]));
        rows.extend([shape.output_bias(), shape.output((bucket + 1) % shape.buckets, 0)]);
        let mut moving = 0;
        for row in rows {
            for number in 0..shape.hidden().min(32) {
                let block = shape.row(row).start;
                let before = parameters.numbers[block].0[number];
                let mut at = |number_is: f32| {
                    parameters.numbers[block].0[number] = number_is;
                    loss(&parameters)
                };
                let (above, below) = (before + 1e-4, before - 1e-4);
                let slope = (at(above) - at(below)) / f64::from(above - below);
                at(before);
                let found = f64::from(gradient.numbers[block].0[number]);
                let near = (slope - found).abs() < 1e-5 + 1e-3 * slope.abs();
                assert!(near, "{name} {row} {number}: {slope} {found}");
                moving += usize::from(slope.abs() > 1e-4);
            }
        }
        assert!(moving > 50, "{name}: {moving}");
        gradient.clear();
        assert_eq!(gradient.numbers, shape.zeros());
    }
}

#[test]
fn what_pieces_are_worth_is_learned() {
    let definition = variant("chess").definition().clone();
    let mut numbers = ChaCha8Rng::seed_from_u64(1);
    let mut samples = Samples::new();
    for game in 0..8000 {
        let mut squares: Vec<Square> = definition.size.iter().collect();
        squares.shuffle(&mut numbers);
        squares.truncate(numbers.random_range(2..10));
        let kinds: Vec<_> = definition.piece_types().collect();
        let mut score = 0;
        let pieces = squares.into_iter().map(|square| {
            let kind = *kinds.choose(&mut numbers).unwrap();
            let color = *Color::ALL.choose(&mut numbers).unwrap();
            let worth = 30 * (kind.index() as i16 + 1);
            score += if color == Color::White { worth } else { -worth };
            (square, Piece::new(color, kind))
        });
        let pieces: Pieces = pieces.collect();
        let side = *Color::ALL.choose(&mut numbers).unwrap();
        samples.push(pieces, Sample { side, score, result: 0.5, game });
    }
    let settings = Settings { epochs: 10, buckets: 1, ..settings() };
    returns(&mut samples, settings.scale, 0.0);
    let mut trainer = Trainer::new(&inputs("chess"), &settings).unwrap();
    let losses: Vec<Losses> = (0..settings.epochs).map(|_| epoch(&mut trainer, &samples)).collect();
    assert!(losses[9].training < 1e-4, "{losses:?}");
    assert!(losses[9].validation < 2e-4, "{losses:?}");
}

#[test]
fn threads_and_breaks_change_nothing() {
    for name in ["chess", "chesimals"] {
        let samples = samples(name, 1500);
        let inputs = inputs(name);
        let train = |threads: usize, breaks: bool| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut trainer = Trainer::new(&inputs, &settings()).unwrap();
            let mut losses = Vec::new();
            for _ in 0..3 {
                if breaks {
                    let saved = trainer.save();
                    trainer = Trainer::restore(&saved, &inputs).unwrap();
                    assert_eq!(trainer.save(), saved);
                }
                losses.push(pool.install(|| epoch(&mut trainer, &samples)));
            }
            (trainer.save(), losses)
        };
        let expected = train(1, false);
        assert!(train(3, false) == expected, "{name}");
        assert!(train(2, true) == expected, "{name}");
    }
}

#[test]
fn a_stopped_epoch_has_not_been() {
    let samples = samples("chess", 1500);
    let mut trainer = Trainer::new(&inputs("chess"), &settings()).unwrap();
    epoch(&mut trainer, &samples);
    let before = trainer.save();
    let stop = AtomicBool::new(false);
    let mut parts = Vec::new();
    let stopped = trainer.epoch(&samples, &stop, &mut |part| {
        parts.push(part);
        stop.store(part > 0.5, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(stopped, None);
    assert!(trainer.save() == before);
    assert!(parts.is_sorted() && parts.len() > 2 && parts.iter().all(|&part| part < 0.8));
    let mut parts = Vec::new();
    trainer.epoch(&samples, &AtomicBool::new(false), &mut |part| parts.push(part)).unwrap();
    assert_eq!(parts.last(), Some(&1.0));
}

#[test]
fn whole_numbers_say_the_same() {
    for name in ["chess", "pacific", "cheskers", "chesimals"] {
        let settings = Settings { hidden: 64, epochs: 3, ..settings() };
        let mut trainer = Trainer::new(&inputs(name), &settings).unwrap();
        let samples = samples(name, 1000);
        for epochs in 0..4 {
            let parameters = trainer.parameters();
            let net = parameters.quantise(name, "a test").unwrap();
            let (mut away, mut most) = (0.0, 0.0_f64);
            for index in (0..samples.len()).step_by(10) {
                let (pieces, side) = (samples.pieces(index), samples.sample(index).side);
                let value = parameters.evaluate(pieces.clone(), side);
                let whole = f64::from(net.evaluate(pieces, side));
                most = most.max((value - whole).abs());
                away += (value - whole).abs() / (samples.len() / 10) as f64;
            }
            // Most of the error is from the output weights, which are quantised to 64ths.
            assert!(away < 8.0 && most < 25.0, "{name} {epochs}: {away} {most}");

            let again = Net::read(&net.write(), variant(name).definition()).unwrap();
            assert_eq!(again, net);
            let again = Parameters::from(&net).quantise(name, "a test").unwrap();
            assert_eq!(again, net);
            epoch(&mut trainer, &samples);
        }
    }
}

#[test]
fn the_largest_weights_make_a_net() {
    for name in Catalog::builtin().names() {
        let mut parameters = Parameters::new(&inputs(name), &settings()).unwrap();
        let shape = parameters.shape;
        for row in 0..shape.output_bias() {
            let limit = shape.limit(row);
            let signs = [limit, -limit];
            for block in &mut parameters.numbers[shape.row(row)] {
                block.0 = std::array::from_fn(|index| signs[index % 2]);
            }
        }
        let net = parameters.quantise(name, "a test").unwrap();
        assert_eq!(net.output[0].0[0], 127, "{name}");
    }
}

#[test]
fn an_earlier_net_goes_on() {
    let samples = samples("chess", 1500);
    let mut trainer = Trainer::new(&inputs("chess"), &settings()).unwrap();
    let first = epoch(&mut trainer, &samples);
    let other = Settings { hidden: 64, rate: 1e-3, ..settings() };
    let mut next = Trainer::from_parameters(trainer.parameters().clone(), &other);
    assert_eq!((next.settings().hidden, next.epochs()), (32, 0));
    assert!(epoch(&mut next, &samples).training < first.training);
}

#[test]
fn a_grown_net_says_the_same_and_learns() {
    for name in ["chess", "english-draughts"] {
        let samples = samples(name, 1500);
        let mut trainer = Trainer::new(&inputs(name), &settings()).unwrap();
        let first = epoch(&mut trainer, &samples);
        let small = trainer.parameters();
        let wider = Settings { hidden: 96, buckets: 8, ..settings() };
        let grown = small.grown(&wider).unwrap();
        assert_eq!((grown.hidden(), grown.buckets()), (96, 8));
        for index in (0..samples.len()).step_by(50) {
            let (pieces, side) = (samples.pieces(index), samples.sample(index).side);
            let [before, after] = [small, &grown].map(|net| net.evaluate(pieces.clone(), side));
            assert!((before - after).abs() < 1e-6, "{name}: {before} {after}");
        }
        let mut next = Trainer::from_parameters(grown.clone(), &Settings { rate: 1e-3, ..wider });
        assert!(epoch(&mut next, &samples).training < first.training, "{name}");
        let fresh = |net: &Parameters| net.numbers[net.shape.row(net.shape.output(7, 1))][2];
        assert_ne!(fresh(next.parameters()), fresh(&grown), "{name}");
        let error = grown.grown(&settings()).unwrap_err();
        assert_eq!((error.least_hidden, error.least_buckets), (96, 8));
    }
}

#[test]
fn a_net_without_patterns_learns_them() {
    let samples = samples("cheskers", 1500);
    let mut net = random_net(variant("cheskers").definition(), 32, 4);
    net.patterns.clear();
    net.header.patterns = 0;
    let parameters = Parameters::from(&net);
    let mut trainer = Trainer::from_parameters(parameters, &settings());
    let counted = |net: &Net| net.patterns.iter().filter(|&&weight| weight != 0).count();
    let net = trainer.parameters().quantise("cheskers", "a test").unwrap();
    assert_eq!(counted(&net), 0);
    epoch(&mut trainer, &samples);
    let net = trainer.parameters().quantise("cheskers", "a test").unwrap();
    assert!(counted(&net) > 1000);
}

#[test]
fn a_scale_is_found_again() {
    let mut numbers = ChaCha8Rng::seed_from_u64(3);
    for scale in [90.0, 350.0] {
        let mut samples = Samples::new();
        for game in 0..20_000 {
            let score = numbers.random_range(-1000..1000);
            let won = numbers.random_bool(f64::from(win_probability(f32::from(score) / scale)));
            let result = f32::from(u8::from(won));
            samples.push([], Sample { side: Color::White, score, result, game });
        }
        let found = fit_scale(&samples);
        assert!((found / scale - 1.0).abs() < 0.05, "{scale}: {found}");
    }
    assert_eq!(fit_scale(&Samples::new()), 200.0);
}

#[test]
fn games_are_returned_from_their_ends() {
    let mut samples = Samples::new();
    // Two games, of three positions and of one.
    for (game, score, result) in [(7, 0, 1.0), (7, 200, 1.0), (7, -200, 1.0), (8, 0, 0.0)] {
        samples.push([], Sample { side: Color::Black, score, result, game });
    }
    let results = |lambda: f32| {
        let mut samples = samples.clone();
        returns(&mut samples, 200.0, lambda);
        [0, 1, 2, 3].map(|index| samples.sample(index).result)
    };
    assert_eq!(results(1.0), [1.0, 1.0, 1.0, 0.0]);
    let (more, less) = (win_probability(1.0), win_probability(-1.0));
    assert_eq!(results(0.0), [0.5, more, less, 0.5]);
    let third = 0.5 * less + 0.5;
    let second = 0.5 * more + 0.5 * third;
    let expected = [0.25 + 0.5 * second, second, third, 0.25];
    for (found, expected) in results(0.5).into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
}

#[test]
fn unsound_checkpoints_are_told_apart() {
    let inputs_of = inputs;
    let inputs = inputs("cheskers");
    let saved = Trainer::new(&inputs, &settings()).unwrap().save();
    let restore = |bytes: &[u8]| Trainer::restore(bytes, &inputs).unwrap_err();
    assert!(matches!(restore(b""), CheckpointError::Magic));
    assert!(matches!(restore(&saved[..30]), CheckpointError::Magic));
    assert!(matches!(restore(&saved[..saved.len() - 4]), CheckpointError::Length { .. }));
    let mut damaged = saved.clone();
    damaged[saved.len() / 2] ^= 1;
    assert!(matches!(restore(&damaged), CheckpointError::Checksum { .. }));
    let chess = Trainer::restore(&saved, &inputs_of("chess")).unwrap_err();
    assert!(matches!(chess, CheckpointError::Game { .. }));
    let text = |from: &str, to: &str| {
        let at = saved.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        [&saved[..at], to.as_bytes(), &saved[at + from.len()..]].concat()
    };
    let broken = restore(&text("\"hidden\":32", "\"hidden\":x"));
    assert!(matches!(broken, CheckpointError::Header(_)));
    let broken = restore(&text("\"hidden\":32", "\"hidden\":33"));
    assert!(matches!(broken, CheckpointError::Shape(_)));
}
