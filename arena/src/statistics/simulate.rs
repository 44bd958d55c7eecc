//! Simulated matches of known strength: coverage of the intervals and error rates of the tests.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use variants::Color;

use crate::{SprtModel, SprtSpec};

use super::{EloEstimate, Sprt, SprtDecision, Tally, score_of};

/// Parameters of a simulation.
#[derive(Clone, Copy, Debug)]
struct World {
    /// Elo difference of the first engine to the second.
    elo: f64,
    /// Draw rate of equal engines.
    draws: f64,
    /// Bias of an opening towards one side, in Elo: White, nobody or Black with equal probability.
    bias: f64,
}

impl World {
    /// Returns the probabilities of a loss, a draw and a win.
    fn chances(&self, bias: f64) -> [f64; 3] {
        let score = score_of(self.elo + bias);
        let draw = self.draws * 2.0 * score.min(1.0 - score);
        [1.0 - score - draw / 2.0, draw, score - draw / 2.0]
    }

    /// Returns the expected score.
    fn score(&self) -> f64 {
        [-self.bias, 0.0, self.bias].iter().map(|bias| score_of(self.elo + bias)).sum::<f64>() / 3.0
    }

    /// Returns the same parameters with this strength in the units of a test.
    fn with(self, elo: f64, model: SprtModel, in_pairs: bool) -> World {
        let (mut low, mut high) = (-800.0, 800.0);
        for _ in 0..60 {
            let world = World { elo: (low + high) / 2.0, ..self };
            let score = world.score();
            let has = match model {
                SprtModel::Logistic | SprtModel::BayesElo => super::elo::elo_of(score),
                SprtModel::Normalized => {
                    (score - 0.5) / world.deviation(in_pairs) * 800.0 / std::f64::consts::LN_10
                }
            };
            *if has < elo { &mut low } else { &mut high } = world.elo;
        }
        World { elo: low, ..self }
    }

    /// Returns the standard deviation of a game, from games or from pairs.
    fn deviation(&self, in_pairs: bool) -> f64 {
        let mean = self.score();
        let biases = [-self.bias, 0.0, self.bias];
        let mut sum = 0.0;
        for bias in biases {
            let [loss, draw, win] = self.chances(bias);
            sum += loss * mean.powi(2) + draw * (0.5 - mean).powi(2) + win * (1.0 - mean).powi(2);
            if in_pairs {
                // Covariance of the pair's games, which are independent given the opening.
                sum += (score_of(self.elo + bias) - mean) * (score_of(self.elo - bias) - mean);
            }
        }
        (sum / 3.0).sqrt()
    }

    fn source(&self, in_pairs: bool, seed: u64) -> SimulatedGames {
        let steps = [-self.bias, 0.0, self.bias].map(|bias| {
            let [loss, draw, _] = self.chances(bias);
            [loss, loss + draw]
        });
        SimulatedGames { steps, in_pairs, rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

/// Source of simulated games.
struct SimulatedGames {
    /// By opening: the probability of a loss, and of a loss or a draw.
    steps: [[f64; 2]; 3],
    in_pairs: bool,
    rng: ChaCha8Rng,
}

impl SimulatedGames {
    fn game(&mut self, opening: usize) -> usize {
        let number: f64 = self.rng.random();
        self.steps[opening].iter().filter(|&&step| number >= step).count()
    }

    /// Plays a pair or a game, with another opening each time.
    fn play(&mut self, tally: &mut Tally) {
        let opening = self.rng.random_range(0..3);
        let first = self.game(opening);
        tally.add_game(Color::White, first);
        if self.in_pairs {
            let second = self.game(2 - opening);
            tally.add_game(Color::Black, second);
            tally.add_pair(first + second);
        }
    }
}

/// Returns the shares of matches whose interval lies wholly below and wholly above the true value.
fn misses(world: World, games: u64, in_pairs: bool, matches: usize, seed: u64) -> (f64, f64) {
    let mut source = world.source(in_pairs, seed);
    let truth = world.score();
    let (mut below, mut above) = (0, 0);
    for _ in 0..matches {
        let mut tally = Tally::default();
        while tally.games() < games {
            source.play(&mut tally);
        }
        let (lower, upper) = EloEstimate::new(&tally).unwrap().score_bounds;
        below += usize::from(upper < truth);
        above += usize::from(lower > truth);
    }
    (below as f64 / matches as f64, above as f64 / matches as f64)
}

/// Returns parameters from even to lopsided, with few and many draws, and weak and strong openings.
fn worlds() -> impl Iterator<Item = World> {
    let elos = [0.0, 50.0, -150.0, 382.0];
    elos.into_iter().flat_map(|elo| {
        [0.0, 0.3, 0.6].into_iter().flat_map(move |draws| {
            [0.0, 150.0, 300.0].into_iter().map(move |bias| World { elo, draws, bias })
        })
    })
}

#[test]
fn intervals_hold_the_truth_in_95_of_100_matches() {
    for (games, each) in [(100, 1), (400, 4)] {
        for (seed, world) in (0..).zip(worlds()).step_by(each) {
            for in_pairs in [false, true] {
                let (below, above) = misses(world, games, in_pairs, 2000, seed);
                let coverage = 1.0 - below - above;
                assert!(
                    (coverage - 0.95).abs() <= 0.015,
                    "{world:?} {games} {in_pairs}: {coverage}"
                );
            }
        }
    }
}

/// In 40,000 matches of 20 games the coverage was 93.0 to 97.5 %, depending on the parameters; the
/// bounds here allow for the variation in 2,000.
#[test]
fn intervals_of_short_matches_are_not_much_too_short() {
    for (seed, world) in (0..).zip(worlds()) {
        for in_pairs in [false, true] {
            let (below, above) = misses(world, 20, in_pairs, 2000, seed);
            let coverage = 1.0 - below - above;
            assert!((0.91..=0.99).contains(&coverage), "{world:?} {in_pairs}: {coverage}");
        }
    }
}

/// Intervals from pairs, which cancel the opening's bias, are shorter than those from games.
#[test]
fn pairs_cancel_openings() {
    let world = World { elo: 30.0, draws: 0.3, bias: 300.0 };
    let mut source = world.source(true, 5);
    let mut tally = Tally::default();
    for _ in 0..500 {
        source.play(&mut tally);
    }
    let alone = EloEstimate::new(&Tally { pairs: [0; 5], ..tally }).unwrap();
    let paired = EloEstimate::new(&tally).unwrap();
    assert_eq!(alone.elo, paired.elo);
    assert!(paired.margin().unwrap() < 0.8 * alone.margin().unwrap());
}

/// Returns the share of tests that accept H1.
fn tests(world: World, test: Sprt, in_pairs: bool, matches: usize, seed: u64) -> f64 {
    let mut source = world.source(in_pairs, seed);
    let mut accepted = 0;
    for _ in 0..matches {
        let mut tally = Tally::default();
        let verdict = loop {
            source.play(&mut tally);
            if let Some(verdict) = test.state(&tally).verdict {
                break verdict;
            }
        };
        accepted += usize::from(verdict == SprtDecision::H1);
    }
    accepted as f64 / matches as f64
}

/// In 20,000 matches of each kind 4.1 to 5.2 % were errors.
#[test]
fn tests_err_no_more_often_than_they_promise() {
    let (matches, rate) = (400, 0.05);
    let most = rate + 3.0 * (rate * (1.0 - rate) / matches as f64).sqrt();
    for (draws, bias) in [(0.0, 0.0), (0.4, 150.0)] {
        for model in [SprtModel::Logistic, SprtModel::Normalized] {
            for in_pairs in [false, true] {
                let (elo0, elo1) = (0.0, 60.0);
                let spec = SprtSpec { elo0, elo1, alpha: rate, beta: rate, model };
                let test = Sprt::new(spec, in_pairs);
                for (truth, is_h1) in [(elo0, false), (elo1, true)] {
                    let world = World { elo: 0.0, draws, bias }.with(truth, model, in_pairs);
                    let accepted = tests(world, test, in_pairs, matches, 9);
                    let errors = if is_h1 { 1.0 - accepted } else { accepted };
                    assert!(errors <= most, "{spec:?} {world:?} {in_pairs} {is_h1}: {errors}");
                }
            }
        }
    }
}
