//! Random games, checked at every move.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;

use super::games::{
    builtin, burmese_ending, cannon_drops, close_castling, drops, drops_first, gates_and_drops,
    holed_board, odd_army, odd_riders, own, sergeants, several_kings, standing_pawns, walled,
};
use super::slow::World;
use super::slow_hands::held;
use super::slow_walls::play_walled;
use super::{Royal, moves};
use crate::royal::{Flips, StepKind};
use crate::zobrist::split_mix;
use crate::{Attacks, Bits, Definition, Fen, Notation, Position, U256};

/// Checks all that must hold in a position.
pub(super) fn check<B: Bits>(position: &Royal<B>) {
    let definition = &position.common().definition;
    let fen = position.to_fen();
    let (mut steps, mut tactical) = (Vec::new(), Vec::new());
    position.generate(&mut steps);
    position.generate_tactical(&mut tactical);
    let world = World::new(definition, &fen);
    let expected: Vec<String> = world.moves().into_keys().collect();
    assert_eq!(moves(position), expected, "{}", fen.text(definition));
    assert_eq!(position.count(), steps.len() as u64);
    assert_eq!(position.is_forced(), world.is_forced());
    assert_eq!(position.decided(), world.decided(), "{}", fen.text(definition));
    let texts = |steps: &[super::super::RoyalStep]| -> BTreeSet<String> {
        steps.iter().map(|&step| position.step_text(step)).collect()
    };
    let wanted: Vec<_> = steps
        .iter()
        .copied()
        .filter(|&step| {
            position.step_info(step).is_some_and(|info| {
                let for_good = || !world.comes_back(info.piece.kind());
                assert_eq!(info.alternates, info.promotion.is_some() && !for_good());
                info.captures || info.promotion.is_some() && for_good()
            })
        })
        .collect();
    assert_eq!(texts(&tactical), texts(&wanted), "{}", fen.text(definition));
    assert_eq!(tactical.len(), wanted.len());
    let mut checks = Vec::new();
    position.generate_tactical_and_checks(&mut checks);
    let is_wanted = |step: &&_| wanted.contains(step) || position.gives_check(**step);
    assert_eq!(checks, steps.iter().filter(is_wanted).copied().collect::<Vec<_>>());
    assert_eq!(position.key(), position.key_from_scratch());
    assert_eq!(
        Royal::from_fen(&position.rules, &fen).as_ref(),
        Ok(position),
        "{}",
        fen.text(definition)
    );
    assert_eq!(Fen::parse(&fen.text(definition), definition).as_ref(), Ok(&fen));
    let exchanges = position.rules.blast.is_none() && position.rules.royal.flips == Flips::None;
    if !definition.misere && exchanges {
        check_attacks(position);
    }
}

/// Checks what attacks what, seen from both ends.
fn check_attacks<B: Bits>(position: &Royal<B>) {
    let occupied = position.board.occupied();
    for square in (position.common().geometry.all() & !position.walls).iter() {
        let attacks = |&(from, piece): &(_, _)| {
            let targets = position.attacks_from(piece, from, occupied);
            let foreign = targets & !position.board.side(piece.color());
            assert_eq!(position.reach(from), foreign);
            targets.contains(square)
        };
        let from = position.board.iter().filter(attacks).map(|(from, _)| from);
        let expected = from.fold(B::EMPTY, |set, from| set | B::bit(from));
        assert_eq!(position.attackers(square, occupied), expected);
        if let Some(first) = expected.first() {
            let left = occupied & !B::bit(first);
            let found = position.attackers_from_afar(square, left, expected);
            assert_eq!(found, position.attackers(square, left));
        }
    }
}

/// Plays a random game, and returns the number of its positions.
pub(super) fn play_game<B: Bits>(definition: Definition, mut seed: u64) -> usize {
    let definition = Arc::new(definition);
    let mut compiled = Royal::<B>::compile(Arc::clone(&definition));
    // Half of the games find legal moves by trying.
    compiled.exact &= seed & 1 == 0;
    let rules = Arc::new(compiled);
    let fen = Fen::parse(&definition.start, &definition).unwrap();
    let mut position = Royal::from_fen(&rules, &fen).unwrap();
    let mut played = Vec::new();
    for _ in 0..60 {
        check(&position);
        let mut steps = Vec::new();
        position.generate(&mut steps);
        if steps.is_empty() {
            break;
        }
        // Captures more often than their share, so that boards empty and kings are hunted.
        let captures: Vec<_> = steps
            .iter()
            .copied()
            .filter(|&step| position.step_info(step).is_some_and(|step_info| step_info.captures))
            .collect();
        let hunts = !captures.is_empty() && split_mix(&mut seed).is_multiple_of(3);
        let from = if hunts { &captures } else { &steps };
        let step = from[split_mix(&mut seed) as usize % from.len()];
        let before = position.clone();
        let text = position.step_text(step);
        let world = World::new(&definition, &position.to_fen());
        let after = world.moves();
        let gives_check = position.gives_check(step);
        let undo = position.play(step);
        assert!(!gives_check || position.royals(position.side).any(), "{text}");
        assert!(!gives_check || position.is_forced() || position.rules.special, "{text}");
        let pieces: BTreeMap<_, _> = position.to_fen().pieces.into_iter().collect();
        assert_eq!(pieces, after[&text], "{text}");
        let in_hand = held(&position.to_fen());
        assert_eq!(in_hand, world.hands_after(&text, &pieces), "{text}");
        let gates: Vec<_> = position.gates.iter().collect();
        assert_eq!(gates, world.gates_after(&text, &pieces, &in_hand), "{text}");
        played.push((before.clone(), step, undo));
        let there = position.clone();
        if let Some(undo) = position.pass() {
            assert_eq!(position.key(), position.key_from_scratch());
            position.undo_pass(undo);
        }
        assert_eq!(position, there);
        let hand_key = |position: &Royal<B>| position.hands.key(&position.common().zobrist);
        assert_eq!(before.hand_key(step), hand_key(&before) ^ hand_key(&position), "{text}");
    }
    let positions = played.len() + 1;
    for (before, step, undo) in played.into_iter().rev() {
        position.undo(step, undo);
        assert_eq!(position, before);
    }
    positions
}

/// A game whose castling goes from and to random files, and a position of it with random pieces.
fn random_castling(seed: &mut u64) -> Option<(Definition, String)> {
    let files = 4 + split_mix(seed) % 7;
    let mut pick = |from: u64, to: u64| from + split_mix(seed) % (to - from);
    let king = pick(1, files - 1);
    let (left, right) = (pick(0, king), pick(king + 1, files));
    let mut goals = [0; 4];
    goals.fill_with(|| pick(0, files));
    let [king_k, rook_k, king_q, rook_q] = goals;
    let stays = |king_to, rook, rook_to| king_to == king && rook == rook_to;
    if king_k == rook_k || king_q == rook_q || king_k == king_q {
        return None;
    }
    if stays(king_k, right, rook_k) || stays(king_q, left, rook_q) {
        return None;
    }
    let letter = |file: u64| char::from(b'a' + file as u8);
    let text = format!(
        r#"
        [random-castling]
        family = "royal"
        board = "{files}x6"
        start = "{start}/{files}/{files}/{files}/{files}/{white} w - - 0 1"

        [random-castling.castling]
        rank = 1
        king = "{}"
        rook = "R"
        king-side = {{ rook-from = "{}", king-to = "{}", rook-to = "{}" }}
        queen-side = {{ rook-from = "{}", king-to = "{}", rook-to = "{}" }}

        [random-castling.pieces]
        K = {{ name = "king", moves = "K", royal = true }}
        R = {{ name = "rook", moves = "R" }}
        Q = {{ name = "queen", moves = "Q" }}
        N = {{ name = "knight", moves = "N" }}
        "#,
        letter(king),
        letter(right),
        letter(king_k),
        letter(rook_k),
        letter(left),
        letter(king_q),
        letter(rook_q),
        start = format_args!("k{}", files - 1),
        white = format_args!("K{}R", files - 2),
    );
    let mut ranks = vec![vec!['1'; files as usize]; 6];
    ranks[0][king as usize] = 'K';
    ranks[0][left as usize] = 'R';
    ranks[0][right as usize] = 'R';
    for _ in 0..pick(1, 4) {
        let (rank, file) = (pick(0, 6) as usize, pick(0, files) as usize);
        if ranks[rank][file] == '1' {
            ranks[rank][file] = ['q', 'r', 'n', 'N'][pick(0, 4) as usize];
        }
    }
    let free = (0..files as usize).find(|&file| ranks[5][file] == '1')?;
    ranks[5][free] = 'k';
    let rows: Vec<String> = ranks.iter().rev().map(|rank| rank.iter().collect()).collect();
    let merged = merge_ones(&rows.join("/"));
    Some((own("random-castling", &text), format!("{merged} w KQ - 0 1")))
}

/// Runs of empty squares as one number.
pub(super) fn merge_ones(placement: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for c in placement.chars().chain(['/']) {
        if c == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        text.push(c);
    }
    text.pop();
    text
}

#[test]
fn castling_from_and_to_any_file() {
    let (mut seed, mut castlings, mut positions) = (1, 0, 0);
    for _ in 0..2000 {
        let Some((definition, fen)) = random_castling(&mut seed) else { continue };
        let definition = Arc::new(definition);
        for exact in [true, false] {
            let mut rules = Royal::<u64>::compile(Arc::clone(&definition));
            rules.exact &= exact;
            let parsed = Fen::parse(&fen, &definition).unwrap();
            // A king may stand in an attack of the side to move.
            let Ok(mut position) = Royal::from_fen(&Arc::new(rules), &parsed) else { continue };
            positions += 1;
            check(&position);
            let expected = World::new(&definition, &position.to_fen()).moves();
            let mut steps = Vec::new();
            position.generate(&mut steps);
            for step in steps.into_iter().filter(|step| step.kind() == StepKind::Castling) {
                castlings += 1;
                let (before, text) = (position.clone(), position.step_text(step));
                let undo = position.play(step);
                let pieces: BTreeMap<_, _> = position.to_fen().pieces.into_iter().collect();
                assert_eq!(pieces, expected[&text], "{text} {fen}");
                assert_eq!(position.key(), position.key_from_scratch(), "{text} {fen}");
                position.undo(step, undo);
                assert_eq!(position, before, "{text} {fen}");
            }
        }
    }
    assert!(positions > 1300 && castlings > 500, "{positions} {castlings}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn chess(seed: u64) {
        play_game::<u64>(builtin("chess"), seed);
    }

    #[test]
    fn pacific(seed: u64) {
        play_game::<u128>(builtin("pacific-gollon"), seed);
    }

    #[test]
    fn pacific_on_wide_sets(seed: u64) {
        play_game::<U256>(builtin("pacific-gollon"), seed);
    }

    #[test]
    fn large_boards(seed: u64) {
        play_game::<u128>(builtin("janus"), seed);
        play_game::<u128>(builtin("chancellor"), seed);
    }

    #[test]
    fn royal_knights(seed: u64) {
        play_game::<u64>(builtin("knightmate"), seed);
    }

    #[test]
    fn odd_armies(seed: u64) {
        play_game::<u64>(odd_army(), seed);
    }

    #[test]
    fn castling_nearby(seed: u64) {
        play_game::<u64>(close_castling(), seed);
    }

    #[test]
    fn ends_beside_mate(seed: u64) {
        for game in ["kingofthehill", "3check", "racingkings", "extinction", "kinglet"] {
            play_game::<u64>(builtin(game), seed);
        }
        for game in ["threekings", "coregal", "shatranj", "breakthrough", "antichess"] {
            play_game::<u64>(builtin(game), seed);
        }
        for game in ["giveaway", "losers", "codrus"] {
            play_game::<u64>(builtin(game), seed);
        }
        for game in ["makruk", "cambodian", "asean", "atomic"] {
            play_game::<u64>(builtin(game), seed);
        }
        play_game::<u128>(several_kings(), seed);
    }

    #[test]
    fn hands(seed: u64) {
        for game in ["crazyhouse", "loop", "chessgi", "pocketknight"] {
            play_game::<u64>(builtin(game), seed);
        }
        play_game::<u128>(builtin("capahouse"), seed);
        play_game::<u64>(drops(), seed);
        play_game::<u64>(builtin("placement"), seed);
        play_game::<u64>(builtin("sittuyin"), seed);
        play_game::<u64>(builtin("seirawan"), seed);
        play_game::<u64>(gates_and_drops(), seed);
        play_game::<u64>(builtin("minishogi"), seed);
        play_game::<u128>(builtin("shogi"), seed);
        play_game::<u64>(builtin("kyoto-shogi"), seed);
        play_game::<u64>(builtin("micro-shogi"), seed);
        play_game::<u64>(drops_first(), seed);
        play_game::<u64>(cannon_drops(), seed);
    }

    #[test]
    fn promotion_in_place(seed: u64) {
        for more in ["", ", step = true", ", step = true, attack = false, last-anywhere = true"] {
            play_game::<u64>(standing_pawns(more), seed);
        }
        play_game::<u64>(burmese_ending(), seed);
    }

    #[test]
    fn walls(seed: u64) {
        play_walled::<u64>(walled("any", ", single = true"), seed);
        play_walled::<u64>(walled("any", ", squares = '*1 *4 *5'"), seed);
        play_walled::<u64>(walled("origin", ""), seed);
        play_walled::<u64>(walled("reach", ""), seed);
        play_game::<u64>(walled("origin", ", squares = '*1 *3'"), seed);
    }

    #[test]
    fn zones_hurdles_and_facing_kings(seed: u64) {
        play_game::<u128>(builtin("xiangqi"), seed);
        play_game::<u64>(builtin("minixiangqi"), seed);
        play_game::<u128>(builtin("manchu"), seed);
        play_game::<u128>(builtin("shako"), seed);
        play_game::<u128>(builtin("wildebeest"), seed);
        play_game::<U256>(builtin("tamerlane"), seed);
        play_game::<u64>(builtin("grasshopper"), seed);
    }

    #[test]
    fn riders_with_bends(seed: u64) {
        play_game::<u128>(odd_riders(), seed);
    }

    #[test]
    fn missing_squares(seed: u64) {
        play_game::<u64>(holed_board(false), seed);
        play_game::<u128>(holed_board(true), seed);
    }

    #[test]
    fn en_passant_where_a_piece_could_just_go(seed: u64) {
        play_game::<u64>(sergeants(), seed);
    }
}
