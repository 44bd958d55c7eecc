//! Any game behind one type, for whoever does not care which.
//!
//! Rules and search are generic over [`Position`](crate::Position), so that nothing is decided
//! twice while they run. Here, once, it is decided which of them a game is: [`Variant`] is a
//! definition with its compiled rules, [`AnyGame`] a game in progress, and [`with_game!`] the way
//! back from it to generic code.
//!
//! [`with_game!`]: crate::with_game

mod game;
mod turn;
mod variant;

pub use turn::AnyTurn;
pub use variant::Variant;

use std::sync::Arc;

use crate::armies::Armies;
use crate::jumping::Jumping;
use crate::royal::Royal;
use crate::{Bits, Definition, Family, Fen, FenError, Game, Position, U256};

/// Runs an expression on the [`Game`] within an [`AnyGame`], by value or by reference as that is
/// given.
///
/// The expression is compiled for each kind of game, so it can call generic code.
///
/// ```ignore
/// let plies = with_game!(&any, game => game.ply());
/// ```
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::AnyGame::Royal64($game) => $body,
            $crate::AnyGame::Royal128($game) => $body,
            $crate::AnyGame::Royal256($game) => $body,
            $crate::AnyGame::Jumping64($game) => $body,
            $crate::AnyGame::Jumping128($game) => $body,
            $crate::AnyGame::Jumping256($game) => $body,
            $crate::AnyGame::Armies64($game) => $body,
            $crate::AnyGame::Armies128($game) => $body,
            $crate::AnyGame::Armies256($game) => $body,
        }
    };
}

/// Makes [`AnyGame`] and [`Rules`] from one list of families and widths, narrow boards first.
macro_rules! any_game {
    ($($family:ident: $($name:ident $bits:ty),+;)+) => {
        /// A game in progress of any family, on a board of any size.
        #[derive(Clone, Debug)]
        // A game is made once and seldom moved: to box the larger ones would gain nothing.
        #[allow(clippy::large_enum_variant)]
        pub enum AnyGame {
            $($(
                #[doc = concat!("The ", stringify!($family), " family on boards that `", stringify!($bits), "` holds.")]
                $name(Game<$family<$bits>>),
            )+)+
        }

        /// The compiled rules of any family.
        #[derive(Clone, Debug)]
        enum Rules {
            $($($name(Arc<<$family<$bits> as Position>::Rules>),)+)+
        }

        impl Rules {
            /// Compiles a definition for the narrowest sets that hold its board.
            fn compile(definition: Arc<Definition>) -> Self {
                let squares = definition.size.squares();
                match definition.family {
                    $(Family::$family(_) => {
                        $(if squares <= <$bits as Bits>::WIDTH {
                            return Rules::$name(Arc::new(<$family<$bits>>::compile(definition)));
                        })+
                        unreachable!("no board has more than 256 squares");
                    })+
                }
            }

            /// Sets up a game.
            fn game(&self, fen: &Fen) -> Result<AnyGame, FenError> {
                Ok(match self {
                    $($(Rules::$name(rules) => {
                        AnyGame::$name(Game::new(<$family<$bits>>::from_fen(rules, fen)?))
                    })+)+
                })
            }
        }
    };
}

any_game! {
    Royal: Royal64 u64, Royal128 u128, Royal256 U256;
    Jumping: Jumping64 u64, Jumping128 u128, Jumping256 U256;
    Armies: Armies64 u64, Armies128 u128, Armies256 U256;
}

#[cfg(test)]
mod tests;
