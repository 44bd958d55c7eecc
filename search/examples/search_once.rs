//! Searches a position of any game once, and prints the principal variation of each iteration.
//!
//! `cargo run --release -p menagerie-search --example search_once -- chesica 8`

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use menagerie_search::{Control, Engine, Limits, SearchRequest};
use variants::{Catalog, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "chesica".to_owned());
    let depth: u32 = args.next().map_or(Ok(5), |text| text.parse())?;

    let catalog = Catalog::builtin();
    let definition = catalog.get(&name).ok_or_else(|| format!("unknown game '{name}'"))?;
    let game = Variant::compile(Arc::clone(definition))?.start();

    // One thread and a transposition table of 16 MB.
    let mut engine = Engine::new(1, 16)?;
    let start = Instant::now();
    let (clock, control) = (|| start.elapsed(), Control::new());
    let request = SearchRequest::new(&game, Limits::depth(depth), &clock, &control);
    let result = engine.search_any(&request, &mut |report| {
        let line: Vec<&str> = report.pv.iter().map(|turn| turn.text.as_str()).collect();
        println!("depth {} score {:?} pv {}", report.depth, report.score, line.join(" "));
    });
    let best = result.turn.first().map_or("none", |turn| turn.text.as_str());
    println!("best {best}, {} nodes", result.nodes);
    Ok(())
}
