//! Profiles of the build.

use std::fs;

use menagerie_tests::measurements::root;
use toml::{Table, Value};

#[test]
fn the_program_for_others_is_optimised_and_stripped_as_a_whole() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: Table = manifest.parse().unwrap();
    let profile = &manifest["profile"]["dist"];
    assert_eq!(profile["lto"], Value::from("fat"));
    // Fat LTO works at the level of the last package; a level of its own hides what the profile strips.
    let program = &profile["package"]["menagerie"];
    assert_eq!(program["opt-level"], Value::from(3));
    assert_eq!(program["strip"], Value::from("symbols"));
}
