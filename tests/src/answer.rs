//! Strict parser of search output: a GUI may fail on anything else.

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to the mate.
    Mate(i32),
}

/// An `info` line of a search; missing fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Nominal depth, in plies.
    pub depth: Option<u32>,
    /// Selective depth, in plies.
    pub seldepth: Option<u32>,
    /// Rank of the PV in multi-PV, from 1.
    pub multipv: Option<u32>,
    /// Score for the side to move.
    pub score: Option<Score>,
    /// Whether the score is a bound.
    pub bound: bool,
    /// Win, draw and loss rates, in permille.
    pub wdl: Option<[u32; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Occupancy of the transposition table, in permille.
    pub hashfull: Option<u32>,
    /// Time since the start of the search, in ms.
    pub time: Option<u64>,
    /// Positions found in endgame tables; none is given without tables.
    pub table_hits: Option<u64>,
    /// Principal variation.
    pub pv: Vec<String>,
}

/// Output of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The `info` lines with a score.
    pub infos: Vec<Info>,
    /// Texts of `info string`.
    pub strings: Vec<String>,
    /// Best move, if any.
    pub best: Option<String>,
    /// Ponder move, if any.
    pub ponder: Option<String>,
}

impl Info {
    fn read(text: &str) -> Option<Info> {
        let mut info = Info::default();
        let mut words = text.split(' ');
        while let Some(word) = words.next() {
            let mut number = || words.next()?.parse::<u64>().ok();
            match word {
                "depth" => info.depth = Some(number()? as u32),
                "seldepth" => info.seldepth = Some(number()? as u32),
                "multipv" => info.multipv = Some(number()? as u32),
                "nodes" => info.nodes = Some(number()?),
                "nps" => info.nps = Some(number()?),
                "hashfull" => info.hashfull = Some(number()? as u32),
                "time" => info.time = Some(number()?),
                "tbhits" => info.table_hits = Some(number()?),
                "wdl" => info.wdl = Some([number()? as u32, number()? as u32, number()? as u32]),
                "score" => {
                    let kind = words.next()?;
                    let value = words.next()?.parse().ok()?;
                    info.score = Some(match kind {
                        "cp" => Score::Centipawns(value),
                        "mate" => Score::Mate(value),
                        _ => return None,
                    });
                }
                "lowerbound" | "upperbound" => info.bound = true,
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                _ => return None,
            }
        }
        Some(info)
    }

    /// Checks that the line has every field that each line of a search must have.
    ///
    /// # Panics
    /// If one is missing.
    #[track_caller]
    pub fn check(&self) {
        let numbers = [
            self.depth.map(u64::from),
            self.seldepth.map(u64::from),
            self.nodes,
            self.nps,
            self.hashfull.map(u64::from),
            self.time,
        ];
        assert!(numbers.iter().all(Option::is_some) && self.score.is_some(), "{self:?}");
        assert!(self.hashfull <= Some(1000), "{self:?}");
    }
}

/// Parses the lines of a search, up to its `bestmove`.
///
/// # Panics
/// If a line violates the protocol.
#[track_caller]
pub fn answer(lines: &[String]) -> Answer {
    let mut answer = Answer { infos: vec![], strings: vec![], best: None, ponder: None };
    for line in lines {
        if let Some(text) = line.strip_prefix("info string ") {
            answer.strings.push(text.to_owned());
        } else if let Some(text) = line.strip_prefix("info ") {
            let info = Info::read(text).unwrap_or_else(|| panic!("not of the protocol: {line}"));
            answer.infos.push(info);
        } else {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["bestmove", "(none)"] => {}
                ["bestmove", best] => answer.best = Some(best.to_owned()),
                ["bestmove", best, "ponder", ponder] => {
                    answer.best = Some(best.to_owned());
                    answer.ponder = Some(ponder.to_owned());
                }
                _ => panic!("not of the protocol: {line}"),
            }
        }
    }
    answer
}
