//! Results of a study, as data: for its text, its page and other programs.

use serde::Serialize;
use variants::Color;

use super::Study;
use super::armies::ArmyPair;
use super::estimate::Estimate;
use super::piece_values::{PieceValue, piece_values};
use super::searched::SearchedTurn;
use crate::statistics::{ResultCounts, wilson};

/// Results of a study.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// Name of the game.
    pub variant: String,
    /// Title of the game.
    pub title: String,
    /// Board size, such as `10x10`.
    pub size: String,
    /// Start position.
    pub fen: String,
    /// Number of games.
    pub games: usize,
    /// Whether openings were selected as balanced, which hides which side the game favours.
    pub balanced_openings: bool,
    /// Results of the side that moves first.
    pub results: Results,
    /// Results of armies, in games whose sides begin with different pieces.
    pub armies: Vec<ArmyPair>,
    /// Ways in which games ended, the most frequent first.
    pub ends: Vec<Ending>,
    /// Lengths, choices and captures.
    pub figures: Vec<Figure>,
    /// Number of turns of each game, in ascending order.
    pub lengths: Vec<usize>,
    /// Share of turns that capture, from 0 to 1.
    pub capturing_turns: f64,
    /// Maximum number of pieces captured in one turn.
    pub most_captures: usize,
    /// First turns, the most frequent first.
    pub first_turns: Vec<FirstTurn>,
    /// Quiet positions from which piece values were estimated.
    pub positions: usize,
    /// Name of the piece whose value is 100.
    pub unit: String,
    /// Piece values.
    pub pieces: Vec<Piece>,
    /// Elo of having moved first, at equal material.
    pub moved_first: Option<Estimate>,
}

/// Results of the side that moves first.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// Side that moves first in the start position.
    pub first: String,
    /// Wins.
    pub won: usize,
    /// Draws.
    pub drawn: usize,
    /// Losses.
    pub lost: usize,
    /// Expected score, from 0 to 1.
    pub score: Option<Estimate>,
    /// Advantage in Elo; ends of the interval may be infinite, which JSON shows as `null`.
    pub elo: Option<Estimate>,
    /// Share of drawn games, from 0 to 1.
    pub draw_rate: Estimate,
}

/// Way in which games ended.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// Result and reason in words.
    pub reason: String,
    /// Number of games.
    pub games: usize,
}

/// Distribution of a number.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// Name of the number.
    pub name: &'static str,
    /// Values; `None` if nothing was counted.
    pub values: Option<Distribution>,
}

/// Mean and percentiles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distribution {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub median: usize,
    /// Tenth percentile.
    pub low: usize,
    /// Ninetieth percentile.
    pub high: usize,
}

/// First turn of games.
#[derive(Clone, Debug, Serialize)]
pub struct FirstTurn {
    /// Turn as people write it.
    pub turn: String,
    /// Number of games.
    pub games: usize,
    /// Share of the points of the side that made it, from 0 to 1; 0 without games.
    pub score: f64,
    /// Its expected score with the 95 % interval; `None` without games.
    pub band: Option<Estimate>,
    /// Search of the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<SearchedTurn>,
}

/// Value of one more piece of a type.
#[derive(Clone, Debug, Serialize)]
pub struct Piece {
    /// Letter of White's piece in a FEN.
    pub letter: String,
    /// Name.
    pub name: String,
    /// Value in Elo; `None` if sides seldom differed in it.
    pub elo: Option<Estimate>,
    /// Value in hundredths of the unit; `None` if it is too uncertain.
    pub relative: Option<Estimate>,
    /// The engine's own value, in centipawns.
    pub engine: Option<i32>,
}

impl Findings {
    /// Returns the results of a study; `values` are the engine's piece values, in centipawns, by piece
    /// type.
    #[must_use]
    pub fn new(study: &Study, values: &[i32]) -> Self {
        let definition = study.definition();
        let (list, moved_first) = piece_values(study);
        let unit = study.commonest().map(|kind| definition.piece(kind).name.clone());
        let pieces = list.into_iter().map(|PieceValue { kind, elo, relative }| {
            let piece = definition.piece(kind);
            Piece {
                letter: piece.fen(Color::White).to_string(),
                name: piece.name.clone(),
                elo: elo.map(Estimate::around),
                relative: relative.map(Estimate::around),
                engine: values.get(kind.index()).copied(),
            }
        });
        let mut lengths = study.lengths.clone();
        lengths.sort_unstable();
        let turns: usize = lengths.iter().sum();
        Findings {
            variant: definition.name.clone(),
            title: definition.title.clone(),
            size: definition.size.to_string(),
            fen: definition.start.clone(),
            games: study.games,
            balanced_openings: study.balanced,
            results: results(study),
            armies: study.armies.pairs(),
            ends: ends(study),
            figures: figures(study),
            lengths,
            capturing_turns: study.capturing_turns as f64 / turns.max(1) as f64,
            most_captures: study.most_captures,
            first_turns: first_turns(study),
            positions: study.samples.len(),
            unit: unit.unwrap_or_default(),
            pieces: pieces.collect(),
            moved_first: moved_first.map(Estimate::around),
        }
    }
}

fn results(study: &Study) -> Results {
    let Study { games, first_wins, draws, second_wins, .. } = *study;
    let [wins, draw_count, losses] = [first_wins, draws, second_wins].map(|count| count as u64);
    let (score, elo) = Estimate::of_results(ResultCounts { wins, draws: draw_count, losses });
    let rate = draws as f64 / games.max(1) as f64;
    let (low, high) = wilson(rate, games.max(1) as f64);
    Results {
        first: study.variant.start().side().to_string(),
        won: first_wins,
        drawn: draws,
        lost: second_wins,
        score,
        elo,
        draw_rate: Estimate { value: rate, low, high },
    }
}

fn ends(study: &Study) -> Vec<Ending> {
    let ends = study.ends.iter();
    let mut ends: Vec<Ending> =
        ends.map(|(reason, &games)| Ending { reason: reason.clone(), games }).collect();
    ends.sort_by(|one, other| {
        other.games.cmp(&one.games).then_with(|| one.reason.cmp(&other.reason))
    });
    ends
}

fn figures(study: &Study) -> Vec<Figure> {
    let figure = |name, numbers: &[usize]| Figure { name, values: distribution(numbers) };
    let mut figures = vec![figure("turns a game (both sides)", &study.lengths)];
    if study.has_units() {
        figures.push(figure("first moves to choose from", &study.choices));
        figures.push(figure("units moved a turn", &study.parts));
    } else {
        figures.push(figure("choices a turn", &study.choices));
    }
    figures.push(figure("pieces taken a game", &study.captures));
    figures.push(figure("turns before the first capture", &study.first_captures));
    figures
}

fn distribution(numbers: &[usize]) -> Option<Distribution> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let last = sorted.len().checked_sub(1)?;
    let mean = sorted.iter().sum::<usize>() as f64 / sorted.len() as f64;
    let at = |percent: usize| sorted[(last * percent + 50) / 100];
    Some(Distribution { mean, median: at(50), low: at(10), high: at(90) })
}

fn first_turns(study: &Study) -> Vec<FirstTurn> {
    let turn = |turn: &str, results: ResultCounts| {
        let ResultCounts { wins, draws, losses } = results;
        let games = (wins + draws + losses) as usize;
        FirstTurn {
            turn: turn.to_owned(),
            games,
            score: (wins as f64 + draws as f64 / 2.0) / games.max(1) as f64,
            band: Estimate::of_results(results).0,
            searched: study.searched.iter().find(|searched| searched.turn == turn).cloned(),
        }
    };
    let mut turns: Vec<FirstTurn> =
        study.first_turns.iter().map(|(text, &results)| turn(text, results)).collect();
    let played = |searched: &&SearchedTurn| !study.first_turns.contains_key(&searched.turn);
    let others = study.searched.iter().filter(played);
    turns.extend(others.map(|searched| turn(&searched.turn, ResultCounts::default())));
    turns.sort_by(|one, other| other.games.cmp(&one.games).then_with(|| one.turn.cmp(&other.turn)));
    turns
}
