//! The transposition table compared with a `DashMap` of the same contents: probes and stores by one
//! thread and by two. Throughput is in accesses, of all threads together.

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dashmap::DashMap;
use search::Bound;
use search::table::{Entry, Table};

/// Size of the table in megabytes: more than the processor's caches hold.
const MEGABYTES: usize = 64;
/// Size of an entry in bytes.
const ENTRY: usize = 16;
/// Accesses per thread in one sample.
const ACCESSES: u64 = 200_000;

/// Interface of both maps.
trait Store: Sync {
    fn probe(&self, key: u64) -> Option<Entry>;
    fn store(&self, key: u64, entry: Entry);
    fn prefetch(&self, _key: u64) {}
}

impl Store for Table {
    fn probe(&self, key: u64) -> Option<Entry> {
        Table::probe(self, key)
    }

    fn store(&self, key: u64, entry: Entry) {
        Table::store(self, key, entry);
    }

    fn prefetch(&self, key: u64) {
        Table::prefetch(self, key);
    }
}

/// A map is unbounded: the keys are masked, so that it holds no more than the table.
impl Store for DashMap<u64, Entry> {
    fn probe(&self, key: u64) -> Option<Entry> {
        self.get(&place(key)).map(|entry| *entry)
    }

    fn store(&self, key: u64, entry: Entry) {
        self.insert(place(key), entry);
    }
}

fn place(key: u64) -> u64 {
    key % ((MEGABYTES << 20) / ENTRY) as u64
}

/// Access pattern of the threads.
#[derive(Clone, Copy)]
enum Mix {
    /// Probes and stores of random positions, in equal numbers.
    Random,
    /// As in search: a probe of each position, followed by a store for three in four; one position
    /// in four came up shortly before.
    Search,
    /// The same, with prefetching of the next position.
    Prefetched,
}

/// <https://prng.di.unimi.it/splitmix64.c>
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

fn entry(key: u64) -> Entry {
    let depth = (key >> 8 & 15) as i32;
    Entry { code: key as u16, value: 3, eval: Some(5), depth, bound: Bound::Lower }
}

/// Simulates the work of search between two accesses.
fn think(key: u64) -> u64 {
    (0..20).fold(key, |key, round| key.rotate_left(7).wrapping_mul(round | 1))
}

fn work(store: &impl Store, mix: Mix, seed: u64) {
    let mut state = seed;
    let mut recent = [0u64; 256];
    let mut key = next(&mut state);
    for count in 0..ACCESSES {
        let chance = next(&mut state);
        let is_old = chance >> 62 == 0 && count > 256;
        let coming = if is_old { recent[(chance & 255) as usize] } else { next(&mut state) };
        match mix {
            Mix::Random if chance & 1 == 0 => store.store(key, entry(key)),
            Mix::Random => {
                black_box(store.probe(key));
            }
            Mix::Search | Mix::Prefetched => {
                if matches!(mix, Mix::Prefetched) {
                    store.prefetch(coming);
                }
                black_box(think(key));
                black_box(store.probe(key));
                if chance >> 8 & 3 > 0 {
                    store.store(key, entry(key));
                }
            }
        }
        recent[(count & 255) as usize] = key;
        key = coming;
    }
}

/// Returns the time from the first thread's start to the last one's end.
fn time(store: &impl Store, mix: Mix, threads: u64, rounds: u64) -> Duration {
    let barrier = Barrier::new(threads as usize + 1);
    thread::scope(|scope| {
        for thread in 0..threads {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                (0..rounds).for_each(|round| work(store, mix, thread << 32 | round));
                barrier.wait();
            });
        }
        barrier.wait();
        let begin = Instant::now();
        barrier.wait();
        begin.elapsed()
    })
}

fn table(criterion: &mut Criterion) {
    let array = Table::new(MEGABYTES).expect("memory");
    let map = DashMap::with_capacity((MEGABYTES << 20) / ENTRY);
    // Fills the table, as in a long game.
    let mut state = 1;
    for _ in 0..2 * (MEGABYTES << 20) / ENTRY {
        let key = next(&mut state);
        array.store(key, entry(key));
        Store::store(&map, key, entry(key));
    }
    let mixes = [("random", Mix::Random), ("search", Mix::Search), ("prefetched", Mix::Prefetched)];
    for (name, mix) in mixes {
        let mut group = criterion.benchmark_group(format!("table/{name}"));
        group.sample_size(10).measurement_time(Duration::from_secs(2));
        for threads in [1, 2] {
            group.throughput(Throughput::Elements(threads * ACCESSES));
            group.bench_function(BenchmarkId::new("array", threads), |bencher| {
                bencher.iter_custom(|rounds| time(&array, mix, threads, rounds));
            });
            if !matches!(mix, Mix::Prefetched) {
                group.bench_function(BenchmarkId::new("dashmap", threads), |bencher| {
                    bencher.iter_custom(|rounds| time(&map, mix, threads, rounds));
                });
            }
        }
        group.finish();
    }
}

/// Allocating and clearing a table, in a pool of so many threads.
fn empty(criterion: &mut Criterion) {
    const LARGE: usize = 1024;
    let mut group = criterion.benchmark_group("table/1024MB");
    group.sample_size(10).throughput(Throughput::Bytes((LARGE << 20) as u64));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        group.bench_function(BenchmarkId::new("new", threads), |bencher| {
            bencher.iter_with_large_drop(|| pool.install(|| Table::new(LARGE)));
        });
        let mut table = pool.install(|| Table::new(LARGE)).expect("memory");
        group.bench_function(BenchmarkId::new("clear", threads), |bencher| {
            bencher.iter(|| pool.install(|| table.clear()));
        });
    }
    group.finish();
}

criterion_group!(benches, table, empty);
criterion_main!(benches);
