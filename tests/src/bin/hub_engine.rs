//! A draughts engine that speaks the Hub protocol and plays the last legal move, or shows a fault.
//!
//! ```text
//! hub-engine [illegal|hang|none|error|mute]
//! ```

use std::env;
use std::io::{self, Write};

use anyhow::{Context, Result};
use protocol::client::hub::HubLine;
use variants::{AnyGame, Catalog, Pdn, Variant};

/// Ply of its fault, counted from 0.
const AT: usize = 5;

fn main() -> Result<()> {
    let fault = env::args().nth(1).unwrap_or_default();
    let mut name = "international-draughts";
    let mut position = HubLine::default();
    for line in io::stdin().lines() {
        let Some(line) = HubLine::parse(line?.as_bytes()) else { continue };
        match &*line.command {
            "hub" => {
                say("id name=Scripted version=1.0 author=\"A B\" country=X")?;
                say("param name=variant value=normal type=enum values=\"normal frisian\"")?;
                say("param name=book value=true type=bool")?;
                if fault != "mute" {
                    say("wait")?;
                }
            }
            "set-param" if line.value("value") == Some("frisian") => name = "frisian-draughts",
            "init" => say("ready")?,
            "ping" => say("pong")?,
            "pos" => position = line,
            "go" => {
                let (game, plies) = set_up(name, &position)?;
                match &*fault {
                    "illegal" if plies >= AT => say("done move=1-1")?,
                    "none" if plies >= AT => say("done")?,
                    "error" if plies >= AT => say("error message=\"out of ideas\"")?,
                    "hang" if plies >= AT => {}
                    _ => answer(game)?,
                }
            }
            "quit" => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

fn say(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// Returns the game of a `pos` command, and the number of its moves.
fn set_up(name: &str, line: &HubLine) -> Result<(AnyGame, usize)> {
    let definition = Catalog::builtin().get(name).context("a game")?.clone();
    let pdn = Pdn::of(&definition).context("numbers")?;
    let variant = Variant::compile(definition)?;
    let text = line.value("pos").context("a position")?;
    let (side, letters) = text.split_at_checked(1).context("a side")?;
    let side_of = |man: char| {
        let words =
            letters.chars().zip(1..).filter(|(letter, _)| letter.eq_ignore_ascii_case(&man));
        let word = |(letter, number): (char, u32)| match letter.is_ascii_uppercase() {
            true => format!("K{number}"),
            false => number.to_string(),
        };
        words.map(word).collect::<Vec<_>>().join(",")
    };
    let mut game = variant.game(&format!("{side}:W{}:B{}", side_of('w'), side_of('b')))?;
    let moves: Vec<&str> = line.value("moves").unwrap_or_default().split_whitespace().collect();
    for mv in &moves {
        let turns = game.step_courses();
        let squares = |text: &str| {
            let mut words: Vec<String> = text.split(['-', 'x']).map(str::to_owned).collect();
            words.get_mut(2..).map(<[String]>::sort_unstable);
            words
        };
        let is_it = |turn: &&variants::TurnCourse| {
            hub_text(turn, &pdn).is_some_and(|text| squares(&text) == squares(mv))
        };
        let turn = turns.iter().find(is_it).with_context(|| format!("'{mv}' is not legal"))?;
        game.play_turn(&turn.text)?;
    }
    Ok((game, moves.len()))
}

fn answer(mut game: AnyGame) -> Result<()> {
    let pdn = Pdn::of(game.definition()).context("numbers")?;
    let turn = game.step_courses().pop().context("a move")?;
    let text = hub_text(&turn, &pdn).context("squares")?;
    say(&format!("info depth=3 mean-depth=2.5 score=-0.25 nodes=99 pv=\"{text}\""))?;
    say(&format!("done move={text} ponder=1-2"))
}

/// A move: its ends, then what it takes.
fn hub_text(turn: &variants::TurnCourse, pdn: &Pdn) -> Option<String> {
    let course = turn.steps.first()?.as_ref()?;
    let mut squares = vec![course.legs.first()?.from, course.legs.last()?.to];
    squares.extend(course.legs.iter().filter_map(|leg| leg.over));
    let names: Option<Vec<String>> = squares.iter().map(|&at| pdn.square_name(at)).collect();
    Some(names?.join(if squares.len() > 2 { "x" } else { "-" }))
}
