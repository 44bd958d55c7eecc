//! Games to test with, made by hand.

use crate::betza::Betza;
use crate::definition::{ArmiesDefinition, Army};
use crate::{Definition, Family, PieceDefinition, PieceType, Repetition};

/// The armies' letters, the chief's first, in the order of the kinds.
pub(super) const CHESIMALS: &[&str] = &["DEG", "QST", "KNP", "OWH"];
/// As [`CHESIMALS`], for [`skirmish`].
pub(super) const SKIRMISH: &[&str] = &["KRCP", "QBLM", "DT"];

fn definition(name: &str, size: &str, start: &str, armies: &[&str], moves: &[&str]) -> Definition {
    let letters: Vec<char> = armies.iter().flat_map(|army| army.chars()).collect();
    let kind = |letter: char| {
        PieceType::from_index(letters.iter().position(|&other| other == letter).unwrap())
    };
    let piece = |(&letter, betza): (&char, &&str)| PieceDefinition {
        letter,
        promoted: false,
        name: letter.to_string(),
        moves: Betza::parse(betza).unwrap(),
        jumps: None,
        promotes: Vec::new(),
        royal: false,
        value: None,
    };
    let army = |letters: &&str| {
        let units: Vec<PieceType> = letters.chars().map(kind).collect();
        Army { name: format!("army of {}", &letters[..1]), chief: units[0], units }
    };
    assert_eq!(letters.len(), moves.len());
    Definition {
        name: name.to_owned(),
        title: name.to_owned(),
        template: "fairy".to_owned(),
        size: size.parse().unwrap(),
        start: start.to_owned(),
        array: None,
        pieces: letters.iter().zip(moves).map(piece).collect(),
        repetition: Repetition::Draw,
        move_rule: Some(100),
        family: Family::Armies(ArmiesDefinition {
            armies: armies.iter().map(army).collect(),
            royal_chiefs: vec![kind('Q'), kind('K')],
        }),
    }
}

fn chesimals_of(name: &str, [warmachine, elephant, guard]: [&str; 3]) -> Definition {
    let start = "1ege1t1tp1p1hwh1/1gdg1sqsnkn1wow1/1ege1t1tp1p1hwh1/16/16/16/16/16/16/\
                 1EGE1T1TP1P1HWH1/1GDG1SQSNKN1WOW1/1EGE1T1TP1P1HWH1 w - - 0 1";
    let chief = "K[K-K]";
    let moves = [
        [chief, elephant, guard],
        [chief, "N", guard],
        [chief, "N", guard],
        [chief, warmachine, guard],
    ];
    definition(name, "16x12", start, CHESIMALS, moves.as_flattened())
}

pub(super) fn chesimals() -> Definition {
    chesimals_of("chesimals", ["WD", "FA", "K"])
}

pub(super) fn chesimals2() -> Definition {
    chesimals_of("chesimals2", ["WD[W-fD][D-fW]", "FA[F-fA][A-fF]", "K[K-fK]"])
}

/// A game of sliders, riders, lame leaps, and units that take otherwise than they move.
pub(super) fn skirmish(size: &str) -> Definition {
    let moves = ["K[K-K]", "R", "NN", "fmWfcF", "W2F", "mBcN", "nHnN", "cKmDnA", "K", "mKcR3[W-F]"];
    definition("skirmish", size, "", SKIRMISH, &moves)
}
