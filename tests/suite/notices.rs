//! Notices for third-party packages, in the archive, the Debian package and the wheel.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::process::Command;
use std::time::Duration;

use menagerie_tests::measurements::root;
use menagerie_tests::run_within;

/// Returns the packages of a list of notices: `NAME VERSION`.
fn notices(path: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(path)).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("- "));
    lines.filter(|line| line.split(' ').count() == 2).map(str::to_owned).collect()
}

/// Returns the packages that a package of the workspace is linked with on this system.
fn linked(package: &str) -> BTreeSet<String> {
    let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    command.current_dir(root()).args(["tree", "--offline", "--locked", "--package", package]);
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

#[test]
fn the_wheel_has_the_licences_of_the_whole() {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let [own, whole] = [format!("python/{name}"), name.to_owned()]
            .map(|path| fs::read_to_string(root().join(path)).unwrap());
        assert_eq!(own, whole, "{name}");
    }
}
