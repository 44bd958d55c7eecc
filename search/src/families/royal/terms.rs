//! List of the terms of royal games, with their generic weights.

use crate::eval::{Layout, Weight};

/// Defines the list of the terms, the generic weights and the struct of their indices.
macro_rules! royal_terms {
    ($($(#[$doc:meta])* $field:ident $name:literal [$len:expr] $default:expr;)+) => {
        /// Indices of the terms' weights.
        pub(super) struct Indices {
            $($(#[$doc])* pub $field: usize,)+
        }

        impl Indices {
            pub(super) fn new(layout: &Layout) -> Self {
                Indices { $($field: layout.term($name),)+ }
            }
        }

        /// Terms of the family, each with its generic weights.
        pub(super) fn terms(ranks: usize) -> Vec<(&'static str, Vec<Weight>)> {
            let ranks = |len: usize| if len == 0 { ranks } else { len };
            [$(($name, ranks($len), $default as fn(f32) -> Weight)),+]
                .map(|(name, len, weight)| (name, (0..len).map(|n| weight(n as f32)).collect()))
                .into()
        }
    };
}

/// Marks the length of a term with a weight for each rank.
const RANKS: usize = 0;
/// Number of attackers from which on all count alike.
pub(super) const MAX_ATTACKERS: usize = 7;

royal_terms! {
    /// Passed pawn, by its rank (<https://www.chessprogramming.org/Passed_Pawn>).
    passed "passed" [RANKS] |rank| Weight::new(rank * rank, 3.0 * rank * rank);
    /// Passed pawn that another pawn protects, per rank advanced.
    passed_protected "passed-protected" [1] |_| Weight::new(1.0, 2.0);
    /// Passed pawn with an empty square in front, per rank advanced.
    passed_free "passed-free" [1] |_| Weight::new(0.0, 2.0);
    /// Distance of the own king from a passed pawn.
    passed_own_king "passed-own-king" [1] |_| Weight::new(0.0, -2.0);
    /// Distance of the enemy's king from a passed pawn.
    passed_enemy_king "passed-enemy-king" [1] |_| Weight::new(0.0, 3.0);
    /// Isolated pawn: no own pawns on the adjacent files
    /// (<https://www.chessprogramming.org/Isolated_Pawn>).
    isolated "isolated" [1] |_| Weight::new(-7.0, -9.0);
    /// Doubled pawn: another own pawn ahead on its file
    /// (<https://www.chessprogramming.org/Doubled_Pawn>).
    doubled "doubled" [1] |_| Weight::new(-7.0, -12.0);
    /// Pawn that a pawn protects.
    defended "defended" [1] |_| Weight::new(7.0, 5.0);
    /// Pawn with another to its right.
    phalanx "phalanx" [1] |_| Weight::new(5.0, 4.0);
    /// Enemy officer that a pawn attacks.
    pawn_threat "pawn-threat" [1] |_| Weight::new(35.0, 30.0);
    /// Enemy officer that a clearly cheaper officer attacks.
    officer_threat "officer-threat" [1] |_| Weight::new(20.0, 20.0);
    /// Hanging enemy officer: attacked and not protected.
    hanging "hanging" [1] |_| Weight::new(20.0, 18.0);
    /// Hanging enemy pawn: attacked and not protected.
    hanging_pawn "hanging-pawn" [1] |_| Weight::new(4.0, 10.0);
    /// Pawn shield: own pawn in front of the king
    /// (<https://www.chessprogramming.org/King_Safety#PawnShield>).
    shield "shield" [1] |_| Weight::new(9.0, 0.0);
    /// Own officer adjacent to the king.
    guard "guard" [1] |_| Weight::new(4.0, 0.0);
    /// File at the king, or adjacent to it, without an own pawn.
    open_file "open-file" [1] |_| Weight::new(-12.0, 2.0);
    /// Number of enemy officers that attack the king ring.
    attackers "attackers" [MAX_ATTACKERS + 1] |count| Weight::new(-2.0 * count * count, 0.0);
    /// Square of the king ring that an enemy attacks and only the king protects.
    weak_ring "weak-ring" [1] |_| Weight::new(-8.0, -2.0);
    /// Pair of colour-bound pieces of one type, on both colours.
    pair "pair" [1] |_| Weight::new(20.0, 35.0);
    /// Attacked square that no enemy pawn attacks.
    control "control" [1] |_| Weight::new(1.0, 1.0);
    /// Square in the enemy's half that a pawn attacks (<https://www.chessprogramming.org/Space>).
    space "space" [1] |_| Weight::new(2.0, 0.0);
    /// Distance of the enemy's king from the centre, when it has next to no pieces left
    /// (<https://www.chessprogramming.org/Mop-up_Evaluation>).
    mop_edge "mop-edge" [1] |_| Weight::new(0.0, 12.0);
    /// Nearness of the kings in the same case.
    mop_near "mop-near" [1] |_| Weight::new(0.0, 6.0);
}
