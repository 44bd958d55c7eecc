#!/usr/bin/env bash
# Builds the program for a kind of processors and lays it out as installed: program, manual pages,
# completions, XBoard's plugin file, small endgame tables.
#
#     packaging/stage.sh DIR [CPU] [PROFILE]
#
# PROFILE is dist (default), release or dev. The programs are built in target/package.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$1
cpu=${2:-x86-64-v2}
profile=${3:-dist}

# The processor of this machine does not matter, nor do its flags.
export RUSTFLAGS="-C target-cpu=$cpu"
cargo build --locked --profile "$profile" --target-dir target/package/"$cpu"
folder=$profile
[ "$profile" = dev ] && folder=debug
program=target/package/$cpu/$folder/menagerie
rm -rf "$root"
mkdir -p "$root"
"$program" install --destdir "$root" --prefix /usr >/dev/null
packaging/tables.sh "$program" "$root/usr/share/menagerie/tables"
[ -x "$root/usr/bin/menagerie" ]
