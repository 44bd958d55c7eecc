//! Pages of solved endings match their data.

use std::fs;

use menagerie_tests::knowledge::pages;
use menagerie_tests::measurements::root;

#[test]
fn pages_show_the_results() {
    let pages = pages(&root()).unwrap();
    assert!(pages.len() > 1);
    for (path, text) in pages {
        let written = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        assert!(
            written == text,
            "{} differs from its data: run cargo run -p menagerie-tests --bin knowledge",
            path.display()
        );
    }
}
