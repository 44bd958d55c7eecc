#!/usr/bin/env bash
# Writes a release archive, target/package/menagerie-VERSION-TARGET.tar.gz: the program for two kinds
# of processors, manual pages, completions, endgame tables, documentation, XBoard's plugin file and the licences.
#
#     packaging/archive.sh [PROFILE]
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${1:-dist}
case $(uname -m) in
x86_64) cpus=(x86-64-v2 x86-64-v3) ;;
*) cpus=(generic) ;;
esac
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
target=$(rustc -vV | sed -n 's/^host: //p')
name=menagerie-$version-$target
folder=target/package/$name
rm -rf "$folder"
mkdir -p "$folder"
for cpu in "${cpus[@]}"; do
    packaging/stage.sh target/package/stage "$cpu" "$profile"
    if [ "$cpu" = "${cpus[0]}" ]; then
        cp -r target/package/stage/usr/bin target/package/stage/usr/share "$folder"
    else
        cp target/package/stage/usr/bin/menagerie "$folder/bin/menagerie-$cpu"
    fi
done
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md "$folder"
mkdir -p "$folder/variants"
cp variants/RULES.md "$folder/variants"
cp -r variants/definitions "$folder/variants"
cp -r docs "$folder"
# The same files give the same archive.
date=$(git log -1 --format=%cI 2>/dev/null || echo 1980-01-01T00:00:00Z)
tar --sort=name --mtime="$date" --owner=0 --group=0 --numeric-owner \
    -C target/package -cf - "$name" | gzip -9n >"$folder.tar.gz"
echo "$folder.tar.gz"
