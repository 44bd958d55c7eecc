//! Counts the leaves of the move tree from a game's start position.
//!
//! `cargo run --release -p menagerie-variants --example perft -- pacific 4`

use std::error::Error;
use std::sync::Arc;

use menagerie_variants::{Catalog, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "cheskers".to_owned());
    let depth: u32 = args.next().map_or(Ok(4), |text| text.parse())?;

    let catalog = Catalog::builtin();
    let definition = catalog.get(&name).ok_or_else(|| format!("unknown game '{name}'"))?;
    let game = Variant::compile(Arc::clone(definition))?.start();
    for depth in 1..=depth {
        println!("{depth} {}", game.perft(depth));
    }
    Ok(())
}
