#!/usr/bin/env bash
# Writes a release archive, target/package/menagerie-VERSION-TARGET.tar.gz, and its checksum: the program for
# two kinds of processors, manual pages, completions, endgame tables, documentation, XBoard's plugin file and the licences.
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
packaging/stage.sh target/package/stage "${cpus[0]}" "$profile"
cp -r target/package/stage/usr/bin target/package/stage/usr/share "$folder"
for cpu in "${cpus[@]:1}"; do
    cp "$(packaging/build.sh "$cpu" "$profile")" "$folder/bin/menagerie-$cpu"
done
cp packaging/INSTALL.md LICENSE-MIT LICENSE-APACHE "$folder"
# All pages, so that links between them lead somewhere.
for file in *.md */*.md variants/definitions/*; do
    mkdir -p "$folder/$(dirname "$file")"
    cp "$file" "$folder/$file"
done
rm -r "$folder/packaging"
cp -r docs "$folder"
cp -r python/examples "$folder/python"
# The same files give the same archive (with GNU tar).
date=$(git log -1 --format=%cI 2>/dev/null || echo 1980-01-01T00:00:00Z)
cd target/package
"$(command -v gtar || echo tar)" --sort=name --mtime="$date" --owner=0 --group=0 --numeric-owner --mode=a+rX,u+w,go-w \
    -cf - "$name" | gzip -9n >"$name.tar.gz"
sha256() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }
sha256 "$name.tar.gz" >"$name.tar.gz.sha256"
echo "target/package/$name.tar.gz"
