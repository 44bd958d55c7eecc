//! Analysis of each position that the GUI sets up.

use protocol::{AnalysisStatus, GameEvent, HostMove, SearchInfo};
use search::Limits;

use crate::session::Session;
use crate::task::Purpose;
use crate::turns;

impl Session {
    /// Searches the position until stopped.
    pub(super) fn analyze(&mut self) {
        self.cecp.best = None;
        let Some(only) = self.root_moves() else { return };
        if !self.game.has_legal_step() {
            return;
        }
        let multi_pv = self.settings().multi_pv;
        let limits = Limits { infinite: true, multi_pv, ..Limits::default() };
        self.search(self.game.clone(), limits, only, Purpose::Analysis);
    }

    /// Stores the best turn so far.
    pub(in crate::session) fn update_best(&mut self, info: &SearchInfo) {
        if info.multipv.is_none_or(|line| line == 1) && !info.pv.is_empty() {
            self.cecp.best = info.pv.first().cloned();
        }
    }

    /// Reports the progress of the analysis.
    pub(super) fn report_status(&mut self) {
        let Some(task) = self.task.as_ref().filter(|task| task.purpose().is_some()) else { return };
        let elapsed = task.begin.elapsed();
        let progress = task.control.progress();
        let moves = self.game.step_count().saturating_sub(self.cecp.excluded.len());
        let status = AnalysisStatus {
            time_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            nodes: progress.nodes,
            depth: progress.depth,
            moves_left: progress.steps_left,
            moves: u32::try_from(moves).unwrap_or(u32::MAX),
        };
        self.send_game_event(GameEvent::Status(status));
    }

    /// Returns the moves that are searched at the root: empty for all; `None` if all are excluded.
    pub(super) fn root_moves(&mut self) -> Option<Vec<String>> {
        let mut only = self.continuations();
        let excluded = &self.cecp.excluded;
        if excluded.is_empty() {
            return Some(only);
        }
        if only.is_empty() {
            only = self.game.step_texts();
        }
        only.retain(|text| !excluded.contains(text));
        (!only.is_empty()).then_some(only)
    }

    /// Excludes a move from searches of the position, or all.
    pub(super) fn exclude(&mut self, mv: Option<&str>) {
        let result = match mv {
            None => self.single_turns().map(|all| self.cecp.excluded = all),
            Some(mv) => self.root_move(mv).map(|text| {
                if !self.cecp.excluded.contains(&text) {
                    self.cecp.excluded.push(text);
                }
            }),
        };
        if let Err(error) = result {
            self.error(format!("exclude: {error}"));
        }
    }

    /// Includes a move in searches of the position again, or all.
    pub(super) fn include(&mut self, mv: Option<&str>) {
        match mv {
            None => self.cecp.excluded.clear(),
            Some(mv) => match self.root_move(mv) {
                Ok(text) => self.cecp.excluded.retain(|other| *other != text),
                Err(error) => self.error(format!("include: {error}")),
            },
        }
    }

    /// Returns the legal turns, in games where they can be enumerated.
    fn single_turns(&mut self) -> Result<Vec<String>, String> {
        if self.game.has_long_turns() {
            return Err("not supported in games with turns of several moves".to_owned());
        }
        Ok(self.game.step_texts())
    }

    fn root_move(&mut self, mv: &str) -> Result<String, String> {
        let read = self.dialect.read_move(mv).map_err(|error| error.to_string())?;
        let HostMove::Piece(text) = read else { return Err(format!("invalid move '{mv}'")) };
        self.single_turns()?;
        let found = turns::own_notation(&mut self.game, &text);
        found.ok_or_else(|| match self.game.clone().play_turn(&text) {
            Err(error) => error.to_string(),
            Ok(_) => format!("'{}' is not legal", protocol::text::excerpt(mv)),
        })
    }
}
