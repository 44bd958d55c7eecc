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
