//! Python package, driven by a script.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use menagerie_tests::measurements::root;
use menagerie_tests::{python_module, run, run_within};

use crate::matches::Folder;

/// Timeout of each program.
const WITHIN: Duration = Duration::from_secs(600);

/// Whether there is a Python that can load the module; if not, says so.
fn has_python() -> bool {
    let check = "import sys; sys.exit(sys.version_info < (3, 9))";
    let there = Command::new("python3").args(["-c", check]).output();
    let there = there.is_ok_and(|done| done.status.success());
    if !there {
        eprintln!("skipped: python3 3.9 or newer is not installed");
    }
    there
}

/// Runs a program to a good end, and returns its output.
#[track_caller]
fn succeed(command: &mut Command) -> String {
    let done = run_within(command, WITHIN);
    assert_eq!(done.code, Some(0), "{command:?}\n{}\n{}", done.out, done.err);
    done.out
}

/// Runs the script by an interpreter, in a folder that has endgame tables.
#[track_caller]
fn run_script(python: &mut Command, folder: &Folder) {
    let solved = run(&["solve", "chess", "KQvK", "--tables", &folder.path("tables")]);
    assert_eq!(solved.code, Some(0), "{solved:#?}");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/python_package.py");
    let python = python.current_dir(folder.path("")).arg(script).arg(root());
    println!("{}", succeed(python));
}

#[test]
fn the_module_works() {
    if !has_python() {
        return;
    }
    // As maturin lays it out.
    let folder = Folder::new("python");
    let package = PathBuf::from(folder.path("menagerie"));
    fs::create_dir(&package).unwrap();
    let end = if cfg!(windows) { "pyd" } else { "abi3.so" };
    fs::copy(python_module(), package.join(format!("menagerie.{end}"))).unwrap();
    fs::write(package.join("__init__.py"), "from .menagerie import *\n").unwrap();
    run_script(Command::new("python3").env("PYTHONPATH", folder.path("")), &folder);
}

/// Compiles the workspace once more, with the features of the package alone.
#[test]
#[ignore = "compiles the engine again"]
fn the_wheel_installs() {
    let there = Command::new("maturin").arg("--version").output();
    if !has_python() || !there.is_ok_and(|done| done.status.success()) {
        eprintln!("skipped: maturin is not installed");
        return;
    }
    let folder = Folder::new("wheel");
    let manifest = root().join("python/Cargo.toml");
    let mut build = Command::new("maturin");
    build.args(["build", "--out", &folder.path(""), "--manifest-path"]).arg(manifest);
    succeed(&mut build);
    let wheels = fs::read_dir(folder.path("")).unwrap().map(|entry| entry.unwrap().path());
    let wheels: Vec<PathBuf> = wheels.filter(|path| path.extension().is_some()).collect();
    let [wheel] = &wheels[..] else { panic!("{wheels:?}") };
    assert!(wheel.to_string_lossy().contains("menagerie_chess-"), "{wheel:?}");
    assert!(wheel.to_string_lossy().contains("-cp39-abi3-"), "{wheel:?}");
    let venv = folder.path("venv");
    succeed(Command::new("python3").args(["-m", "venv", &venv]));
    let bin = Path::new(&venv).join(if cfg!(windows) { "Scripts" } else { "bin" });
    let install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"];
    succeed(Command::new(bin.join("python")).args(install).arg(wheel));
    let typed = "import menagerie, os; os.stat(os.path.join(menagerie.__path__[0], 'py.typed'))";
    succeed(Command::new(bin.join("python")).args(["-c", typed]));
    run_script(&mut Command::new(bin.join("python")), &folder);
}
