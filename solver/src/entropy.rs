//! Entropy of a table's values.

use std::collections::BTreeMap;

use crate::summary::Entropy;
use crate::value::Value;

/// Number of entries with each value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Histogram(BTreeMap<i32, u64>);

impl Histogram {
    /// Counts an entry.
    #[inline]
    pub(crate) fn add(&mut self, value: Value) {
        *self.0.entry(value.rank()).or_default() += 1;
    }

    /// Adds the counts of other entries.
    pub(crate) fn merge(&mut self, other: &Histogram) {
        for (&rank, &count) in &other.0 {
            *self.0.entry(rank).or_default() += count;
        }
    }

    /// Bits an entry.
    pub(crate) fn entropy(&self) -> Entropy {
        let mut results = [0u64; 3];
        for (rank, count) in &self.0 {
            results[(rank.signum() + 1) as usize] += count;
        }
        Entropy { result: bits(results.iter()), distance: bits(self.0.values()) }
    }
}

/// Entropy of some counts, to three places.
fn bits<'a>(counts: impl Iterator<Item = &'a u64> + Clone) -> f64 {
    let all = counts.clone().sum::<u64>() as f64;
    let part = |&count: &u64| {
        let share = count as f64 / all;
        -share * share.log2()
    };
    let bits: f64 = counts.filter(|&&count| count > 0).map(part).sum();
    (1000.0 * bits).round() / 1000.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_is_that_of_the_shares() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.entropy(), Entropy { result: 0.0, distance: 0.0 });
        histogram.add(Value::Draw);
        assert_eq!(histogram.entropy(), Entropy { result: 0.0, distance: 0.0 });
        let mut other = Histogram::default();
        for value in [Value::Draw, Value::Win(1), Value::Win(3)] {
            other.add(value);
        }
        histogram.merge(&other);
        assert_eq!(histogram.entropy(), Entropy { result: 1.0, distance: 1.5 });
    }
}
