//! Castling: `isO2` among a king's moves is a castling of two squares.

use variants::Setting;

use super::read::{Diagram, Piece};

/// Returns a king's moves without castling, and the number of squares that it castles.
pub(super) fn split(moves: &str) -> (String, Option<u8>) {
    let Some(at) = moves.find("isO") else { return (moves.to_owned(), None) };
    let rest = &moves[at + 3..];
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    let squares = rest[..digits].parse().ok().filter(|squares| (1..8).contains(squares));
    (format!("{}{}", &moves[..at], &rest[digits..]), squares)
}

/// Returns the table of castling of a king that moves `squares` to a side, and the rights of the
/// start; `None` without partners.
pub(super) fn table(
    diagram: &Diagram,
    king: &Piece,
    squares: u8,
) -> Option<(Setting, &'static str)> {
    let [(file, rank)] = king.white[..] else { return None };
    let on_rank = |piece: &Piece| {
        let letter = piece.letter;
        let files = piece.white.iter().filter(|at| at.1 == rank).map(|at| at.0);
        files.map(move |file| (file, letter)).collect::<Vec<_>>()
    };
    let row: Vec<(u8, char)> = diagram.pieces.iter().flat_map(on_rank).collect();
    let right = row.iter().copied().max().filter(|(at, _)| *at > file)?;
    let left = row.iter().copied().min().filter(|(at, _)| *at < file)?;
    let (to_right, to_left) = (file + squares, file.checked_sub(squares)?);
    if to_right >= diagram.files || right.1 != left.1 {
        return None;
    }
    let letter = |file: u8| Setting::Text(char::from(b'a' + file).to_string());
    let way = |from: u8, to: u8, beside: u8| {
        Setting::Table(vec![
            ("rook-from".to_owned(), letter(from)),
            ("king-to".to_owned(), letter(to)),
            ("rook-to".to_owned(), letter(beside)),
        ])
    };
    let table = vec![
        ("rank".to_owned(), Setting::Number(i64::from(rank) + 1)),
        ("king".to_owned(), letter(file)),
        ("rook".to_owned(), Setting::Text(right.1.to_string())),
        ("king-side".to_owned(), way(right.0, to_right, to_right - 1)),
        ("queen-side".to_owned(), way(left.0, to_left, to_left + 1)),
    ];
    Some((Setting::Table(table), "KQkq"))
}
