#!/usr/bin/env bash
# Makes the endgame tables that are installed with the program: three pieces of the built-in games.
#
#     packaging/tables.sh PROGRAM DIR
#
# Games that cannot be solved are left out, and so are those with more entries than ENTRIES (default
# 3,000,000) but for Chesica, so that all of them take minutes and a few megabytes.
set -euo pipefail

program=$1
folder=$2
most=${ENTRIES:-3000000}

"$program" variants | while read -r game _; do
    # Of games with many kinds of pieces the list alone takes minutes.
    plan=$(timeout 60 "$program" solve "$game" --men 3 --plan --tables "$folder" 2>&1 >/dev/null </dev/null) ||
        continue
    entries=$(sed -n 's/.* there: \([0-9]*\) entries.*/\1/p' <<<"$plan")
    if [ "$game" = chesica ] || { [ "${entries:-0}" -gt 0 ] && [ "$entries" -le "$most" ]; }; then
        "$program" solve "$game" --men 3 --tables "$folder" >/dev/null 2>&1 </dev/null
    fi
done
rm -f "$folder"/*/.lock
du -sh "$folder"
