//! `menagerie selfplay`: a game before your eyes.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::Score;
use search::{Control, Engine, Limits};
use variants::Color;

use super::{set_up, style};
use crate::args;
use engine::library::Library;
use engine::options;
use engine::thinking::{Question, think};

/// A game that has gone on for so long will not end.
const MAX_TURNS: usize = 2000;

/// Plays a game, and prints each move and the board after it.
pub fn selfplay(library: &Library, args: &args::Selfplay) -> Result<ExitCode> {
    let (variant, mut game) = set_up(library, &args.place)?;
    let mut engine = Engine::new(1, options::DEFAULT_HASH as usize)?;
    let limits = Limits::move_time(Duration::from_millis(args.movetime));
    let definition = variant.definition();
    let mut out = io::stdout().lock();
    writeln!(out, "{} ({})\n\n{}", definition.title, definition.size, game.draw(style()))?;
    let mut first = game.side();
    let mut number = 1;
    for turn in 0..MAX_TURNS {
        if let Some(outcome) = game.outcome() {
            writeln!(out, "{} {outcome}, after {turn} turns", outcome.result())?;
            writeln!(out, "Fen: {}", game.fen())?;
            return Ok(ExitCode::SUCCESS);
        }
        let side = game.side();
        if turn == 0 {
            first = side;
        } else if side == first {
            number += 1;
        }
        let mut question = Question::new(game.clone(), limits);
        let answer = think(&mut engine, &mut question, &Control::new(), &mut |_| {});
        let best = answer.best.context("no move in a game that is not over")?;
        game.play_turn(&best.text).context("the search played an illegal move")?;
        writeln!(
            out,
            "{number}{} {}   {} depth {} nodes {}\n\n{}",
            if side == first { "." } else { "..." },
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

/// A score from White's view, in pawns.
fn score_text(score: Score, side: Color) -> String {
    let sign = if side == Color::White { 1 } else { -1 };
    match score {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(sign * value) / 100.0),
        Score::Mate(moves) => format!("mate {:+}", sign * moves),
    }
}
