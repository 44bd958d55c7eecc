//! Plays a game of Cheskers: random moves against the engine.

use std::error::Error;

use menagerie_engine::play::{Color, Game, Limits, Player};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "cheskers".to_owned());
    let mut numbers = ChaCha8Rng::seed_from_u64(1);
    let mut game = Game::new(&name)?;
    let mut engine = Player::new(1, 16)?;
    while game.outcome().is_none() && game.turns().len() < 400 {
        let turn = match game.side() {
            Color::White => engine.turn(&game, Limits::nodes(2000))?,
            Color::Black => {
                let turns = game.legal_turns(1_000_000).ok_or("too many turns to list")?;
                turns.choose(&mut numbers).cloned()
            }
        };
        let turn = game.play(&turn.ok_or("no legal turn")?)?;
        println!("{:>3}. {turn}", game.turns().len());
    }
    println!("{game}");
    match game.outcome() {
        Some(outcome) => println!("{} ({})", outcome.result(), outcome.reason),
        None => println!("unfinished"),
    }
    Ok(())
}
