//! Conversion of command line arguments to match settings.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use engine::play::Limits;
use protocol::text::excerpt;
use variants::Variant;

use super::own;
use crate::args;
use crate::commands::shard::shard;
use arena::{
    Adjudication, DEFAULT_BOUND, DrawRule, EngineSpec, Fingerprints, Match, OpeningOrder,
    OpeningSource, Program, ResignRule, SprtSpec, Tournament, TurnLimits, armies_differ,
    parse_openings,
};

/// Returns the settings of a match of this variant.
pub fn settings(args: &args::Match, variant: &Variant, paths: &[PathBuf]) -> Result<Match> {
    let words = &args.engines;
    let engines = words.engines.iter().map(|own| EngineSpec::parse(&words.each, own));
    let engines = engines.collect::<Result<Vec<_>, _>>()?;
    let sprt = args.sprt.as_deref().map(SprtSpec::parse).transpose()?;
    let adjudication = Adjudication {
        draw: args.draw.as_deref().map(DrawRule::parse).transpose()?,
        resign: args.resign.as_deref().map(ResignRule::parse).transpose()?,
        max_moves: args.maxmoves,
    };
    let definition = variant.definition();
    let openings = parse_openings(&args.source.openings, args.source.order, Some(DEFAULT_BOUND))?;
    let (games_per_round, rounds) = rounds(args.games, args.rounds, &openings)?;
    let plan = Match {
        event: args.event.clone(),
        variant: definition.name.clone(),
        size: args.source.size.map(|size| size.to_string()),
        variant_paths: paths.to_vec(),
        engines,
        tournament: args.tournament,
        games_per_round,
        rounds,
        openings,
        seed: args.source.seed,
        adjudication,
        tables: args.tb.clone(),
        sprt,
        recover: args.recover,
        fingerprints: Fingerprints::default(),
        shard: shard(&args.sharding)?,
        identity: Default::default(),
        mark: None,
    };
    checked(plan, variant)
}

/// Returns the games per round and the number of rounds. Without a number of rounds each opening is
/// used for two games, if there are several.
fn rounds(
    games: Option<NonZeroUsize>,
    rounds: Option<NonZeroUsize>,
    openings: &OpeningSource,
) -> Result<(usize, usize)> {
    let games = games.map_or(2, NonZeroUsize::get);
    match rounds {
        Some(rounds) => Ok((games, rounds.get())),
        None if games == 1 || *openings == OpeningSource::Start => Ok((games, 1)),
        None => {
            let even = games.is_multiple_of(2);
            ensure!(even, "--games {games}: expected an even number: two of each opening");
            Ok((2, games / 2))
        }
    }
}

/// Returns valid settings, as stored in the match file.
fn checked(mut plan: Match, variant: &Variant) -> Result<Match> {
    plan.check()?;
    plan.settle().context("cannot find the current folder")?;
    plan.fingerprints = Fingerprints::of(&plan, variant);
    own::mark(&mut plan);
    Ok(plan)
}

/// Parses the limits of a turn of a study.
fn limits(text: &str, option: &'static str) -> Result<TurnLimits> {
    let mut limits = TurnLimits::default();
    let known = match text.split_once('=') {
        Some((key, value)) => limits.set(key, value).context(option)?,
        None => false,
    };
    ensure!(
        known && limits.is_limited(),
        "{option} '{}': expected one of nodes=N, st=SECONDS, depth=N, tc=CLOCK",
        excerpt(text)
    );
    Ok(limits)
}

/// Parses the limit of searches of first moves.
pub fn search_limits(text: &str) -> Result<Limits> {
    let TurnLimits { clock, move_time_ms, nodes, depth, .. } = limits(text, "--first-moves")?;
    let bad = "expected one of nodes=N, st=SECONDS, depth=N";
    ensure!(clock.is_none(), "--first-moves '{}': {bad}", excerpt(text));
    let move_time = move_time_ms.map(Duration::from_millis);
    Ok(Limits { nodes, depth, move_time, ..Limits::default() })
}

/// Returns the settings of a study: self-play, each game from an opening of its own.
pub fn study_settings(args: &args::Study, variant: &Variant, paths: &[PathBuf]) -> Result<Match> {
    let limits = limits(&args.limit, "--limit")?;
    let mut options = Vec::new();
    for option in &args.option {
        let Some((name, value)) = option.split_once('=').filter(|(name, _)| !name.is_empty())
        else {
            bail!("--option '{}': expected NAME=VALUE", excerpt(option));
        };
        options.push((name.to_owned(), Some(value.to_owned())));
    }
    let engine = |name: &str| {
        let mut engine = EngineSpec::new(name, Program::Own);
        engine.limits = limits;
        engine.options.clone_from(&options);
        engine
    };
    let mut openings = parse_openings(&args.openings, OpeningOrder::default(), None)?;
    if let OpeningSource::Random { either_begins, .. } = &mut openings {
        // Where the armies differ, an army is not to be the one that always moves first.
        *either_begins = armies_differ(&variant.start());
    }
    let plan = Match {
        event: "Menagerie study".to_owned(),
        variant: variant.definition().name.clone(),
        size: args.size.map(|size| size.to_string()),
        variant_paths: paths.to_vec(),
        engines: vec![engine("one"), engine("two")],
        tournament: Tournament::RoundRobin,
        // Games with one opening would not be independent.
        games_per_round: 1,
        rounds: NonZeroUsize::get(args.games),
        openings,
        seed: args.seed,
        adjudication: Adjudication { max_moves: Some(args.maxmoves), ..Adjudication::default() },
        tables: None,
        sprt: None,
        recover: false,
        fingerprints: Fingerprints::default(),
        shard: None,
        identity: Default::default(),
        mark: None,
    };
    checked(plan, variant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_a_study() {
        let limits = |text| limits(text, "--limit");
        assert_eq!(limits("nodes=20").unwrap().nodes, Some(20));
        assert_eq!(limits("st=0.5").unwrap().move_time_ms, Some(500));
        let fault = |text| format!("{:#}", limits(text).unwrap_err());
        for text in ["foo=1", "cmd=x", "", "5", "timemargin=5", "tc=inf", "nodes"] {
            let expected = "expected one of nodes=N, st=SECONDS, depth=N, tc=CLOCK";
            assert_eq!(fault(text), format!("--limit '{text}': {expected}"));
        }
        assert_eq!(fault("st=x"), "--limit: st=x: expected seconds above 0");
    }

    #[test]
    fn games_alone_take_an_opening_for_two() {
        let text = |text: &str| parse_openings(text, OpeningOrder::default(), None).unwrap();
        let (random, start) = (text("random:8"), text("start"));
        let number = NonZeroUsize::new;
        for (games, own, expected) in [
            (0, 0, (2, 1)),
            (1, 0, (1, 1)),
            (2, 0, (2, 1)),
            (20, 0, (2, 10)),
            (0, 5, (2, 5)),
            (20, 1, (20, 1)),
            (3, 4, (3, 4)),
        ] {
            assert_eq!(rounds(number(games), number(own), &random).unwrap(), expected);
        }
        assert_eq!(rounds(number(21), None, &start).unwrap(), (21, 1));
        let odd = rounds(number(21), None, &random).unwrap_err().to_string();
        assert_eq!(odd, "--games 21: expected an even number: two of each opening");
    }
}
