#!/usr/bin/env bash
# Checks the libraries for changes that their version does not allow, against the last release
# (cargo-semver-checks, https://github.com/obi1kenobi/cargo-semver-checks).
#
#     packaging/semver.sh [REVISION]
#
# REVISION is what to compare with: by default the last tag of a version, or where none was fetched, the
# last commit that made a release. Libraries that it does not have are new.
set -euo pipefail
cd "$(dirname "$0")/.."

base=${1:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null ||
    git log -1 --grep '^release: [0-9]' --format=%H)}
[ -n "$base" ] || {
    echo "no release in the history: expected a tag v... or a commit 'release: ...'" >&2
    exit 2
}
packages=()
for manifest in */Cargo.toml; do
    folder=$(dirname "$manifest")
    if [ ! -f "$folder/src/lib.rs" ] || grep -q '^publish = false' "$manifest"; then
        continue
    fi
    if git cat-file -e "$base:$manifest" 2>/dev/null; then
        packages+=(--package "menagerie-$folder")
    else
        echo "menagerie-$folder is new"
    fi
done
cargo semver-checks --baseline-rev "$base" "${packages[@]}"
