//! Program and Python module under test.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use escargot::CargoBuild;
use escargot::format::Message;

/// Returns the program: the file of `MENAGERIE_BINARY`, or one built once, with the profile and the
/// target folder of the tests.
///
/// # Panics
/// If it cannot be built.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(path) = env::var_os("MENAGERIE_BINARY") {
            return path.into();
        }
        let files = built(build().bin("menagerie"), "menagerie");
        files.into_iter().next().expect("a program")
    })
}

/// Returns the library of the Python module, built with the program, so that both share what they
/// depend on.
///
/// # Panics
/// If it cannot be built.
pub fn python_module() -> PathBuf {
    let files = built(build().bin("menagerie").arg("--lib"), "menagerie_python");
    let is_library =
        |path: &PathBuf| path.extension().is_some_and(|end| end == env::consts::DLL_EXTENSION);
    files.into_iter().find(is_library).expect("a library")
}

/// Builds, and returns the files of the target of a name.
fn built(build: CargoBuild, name: &str) -> Vec<PathBuf> {
    let messages = build.exec().unwrap_or_else(|error| panic!("{name} is built: {error}"));
    let mut files = Vec::new();
    for message in messages {
        let message = message.unwrap_or_else(|error| panic!("{name} is built: {error}"));
        if let Ok(Message::CompilerArtifact(artifact)) = message.decode()
            && artifact.target.name == name
            && !artifact.profile.test
        {
            files.extend(artifact.filenames.iter().map(|path| path.to_path_buf()));
        }
    }
    files
}

/// Returns a build with the profile, the target folder and the features of `cargo test --workspace`.
/// Features depend on what is built together: the program by itself would have others, and with
/// them nearly everything would be compiled a second time.
fn build() -> CargoBuild {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let mut build = CargoBuild::new().manifest_path(manifest).arg("--workspace").test("suite");
    // TARGET/PROFILE/deps/suite-HASH
    let test = env::current_exe().expect("the path of the test");
    if let Some(target) = test.ancestors().nth(3) {
        build = build.target_dir(target);
    }
    if cfg!(debug_assertions) { build } else { build.release() }
}
