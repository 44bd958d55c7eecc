//! Value iteration over FENs: no index, no symmetry, no retrograde step.

use std::collections::{HashMap, HashSet};

use menagerie_solver::{Metric, Value};
use variants::{AnyGame, Color, Square};

use crate::{Solved, solved, solved_to};

/// A FEN without clocks.
fn name(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The positions that can be reached from some.
struct Graph {
    fens: Vec<String>,
    numbers: HashMap<String, usize>,
    /// For each the positions after its moves, and whether these are progress.
    next: Vec<Vec<(usize, bool)>>,
    /// The values of ends.
    ends: Vec<Option<Value>>,
}

impl Graph {
    fn new(solved: &Solved, starts: Vec<String>) -> Self {
        let mut graph =
            Graph { fens: Vec::new(), numbers: HashMap::new(), next: Vec::new(), ends: Vec::new() };
        for fen in starts {
            graph.number(fen);
        }
        while let Some(fen) = graph.fens.get(graph.next.len()).cloned() {
            let mut game = solved.variant.game(&fen).unwrap();
            let end = game.outcome().map(|outcome| match outcome.winner {
                None => Value::Draw,
                Some(winner) if winner == game.side() => Value::Win(0),
                Some(_) => Value::Loss(0),
            });
            let mut next = Vec::new();
            if end.is_none() {
                graph.follow(&mut game, &mut next);
            }
            graph.next.push(next);
            graph.ends.push(end);
        }
        graph
    }

    /// Adds the positions after the turns of a game, or after the ends of the turn in progress.
    fn follow(&mut self, game: &mut AnyGame, next: &mut Vec<(usize, bool)>) {
        let ply = game.ply();
        for step in game.step_texts() {
            game.play_step(&step).unwrap();
            if game.is_turn_start() {
                next.push((self.number(name(&game.fen())), game.clock() == 0));
            } else {
                self.follow(game, next);
            }
            game.undo_to(ply);
        }
    }

    fn number(&mut self, fen: String) -> usize {
        let new = self.fens.len();
        let number = *self.numbers.entry(fen.clone()).or_insert(new);
        if number == new {
            self.fens.push(fen);
        }
        number
    }

    /// The value of each position, by as many rounds as change something. With values of ends, plies are counted
    /// up to the next progress.
    fn values(&self, whole: Option<&[Option<Value>]>) -> Vec<Option<Value>> {
        let at_once = |value: Value| match value {
            Value::Draw => Value::Draw,
            Value::Win(_) => Value::Win(0),
            Value::Loss(_) => Value::Loss(0),
        };
        let mut values = self.ends.clone();
        loop {
            let value = |next: &Vec<(usize, bool)>| {
                let known = || {
                    next.iter().map(|&(number, progress)| match whole {
                        Some(whole) if progress => whole[number].map(at_once),
                        _ => values[number],
                    })
                };
                let wins = known().filter_map(|value| match value {
                    Some(Value::Loss(plies)) => Some(plies + 1),
                    _ => None,
                });
                if let Some(plies) = wins.min() {
                    return Some(Value::Win(plies));
                }
                let losses = known().map(|value| match value {
                    Some(Value::Win(plies)) => Some(plies + 1),
                    _ => None,
                });
                let losses: Option<Vec<u16>> = losses.collect();
                losses?.into_iter().max().map(Value::Loss)
            };
            let ends = self.ends.iter().zip(&self.next);
            let new: Vec<Option<Value>> =
                ends.map(|(end, next)| end.or_else(|| value(next))).collect();
            if new == values {
                return values;
            }
            values = new;
        }
    }
}

/// All placements of pieces in their zones, as FENs of positions that can be set up.
fn placements(solved: &Solved, letters: &str, only_dark: bool) -> Vec<String> {
    let definition = solved.variant.definition();
    let size = definition.size;
    let is_in_zone = |letter: char, square: &Square| {
        let color = if letter.is_uppercase() { Color::White } else { Color::Black };
        let kind = definition.piece_type(letter.to_ascii_uppercase(), false).unwrap();
        let zone = &definition.piece(kind).zone;
        zone.as_ref().is_none_or(|zone| zone[color].contains(square))
    };
    let squares: Vec<_> =
        size.iter().filter(|&square| !only_dark || size.is_dark(square)).collect();
    let mut boards: Vec<Vec<(usize, char)>> = vec![Vec::new()];
    for letter in letters.chars() {
        boards = boards
            .iter()
            .flat_map(|board| {
                let free = squares
                    .iter()
                    .filter(|square| is_in_zone(letter, square))
                    .filter(|square| board.iter().all(|(at, _)| *at != square.index()));
                free.map(|square| [board.clone(), vec![(square.index(), letter)]].concat())
            })
            .collect();
    }
    let files = usize::from(size.files());
    let mut fens = HashSet::new();
    for board in boards {
        let rows: Vec<String> = (0..usize::from(size.ranks()))
            .rev()
            .map(|rank| {
                let at = |file: usize| board.iter().find(|(at, _)| *at == rank * files + file);
                let mut row = String::new();
                let mut empty = 0;
                for file in 0..files {
                    match at(file) {
                        Some((_, letter)) if empty > 0 => row.push_str(&format!("{empty}{letter}")),
                        Some((_, letter)) => row.push(*letter),
                        None => {
                            empty += 1;
                            continue;
                        }
                    }
                    empty = 0;
                }
                if empty > 0 { format!("{row}{empty}") } else { row }
            })
            .collect();
        for side in Color::ALL {
            let fen = format!("{} {} - -", rows.join("/"), side.letter());
            // Pawns never come to their own back rank.
            if rows[0].contains('p') || rows[rows.len() - 1].contains('P') {
                continue;
            }
            if let Ok(game) = solved.variant.game(&fen) {
                fens.insert(name(&game.fen()));
            }
        }
    }
    fens.into_iter().collect()
}

/// Compares every position with these pieces, and all that they lead to, with value iteration.
#[track_caller]
fn check(game: &str, material: &str, letters: &str, only_dark: bool) {
    let solved = solved(game, &[material]);
    let graph = Graph::new(&solved, placements(&solved, letters, only_dark));
    compare(&solved, &graph, &graph.values(None), Metric::End);
}

/// The same with distances to conversion too.
#[track_caller]
fn check_conversions(game: &str, material: &str, letters: &str, only_dark: bool) {
    let solved = solved_to(game, &[material], Metric::Conversion);
    let graph = Graph::new(&solved, placements(&solved, letters, only_dark));
    let whole = graph.values(None);
    compare(&solved, &graph, &whole, Metric::End);
    compare(&solved, &graph, &graph.values(Some(&whole)), Metric::Conversion);
}

#[track_caller]
fn compare(solved: &Solved, graph: &Graph, values: &[Option<Value>], metric: Metric) {
    let (mut seen, mut decided) = (0, 0);
    for (fen, value) in graph.fens.iter().zip(values) {
        let expected = value.unwrap_or(Value::Draw);
        let game = solved.variant.game(fen).unwrap();
        assert_eq!(solved.tables.value_of(&game, metric), Some(expected), "{fen}: {metric}");
        seen += 1;
        decided += u32::from(expected != Value::Draw);
    }
    assert!(seen > 100 && decided > 0, "{seen} {decided}");
}

#[test]
fn rooks_on_a_small_board() {
    check("minixiangqi", "KRvK", "KRk", false);
}

#[test]
fn pawns_and_en_passant() {
    check_conversions("small", "KPvKP", "KPkp", false);
}

#[test]
fn cheskers_kings_and_pawns() {
    check("cheskers", "KvK", "Kk", true);
    check_conversions("cheskers", "KvKP", "Kkp", true);
}

#[test]
fn sides_that_may_lose_all_pieces() {
    check("small-rush", "PvP", "Pp", false);
    check("small-rush", "PPv", "PP", false);
    check("small-blasts", "PPvP", "PPp", false);
}

#[test]
fn jumpers_that_repeat_nothing() {
    check("small-jumpers", "QvR", "Qr", false);
}

#[test]
fn turns_of_several_units() {
    check_conversions("small-armies", "KPvK", "KPk", false);
    check("small-armies", "KPvQ", "KPq", false);
}
