//! Results of a table as text.

use std::fmt;

use variants::{Color, counted};

use crate::format::Header;
use crate::metric::Metric;
use crate::summary::{Entropy, Longest, SideCounts, SlowWins};

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { game, board, material, metric, summary, .. } = self;
        let counted = match metric {
            Metric::End => "",
            Metric::Conversion => ", plies to conversion",
        };
        writeln!(f, "{material} ({game}, {board}{counted})")?;
        writeln!(f, "  to move      positions           wins          draws         losses")?;
        for (side, counts) in [(Color::White, summary.white), (Color::Black, summary.black)] {
            writeln!(f, "  {:<7}{counts}", side.name())?;
        }
        for longest in &summary.longest {
            writeln!(f, "{longest}")?;
        }
        let zugzwangs = &summary.zugzwangs;
        write!(f, "  Mutual zugzwangs: {}", zugzwangs.full + zugzwangs.half)?;
        if zugzwangs.full > 0 {
            write!(f, ", {} of them lost by whoever is to move", zugzwangs.full)?;
        }
        if let Some(example) = zugzwangs.examples.first() {
            write!(f, ", such as {example}")?;
        }
        let Entropy { result, distance } = summary.entropy;
        write!(f, "\n  Entropy: {result} bits an entry, {distance} with the distance")?;
        if let Some(slow) = &summary.slow {
            write!(f, "\n  {slow}")?;
        }
        Ok(())
    }
}

impl fmt::Display for SlowWins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SlowWins { allowed, positions, plies, fen } = self;
        write!(
            f,
            "Won positions that need more than {allowed} plies without progress: {positions}"
        )?;
        if *positions > 0 {
            write!(f, ", at most {}, such as {fen}", counted(*plies as usize, "ply", "plies"))?;
        }
        Ok(())
    }
}

impl fmt::Display for SideCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SideCounts { positions, wins, draws, losses } = self;
        write!(f, "{positions:>15}{wins:>15}{draws:>15}{losses:>15}")
    }
}

impl Longest {
    /// The side that wins, at the beginning of a sentence.
    #[must_use]
    pub fn side(&self) -> &'static str {
        if self.winner == Color::White.key() { Color::White.name() } else { Color::Black.name() }
    }

    /// Moves of the side that wins.
    #[must_use]
    pub fn moves(&self) -> u16 {
        self.plies.div_ceil(2)
    }
}

impl fmt::Display for Longest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (moves, plies) = (self.moves(), self.plies);
        let (of_moves, of_plies) = match (moves, plies) {
            (1, 1) => ("move", "ply"),
            (1, _) => ("move", "plies"),
            _ => ("moves", "plies"),
        };
        writeln!(f, "  Longest win of {}: {moves} {of_moves} ({plies} {of_plies})", self.side())?;
        writeln!(f, "    {}", self.fen)?;
        write!(f, "    {}", self.line.join(" "))
    }
}
