//! Thinking output, and the progress of an analysis.

use super::Cecp;
use crate::text::line;
use crate::{AnalysisStatus, InfoBound, InfoScore, SearchInfo};

/// Offset of mate scores.
const MATE: i64 = 100_000;
/// Maximum score that is not a mate.
const MAX_CENTIPAWNS: i64 = MATE - 1;
/// Maximum length of a PV in characters. XBoard keeps 1023.
const MAX_LINE: usize = 1000;

impl Cecp {
    /// `ply score time nodes seldepth nps tbhits`, a tab, and the PV.
    ///
    /// Writes nothing without a score: the current root move is in the status.
    pub(super) fn write_info(&self, info: &SearchInfo, out: &mut String) {
        let Some(score) = info.score else { return };
        let mut text = format!(
            "{} {} {} {} {} {} 0\t",
            narrow(info.depth.into()),
            centipawns(score),
            narrow(info.time_ms / 10),
            info.nodes,
            narrow(info.seldepth.unwrap_or(info.depth).into()),
            info.nps,
        );
        let mark = match info.bound {
            InfoBound::Exact => "",
            InfoBound::Lower => "!",
            InfoBound::Upper => "?",
        };
        let mut length = 0;
        for turn in &info.pv {
            let turn = self.board.turn(turn);
            length += turn.len() + 1;
            if length > MAX_LINE {
                break;
            }
            if length > turn.len() + 1 {
                text.push(' ');
            }
            text.push_str(&turn);
        }
        text.push_str(mark);
        line(out, &text);
    }

    /// `stat01: time nodes ply mvleft mvtot`.
    pub(super) fn write_status(status: &AnalysisStatus, out: &mut String) {
        let AnalysisStatus { time_ms, nodes, depth, moves_left, moves } = status;
        let (time, depth) = (narrow(time_ms / 10), narrow((*depth).into()));
        line(out, &format!("stat01: {time} {nodes} {depth} {moves_left} {moves}"));
    }
}

/// Narrows a number to 32 bits, as XBoard reads all but the nodes.
fn narrow(number: u64) -> u64 {
    number.min(i32::MAX as u64)
}

/// Returns a score as one number, with mates beyond all others.
fn centipawns(score: InfoScore) -> i64 {
    match score {
        InfoScore::Centipawns(cp) => i64::from(cp).clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
        InfoScore::Mate(moves @ 1..) => MATE + i64::from(moves).min(MATE),
        InfoScore::Mate(moves) => -MATE + i64::from(moves).max(-MATE),
    }
}
