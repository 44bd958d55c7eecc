//! Random games and positions, compared with the slow rules.

use proptest::prelude::*;

use super::*;
use crate::families::jumping::JumpingStep;
use crate::families::jumping::chains::{LOOK, WEIGHED_LIMIT};
use crate::{Piece, PieceType, Square, U256};

/// Invariants of every position.
fn hold<B: Bits>(position: &mut Jumping<B>) -> Result<(), TestCaseError> {
    let definition = Arc::clone(&position.common().definition);
    let fen = position.to_fen();
    prop_assert_eq!(position.key(), position.key_from_scratch());
    let read = Fen::parse(&fen.text(&definition), &definition).unwrap();
    prop_assert_eq!(&Jumping::from_fen(&position.rules, &read).unwrap(), &*position);

    let mut steps = Vec::new();
    position.generate(&mut steps);
    prop_assert_eq!(position.count(), steps.len() as u64);
    let mut moves = Vec::new();
    let before = position.clone();
    for &step in &steps {
        let text = position.step_text(step);
        let mut victims = Vec::new();
        position.victims(step, |square, piece| victims.push((square, piece)));
        let captures = position.step_info(step).unwrap().captures;
        prop_assert_eq!(captures, !victims.is_empty());
        let undo = position.play(step);
        let after = position.to_fen();
        prop_assert_eq!(fen.pieces.len(), after.pieces.len() + victims.len());
        prop_assert!(victims.iter().all(|victim| fen.pieces.contains(victim)));
        moves.push((text, after.pieces));
        position.undo(step, undo);
        prop_assert_eq!(&*position, &before);
    }
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    if !is_cut(position) {
        compare(position, &steps, &moves)?;
    }
    prop_assert!(moves.windows(2).all(|pair| pair[0].0 != pair[1].0));

    let mut tactical = Vec::new();
    position.generate_tactical(&mut tactical);
    let step_info = |step| position.step_info(step).unwrap();
    steps.retain(|&step| step_info(step).captures || step_info(step).promotion.is_some());
    prop_assert_eq!(tactical, steps);
    if let Some(undo) = position.pass() {
        position.undo_pass(undo);
        prop_assert_eq!(&*position, &before);
    }
    Ok(())
}

/// Compares the steps of a position, with their texts and the pieces after them, with the slow rules.
fn compare<B: Bits>(
    position: &mut Jumping<B>,
    steps: &[JumpingStep<B>],
    moves: &[(String, Vec<(Square, Piece)>)],
) -> Result<(), TestCaseError> {
    let definition = Arc::clone(&position.common().definition);
    let fen = position.to_fen();
    let expected = slow::legal_moves(&definition, &fen);
    if slow::are_merged(&definition) {
        let texts = || expected.iter().map(|(text, _)| text).collect::<Vec<_>>();
        for one in moves {
            let (fen, text) = (fen.text(&definition), &one.0);
            prop_assert!(expected.contains(one), "{} {} {:?}", fen, text, texts());
        }
        let name = |(text, after): &(String, Vec<_>)| format!("{:.2} {after:?}", text);
        let mut different: Vec<String> = expected.iter().map(name).collect();
        different.sort();
        different.dedup();
        prop_assert_eq!(different.len(), moves.len(), "{} {:?}", fen.text(&definition), texts());
        // Any of its ways is read as the step.
        for (text, after) in &expected {
            let step = position.reads(steps, text).unwrap();
            let undo = position.play(step);
            prop_assert_eq!(&position.to_fen().pieces, after, "{}", text);
            position.undo(step, undo);
        }
    } else {
        prop_assert_eq!(moves, &expected[..], "{}", fen.text(&definition));
    }
    Ok(())
}

/// Whether a position of compiled rules for chains has more chains than are followed, so that its list
/// of steps may lack some.
fn is_cut<B: Bits>(position: &Jumping<B>) -> bool {
    if position.rules.general.is_none() {
        return false;
    }
    let mut looks = 0;
    position.generate_while(&mut Vec::new(), usize::MAX, &mut || {
        looks += 1;
        true
    });
    looks >= WEIGHED_LIMIT / LOOK
}

#[test]
fn lists_of_very_many_chains_are_cut() {
    let rules = rules::<U256>("mixed-far@16x16");
    let fen = "15K/16/16/16/16/15k/16/16/16/3d12/11k4/1k7k6/3g7k4/5k10/16/1K14 w - - 0 1";
    assert!(is_cut(&position(&rules, fen).unwrap()));
    let fen = "15K/16/16/16/16/15k/16/16/16/3d12/16/16/16/16/16/1K14 w - - 0 1";
    assert!(!is_cut(&position(&rules, fen).unwrap()));
}

/// Plays on from a position by those choices.
fn game<B: Bits>(mut position: Jumping<B>, choices: &[u8]) -> Result<(), TestCaseError> {
    let mut played = Vec::new();
    let start = position.clone();
    hold(&mut position)?;
    for &choice in choices {
        let mut steps = Vec::new();
        position.generate(&mut steps);
        if steps.is_empty() {
            break;
        }
        let step = steps[choice as usize % steps.len()];
        played.push((step, position.play(step)));
        hold(&mut position)?;
    }
    for (step, undo) in played.into_iter().rev() {
        position.undo(step, undo);
    }
    prop_assert_eq!(position, start);
    Ok(())
}

/// A position of pieces strewn on a board, if it is one.
fn strewn<B: Bits>(name: &str, pieces: &[(u8, u8, bool)], side: bool) -> Option<Jumping<B>> {
    let rules = rules::<B>(name);
    let definition = &rules.common.definition;
    let color = |white| if white { Color::White } else { Color::Black };
    let mut fen = Fen::of_pieces(Vec::new(), color(side), 0, 1);
    let mut taken = Vec::new();
    for &(square, kind, white) in pieces {
        let square = Square::from_index((square as usize % definition.size.squares()) as u8);
        let kind = PieceType::from_index(kind as usize % definition.pieces.len());
        if !taken.contains(&square) {
            taken.push(square);
            fen.pieces.push((square, Piece::new(color(white), kind)));
        }
    }
    // Men on the last rank become something else.
    let last = |piece: Piece| match piece.color() {
        Color::White => definition.size.ranks() - 1,
        Color::Black => 0,
    };
    for (square, piece) in &mut fen.pieces {
        let promotes = &definition.piece(piece.kind()).promotes;
        if let Some(&kind) =
            promotes.first().filter(|_| definition.size.rank(*square) == last(*piece))
        {
            *piece = Piece::new(piece.color(), kind);
        }
    }
    fen.pieces.retain(|(square, piece)| {
        definition.piece(piece.kind()).promotes.is_empty()
            || definition.size.rank(*square) != last(*piece)
    });
    Jumping::from_fen(&rules, &fen).ok()
}

const NAMES: [&str; 21] = [
    "cheskers",
    "cheskers-free",
    "cheskers-most",
    "chesica",
    "english-draughts",
    "mixed",
    "mixed-far",
    "mixed-near",
    "mixed-turns",
    "brazilian-draughts",
    "brazilian-draughts",
    "frisian-draughts",
    "frisian-draughts",
    "russian-draughts",
    "pool-checkers",
    "spanish-draughts",
    "czech-draughts",
    "thai-draughts",
    "italian-draughts",
    "turkish-draughts",
    "armenian-draughts",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn games_from_the_start(
        name in prop::sample::select(&NAMES[..]),
        choices in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        if name == "frisian-draughts" {
            let start = definition("frisian-draughts@10x10").start.clone();
            game(position(&rules::<u128>("frisian-draughts@10x10"), &start).unwrap(), &choices)?;
        } else {
            game(set_up(name, &definition(name).start), &choices)?;
        }
    }

    #[test]
    fn small_boards_in_words_of_any_size(
        name in prop::sample::select(&NAMES[..]),
        pieces in prop::collection::vec((any::<u8>(), any::<u8>(), any::<bool>()), 2..24),
        side in any::<bool>(),
        choices in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let (mut pieces, mut choices) = (pieces, choices);
        // Long jumps among many pieces are more than the slow rules can follow.
        if slow::are_merged(&definition(name)) {
            pieces.truncate(12);
            choices.truncate(2);
        }
        if let Some(position) = strewn::<u64>(name, &pieces, side) {
            game(position, &choices)?;
        }
        if let Some(position) = strewn::<u128>(name, &pieces, side) {
            game(position, &choices)?;
        }
        if let Some(position) = strewn::<U256>(name, &pieces, side) {
            game(position, &choices)?;
        }
    }

    #[test]
    fn large_boards(
        name in prop::sample::select(&NAMES[..]),
        size in prop::sample::select(&["10x10", "12x10", "14x14", "16x16", "9x12", "5x5"][..]),
        pieces in prop::collection::vec((any::<u8>(), any::<u8>(), any::<bool>()), 2..50),
        side in any::<bool>(),
        choices in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let name = format!("{name}@{size}");
        // More jumps are found where pieces stand on every other square.
        let mut pieces: Vec<_> = pieces.into_iter().map(|(s, k, w)| (s | 1, k, w)).collect();
        // Long jumps among many pieces are more than the slow rules can follow.
        let mut choices = choices;
        if slow::are_merged(&definition(&name)) {
            pieces.truncate(16);
            choices.truncate(2);
        }
        if definition(&name).size.squares() <= 128
            && let Some(position) = strewn::<u128>(&name, &pieces, side)
        {
            game(position, &choices)?;
        }
        if let Some(position) = strewn::<U256>(&name, &pieces, side) {
            game(position, &choices)?;
        }
    }
}
