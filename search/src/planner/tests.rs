//! Tests of turn generation.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use nets::train::{Parameters, Settings};
use nets::{Inputs, Net};
use variants::Catalog;
use variants::{Definition, Variant, with_game};

use super::leave::OpenNode;
use super::list::TurnList;
use super::*;
use crate::eval::Evaluator;
use crate::score::{Bound, INFINITE};
use crate::table::{Entry, Table};
use crate::time::Timer;
use crate::tuning::Tuning;
use crate::{Control, Limits, Params, Report, SearchRequest};

/// Positions: a start, a middlegame, and an endgame that is nearly over.
const POSITIONS: [(&str, &str); 3] = [
    ("chesimals", ""),
    (
        "chesimals",
        "5t1tk2w4/1ge1g1qp1p1h4/1g1e1t1tp1p5/1ge1s1sn1nw5/1e9w2h1/2d6H1O1Wo1/12W3/\
            3E2T9/2G2TSN1N6/1EDEG1TSP1P5/EG2G2TP1P5/7QK7 b - - 0 15",
    ),
    ("chesimals2", "16/16/9N6/16/3e4k7/8p7/9st5/2d7T2W2/10Q5/7s8/16/11P4 b - - 5 49"),
];

/// Runs code with a planner for each of the positions. A macro, since positions of games have types
/// of their own.
macro_rules! with_planners {
    ($planner:ident => $body:block) => {
        with_planners!(no_net, $planner => $body)
    };
    ($net:expr, $planner:ident => $body:block) => {
        for (name, fen) in POSITIONS {
            let definition = Catalog::builtin().get(name).unwrap().clone();
            let variant = Variant::compile(definition).unwrap();
            let game = if fen.is_empty() { variant.start() } else { variant.game(fen).unwrap() };
            with_game!(&game, game => {
                let definition = &game.position().common().definition;
                let net = $net(definition);
                let evaluator = Evaluator::new(definition, None, net.as_ref());
                let (table, tuning) = (Table::new(1).unwrap(), Tuning::new(Params::default()));
                let (clock, control) = (&|| Duration::ZERO, &Control::new());
                let request = SearchRequest::new(game, Limits::default(), clock, control);
                let timer = Timer::new(clock, control, false);
                let mut report = |_: &Report<_>| ();
                let context = SearchContext::new(
                    &request, timer, &table, &evaluator, &tuning, 2, &mut report,
                );
                let together = Together::new(2);
                let mut $planner = Planner::new(&context, &together, game.clone(), 0);
                $body
            });
        }
    };
}

fn no_net(_: &Definition) -> Option<Arc<Net>> {
    None
}

/// Returns an untrained net.
fn young_net(definition: &Definition) -> Option<Arc<Net>> {
    let settings = Settings { hidden: 32, ..Settings::default() };
    let parameters = Parameters::new(&Inputs::new(definition), &settings).unwrap();
    Some(Arc::new(parameters.quantise(&definition.name, "chance").unwrap()))
}

#[test]
fn net_and_weights_are_blended_between_turns() {
    with_planners!(young_net, planner => {
        let by_looks = planner.look().eval;
        let evaluator = planner.context.evaluator;
        let position = planner.game.position();
        let net = evaluator.by_net(position, &mut planner.accumulators, 0).unwrap();
        let net = fade(position, net);
        let BlendedEval { eval, shift } = planner.blended_eval();
        assert!(net != by_looks, "{net}");
        assert!((2 * eval - net - by_looks).abs() <= 1, "{eval} of {net} and {by_looks}");
        assert_eq!(shift, eval - by_looks);
    });
    with_planners!(planner => {
        assert_eq!(planner.blended_eval().eval, planner.look().eval);
    });
}

#[test]
fn stages_make_each_turn_once() {
    with_planners!(planner => {
        let all: Vec<u64> = planner.turns(Breadth::Full).iter().map(|turn| turn.key).collect();
        // Generated stages stay, for other threads.
        let list = TurnList::new(Breadth::Full);
        let mut stages = Vec::new();
        while let Some(stage) = planner.stage(&list, stages.len()) {
            stages.push(stage);
        }
        let turns: Vec<_> = stages.iter().flat_map(|stage| stage.iter()).collect();
        let made: Vec<u64> = turns.iter().map(|turn| turn.key).collect();
        for (number, stage) in stages.iter().enumerate() {
            assert!(Arc::ptr_eq(stage, &planner.stage(&list, number).unwrap()));
        }
        let distinct = |keys: &[u64]| keys.iter().copied().collect::<HashSet<u64>>();
        assert_eq!(distinct(&made), distinct(&all));
        assert_eq!(made.len(), distinct(&made).len());
        assert!(stages.len() > 1 && stages[0].len() * 2 < made.len(), "{}", stages[0].len());
        // Each possible first step starts one of them, or another order of the same steps does.
        let first: Vec<_> = turns.iter().map(|turn| turn.steps[0]).collect();
        for step in planner.steps(false).into_iter().filter(|step| !first.contains(step)) {
            planner.game.play(step);
            if let Some(end) = planner.end_of_turn() {
                planner.game.play(end);
                assert!(made.contains(&planner.game.position().key()), "{step:?}");
                planner.game.undo();
            }
            planner.game.undo();
        }
    });
}

#[test]
fn threads_make_the_turns_of_a_position_together() {
    with_planners!(planner => {
        let all: HashSet<u64> = planner.turns(Breadth::Full).iter().map(|turn| turn.key).collect();
        let list = TurnList::new(Breadth::Full);
        let made = |planner: &mut Planner<'_, '_, _>| {
            let stages = (0..).map_while(|number| planner.stage(&list, number));
            (stages.collect::<Vec<_>>(), planner.nodes)
        };
        let mut other = Planner::new(planner.context, planner.together, planner.game.clone(), 1);
        let before = planner.nodes;
        let ((own, nodes), (theirs, more)) = std::thread::scope(|scope| {
            let theirs = scope.spawn(|| made(&mut other));
            (made(&mut planner), theirs.join().unwrap())
        });
        assert_eq!(own.len(), theirs.len());
        assert!(own.iter().zip(&theirs).all(|(own, theirs)| Arc::ptr_eq(own, theirs)));
        let keys: Vec<u64> = own.iter().flat_map(|stage| stage.iter()).map(|turn| turn.key).collect();
        assert_eq!(keys.iter().copied().collect::<HashSet<u64>>(), all);
        assert_eq!(keys.len(), all.len());
        // The threads shared the work.
        assert!(nodes - before + more < 3 * before / 2, "{} {more} {before}", nodes - before);
    });
}

#[test]
fn a_killer_is_a_whole_legal_turn() {
    with_planners!(planner => {
        let (ply, turns) = (planner.game.ply(), planner.turns(Breadth::Full));
        // A reply to one turn is tried against all others: some of its steps are legal there.
        planner.play(&turns[0]);
        let answer = planner.turns(NARROW).swap_remove(0);
        planner.undo(&turns[0]);
        planner.killers[1].clone_from(&answer.steps);
        let mut killers = 0;
        for turn in turns.iter().filter(|turn| turn.worth < INFINITE) {
            planner.play(turn);
            let (side, before) = (planner.game.position().side(), planner.game.ply());
            if let Some(killer) = planner.killer(1) {
                killers += 1;
                assert_eq!(planner.game.ply(), before);
                let mut rest = answer.steps.iter();
                assert!(killer.steps.iter().all(|step| rest.any(|other| other == step)));
                for &step in &killer.steps {
                    assert_eq!(planner.game.position().side(), side);
                    assert!(planner.steps(false).contains(&step));
                    planner.game.play(step);
                }
                assert_ne!(planner.game.position().side(), side);
                assert_eq!(planner.game.position().key(), killer.key);
                planner.undo(&killer);
            }
            assert_eq!(planner.killers[1], answer.steps);
            planner.undo(turn);
        }
        assert!(killers * 2 > turns.len(), "{killers} of {}", turns.len());
        assert_eq!(planner.game.ply(), ply);
        // In its own position, the killer is that turn itself.
        planner.killers[0].clone_from(&turns[0].steps);
        assert_eq!(planner.killer(0).map(|killer| killer.key), Some(turns[0].key));
    });
}

#[test]
fn a_node_whose_value_another_thread_found_is_left() {
    with_planners!(planner => {
        let node = |key| OpenNode { key, alpha: 10, beta: 11, depth: 3, ply: 0 };
        let table = planner.context.table;
        let store = |value, depth, bound| {
            table.store(7, Entry { code: 0, value, eval: None, depth, bound });
        };
        for key in [6, 7, 8] {
            planner.open.push(node(key));
        }
        // Neither a value inside the window nor one of less depth is enough.
        store(11, 2, Bound::Lower);
        planner.look_back();
        store(11, 3, Bound::Upper);
        planner.nodes += 1000;
        planner.look_back();
        assert!(!planner.is_over());
        store(25, 3, Bound::Lower);
        planner.nodes += 1000;
        planner.look_back();
        assert!(planner.is_over());
        // The search goes back to that node, and no further.
        assert_eq!(planner.open.pop(), None);
        assert!(planner.is_over());
        assert_eq!(planner.open.pop(), Some(25));
        assert!(!planner.is_over());
        assert_eq!(planner.open.pop(), None);
    });
}

/// Returns the fewest turns of the side to move, this one included, in which it captures the lone chief: by the
/// value of the position after each of its turns.
fn fewest_turns<P: SearchFamily>(game: &mut Game<P>, evaluator: &Evaluator<P>) -> Option<u32> {
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    game.retain_ordered(&mut steps);
    let mut fewest: Option<u32> = None;
    for step in steps {
        game.play(step);
        let turns = if game.position().decided().is_some() {
            Some(1)
        } else if game.position().is_turn_start() {
            evaluator.lone_chief_turns(game.position()).map(|turns| turns + 1)
        } else {
            fewest_turns(game, evaluator)
        };
        game.undo();
        fewest = [fewest, turns].into_iter().flatten().min();
    }
    fewest
}

/// Returns the turns in which the lone chief that is to move is captured by the table, and by all its
/// replies to its values.
fn captured_in<P: SearchFamily>(game: &Game<P>) -> (Option<u32>, Option<u32>) {
    let mut game = game.clone();
    let definition = game.position().common().definition.clone();
    let evaluator = Evaluator::<P>::new(&definition, None, None);
    let side = game.position().side();
    let mut steps = Vec::new();
    game.legal_steps(&mut steps);
    let (mut most, mut turns) = (Some(0), Vec::new());
    for step in steps {
        game.play(step);
        if game.position().decided().is_some() {
            game.undo();
            most = None;
            break;
        }
        game.legal_steps(&mut turns);
        let end = turns.iter().copied().find(|&step| game.position().step_info(step).is_none());
        game.play(end.unwrap());
        assert_ne!(game.position().side(), side);
        most = most.zip(fewest_turns(&mut game, &evaluator)).map(|(a, b)| a.max(b));
        game.undo();
        game.undo();
        if most.is_none() {
            break;
        }
    }
    (evaluator.lone_chief_turns(game.position()), most)
}

/// Returns the ranks of a FEN, of a board of 16x12.
fn ranks(board: &[Option<char>; 16 * 12]) -> String {
    let ranks = board.chunks(16).rev().map(|rank| {
        let mut text = String::new();
        for run in rank.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match run[0] {
                Some(letter) => text.push(letter),
                None => text.push_str(&run.len().to_string()),
            }
        }
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

#[test]
fn turns_against_a_lone_chief_follow_from_the_rules() {
    let definition = Catalog::builtin().get("chesimals").unwrap().clone();
    let variant = Variant::compile(definition.clone()).unwrap();
    let mut seed = 1_u64;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % most
    };
    let mut known = [0; 2];
    for count in 0..400 {
        // A lone chief near a corner, the others near it.
        let lone = (next(4), next(4));
        let near = |next: &mut dyn FnMut(usize) -> usize| {
            (lone.0 + next(7)).saturating_sub(1) + 16 * (lone.1 + next(7)).saturating_sub(1)
        };
        let mut board = [None; 16 * 12];
        let helper = if count % 2 == 0 { 'P' } else { 'N' };
        board[lone.0 + 16 * lone.1] = Some('k');
        for letter in ['K', 'P', helper] {
            board[near(&mut next)] = Some(letter);
        }
        if board.iter().flatten().count() < 4 || !board.contains(&Some('k')) {
            continue;
        }
        let fen = format!("{} b - - 0 1", ranks(&board));
        let game = variant.game(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let (tabled, searched) = with_game!(&game, game => captured_in(game));
        match tabled {
            Some(turns) => {
                known[usize::from(count % 2 == 1)] += 1;
                assert_eq!(searched, Some(turns), "{fen}");
            }
            // A win in more turns than the table has.
            None => assert!(searched.is_none_or(|turns| turns > 16), "{fen}: {searched:?}"),
        }
    }
    assert!(known.iter().all(|&known| known >= 10), "{known:?}");
}
