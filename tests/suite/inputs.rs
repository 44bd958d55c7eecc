//! Seeds of all formats and mutations of them: what the fuzz targets do with any bytes.

use menagerie_tests::Random;
use menagerie_tests::inputs::{FORMATS, next};

/// Mutations of each format's seeds; nets are longer than all others, and tables are read from files.
const MUTATIONS: usize = 200;
const SLOW: usize = 20;

#[test]
fn seeds_and_their_mutations_hold() {
    for format in FORMATS {
        let seeds = (format.seeds)();
        assert!(seeds.len() >= 2, "{}", format.name);
        seeds.iter().for_each(|seed| (format.read)(seed));
        let mut random = Random::new(1);
        let is_slow = ["net", "table"].contains(&format.name);
        let count = if is_slow { SLOW } else { MUTATIONS };
        for _ in 0..count {
            (format.read)(&next(&mut random, &seeds));
        }
    }
}

#[test]
fn every_format_has_a_fuzz_target() {
    let manifest = include_str!("../../fuzz/Cargo.toml");
    for format in FORMATS {
        let line = format!("name = \"{}\"", format.name);
        assert!(manifest.lines().any(|found| found == line), "{line}");
    }
}
