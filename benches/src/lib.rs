//! Criterion benches of the library crates, in a package of their own: tests do not wait for what
//! they need. `cargo bench -p menagerie-benches` runs all, `--bench perft` one of them.
