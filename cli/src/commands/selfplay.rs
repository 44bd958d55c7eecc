//! `menagerie selfplay`: a game against itself on the screen.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::InfoScore;
use search::{Control, Engine, Limits, SearchRequest};
use variants::{AnyGame, Color, counted};

use super::{set_up, style};
use crate::args;
use engine::evaluation;
use engine::library::Library;
use engine::options;
use engine::search_job::{real_time, run_search};
use protocol::text::printable;

/// Number of turns after which a game is taken to be endless.
const MAX_TURNS: usize = 2000;

/// Plays a game, and prints each move and the board after it.
pub fn selfplay(library: &Library, args: &args::Selfplay) -> Result<ExitCode> {
    let (variant, mut game) = set_up(library, &args.place)?;
    let mut engine = Engine::new(1, options::DEFAULT_HASH as usize)?;
    let limits = Limits::move_time(Duration::from_millis(args.movetime));
    let definition = variant.definition();
    let evaluation = evaluation::bundled(definition);
    let mut out = io::stdout().lock();
    let title = printable(&definition.title);
    writeln!(out, "{title} ({})\n\n{}", definition.size, game.draw(style()))?;
    for turn in 0..MAX_TURNS {
        if let Some(outcome) = game.outcome() {
            let turns = counted(turn, "turn", "turns");
            writeln!(out, "{} {outcome}, after {turns}", outcome.result())?;
            writeln!(out, "Fen: {}", game.fen())?;
            return Ok(ExitCode::SUCCESS);
        }
        let side = game.side();
        let number = move_number(&game);
        let (clock, control) = (real_time(), Control::new());
        let request = SearchRequest::new(&game, limits, &clock, &control);
        let answer = run_search(&mut engine, &request, &evaluation, &mut |_| {});
        let best = answer.best.context("no move in a game that is not over")?;
        game.play_turn(&best.text).context("the search played an illegal move")?;
        writeln!(
            out,
            "{number} {}   {} depth {} nodes {}\n\n{}",
            best.text,
            answer.score.map(|score| score_text(score, side)).unwrap_or_default(),
            answer.depth,
            answer.nodes,
            game.draw(style())
        )?;
        out.flush()?;
    }
    writeln!(out, "* not over after {MAX_TURNS} turns")?;
    Ok(ExitCode::SUCCESS)
}

/// Formats a move number as in game scores: `1.` before White's, `1...` before Black's.
fn move_number(game: &AnyGame) -> String {
    let dots = if game.side() == Color::White { "." } else { "..." };
    format!("{}{dots}", game.move_number())
}

/// Formats a score from White's view, in pawns.
fn score_text(score: InfoScore, side: Color) -> String {
    let sign = if side == Color::White { 1 } else { -1 };
    match score {
        InfoScore::Centipawns(value) => format!("{:+.2}", f64::from(sign * value) / 100.0),
        InfoScore::Mate(moves) => format!("mate {:+}", sign * moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variant: &str, fen: &str, expected: &str) {
        let variant = Library::builtin().variant(variant, None).unwrap();
        assert_eq!(move_number(&variant.game(fen).unwrap()), expected);
    }

    #[test]
    fn moves_are_numbered_as_on_paper() {
        check("chess", "8/8/8/8/8/k7/8/K6R w - - 3 7", "7.");
        check("chess", "8/8/8/8/8/k7/8/K6R b - - 0 1", "1...");
        check("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 3+2 7 30", "30.");
        check("international-draughts", "B:W21:B1", "1...");
    }
}
