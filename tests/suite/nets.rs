//! Nets: trained, loaded, inspected, refused.

use std::fs;
use std::path::Path;
use std::time::Duration;

use menagerie_tests::{Engine, Finished, command, run_within};

use crate::boards::example;
use crate::matches::Folder;

/// Timeout of training, for loaded machines.
const LEARNING: Duration = Duration::from_secs(120);

/// Trains briefly for the game of the example file, in a folder of this name.
fn learn(folder: &Folder, game: &str, name: &str, more: &str) -> Finished {
    let (dir, file) = (folder.path(name), example().display().to_string());
    let small = "--rounds 1 --games 12 --nodes 50 --gate-nodes 50 --gate-games 4 --concurrency 1";
    let mut args = vec!["--variant-path", &file, "learn", game, "--dir", &dir];
    args.extend(small.split_whitespace().chain(more.split_whitespace()));
    run_within(&mut command(&args), LEARNING)
}

/// Trains a net for the game of the example file, and returns its path.
fn trained(folder: &Folder, game: &str) -> String {
    let learnt = learn(folder, game, "net", "--hidden 32 --buckets 2");
    assert_eq!(learnt.code, Some(0), "{learnt:?}");
    folder.path("net/round-1.net")
}

fn load(engine: &mut Engine, path: &str) -> Vec<String> {
    engine.ask(&format!("setoption name EvalFile value {path}"))
}

/// Whether a net evaluates the current position.
fn uses_net(engine: &mut Engine) -> bool {
    engine.ask("eval").iter().any(|line| line.starts_with("Net: "))
}

#[test]
fn a_trained_net_evaluates_its_game_alone() {
    let folder = Folder::new("nets");
    let net = trained(&folder, "mini-chess");
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name VariantPath value {}", example().display()));
    engine.choose("mini-chess");
    assert!(!uses_net(&mut engine));
    assert!(load(&mut engine, &net).is_empty());
    assert!(uses_net(&mut engine));
    engine.go("nodes 2000");
    engine.ask("setoption name Use NNUE value false");
    assert!(!uses_net(&mut engine));
    engine.ask("setoption name Use NNUE value true");
    assert!(uses_net(&mut engine));

    // Another game keeps its own, and the user is informed.
    let lines = engine.ask("setoption name UCI_Variant value chesimals");
    assert!(lines.iter().any(|line| line.contains("EvalFile is for mini-chess")), "{lines:?}");
    assert!(!uses_net(&mut engine));
    engine.choose("mini-chess");
    assert!(uses_net(&mut engine));

    let damaged = folder.path("damaged.net");
    let mut bytes = fs::read(&net).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    for (bytes, fault) in [(&bytes[..], "checksum"), (&bytes[..middle], "bytes of parameters")] {
        fs::write(&damaged, bytes).unwrap();
        let lines = load(&mut engine, &damaged);
        let is_reported =
            lines.len() == 1 && lines[0].contains(fault) && lines[0].contains(&damaged);
        assert!(is_reported, "{lines:?}");
        assert!(uses_net(&mut engine), "the net before is lost");
    }
    load(&mut engine, "");
    assert!(!uses_net(&mut engine));
    engine.quit();
}

#[test]
fn weights_and_net_are_loaded_together() {
    let folder = Folder::new("weights-and-net");
    let net = trained(&folder, "mini-chess");
    let weights = folder.path("heavy.toml");
    let heavy = "game = \"mini-chess\"\n\n[pieces.\"R\"]\nvalue.opening = [777.0]\nvalue.ending = [777.0]\n";
    fs::write(&weights, heavy).unwrap();
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name VariantPath value {}", example().display()));
    engine.choose("mini-chess");
    let uses_weights = |engine: &mut Engine| engine.ask("eval")[0].contains("R 777");
    assert!(!uses_weights(&mut engine));
    let both = std::env::join_paths([&weights, &net]).unwrap().into_string().unwrap();
    assert!(load(&mut engine, &both).is_empty());
    assert!(uses_weights(&mut engine) && uses_net(&mut engine));
    let missing = folder.path("missing.net");
    let fault = std::env::join_paths([&net, &missing]).unwrap().into_string().unwrap();
    let lines = load(&mut engine, &fault);
    assert!(lines.len() == 1 && lines[0].contains(&missing), "{lines:?}");
    assert!(uses_weights(&mut engine) && uses_net(&mut engine), "what was there is lost");
    let lines = engine.ask("setoption name UCI_Variant value chess");
    assert!(
        lines.iter().any(|line| line.contains("EvalFile is for mini-chess, not for chess")),
        "{lines:?}"
    );
    engine.choose("mini-chess");
    load(&mut engine, &weights);
    assert!(uses_weights(&mut engine) && !uses_net(&mut engine));
    engine.quit();
}

#[test]
fn learning_goes_on_from_a_net_that_fits() {
    let folder = Folder::new("nets-from");
    let net = trained(&folder, "mini-chess");
    // The net's architecture is kept.
    let more = learn(&folder, "mini-chess", "more", &format!("--from {net}"));
    assert_eq!(more.code, Some(0), "{more:?}");
    let state = fs::read_to_string(folder.path("more/state.json")).unwrap();
    assert!(state.contains("\"hidden\": 32") && state.contains("\"buckets\": 2"), "{state}");
    // It may be widened, but not narrowed.
    let wider = learn(&folder, "mini-chess", "wider", &format!("--from {net} --hidden 64"));
    assert_eq!(wider.code, Some(0), "{wider:?}");
    let state = fs::read_to_string(folder.path("wider/state.json")).unwrap();
    assert!(state.contains("\"hidden\": 64") && state.contains("\"buckets\": 2"), "{state}");
    let faults = [
        (
            "mini-chess",
            format!("--from {net} --buckets 1"),
            "--hidden 32 --buckets 1: expected at least 32 and 2",
        ),
        ("mini-chess", "--from builtin".to_owned(), "no bundled net for mini-chess"),
        ("mini-chess", "--from missing.net".to_owned(), "missing.net"),
        ("chess", format!("--from {net}"), "--from "),
    ];
    for (game, from, fault) in faults {
        let refused = learn(&folder, game, "refused", &from);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.err.contains(fault), "{from}: {refused:?}");
        assert!(!Path::new(&folder.path("refused")).exists());
    }
}

#[test]
fn games_of_shards_are_merged() {
    let folder = Folder::new("shards-of-data");
    let out = folder.path("data");
    let data = |more: &str| {
        let mut args = vec!["learn", "games", "english-draughts", "--games", "9", "--out", &out];
        args.extend("--nodes 40 --concurrency 1".split(' ').chain(more.split_whitespace()));
        let mut command = command(&args);
        command.env_remove("SLURM_ARRAY_TASK_ID").env("JOB_COMPLETION_INDEX", "1");
        let done = run_within(&mut command, LEARNING);
        assert_eq!(done.code, Some(0), "{done:#?}");
        done
    };
    let lines = |name: &str| {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[1..].sort();
        lines
    };
    for shard in ["0/2", "1/2"] {
        let done = data(&format!("--shard {shard}"));
        assert!(done.out.contains("When all shards are complete: menagerie learn"), "{done:#?}");
    }
    data("");
    let mut merged = lines("data.0-of-2.jsonl");
    merged.extend(lines("data.1-of-2.jsonl").into_iter().skip(1));
    merged[1..].sort();
    assert_eq!(merged, lines("data.jsonl"));
    // Begun again, a shard plays what is missing.
    let part = folder.path("data.1-of-2.jsonl");
    let text = fs::read_to_string(&part).unwrap();
    fs::write(&part, text.lines().take(3).map(|line| format!("{line}\n")).collect::<String>())
        .unwrap();
    data("--shard auto --shards 2");
    let mut merged = lines("data.0-of-2.jsonl");
    merged.extend(lines("data.1-of-2.jsonl").into_iter().skip(1));
    merged[1..].sort();
    assert_eq!(merged, lines("data.jsonl"));
}
