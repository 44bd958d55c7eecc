//! Plays a short match between the two built-in baseline players, in memory.
//!
//! `cargo run -p menagerie-arena --example play_match -- cheskers`

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use menagerie_arena::player::{self, Launch};
use menagerie_arena::runner::{MatchRun, News};
use menagerie_arena::statistics::Statistics;
use menagerie_arena::store::Files;
use menagerie_arena::{
    Adjudication, EngineSpec, Fingerprints, Match, OpeningSource, Openings, Program, Tournament,
};
use variants::{Catalog, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "cheskers".to_owned());
    let catalog = Catalog::builtin();
    let definition = catalog.get(&name).ok_or_else(|| format!("unknown game '{name}'"))?;
    let variant = Variant::compile(Arc::clone(definition))?;

    let plan = Match {
        event: "Example".to_owned(),
        variant: name,
        size: None,
        variant_paths: Vec::new(),
        engines: vec![
            EngineSpec::new("greedy", Program::Greedy),
            EngineSpec::new("random", Program::Random),
        ],
        tournament: Tournament::RoundRobin,
        games_per_round: 2,
        rounds: 2,
        openings: OpeningSource::Start,
        seed: 1,
        adjudication: Adjudication { max_moves: Some(100), ..Adjudication::default() },
        tables: None,
        sprt: None,
        recover: false,
        fingerprints: Fingerprints::default(),
        shard: None,
        identity: Default::default(),
        mark: None,
    };
    let openings = Openings::new(&plan.openings, &variant, plan.seed)?;
    let run = MatchRun {
        plan: &plan,
        variant: &variant,
        openings: &openings,
        factory: &|spec, stop| player::create(Launch::new(spec, stop), &variant),
        tables: None,
        concurrency: 1,
        reports_turns: false,
        stop: &AtomicBool::new(false),
    };
    let mut statistics = Statistics::new(&plan);
    run.run(
        Vec::new(),
        &mut Files::default(),
        &mut |news| {
            if let News::Finished(game) = news {
                println!("{} - {}: {:?}", game.white, game.black, game.result);
                statistics.add(game);
            }
        },
        &mut |_| false,
    )?;
    let mut tally = statistics.tally().white;
    tally += statistics.tally().black;
    println!("greedy: {} wins, {} draws, {} losses", tally.wins, tally.draws, tally.losses);
    Ok(())
}
