#!/usr/bin/env bash
# Builds the program for a kind of processors and lays it out as installed: program, manual pages,
# completions, XBoard's plugin file, small endgame tables.
#
#     packaging/stage.sh DIR [CPU] [PROFILE]
#
# PROFILE is dist (default), release or dev.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$1
program=$(packaging/build.sh "${2:-x86-64-v2}" "${3:-dist}")
rm -rf "$root"
mkdir -p "$root"
"$program" install --destdir "$root" --prefix /usr >/dev/null
packaging/tables.sh "$program" "$root/usr/share/menagerie/tables"
[ -x "$root/usr/bin/menagerie" ]
