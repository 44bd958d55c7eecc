//! Hostile use for as long as one likes: `soak MINUTES [SEED]`. Random conversations in both protocols,
//! mutated definitions and nets, matches that are killed and resumed, and full disks, one after the
//! other; then the counts of what was done and of what failed. Exit code 1 if anything failed.
//!
//! The program is that of `MENAGERIE_BINARY`, or is built.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio, id};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use menagerie_tests::inputs::{Format, format, mend, next};
use menagerie_tests::{Engine, PATIENCE, Random, command, finish, run, run_within};
use serde_json::Value;

/// Lines of a conversation.
const LINES: usize = 60;
/// Games of a match.
const GAMES: usize = 12;

/// A way to try the program; it panics or fails when the program does.
struct Trial {
    name: &'static str,
    run: fn(&mut Random, &Path) -> Result<()>,
}

const TRIALS: [Trial; 6] = [
    Trial { name: "conversations in UCI", run: uci },
    Trial { name: "conversations in XBoard's protocol", run: cecp },
    Trial { name: "definitions", run: definition },
    Trial { name: "nets", run: net },
    Trial { name: "killed matches", run: killed },
    Trial { name: "full disks", run: full },
];

fn main() -> Result<ExitCode> {
    let mut args = std::env::args().skip(1);
    let minutes = args.next().context("expected the number of minutes")?;
    let minutes: f64 = minutes.parse().with_context(|| format!("minutes '{minutes}'"))?;
    let first: u64 = args.next().map_or(Ok(1), |seed| seed.parse()).context("seed")?;
    let folder = Folder(std::env::temp_dir().join(format!("menagerie-soak-{}", id())));
    fs::create_dir_all(&folder.0)?;
    let time = Duration::try_from_secs_f64(60.0 * minutes).context("minutes")?;
    let (begin, mut done, mut failed) = (Instant::now(), [0; TRIALS.len()], [0; TRIALS.len()]);
    for seed in first.. {
        let index = (seed % TRIALS.len() as u64) as usize;
        let trial = &TRIALS[index];
        if begin.elapsed() >= time {
            break;
        }
        let mut random = Random::new(seed);
        let result = catch_unwind(AssertUnwindSafe(|| (trial.run)(&mut random, &folder.0)));
        done[index] += 1;
        // The text of a panic is on standard error already.
        let error = match result {
            Ok(Ok(())) => continue,
            Ok(Err(error)) => format!("{error:#}"),
            Err(_) => "see above".to_owned(),
        };
        failed[index] += 1;
        eprintln!("FAILED: seed {seed}, {}: {error}", trial.name);
    }
    println!("{:<40} {:>8} {:>8}", "trials", "done", "failed");
    for (index, trial) in TRIALS.iter().enumerate() {
        println!("{:<40} {:>8} {:>8}", trial.name, done[index], failed[index]);
    }
    Ok(if failed.iter().all(|&count| count == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A folder that goes with the program.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A format of inputs.
fn known(name: &str) -> Result<&'static Format> {
    format(name).with_context(|| format!("no format '{name}'"))
}

/// Sends mutated lines of a format, without those that ask for the end or for a sign of life.
fn talk(engine: &mut Engine, random: &mut Random, name: &str) -> Result<()> {
    let seeds = (known(name)?.seeds)();
    let is_plain = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line).to_ascii_lowercase();
        !["isready", "quit", "ping", "file", "path"].iter().any(|word| text.contains(word))
    };
    let mut sent = 0;
    while sent < LINES {
        let seed = random.choose(&seeds).clone();
        let text = if random.once_in(2) { next(random, &seeds) } else { seed };
        for line in text.split(|&byte| byte == b'\n').filter(is_plain) {
            engine.send_bytes(line);
            sent += 1;
        }
    }
    Ok(())
}

/// Checks what a conversation has said until a line that begins so.
fn check(engine: &mut Engine, end: &str) -> Result<()> {
    for line in engine.lines_until(end, PATIENCE) {
        ensure!(!line.contains("internal error"), "{line}");
    }
    let errors = engine.errors();
    ensure!(!errors.contains("panicked"), "{errors}");
    Ok(())
}

fn uci(random: &mut Random, _: &Path) -> Result<()> {
    let mut engine = Engine::start();
    engine.send("uci");
    talk(&mut engine, random, "uci")?;
    engine.send("stop");
    engine.send("isready");
    check(&mut engine, "readyok")?;
    engine.quit();
    Ok(())
}

fn cecp(random: &mut Random, _: &Path) -> Result<()> {
    let mut engine = Engine::start();
    engine.send("xboard");
    engine.send("protover 2");
    talk(&mut engine, random, "cecp")?;
    // Nothing thinks any more: a ping is answered when the engine has moved.
    engine.send("force");
    engine.send("exit");
    engine.send("ping 987654");
    check(&mut engine, "pong 987654")?;
    engine.quit();
    Ok(())
}

fn definition(random: &mut Random, folder: &Path) -> Result<()> {
    let file = folder.join("games.toml");
    fs::write(&file, next(random, &(known("definition")?.seeds)()))?;
    let done = run(&["check", &file.to_string_lossy()]);
    ensure!(matches!(done.code, Some(0 | 1)) && !done.err.contains("panicked"), "{done:#?}");
    Ok(())
}

/// A net of chess with some bytes changed, and now and then its checksum made right.
fn net(random: &mut Random, folder: &Path) -> Result<()> {
    let file = folder.join("some.net");
    let seeds = (known("net")?.seeds)();
    let mut bytes = next(random, &seeds).split_off(1);
    if random.once_in(2) {
        mend(&mut bytes);
    }
    fs::write(&file, bytes)?;
    let mut engine = Engine::start();
    engine.send(&format!("setoption name EvalFile value {}", file.display()));
    engine.send("go nodes 2000");
    ensure!(engine.answer().best.is_some(), "no move");
    engine.send("isready");
    check(&mut engine, "readyok")?;
    engine.quit();
    Ok(())
}

/// A match that is killed again and again has each game once in the end.
fn killed(random: &mut Random, folder: &Path) -> Result<()> {
    let out = folder.join("killed");
    let [games, other] = ["jsonl", "pgn"].map(|end| out.with_extension(end));
    for file in [&games, &other] {
        let _ = fs::remove_file(file);
    }
    let (out, number) = (out.to_string_lossy().into_owned(), GAMES.to_string());
    let begin = ["match", "--out", &out, "--engine", "random", "--engine", "self", "nodes=300"];
    let rest = ["--variant", "cheskers", "--openings", "random:3:any", "--concurrency", "2"];
    let mut args = [&begin[..], &rest, &["--games", &number]].concat();
    let file = games.to_string_lossy().into_owned();
    for _ in 0..3 {
        let mut child = command(&args);
        child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn()?;
        thread::sleep(Duration::from_millis(random.below(700) as u64));
        child.kill()?;
        child.wait()?;
        // Killed before its first line was written: it starts from the beginning.
        if fs::metadata(&games).is_ok_and(|data| data.len() > 0) {
            args = vec!["match", "--resume", &file, "--concurrency", "2"];
        } else {
            let _ = fs::remove_file(&games);
            let _ = fs::remove_file(&other);
        }
    }
    let done = run_within(&mut command(&args), 10 * PATIENCE);
    ensure!(done.code == Some(0), "{done:#?}");
    let text = fs::read_to_string(&games)?;
    let numbers: Result<Vec<Value>, _> = text.lines().skip(1).map(serde_json::from_str).collect();
    let numbers: Vec<u64> = numbers?.iter().filter_map(|game| game["number"].as_u64()).collect();
    let different: BTreeSet<&u64> = numbers.iter().collect();
    ensure!(numbers.len() == GAMES && different.len() == GAMES, "{numbers:?}");
    Ok(())
}

/// Commands whose output nobody can keep fail in order, and a log that cannot be written ends nothing.
fn full(random: &mut Random, _: &Path) -> Result<()> {
    // Only Linux has a device that is always full.
    let Ok(device) = File::options().write(true).open("/dev/full") else { return Ok(()) };
    let commands: [&[&str]; 5] = [
        &["variants", "--long"],
        &["show", "pacific"],
        &["perft", "chess", "3", "--divide"],
        &["selfplay", "english-draughts", "--movetime", "1"],
        &["bench", "chess", "--depth", "3"],
    ];
    let args = random.choose(&commands);
    let mut child = command(args);
    child.stdin(Stdio::null()).stdout(device).stderr(Stdio::piped());
    let mut child = child.spawn()?;
    let status = finish(&mut child, PATIENCE).context("it did not end")?;
    ensure!(status.code() == Some(1), "{args:?}: {status}");
    let mut engine = Engine::start();
    engine.send("setoption name Debug Log File value /dev/full");
    engine.send("go nodes 1000");
    ensure!(engine.answer().best.is_some(), "no move");
    engine.quit();
    Ok(())
}
