//! Perft that can be stopped.

use search::Control;
use variants::AnyGame;

/// Maximum depth.
pub const MAX_DEPTH: u32 = 100;

/// Returns the leaves below each legal step, sorted by the step's text; `None` if stopped. Runs on
/// the current rayon pool.
#[must_use]
pub fn divide_until(game: &AnyGame, depth: u32, control: &Control) -> Option<Vec<(String, u64)>> {
    game.divide_while(depth, None, &|| !control.is_stopped())
}
