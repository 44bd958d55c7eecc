//! Lines of a search (multi-PV), the newest of each rank.

use protocol::{InfoBound, InfoScore, SearchInfo};

/// Line of a search, for the side to move.
#[derive(Clone, Debug)]
pub struct Found {
    /// Search information, with the principal variation.
    pub info: SearchInfo,
    /// Its score, which is exact.
    pub score: InfoScore,
}

/// Lines of a search, by rank.
#[derive(Clone, Debug, Default)]
pub struct Lines(Vec<Option<Found>>);

impl Lines {
    /// Adds search information, in place of the older line of its rank, which takes the place of an older
    /// line with this first move; false if it is no line: a bound, or without moves.
    pub fn add(&mut self, info: SearchInfo) -> bool {
        let Some(score) = info.score else { return false };
        if info.bound != InfoBound::Exact || info.pv.is_empty() {
            return false;
        }
        let index = usize::from(info.multipv.unwrap_or(1).max(1)) - 1;
        if index >= self.0.len() {
            self.0.resize_with(index + 1, || None);
        }
        let first = first_turn(&info);
        let is_older =
            |line: &Option<Found>| line.as_ref().is_some_and(|f| first_turn(&f.info) == first);
        if let Some(older) = self.0.iter().position(is_older).filter(|&older| older > index) {
            self.0.swap(index, older);
        }
        self.0[index] = Some(Found { info, score });
        true
    }

    /// Returns the lines up to the first that is missing, each first move once: lines of two
    /// iterations may stand beside each other.
    pub fn complete(&self) -> Vec<Found> {
        let mut kept: Vec<Found> = Vec::new();
        for line in self.0.iter().map_while(Option::as_ref) {
            if !kept.iter().any(|other| first_turn(&other.info) == first_turn(&line.info)) {
                kept.push(line.clone());
            }
        }
        kept
    }
}

fn first_turn(info: &SearchInfo) -> Option<String> {
    info.pv.first().map(|turn| turn.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_lines_stand_once_each() {
        let mut lines = Lines::default();
        let mut add = |rank, pv: &str, value, bound| {
            lines.add(SearchInfo {
                multipv: Some(rank),
                score: Some(InfoScore::Centipawns(value)),
                bound,
                pv: vec![pv.into()],
                ..SearchInfo::default()
            })
        };
        assert!(add(1, "e2e4", 30, InfoBound::Exact));
        assert!(add(2, "d2d4", 20, InfoBound::Exact));
        assert!(add(4, "a2a3", 0, InfoBound::Exact));
        assert!(!add(1, "g1f3", 90, InfoBound::Lower));
        assert!(add(1, "d2d4", 40, InfoBound::Exact));
        let kept = lines.complete();
        let kept: Vec<_> = kept.iter().map(|line| (&*line.info.pv[0].text, line.score)).collect();
        let expected = [("d2d4", InfoScore::Centipawns(40)), ("e2e4", InfoScore::Centipawns(30))];
        assert_eq!(kept, expected);
    }
}
