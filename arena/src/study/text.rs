//! Study as text.

use std::fmt;

use super::Study;
use super::piece_values::{PieceValue, piece_values};
use crate::statistics::{EloEstimate, ResultCounts, Tally, wilson};

/// Maximum number of terminations listed.
const MOST_ENDS: usize = 12;

/// Text of a study: fairness, draw rate, length and branching of games, and piece values.
#[derive(Clone, Copy, Debug)]
pub struct StudyText<'a> {
    study: &'a Study,
    /// Engine's own piece values, in centipawns, by piece type.
    values: &'a [i32],
}

impl<'a> StudyText<'a> {
    /// Returns the text of a study; `values` are the engine's piece values, in centipawns.
    #[must_use]
    pub fn new(study: &'a Study, values: &'a [i32]) -> Self {
        StudyText { study, values }
    }

    fn results(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Study { games, first_wins, draws, second_wins, .. } = *self.study;
        let start = self.study.variant.start().side();
        writeln!(f, "Results, for the side that moves first ({start} at the start)")?;
        writeln!(f, "  won {first_wins}, drawn {draws}, lost {second_wins} of {games}")?;
        let [wins, draws, losses] = [first_wins, draws, second_wins].map(|count| count as u64);
        let tally = Tally { white: ResultCounts { wins, draws, losses }, ..Tally::default() };
        if let Some(elo) = EloEstimate::new(&tally) {
            let (low, high) = elo.score_bounds;
            let [score, low, high] = [elo.score, low, high].map(|share| 100.0 * share);
            writeln!(f, "  score {score:.1} % ({low:.1} to {high:.1} %, 95 %)")?;
            let (low, high) = elo.bounds;
            writeln!(f, "  first-move advantage {:+.0} Elo ({low:+.0} to {high:+.0})", elo.elo)?;
        }
        if self.study.balanced {
            writeln!(f, "  (balanced openings hide which side the start position favours)")?;
        }
        let rate = draws as f64 / games as f64;
        let (low, high) = wilson(rate, games as f64);
        let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
        writeln!(f, "  draw rate {rate:.1} % ({low:.1} to {high:.1} %)")
    }

    fn ends(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "How games end")?;
        let mut ends: Vec<_> = self.study.ends.iter().collect();
        ends.sort_by_key(|(end, count)| (std::cmp::Reverse(**count), *end));
        for (end, count) in ends.iter().take(MOST_ENDS) {
            let share = 100.0 * **count as f64 / self.study.games as f64;
            writeln!(f, "  {count:>5}  {share:>5.1} %  {end}")?;
        }
        if ends.len() > MOST_ENDS {
            let rest: usize = ends[MOST_ENDS..].iter().map(|(_, count)| **count).sum();
            writeln!(f, "  {rest:>5}           otherwise")?;
        }
        Ok(())
    }

    fn figures(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let study = self.study;
        writeln!(f, "Figures                        mean   median   10 % below   10 % above")?;
        line(f, "turns a game (both sides)", &study.lengths)?;
        if study.has_units() {
            line(f, "first moves to choose from", &study.choices)?;
            line(f, "units moved a turn", &study.parts)?;
        } else {
            line(f, "choices a turn", &study.choices)?;
        }
        line(f, "pieces taken a game", &study.captures)?;
        line(f, "turns before the first capture", &study.first_captures)?;
        let turns: usize = study.lengths.iter().sum();
        let share = 100.0 * study.capturing_turns as f64 / turns.max(1) as f64;
        let most = study.most_captures;
        writeln!(f, "  {share:.1} % of turns take something; the most taken in one turn: {most}")
    }

    fn pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (list, first) = piece_values(self.study);
        let definition = self.study.definition();
        let unit = self.study.commonest().map(|kind| definition.piece(kind).name.clone());
        let samples = self.study.samples.len();
        writeln!(f, "Value of an extra piece ({samples} quiet positions; intervals 95 %)")?;
        let unit = unit.unwrap_or_default();
        writeln!(f, "  {:<22} {:>17} {:>22} {:>9}", "", "Elo", format!("{unit} = 100"), "engine")?;
        for PieceValue { kind, elo, relative } in list {
            let piece = definition.piece(kind);
            let name = format!("{} {}", piece.fen(variants::Color::White), piece.name);
            let elo = elo
                .map_or("seldom apart".to_owned(), |(elo, half)| format!("{elo:+.0} ± {half:.0}"));
            let relative =
                relative.map_or("-".to_owned(), |(value, half)| format!("{value:.0} ± {half:.0}"));
            let value = self.values.get(kind.index()).map(ToString::to_string);
            let value = value.unwrap_or_default();
            writeln!(f, "  {name:<22} {elo:>17} {relative:>22} {value:>9}")?;
        }
        if let Some((elo, half)) = first {
            writeln!(f, "  {:<22} {:>17}", "having moved first", format!("{elo:+.0} ± {half:.0}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for StudyText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let definition = self.study.definition();
        writeln!(f, "{} ({}), {} games\n", definition.title, definition.size, self.study.games)?;
        if self.study.games == 0 {
            return writeln!(f, "No finished games.");
        }
        self.results(f)?;
        writeln!(f)?;
        self.ends(f)?;
        writeln!(f)?;
        self.figures(f)?;
        writeln!(f)?;
        self.pieces(f)
    }
}

fn line(f: &mut fmt::Formatter<'_>, what: &str, numbers: &[usize]) -> fmt::Result {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let Some(last) = sorted.len().checked_sub(1) else {
        return writeln!(f, "  {what:<30} none");
    };
    let mean = sorted.iter().sum::<usize>() as f64 / sorted.len() as f64;
    let at = |percent: usize| sorted[(last * percent + 50) / 100];
    let [median, low, high] = [at(50), at(10), at(90)];
    writeln!(f, "  {what:<30} {mean:>5.1} {median:>7} {low:>12} {high:>12}")
}
