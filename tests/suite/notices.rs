//! Licences in every package, and notices for third-party packages in the archive, the Debian package and the wheel.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use menagerie_tests::measurements::root;
use menagerie_tests::run_within;

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Returns a command of cargo in the workspace.
fn cargo() -> Command {
    let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    command.current_dir(root());
    command
}

/// Returns the packages of a list of notices: `NAME VERSION`.
fn notices(path: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(path)).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("- "));
    lines.filter(|line| line.split(' ').count() == 2).map(str::to_owned).collect()
}

/// Returns the packages that a package of the workspace is linked with on this system.
fn linked(package: &str) -> BTreeSet<String> {
    let mut command = cargo();
    command.args(["tree", "--offline", "--locked", "--package", package]);
    command.args(["--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    let done = run_within(&mut command, Duration::from_secs(120));
    assert_eq!(done.code, Some(0), "{done:#?}");
    let lines = done.out.lines().filter(|line| !line.contains("menagerie"));
    let names = lines.filter_map(|line| {
        let mut words = line.split_whitespace();
        Some(format!("{} {}", words.next()?, words.next()?.strip_prefix('v')?))
    });
    names.collect()
}

/// Returns the packages of `Cargo.lock`.
fn locked() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let packages = text.split("[[package]]").skip(1).map(|package| {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key)).unwrap();
            line.trim_matches('"').to_owned()
        };
        format!("{} {}", value("name = "), value("version = "))
    });
    packages.collect()
}

#[test]
fn every_package_in_a_program_has_its_notice() {
    let locked = locked();
    for (package, path) in
        [("menagerie", "THIRD-PARTY.md"), ("menagerie-python", "python/THIRD-PARTY.md")]
    {
        let (notices, linked) = (notices(path), linked(package));
        assert!(linked.len() > 30, "{linked:?}");
        let missing: Vec<_> = linked.difference(&notices).collect();
        let obsolete: Vec<_> = notices.difference(&locked).collect();
        let fresh = missing.is_empty() && obsolete.is_empty();
        assert!(fresh, "{path}: just licences\nmissing: {missing:?}\nobsolete: {obsolete:?}");
    }
}

/// Returns the packages of the workspace that can be published: names and folders.
fn published() -> Vec<(String, PathBuf)> {
    let mut command = cargo();
    command.args(["metadata", "--offline", "--locked", "--no-deps", "--format-version", "1"]);
    let done = run_within(&mut command, Duration::from_secs(120));
    assert_eq!(done.code, Some(0), "{done:#?}");
    let metadata: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let packages = packages.filter(|package| package["publish"].is_null()).map(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        (package["name"].as_str().unwrap().to_owned(), manifest.parent().unwrap().to_owned())
    });
    packages.collect()
}

#[test]
fn every_published_package_has_the_licences() {
    let published = published();
    assert!(published.len() > 10, "{published:?}");
    let mut command = cargo();
    command.args(["package", "--list", "--offline", "--locked", "--allow-dirty"]);
    for (name, folder) in &published {
        assert_licences_in(folder);
        command.args(["--package", name]);
    }
    let done = run_within(&mut command, Duration::from_secs(120));
    assert_eq!(done.code, Some(0), "{done:#?}");
    for file in [LICENCES[0], LICENCES[1], "Cargo.toml", "README.md"] {
        let packages = done.out.lines().filter(|&line| line == file).count();
        assert_eq!(packages, published.len(), "{file}\n{}", done.out);
    }
}

#[test]
fn the_wheel_has_the_licences_of_the_whole() {
    assert_licences_in(&root().join("python"));
}

/// Files and not links: Git on Windows makes text files of links.
#[track_caller]
fn assert_licences_in(folder: &Path) {
    for name in LICENCES {
        let whole = fs::read_to_string(root().join(name)).unwrap();
        let own = folder.join(name);
        assert!(own.is_file() && !own.is_symlink(), "{} is not a file", own.display());
        let text = fs::read_to_string(&own).unwrap();
        assert!(text == whole, "{} differs from {name}", own.display());
    }
}
