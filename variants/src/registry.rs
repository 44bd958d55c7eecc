//! The list of all families, read by every macro that makes something for each of them.

/// Passes the families to a macro, one line each: the type of its positions, its folder in
/// [`families`](crate::families), the type of its data in a definition, and the names in
/// [`AnyGame`](crate::AnyGame) of its games on boards of each width, narrow boards first. The last
/// width holds every board.
///
/// Each width is compiled on its own, in `search` and `solver` too: a family has narrow ones where
/// the speed of its games on small boards is worth the time.
///
/// The dollar sign that follows the macro's name is for macros that make macros.
macro_rules! for_each_family {
    ($callback:ident $dollar:tt) => {
        $callback! {
            $dollar
            Royal royal RoyalDefinition: Royal64 u64, Royal128 u128, Royal256 U256;
            Jumping jumping JumpingDefinition: Jumping64 u64, Jumping128 u128, Jumping256 U256;
            Armies armies ArmiesDefinition: Armies256 U256;
        }
    };
}
