//! Inputs of the game phase and of the scale of advantages.

/// Inputs of phase and scale.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    /// Total value of all officers, in centipawns.
    pub officers: i32,
    /// Scale of White's advantage, if it has one, and of Black's, in sixteenths.
    pub scale: [i32; 2],
    /// Constant of the game, in centipawns for White.
    pub bias: i32,
}
