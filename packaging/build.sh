#!/usr/bin/env bash
# Builds the program for a kind of processors, in target/package, and prints its path.
#
#     packaging/build.sh [CPU] [PROFILE]
#
# PROFILE is dist (default), release or dev.
set -euo pipefail
cd "$(dirname "$0")/.."

cpu=${1:-x86-64-v2}
profile=${2:-dist}

# The processor of this machine does not matter, nor do its flags.
export RUSTFLAGS="-C target-cpu=$cpu"
cargo build --locked --profile "$profile" --target-dir target/package/"$cpu" >&2
folder=$profile
[ "$profile" = dev ] && folder=debug
echo "target/package/$cpu/$folder/menagerie"
