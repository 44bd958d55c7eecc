#!/usr/bin/env bash
# Builds the engine as a WebAssembly module, in target/web/package with the script of its worker and a
# page that shows its use.
#
#     packaging/web.sh [PROFILE]
#
# PROFILE is dist (default), release or dev. `rustup target add wasm32-wasip1` first.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${1:-dist}
target=wasm32-wasip1
# Vectors are in all browsers since 2023; the deepest lines of a search need the stack.
export RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=33554432"
cargo rustc --locked --profile "$profile" --package menagerie-web --target "$target" \
    --target-dir target/web --crate-type cdylib
folder=$profile
[ "$profile" = dev ] && folder=debug
rm -rf target/web/package
mkdir -p target/web/package
cp "target/web/$target/$folder/menagerie_web.wasm" target/web/package/menagerie.wasm
cp web/js/* THIRD-PARTY.md LICENSE-MIT LICENSE-APACHE target/web/package
ls -l target/web/package/menagerie.wasm
