//! What is counted in check-and-mate games, and what it counts as where nothing better is known.

use super::super::layout::Layout;
use super::super::weight::Weight;

/// Makes the list of the terms, the generic weights and the struct of their places.
macro_rules! royal_terms {
    ($($(#[$doc:meta])* $field:ident $name:literal [$len:expr] $default:expr;)+) => {
        /// Where the terms' weights are.
        pub(super) struct Indices {
            $($(#[$doc])* pub $field: usize,)+
        }

        impl Indices {
            pub(super) fn new(layout: &Layout) -> Self {
                Indices { $($field: layout.term($name),)+ }
            }
        }

        /// Terms of the family, each with its generic weights.
        pub(crate) fn terms(ranks: usize) -> Vec<(&'static str, Vec<Weight>)> {
            let ranks = |len: usize| if len == 0 { ranks } else { len };
            [$(($name, ranks($len), $default as fn(f32) -> Weight)),+]
                .map(|(name, len, weight)| (name, (0..len).map(|n| weight(n as f32)).collect()))
                .into()
        }
    };
}

/// Length of a term with a weight for each rank.
const RANKS: usize = 0;
/// Most attackers of a king that are told apart.
pub(super) const MAX_ATTACKERS: usize = 7;

royal_terms! {
    /// A pawn that no enemy pawn can stop, by its rank
    /// (<https://www.chessprogramming.org/Passed_Pawn>).
    passed "passed" [RANKS] |rank| Weight::new(rank * rank, 3.0 * rank * rank);
    /// A passed pawn that another pawn protects, for each rank it has come.
    passed_protected "passed-protected" [1] |_| Weight::new(1.0, 2.0);
    /// A passed pawn with nothing on the square before it, for each rank it has come.
    passed_free "passed-free" [1] |_| Weight::new(0.0, 2.0);
    /// The distance of the own king from a passed pawn.
    passed_own_king "passed-own-king" [1] |_| Weight::new(0.0, -2.0);
    /// The distance of the enemy's king from a passed pawn.
    passed_enemy_king "passed-enemy-king" [1] |_| Weight::new(0.0, 3.0);
    /// A pawn without others on the files beside it
    /// (<https://www.chessprogramming.org/Isolated_Pawn>).
    isolated "isolated" [1] |_| Weight::new(-7.0, -9.0);
    /// A pawn with another before it on its file
    /// (<https://www.chessprogramming.org/Doubled_Pawn>).
    doubled "doubled" [1] |_| Weight::new(-7.0, -12.0);
    /// A pawn that a pawn protects.
    defended "defended" [1] |_| Weight::new(7.0, 5.0);
    /// A pawn with another to its right.
    phalanx "phalanx" [1] |_| Weight::new(5.0, 4.0);
    /// An enemy officer that a pawn attacks.
    pawn_threat "pawn-threat" [1] |_| Weight::new(35.0, 30.0);
    /// An enemy officer that a clearly cheaper officer attacks.
    officer_threat "officer-threat" [1] |_| Weight::new(20.0, 20.0);
    /// An enemy officer that is attacked and not protected.
    hanging "hanging" [1] |_| Weight::new(20.0, 18.0);
    /// An enemy pawn that is attacked and not protected.
    hanging_pawn "hanging-pawn" [1] |_| Weight::new(4.0, 10.0);
    /// An own pawn next to the king, on the enemy's side of it
    /// (<https://www.chessprogramming.org/King_Safety#PawnShield>).
    shield "shield" [1] |_| Weight::new(9.0, 0.0);
    /// An own officer next to the king.
    guard "guard" [1] |_| Weight::new(4.0, 0.0);
    /// A file at the king or next to it without an own pawn.
    open_file "open-file" [1] |_| Weight::new(-12.0, 2.0);
    /// How many enemy officers attack squares next to the king.
    attackers "attackers" [MAX_ATTACKERS + 1] |count| Weight::new(-2.0 * count * count, 0.0);
    /// A square next to the king that an enemy attacks and only the king protects.
    weak_ring "weak-ring" [1] |_| Weight::new(-8.0, -2.0);
    /// Two pieces of a kind that stays on squares of one colour, on both colours.
    pair "pair" [1] |_| Weight::new(20.0, 35.0);
    /// A square that is attacked, and not by enemy pawns.
    control "control" [1] |_| Weight::new(1.0, 1.0);
    /// A pawn's square attacked in the enemy's half: room
    /// (<https://www.chessprogramming.org/Space>).
    space "space" [1] |_| Weight::new(2.0, 0.0);
    /// How far the enemy's king is from the middle, when it is all but alone
    /// (<https://www.chessprogramming.org/Mop-up_Evaluation>).
    mop_edge "mop-edge" [1] |_| Weight::new(0.0, 12.0);
    /// How near the kings are to each other then.
    mop_near "mop-near" [1] |_| Weight::new(0.0, 6.0);
}
