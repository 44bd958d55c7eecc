//! The family's games, as definitions made by hand.

use std::sync::Arc;

use crate::betza::Betza;
use crate::definition::{CaptureRule, Duty, JumpingDefinition};
use crate::{Definition, Family, PieceDefinition, PieceType, Repetition};

/// A piece: as a FEN writes it, its moves, its jumps, and what it becomes.
type Row = (&'static str, &'static str, &'static str, &'static [usize]);

fn pieces(rows: &[Row]) -> Vec<PieceDefinition> {
    rows.iter()
        .map(|&(letter, moves, jumps, promotes)| PieceDefinition {
            letter: letter.chars().last().unwrap(),
            promoted: letter.starts_with('+'),
            name: letter.to_owned(),
            moves: Betza::parse(moves).unwrap(),
            jumps: (!jumps.is_empty()).then(|| Betza::parse(jumps).unwrap()),
            promotes: promotes.iter().copied().map(PieceType::from_index).collect(),
            royal: false,
            value: None,
        })
        .collect()
}

fn game(name: &str, start: &str, rows: &[Row], jumping: JumpingDefinition) -> Definition {
    Definition {
        description: String::new(),
        name: name.to_owned(),
        title: name.to_owned(),
        template: "fairy".to_owned(),
        description: String::new(),
        size: "8x8".parse().unwrap(),
        start: start.to_owned(),
        array: None,
        pieces: pieces(rows),
        repetition: Repetition::Draw,
        move_rule: Some(100),
        family: Family::Jumping(jumping),
    }
}

/// A game of any of those names, with `@WIDTHxHEIGHT` behind it for another size of board.
pub fn definition(name: &str) -> Arc<Definition> {
    let (name, size) = name.split_once('@').unwrap_or((name, "8x8"));
    let cheskers = |capture| {
        let rows: [Row; 4] = [
            ("K", "mF", "F", &[]),
            ("B", "B", "", &[]),
            ("C", "C", "", &[]),
            ("P", "mfF", "fF", &[0, 1, 2]),
        ];
        let lose_without = vec![PieceType::from_index(0)];
        let progress = vec![PieceType::from_index(3)];
        let start = "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 b - - 0 1";
        let duty = Duty::Captures;
        game(name, start, &rows, JumpingDefinition { duty, capture, lose_without, progress })
    };
    let mut definition = match name {
        "cheskers" => cheskers(CaptureRule::Multiple),
        "cheskers-free" => cheskers(CaptureRule::Free),
        "cheskers-most" => cheskers(CaptureRule::Most),
        "chesica" => {
            let rows: [Row; 6] = [
                ("B", "fF", "fF", &[3]),
                ("R", "mfFfsW", "fF", &[4]),
                ("Q", "fFfsW", "fF", &[5]),
                ("+B", "B", "F", &[]),
                ("+R", "mFR", "F", &[]),
                ("+Q", "Q", "F", &[]),
            ];
            let start = "1q1q1q1q/r1r1r1r1/1b1b1b1b/8/8/B1B1B1B1/1R1R1R1R/Q1Q1Q1Q1 w - - 0 1";
            let (duty, capture) = (Duty::Jumps, CaptureRule::Free);
            let jumping =
                JumpingDefinition { duty, capture, lose_without: vec![], progress: vec![] };
            let game = game(name, start, &rows, jumping);
            Definition { repetition: Repetition::Illegal, ..game }
        }
        "english-draughts" => {
            let rows: [Row; 2] = [("M", "mfF", "fF", &[1]), ("K", "mF", "F", &[])];
            let start = "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - 0 1";
            let (duty, capture) = (Duty::Jumps, CaptureRule::Free);
            let progress = vec![PieceType::from_index(0)];
            let jumping = JumpingDefinition { duty, capture, lose_without: vec![], progress };
            Definition { move_rule: Some(80), ..game(name, start, &rows, jumping) }
        }
        // None of the usual pieces: lances, short sliders, knights, leaps that take otherwise than
        // they move, jumps in eight directions, bent paths, and promotion at choice.
        "mixed" => {
            let rows: [Row; 7] = [
                ("K", "K", "K", &[]),
                ("L", "fR", "fW", &[0, 2]),
                ("S", "R2mB", "", &[]),
                ("N", "N", "vW", &[]),
                ("D", "mDcAmWcfF", "lF", &[5]),
                ("T", "RmB3[W-fD]", "W", &[]),
                ("G", "mQcN", "sfbF", &[0, 1, 2]),
            ];
            let capture = CaptureRule::Multiple;
            let lose_without = vec![PieceType::from_index(0), PieceType::from_index(5)];
            let start = "k6k/llllllll/8/8/8/8/LLLLLLLL/K6K w - - 0 1";
            let duty = Duty::Captures;
            game(
                name,
                start,
                &rows,
                JumpingDefinition { duty, capture, lose_without, progress: vec![] },
            )
        }
        _ => panic!("no game {name}"),
    };
    definition.size = size.parse().unwrap();
    Arc::new(definition)
}
