//! Piped scripts: all commands are done before the program ends. Also pipes in unexpected places.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::thread;
use std::time::Duration;

use menagerie_tests::{Engine, PATIENCE, command, finish};

/// Starts the program with pipes, and returns its input.
fn start() -> (Child, ChildStdin) {
    let mut child =
        command(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let input = child.stdin.take().expect("a pipe");
    (child, input)
}

/// Returns the output of a script.
#[track_caller]
fn answer(script: &str) -> String {
    let (mut child, mut input) = start();
    input.write_all(script.as_bytes()).unwrap();
    drop(input);
    let mut output = child.stdout.take().unwrap();
    let reader = thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text
    });
    let status = finish(&mut child, PATIENCE).expect("it ends");
    assert_eq!(status.code(), Some(0), "{script}");
    reader.join().unwrap()
}

#[test]
fn bounded_work_is_finished() {
    for (script, expected) in [
        ("go perft 4", "Nodes searched: 197281"),
        ("bench chess depth 3", "Nodes/second    : "),
        ("go depth 7", "\ninfo depth 7 "),
        ("go nodes 20000", "\nbestmove "),
        ("go movetime 300", "\nbestmove "),
        ("setoption name UCI_Variant value chesimals\neval", "\nEvaluation: "),
        ("xboard\nperft 4", "# Nodes searched: 197281"),
    ] {
        for end in ["\n", "\nquit\n", "\nquit"] {
            let said = answer(&format!("{script}{end}"));
            assert!(said.contains(expected), "{script:?}, {end:?}: {said}");
            assert!(!said.contains("stopped"), "{script:?}, {end:?}: {said}");
        }
    }
}

#[test]
fn what_comes_after_bounded_work_waits_for_it() {
    let said = answer(
        "go depth 5 searchmoves a2a3\nposition startpos moves e2e4\ngo depth 5 searchmoves e7e5\n\
         d\ngo perft 2\nbench chess depth 1\ngo perft 1\nquit\n",
    );
    let at = |text: &str| said.find(text).unwrap_or_else(|| panic!("no {text:?} in {said}"));
    let order = [
        at("bestmove a2a3"),
        at("bestmove e7e5"),
        at("Nodes searched: 600\n"),
        at("Nodes/second"),
        at("Nodes searched: 20\n"),
    ];
    assert!(order.is_sorted(), "{order:?}: {said}");
    assert!(said.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"));
    assert!(!said.contains("not allowed"), "{said}");
}

#[test]
fn work_without_end_is_answered() {
    for script in ["go infinite", "go", "go ponder wtime 1000", "go depth 2\ngo infinite"] {
        for end in ["\n", "\nquit\n"] {
            let said = answer(&format!("{script}{end}"));
            let count = said.matches("bestmove ").count();
            assert_eq!(count, script.matches("go").count(), "{script:?}, {end:?}: {said}");
        }
    }
}

#[test]
fn a_slow_reader_gets_all() {
    let (mut child, mut input) = start();
    let writer = thread::spawn(move || input.write_all("d\n".repeat(1000).as_bytes()));
    thread::sleep(Duration::from_millis(500));
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text.matches("Fen: ").count(), 1000);
    writer.join().unwrap().unwrap();
    assert_eq!(finish(&mut child, PATIENCE).unwrap().code(), Some(0));
}

/// Returns the peak memory of a process, in MB.
#[cfg(target_os = "linux")]
fn peak(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// Nobody reads the output, and every command has an answer.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_where_nobody_reads() {
    for (first, line) in [("", "d\n"), ("xboard\nprotover 2\nnew\nst 3600\ngo\n", "ping 1\n")] {
        let (mut child, mut input) = start();
        let flood = format!("{first}{}", line.repeat(550_000));
        // It blocks sooner or later.
        thread::spawn(move || input.write_all(flood.as_bytes()));
        thread::sleep(Duration::from_millis(1500));
        let peak = peak(child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(peak < 200, "{line:?}: {peak} MB");
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_files() {
    let fifo = std::env::temp_dir().join(format!("menagerie-fifo-{}", std::process::id()));
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let mut engine = Engine::start();
    for option in ["EvalFile", "VariantPath", "Debug Log File"] {
        for path in [fifo.to_str().unwrap(), "/dev/zero", "/dev/tty"] {
            let lines = engine.ask(&format!("setoption name {option} value {path}"));
            let told = "expected a regular file";
            let known = |line: &String| line.contains(option) && line.contains(path);
            // There may be no terminal.
            assert!(lines.iter().all(known), "{option} {path}: {lines:?}");
            assert!(path == "/dev/tty" || lines[0].ends_with(told), "{option} {path}: {lines:?}");
        }
    }
    engine.quit();
    std::fs::remove_file(fifo).unwrap();
}
