//! The logistic function.

/// The logistic function: the probability whose log-odds are `x`.
#[must_use]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
