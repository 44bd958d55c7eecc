//! Target squares of moves other than jumps.

use crate::Bits;

/// Targets of moves other than jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// An empty or an enemy's square.
    Both,
    /// An empty square.
    Quiet,
    /// An enemy's square.
    Capture,
}

impl Mode {
    pub(super) const ALL: [Mode; 3] = [Mode::Both, Mode::Quiet, Mode::Capture];

    /// The mode of moves that are `quiet`, captures, or both; `None` if neither.
    pub(super) fn of(quiet: bool, capture: bool) -> Option<Self> {
        match (quiet, capture) {
            (true, true) => Some(Mode::Both),
            (true, false) => Some(Mode::Quiet),
            (false, true) => Some(Mode::Capture),
            (false, false) => None,
        }
    }
}

/// The target squares that are open to moves other than jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets<B> {
    pub(super) empty: B,
    pub(super) enemy: B,
}

impl<B: Bits> Targets<B> {
    #[inline]
    pub(super) fn of(&self, mode: Mode) -> B {
        match mode {
            Mode::Both => self.empty | self.enemy,
            Mode::Quiet => self.empty,
            Mode::Capture => self.enemy,
        }
    }
}
