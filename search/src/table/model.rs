//! Model check of a cluster's concurrent reads and writes with loom (<https://docs.rs/loom>): every
//! order that the memory model allows.

use loom::sync::Arc;
use loom::thread;

use super::cluster::Cluster;
use super::entry::Entry;
use crate::Bound;

/// Keys of two positions; entries of different positions differ.
const KEYS: [u64; 2] = [0x1234_5678_9abc_def0, 0x0fed_cba9_8765_4321];

fn entry(position: usize, depth: i32) -> Entry {
    let value = 100 + 10 * position as i32;
    Entry { code: 1 + position as u16, value, eval: None, depth, bound: Bound::Exact }
}

fn is_known(cluster: &Cluster, position: usize) -> bool {
    let found = cluster.probe(KEYS[position]);
    if let Some(found) = found {
        assert!([3, 5].map(|depth| entry(position, depth)).contains(&found), "{found:?}");
    }
    found.is_some()
}

#[test]
fn loom_two_positions_in_one_place() {
    let model = loom::model::Builder::new();
    model.check(|| {
        let cluster = Arc::new(Cluster::default());
        let writers: Vec<_> = (0..2)
            .map(|position| {
                let cluster = cluster.clone();
                thread::spawn(move || cluster.store(KEYS[position], entry(position, 3), 0))
            })
            .collect();
        is_known(&cluster, 0);
        is_known(&cluster, 1);
        for writer in writers {
            writer.join().unwrap();
        }
        // If both chose the same slot, it holds one of them or, torn, neither.
        is_known(&cluster, 0);
        is_known(&cluster, 1);
    });
}

#[test]
fn loom_one_position_twice() {
    let model = loom::model::Builder::new();
    model.check(|| {
        let cluster = Arc::new(Cluster::default());
        let writers: Vec<_> = [3, 5]
            .into_iter()
            .map(|depth| {
                let cluster = cluster.clone();
                thread::spawn(move || cluster.store(KEYS[0], entry(0, depth), 0))
            })
            .collect();
        is_known(&cluster, 0);
        assert!(!is_known(&cluster, 1));
        for writer in writers {
            writer.join().unwrap();
        }
        is_known(&cluster, 0);
        assert!(!is_known(&cluster, 1));
    });
}
