//! `menagerie perft`: count of the tree of legal moves.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use variants::{AnyGame, PerftTable, TurnCount};

use super::set_up;
use crate::args;
use engine::bench::per_second;
use engine::library::Library;

/// Counts the tree and prints the counts.
pub fn perft(library: &Library, args: &args::Perft) -> Result<ExitCode> {
    let (_, game) = set_up(library, &args.place)?;
    if args.turns {
        return count_turns(&game, args.depth);
    }
    // The default number of threads is that of the machine's cores.
    let threads = args.threads.map_or(0, |threads| threads as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let table = args.hash.map(|megabytes| PerftTable::new(megabytes as usize));
    let begin = Instant::now();
    let counts = pool.install(|| game.divide(args.depth, table.as_ref()));
    let elapsed = begin.elapsed();
    let total = if args.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
    let mut out = io::stdout().lock();
    if args.divide {
        for (mv, count) in counts {
            writeln!(out, "{mv}: {count}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Nodes searched: {total}")?;
    writeln!(out, "Time (ms): {}", elapsed.as_millis())?;
    writeln!(out, "Nodes/second: {}", per_second(total, elapsed))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the number of turns of each length.
fn count_turns(game: &AnyGame, most: u32) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    writeln!(out, "steps     sequences       ordered          ends")?;
    for TurnCount { steps, sequences, ordered, ends } in game.count_turn_ends(most as usize) {
        writeln!(out, "{steps:>5} {sequences:>13} {ordered:>13} {ends:>13}")?;
    }
    Ok(ExitCode::SUCCESS)
}
