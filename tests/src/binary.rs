//! Path of the program under test.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use escargot::CargoBuild;

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
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
        let mut build = CargoBuild::new().manifest_path(manifest).package("menagerie");
        // TARGET/PROFILE/deps/suite-HASH
        let test = env::current_exe().expect("the path of the test");
        if let Some(target) = test.ancestors().nth(3) {
            build = build.target_dir(target);
        }
        if !cfg!(debug_assertions) {
            build = build.release();
        }
        let built = build.bin("menagerie").run().expect("the program is built");
        built.path().to_owned()
    })
}
