//! Searches with several threads.

use menagerie_search::{Control, Engine, Limits};
use variants::with_game;

use super::{Answer, game, search_with};

/// Games, with a depth that takes a while.
const GAMES: [(&str, u32); 4] = [("chess", 9), ("pacific", 9), ("cheskers", 9), ("chesimals", 4)];

fn search(variant: &str, threads: usize, limits: &Limits) -> Answer {
    let mut engine = Engine::new(threads, 8).unwrap();
    let any = game(variant, "");
    with_game!(&any, game => search_with(&mut engine, game, limits, &[], &Control::new()))
}

/// Returns the last reported depth, and the result.
fn check_depths(variant: &str, threads: usize, limits: &Limits) -> (u32, Answer) {
    let answer = search(variant, threads, limits);
    let mut depths: Vec<_> = answer.reports.iter().map(|report| report.0).collect();
    assert!(depths.is_sorted(), "{variant}, {threads} threads: {depths:?}");
    depths.dedup();
    let last = *depths.last().unwrap();
    if threads == 2 {
        assert!(depths.into_iter().eq(1..=last), "{variant}");
    }
    (last, answer)
}

#[test]
fn whichever_thread_completes_a_depth_tells_of_it_once() {
    for (variant, depth) in GAMES {
        for threads in [2, 3, 8] {
            let (last, answer) = check_depths(variant, threads, &Limits::depth(depth));
            assert_eq!(last, depth, "{variant}, {threads} threads");
            let reported = answer.reports.last().unwrap().2.clone();
            assert_eq!(Some(answer.turn.join(",")), reported, "{variant}, {threads} threads");
            // The last depth may be reported again, when the vote elects another thread's line.
            let before = answer.reports.iter().filter(|report| report.0 < last).count();
            assert!(before < last as usize, "{variant}, {threads} threads");
        }
    }
}

#[test]
fn several_lines_are_told_together_and_the_best_is_played() {
    for (variant, depth) in GAMES {
        for threads in [2, 3] {
            let limits = Limits { multi_pv: 3, ..Limits::depth(depth - 2) };
            let (last, answer) = check_depths(variant, threads, &limits);
            assert_eq!(last, depth - 2, "{variant}, {threads} threads");
            for lines in answer.reports.chunks(3) {
                let numbers: Vec<_> = lines.iter().map(|line| (line.0, line.1)).collect();
                let depth = lines[0].0;
                assert_eq!(numbers, [(depth, 1), (depth, 2), (depth, 3)], "{variant}");
            }
            let best = &answer.reports[answer.reports.len() - 3];
            assert_eq!(Some(answer.turn.join(",")), best.2, "{variant}, {threads} threads");
        }
    }
}

#[test]
fn a_mate_that_any_thread_finds_ends_the_search() {
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let any = game("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let mut engine = Engine::new(4, 8).unwrap();
    for _ in 0..20 {
        let answer = with_game!(&any, game => {
            search_with(&mut engine, game, &limits, &[], &Control::new())
        });
        assert_eq!(answer.score, menagerie_search::Score::Mate(2));
    }
}

#[test]
fn short_mates_by_zugzwang_are_seen_by_all_threads() {
    let any = game("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    for threads in [4, 8] {
        for _ in 0..10 {
            let mut engine = Engine::new(threads, 1).unwrap();
            let answer = with_game!(&any, game => {
                search_with(&mut engine, game, &Limits::depth(16), &[], &Control::new())
            });
            assert_eq!(answer.score, menagerie_search::Score::Mate(2), "{threads} threads");
        }
    }
}
