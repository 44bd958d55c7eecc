use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::Bound;
use crate::score::{EVAL_LIMIT, Value, loss_in, win_in};

/// Small enough for Miri, large enough to have several clusters.
fn small() -> Table {
    Table::with_clusters(64).unwrap()
}

fn entry(value: Value, depth: i32) -> Entry {
    Entry { code: 7, value, eval: Some(-3), depth, bound: Bound::Lower }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 20 } else { 256 }))]

    #[test]
    fn entries_read_back(
        code: u16,
        value in -32_000..32_000,
        eval in prop::option::of(-EVAL_LIMIT..EVAL_LIMIT),
        depth in -7..247,
        kind in 0..3,
        generation in 0..GENERATIONS,
    ) {
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][kind as usize];
        let entry = Entry { code, value, eval, depth, bound };
        let data = entry.pack(generation);
        prop_assert_eq!(Entry::unpack(data), Some(entry));
        prop_assert_ne!(data, 0);
        for later in 0..GENERATIONS {
            prop_assert_eq!(entry::age(data, (generation + later) % GENERATIONS), later);
        }
    }

    #[test]
    fn every_key_has_a_place(count in 0..200usize, key: u64) {
        let table = Table::with_clusters(count).unwrap();
        table.prefetch(key);
        table.store(key, entry(5, 4));
        prop_assert_eq!(table.probe(key), (count > 0).then_some(entry(5, 4)));
        prop_assert_eq!(table.probe(key ^ 1), None);
    }
}

#[test]
fn mates_count_from_the_position() {
    for value in [win_in(9), loss_in(9), 35] {
        let kept = Entry::value_to_keep(value, 5);
        assert_eq!(entry(kept, 1).value_at(5), value);
    }
    assert_eq!(entry(Entry::value_to_keep(win_in(9), 5), 1).value_at(2), win_in(6));
}

#[test]
fn finds_what_was_stored_and_nothing_else() {
    let table = small();
    assert_eq!(table.probe(0), None);
    table.store(99 << 40, entry(5, 4));
    assert_eq!(table.probe(99 << 40), Some(entry(5, 4)));
    assert_eq!(table.probe(98 << 40), None);
    // A much shallower entry without an exact value does not replace it; others do.
    table.store(99 << 40, entry(6, 0));
    assert_eq!(table.probe(99 << 40), Some(entry(5, 4)));
    table.store(99 << 40, Entry { code: 0, ..entry(7, 5) });
    assert_eq!(table.probe(99 << 40), Some(entry(7, 5)));
    table.store(99 << 40, Entry { bound: Bound::Exact, ..entry(8, 0) });
    assert_eq!(table.probe(99 << 40), Some(Entry { bound: Bound::Exact, ..entry(8, 0) }));
}

#[test]
fn a_later_search_replaces_its_position() {
    let mut table = small();
    table.store(1, entry(5, 40));
    table.next_generation();
    table.store(1, entry(6, 1));
    assert_eq!(table.probe(1), Some(entry(6, 1)));
}

#[test]
fn the_old_and_shallow_goes_first() {
    let mut table = small();
    for key in 1..=4 {
        table.store(key, entry(0, 10 + key as i32));
    }
    table.store(5, entry(0, 1));
    assert_eq!(table.probe(1), None);
    assert!((2..=5).all(|key| table.probe(key).is_some()));
    // One search later, the shallowest entry is still replaced first, though it is the second
    // youngest.
    table.next_generation();
    table.store(6, entry(0, 1));
    assert_eq!(table.probe(5), None);
    for _ in 0..5 {
        table.next_generation();
    }
    for key in 10..14 {
        table.store(key, entry(0, 1));
    }
    assert!((10..14).all(|key| table.probe(key).is_some()));
    table.clear();
    assert!((1..14).all(|key| table.probe(key).is_none()));
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn keys_are_spread_evenly() {
    let table = small();
    let mut seen = HashSet::new();
    for index in 0..64u64 {
        let cluster = table.cluster(index << 58 | 12345).unwrap();
        assert!(seen.insert(std::ptr::from_ref(cluster)));
        assert_eq!(std::ptr::from_ref(cluster) as usize % 64, 0, "a line of the cache");
    }
    assert_eq!(size_of::<Cluster>(), 64);
}

#[test]
fn fullness_is_of_the_present_search() {
    let mut table = small();
    table.next_generation();
    // A quarter of all entries: one in each cluster.
    (0..64u64).for_each(|index| table.store(index << 58, entry(0, 3)));
    assert_eq!(table.hashfull(), 250);
    table.next_generation();
    assert_eq!(table.hashfull(), 0, "what an earlier search wrote makes room");
    (0..32u64).for_each(|index| table.store(index << 58, entry(0, 3)));
    (0..64u64).for_each(|index| table.store(index << 58 | 1, entry(0, 3)));
    assert_eq!(table.hashfull(), 375);
    (0..64u64).for_each(|index| {
        (2..9).for_each(|low| table.store(index << 58 | low, entry(0, 3)));
    });
    assert_eq!(table.hashfull(), 1000);
}

#[test]
fn an_empty_table_knows_nothing() {
    let mut table = Table::empty();
    table.next_generation();
    table.prefetch(1);
    table.store(1, entry(1, 1));
    assert_eq!(table.probe(1), None);
    assert_eq!(table.hashfull(), 0);
    table.clear();
}

#[test]
#[cfg_attr(miri, ignore = "too much memory for Miri")]
fn sizes_are_megabytes() {
    for megabytes in [0, 1, 3] {
        let table = Table::new(megabytes).unwrap();
        assert_eq!(size_of_val(table.clusters()), megabytes.max(1) << 20);
        table.store(u64::MAX, entry(5, 4));
        assert_eq!(table.probe(u64::MAX), Some(entry(5, 4)));
    }
}

#[test]
#[cfg_attr(miri, ignore = "Miri ends when memory does")]
fn what_is_too_large_is_an_error() {
    for megabytes in [usize::MAX, usize::MAX / MEGABYTE, 1 << 40] {
        assert_eq!(Table::new(megabytes).unwrap_err(), TableError { megabytes });
    }
}

#[test]
#[cfg_attr(miri, ignore = "too large")]
fn large_tables_are_cleared_too() {
    let mut table = Table::new(257).unwrap();
    table.store(7, entry(7, 3));
    assert!(table.probe(7).is_some());
    table.clear();
    assert!(table.probe(7).is_none());
}

#[test]
fn memory_is_provided_without_a_change() {
    let table = Table::new(1).unwrap();
    let keys: Vec<u64> = (1..=1000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let of_key = |key: u64| Entry { code: key as u16 | 1, ..entry(7, 3) };
    keys.iter().for_each(|&key| table.store(key, of_key(key)));
    let before: Vec<_> = keys.iter().map(|&key| table.probe(key)).collect();
    (0..3).for_each(|index| table.touch(index, 3, &|| true));
    assert!(keys.iter().map(|&key| table.probe(key)).eq(before));
    assert!(table.probe(keys[999]).is_some());
    let asked = std::cell::Cell::new(0);
    table.touch(0, 1, &|| {
        asked.set(asked.get() + 1);
        false
    });
    assert_eq!(asked.get(), 1, "it ends when it is told to");
}

#[test]
fn threads_never_read_torn_entries() {
    const TURNS: u64 = if cfg!(miri) { 300 } else { 200_000 };
    let table = small();
    // Few clusters, many writers; each key's entries carry the key in their fields.
    let keys: Vec<u64> = (1..=64u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let of_key = |key: u64, depth: i32| Entry {
        code: (key >> 40) as u16,
        value: (key >> 42) as i16 as Value / 2,
        eval: Some((key >> 41) as i16 as Value / 2),
        depth,
        bound: Bound::Exact,
    };
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let (table, keys) = (&table, &keys);
            scope.spawn(move || {
                let mut state = thread + 1;
                for _ in 0..TURNS {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let key = keys[(state >> 58) as usize] & !(0xff << 56);
                    if state >> 40 & 1 == 0 {
                        table.store(key, of_key(key, (state >> 42 & 127) as i32));
                    } else if let Some(entry) = table.probe(key) {
                        assert_eq!(entry, of_key(key, entry.depth));
                    }
                }
            });
        }
    });
}
