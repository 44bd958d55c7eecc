//! Random games and positions, compared with the slow rules.

use proptest::prelude::*;

use super::*;
use crate::{Piece, PieceType, Square};

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
    prop_assert_eq!(&moves, &slow::legal_moves(&definition, &fen), "{}", fen.text(&definition));
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
    let mut fen = Fen::parse(&definition.start, &definition_of_start(name)).unwrap();
    let color = |white| if white { Color::White } else { Color::Black };
    fen.side = color(side);
    fen.pieces.clear();
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

/// The game on the board that its start is written for.
fn definition_of_start(name: &str) -> Arc<crate::Definition> {
    definition(name.split('@').next().unwrap_or(name))
}

const NAMES: [&str; 6] =
    ["cheskers", "cheskers-free", "cheskers-most", "chesica", "english-draughts", "mixed"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn games_from_the_start(
        name in prop::sample::select(&NAMES[..]),
        choices in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        game(set_up(name, &definition(name).start), &choices)?;
    }

    #[test]
    fn small_boards_in_words_of_any_size(
        name in prop::sample::select(&NAMES[..]),
        pieces in prop::collection::vec((any::<u8>(), any::<u8>(), any::<bool>()), 2..24),
        side in any::<bool>(),
        choices in prop::collection::vec(any::<u8>(), 0..8),
    ) {
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
        let pieces: Vec<_> = pieces.into_iter().map(|(s, k, w)| (s | 1, k, w)).collect();
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
