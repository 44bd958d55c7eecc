use std::sync::Arc;
use std::time::Instant;
use variants::betza::Betza;
use variants::definition::*;
use variants::royal::Royal;
use variants::*;

fn def(chess: bool, gollon: bool) -> Definition {
    let list: &[(char, &str)] = if chess {
        &[('K', "K"), ('Q', "Q"), ('R', "R"), ('B', "B"), ('N', "N"), ('P', "fmWfceFifmnD")]
    } else {
        &[
            ('K', "K"),
            ('Q', "QN"),
            ('M', "Q"),
            ('R', "R"),
            ('B', "B"),
            ('N', "N"),
            ('C', "NAD"),
            ('F', "FD"),
            ('G', "K"),
            ('P', if gollon { "fmWfceFifmnDifmnH" } else { "fmWfceFifmnD" }),
        ]
    };
    let n = list.len();
    let pieces = list
        .iter()
        .enumerate()
        .map(|(i, (l, b))| PieceDefinition {
            letter: *l,
            promoted: false,
            name: l.to_string(),
            moves: Betza::parse(b).unwrap(),
            jumps: None,
            promotes: if i == n - 1 {
                (1..n - 1).map(PieceType::from_index).collect()
            } else {
                vec![]
            },
            royal: i == 0,
            value: None,
        })
        .collect();
    let rook = PieceType::from_index(if chess { 2 } else { 3 });
    let castling = if chess {
        Some(CastlingDefinition {
            rank: 0,
            king: 4,
            rook,
            king_side: CastlingSide { rook_from: 7, king_to: 6, rook_to: 5 },
            queen_side: CastlingSide { rook_from: 0, king_to: 2, rook_to: 3 },
        })
    } else if gollon {
        Some(CastlingDefinition {
            rank: 1,
            king: 5,
            rook,
            king_side: CastlingSide { rook_from: 9, king_to: 8, rook_to: 7 },
            queen_side: CastlingSide { rook_from: 0, king_to: 2, rook_to: 3 },
        })
    } else {
        None
    };
    Definition {
        name: "x".into(), title: "x".into(), template: "fairy".into(),
        size: if chess { "8x8" } else { "10x10" }.parse().unwrap(),
        start: if chess { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" } else { "c1f1gg1f1c/rnmbqkbmnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNMBQKBMNR/C1F1GG1F1C w - - 0 1" }.into(),
        array: None, pieces, repetition: Repetition::Draw, move_rule: Some(100),
        family: Family::Royal(RoyalDefinition { initial_rank: if chess { 1 } else { 2 }, promotion_rank: if chess { 7 } else { 9 }, stalemate: Stalemate::Draw, castling, dead_single: vec![], dead_same_color: vec![], dead: true }),
    }
}

fn run<B: Bits>(d: Definition, depth: u32, fen: Option<&str>) {
    let d = Arc::new(d);
    let t = Instant::now();
    let rules = Arc::new(Royal::<B>::compile(d.clone()));
    let compile = t.elapsed();
    let fen = Fen::parse(fen.unwrap_or(&d.start), &d).unwrap();
    let p = Royal::<B>::from_fen(&rules, &fen).unwrap();
    let t = Instant::now();
    let n = perft(&p, depth);
    let s = t.elapsed().as_secs_f64();
    println!(
        "{} perft {depth} = {n} {:.3}s {:.1} Mn/s (compile {:?})",
        d.size,
        s,
        n as f64 / s / 1e6,
        compile
    );
}

fn suite<B: Bits>(d: Definition, file: &str) {
    let d = Arc::new(d);
    let rules = Arc::new(Royal::<B>::compile(d.clone()));
    let (mut ok, mut bad) = (0, 0);
    for line in std::fs::read_to_string(file).unwrap().lines().filter(|l| !l.starts_with('#')) {
        let mut f = line.split(" ; ");
        let fen = f.next().unwrap();
        let p = match Fen::parse(fen, &d).and_then(|f| Royal::<B>::from_fen(&rules, &f)) {
            Ok(p) => p,
            Err(e) => {
                println!("{fen}: {e}");
                bad += 1;
                continue;
            }
        };
        if p.to_fen().text(&d) != fen {
            println!("FEN {fen} -> {}", p.to_fen().text(&d));
        }
        for e in f {
            let (dd, c) = e.trim()[1..].split_once(' ').unwrap();
            let (dd, c): (u32, u64) = (dd.parse().unwrap(), c.parse().unwrap());
            let n = perft(&p, dd);
            if n == c {
                ok += 1
            } else {
                bad += 1;
                println!("{fen} D{dd}: {n} != {c}");
                break;
            }
        }
    }
    println!("{file}: {ok} ok {bad} bad");
}

fn main() {
    let a: Vec<String> = std::env::args().collect();
    let depth = a[2].parse().unwrap();
    match a[1].as_str() {
        "chess" => run::<u64>(def(true, false), depth, a.get(3).map(|s| s.as_str())),
        "pacific" => run::<u128>(def(false, false), depth, a.get(3).map(|s| s.as_str())),
        "gollon" => run::<u128>(def(false, true), depth, a.get(3).map(|s| s.as_str())),
        _ => {
            suite::<u64>(def(true, false), "/work/shared/perft/chess.perft");
            suite::<u128>(def(false, false), "/work/shared/perft/pacific.perft");
            suite::<u128>(def(false, true), "/work/shared/perft/pacific-gollon.perft");
            suite::<U256>(def(false, true), "/work/shared/perft/pacific-gollon.perft");
        }
    }
}
