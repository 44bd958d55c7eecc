//! The types that stand for a game of any family on a board of any width.

use std::sync::Arc;

use crate::{Bits, Definition, Family, Fen, FenError, Game, Position, U256, families};

/// Makes [`AnyGame`] and [`Rules`] from one list of families and widths, narrow boards first.
macro_rules! any_game {
    ($dollar:tt $($family:ident $folder:ident $data:ident: $($name:ident $bits:ident),+;)+) => {
        /// A game in progress of any family, on a board of any size.
        #[derive(Clone, Debug)]
        // A game is made once and seldom moved: to box the larger ones would gain nothing.
        #[allow(clippy::large_enum_variant)]
        pub enum AnyGame {
            $($(
                #[doc = concat!("The ", stringify!($family), " family on boards that `", stringify!($bits), "` holds.")]
                $name(Game<families::$folder::$family<$bits>>),
            )+)+
        }

        /// The compiled rules of any family.
        #[derive(Clone, Debug)]
        pub(super) enum Rules {
            $($($name(Arc<<families::$folder::$family<$bits> as Position>::Rules>),)+)+
        }

        impl Rules {
            /// Compiles a definition for the narrowest sets that hold its board.
            pub(super) fn compile(definition: Arc<Definition>) -> Self {
                let squares = definition.size.squares();
                match definition.family {
                    $(Family::$family(_) => {
                        $(if squares <= <$bits as Bits>::WIDTH {
                            return Rules::$name(Arc::new(<families::$folder::$family<$bits>>::compile(definition)));
                        })+
                        unreachable!("no board has more than 256 squares");
                    })+
                }
            }

            /// Sets up a game.
            pub(super) fn game(&self, fen: &Fen) -> Result<AnyGame, FenError> {
                Ok(match self {
                    $($(Rules::$name(rules) => {
                        AnyGame::$name(Game::new(<families::$folder::$family<$bits>>::from_fen(rules, fen)?))
                    })+)+
                })
            }
        }
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
            ($dollar any:expr, $dollar game:ident => $dollar body:expr) => {
                match $dollar any {
                    $($($dollar crate::AnyGame::$name($dollar game) => {
                        #[allow(unused_imports)]
                        use $dollar crate::{Attacks as _, Notation as _, Position as _};
                        $dollar body
                    })+)+
                }
            };
        }
    };
}

for_each_family!(any_game $);
