//! Loads games from a definition file and plays a few moves in each.
//!
//! `cargo run -p menagerie-variants --example load_definition -- my-games.toml`

use std::error::Error;
use std::sync::Arc;

use menagerie_variants::{Catalog, Style, Variant};

/// Chess with knights that may also step like a king.
const CENTAURS: &str = r#"
[centaur-chess]
inherits = "chess"

[centaur-chess.pieces.N]
name = "centaur"
moves = "NK"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => CENTAURS.to_owned(),
    };
    let (catalog, names) = Catalog::builtin().with_file(&text).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })?;
    for name in names {
        let definition = catalog.get(&name).ok_or("a loaded game is in the catalog")?;
        let mut game = Variant::compile(Arc::clone(definition))?.start();
        for _ in 0..4 {
            let Some(step) = game.step_texts().pop() else { break };
            game.play_step(&step)?;
        }
        println!("{name}\n{}\n{}", game.draw(Style::default()), game.fen());
    }
    Ok(())
}
