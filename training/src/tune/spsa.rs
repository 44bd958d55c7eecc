//! Simultaneous perturbation stochastic approximation (<https://www.chessprogramming.org/SPSA>):
//! all parameters are perturbed at once, each up or down at random. The two perturbed settings play
//! each other, and all parameters move a little towards the winner.
//!
//! The schedule is Spall's
//! (<https://www.jhuapl.edu/SPSA/PDF-SPSA/Spall_Implementation_of_the_Simultaneous.PDF>): in
//! comparison k (a pair of games) the perturbation is c_k = c/k^γ and the gain a_k = a/(A+k)^α. As
//! in fishtest (<https://github.com/official-stockfish/fishtest>), each parameter's schedule is
//! given by its final values: the perturbation c, and r = a/c², so that a pair won moves a
//! parameter by r·c.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use arena::{Purpose, random_stream};

/// Decay exponent of the gain.
const ALPHA: f64 = 0.602;
/// Decay exponent of the perturbation.
const GAMMA: f64 = 0.101;
/// Stability constant A, as a fraction of all comparisons.
const STABILITY: f64 = 0.1;

/// Tuned parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuned {
    /// Name of the parameter.
    pub name: String,
    /// Start value.
    pub start: i32,
    /// Minimum.
    pub min: i32,
    /// Maximum.
    pub max: i32,
    /// Final perturbation c.
    pub step: f64,
}

/// Settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaSchedule {
    /// Tuned parameters.
    pub params: Vec<Tuned>,
    /// Number of comparisons.
    pub comparisons: u64,
    /// Comparisons per perturbation: the batch size of an update.
    pub batch: u64,
    /// Final rate r: movement per comparison in units of the perturbation.
    pub rate: f64,
    /// Random seed.
    pub seed: u64,
}

/// State of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaState {
    /// Completed comparisons.
    pub done: u64,
    /// Current parameter values.
    pub values: Vec<f64>,
}

/// Perturbed settings of a batch of comparisons.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Values of the first side, in the plan's order.
    pub plus: Vec<i32>,
    /// Values of the second side.
    pub minus: Vec<i32>,
    /// Index of the first comparison, from 0.
    pub first: u64,
    /// Number of comparisons.
    pub count: u64,
    /// Signs of the perturbation for the first side: 1 or -1.
    signs: Vec<f64>,
}

impl SpsaState {
    /// Returns the initial state of a run.
    #[must_use]
    pub fn new(plan: &SpsaSchedule) -> Self {
        let values = plan.params.iter().map(|param| f64::from(param.start)).collect();
        SpsaState { done: 0, values }
    }

    /// Whether the state is valid for the plan.
    #[must_use]
    pub fn fits(&self, plan: &SpsaSchedule) -> bool {
        let is_valid = |(param, &value): (&Tuned, &f64)| {
            (f64::from(param.min)..=f64::from(param.max)).contains(&value)
        };
        self.values.len() == plan.params.len()
            && self.done <= plan.comparisons
            && plan.params.iter().zip(&self.values).all(is_valid)
    }

    /// Returns the next trial, the same at each call; `None` if the run is complete.
    #[must_use]
    pub fn trial(&self, plan: &SpsaSchedule) -> Option<Trial> {
        let count = plan.batch.min(plan.comparisons - self.done.min(plan.comparisons));
        if count == 0 {
            return None;
        }
        let mut numbers = random_stream(plan.seed, Purpose::Tuning, self.done as usize);
        let mut trial = Trial {
            plus: Vec::new(),
            minus: Vec::new(),
            first: self.done,
            count,
            signs: Vec::new(),
        };
        for (param, value) in plan.params.iter().zip(&self.values) {
            let sign = if numbers.random_bool(0.5) { 1.0 } else { -1.0 };
            let step = sign * plan.step(param, self.done);
            // Randomized rounding to whole numbers, the same for both sides.
            let part: f64 = numbers.random();
            let round = |value: f64| ((value + part).floor() as i32).clamp(param.min, param.max);
            trial.plus.push(round(value + step));
            trial.minus.push(round(value - step));
            trial.signs.push(sign);
        }
        Some(trial)
    }

    /// Updates the values by the point difference of the first side to the second in a trial.
    pub fn learn(&mut self, plan: &SpsaSchedule, trial: &Trial, difference: f64) {
        let gain = plan.gain(self.done) * difference;
        for ((param, value), sign) in plan.params.iter().zip(&mut self.values).zip(&trial.signs) {
            let next = *value + gain * plan.step(param, self.done) * sign;
            *value = next.clamp(f64::from(param.min), f64::from(param.max));
        }
        self.done += trial.count;
    }

    /// Returns the values rounded to valid settings.
    #[must_use]
    pub fn rounded(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }
}

impl SpsaSchedule {
    /// Returns the perturbation of a parameter: c_k.
    fn step(&self, param: &Tuned, done: u64) -> f64 {
        param.step * (self.comparisons as f64 / (done + 1) as f64).powf(GAMMA)
    }

    /// Returns the rate a_k/c_k²: movement per point in units of the perturbation.
    fn gain(&self, done: u64) -> f64 {
        let (all, now) = (self.comparisons as f64, (done + 1) as f64);
        let stability = STABILITY * all;
        let gain = ((stability + all) / (stability + now)).powf(ALPHA);
        self.rate * gain / (all / now).powf(2.0 * GAMMA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn plan(comparisons: u64, batch: u64, seed: u64) -> SpsaSchedule {
        let param = |name: &str, start, min, max, step| Tuned {
            name: name.to_owned(),
            start,
            min,
            max,
            step,
        };
        let params = vec![param("a", 150, 0, 200, 10.0), param("b", 2, 1, 12, 0.7)];
        let rate = 1.0 / (comparisons as f64).sqrt();
        SpsaSchedule { params, comparisons, batch, rate, seed }
    }

    /// Returns the loss relative to the optimum at a = 60 and b = 8, in hundredths of Elo.
    fn badness(values: &[i32]) -> f64 {
        let far = [f64::from(values[0] - 60) / 10.0, f64::from(values[1] - 8) / 0.7];
        far.iter().map(|far| far * far).sum()
    }

    /// Simulates the point difference of some pairs of games, with a third of the games drawn.
    fn pairs(trial: &Trial) -> f64 {
        let elo = 2.0 * (badness(&trial.minus) - badness(&trial.plus));
        let expected = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let mut numbers = ChaCha8Rng::seed_from_u64(trial.first);
        let mut game = || {
            let number: f64 = numbers.random();
            if number < expected - 1.0 / 6.0 {
                1.0
            } else if number < expected + 1.0 / 6.0 {
                0.0
            } else {
                -1.0
            }
        };
        (0..2 * trial.count).map(|_| game()).sum()
    }

    fn run(plan: &SpsaSchedule, state: &mut SpsaState, until: u64) {
        while state.done < until
            && let Some(trial) = state.trial(plan)
        {
            state.learn(plan, &trial, pairs(&trial));
        }
    }

    #[test]
    fn the_best_of_a_noisy_quadratic_is_found() {
        for seed in 0..10 {
            let plan = plan(20_000, 1 + seed % 4, seed);
            let mut state = SpsaState::new(&plan);
            let before = badness(&state.rounded());
            run(&plan, &mut state, u64::MAX);
            assert_eq!(state.done, 20_000);
            assert!(badness(&state.rounded()) < before / 20.0, "{seed}: {:?}", state.values);
        }
    }

    #[test]
    fn an_interrupted_run_ends_the_same() {
        let plan = plan(500, 4, 7);
        let mut whole = SpsaState::new(&plan);
        run(&plan, &mut whole, u64::MAX);
        let mut parts = SpsaState::new(&plan);
        for until in [3, 100, 101, 477, 600] {
            run(&plan, &mut parts, until);
            // Format on disk.
            let text = serde_json::to_string(&parts).unwrap();
            parts = serde_json::from_str(&text).unwrap();
        }
        assert_eq!(parts, whole);
        assert_eq!(parts.trial(&plan), None);
    }

    #[test]
    fn both_sides_stay_in_range_and_apart() {
        let plan = plan(3000, 1, 2);
        let mut state = SpsaState::new(&plan);
        let mut apart = [0, 0];
        while let Some(trial) = state.trial(&plan) {
            for (index, param) in plan.params.iter().enumerate() {
                let range = param.min..=param.max;
                let (plus, minus) = (trial.plus[index], trial.minus[index]);
                assert!(range.contains(&plus) && range.contains(&minus));
                apart[index] += usize::from(plus != minus);
            }
            // The side with the larger values always wins, up to the ends of the ranges.
            let difference = 2.0 * trial.signs[0];
            state.learn(&plan, &trial, difference);
        }
        assert_eq!(apart[0], 3000);
        assert!(apart[1] > 2500, "{apart:?}");
        assert_eq!(state.rounded()[0], 200);
        assert!(state.fits(&plan));
        assert!(!SpsaState { values: vec![0.0, 0.0], done: 0 }.fits(&plan));
    }

    #[test]
    fn gains_and_steps_end_as_they_are_given() {
        let plan = plan(1000, 1, 0);
        assert!((plan.step(&plan.params[0], 999) - 10.0).abs() < 1e-9);
        assert!((plan.gain(999) - plan.rate).abs() < 1e-9);
        assert!(plan.gain(0) > plan.gain(999) && plan.step(&plan.params[0], 0) > 10.0);
    }
}
