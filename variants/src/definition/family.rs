//! The part of a definition that one family alone reads.

use std::fmt::Debug;

use super::PdnDefinition;
use crate::families::royal::CastlingDefinition;
use crate::{PieceType, RuleMap, Square, families};

/// Form of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnForm {
    /// One move of one piece.
    OneMove,
    /// One piece, which may jump several times.
    MultiJump,
    /// A number of moves, set by the rules, each by any piece.
    Series,
    /// Several steps, each by another piece.
    Steps,
}

/// Properties of a family that crates above the rules build on.
pub trait FamilyData: Clone + Debug {
    /// The word after `family` in a definition.
    const NAME: &'static str;

    /// Form of a turn.
    fn turn_form(&self) -> TurnForm;

    /// The kinds of chiefs without which a side has lost; empty where the game has none.
    fn royal_chiefs(&self) -> &[PieceType] {
        &[]
    }

    /// Whether another game of the family is won and lost in the same ways, so that positions have
    /// about the same values.
    fn is_won_as(&self, other: &Self) -> bool {
        let _ = other;
        true
    }

    /// Number of checks that win, in games that count them.
    fn check_limit(&self) -> Option<u8> {
        None
    }

    /// Whether there are pieces in hand.
    fn has_hands(&self) -> bool {
        false
    }

    /// Whether captured pieces come into the captor's hand.
    fn captures_to_hand(&self) -> bool {
        false
    }

    /// Whether pieces in hand are put on squares that others leave with their first moves.
    fn has_gates(&self) -> bool {
        false
    }

    /// Whether royal pieces may be in hand at the start.
    fn holds_royals(&self) -> bool {
        false
    }

    /// Whether captures remove the pieces around them.
    fn has_blasts(&self) -> bool {
        false
    }

    /// Whether a side may pass.
    fn has_passes(&self) -> bool {
        false
    }

    /// Whether moves place walls, which nothing enters or passes.
    fn has_walls(&self) -> bool {
        false
    }

    /// Whether moves give enemy pieces to the side that makes them.
    fn has_flips(&self) -> bool {
        false
    }

    /// Whether pieces in hand may also be dropped as their promoted forms.
    fn drops_promoted(&self) -> bool {
        false
    }

    /// Kinds that promote in place of a move: where they stand, or by a step of the promoted piece.
    fn in_place(&self) -> &[PieceType] {
        &[]
    }

    /// Whether games begin with the back rank in any order, as in Chess960.
    fn is_shuffled(&self) -> bool {
        false
    }

    /// Castling, if there is any.
    fn castling(&self) -> Option<&CastlingDefinition> {
        None
    }

    /// Portable Draughts Notation, in games that are written in it.
    fn pdn(&self) -> Option<&PdnDefinition> {
        None
    }

    /// Whether the rules beside the moves of pieces and castling stay the same under a map. False
    /// where that is not known.
    fn is_preserved(&self, map: &RuleMap<'_>) -> bool {
        let _ = map;
        false
    }

    /// The squares that the board lacks.
    fn holes(&self) -> &[Square] {
        &[]
    }
}

/// Makes [`Family`].
macro_rules! family {
    ($dollar:tt $($family:ident $folder:ident $data:ident: $($name:ident $bits:ident),+;)+) => {
        /// The code that plays a game, with the rules that it alone reads.
        #[derive(Clone, Debug)]
        pub enum Family {
            $(
                #[doc = concat!("The family `", stringify!($folder), "`.")]
                $family(families::$folder::$data),
            )+
        }

        impl Family {
            /// The word after `family` in a definition.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Family::$family(_) => <families::$folder::$data>::NAME,)+
                }
            }

            /// Form of a turn.
            #[must_use]
            pub fn turn_form(&self) -> TurnForm {
                match self {
                    $(Family::$family(data) => data.turn_form(),)+
                }
            }

            /// The kinds of chiefs without which a side has lost; empty where the game has none.
            #[must_use]
            pub fn royal_chiefs(&self) -> &[PieceType] {
                match self {
                    $(Family::$family(data) => data.royal_chiefs(),)+
                }
            }

            /// Whether another game is of the same family and won in the same ways: see
            /// [`FamilyData::is_won_as`].
            #[must_use]
            pub fn is_won_as(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Family::$family(one), Family::$family(other)) => one.is_won_as(other),)+
                    _ => false,
                }
            }

            /// Number of checks that win, in games that count them.
            #[must_use]
            pub fn check_limit(&self) -> Option<u8> {
                match self {
                    $(Family::$family(data) => data.check_limit(),)+
                }
            }

            /// Whether there are pieces in hand.
            #[must_use]
            pub fn has_hands(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.has_hands(),)+
                }
            }

            /// Whether captured pieces come into the captor's hand.
            #[must_use]
            pub fn captures_to_hand(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.captures_to_hand(),)+
                }
            }

            /// Whether royal pieces may be in hand at the start.
            #[must_use]
            pub fn holds_royals(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.holds_royals(),)+
                }
            }

            /// Whether pieces in hand are put on squares that others leave with their first moves.
            #[must_use]
            pub fn has_gates(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.has_gates(),)+
                }
            }

            /// The squares that the board lacks.
            #[must_use]
            pub fn holes(&self) -> &[Square] {
                match self {
                    $(Family::$family(data) => data.holes(),)+
                }
            }

            /// Whether the rules beside the moves of pieces and castling stay the same under a map.
            #[must_use]
            pub fn is_preserved(&self, map: &RuleMap<'_>) -> bool {
                match self {
                    $(Family::$family(data) => data.is_preserved(map),)+
                }
            }

            /// Whether captures remove the pieces around them.
            #[must_use]
            pub fn has_blasts(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.has_blasts(),)+
                }
            }

            /// Whether a side may pass.
            #[must_use]
            pub fn has_passes(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.has_passes(),)+
                }
            }

            /// Whether moves place walls, which nothing enters or passes.
            #[must_use]
            pub fn has_walls(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.has_walls(),)+
                }
            }

            /// Whether moves give enemy pieces to the side that makes them.
            #[must_use]
            pub fn has_flips(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.has_flips(),)+
                }
            }

            /// Whether pieces in hand may also be dropped as their promoted forms.
            #[must_use]
            pub fn drops_promoted(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.drops_promoted(),)+
                }
            }

            /// Kinds that promote in place of a move: where they stand, or by a step of the promoted
            /// piece.
            #[must_use]
            pub fn in_place(&self) -> &[PieceType] {
                match self {
                    $(Family::$family(data) => data.in_place(),)+
                }
            }

            /// Whether games begin with the back rank in any order, as in Chess960.
            #[must_use]
            pub fn is_shuffled(&self) -> bool {
                match self {
                    $(Family::$family(data) => data.is_shuffled(),)+
                }
            }

            /// Castling, if there is any.
            #[must_use]
            pub fn castling(&self) -> Option<&CastlingDefinition> {
                match self {
                    $(Family::$family(data) => data.castling(),)+
                }
            }

            /// Portable Draughts Notation, in games that are written in it.
            #[must_use]
            pub fn pdn(&self) -> Option<&PdnDefinition> {
                match self {
                    $(Family::$family(data) => data.pdn(),)+
                }
            }
        }

        $(
            impl families::$folder::$data {
                /// Returns the family's own part of a definition; `None` if the game is of another
                /// family.
                #[must_use]
                pub fn of(definition: &crate::Definition) -> Option<&Self> {
                    match &definition.family {
                        Family::$family(data) => Some(data),
                        #[allow(unreachable_patterns)]
                        _ => None,
                    }
                }
            }
        )+

        /// Runs an expression on the part of a [`Family`] that one family alone reads.
        ///
        /// The expression is compiled for each family, so it can call what a trait supplies.
        #[macro_export]
        macro_rules! with_family {
            ($dollar any:expr, $dollar own:ident => $dollar body:expr) => {
                match $dollar any {
                    $($dollar crate::Family::$family($dollar own) => $dollar body,)+
                }
            };
        }
    };
}

for_each_family!(family $);
