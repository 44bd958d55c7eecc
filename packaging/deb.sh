#!/usr/bin/env bash
# Writes a Debian package to target/package (cargo-deb, https://github.com/kornelski/cargo-deb).
#
#     packaging/deb.sh [PROFILE]
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${1:-dist}
case $(uname -m) in
x86_64) cpu=x86-64-v2 ;;
*) cpu=generic ;;
esac
packaging/stage.sh target/package/stage "$cpu" "$profile"
# With a tilde, versions before a release are older than the release.
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
cargo deb --package menagerie --no-build --no-strip --deb-version "${version/-/\~}-1" --output target/package/
