//! Royal positions from and to FENs.

use std::sync::Arc;

use super::castlings::{home_of, home_on_file};
use super::counting::Count;
use super::ends::Royals;
use super::passes::{PASSED, PASSED_TWICE};
use super::rules::RoyalRules;
use super::state::{EnPassant, Royal};
use super::turn_tables::Series;
use crate::{Bits, Board, ByColor, Color, Fen, FenError, Hands, Piece, Position, Square, counted};

/// The letters of the castling rights, in the order of their bits.
const RIGHTS: &str = "KQkq";

/// Sets up a position.
pub(super) fn read<B: Bits>(rules: &Arc<RoyalRules<B>>, fen: &Fen) -> Result<Royal<B>, FenError> {
    let zobrist = &rules.common.zobrist;
    let mut position = Royal {
        rules: rules.clone(),
        board: Board::new(&fen.pieces, zobrist),
        side: fen.side,
        castling: 0,
        castlings: rules.castlings.clone(),
        en_passant: EnPassant::NONE,
        clock: fen.clock,
        number: fen.number,
        checks: {
            let limit = rules.royal.ends.check_limit.unwrap_or(0);
            fen.checks.unwrap_or(ByColor::new(limit, limit))
        },
        hands: fen.hands.unwrap_or_default(),
        series: Series::default(),
        count: Count::default(),
        gates: B::EMPTY,
        passes: passes_of(rules, fen),
        walls: fen.walls.iter().fold(B::EMPTY, |set, &square| set | B::bit(square)),
        state_key: if fen.side == Color::Black { zobrist.side() } else { 0 },
    };
    position.series = position.new_series();
    if let Some(fault) = fault(&position) {
        let (variant, what) = (rules.common.definition.name.clone(), fault.text(&position));
        return Err(FenError::Illegal { variant, what });
    }
    read_castling(&mut position, &fen.castling)?;
    position.state_key ^= position.castling_key() ^ position.checks_key() ^ position.series_key();
    position.state_key ^= position.hands.key(zobrist) ^ position.gates_key();
    position.state_key ^= position.walls_key();
    // A count stands in place of en passant and the clock.
    let limit = rules.royal.counting.as_ref().and_then(|_| fen.en_passant.parse::<u16>().ok());
    if let Some(limit) = limit {
        let plies = u16::try_from(fen.clock).unwrap_or(u16::MAX);
        (position.count, position.clock) = (Count { limit, plies }, 0);
        return Ok(position);
    }
    position.state_key ^= position.passes_key();
    if position.passes > 0 {
        return Ok(position);
    }
    position.en_passant = read_en_passant(&position, &fen.en_passant)?;
    position.find_en_passant_key();
    Ok(position)
}

/// Number of passes in a row that were made last, by the field of en passant.
fn passes_of<B: Bits>(rules: &RoyalRules<B>, fen: &Fen) -> u8 {
    let marks = [PASSED, PASSED_TWICE].iter().position(|&mark| fen.en_passant == mark);
    marks.filter(|_| rules.royal.pass.is_some()).map_or(0, |index| index as u8 + 1)
}

/// Sets up pieces in a position, with no rights and no moves counted; false where they may not stand
/// so.
pub(super) fn arrange<B: Bits>(
    position: &mut Royal<B>,
    pieces: &[(Square, Piece)],
    side: Color,
) -> bool {
    let rules = Arc::clone(&position.rules);
    let zobrist = &rules.common.zobrist;
    position.board.arrange(pieces, zobrist);
    position.side = side;
    position.castling = 0;
    (position.gates, position.walls) = (B::EMPTY, B::EMPTY);
    position.passes = 0;
    position.en_passant = EnPassant::NONE;
    (position.clock, position.number) = (0, 1);
    let limit = rules.royal.ends.check_limit.unwrap_or(0);
    position.checks = ByColor::new(limit, limit);
    position.hands = Hands::default();
    position.count = Count::default();
    position.series = Series::default();
    position.series = position.new_series();
    if fault(position).is_some() {
        return false;
    }
    position.state_key = if side == Color::Black { zobrist.side() } else { 0 };
    position.state_key ^= position.castling_key() ^ position.checks_key() ^ position.series_key();
    position.state_key ^= position.hands.key(zobrist);
    true
}

/// Reason why pieces may not stand as they do.
enum Misplaced {
    /// A side has this number of royal pieces.
    Royals(Color, usize),
    /// A piece stands where it promotes.
    Promotes(Square),
    /// The side to move could take a royal piece.
    Attacked,
    Facing,
    BothLost,
    /// There is this number of walls.
    Walls(usize),
}

/// Finds the reason why the pieces of a position may not stand as they do.
fn fault<B: Bits>(position: &Royal<B>) -> Option<Misplaced> {
    let (rules, board, side) = (&*position.rules, &position.board, position.side);
    if let Some(royals) = Color::ALL.into_iter().find_map(|color| odd_royals(position, color)) {
        return Some(royals);
    }
    if position.has_too_many_walls() {
        return Some(Misplaced::Walls(position.walls.count() as usize));
    }
    for (square, piece) in board.iter() {
        let kind = rules.kind(piece.kind());
        if !rules.stands_anywhere(kind) && !kind.stays[piece.color()].contains(square) {
            return Some(Misplaced::Promotes(square));
        }
    }
    // A side that blew up the enemy's king may have been in check; so may one that passed while
    // royal pieces face each other.
    let has_passed = position.passes > 0 && position.has_to_part();
    if position.in_check(!side) && !position.is_blown_up(side) && !has_passed {
        return Some(Misplaced::Attacked);
    }
    if position.kings_face() {
        return Some(Misplaced::Facing);
    }
    // A blast can remove from both sides pieces that they must have.
    let has_lost = |color| match rules.blast {
        Some(_) => position.is_blown_up(color),
        None => position.has_lost(color),
    };
    let lost = Color::ALL.into_iter().all(has_lost) && !position.has_promoted_what_it_needs(!side);
    lost.then_some(Misplaced::BothLost)
}

/// Checks the number of a side's royal pieces: as at the start if each side has one there, else at
/// least one.
fn odd_royals<B: Bits>(position: &Royal<B>, color: Color) -> Option<Misplaced> {
    let rules = &*position.rules;
    let mut royals = position.royals(color).count() as usize;
    if rules.hand.is_some() {
        let held = rules.royal_kinds.iter().map(|&kind| position.hands.count(color, kind));
        royals += held.sum::<u32>() as usize;
    }
    let only = rules.royal.royals == Royals::One;
    let blown_up = rules.blast.is_some() && royals == 0;
    let fits = royals == rules.royal_count[color] || blown_up || !only && royals > 0;
    (!fits).then_some(Misplaced::Royals(color, royals))
}

impl Misplaced {
    /// The reason for people.
    fn text<B: Bits>(&self, position: &Royal<B>) -> String {
        let rules = &position.rules;
        let (definition, side) = (&rules.common.definition, position.side);
        match *self {
            Misplaced::Royals(color, royals) => {
                let kinds = rules.royal_kinds.iter();
                let names = kinds.map(|&kind| definition.piece(kind).name.as_str());
                let names = names.collect::<Vec<_>>().join("' or '");
                let only = rules.royal.royals == Royals::One;
                let at_start = rules.royal_count[color];
                let expected = if only { at_start.to_string() } else { "at least 1".to_owned() };
                let royals = counted(royals, "piece", "pieces");
                format!("{color} has {royals} '{names}': expected {expected}")
            }
            Misplaced::Promotes(at) => {
                let piece = position.board.get(at);
                let piece = piece.map(|piece| definition.piece(piece.kind()).fen(piece.color()));
                let (piece, square) = (piece.unwrap_or_default(), definition.size.name(at));
                let promotes = position.board.get(at).is_some_and(|piece| {
                    rules.kind(piece.kind()).promotion[piece.color()].contains(at)
                });
                let place = if promotes { "where" } else { "beyond the squares where" };
                format!("'{piece}' on {square} stands {place} it promotes")
            }
            Misplaced::Attacked => {
                let royals = position.royals(!side);
                let attacked = || royals.iter().find(|&at| position.is_attacked(at, side));
                let by_turn = rules.is_safe_by_turn().then(|| position.endangered(!side)).flatten();
                let at = by_turn.or_else(attacked).or_else(|| royals.first());
                let place =
                    at.map_or_else(String::new, |at| format!(" on {}", definition.size.name(at)));
                let other = !side;
                format!("{other}'s royal piece{place} could be taken, with {side} to move")
            }
            Misplaced::Facing => "the royal pieces of both sides face each other".to_owned(),
            Misplaced::BothLost => "both sides have lost".to_owned(),
            Misplaced::Walls(count) => format!("{count} walls: expected at most 1"),
        }
    }
}

/// Reads castling rights: letters of `KQkq`, as in X-FEN, or of the files of rooks, as in
/// Shredder-FEN.
fn read_castling<B: Bits>(position: &mut Royal<B>, text: &str) -> Result<(), FenError> {
    let fault = |expected: String| FenError::Castling { found: text.to_owned(), expected };
    if text == "-" {
        return Ok(());
    }
    let definition = position.common().definition.clone();
    let size = definition.size;
    let rules = position.rules.clone();
    let none = || fault("expected castlings that this game has, or -".to_owned());
    let castling = rules.royal.castling.as_deref();
    for letter in text.chars() {
        let board = &position.board;
        let (index, home) = if let Some(index) = RIGHTS.find(letter) {
            let own = rules.castlings.ways[index].as_ref().ok_or_else(none)?;
            let castling = castling.ok_or_else(none)?;
            let home = home_of(index, board, castling, &definition).ok_or_else(|| {
                let (king, rook) = (size.name(own.king_from), size.name(own.rook_from));
                fault(format!("expected the king on {king} and the rook on {rook} for '{letter}'"))
            })?;
            (index, home)
        } else {
            let file = letter.to_ascii_lowercase();
            if !file.is_ascii_lowercase() || file as u8 - b'a' >= size.files() {
                return Err(fault("expected letters of KQkq or of rooks' files, or -".to_owned()));
            }
            if let Some(opened) = position.open_by_letter(letter) {
                opened?;
                continue;
            }
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let castling = castling.ok_or_else(none)?;
            let board = &position.board;
            home_on_file(file as u8 - b'a', color, board, castling, &definition).ok_or_else(
                || fault(format!("expected {color}'s king and rook on one rank for '{letter}'")),
            )?
        };
        let has_moved = rules.castlings.ways[index].as_ref().is_none_or(|own| own.home() != home);
        if has_moved && rules.royal.hand.as_ref().is_some_and(|hand| hand.gates) {
            return Err(fault(format!(
                "expected king and rook on their first squares for '{letter}'"
            )));
        }
        if has_moved
            && let Some(castling) = castling
            && !Arc::make_mut(&mut position.castlings).begin_at(index, home, size, castling)
        {
            let (king, rook) = (size.name(home.0), size.name(home.1));
            return Err(fault(format!(
                "expected a target of castling between {king} and {rook} for '{letter}'"
            )));
        }
        position.castling |= 1 << index;
        position.open_by_right(index);
    }
    if position.gates.any() {
        position.castle_with_gates();
    }
    Ok(())
}

/// The letter of a castling right: one of `KQkq`, if that means the same rook, else the rook's file.
fn right<B: Bits>(position: &Royal<B>, index: usize) -> Option<char> {
    let definition = &position.common().definition;
    let castling = position.rules.royal.castling.as_deref()?;
    let home = position.castlings.ways[index].as_ref()?.home();
    let letter = RIGHTS.chars().nth(index)?;
    if home_of(index, &position.board, castling, definition) == Some(home) {
        return Some(letter);
    }
    let file = char::from(b'a' + definition.size.file(home.1));
    Some(if index < 2 { file.to_ascii_uppercase() } else { file })
}

/// The squares that a piece can have passed with its first step just now.
fn read_en_passant<B: Bits>(position: &Royal<B>, text: &str) -> Result<EnPassant<B>, FenError> {
    let size = position.common().definition.size;
    let mut squares = B::EMPTY;
    let fault = || FenError::EnPassant {
        found: text.to_owned(),
        expected: format!("expected squares of the {size} board, or -"),
    };
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        // A square begins with a letter: the next letter begins the next square.
        let next = rest.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic());
        let (square, tail) = rest.split_at(next.map_or(rest.len(), |(index, _)| index));
        squares |= B::bit(size.parse_square(square).ok_or_else(fault)?);
        rest = tail;
    }
    if position.rules.turns.is_some() {
        let squares = position.still_passed(
            squares & !position.board.occupied() & position.rules.en_passant[!position.side],
        );
        return Ok(EnPassant { squares, ..EnPassant::NONE });
    }
    Ok(passed_by_someone(position, squares).unwrap_or(EnPassant::NONE))
}

/// Finds the enemy's piece that may have passed the squares, or else as many of them as can be.
fn passed_by_someone<B: Bits>(position: &Royal<B>, squares: B) -> Option<EnPassant<B>> {
    let (rules, mover) = (&position.rules, !position.side);
    let occupied = position.board.occupied();
    let squares = squares & !position.walls & rules.en_passant[mover];
    let mut best = None;
    for victim in position.board.side(mover).iter() {
        let kind = rules.kind(position.board.get(victim)?.kind());
        for home in (kind.initial[mover] & !occupied).iter() {
            for path in &kind.paths[mover][home.index()] {
                let Some((&last, passed)) = path.squares.split_last() else { continue };
                let steps: B = passed.iter().fold(B::EMPTY, |set, &s| set | B::bit(s));
                let found = steps & squares;
                let count = |best: &EnPassant<B>| best.squares.count();
                if path.modes.passes
                    && last == victim
                    && (steps & occupied).is_empty()
                    && found.count() > best.as_ref().map_or(0, count)
                {
                    best = Some(EnPassant { squares: found, victim, key: 0 });
                }
            }
        }
    }
    best
}

/// The position as a FEN.
pub(super) fn write<B: Bits>(position: &Royal<B>) -> Fen {
    let mut fen = Fen::of_board(&position.board, position.side, position.clock, position.number);
    let held = (0..RIGHTS.len()).filter(|index| position.castling >> index & 1 == 1);
    let mut rights: String = held.filter_map(|index| right(position, index)).collect();
    if position.gates.any() {
        let is_white = |letter: &char| letter.is_ascii_uppercase();
        let (white, black): (String, String) = rights.chars().partition(is_white);
        let letters = |color| position.gate_letters(color);
        rights = white.chars().chain(letters(Color::White)).collect();
        rights.extend(black.chars().chain(letters(Color::Black)));
    }
    if !rights.is_empty() {
        fen.castling = rights;
    }
    fen.hands = position.rules.hand.as_ref().map(|_| position.hands);
    fen.walls = position.walls.iter().collect();
    fen.checks = position.rules.counts_checks.then_some(position.checks);
    let size = position.common().definition.size;
    // Within a turn, its own side has passed the others.
    let mut squares: Vec<Square> = position.capturable().iter().collect();
    if position.side == Color::White {
        // Nearest Black's home first.
        squares.reverse();
    }
    if !squares.is_empty() {
        fen.en_passant = squares.into_iter().map(|square| size.name(square)).collect();
    }
    if position.passes > 0 {
        fen.en_passant = [PASSED, PASSED_TWICE][usize::from(position.passes > 1)].to_owned();
    }
    if position.count.runs() {
        fen.en_passant = position.count.limit.to_string();
        fen.clock = position.count.plies.into();
    }
    fen
}
