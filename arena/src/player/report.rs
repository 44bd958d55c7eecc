//! Search reports of an engine.

use protocol::client::SearchReport;

use crate::RecordedScore;

/// Last search report of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastReport {
    /// Score of the first PV, exact or a bound.
    pub score: Option<RecordedScore>,
    /// Depth reported with the score.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

impl LastReport {
    /// Records a report.
    pub fn note(&mut self, report: &SearchReport) {
        self.nodes = report.nodes.or(self.nodes);
        if report.multipv.is_some_and(|rank| rank != 1) {
            return;
        }
        if let Some(score) = report.score {
            self.score = Some(score.into());
        } else if self.score.is_some() {
            // Depth that has only begun.
            return;
        }
        self.depth = report.depth.or(self.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_score_of_the_best_line_counts() {
        use protocol::InfoScore::{Centipawns, Mate};
        let report = |depth, multipv, score, nodes| SearchReport {
            depth: Some(depth),
            multipv,
            score,
            nodes,
            ..SearchReport::default()
        };
        let mut last = LastReport::default();
        last.note(&report(1, None, None, None));
        assert_eq!(last, LastReport { score: None, depth: Some(1), nodes: None });
        last.note(&report(8, Some(1), Some(Centipawns(30)), Some(100)));
        last.note(&report(8, Some(2), Some(Centipawns(-50)), Some(200)));
        last.note(&report(9, None, None, None));
        let expected =
            LastReport { score: Some(RecordedScore::Cp(30)), depth: Some(8), nodes: Some(200) };
        assert_eq!(last, expected);
        last.note(&report(10, None, Some(Mate(-2)), None));
        assert_eq!((last.score, last.depth), (Some(RecordedScore::Mate(-2)), Some(10)));
    }
}
