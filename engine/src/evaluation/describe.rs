//! Static evaluation as text for people.

use std::fmt::Write;

use nets::Net;
use variants::{AnyGame, Color, Piece, Square, with_game};

use super::Evaluation;

/// Width of a cell with a piece and its value.
const CELL: usize = 8;

/// Describes the HCE of a position and of its pieces, and, if there is a net, the net's score and
/// the contribution of each piece on its square.
pub fn describe(game: &AnyGame, evaluation: &Evaluation) -> String {
    let definition = game.definition();
    let Evaluation { weights, net, .. } = evaluation;
    let seen = |value: i32| if game.side() == Color::White { value } else { -value };
    let mut text = String::from("Piece values:");
    let letters = definition.pieces.iter().map(|piece| piece.fen(Color::White));
    for (letter, value) in letters.zip(search::piece_values(game, weights.as_deref())) {
        let _ = write!(text, " {letter} {value}");
    }
    if let Some(net) = &net {
        let pieces: Vec<(Square, Piece)> =
            with_game!(game, game => nets::all_pieces(game.position()).collect());
        let value = seen(net.evaluate(pieces.iter().copied(), game.side()));
        text.push_str(
            "\n\nDecrease of the net's score without each piece, in pawns (White's view):\n",
        );
        text.push_str(&board(game, net, &pieces));
        let _ = write!(text, "\nNet: {value:+} cp (White's view)");
        let hand_made = seen(search::evaluate_any(game, weights.as_deref(), None));
        let _ = write!(text, "\nWeights: {hand_made:+} cp (White's view)");
    }
    let evaluation = seen(search::evaluate_any(game, weights.as_deref(), net.as_ref()));
    let _ = write!(text, "\nEvaluation: {evaluation:+} cp (White's view)");
    text
}

/// Returns the board with the decrease of the net's score without each piece.
fn board(game: &AnyGame, net: &Net, pieces: &[(Square, Piece)]) -> String {
    let definition = game.definition();
    let size = definition.size;
    let value = |pieces: &[(Square, Piece)]| net.evaluate(pieces.iter().copied(), Color::White);
    let whole = value(pieces);
    let mut text = String::new();
    for rank in (0..size.ranks()).rev() {
        let mut letters = String::new();
        let mut worths = String::new();
        for file in 0..size.files() {
            let at = size.square(i32::from(file), i32::from(rank));
            let place = pieces.iter().position(|&(square, _)| Some(square) == at);
            let (mut letter, mut worth) = (".".to_owned(), String::new());
            if let Some(place) = place {
                let piece = pieces[place].1;
                letter = definition.piece(piece.kind()).fen(piece.color());
                // The net's score of a position without a king is meaningless.
                if !definition.piece(piece.kind()).royal {
                    let mut others = pieces.to_vec();
                    others.remove(place);
                    worth = format!("{:+.2}", f64::from(whole - value(&others)) / 100.0);
                }
            }
            let _ = write!(letters, "{letter:>CELL$}");
            let _ = write!(worths, "{worth:>CELL$}");
        }
        let _ = write!(text, "{}\n{}\n", letters.trim_end(), worths.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use variants::{Catalog, Variant};

    use super::*;

    /// Returns the scores of the first position: net, HCE and final.
    fn scores(name: &str) -> [i32; 3] {
        let definition = Catalog::builtin().get(name).unwrap().clone();
        let evaluation = crate::evaluation::bundled(&definition);
        let text = describe(&Variant::compile(definition).unwrap().start(), &evaluation);
        ["\nNet: ", "\nWeights: ", "\nEvaluation: "].map(|title| {
            let (_, rest) = text.split_once(title).unwrap();
            rest.split_once(" cp").unwrap().0.parse().unwrap()
        })
    }

    #[test]
    fn the_evaluation_is_what_the_search_believes() {
        let [net, weights, evaluation] = scores("chess");
        assert!(net != weights);
        assert_eq!(evaluation, net);
    }
}
