# One word for each long command; `just` alone lists them (https://just.systems).

_list:
    @just --list --unsorted

# Formatting, lints, tests and documentation: the gate.
check:
    .ci/run

# The release binary, for this machine.
build:
    cargo build --release

# The binary of releases: smaller, and minutes to build.
dist:
    cargo build --profile dist

# The release archive: program, manual pages, completions, documentation, licences.
archive:
    packaging/archive.sh

# Endgame tables of three pieces for the release binary, where it finds them: target/share/menagerie/tables.
tables: build
    packaging/tables.sh target/release/menagerie target/share/menagerie/tables

# The Debian package (cargo-deb).
deb:
    packaging/deb.sh

# Changes of the libraries that their version does not allow, against the last release (cargo-semver-checks).
semver revision="":
    packaging/semver.sh {{ revision }}

# The notices for third-party packages, for the program and for the wheel (cargo install --locked --features cli cargo-about).
licences:
    cargo about generate --manifest-path cli/Cargo.toml -c about.toml about.hbs -o THIRD-PARTY.md
    cargo about generate --manifest-path python/Cargo.toml -c about.toml about.hbs -o python/THIRD-PARTY.md

# The Python wheel (maturin), in target/wheels.
wheel:
    maturin build --release --manifest-path python/Cargo.toml

# The engine as a WebAssembly module for Web Workers, in target/web/package, and its tests.
web:
    packaging/web.sh
    cargo test -p menagerie-tests --test suite web::

# Installs the release binary and XBoard's list.
install: build
    target/release/menagerie install

# Tests whose names contain a text; all, if none is given.
test filter="":
    cargo test --workspace {{ filter }}

# The table's races, in every order that the memory model allows.
loom:
    RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR=target/loom cargo test -p menagerie-search --lib loom

# Undefined behaviour in the table (nightly with the components miri and rust-src).
miri:
    MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-tree-borrows -Zmiri-ignore-leaks" \
        cargo +nightly miri test -p menagerie-search --lib table::

# Data races in searches on several threads (nightly with rust-src).
tsan:
    TSAN_OPTIONS=allocator_may_return_null=1 RUSTFLAGS=-Zsanitizer=thread CARGO_TARGET_DIR=target/tsan \
        cargo +nightly test -Zbuild-std --target x86_64-unknown-linux-gnu -p menagerie-search --lib --tests \
        -- table:: planner:: threads

# Advisories, licences, duplicates and sources of all packages (cargo-deny).
deny:
    cargo deny check

# Random input for some seconds: fen, definition, uci, cecp, net, pgn, openings, import or table (nightly, cargo-fuzz).
fuzz target seconds="60":
    cargo run -p menagerie-tests --bin seeds -- fuzz/seeds
    mkdir -p fuzz/corpus/{{ target }}
    cargo +nightly fuzz run {{ target }} fuzz/corpus/{{ target }} fuzz/seeds/{{ target }} -- -max_total_time={{ seconds }}

# Hostile conversations, definitions, nets, kills and full disks for some minutes.
soak minutes="10":
    cargo build --release -p menagerie -p menagerie-tests
    MENAGERIE_BINARY=target/release/menagerie target/release/soak {{ minutes }}

# The table of the last turns against a lone chief, in some minutes.
lone-chief:
    cargo run --release -p menagerie-tests --bin lone-chief

# Speed and node count of a search from fixed positions.
bench:
    cargo run --release -- bench

# Each level of play against the one below, in some games; the files of FOLDER resume.
levels folder *games:
    cargo build --release
    tests/scripts/levels.py target/release/menagerie {{ folder }} --greedy {{ games }}

# How much sooner several threads complete a depth than one: GAME=DEPTH ...; the files of FOLDER resume.
threads folder count *games:
    cargo build --release
    tests/scripts/threads.py target/release/menagerie {{ folder }} --threads {{ count }} {{ games }}
