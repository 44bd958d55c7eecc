//! Counting of moves, stated again and played in random endings.

use std::sync::Arc;

use super::Royal;
use super::games::{builtin, own};
use crate::zobrist::split_mix;
use crate::{Board, Color, Definition, Fen, Game, Piece, Position, Square, Zobrist};

/// A count: its limit in plies, and the plies counted.
type Counted = Option<(u32, u32)>;

/// The material of a side.
struct Army {
    letters: Vec<char>,
}

impl Army {
    fn of(definition: &Definition, pieces: &[(Square, Piece)], color: Color) -> Self {
        let own = pieces.iter().filter(|(_, piece)| piece.color() == color);
        let letters = own.map(|(_, piece)| definition.piece(piece.kind()).letter);
        Army { letters: letters.collect() }
    }

    fn has(&self, letter: char) -> usize {
        self.letters.iter().filter(|&&own| own == letter).count()
    }

    fn is_bare(&self) -> bool {
        self.letters.len() == 1
    }
}

/// The moves that a side counts with these pieces.
fn moves(rule: &str, own: &Army, enemy: &Army) -> u32 {
    // In makruk khons are S, in ASEAN chess B.
    let khons = enemy.has('S') + enemy.has('B');
    let (rooks, knights) = (enemy.has('R'), enemy.has('N'));
    let pawns = own.has('P') + enemy.has('P');
    if rule == "asean" {
        let alone = own.is_bare() && pawns == 0;
        let fitting = [(rooks, 16), (khons, 44), (knights, 64)].into_iter().find(|c| c.0 > 0);
        return fitting.filter(|_| alone).map_or(0, |(_, moves)| moves);
    }
    let less = u32::from(rule == "cambodian");
    let few = own.letters.len() <= 3;
    let begins = if less == 1 { few && (pawns == 0 || !own.is_bare()) } else { pawns == 0 };
    if enemy.is_bare() || !begins {
        return 0;
    }
    let table = [
        (!own.is_bare(), 64),
        (rooks >= 2, 8),
        (rooks == 1, 16),
        (khons >= 2, 22),
        (knights >= 2, 32),
        (khons == 1, 44),
        (true, 64),
    ];
    table.into_iter().find(|row| row.0).map_or(0, |row| row.1) - less
}

/// The count after a move, by the one before it.
fn after(rule: &str, before: Counted, move_was: (&Fen, &Fen), definition: &Definition) -> Counted {
    let (old, new) = move_was;
    let army = |fen: &Fen, color| Army::of(definition, &fen.pieces, color);
    let (mover, counter) = (army(new, old.side), army(new, new.side));
    let captured = new.pieces.len() < old.pieces.len();
    let pawns = |fen: &Fen, color| army(fen, color).has('P');
    let lost_pawn = captured && pawns(new, new.side) < pawns(old, new.side);
    let promoted = pawns(new, old.side) < pawns(old, old.side);
    let all = new.pieces.len() as u32;
    let mut count = before.map(|(limit, plies)| (limit, plies + 1));
    let none_left = mover.has('P') + counter.has('P') == 0;
    if rule != "asean" && lost_pawn && none_left && mover.is_bare() {
        let limit = moves(rule, &mover, &counter);
        if limit > 0 {
            count = Some((2 * limit, 2 * all - 1));
        }
    }
    let limit = moves(rule, &counter, &mover);
    let anew = (captured || promoted) && counter.is_bare();
    if limit > 0 && (anew || count.is_none()) {
        let made = if rule != "asean" && counter.is_bare() { 2 * all } else { 0 };
        count = Some((2 * limit, made));
    }
    count
}

/// A random ending of few pieces.
fn ending(definition: &Arc<Definition>, seed: &mut u64) -> Option<Royal<u64>> {
    let zobrist = Zobrist::new(definition.size);
    let mut board = Board::<u64>::new(&[], &zobrist);
    let mut random = |most: usize| (split_mix(seed) % most as u64) as usize;
    let king = definition.piece_types().find(|&kind| definition.piece(kind).royal)?;
    let mut army = vec![Piece::new(Color::White, king), Piece::new(Color::Black, king)];
    for _ in 0..1 + random(5) {
        let kind = definition.piece_types().nth(random(definition.pieces.len()))?;
        let color = if random(3) == 0 { Color::Black } else { Color::White };
        if kind != king {
            army.push(Piece::new(color, kind));
        }
    }
    for piece in army {
        let square = Square::from_index(random(64) as u8);
        if board.get(square).is_none() {
            board.put(square, piece, &zobrist);
        }
    }
    let side = if random(2) == 0 { Color::White } else { Color::Black };
    let rules = Arc::new(Royal::<u64>::compile(Arc::clone(definition)));
    Royal::from_fen(&rules, &Fen::of_board(&board, side, 0, 1)).ok()
}

#[test]
fn counts_are_as_stated() {
    let text = "[ouk]\ninherits = 'makruk'\ncounting = { rule = 'cambodian' }";
    let games = [
        ("makruk", builtin("makruk")),
        ("asean", builtin("asean")),
        ("cambodian", own("ouk", text)),
    ];
    let (mut counted, mut drawn) = (0, 0);
    for (rule, definition) in games {
        let definition = Arc::new(definition);
        let mut seed = 7;
        for _ in 0..300 {
            let Some(start) = ending(&definition, &mut seed) else { continue };
            let mut game = Game::new(start);
            let mut expected: Counted = None;
            for _ in 0..160 {
                let mut steps = Vec::new();
                let position = game.position();
                position.generate(&mut steps);
                if steps.is_empty() || position.has_insufficient_material() {
                    break;
                }
                let count = position.count;
                let found = count.runs().then(|| (count.limit.into(), count.plies.into()));
                let old = position.to_fen();
                assert_eq!(found, expected, "{rule} {}", old.text(&definition));
                assert_eq!(Royal::from_fen(&position.rules, &old).as_ref(), Ok(position));
                assert_eq!(position.key(), position.key_from_scratch());
                counted += usize::from(count.runs());
                if expected.is_some_and(|(limit, plies)| plies > limit) {
                    assert_eq!(game.outcome().unwrap().winner, None);
                    drawn += 1;
                    break;
                }
                let step = steps[split_mix(&mut seed) as usize % steps.len()];
                let before = position.clone();
                game.play(step);
                let new = game.position().to_fen();
                expected = after(rule, expected, (&old, &new), &definition);
                game.undo();
                assert_eq!(*game.position(), before);
                game.play(step);
            }
        }
    }
    assert!(counted > 1000 && drawn > 20, "{counted} {drawn}");
}

#[test]
fn counts_are_told_and_end_games() {
    let variant = crate::Variant::compile(Arc::new(builtin("makruk"))).unwrap();
    // White takes the last piece of the enemy's and leaves it to count.
    let mut game = variant.game("8/8/8/3k4/8/2m5/1R6/1K6 w - - 0 1").unwrap();
    game.play_turn("b2c2").unwrap();
    assert_eq!(game.fen(), "8/8/8/3k4/8/2m5/2R5/1K6 b - 128 0 1");
    assert_eq!(game.notes(), "counted plies: 0 of 128");
    game.play_turn("d5e5").unwrap();
    game.play_turn("c2c3").unwrap();
    // Sixteen moves with a rook, of which the three pieces on the board are deducted.
    assert_eq!(game.fen(), "8/8/8/4k3/8/2R5/8/1K6 b - 32 6 2");
    let mut game = variant.game("8/8/8/4k3/8/2R5/8/1K6 b - 32 32 9").unwrap();
    assert_eq!(game.outcome(), None);
    game.play_turn("e5e4").unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "draw (counting)");
    // A mate comes first.
    let mut game = variant.game("k7/8/K7/8/8/8/8/7R w - 32 32 9").unwrap();
    game.play_turn("h1h8").unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "white wins (checkmate)");
}

#[test]
fn counts_that_no_fen_can_tell_are_faults() {
    for (keys, expected) in [
        (
            "inherits = 'makruk'\nhand = {}",
            "counting: expected a game without `turn` and `hand.captures`",
        ),
        (
            "inherits = 'makruk'\nturn = { moves = 2 }",
            "expected a game without `turn` and `hand.captures`",
        ),
        ("inherits = 'makruk'\ncounting.rule = 'burmese'", "or asean"),
        ("inherits = 'makruk'\ncounting.rook = 'X'", "counting.rook"),
        ("inherits = 'chess'\ncounting = { rule = 'asean' }", "has no en passant"),
    ] {
        let text = format!("[x]\n{keys}");
        let faults = crate::Catalog::builtin().with_file(&text).unwrap_err();
        let text = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(text.contains(expected), "{keys}: {text}");
    }
}
