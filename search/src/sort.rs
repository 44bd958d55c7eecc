//! Stable sorting of lists of moves and turns.
//!
//! The standard library's sorts are compiled anew for each type of element, some 2,000 lines of
//! LLVM IR each; here only keys are sorted, so that one copy serves all games.

/// Sorts a list by a key, smallest first; elements with equal keys keep their order.
pub(crate) fn sort_by_key<T>(list: &mut [T], key: impl Fn(&T) -> i64) {
    let keys = list.iter().enumerate().map(|(index, element)| (key(element), index as u32));
    let mut order: Vec<(i64, u32)> = keys.collect();
    sort_keys(&mut order);
    for place in 0..list.len() {
        let mut from = order[place].1 as usize;
        // Swaps before this one have moved what was at an earlier place.
        while from < place {
            from = order[from].1 as usize;
        }
        list.swap(place, from);
    }
}

/// Sorts keys with the indices of what they belong to.
#[inline(never)]
pub(crate) fn sort_keys(order: &mut [(i64, u32)]) {
    order.sort_unstable();
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library(mut list: Vec<(i8, u16)>) {
            let mut expected = list.clone();
            expected.sort_by_key(|&(key, _)| key);
            sort_by_key(&mut list, |&(key, _)| i64::from(key));
            prop_assert_eq!(list, expected);
        }
    }
}
