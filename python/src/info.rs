//! Lines of a search.

use engine::lines::Found;
use protocol::InfoScore;
use pyo3::prelude::*;

/// Line of a search, for the side to move.
#[pyclass(frozen, get_all, module = "menagerie")]
pub(crate) struct Info {
    /// Rank of the line, from 1.
    multipv: u16,
    /// Score in centipawns; None if it is a mate.
    cp: Option<i32>,
    /// Full moves to mate, negative if the side to move loses; None if there is no mate.
    mate: Option<i32>,
    /// Win, draw and loss rates, in thousandths.
    wdl: Option<(u16, u16, u16)>,
    /// Depth, in plies.
    depth: u32,
    /// Selective depth, in plies.
    seldepth: Option<u32>,
    /// Nodes searched.
    nodes: u64,
    /// Nodes per second.
    nps: u64,
    /// Time since the search began, in ms.
    time: u64,
    /// Principal variation.
    pv: Vec<String>,
}

impl From<Found> for Info {
    fn from(found: Found) -> Self {
        let Found { info, score } = found;
        let (cp, mate) = match score {
            InfoScore::Centipawns(value) => (Some(value), None),
            InfoScore::Mate(moves) => (None, Some(moves)),
        };
        Info {
            multipv: info.multipv.unwrap_or(1),
            cp,
            mate,
            wdl: info.wdl.map(|wdl| (wdl.win, wdl.draw, wdl.loss)),
            depth: info.depth,
            seldepth: info.seldepth,
            nodes: info.nodes,
            nps: info.nps,
            time: info.time_ms,
            pv: info.pv.into_iter().map(|turn| turn.text).collect(),
        }
    }
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let score = match (self.cp, self.mate) {
            (Some(cp), _) => format!("cp {cp}"),
            (None, mate) => format!("mate {}", mate.unwrap_or_default()),
        };
        format!("<Info: depth {}, {score}, {}>", self.depth, self.pv.join(" "))
    }
}
