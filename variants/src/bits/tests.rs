use super::*;
use proptest::prelude::*;

/// Checks every operation against plain arithmetic on a list of indices.
fn check<B: Bits>(indices: &[u8], others: &[u8], n: u32) {
    let clip = |list: &[u8]| -> Vec<u8> {
        let mut list: Vec<u8> = list.iter().map(|&i| (i as usize % B::WIDTH) as u8).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    let set =
        |list: &[u8]| list.iter().fold(B::EMPTY, |set, &i| set | B::bit(Square::from_index(i)));
    let list = |set: B| -> Vec<u8> { set.iter().map(|s| s.index() as u8).collect() };
    let (a, b) = (clip(indices), clip(others));
    let (x, y) = (set(&a), set(&b));
    assert_eq!(list(x), a);
    assert_eq!(x.count() as usize, a.len());
    assert_eq!(x.first().map(|s| s.0), a.first().copied());
    assert_eq!(x.last().map(|s| s.0), a.last().copied());
    assert_eq!(x.has_several(), a.len() > 1);
    assert_eq!(x.hash() == y.hash(), a == b);
    let up: Vec<u8> = a
        .iter()
        .filter_map(|&i| {
            let i = i as usize + n as usize;
            (i < B::WIDTH).then_some(i as u8)
        })
        .collect();
    assert_eq!(list(x.up(n)), up);
    let down: Vec<u8> = a.iter().filter_map(|&i| i.checked_sub(n as u8)).collect();
    assert_eq!(list(x.down(n)), down);
    let reversed: Vec<u8> = a.iter().rev().map(|&i| (B::WIDTH - 1) as u8 - i).collect();
    assert_eq!(list(x.reverse()), reversed);
    // a - b, where b is a part of a, clears b.
    assert_eq!(x.wrapping_sub(x & y), x & !y);
    assert_eq!(B::EMPTY.wrapping_sub(x).wrapping_sub(B::EMPTY.wrapping_sub(x)), B::EMPTY);
    let mask = &b[..b.len().min(16)];
    let gathered = mask
        .iter()
        .enumerate()
        .filter(|(_, i)| a.contains(i))
        .map(|(bit, _)| 1 << bit)
        .sum::<usize>();
    assert_eq!(x.extract(set(mask)), gathered);
}

proptest! {
    #[test]
    fn operations_agree_with_lists(
        a in prop::collection::vec(any::<u8>(), 0..60),
        b in prop::collection::vec(any::<u8>(), 0..60),
        n in 1u32..64,
    ) {
        check::<u64>(&a, &b, n);
        check::<u128>(&a, &b, n);
        check::<U256>(&a, &b, n);
    }
}
