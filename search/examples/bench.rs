//! Nodes to a fixed depth in all built-in games, on one thread: the counts change when, and only
//! when, a change touches what search does.

use std::time::{Duration, Instant};

use search::{Control, Engine, Limits, Request};
use variants::{Catalog, Game, Position, Variant, with_game};

fn nodes<P: Position>(game: &Game<P>, limits: &Limits) -> u64 {
    let control = Control::new();
    let clock = || Duration::ZERO;
    let request = Request { game, limits, only: &[], clock: &clock, control: &control };
    let mut engine = Engine::new(1, 16).expect("room for 16 MB and a thread");
    engine.search(&request, &mut |_| ()).nodes
}

fn main() {
    let catalog = Catalog::builtin();
    let start = Instant::now();
    let mut total = 0;
    for name in catalog.names() {
        let Some(definition) = catalog.get(name) else { continue };
        let variant = Variant::compile(definition.clone()).expect("built-in games are sound");
        let begin = Instant::now();
        let nodes = with_game!(&variant.start(), game => {
            // Turns of many steps are searched for once a step.
            let is_short = game.position().common().definition.family.name() != "armies";
            nodes(game, &Limits::depth(if is_short { 9 } else { 3 }))
        });
        let speed = nodes as u128 * 1000 / begin.elapsed().as_micros().max(1);
        println!("{name:18} {nodes:9} nodes {speed:5} kn/s");
        total += nodes;
    }
    println!("{:18} {total:9} nodes in {} ms", "all", start.elapsed().as_millis());
}
