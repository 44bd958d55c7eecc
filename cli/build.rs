//! Records what the program was built from and for, for `--version`.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    let git = |words: &[&str]| -> Option<String> {
        let output = Command::new("git").args(words).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // Not in a package or an archive, which have no repository.
    let commit = git(&["rev-parse", "--short=10", "HEAD"]);
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_default();
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    // OUT_DIR is PROFILE/build/PACKAGE/out; cargo's own variable has the profile that this one inherits.
    let out = env::var("OUT_DIR").unwrap_or_default();
    let folder = Path::new(&out).ancestors().nth(3).and_then(Path::file_name);
    let profile = folder.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    println!("cargo::rustc-env=MENAGERIE_COMMIT={}", commit.unwrap_or("unknown".to_owned()));
    println!("cargo::rustc-env=MENAGERIE_TARGET={target}");
    println!("cargo::rustc-env=MENAGERIE_FEATURES={features}");
    println!("cargo::rustc-env=MENAGERIE_PROFILE={profile}");
}
