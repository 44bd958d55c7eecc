//! Thinks about one position and prints what it finds: `think VARIANT LIMIT NUMBER [FEN]`, where
//! the limit is `depth`, `nodes` or `ms`; `ms/N` and so on for N threads.

use std::time::{Duration, Instant};

use search::{Control, Engine, Limits, Report, Request};
use variants::{Catalog, Game, Position, Variant, with_game};

fn think<P: Position>(game: &Game<P>, limits: &Limits, threads: usize) {
    let mut engine = Engine::new(threads, 64).unwrap();
    let control = Control::new();
    let start = Instant::now();
    let clock = || start.elapsed();
    let request = Request { game, limits, only: &[], clock: &clock, control: &control };
    let text = |position: &P, steps: &[P::Step]| -> String {
        let mut position = position.clone();
        let mut text = Vec::new();
        for &step in steps {
            text.push(position.step_text(step));
            position.play(step);
        }
        text.join(" ")
    };
    let result = engine.search(&request, &mut |report: &Report<P::Step>| {
        println!(
            "d {:2}/{:2} {:?} {} {:9} n {:5} kn/s {:6} ms h {} pv {}",
            report.depth,
            report.seldepth,
            report.bound,
            report.score,
            report.nodes,
            report.nps() / 1000,
            report.elapsed.as_millis(),
            report.hashfull,
            text(game.position(), &report.pv)
        );
    });
    println!(
        "turn {} ({} nodes, {} ms, {:?})",
        text(game.position(), &result.turn),
        result.nodes,
        result.elapsed.as_millis(),
        result.score
    );
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let catalog = Catalog::builtin();
    let variant = Variant::compile(catalog.get(&args[1]).unwrap().clone()).unwrap();
    let (kind, threads) = args[2].split_once('/').unwrap_or((&args[2], "1"));
    let number: u64 = args[3].parse().unwrap();
    let limits = match kind {
        "depth" => Limits::depth(number as u32),
        "nodes" => Limits::nodes(number),
        _ => Limits::move_time(Duration::from_millis(number)),
    };
    let game = match args.get(4) {
        Some(fen) => variant.game(fen).unwrap(),
        None => variant.start(),
    };
    with_game!(&game, game => think(game, &limits, threads.parse().unwrap()));
}
