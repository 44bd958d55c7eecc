//! Study as text.

use std::fmt;

use variants::counted;

use super::armies::ArmyPair;
use super::estimate::{Estimate, whole};
use super::findings::{Figure, Findings, FirstTurn};
use crate::RecordedScore;

/// Maximum number of terminations listed.
const MOST_ENDS: usize = 12;

/// Maximum number of first turns listed.
const MOST_FIRST_TURNS: usize = 30;

/// Maximum number of pairs of armies listed.
const MOST_ARMIES: usize = 12;

/// Returns a share and its interval in percent.
fn percent(of: Estimate) -> [f64; 3] {
    [of.value, of.low, of.high].map(|share| 100.0 * share)
}

impl FirstTurn {
    /// Formats the score and depth of the search; empty if there was none.
    pub(super) fn search(&self) -> String {
        let Some(searched) = &self.searched else { return String::new() };
        let depth = searched.depth;
        match searched.score {
            Some(RecordedScore::Cp(value)) => {
                format!("{:+.2} at depth {depth}", f64::from(value) / 100.0)
            }
            Some(RecordedScore::Mate(moves)) => format!("mate {moves} at depth {depth}"),
            None => String::new(),
        }
    }
}

impl Findings {
    fn write_results(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let results = &self.results;
        writeln!(f, "Results, for the side that moves first ({} at the start)", results.first)?;
        let (won, drawn, lost) = (results.won, results.drawn, results.lost);
        writeln!(f, "  won {won}, drawn {drawn}, lost {lost} of {}", self.games)?;
        if let (Some(score), Some(elo)) = (results.score, results.elo) {
            let [value, low, high] = percent(score);
            writeln!(f, "  score {value:.1} % ({low:.1} to {high:.1} %, 95 %)")?;
            let [value, low, high] = [elo.value, elo.low, elo.high].map(whole);
            writeln!(f, "  first-move advantage {value} Elo ({low} to {high})")?;
        }
        if self.balanced_openings {
            writeln!(f, "  (balanced openings hide which side the start position favours)")?;
        }
        let [rate, low, high] = percent(results.draw_rate);
        writeln!(f, "  draw rate {rate:.1} % ({low:.1} to {high:.1} %)")
    }

    fn write_armies(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Army against army, by the pieces in which they differ")?;
        for pair in self.armies.iter().take(MOST_ARMIES) {
            let ArmyPair { army, against, won, drawn, lost, moved_first, .. } = pair;
            writeln!(f, "  {army} against {against}")?;
            let games = pair.games();
            write!(f, "    won {won}, drawn {drawn}, lost {lost} of {games}")?;
            writeln!(f, "; moved first in {moved_first}")?;
            if let (Some(score), Some(elo)) = (pair.score, pair.elo) {
                let [value, low, high] = percent(score);
                write!(f, "    score {value:.1} % ({low:.1} to {high:.1} %, 95 %), ")?;
                let [value, low, high] = [elo.value, elo.low, elo.high].map(whole);
                writeln!(f, "{value} Elo ({low} to {high})")?;
            }
            if let Some(note) = pair.note() {
                writeln!(f, "    ({note})")?;
            }
        }
        if let Some(rest) = self.armies.len().checked_sub(MOST_ARMIES).filter(|rest| *rest > 0) {
            let pairs = counted(rest, "more pair", "more pairs");
            writeln!(f, "  and {pairs} of armies")?;
        }
        writeln!(f)
    }

    fn write_ends(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "How games end")?;
        for end in self.ends.iter().take(MOST_ENDS) {
            let share = 100.0 * end.games as f64 / self.games as f64;
            writeln!(f, "  {:>5}  {share:>5.1} %  {}", end.games, end.reason)?;
        }
        if let Some(rest) = self.ends.get(MOST_ENDS..).filter(|rest| !rest.is_empty()) {
            let rest: usize = rest.iter().map(|end| end.games).sum();
            writeln!(f, "  {rest:>5}           otherwise")?;
        }
        Ok(())
    }

    fn write_figures(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Figures                        mean   median   10 % below   10 % above")?;
        for Figure { name, values } in &self.figures {
            match values {
                None => writeln!(f, "  {name:<30} none")?,
                Some(of) => writeln!(
                    f,
                    "  {name:<30} {:>5.1} {:>7} {:>12} {:>12}",
                    of.mean, of.median, of.low, of.high
                )?,
            }
        }
        let (share, most) = (100.0 * self.capturing_turns, self.most_captures);
        writeln!(f, "  {share:.1} % of turns take something; the most taken in one turn: {most}")
    }

    fn write_first_turns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "First moves, and the score of the side that makes them")?;
        for first in self.first_turns.iter().take(MOST_FIRST_TURNS) {
            let FirstTurn { turn, games, .. } = first;
            let of = if *games == 1 { "game " } else { "games" };
            write!(f, "  {turn:<14} {games:>5} {of}")?;
            if let Some(band) = first.band {
                let [value, low, high] = percent(band);
                write!(f, "  {value:>5.1} % ({low:.1} to {high:.1} %)")?;
            }
            match first.search() {
                search if search.is_empty() => writeln!(f)?,
                search => writeln!(f, "  {search}")?,
            }
        }
        if let Some(rest) =
            self.first_turns.len().checked_sub(MOST_FIRST_TURNS).filter(|it| *it > 0)
        {
            writeln!(f, "  and {rest} more")?;
        }
        writeln!(f)
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Value of an extra piece ({} quiet positions; intervals 95 %)",
            self.positions
        )?;
        let unit = format!("{} = 100", self.unit);
        writeln!(f, "  {:<22} {:>17} {unit:>22} {:>9}", "", "Elo", "engine")?;
        for piece in &self.pieces {
            let name = format!("{} {}", piece.letter, piece.name);
            let elo =
                piece.elo.map_or("too few games apart".to_owned(), Estimate::in_elo_with_half);
            let plain = |of: Estimate| format!("{:.0} ± {:.0}", of.value, of.half());
            let relative = piece.relative.map_or("-".to_owned(), plain);
            let value = piece.engine.map(|value| value.to_string()).unwrap_or_default();
            writeln!(f, "  {name:<22} {elo:>17} {relative:>22} {value:>9}")?;
        }
        if let Some(elo) = self.moved_first {
            writeln!(f, "  {:<22} {:>17}", "having moved first", elo.in_elo_with_half())?;
        }
        Ok(())
    }
}

/// The study as text: fairness, draw rate, length and branching of games, and piece values.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = counted(self.games, "game", "games");
        writeln!(f, "{} ({}), {games}\n", self.title, self.size)?;
        if self.games == 0 {
            return writeln!(f, "No finished games.");
        }
        self.write_results(f)?;
        writeln!(f)?;
        if !self.armies.is_empty() {
            self.write_armies(f)?;
        }
        self.write_ends(f)?;
        writeln!(f)?;
        self.write_figures(f)?;
        writeln!(f)?;
        self.write_first_turns(f)?;
        self.write_pieces(f)
    }
}
