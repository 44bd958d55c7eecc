//! Search parameters with the tables computed from them.

use crate::params::Params;

/// Size of the reduction table, by depth and move number.
const LIMIT: usize = 64;

/// Late move reductions (<https://www.chessprogramming.org/Late_Move_Reductions>).
#[derive(Debug)]
pub(crate) struct Reductions(Vec<[i32; LIMIT]>);

impl Reductions {
    /// Units per ply.
    pub(crate) const GRAIN: i32 = 1024;

    /// Computes `base + ln(depth) * ln(number) / divisor`.
    fn new(params: &Params) -> Self {
        let grain = f64::from(Self::GRAIN) / 100.0;
        let base = f64::from(params.lmr_base) * grain;
        let factor = 100.0 * 100.0 / f64::from(params.lmr_divisor) * grain;
        let ln = |number: usize| (number.max(1) as f64).ln();
        let row =
            |depth| std::array::from_fn(|count| (base + ln(depth) * ln(count) * factor) as i32);
        Reductions((0..LIMIT).map(row).collect())
    }

    /// Returns the base reduction of a late move at the root, in plies.
    pub(crate) fn late(&self, depth: i32, count: usize) -> i32 {
        (self.get(depth, count) / Self::GRAIN - 1).max(0)
    }

    /// Returns the base reduction in units.
    #[inline]
    pub(crate) fn get(&self, depth: i32, count: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(LIMIT - 1)][count.min(LIMIT - 1)]
    }
}

/// Search parameters with the tables computed from them.
#[derive(Debug)]
pub(crate) struct Tuning {
    pub params: Params,
    pub reductions: Reductions,
}

impl Tuning {
    pub(crate) fn new(params: Params) -> Self {
        Tuning { reductions: Reductions::new(&params), params }
    }
}
