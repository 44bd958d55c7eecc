//! Well-behaved and misbehaving processes: shell scripts.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::{EngineSpec, Program};

fn spec(path: impl Into<PathBuf>, args: &[&str]) -> EngineSpec {
    let args = args.iter().map(|&arg| arg.to_owned()).collect();
    EngineSpec::new("program", Program::Command { path: path.into(), args })
}

fn shell(script: &str) -> Process {
    Process::start(Launch::new(&spec("sh", &["-c", script]), &Arc::default())).unwrap()
}

fn soon() -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(20))
}

#[track_caller]
fn line(process: &mut Process) -> String {
    match process.receive(soon()).unwrap() {
        Received::Line { bytes, .. } => String::from_utf8(bytes).unwrap(),
        Received::TimedOut => panic!("no line"),
    }
}

/// Folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("menagerie-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn lines_go_both_ways() {
    let mut process = shell("while read -r line; do echo \"[$line]\"; done");
    let before = now();
    process.send("one\ntwo\n");
    assert_eq!(line(&mut process), "[one]");
    match process.receive(soon()).unwrap() {
        Received::Line { bytes, at } => assert!(bytes == b"[two]" && at >= before),
        Received::TimedOut => panic!("no line"),
    }
    let soon = Some(Instant::now() + Duration::from_millis(20));
    assert_eq!(process.receive(soon).unwrap(), Received::TimedOut);
    assert_eq!(process.receive(Some(before)).unwrap(), Received::TimedOut);
}

#[test]
fn the_end_is_told_with_its_cause_and_again() {
    let mut process = shell("echo last; exit 5");
    assert_eq!(line(&mut process), "last");
    for _ in 0..2 {
        let fault = process.receive(None).unwrap_err();
        assert_eq!(fault.to_string(), "program crashed: it ended (exit status: 5)");
    }
    process.send("still there?\n");
}

#[test]
fn who_does_not_read_holds_nobody_up() {
    let mut process = shell("sleep 100");
    let begin = Instant::now();
    for _ in 0..100 {
        process.send(&"x".repeat(10_000));
    }
    drop(process);
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_long_line_is_read_and_a_longer_one_is_a_flood() {
    let mut process = shell(
        "head -c 3000000 /dev/zero | tr '\\0' x; echo; \
                             head -c 5000000 /dev/zero | tr '\\0' x; echo",
    );
    assert_eq!(line(&mut process).len(), 3_000_000);
    let fault = process.receive(soon()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Protocol);
    assert!(fault.text.contains("too much output"), "{fault}");
}

#[test]
fn a_new_question_has_a_budget_of_its_own() {
    let mut process = shell("for i in 1 2 3; do echo; read -r line; done");
    process.budget.lines = 1;
    line(&mut process);
    process.begin_budget();
    process.send("\n");
    line(&mut process);
    process.budget.lines = 0;
    process.send("\n");
    assert!(process.receive(soon()).unwrap_err().text.contains("2000000 lines"));
}

/// Whether a process runs; a zombie does not count.
#[cfg(target_os = "linux")]
fn runs(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn children_end_with_their_parents_and_leave_no_zombie() {
    // One whose parent waits, and one whose parent has exited.
    for script in ["sleep 100 & echo $!; wait", "sleep 100 >/dev/null & echo $!"] {
        let mut process = shell(script);
        let child = line(&mut process);
        let parent = process.child.id().to_string();
        if !script.contains("wait") {
            process.receive(soon()).unwrap_err();
        }
        drop(process);
        let begin = Instant::now();
        while runs(&child) && begin.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!runs(&child), "{script}");
        assert!(!Path::new(&format!("/proc/{parent}")).exists(), "{script}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_end_is_seen_and_complete_although_a_child_has_the_output() {
    let begin = Instant::now();
    // In the program's group, and in a session of its own.
    for script in ["sleep 100 & echo $!; exit 5", "setsid sleep 100 & echo $!; exit 5"] {
        let mut process = shell(script);
        let child = line(&mut process);
        let fault = process.receive(soon()).unwrap_err();
        assert_eq!(fault.to_string(), "program crashed: it ended (exit status: 5)", "{script}");
        while runs(&child) && begin.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!runs(&child), "{script}");
    }
    // One that lives on elsewhere ends with its parent.
    let mut process = shell("setsid sleep 100 & echo $!; wait");
    let child = line(&mut process);
    assert!(runs(&child));
    drop(process);
    assert!(!runs(&child));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn a_farewell_is_heard_and_its_end_awaited() {
    let folder = Folder::new("farewell");
    let mark = folder.0.join("mark");
    let script = format!("read -r line; sleep 0.1; echo $line > {}", mark.display());
    let mut process = shell(&script);
    process.quit("quit");
    assert_eq!(fs::read_to_string(mark).unwrap(), "quit\n");
    // It need not read it: the end of its input has the same meaning.
    let begin = Instant::now();
    shell("cat > /dev/null").quit("quit");
    assert!(begin.elapsed() < QUIT_PATIENCE);
}

#[test]
fn where_programs_are_looked_for() {
    let folder = Folder::new("programs");
    // A link: a file just written is busy where another thread starts a process meanwhile.
    std::os::unix::fs::symlink("/bin/sh", folder.0.join("engine")).unwrap();
    let here = fs::canonicalize(&folder.0).unwrap();
    let log = folder.0.join("log");
    for path in ["engine", "./engine", &folder.0.join("engine").display().to_string()] {
        let mut spec = spec(path, &["-c", "pwd; echo to stderr >&2"]);
        (spec.dir, spec.stderr) = (Some(folder.0.clone()), Some(log.clone()));
        let mut process = Process::start(Launch::new(&spec, &Arc::default())).unwrap();
        assert_eq!(line(&mut process), here.display().to_string(), "{path}");
        process.receive(soon()).unwrap_err();
    }
    assert_eq!(fs::read_to_string(&log).unwrap(), "to stderr\n".repeat(3));

    let refusal = |path: &str, dir: Option<&str>| {
        let mut spec = spec(path, &[]);
        spec.dir = dir.map(PathBuf::from);
        Process::start(Launch::new(&spec, &Arc::default())).unwrap_err().to_string()
    };
    let error = refusal("no/engine", Some("/tmp"));
    assert!(
        error.ends_with("'no/engine' not found: looked for no/engine and /tmp/no/engine"),
        "{error}"
    );
    let error = refusal("no-such-engine-anywhere", None);
    assert!(error.contains("cannot run 'no-such-engine-anywhere'"), "{error}");
    let error = refusal("sh", Some("/no/folder"));
    assert!(error.contains("working directory '/no/folder' not found"), "{error}");
}
