//! cutechess-cli, which has the rules of these games and checks every move, in both protocols.
//!
//! `CUTECHESS_CLI` is the path of the program.

use std::process::Command;
use std::time::Duration;

use menagerie_tests::run_within;

use crate::clients::{check_match, engines, program};

/// Games of both programs, by cutechess's names.
const GAMES: [&str; 6] = ["standard", "capablanca", "janus", "chancellor", "amazon", "knightmate"];

const PROTOCOLS: [&str; 2] = ["xboard", "uci"];

/// Plays a match of the engine with itself; does nothing if the program is missing.
fn play(variant: &str, protocol: &str, clock: &str, games: usize) {
    let Some(cutechess) = program("CUTECHESS_CLI") else { return };
    let mut command = Command::new(cutechess);
    command.args(engines()).args([
        "-each",
        &format!("proto={protocol}"),
        &format!("tc={clock}"),
        "timemargin=500",
        "-variant",
        variant,
        "-games",
        &games.to_string(),
        "-concurrency",
        "2",
    ]);
    // Timeout of the games on a loaded machine.
    let done = run_within(&mut command, Duration::from_secs(60 + 30 * games as u64));
    check_match(&done, games);
    let score = done.out.lines().rfind(|line| line.starts_with("Score"));
    println!("{variant}, {protocol}: {}", score.unwrap_or_default());
}

#[test]
fn every_game_that_it_knows_is_played() {
    for variant in GAMES {
        for protocol in PROTOCOLS {
            play(variant, protocol, "1+0.02", 2);
        }
    }
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn twenty_games_of_each_are_without_fault() {
    for variant in GAMES {
        for protocol in PROTOCOLS {
            play(variant, protocol, "1+0.02", 20);
        }
    }
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn no_flag_falls_in_fast_games() {
    for protocol in PROTOCOLS {
        play("standard", protocol, "1+0.01", 200);
    }
}
