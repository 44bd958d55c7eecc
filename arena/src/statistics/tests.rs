use crate::{
    Adjudication, EngineSpec, OpeningSource, SprtModel, SprtSpec, Termination, Tournament,
};

use super::*;

fn games(wins: u64, losses: u64, draws: u64) -> Tally {
    Tally { white: ResultCounts { wins, draws, losses }, ..Tally::default() }
}

/// Returns pairs in the order of fastchess' tests: LL, LD, WL, DD, WD, WW.
fn pairs(counts: [u64; 6]) -> Tally {
    let [ll, ld, wl, dd, wd, ww] = counts;
    let white =
        ResultCounts { wins: 2 * ww + wd + wl, draws: wd + 2 * dd + ld, losses: 2 * ll + ld + wl };
    Tally { white, black: ResultCounts::default(), pairs: [ll, ld, wl + dd, wd, ww] }
}

#[track_caller]
fn near(value: f64, expected: f64, error: f64) {
    assert!((value - expected).abs() <= error, "{value} is not {expected} ± {error}");
}

/// Compares as doctest's Approx does with an epsilon of 0.01.
#[track_caller]
fn approx(value: f64, expected: f64) {
    near(value, expected, 0.01 * (1.0 + expected.abs()));
}

fn sprt(tally: &Tally, elo: [f64; 2], error: f64, model: SprtModel, in_pairs: bool) -> SprtState {
    let spec = SprtSpec { elo0: elo[0], elo1: elo[1], alpha: error, beta: error, model };
    Sprt::new(spec, in_pairs).state(tally)
}

/// Examples of <https://github.com/Disservin/fastchess/blob/master/app/tests/sprt_test.cpp>, which
/// rounds and allows 1 %; the decimals here are the output of its code (1.8.2).
#[test]
fn llr_is_that_of_fastchess() {
    use SprtModel::{Logistic, Normalized};
    let llr = |tally: Tally, elo, model, in_pairs| sprt(&tally, elo, 0.05, model, in_pairs).llr;
    for (wins, losses, draws, elo, model, expected) in [
        (36433, 36027, 68692, [0.0, 2.0], Normalized, 0.9233),
        (10871, 10650, 20431, [-1.75, 0.25], Normalized, 2.2975),
        (4250, 0, 0, [0.0, 10.0], Normalized, 120.5483),
        (21404, 21184, 40708, [0.5, 2.5], Logistic, -1.5720),
        (57433, 57030, 106593, [0.0, 2.0], Logistic, -2.5933),
    ] {
        near(llr(games(wins, losses, draws), elo, model, false), expected, 0.001);
    }
    for (counts, elo, model, expected) in [
        ([365, 16618, 36029, 200, 16974, 390], [0.0, 2.0], Normalized, 2.2504),
        ([127, 4883, 10311, 401, 5150, 104], [-1.75, 0.25], Normalized, 3.0102),
        ([0, 0, 0, 0, 0, 5550], [0.0, 5.0], Normalized, 111.7976),
        ([223, 9863, 20279, 1000, 10037, 246], [0.5, 2.5], Logistic, -3.0744),
        ([871, 26175, 55003, 980, 26678, 821], [0.0, 2.0], Logistic, -4.9796),
    ] {
        near(llr(pairs(counts), elo, model, true), expected, 0.001);
    }
}

/// Examples of cutechess, by its model. For balanced results the logistic model agrees.
/// <https://github.com/cutechess/cutechess/blob/master/projects/lib/tests/sprt/tst_sprt.cpp>
#[test]
fn llr_against_cutechess() {
    let by = |model| {
        move |wins, losses, draws| {
            sprt(&games(wins, losses, draws), [0.0, 10.0], 0.01, model, false)
        }
    };
    let state = by(SprtModel::BayesElo);
    near(state(1477, 1351, 2942).llr, 2.52, 0.01);
    near(state(555, 555, 298).llr, -0.74, 0.01);
    near(state(3, 149, 1).llr, -4.69, 0.01);
    assert_eq!(state(3, 149, 1).verdict, Some(SprtDecision::H0));
    let state = by(SprtModel::Logistic);
    near(state(1477, 1351, 2942).llr, 2.52, 0.01);
    near(state(555, 555, 298).llr, -0.74, 0.01);
    let lopsided = state(3, 149, 1);
    near(lopsided.llr, -4.2933, 0.0001);
    assert_eq!(lopsided.verdict, None);
    near(lopsided.lower, -4.6, 0.01);
    near(lopsided.upper, 4.6, 0.01);
}

#[test]
fn llr_stands_anything() {
    for model in [SprtModel::Logistic, SprtModel::Normalized] {
        for in_pairs in [false, true] {
            for elo in [[0.0, 5.0], [-1e9, 1e9], [5.0, 0.0], [f64::NAN, 1.0], [f64::INFINITY; 2]] {
                for tally in [
                    Tally::default(),
                    pairs([0, 0, 0, 1, 0, 0]),
                    pairs([1, 0, 0, 0, 0, 0]),
                    pairs([0, 0, 0, 0, 0, 1]),
                    pairs([0, 0, 1_000_000, 0, 0, 0]),
                    games(0, 0, 1_000_000),
                ] {
                    assert!(sprt(&tally, elo, 0.05, model, in_pairs).llr.is_finite());
                    for error in [0.0, 1.0, -1.0, f64::NAN] {
                        let state = sprt(&tally, elo, error, model, in_pairs);
                        assert!(state.progress().is_finite());
                        assert_eq!(state.verdict, None, "{state:?}");
                    }
                }
            }
        }
    }
}

/// Examples of <https://github.com/Disservin/fastchess/blob/master/app/tests/elo_test.cpp>, whose
/// intervals are Wald's: ours are a little shorter.
#[test]
fn elo_is_that_of_fastchess() {
    for (tally, elo, normalized, los, score) in [
        (games(76, 89, 123), None, (-20.76, 40.13), 0.1553, 0.477),
        (games(136, 96, 111), Some((40.70, 30.43)), (49.77, 36.77), 0.9960, 0.558),
        (games(34, 356, 0), None, (-508.44, 34.48), 0.0, 0.087),
        (pairs([34, 54, 31, 32, 64, 75]), Some((55.58, 27.65)), (57.94, 28.28), 1.0, 0.579),
        (pairs([332, 433, 457, 41, 333, 334]), Some((-8.64, 10.33)), (-9.17, 10.96), 0.0505, 0.488),
        (
            pairs([7895, 8757, 5485, 200, 568, 9999]),
            Some((-21.04, 2.95)),
            (-19.01, 2.65),
            0.0,
            0.470,
        ),
    ] {
        let seen = EloEstimate::new(&tally).unwrap();
        if let Some((difference, margin)) = elo {
            approx(seen.elo, difference);
            approx(seen.margin().unwrap(), margin);
        }
        let (value, error) = seen.normalized.unwrap();
        approx(value, normalized.0);
        approx(error, normalized.1);
        // The shrunk draw rate gives a slightly larger variance.
        near(seen.los, los, 0.0005);
        near(seen.score, score, 0.0006);
    }
}

#[test]
fn elo_of_few_or_equal_games() {
    assert_eq!(EloEstimate::new(&Tally::default()), None);
    let won = EloEstimate::new(&games(20, 0, 0)).unwrap();
    assert_eq!((won.elo, won.bounds.1, won.margin()), (f64::INFINITY, f64::INFINITY, None));
    // Wilson's interval ends at 20/(20 + z²), which is 400·log10(20/z²) in Elo.
    near(won.bounds.0, 400.0 * (20.0f64 / 3.841_459).log10(), 0.001);
    near(won.los, 1.0, 1e-6);
    assert_eq!(won.normalized, None);
    let in_pairs = EloEstimate::new(&pairs([0, 0, 0, 0, 0, 10])).unwrap();
    near(in_pairs.bounds.0, won.bounds.0, 1e-9);
    let lost = EloEstimate::new(&games(0, 20, 0)).unwrap();
    near(lost.bounds.1, -won.bounds.0, 1e-9);
    assert_eq!(lost.bounds.0, f64::NEG_INFINITY);

    let one = EloEstimate::new(&games(1, 0, 0)).unwrap();
    assert!(one.bounds.0 < 0.0 && one.bounds.0.is_finite());
    near(one.los, 0.75, 1e-9);
    for drawn in
        [games(0, 0, 1), games(0, 0, 2), pairs([0, 0, 0, 1, 0, 0]), pairs([0, 0, 1, 0, 0, 0])]
    {
        let drawn = EloEstimate::new(&drawn).unwrap();
        assert_eq!((drawn.elo, drawn.los), (0.0, 0.5));
        assert!(drawn.bounds.0 < -100.0 && drawn.bounds.1 > 100.0, "{drawn:?}");
    }
    // A hundred draws are a different case.
    assert!(EloEstimate::new(&games(0, 0, 100)).unwrap().margin().unwrap() < 10.0);
    // The likelihood of superiority agrees with the interval.
    for (counts, more) in
        [([0, 0, 0, 0, 2, 0], 0), ([0, 0, 0, 0, 3, 0], 0), ([0, 0, 0, 0, 3, 0], 1)]
    {
        let mut tally = pairs(counts);
        tally.white.losses += more;
        let few = EloEstimate::new(&tally).unwrap();
        assert_eq!(few.bounds.0 > 0.0, few.los > 0.975, "{few:?}");
    }
    // Pairs without variance leave no uncertainty in the mean, but in single games.
    let even = EloEstimate::new(&pairs([0, 0, 0, 0, 50, 0])).unwrap();
    assert!(even.bounds.0 > 150.0 && even.bounds.1 < 240.0, "{even:?}");
}

/// Returns a game without moves.
pub(crate) fn record(round: usize, white: &str, black: &str, result: &str) -> GameRecord {
    GameRecord {
        number: 1,
        round,
        white: white.to_owned(),
        black: black.to_owned(),
        variant: "chess".to_owned(),
        size: None,
        fen: String::new(),
        opening: Vec::new(),
        moves: Vec::new(),
        result: serde_json::from_value(result.into()).unwrap(),
        termination: Termination::Rules,
        reason: String::new(),
        faults: Vec::new(),
        white_limits: String::new(),
        black_limits: String::new(),
        began: String::new(),
        duration_ms: 0,
        final_fen: String::new(),
    }
}

#[test]
fn games_are_paired_by_round_and_colours() {
    let mut scores = Scores::new(["a", "b"]);
    let mut add = |round, white, black, result| scores.add(&record(round, white, black, result));
    assert_eq!(add(1, "a", "b", "1-0"), Counted::Single);
    // Another round, another pairing, the same colours: no pair.
    assert_eq!(add(2, "b", "a", "1-0"), Counted::Single);
    assert_eq!(add(1, "c", "a", "1-0"), Counted::Single);
    assert_eq!(add(1, "a", "b", "1/2-1/2"), Counted::Single);
    assert_eq!(add(1, "b", "a", "0-1"), Counted::Pair);
    assert_eq!(add(1, "b", "a", "1/2-1/2"), Counted::Pair);
    assert_eq!(add(1, "b", "a", "1/2-1/2"), Counted::Single);
    assert_eq!(add(2, "a", "b", "1/2-1/2"), Counted::Pair);
    assert_eq!(add(0, "a", "b", "0-1"), Counted::Single);
    assert_eq!(add(0, "b", "a", "0-1"), Counted::Single);
    assert_eq!(add(3, "a", "a", "1-0"), Counted::Alone);
    let tally = scores.between(0, 1);
    assert_eq!(tally.white, ResultCounts { wins: 1, draws: 2, losses: 1 });
    assert_eq!(tally.black, ResultCounts { wins: 2, draws: 2, losses: 1 });
    assert_eq!(tally.pairs, [0, 1, 1, 0, 1]);
    assert_eq!(scores.between(1, 0), tally.reversed());
    assert_eq!(scores.between(1, 0).pairs, [1, 0, 1, 1, 0]);
    assert_eq!(scores.of(0).total(), ResultCounts { wins: 3, draws: 4, losses: 3 });
    assert_eq!((scores.games(), scores.alone()), (11, 1));
    assert_eq!(scores.names(), ["a", "b", "c"]);
}

/// Returns a tournament's scores, given wins, draws and losses of the first against the second.
fn tournament(results: &[(&str, &str, [usize; 3])]) -> Scores {
    let mut scores = Scores::default();
    for (white, black, counts) in results {
        for (result, &count) in ["1-0", "1/2-1/2", "0-1"].into_iter().zip(counts) {
            for _ in 0..count {
                scores.add(&record(0, white, black, result));
            }
        }
    }
    scores
}

#[test]
fn ratings_of_two_are_their_elo_difference() {
    let scores = tournament(&[("a", "b", [300, 600, 100])]);
    let ratings = Ratings::new(&scores);
    let seen = EloEstimate::new(&scores.between(0, 1)).unwrap();
    let (first, second) = (&ratings.list[0], &ratings.list[1]);
    near(first.elo - second.elo, seen.elo, 0.2);
    near(first.elo + second.elo, 0.0, 1e-6);
    near(first.margin + second.margin, seen.margin().unwrap(), 0.2);
}

#[test]
fn ratings_do_not_diverge() {
    let scores =
        tournament(&[("a", "b", [50, 0, 0]), ("b", "c", [0, 0, 1]), ("d", "d", [1, 0, 0])]);
    let ratings = Ratings::new(&scores);
    assert!(ratings.connected);
    assert_eq!(ratings.list.iter().map(|rating| rating.engine).collect::<Vec<_>>(), [0, 2, 1]);
    for rating in &ratings.list {
        assert!(rating.elo.abs() < 1500.0 && rating.margin > 100.0 && rating.margin < 3000.0);
    }
    assert!(!Ratings::new(&tournament(&[("a", "b", [1, 0, 1]), ("c", "d", [1, 0, 0])])).connected);
    assert_eq!(Ratings::new(&Scores::default()).list, []);
}

/// The ratings of a consistent tournament are its true ratings.
#[test]
fn ratings_find_the_truth() {
    let truth = [200.0, 50.0, -250.0];
    let names = ["a", "b", "c"];
    let mut results = Vec::new();
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        let wins = (score_of(truth[first] - truth[second]) * 100_000.0_f64).round() as usize;
        results.push((names[first], names[second], [wins, 0, 100_000 - wins]));
    }
    for rating in Ratings::new(&tournament(&results)).list {
        near(rating.elo, truth[rating.engine], 0.1);
        assert!(rating.margin < 3.0);
    }
}

/// Returns a match of these engines.
pub(crate) fn plan(names: &[&str], sprt: Option<SprtSpec>) -> Match {
    let engine = |name: &&str| {
        EngineSpec::parse(&[], &[format!("name={name}"), "self".into(), "nodes=1".into()]).unwrap()
    };
    Match {
        event: "test".to_owned(),
        variant: "chess".to_owned(),
        size: None,
        variant_paths: Vec::new(),
        engines: names.iter().map(engine).collect(),
        tournament: Tournament::RoundRobin,
        games_per_round: 2,
        rounds: 10,
        openings: OpeningSource::Start,
        seed: 1,
        adjudication: Adjudication::default(),
        tables: None,
        sprt,
        recover: true,
        fingerprints: crate::Fingerprints::default(),
        shard: None,
        identity: Default::default(),
        mark: None,
    }
}

/// SPRT that a few pairs in a row decide.
pub(crate) const WIDE: SprtSpec =
    SprtSpec { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, model: SprtModel::Logistic };

#[test]
fn verdicts_stand_once_they_are_met() {
    let won = |round| [record(round, "a", "b", "1-0"), record(round, "b", "a", "0-1")];
    let lost = |round| [record(round, "a", "b", "0-1"), record(round, "b", "a", "1-0")];
    let mut games: Vec<GameRecord> = (1..=8).flat_map(won).collect();
    assert_eq!(sprt_verdict(&plan(&["a", "b"], None), &games), None);
    let plan = plan(&["a", "b"], Some(WIDE));
    assert_eq!(sprt_verdict(&plan, &games[..4]), None);
    assert_eq!(sprt_verdict(&plan, &games), Some(SprtDecision::H1));
    // From the first engine's view, whichever side begins.
    let reversed = self::plan(&["b", "a"], Some(WIDE));
    assert_eq!(sprt_verdict(&reversed, &games), Some(SprtDecision::H0));
    games.extend((9..=12).flat_map(lost));
    let mut statistics = Statistics::new(&plan);
    for game in &games {
        statistics.add(game);
    }
    assert_eq!(statistics.sprt().unwrap().verdict, None);
    assert_eq!(statistics.verdict(), Some(SprtDecision::H1));
    assert_eq!(sprt_verdict(&plan, &games), Some(SprtDecision::H1));
}

/// The cost per game does not grow with the length of a match.
#[test]
fn long_matches_are_counted_one_by_one() {
    let mut statistics = Statistics::new(&plan(&["a", "b"], Some(WIDE)));
    let results = ["1-0", "0-1", "1/2-1/2"];
    let games: Vec<GameRecord> = (0..results.len())
        .flat_map(|n| [record(1, "a", "b", results[n]), record(1, "b", "a", results[(n + 1) % 3])])
        .collect();
    for index in 0..50_000 {
        let mut game = games[index % games.len()].clone();
        game.round = index / 2 + 1;
        statistics.add(&game);
    }
    assert_eq!((statistics.tally().games(), statistics.tally().pair_count()), (50_000, 25_000));
}

/// Returns the decision of a match's SPRT after these games; `None` if it continues.
fn sprt_verdict(plan: &Match, records: &[GameRecord]) -> Option<SprtDecision> {
    plan.sprt?;
    let mut statistics = Statistics::new(plan);
    for record in records {
        statistics.add(record);
        if statistics.verdict().is_some() {
            break;
        }
    }
    statistics.verdict()
}
