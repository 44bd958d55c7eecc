//! Turns and lines of the engine as text for people.

use arena::move_text;
use protocol::{BoardMove, InfoScore, Turn};
use variants::{AnyGame, Color};

use crate::messages::Line;
use crate::opponent::Found;

/// Turns of a line that are shown.
const SHOWN_TURNS: usize = 12;

/// Returns a line for people, from White's side.
pub(crate) fn line(game: &AnyGame, found: &Found) -> Line {
    let mut game = game.clone();
    let white = game.side() == Color::White;
    let paths = found.info.pv.first().map(paths).unwrap_or_default();
    let mut pv = Vec::new();
    for turn in found.info.pv.iter().take(SHOWN_TURNS) {
        pv.push(move_text(&mut game, &turn.text));
        if game.play_turn(&turn.text).is_err() {
            break;
        }
    }
    let wdl = found.info.wdl.map_or([0, 1000, 0], |wdl| [wdl.win, wdl.draw, wdl.loss]);
    let wdl = if white { wdl } else { [wdl[2], wdl[1], wdl[0]] };
    Line {
        depth: found.info.depth,
        score: score_text(found.score, white),
        white: (f64::from(wdl[0]) + f64::from(wdl[1]) / 2.0) / 1000.0,
        wdl,
        pv,
        paths,
    }
}

/// Formats a score from White's side.
pub(crate) fn score_text(score: InfoScore, white: bool) -> String {
    let sign = if white { 1 } else { -1 };
    match score {
        InfoScore::Centipawns(value) => {
            format!("{:+.2}", f64::from(sign * value) / 100.0)
        }
        InfoScore::Mate(moves) => {
            let winner = if (moves > 0) == white { Color::White } else { Color::Black };
            format!("{} mates in {}", winner.name(), moves.abs())
        }
    }
}

/// Returns the squares of each step of a turn.
pub(crate) fn paths(turn: &Turn) -> Vec<Vec<String>> {
    let squares = |step: &BoardMove| {
        let BoardMove::Piece(step) = step else { return None };
        let from = step.legs.first().map(|leg| leg.from);
        let squares = from.into_iter().chain(step.legs.iter().map(|leg| leg.to));
        Some(squares.map(|square| square.to_string()).collect())
    };
    turn.moves.iter().filter_map(squares).collect()
}
