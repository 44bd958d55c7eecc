//! Processes and clocks of a match.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use menagerie_tests::{PATIENCE, command};
use serde_json::Value;

#[cfg(target_os = "linux")]
use super::play;
use super::{Folder, games, lines};

/// Whether a process runs.
#[cfg(target_os = "linux")]
fn runs(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

/// Waits for a condition.
#[cfg(target_os = "linux")]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// An engine that leaves a process in a session of its own, whose number is in a file, and then is
/// the misbehaving engine.
#[cfg(target_os = "linux")]
fn leaving(file: &str, arguments: &str) -> String {
    let engine = env!("CARGO_BIN_EXE_faulty-engine");
    let left = "setsid sleep 300 <&0 & echo $!";
    format!("sh -c '{left} > {file}; echo $$ >> {file}-engine; exec {engine} {arguments}'")
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_outlives_its_match() {
    let folder = Folder::new("outlives");
    // Time to build it is not measured.
    let _ = menagerie_tests::binary();
    let pid = |file: &str| fs::read_to_string(file).unwrap_or_default().trim().to_owned();
    // A match that ends, and engines that crash while another process has their output.
    for (name, arguments) in [("ends", ""), ("crashes", "--fault crash --at 2")] {
        let file = folder.path(name);
        let engine = format!("cmd={}", leaving(&file, arguments));
        let args =
            ["--engine", "random", "--engine", &engine, "name=x", "st=60", "--maxmoves", "6"];
        let begin = Instant::now();
        let done = play(&folder, &format!("m-{name}"), &args);
        assert_eq!(done.code, Some(i32::from(name == "crashes")), "{done:#?}");
        assert!(name == "ends" || done.err.contains("x crashed: it ended"), "{done:#?}");
        assert!(begin.elapsed() < PATIENCE, "{name}: a crash and no hang");
        assert!(!runs(&pid(&file)), "{name}");
    }
    // A runner that is killed while its engine does not read.
    for signal in ["-KILL", "-HUP"] {
        let file = folder.path(signal);
        let engine = format!("cmd={}", leaving(&file, "--fault deaf --at 1"));
        let out = folder.path(&format!("m{signal}"));
        let mut runner = command(&["match", "--engine", &engine, "st=60", "--engine", "random"]);
        runner.args(["--out", &out]).stdin(Stdio::null()).stdout(Stdio::null());
        let mut runner = runner.stderr(Stdio::null()).spawn().unwrap();
        // The engine is tested first: a second one plays.
        let engines = format!("{file}-engine");
        wait_until("the second engine starts", || lines(&engines) > 1);
        let engine = pid(&engines).lines().last().unwrap().to_owned();
        let pids = [pid(&file), engine];
        assert!(pids.iter().all(|pid| runs(pid)), "{pids:?}");
        let number = runner.id().to_string();
        std::process::Command::new("kill").args([signal, &number]).status().unwrap();
        runner.wait().unwrap();
        wait_until("all has ended", || !pids.iter().any(|pid| runs(pid)));
    }
}

#[cfg(unix)]
#[test]
fn clocks_stand_still_while_the_runner_is_stopped() {
    let folder = Folder::new("stopped");
    let (out, engine) = (folder.path("m"), format!("cmd={}", env!("CARGO_BIN_EXE_faulty-engine")));
    let args = ["match", "--engine", "random", "--engine", &engine, "name=x", "arg=--sleep"];
    let mut runner = command(&args);
    runner.args(["arg=300", "tc=3+0.5", "--games", "1", "--maxmoves", "4", "--out", &out]);
    runner.args(["--openings", "start"]);
    runner.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut runner = runner.spawn().unwrap();
    let number = runner.id().to_string();
    let signal = |name: &str| {
        std::process::Command::new("kill").args([name, &number]).status().unwrap();
    };
    let begin = Instant::now();
    while lines(&format!("{out}.jsonl")) < 1 && begin.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(200));
    signal("-STOP");
    thread::sleep(Duration::from_secs(4));
    signal("-CONT");
    assert_eq!(menagerie_tests::finish(&mut runner, PATIENCE).unwrap().code(), Some(0));
    let games = games(&format!("{out}.jsonl"));
    assert_eq!(games[0]["faults"], Value::Null, "{games:?}");
}
